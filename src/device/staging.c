#include "device/staging.h"

#include <string.h>

/* An upload takes some 5 us beside its bytes; whole planes would leave the processor's cache. */
#define PART ((size_t)2 << 20)

int evq_staging_open(EvqStaging *staging, EvqDevice *device, size_t plane, size_t row,
                     EvqError *error)
{
    size_t part = plane < PART ? plane : PART;
    staging->part = part < row ? row : part;
    if (!plane)
        return EVQ_OK;
    return evq_device_alloc_host(device, &staging->memory, EVQ_QUEUE_MARKS * staging->part, error);
}

void evq_staging_close(EvqStaging *staging, EvqDevice *device)
{
    evq_device_free_host(device, &staging->memory);
}

static void copy(unsigned char *to, size_t stride, const EvqRows *rows, int first, int count)
{
    const unsigned char *from = (const unsigned char *)rows->data + first * rows->stride;
    for (int i = 0; i < count; i++, to += stride, from += rows->stride) {
        memcpy(to, from, rows->bytes);
        memset(to + rows->bytes, 0, stride - rows->bytes);
    }
}

int evq_staging_upload(EvqStaging *staging, EvqQueue *queue, const EvqDeviceBuffer *to,
                       size_t stride, const EvqRows *rows, EvqError *error)
{
    int most = (int)(staging->part / stride), status = EVQ_OK;
    for (int row = 0; row < rows->count && status == EVQ_OK; row += most) {
        int count = rows->count - row < most ? rows->count - row : most, part = staging->next;
        unsigned char *data = (unsigned char *)staging->memory.data + part * staging->part;
        staging->next = (part + 1) % EVQ_QUEUE_MARKS;
        status = evq_queue_reach(queue, part, error);
        if (status < 0)
            break;
        copy(data, stride, rows, row, count);
        status = evq_queue_upload(queue, to, row * stride, data, count * stride, error);
        if (status == EVQ_OK)
            status = evq_queue_mark(queue, part, error);
    }
    return status;
}
