#include "core/selftest.h"

#include "core/error.h"
#include "device/cache.h"
#include "device/kernel_info.h"
#include "device/kernel_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What was passed before --------------------------------------------------------------- */

/* A hash of every kernel's text: a pass counts for these kernels only. */
static EvqCacheKey key_of_kernels(void)
{
    const char *text[EVQ_KERNEL_COUNT + 1] = { 0 };
    for (int i = 0; i < EVQ_KERNEL_COUNT; i++) {
        int group = evq_kernel_info((EvqKernelId)i)->group;
        text[group] = evq_kernel_text[group];
    }
    return evq_cache_key(text);
}

static EvqCacheKey key_of(const EvqDevice *device, const char *metric)
{
    const EvqDeviceInfo *info = evq_device_about(device);
    EvqCacheKey kernels = key_of_kernels();
    char hex[40];
    snprintf(hex, sizeof hex, "%016llx%016llx", (unsigned long long)kernels.hash[0],
             (unsigned long long)kernels.hash[1]);
    const char *backend = evq_backend_name(info->backend);
    const char *strings[] = { "self-test",
                              evq_version(),
                              hex,
                              backend ? backend : "none",
                              info->name,
                              info->driver,
                              evq_device_uses_fp64(device) ? "fp64" : "integers",
                              metric,
                              NULL };
    return evq_cache_key(strings);
}

static const char passed[] = "passed\n";

static int is_cached(const EvqCacheKey *key)
{
    size_t bytes;
    unsigned char *entry = evq_cache_read(key, &bytes);
    int found = entry && bytes == sizeof passed - 1 && memcmp(entry, passed, bytes) == 0;
    free(entry);
    return found;
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
    if (!is_cached(&key))
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

static int run(EvqDevice *device, const char *metric, EvqError *error)
{
    int status = EVQ_OK;
    for (size_t i = 0; i < evq_known_answer_count && status == EVQ_OK; i++) {
        const EvqKnownAnswer *answer = &evq_known_answers[i];
        EvqSession *session;
        if (!is_of_metric(answer, metric))
            continue;
        status = evq_selftest_score(&session, answer->metric, answer->picture, device, NULL, error);
        if (status == EVQ_OK)
            status = compare(session, answer, error);
        evq_session_close(&session);
    }
    return status;
}

int evq_device_selftest(EvqDevice *device, const char *metric, EvqError *error)
{
    if (!evq_metric_find(metric))
        return evq_fail(error, EVQ_E_USAGE, "there is no metric \"%.80s\"", metric);
    int status = run(device, metric, error);
    if (status == EVQ_OK)
        keep_pass(device, metric);
    return status;
}

int evq_selftest_session(EvqSession *session, EvqError *error)
{
    EvqDevice *device = session->engine.device;
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
