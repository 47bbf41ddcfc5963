#include "core/session.h"

#include "core/error.h"
#include "core/shared_frame.h"
#include "core/temporal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_THREADS 1024

const char *evq_version(void)
{
    return EVQ_VERSION;
}

EvqConfig evq_config_default(void)
{
    return (EvqConfig){ .subsample = 1, .backend = EVQ_BACKEND_CPU, .fp64 = EVQ_FP64_AUTO };
}

/* ---- Opening and closing ---- */

static int check_arguments(const EvqConfig *config, const EvqFormat *format, EvqError *error)
{
    if (config->threads < 0 || config->threads > MAX_THREADS)
        return evq_fail(error, EVQ_E_USAGE, "threads must be 0 .. %d, not %d", MAX_THREADS,
                        config->threads);
    if ((unsigned)config->fp64 > EVQ_FP64_OFF)
        return evq_fail(error, EVQ_E_USAGE, "unknown fp64 mode %d", (int)config->fp64);
    if (config->subsample < 0)
        return evq_fail(error, EVQ_E_USAGE, "subsample must not be negative");
    if (format->width < 1 || format->height < 1 || format->width > EVQ_MAX_SIDE ||
        format->height > EVQ_MAX_SIDE)
        return evq_fail(error, EVQ_E_INPUT, "pictures must be 1x1 to %dx%d, these are %dx%d",
                        EVQ_MAX_SIDE, EVQ_MAX_SIDE, format->width, format->height);
    if (format->depth < 8 || format->depth > 16)
        return evq_fail(error, EVQ_E_INPUT, "samples must have 8 to 16 bits, not %d",
                        format->depth);
    if ((unsigned)format->chroma > EVQ_CHROMA_444)
        return evq_fail(error, EVQ_E_USAGE, "unknown chroma format %d", (int)format->chroma);
    if ((unsigned)format->model > EVQ_MODEL_RGB)
        return evq_fail(error, EVQ_E_USAGE, "unknown colour model %d", (int)format->model);
    if (format->model == EVQ_MODEL_RGB && format->chroma != EVQ_CHROMA_444 &&
        format->chroma != EVQ_CHROMA_400)
        return evq_fail(error, EVQ_E_USAGE, "RGB pictures have three whole planes, or one");
    if (format->opacity && (format->opacity > (EVQ_OPACITY_REFERENCE | EVQ_OPACITY_DISTORTED) ||
                            format->model != EVQ_MODEL_RGB || format->chroma != EVQ_CHROMA_444))
        return evq_fail(error, EVQ_E_USAGE, "only RGB pictures of three planes have opacity");
    return EVQ_OK;
}

static int open_engine(EvqEngine *engine, const EvqConfig *config, EvqDevice *device,
                       EvqError *error)
{
    if (!device)
        return evq_engine_open(engine, config, error);
    *engine =
        (EvqEngine){ .level = evq_cpu_level(config->cpumask), .device = device, .borrowed = 1 };
    return EVQ_OK;
}

int evq_session_open_on(EvqSession **out, const EvqConfig *config, const EvqFormat *format,
                        EvqDevice *device, EvqError *error)
{
    *out = NULL;
    int status = check_arguments(config, format, error);
    if (status < 0)
        return status;
    EvqSession *session = calloc(1, sizeof *session);
    if (!session)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a session");
    status = open_engine(&session->engine, config, device, error);
    if (status < 0) {
        free(session);
        return status;
    }
    session->config = *config;
    session->config.device = NULL; /* the caller's string */
    session->format = *format;
    const EvqDevice *on = session->engine.device;
    session->evaluation =
        on && !evq_device_uses_fp64(on) ? EVQ_EVALUATION_PAIR : EVQ_EVALUATION_QUICK;
    pthread_mutex_init(&session->mutex, NULL);
    evq_ledger_init(&session->ledger);
    session->threads = evq_engine_runners(&session->engine, config->threads);
    *out = session;
    return EVQ_OK;
}

