#include "core/session.h"

#include "core/error.h"
#include "core/faster.h"
#include "core/prediction.h"
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

static int open_team(EvqTeam *team, const EvqConfig *config, EvqDevice *const *device, int devices,
                     EvqError *error)
{
    if (!devices)
        return evq_team_open(team, config, error);
    evq_team_borrow(team, config, device, devices);
    return EVQ_OK;
}

static int count_threads(const EvqSession *session)
{
    int threads = 0;
    for (int i = 0; i < session->team.engines; i++)
        if (!session->team.idle[i])
            threads += evq_team_runners(&session->team, i, session->config.threads);
    return threads;
}

int evq_session_open_among(EvqSession **out, const EvqConfig *config, const EvqFormat *format,
                           EvqDevice *const *device, int devices, EvqError *error)
{
    *out = NULL;
    int status = check_arguments(config, format, error);
    if (status < 0)
        return status;
    EvqSession *session = calloc(1, sizeof *session);
    if (!session)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a session");
    status = open_team(&session->team, config, device, devices, error);
    if (status < 0) {
        free(session);
        return status;
    }
    session->config = *config;
    session->config.device = NULL; /* the caller's string */
    session->format = *format;
    pthread_mutex_init(&session->mutex, NULL);
    evq_ledger_init(&session->ledger);
    session->threads = count_threads(session);
    *out = session;
    return EVQ_OK;
}

int evq_session_open_on(EvqSession **session, const EvqConfig *config, const EvqFormat *format,
                        EvqDevice *device, EvqError *error)
{
    return evq_session_open_among(session, config, format, &device, device != NULL, error);
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
    session->team.engine[0].level = level;
    session->team.engine[0].evaluation = evaluation;
    session->team.engine[0].is_free = 0;
}

static void destroy_instance(EvqInstance *instance)
{
    for (int i = 0; i < instance->variants; i++)
        evq_variant_close(&instance->variant[i], instance->metric);
    evq_ledger_destroy(&instance->between);
    free(instance->variant);
    free(instance);
}

static void forget_history(EvqSession *session)
{
    for (int i = 0; i < EVQ_HISTORY; i++)
        evq_frame_release(&session->previous[i]);
}

void evq_session_close(EvqSession **out)
{
    EvqSession *session = *out;
    if (!session)
        return;
    evq_workers_stop(session);
    evq_ring_destroy(&session->ring);
    forget_history(session);
    free(session->thread);
    for (size_t i = 0; i < session->instances; i++)
        destroy_instance(session->instance[i]);
    free(session->instance);
    evq_predictions_destroy(session);
    evq_team_close(&session->team);
    evq_ledger_destroy(&session->ledger);
    pthread_mutex_destroy(&session->mutex);
    free(session);
    *out = NULL;
}

/* ---- Metrics ---- */

/* Adds how an engine computes the metric. */
static int add_variant(EvqInstance *instance, const EvqSession *session, const EvqEngine *engine,
                       const char *options, EvqError *error)
{
    const EvqOrder order = { instance->metric, options, &session->format };
    EvqEvaluation evaluation =
        engine->is_free ? evq_faster_evaluation(&order, engine) : engine->evaluation;
    int status = evq_variant_open(&instance->variant[instance->variants], &order,
                                  evq_engine_form(engine), evaluation, &instance->outputs, error);
    instance->variants += status == EVQ_OK;
    return status;
}

static int create_instance(EvqInstance **out, const EvqSession *session, const EvqMetric *metric,
                           const char *options, EvqError *error)
{
    const EvqTeam *team = &session->team;
    EvqInstance *instance = calloc(1, sizeof *instance);
    EvqVariant *variant = calloc((size_t)team->engines, sizeof *variant);
    *out = instance;
    if (!instance || !variant) {
        free(instance);
        free(variant);
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: metric %s", metric->info.name);
    }
    instance->metric = metric;
    instance->variant = variant;
    evq_ledger_init(&instance->between);
    instance->between.outputs = 1;
    int status = EVQ_OK;
    for (int i = 0; i < team->engines && status == EVQ_OK; i++)
        status = add_variant(instance, session, &team->engine[i], options, error);
    if (status < 0) {
        destroy_instance(instance);
        return status;
    }
    evq_options_describe(&metric->options, variant[0].state, metric->info.name, instance->text,
                         sizeof instance->text);
    return EVQ_OK;
}

/* The instance that gives an output of this one already. */
static EvqInstance *find_same(const EvqSession *session, const EvqInstance *instance)
{
    for (size_t i = 0; i < session->instances; i++) {
        EvqInstance *other = session->instance[i];
        for (int k = 0; k < other->outputs.count; k++)
            for (int j = 0; j < instance->outputs.count; j++)
                if (strcmp(other->outputs.name[k], instance->outputs.name[j]) == 0)
                    return other;
    }
    return NULL;
}

/* No score of a model may be called as an output of the instance. */
static int check_predictions(const EvqSession *session, const EvqInstance *instance,
                             EvqError *error)
{
    for (size_t i = 0; i < session->predictions; i++)
        for (int k = 0; k < instance->outputs.count; k++)
            if (strcmp(evq_prediction_name(session, i), instance->outputs.name[k]) == 0)
                return evq_fail(error, EVQ_E_USAGE,
                                "two scores would be called %.100s: give the model another name",
                                instance->outputs.name[k]);
    return EVQ_OK;
}

