/* Stands in for OpenCL in a build without it. */
#include "core/error.h"
#include "device/driver.h"

static int describe(int index, EvqDeviceInfo *info, EvqError *error)
{
    (void)index, (void)info;
    return evq_fail(error, EVQ_E_DEVICE, "OpenCL is not in this build");
}

static int open(EvqDevice **device, int index, EvqFp64 fp64, EvqError *error)
{
    (void)fp64;
    *device = NULL;
    return describe(index, NULL, error);
}

const EvqDriver evq_driver_opencl = { EVQ_BACKEND_OPENCL, describe, open };
