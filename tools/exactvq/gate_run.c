#include "gate_run.h"

#include "add_model.h"
#include "progress.h"

#include <string.h>

const char *evq_cli_gate_model(const char *text)
{
    size_t length = strlen(EVQ_GATE_MODEL);
    return strncmp(text, EVQ_GATE_MODEL, length) == 0 ? text + length : NULL;
}

static int add(EvqSession *session, const char *text, EvqError *error)
{
    const char *model = evq_cli_gate_model(text);
    return model ? evq_cli_add_model(session, model, NULL, 0, error)
                 : evq_session_add_metric(session, text, error);
}

static int open_session(EvqSession **session, const EvqCell *cell, const EvqFormat *format,
                        EvqError *error)
{
    EvqConfig config = evq_config_default();
    config.backend = EVQ_BACKEND_CPU;
    config.cpumask = cell->cpumask;
    config.threads = cell->threads;
    return evq_session_open_shared(session, &config, format, cell->device, error);
}

int evq_cli_gate_accepts(const char *metric, const EvqFormat *format, EvqError *error)
{
    const EvqCell cell = { .threads = 1 };
    EvqSession *session;
    int status = open_session(&session, &cell, format, error);
    if (status < 0)
        return status;
    status = add(session, metric, error);
    evq_session_close(&session);
    return status < 0 ? status : EVQ_OK;
}

static int push_pairs(EvqSession *session, const EvqPairSource *source, double *begin,
                      EvqError *error)
{
    for (*begin = 0;;) {
        EvqFrame reference, distorted;
        int status = source->next(source->opaque, &reference, &distorted, error);
        if (status > 0)
            status = evq_session_push(session, &reference, &distorted, error);
        else if (status == 0)
            return EVQ_OK;
        if (status < 0)
            return status;
        if (*begin == 0)
            *begin = evq_cli_clock();
    }
}

static int take_scores(EvqScores *scores, const EvqSession *session, uint64_t first,
                       EvqError *error)
{
    int status = EVQ_OK;
    size_t frames = evq_session_frame_count(session);
    for (size_t frame = 0; frame < frames; frame++)
        for (size_t i = 0; i < evq_session_output_count(session) && status == EVQ_OK; i++) {
            EvqScore score = { .frame = first + frame };
            if (evq_session_score(session, i, frame, &score.value) == 1)
                status = evq_cli_scores_add(&scores->outputs, evq_session_output_name(session, i),
                                            &score, error);
        }
    for (size_t i = 0; i < evq_session_aggregate_count(session) && status == EVQ_OK; i++) {
        EvqScore score = { .frame = first, .value = evq_session_aggregate_value(session, i) };
        status = evq_cli_scores_add(&scores->aggregates, evq_session_aggregate_name(session, i),
                                    &score, error);
    }
    return status;
}

static int run(EvqSession *session, double *seconds, const EvqMetricList *metrics,
               const EvqPairSource *source, EvqError *error)
{
    double begin;
    for (size_t i = 0; i < metrics->count; i++) {
        int status = add(session, metrics->text[i], error);
        if (status < 0)
            return status;
    }
    int status = push_pairs(session, source, &begin, error);
    if (status == EVQ_OK)
        status = evq_session_flush(session, error);
    if (begin > 0)
        *seconds += evq_cli_clock() - begin;
    return status;
}

int evq_cli_gate_score(EvqScores *scores, double *seconds, const EvqCell *cell,
                       const EvqMetricList *metrics, const EvqPairSource *source, EvqError *error)
{
    EvqSession *session;
    *scores = (EvqScores){ 0 };
    int status = open_session(&session, cell, &source->format, error);
    if (status < 0)
        return status;
    status = run(session, seconds, metrics, source, error);
    if (status == EVQ_OK)
        status = take_scores(scores, session, source->first, error);
    evq_session_close(&session);
    return status;
}
