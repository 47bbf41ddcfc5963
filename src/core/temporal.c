#include "core/temporal.h"

#include "core/prediction.h"

/* The frame `reach` before, 0 at the least. */
static size_t back_from(size_t frame, int reach)
{
    return frame > (size_t)reach ? frame - (size_t)reach : 0;
}

int evq_temporal_runs(const EvqSession *session, const EvqInstance *instance, size_t frame)
{
    const EvqReach *reach = &instance->outputs.reach;
    if (frame < (size_t)reach->first)
        return 0;
    for (size_t i = back_from(frame, reach->ahead); i <= frame + (size_t)reach->back; i++)
        if (evq_session_wants(session, i))
            return 1;
    return 0;
}

/* Collects the values within reach of a frame: 1 when all are there. */
static int collect(EvqInstance *instance, EvqNeighbours *n)
{
    const EvqReach *reach = &instance->outputs.reach;
    int ahead = n->following < reach->ahead ? n->following : reach->ahead;
    size_t end = n->frame + (size_t)ahead;
    for (size_t i = back_from(n->frame, reach->back); i <= end; i++)
        if (i >= (size_t)reach->first &&
            !evq_ledger_get(&instance->between, 0, i, &n->value[EVQ_NEIGHBOURS + i - n->frame]))
            return 0;
    return 1;
}

/* Sets the scores of a frame if the values that they combine are there. */
static void combine(EvqSession *session, EvqInstance *instance, size_t frame, int following)
{
    EvqNeighbours neighbours = { .frame = frame, .following = following };
    double scores[EVQ_METRIC_OUTPUTS];
    if (!evq_session_wants(session, frame) || !collect(instance, &neighbours))
        return;
    instance->metric->combine(instance->variant[0].state, &neighbours, scores);
    evq_prediction_put(session, instance, frame, scores);
}

void evq_temporal_put(EvqSession *session, EvqInstance *instance, size_t frame, double value)
{
    const EvqReach *reach = &instance->outputs.reach;
    /* Under one lock, so that of several neighbours exactly the last completes a frame. */
    pthread_mutex_lock(&session->mutex);
    evq_ledger_set(&instance->between, frame, 0, &value, 1);
    for (size_t i = back_from(frame, reach->ahead); i <= frame + (size_t)reach->back; i++)
        combine(session, instance, i, EVQ_NEIGHBOURS);
    pthread_mutex_unlock(&session->mutex);
}

void evq_temporal_finish(EvqSession *session, EvqInstance *instance)
{
    size_t frames = session->frames;
    for (size_t i = back_from(frames, instance->outputs.reach.ahead); i < frames; i++)
        combine(session, instance, i, (int)(frames - 1 - i));
}
