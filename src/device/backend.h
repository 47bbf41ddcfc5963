/* What a backend implements, and the parts of a device that all of them share. */
#ifndef EVQ_DEVICE_BACKEND_H
#define EVQ_DEVICE_BACKEND_H

#include "device/device.h"
#include "device/kernel_info.h"

#include <pthread.h>

/* Work-items of a launch in x, y and z. */
typedef struct EvqGrid {
    int columns, items, planes;
} EvqGrid;

/* Arguments were checked: sizes are not 0 and within limits, kernels exist and get what they take,
 * grids are not empty. Functions may be called by several threads, for one queue by one. */
typedef struct EvqDeviceOps {
    void (*close)(EvqDevice *device);
    int (*alloc)(EvqDevice *device, EvqDeviceBuffer *buffer, EvqError *error);
    void (*free)(EvqDevice *device, EvqDeviceBuffer *buffer);
    int (*alloc_host)(EvqDevice *device, EvqHostMemory *memory, EvqError *error);
    void (*free_host)(EvqDevice *device, EvqHostMemory *memory);
    int (*prepare)(EvqDevice *device, const EvqKernelInfo *kernel, EvqKernelId id, EvqError *error);
    /* Of a kernel that is prepared: its private_bytes and registers. */
    int (*describe_kernel)(EvqDevice *device, EvqKernelId id, EvqKernelUse *use, EvqError *error);
    int (*queue_open)(EvqDevice *device, EvqQueue **queue, EvqError *error);
    void (*queue_close)(EvqQueue *queue);
    int (*upload)(EvqQueue *queue, const EvqDeviceBuffer *to, size_t offset, const void *from,
                  size_t bytes, EvqError *error);
    int (*download)(EvqQueue *queue, void *to, const EvqDeviceBuffer *from, size_t bytes,
                    EvqError *error);
    int (*launch)(EvqQueue *queue, const EvqLaunch *launch, const EvqGrid *grid, EvqError *error);
    int (*wait)(EvqQueue *queue, EvqError *error);
    int (*mark)(EvqQueue *queue, int mark, EvqError *error);
    int (*reach)(EvqQueue *queue, int mark, EvqError *error);
    /* Records; NULL where there are none. */
    int (*record_open)(EvqDevice *device, EvqRecord **record, int launches, EvqError *error);
    int (*record_add)(EvqRecord *record, const EvqLaunch *launch, const EvqGrid *grid,
                      const int *after, int afters, EvqError *error);
    int (*record_end)(EvqRecord *record, EvqError *error);
    int (*record_run)(EvqRecord *record, EvqQueue *queue, EvqError *error);
    void (*record_close)(EvqRecord *record);
} EvqDeviceOps;

/* The head of every backend's device. */
struct EvqDevice {
    const EvqDeviceOps *ops;
    EvqDeviceInfo info;
    char label[160];
    int fp64;
    int is_free;           /* fp64 was not asked for, nor refused */
    pthread_mutex_t mutex; /* guards what follows */
    uint64_t bytes, most_bytes;
    int turns; /* left */
    pthread_cond_t turn_ended;
    uint64_t notes; /* see evq_device_note() */
    EvqError loss;  /* status 0: the device is well */
};

/* The head of every backend's queue. */
struct EvqQueue {
    EvqDevice *device;
};

/* The head of every backend's record. */
struct EvqRecord {
    EvqDevice *device;
};

/* Sets up the shared head: ops, info, label. EVQ_E_DEVICE when fp64 is asked for and not there. */
int evq_device_init(EvqDevice *device, const EvqDeviceOps *ops, const EvqDeviceInfo *info,
                    EvqFp64 fp64, EvqError *error);
/* Undoes evq_device_init(); called by the backend's close. */
void evq_device_done(EvqDevice *device);

/* The work-items of a group that suit a grid. */
typedef struct EvqGroup {
    int x, y;
} EvqGroup;
EvqGroup evq_device_group(const EvqDevice *device, const EvqGrid *grid);

#endif
