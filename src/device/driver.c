/* Which backends there are, their devices, and opening one. */
#include "device/driver.h"

#include "core/error.h"
#include "device/cpu/level.h"
#include "device/probe.h"

#include <stdio.h>
#include <unistd.h>

/* In the order in which EVQ_BACKEND_AUTO asks them. */
static const EvqDriver *const driver[] = { &evq_driver_cuda, &evq_driver_opencl };
enum { DRIVERS = sizeof driver / sizeof *driver };

const EvqDriver *evq_driver_at(int index)
{
    return index < DRIVERS ? driver[index] : NULL;
}

const EvqDriver *evq_driver_of(EvqBackend backend)
{
    for (int i = 0; i < DRIVERS; i++)
        if (driver[i]->backend == backend)
            return driver[i];
    return NULL;
}

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
    const EvqDriver *d = evq_driver_of(backend);
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
    const EvqDriver *d = evq_driver_of(backend);
    *device = NULL;
    if (!d || index < 0 || (unsigned)fp64 > EVQ_FP64_OFF)
        return evq_fail(error, EVQ_E_USAGE, "there is no device %d of backend %d to open", index,
                        (int)backend);
    return open_proven(device, d, index, fp64, error);
}