int evq_session_open_shared(EvqSession **session, const EvqConfig *config, const EvqFormat *format,
                            EvqDevice *device, EvqError *error)
{
    int status = evq_session_open_on(session, config, format, device, error);
    if (status < 0)
        return status;
    (*session)->self_tests = 1;
    if (device)
        (*session)->config.backend = evq_device_about(device)->backend;
    return EVQ_OK;
}

int evq_session_open(EvqSession **session, const EvqConfig *config, const EvqFormat *format,
                     EvqError *error)
{
    return evq_session_open_shared(session, config, format, NULL, error);
}

void evq_session_evaluate(EvqSession *session, const EvqCpuLevel *level, EvqEvaluation evaluation)
{
    session->engine.level = level;
    session->evaluation = evaluation;
}

static void free_instance(EvqInstance *instance)
{
    if (!instance)
        return;
    evq_ledger_destroy(&instance->between);
    free(instance->state);
    free(instance);
}

static void destroy_instance(EvqInstance *instance)
{
    if (instance->metric->destroy)
        instance->metric->destroy(instance->state);
    free_instance(instance);
}

void evq_session_close(EvqSession **out)
{
    EvqSession *session = *out;
    if (!session)
        return;
    evq_workers_stop(session);
    evq_ring_destroy(&session->ring);
    evq_frame_release(&session->previous);
    free(session->thread);
    for (size_t i = 0; i < session->instances; i++)
        destroy_instance(session->instance[i]);
    free(session->instance);
    evq_engine_close(&session->engine);
    evq_ledger_destroy(&session->ledger);
    pthread_mutex_destroy(&session->mutex);
    free(session);
    *out = NULL;
}

/* ---- Metrics ---- */

static int create_instance(EvqInstance **out, const EvqSession *session, const EvqMetric *metric,
                           const char *options, EvqError *error)
{
    EvqInstance *instance = calloc(1, sizeof *instance);
    void *state = calloc(1, metric->state_size);
    *out = instance;
    if (!instance || !state) {
        free(instance);
        free(state);
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: metric %s", metric->info.name);
    }
    instance->metric = metric;
    instance->state = state;
    evq_ledger_init(&instance->between);
    instance->between.outputs = 1;
    instance->plan.evaluation = session->evaluation;
    evq_options_default(&metric->options, state);
    int status = evq_options_parse(&metric->options, state, metric->info.name, options, error);
    if (status == EVQ_OK && session->format.model == EVQ_MODEL_RGB && !metric->rgb)
        status = evq_fail(error, EVQ_E_INPUT, "%s scores YUV pictures, these are RGB",
                          metric->info.name);
    if (status == EVQ_OK)
        status = metric->init(state, &session->format, &instance->plan, &instance->outputs, error);
    if (status < 0) {
        free_instance(instance);
        return status;
    }
    evq_plan_choose(&instance->plan, evq_engine_form(&session->engine));
    evq_options_describe(&metric->options, state, metric->info.name, instance->text,
                         sizeof instance->text);
    return EVQ_OK;
}

static int is_registered(const EvqSession *session, const EvqInstance *instance)
{
    for (size_t i = 0; i < session->ledger.outputs; i++)
        for (int k = 0; k < instance->outputs.count; k++)
            if (strcmp(evq_session_output_name(session, i), instance->outputs.name[k]) == 0)
                return 1;
    return 0;
}

static int add_instance(EvqSession *session, EvqInstance *instance, EvqError *error)
{
    size_t bytes = (session->instances + 1) * sizeof *session->instance;
    EvqInstance **grown = realloc(session->instance, bytes);
    if (!grown)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a list of metrics");
    session->instance = grown;
    instance->first_output = session->ledger.outputs;
    session->ledger.outputs += instance->outputs.count;
    session->is_temporal |= instance->metric->combine != NULL;
    grown[session->instances++] = instance;
    return EVQ_OK;
}

