#include "device/engine.h"

#include "core/error.h"
#include "device/driver.h"
#include "device/probe.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEVICE_RUNNERS      4 /* one uploads, one computes, one is read, one waits */
#define MOST_DEVICE_RUNNERS 16

/* In the order in which EVQ_BACKEND_AUTO asks them. */
static const EvqDriver *const driver[] = { &evq_driver_cuda, &evq_driver_opencl };
enum { DRIVERS = sizeof driver / sizeof *driver };

static const EvqDriver *driver_of(EvqBackend backend)
{
    for (int i = 0; i < DRIVERS; i++)
        if (driver[i]->backend == backend)
            return driver[i];
    return NULL;
}

/* ---- Public: what there is ---- */

const char *evq_backend_name(EvqBackend backend)
{
    static const char *const name[EVQ_BACKEND_COUNT] = { "auto", "cpu", "opencl", "cuda" };
    return (unsigned)backend < EVQ_BACKEND_COUNT ? name[backend] : NULL;
}

static int describe_cpu(int index, EvqDeviceInfo *info)
{
    if (index > 0)
        return 0;
    *info = (EvqDeviceInfo){ .backend = EVQ_BACKEND_CPU,
                             .memory = (uint64_t)sysconf(_SC_PHYS_PAGES) *
                                       (uint64_t)sysconf(_SC_PAGESIZE),
                             .fp64 = 1,
                             .denormals = 1,
                             .exact_division = 1 };
    info->largest_buffer = info->memory;
    snprintf(info->name, sizeof info->name, "%s", evq_cpu_level(0)->name);
#if defined(__x86_64__)
    info->fma = __builtin_cpu_supports("fma") != 0;
#endif
    return 1;
}

int evq_device_info(EvqBackend backend, int index, EvqDeviceInfo *info, EvqError *error)
{
    const EvqDriver *d = driver_of(backend);
    if (index < 0 || (!d && backend != EVQ_BACKEND_CPU))
        return evq_fail(error, EVQ_E_USAGE, "there is no device %d of backend %d", index,
                        (int)backend);
    return d ? d->describe(index, info, error) : describe_cpu(index, info);
}

static int open_proven(EvqDevice **device, const EvqDriver *d, int index, EvqFp64 fp64,
                       EvqError *error)
{
    int status = d->open(device, index, fp64, error);
    if (status == EVQ_OK)
        status = evq_probe(*device, error);
    if (status < 0)
        evq_device_close(device);
    return status;
}

int evq_device_open(EvqDevice **device, EvqBackend backend, int index, EvqFp64 fp64,
                    EvqError *error)
{
    const EvqDriver *d = driver_of(backend);
    *device = NULL;
    if (!d || index < 0 || (unsigned)fp64 > EVQ_FP64_OFF)
        return evq_fail(error, EVQ_E_USAGE, "there is no device %d of backend %d to open", index,
                        (int)backend);
    return open_proven(device, d, index, fp64, error);
}

/* ---- Choosing ---- */

static int contains(const char *name, const char *part)
{
    size_t length = strlen(part);
    for (; *name; name++)
        if (strncasecmp(name, part, length) == 0)
            return 1;
    return 0;
}

/* Whether the text, an index or a part of a name, means this device; no text means every one. */
static int is_meant(const EvqDeviceInfo *info, const char *text)
{
    if (!text || !*text)
        return 1;
    if (text[strspn(text, "0123456789")] == '\0')
        return strtol(text, NULL, 10) == info->index;
    return contains(info->name, text);
}

static int open_named(EvqEngine *engine, const EvqDriver *d, const EvqConfig *config,
                      EvqError *error)
{
    EvqDeviceInfo info;
    for (int i = 0;; i++) {
        int found = d->describe(i, &info, error);
        if (found < 0)
            return found;
        if (!found && config->device)
            return evq_fail(error, EVQ_E_DEVICE, "there is no %s device \"%.100s\"",
                            evq_backend_name(d->backend), config->device);
        if (!found)
            return evq_fail(error, EVQ_E_DEVICE, "there is no %s device",
                            evq_backend_name(d->backend));
        if (is_meant(&info, config->device))
            return open_proven(&engine->device, d, i, config->fp64, error);
    }
}

/* Keeps the first reason for which a device was passed over. */
static void note(EvqEngine *engine, const char *reason)
{
    if (!*engine->notice)
        snprintf(engine->notice, sizeof engine->notice, "device passed over: %.480s", reason);
}

/* Whether the system shows a graphics card. Asking OpenCL runs every platform's code, which may
 * take long or, as PoCL without /sys, end the process; nobody who did not ask for it should meet
 * that. */
static int has_card(void)
{
    static const char *const node[] = { "/dev/dri", "/dev/nvidiactl", "/dev/kfd", "/dev/dxg",
                                        "/dev/mali0" };
    for (size_t i = 0; i < sizeof node / sizeof *node; i++)
        if (access(node[i], F_OK) == 0)
            return 1;
    return 0;
}

/* The first card that is meant and fit; the first one that is not fit leaves a notice. */
static void open_first_card(EvqEngine *engine, const EvqConfig *config)
{
    EvqDeviceInfo info;
    EvqError error;
    for (int k = 0; k < DRIVERS; k++) {
        if (driver[k]->backend == EVQ_BACKEND_OPENCL && !has_card())
            continue;
        for (int i = 0; driver[k]->describe(i, &info, &error) > 0; i++) {
            if (!info.gpu || !is_meant(&info, config->device))
                continue;
            if (open_proven(&engine->device, driver[k], i, config->fp64, &error) == EVQ_OK)
                return;
            note(engine, error.message);
        }
    }
}

int evq_engine_open(EvqEngine *engine, const EvqConfig *config, EvqError *error)
{
    *engine = (EvqEngine){ .level = evq_cpu_level(config->cpumask) };
    const EvqDriver *d = driver_of(config->backend);
    if (d)
        return open_named(engine, d, config, error);
    if (config->backend == EVQ_BACKEND_AUTO)
        open_first_card(engine, config);
    else if (config->backend != EVQ_BACKEND_CPU)
        return evq_fail(error, EVQ_E_USAGE, "there is no backend %d", (int)config->backend);
    return EVQ_OK;
}

void evq_engine_close(EvqEngine *engine)
{
    if (!engine->borrowed)
        evq_device_close(&engine->device);
    engine->device = NULL;
}

void evq_engine_fall_back(EvqEngine *engine, const char *reason)
{
    evq_engine_close(engine);
    note(engine, reason);
}

EvqForm evq_engine_form(const EvqEngine *engine)
{
    return engine->device ? EVQ_FORM_SIDE_BY_SIDE : EVQ_FORM_IN_ORDER;
}

const char *evq_engine_name(const EvqEngine *engine)
{
    return engine->device ? evq_device_label(engine->device) : "cpu";
}

int evq_engine_runners(const EvqEngine *engine, int configured)
{
    cpu_set_t set;
    if (engine->device)
        return !configured                        ? DEVICE_RUNNERS
               : configured < MOST_DEVICE_RUNNERS ? configured
                                                  : MOST_DEVICE_RUNNERS;
    if (configured)
        return configured;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}
