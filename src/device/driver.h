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

/* The drivers in the order in which EVQ_BACKEND_AUTO asks them; NULL past the end. */
const EvqDriver *evq_driver_at(int index);
/* NULL where kernels run without one. */
const EvqDriver *evq_driver_of(EvqBackend backend);

extern const EvqDriver evq_driver_opencl;
extern const EvqDriver evq_driver_cuda;

#endif