int evq_session_add_metric(EvqSession *session, const char *text, EvqError *error)
{
    if (session->frames || session->flushed)
        return evq_fail(error, EVQ_E_USAGE, "metrics must be added before the first pair");
    size_t length = strcspn(text, "=");
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    const EvqMetric *metric = evq_metric_find(name);
    if (!metric)
        return evq_fail(error, EVQ_E_USAGE, "there is no metric \"%s\"", name);

    EvqInstance *instance;
    const char *options = text[length] ? text + length + 1 : "";
    int status = create_instance(&instance, session, metric, options, error);
    if (status < 0)
        return status;
    if (is_registered(session, instance)) {
        destroy_instance(instance);
        return 1;
    }
    status = add_instance(session, instance, error);
    if (status < 0)
        destroy_instance(instance);
    return status;
}

/* ---- Pairs ---- */

int evq_session_wants(const EvqSession *session, size_t frame)
{
    return session->config.subsample < 2 || frame % (size_t)session->config.subsample == 0;
}

static int check_frame(const EvqSession *session, const EvqFrame *frame, const char *which,
                       unsigned opacity, EvqError *error)
{
    const EvqFormat *a = &session->format, *b = &frame->format;
    if (a->width != b->width || a->height != b->height || a->depth != b->depth ||
        a->chroma != b->chroma || a->model != b->model || !b->opacity != !(a->opacity & opacity))
        return evq_fail(error, EVQ_E_INPUT,
                        "frame %zu: the %s picture's format is not the session's", session->frames,
                        which);
    int bytes = evq_format_sample_bytes(a);
    int planes = b->opacity ? 4 : evq_format_planes(a);
    for (int i = 0; i < planes; i++)
        if (!frame->plane[i] || (uintptr_t)frame->plane[i] % bytes || frame->stride[i] % bytes)
            return evq_fail(error, EVQ_E_USAGE,
                            "frame %zu: plane %d of the %s picture is absent or misaligned",
                            session->frames, i, which);
    return EVQ_OK;
}

static int reserve(EvqSession *session, size_t frames, EvqError *error)
{
    int status = evq_ledger_reserve(&session->ledger, frames, error);
    for (size_t i = 0; i < session->instances && status == EVQ_OK; i++)
        if (session->instance[i]->metric->combine)
            status = evq_ledger_reserve(&session->instance[i]->between, frames, error);
    return status;
}

static int check_push(EvqSession *session, const EvqPair *pair, EvqError *error)
{
    if (session->flushed)
        return evq_fail(error, EVQ_E_USAGE, "the session was flushed");
    if (!session->instances)
        return evq_fail(error, EVQ_E_USAGE, "no metric was added");
    int status = check_frame(session, &pair->reference, "reference", EVQ_OPACITY_REFERENCE, error);
    if (status == EVQ_OK)
        status = check_frame(session, &pair->distorted, "distorted", EVQ_OPACITY_DISTORTED, error);
    if (status == EVQ_OK && !session->running)
        status = evq_workers_start(session, error);
    if (status == EVQ_OK)
        status = reserve(session, session->frames + 1, error);
    return status;
}

/* Gives the pair the reference picture of the pair before, and keeps its own for the next. */
static int link_previous(EvqSession *session, EvqPair *pair, EvqError *error)
{
    if (!session->is_temporal)
        return EVQ_OK;
    int status = evq_frame_share(&pair->reference, error);
    if (status < 0)
        return status;
    pair->previous = session->previous;
    session->previous = evq_frame_another(&pair->reference);
    return EVQ_OK;
}

static int report_failure(EvqSession *session, EvqError *error)
{
    pthread_mutex_lock(&session->mutex);
    EvqError failure = session->failure;
    pthread_mutex_unlock(&session->mutex);
    if (failure.status && error)
        *error = failure;
    return failure.status;
}

