/*
 * The way of pictures to a device: in parts through a little memory from which uploads are fast. A
 * part is copied while those before it are on their way.
 */
#ifndef EVQ_DEVICE_STAGING_H
#define EVQ_DEVICE_STAGING_H

#include "device/device.h"

/* Zeroed: none. */
typedef struct EvqStaging {
    EvqHostMemory memory; /* EVQ_QUEUE_MARKS parts */
    size_t part;          /* bytes of one */
    int next;
} EvqStaging;

/* Rows of a picture in the caller's memory. */
typedef struct EvqRows {
    const void *data;
    ptrdiff_t stride; /* bytes from row to row */
    size_t bytes;     /* of a row */
    int count;
} EvqRows;

/* For planes of up to `plane` bytes, rows of up to `row` bytes, as a device has them; 0: none. */
int evq_staging_open(EvqStaging *staging, EvqDevice *device, size_t plane, size_t row,
                     EvqError *error);
/* Nothing may be on its way any more. */
void evq_staging_close(EvqStaging *staging, EvqDevice *device);

/* Gives rows to a queue, for a buffer with `stride` bytes from row to row; what lies beside them
 * there becomes 0. The caller's memory is free when this returns. The queue's marks are the
 * staging's, and no other queue may use it. */
int evq_staging_upload(EvqStaging *staging, EvqQueue *queue, const EvqDeviceBuffer *to,
                       size_t stride, const EvqRows *rows, EvqError *error);

#endif
