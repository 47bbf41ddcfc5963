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
    int buffers, reads; /* the first `reads` are read only */
} EvqLaunch;

/* Launches kept by a backend, to be run again as a whole. */
typedef struct EvqRecord EvqRecord;

const EvqDeviceInfo *evq_device_about(const EvqDevice *device);
/* "BACKEND:INDEX NAME", for messages and reports. */
const char *evq_device_label(const EvqDevice *device);
/* Whether kernels use native binary64. */
int evq_device_uses_fp64(const EvqDevice *device);
/* Whether it was opened with EVQ_FP64_AUTO. */
int evq_device_is_free(const EvqDevice *device);
/* The most bytes that its buffers have taken at once. */
uint64_t evq_device_most_bytes(const EvqDevice *device);

/* Bits for whoever uses the device: none at first, and once set they stay. */
uint64_t evq_device_notes(EvqDevice *device);
void evq_device_note(EvqDevice *device, uint64_t bits);

/*
 * Turns on a device: EVQ_DEVICE_TURNS holders at a time, whoever comes later waits. Pictures that a
 * device works at side by side get done at about the same time, and were it free to all it would
 * idle while all of them are copied next; so some work while others copy. A processor has one turn:
 * it gains nothing by more, and PoCL does not survive them (docs/errata.md).
 */
#define EVQ_DEVICE_TURNS 3
void evq_device_take_turn(EvqDevice *device);
void evq_device_end_turn(EvqDevice *device);

int evq_device_alloc(EvqDevice *device, EvqDeviceBuffer *buffer, size_t bytes, EvqError *error);
void evq_device_free(EvqDevice *device, EvqDeviceBuffer *buffer);
int evq_device_alloc_host(EvqDevice *device, EvqHostMemory *memory, size_t bytes, EvqError *error);
void evq_device_free_host(EvqDevice *device, EvqHostMemory *memory);

/* Builds a kernel, so that its first launch need not. */
int evq_device_prepare(EvqDevice *device, EvqKernelId kernel, EvqError *error);

int evq_queue_open(EvqQueue **queue, EvqDevice *device, EvqError *error);
/* Waits for what is in the queue. */
void evq_queue_close(EvqQueue **queue);
/* Copies `bytes` to a buffer's from `offset` on. */
int evq_queue_upload(EvqQueue *queue, const EvqDeviceBuffer *to, size_t offset, const void *from,
                     size_t bytes, EvqError *error);
/* Copies the first `bytes` of a buffer. */
int evq_queue_download(EvqQueue *queue, void *to, const EvqDeviceBuffer *from, size_t bytes,
                       EvqError *error);
int evq_queue_launch(EvqQueue *queue, const EvqLaunch *launch, EvqError *error);
int evq_queue_wait(EvqQueue *queue, EvqError *error);

/*
 * Waiting for a part of what is in a queue. A queue has marks 0 .. EVQ_QUEUE_MARKS - 1; setting one
 * moves it behind what was given so far, and reaching it waits for that. One that was never set is
 * reached.
 */
#define EVQ_QUEUE_MARKS 4
int evq_queue_mark(EvqQueue *queue, int mark, EvqError *error);
int evq_queue_reach(EvqQueue *queue, int mark, EvqError *error);

/*
 * Repeating launches for less than launching them costs. A record holds one sequence of launches,
 * none of an empty grid; its buffers must outlive it. Where a backend keeps none, opening gives
 * NULL and EVQ_OK.
 */
int evq_record_open(EvqRecord **record, EvqDevice *device, int launches, EvqError *error);
/* The launch waits for those of after[0 .. afters - 1], indices of earlier ones, and for no other.
 */
int evq_record_add(EvqRecord *record, const EvqLaunch *launch, const int *after, int afters,
                   EvqError *error);
/* After the last launch, before the first run. */
int evq_record_end(EvqRecord *record, EvqError *error);
int evq_record_run(EvqRecord *record, EvqQueue *queue, EvqError *error);
void evq_record_close(EvqRecord **record);

#endif
