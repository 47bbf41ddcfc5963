/*
 * A device: buffers, queues and kernel launches, whatever the API behind it. Every call is checked
 * here in one place (device.c) before a backend sees it.
 *
 * Work in a queue runs in the order in which it was given; different queues overlap. A queue is
 * used by one thread at a time, a device by several. Uploads, downloads and launches return before
 * they are done: what they name must stay until evq_queue_wait(). A device that failed once is
 * lost: every later call returns the same failure.
 */
#ifndef EVQ_DEVICE_DEVICE_H
#define EVQ_DEVICE_DEVICE_H

#include "plan/plan.h"

typedef struct EvqQueue EvqQueue;

/* Memory of the device. A zeroed struct is no buffer. */
typedef struct EvqDeviceBuffer {
    uint64_t handle; /* the backend's */
    size_t bytes;
} EvqDeviceBuffer;

/* Memory of the host from which uploads are fast. */
typedef struct EvqHostMemory {
    void *data;
    size_t bytes;
    void *handle; /* the backend's */
} EvqHostMemory;

typedef struct EvqLaunch {
    EvqKernelId kernel;
    const void *params; /* begins with a Geometry, whose grid is the launch's */
    size_t params_bytes;
    const EvqDeviceBuffer *buffer[EVQ_MAX_BUFFERS];
    int buffers;
} EvqLaunch;

const EvqDeviceInfo *evq_device_about(const EvqDevice *device);
/* "BACKEND:INDEX NAME", for messages and reports. */
const char *evq_device_label(const EvqDevice *device);
/* Whether kernels use native binary64. */
int evq_device_uses_fp64(const EvqDevice *device);
/* The most bytes that its buffers have taken at once. */
uint64_t evq_device_most_bytes(const EvqDevice *device);

/* Bits for whoever uses the device: none at first, and once set they stay. */
uint64_t evq_device_notes(EvqDevice *device);
void evq_device_note(EvqDevice *device, uint64_t bits);

int evq_device_alloc(EvqDevice *device, EvqDeviceBuffer *buffer, size_t bytes, EvqError *error);
void evq_device_free(EvqDevice *device, EvqDeviceBuffer *buffer);
int evq_device_alloc_host(EvqDevice *device, EvqHostMemory *memory, size_t bytes, EvqError *error);
void evq_device_free_host(EvqDevice *device, EvqHostMemory *memory);

/* Builds a kernel, so that its first launch need not. */
int evq_device_prepare(EvqDevice *device, EvqKernelId kernel, EvqError *error);

int evq_queue_open(EvqQueue **queue, EvqDevice *device, EvqError *error);
/* Waits for what is in the queue. */
void evq_queue_close(EvqQueue **queue);
/* Copies the first `bytes` of a buffer. */
int evq_queue_upload(EvqQueue *queue, const EvqDeviceBuffer *to, const void *from, size_t bytes,
                     EvqError *error);
int evq_queue_download(EvqQueue *queue, void *to, const EvqDeviceBuffer *from, size_t bytes,
                       EvqError *error);
int evq_queue_launch(EvqQueue *queue, const EvqLaunch *launch, EvqError *error);
int evq_queue_wait(EvqQueue *queue, EvqError *error);

#endif
