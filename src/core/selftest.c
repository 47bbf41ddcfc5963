#include "core/selftest.h"

#include "core/error.h"
#include "core/device_key.h"

#include <string.h>

/* ---- What was passed before --------------------------------------------------------------- */

static const char passed[] = "passed\n";

static EvqCacheKey key_of(const EvqDevice *device, const char *metric)
{
    return evq_device_key(device, "self-test", metric);
}

/* The device's note of a metric; none for those that a word has no bit for. */
static uint64_t note_of(const char *metric)
{
    const EvqMetricInfo *info;
    for (unsigned i = 0; i < 64 && (info = evq_metric_info(i)); i++)
        if (strcmp(info->name, metric) == 0)
            return (uint64_t)1 << i;
    return 0;
}

int evq_device_selftest_passed(EvqDevice *device, const char *metric)
{
    uint64_t note = note_of(metric);
    if (evq_device_notes(device) & note)
        return 1;
    EvqCacheKey key = key_of(device, metric);
    if (!evq_device_kept(&key, passed))
        return 0;
    evq_device_note(device, note);
    return 1;
}

static void keep_pass(EvqDevice *device, const char *metric)
{
    EvqCacheKey key = key_of(device, metric);
    evq_cache_write(&key, (const unsigned char *)passed, sizeof passed - 1);
    evq_device_note(device, note_of(metric));
}

/* ---- Running it --------------------------------------------------------------------------- */

static int compare(const EvqSession *session, const EvqKnownAnswer *answer, EvqError *error)
{
    size_t outputs = evq_session_output_count(session);
    for (size_t i = 0; i < (size_t)answer->count; i++) {
        size_t frame = i / outputs, output = i % outputs;
        double expected, got = 0;
        memcpy(&expected, &answer->bits[i], sizeof expected);
        int there = evq_session_score(session, output, frame, &got);
        if (!there || memcmp(&expected, &got, sizeof got) != 0)
            return evq_fail(error, EVQ_E_DEVICE,
                            "%s fails its self-test: %s of picture %d, frame %zu, is %a, not %a",
                            evq_session_device(session), evq_session_output_name(session, output),
                            answer->picture, frame, got, expected);
    }
    return EVQ_OK;
}

static int is_of_metric(const EvqKnownAnswer *answer, const char *metric)
{
    size_t length = strcspn(answer->metric, "=");
    return strlen(metric) == length && strncmp(answer->metric, metric, length) == 0;
}

static int run(const EvqEngine *engine, const char *metric, EvqError *error)
{
    int status = EVQ_OK;
    for (size_t i = 0; i < evq_known_answer_count && status == EVQ_OK; i++) {
        const EvqKnownAnswer *answer = &evq_known_answers[i];
        EvqSession *session;
        if (!is_of_metric(answer, metric))
            continue;
        status = evq_selftest_score(&session, answer->metric, answer->picture, engine, error);
        if (status == EVQ_OK)
            status = compare(session, answer, error);
        evq_session_close(&session);
    }
    return status;
}

/* In every evaluation that a session may choose. */
static int run_all(EvqDevice *device, const char *metric, EvqError *error)
{
    EvqEngine engine = evq_engine(evq_cpu_level(0), device);
    int status = run(&engine, metric, error);
    if (status < 0 || !evq_engine_has_choice(&engine))
        return status;
    engine.evaluation = EVQ_EVALUATION_PAIR;
    return run(&engine, metric, error);
}

int evq_device_selftest(EvqDevice *device, const char *metric, EvqError *error)
{
    if (!evq_metric_find(metric))
        return evq_fail(error, EVQ_E_USAGE, "there is no metric \"%.80s\"", metric);
    int status = run_all(device, metric, error);
    if (status == EVQ_OK)
        keep_pass(device, metric);
    return status;
}

int evq_selftest_engine(EvqSession *session, const EvqEngine *engine, EvqError *error)
{
    EvqDevice *device = engine->device;
    int status = EVQ_OK;
    if (!device || !session->self_tests)
        return EVQ_OK;
    for (size_t i = 0; i < session->instances && status == EVQ_OK; i++) {
        const char *metric = session->instance[i]->metric->info.name;
        if (!evq_device_selftest_passed(device, metric))
            status = evq_device_selftest(device, metric, error);
    }
    return status;
}