int evq_session_push(EvqSession *session, EvqFrame *reference, EvqFrame *distorted, EvqError *error)
{
    EvqPair pair = { .reference = *reference, .distorted = *distorted, .index = session->frames };
    memset(reference, 0, sizeof *reference);
    memset(distorted, 0, sizeof *distorted);
    int status = report_failure(session, error);
    if (status == EVQ_OK)
        status = check_push(session, &pair, error);
    if (status == EVQ_OK)
        status = link_previous(session, &pair, error);
    if (status < 0) {
        evq_pair_release(&pair);
        return status;
    }
    session->frames++;
    evq_ring_put(&session->ring, &pair);
    return EVQ_OK;
}

static void compute_aggregates(EvqSession *session)
{
    for (size_t i = 0; i < session->instances; i++) {
        EvqInstance *instance = session->instance[i];
        int count = instance->outputs.aggregate_count;
        if (!count || !evq_ledger_done(&session->ledger))
            continue;
        double values[EVQ_METRIC_AGGREGATES];
        instance->metric->aggregate(instance->state, instance->totals, values);
        for (int k = 0; k < count; k++) {
            session->aggregate_name[session->aggregates] = instance->outputs.aggregate[k];
            session->aggregate_value[session->aggregates++] = values[k];
        }
    }
}

int evq_session_flush(EvqSession *session, EvqError *error)
{
    if (!session->flushed) {
        session->flushed = 1;
        evq_workers_stop(session);
        evq_frame_release(&session->previous);
        for (size_t i = 0; i < session->instances; i++)
            if (session->instance[i]->metric->combine)
                evq_temporal_finish(session, session->instance[i]);
        compute_aggregates(session);
    }
    return report_failure(session, error);
}

/* ---- Reading ---- */

size_t evq_session_output_count(const EvqSession *session)
{
    return session->ledger.outputs;
}

const char *evq_session_output_name(const EvqSession *session, size_t output)
{
    for (size_t i = 0; i < session->instances; i++) {
        const EvqInstance *instance = session->instance[i];
        if (output < instance->first_output + (size_t)instance->outputs.count)
            return instance->outputs.name[output - instance->first_output];
    }
    return NULL;
}

size_t evq_session_frame_count(const EvqSession *session)
{
    return session->frames;
}

size_t evq_session_frames_done(const EvqSession *session)
{
    return evq_ledger_done((EvqLedger *)&session->ledger);
}

int evq_session_frame_listed(const EvqSession *session, size_t frame)
{
    return evq_ledger_complete((EvqLedger *)&session->ledger, frame);
}

int evq_session_score(const EvqSession *session, size_t output, size_t frame, double *value)
{
    return evq_ledger_get((EvqLedger *)&session->ledger, output, frame, value);
}

size_t evq_session_aggregate_count(const EvqSession *session)
{
    return session->aggregates;
}

const char *evq_session_aggregate_name(const EvqSession *session, size_t aggregate)
{
    return session->aggregate_name[aggregate];
}

double evq_session_aggregate_value(const EvqSession *session, size_t aggregate)
{
    return session->aggregate_value[aggregate];
}

size_t evq_session_metric_count(const EvqSession *session)
{
    return session->instances;
}

const char *evq_session_metric_text(const EvqSession *session, size_t metric)
{
    return session->instance[metric]->text;
}

const char *evq_session_device(const EvqSession *session)
{
    return evq_engine_name(&session->engine);
}

const char *evq_session_notice(const EvqSession *session)
{
    return *session->engine.notice ? session->engine.notice : NULL;
}

int evq_session_fp64(const EvqSession *session)
{
    return !session->engine.device || evq_device_uses_fp64(session->engine.device);
}

uint64_t evq_session_device_memory(const EvqSession *session)
{
    return session->engine.device ? evq_device_most_bytes(session->engine.device) : 0;
}

const char *evq_session_cpu_level(const EvqSession *session)
{
    return session->engine.level->name;
}

int evq_session_threads(const EvqSession *session)
{
    return session->threads;
}