static int add_instance(EvqSession *session, EvqInstance *instance, EvqError *error)
{
    size_t bytes = (session->instances + 1) * sizeof *session->instance;
    EvqInstance **grown = realloc(session->instance, bytes);
    if (!grown)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a list of metrics");
    session->instance = grown;
    instance->first_output = session->metric_outputs;
    session->metric_outputs += (size_t)instance->outputs.count;
    session->ledger.outputs += (size_t)instance->outputs.count;
    int history = evq_plan_history(&instance->variant[0].plan);
    session->history = history > session->history ? history : session->history;
    grown[session->instances++] = instance;
    return EVQ_OK;
}

int evq_session_require(EvqSession *session, const char *metric_name, const char *options,
                        EvqInstance **out, EvqError *error)
{
    const EvqMetric *metric = evq_metric_find(metric_name);
    if (!metric)
        return evq_fail(error, EVQ_E_USAGE, "there is no metric \"%.80s\"", metric_name);
    EvqInstance *instance;
    int status = create_instance(&instance, session, metric, options, error);
    if (status < 0)
        return status;
    *out = find_same(session, instance);
    if (*out) {
        destroy_instance(instance);
        return 1;
    }
    status = check_predictions(session, instance, error);
    if (status == EVQ_OK)
        status = add_instance(session, instance, error);
    if (status < 0)
        destroy_instance(instance);
    else
        *out = instance;
    return status;
}

int evq_session_add_metric(EvqSession *session, const char *text, EvqError *error)
{
    if (session->frames || session->flushed)
        return evq_fail(error, EVQ_E_USAGE, "metrics must be added before the first pair");
    size_t length = strcspn(text, "=");
    char name[64];
    EvqInstance *instance;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    return evq_session_require(session, name, text[length] ? text + length + 1 : "", &instance,
                               error);
}

/* ---- Pairs ---- */

int evq_session_wants(const EvqSession *session, size_t frame)
{
    return session->config.subsample < 2 || frame % (size_t)session->config.subsample == 0;
}

int evq_session_check_frame(const EvqSession *session, const EvqFrame *frame, const char *which,
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
    int status = evq_session_check_frame(session, &pair->reference, "reference",
                                         EVQ_OPACITY_REFERENCE, error);
    if (status == EVQ_OK)
        status = evq_session_check_frame(session, &pair->distorted, "distorted",
                                         EVQ_OPACITY_DISTORTED, error);
    if (status == EVQ_OK && !session->running)
        status = evq_workers_start(session, error);
    if (status == EVQ_OK)
        status = reserve(session, session->frames + 1, error);
    return status;
}

/* Gives the pair the reference pictures of the pairs before, and keeps its own for the next. */
static int link_history(EvqSession *session, EvqPair *pair, EvqError *error)
{
    int last = session->history - 1;
    if (last < 0)
        return EVQ_OK;
    int status = evq_frame_share(&pair->reference, error);
    if (status < 0)
        return status;
    pair->previous[last] = session->previous[last];
    for (int i = last; i > 0; i--) {
        session->previous[i] = session->previous[i - 1];
        if (session->previous[i].release)
            pair->previous[i - 1] = evq_frame_another(&session->previous[i]);
    }
    session->previous[0] = evq_frame_another(&pair->reference);
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
        status = link_history(session, &pair, error);
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
        instance->metric->aggregate(instance->variant[0].state, instance->totals, values);
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
        forget_history(session);
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
    return evq_prediction_name(session, output - session->metric_outputs);
}

int evq_session_output_find(const EvqSession *session, const char *name, size_t *output)
{
    for (size_t i = 0; i < session->ledger.outputs; i++)
        if (strcmp(evq_session_output_name(session, i), name) == 0) {
            *output = i;
            return 1;
        }
    return 0;
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
    return session->team.name;
}

const char *evq_session_notice(const EvqSession *session, size_t index)
{
    pthread_mutex_t *mutex = &((EvqSession *)session)->mutex;
    pthread_mutex_lock(mutex);
    int known = index < (size_t)session->team.notices;
    pthread_mutex_unlock(mutex);
    return known ? session->team.notice[index] : NULL;
}

int evq_session_fp64(const EvqSession *session)
{
    int fp64 = 1;
    for (int i = 0; i < session->team.engines; i++)
        if (session->team.engine[i].device)
            fp64 &= evq_device_uses_fp64(session->team.engine[i].device);
    return fp64;
}

uint64_t evq_session_device_memory(const EvqSession *session)
{
    uint64_t bytes = 0;
    for (int i = 0; i < session->team.engines; i++)
        if (session->team.engine[i].device)
            bytes += evq_device_most_bytes(session->team.engine[i].device);
    return bytes;
}

const char *evq_session_cpu_level(const EvqSession *session)
{
    return session->team.engine[0].level->name;
}

int evq_session_threads(const EvqSession *session)
{
    return session->threads;
}
