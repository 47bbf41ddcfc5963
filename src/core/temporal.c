#include "core/temporal.h"

int evq_temporal_runs(const EvqSession *session, size_t frame)
{
    if (!frame)
        return 0;
    return evq_session_wants(session, frame) || evq_session_wants(session, frame - 1);
}

/* Sets the scores of a frame if the values that they combine are there. */
static void combine(EvqSession *session, EvqInstance *instance, size_t frame, int is_last)
{
    double before, after, scores[EVQ_METRIC_OUTPUTS];
    if (!evq_session_wants(session, frame))
        return;
    if (frame && !evq_ledger_get(&instance->between, 0, frame, &before))
        return;
    if (!is_last && !evq_ledger_get(&instance->between, 0, frame + 1, &after))
        return;
    instance->metric->combine(instance->state, frame ? &before : NULL, is_last ? NULL : &after,
                              scores);
    evq_ledger_set(&session->ledger, frame, instance->first_output, scores,
                   (size_t)instance->outputs.count);
}

void evq_temporal_put(EvqSession *session, EvqInstance *instance, size_t frame, double value)
{
    /* Under one lock, so that of two neighbours exactly the later completes the frame. */
    pthread_mutex_lock(&session->mutex);
    evq_ledger_set(&instance->between, frame, 0, &value, 1);
    combine(session, instance, frame - 1, 0);
    combine(session, instance, frame, 0);
    pthread_mutex_unlock(&session->mutex);
}

void evq_temporal_finish(EvqSession *session, EvqInstance *instance)
{
    if (session->frames)
        combine(session, instance, session->frames - 1, 1);
}
