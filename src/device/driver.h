/* A backend as the engine sees it: what devices it has, and opening one. */
#ifndef EVQ_DEVICE_DRIVER_H
#define EVQ_DEVICE_DRIVER_H

#include "device/device.h"

typedef struct EvqDriver {
    EvqBackend backend;
    /* As evq_device_info(). */
    int (*describe)(int index, EvqDeviceInfo *info, EvqError *error);
    int (*open)(EvqDevice **device, int index, EvqFp64 fp64, EvqError *error);
} EvqDriver;

extern const EvqDriver evq_driver_opencl;
extern const EvqDriver evq_driver_cuda;

#endif
