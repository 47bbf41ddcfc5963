#include "fake_session.h"

#include <string.h>

const char *evq_version(void)
{
    return "1.2.3";
}

size_t evq_session_output_count(const EvqSession *session)
{
    return session->output_count;
}

const char *evq_session_output_name(const EvqSession *session, size_t output)
{
    return session->output_names[output];
}

size_t evq_session_frame_count(const EvqSession *session)
{
    return strlen(session->listed);
}

int evq_session_frame_listed(const EvqSession *session, size_t frame)
{
    return session->listed[frame] == '1';
}

int evq_session_score(const EvqSession *session, size_t output, size_t frame, double *value)
{
    if (!evq_session_frame_listed(session, frame))
        return 0;
    *value = session->scores[output][frame];
    return 1;
}

static int percentile_place(double percent)
{
    static const double known[5] = { 1, 5, 10, 25, 50 };
    int place = 0;
    while (place < 4 && known[place] != percent)
        place++;
    return 4 + place;
}

int evq_session_pool(const EvqSession *session, size_t output, EvqPool pool, double argument,
                     double *value)
{
    if (!strchr(session->listed, '1'))
        return 0;
    const double *pools = session->pools[output];
    switch (pool) {
    case EVQ_POOL_MIN:
        *value = pools[0];
        break;
    case EVQ_POOL_MAX:
        *value = pools[1];
        break;
    case EVQ_POOL_MEAN:
        *value = pools[2];
        break;
    case EVQ_POOL_HARMONIC_MEAN:
        *value = pools[3];
        break;
    case EVQ_POOL_PERCENTILE:
        *value = pools[percentile_place(argument)];
        break;
    }
    return 1;
}

size_t evq_session_aggregate_count(const EvqSession *session)
{
    return session->aggregate_count;
}

const char *evq_session_aggregate_name(const EvqSession *session, size_t aggregate)
{
    return session->aggregate_names[aggregate];
}

double evq_session_aggregate_value(const EvqSession *session, size_t aggregate)
{
    return session->aggregates[aggregate];
}

size_t evq_session_metric_count(const EvqSession *session)
{
    return session->metric_count;
}

const char *evq_session_metric_text(const EvqSession *session, size_t metric)
{
    return session->metric_texts[metric];
}

size_t evq_session_model_count(const EvqSession *session)
{
    return session->model_count;
}

const char *evq_session_model_text(const EvqSession *session, size_t model)
{
    return session->model_texts[model];
}

const char *evq_session_device(const EvqSession *session)
{
    (void)session;
    return "cpu";
}

const char *evq_session_cpu_level(const EvqSession *session)
{
    (void)session;
    return "x86-64-v3";
}

int evq_session_threads(const EvqSession *session)
{
    (void)session;
    return 2;
}
