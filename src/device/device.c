#include "device/backend.h"

#include "core/error.h"

#include <stdio.h>
#include <string.h>

#define GROUP_ITEMS 128
/* A grid of fewer items than a large device runs at once is spread over all of it. */
#define FEW_ITEMS   65536
#define SMALL_GROUP 32

/* ---- The shared head ---- */

int evq_device_init(EvqDevice *device, const EvqDeviceOps *ops, const EvqDeviceInfo *info,
                    EvqFp64 fp64, EvqError *error)
{
    device->ops = ops;
    device->info = *info;
    device->fp64 = fp64 == EVQ_FP64_OFF ? 0 : info->fp64;
    device->is_free = fp64 == EVQ_FP64_AUTO;
    const char *backend = evq_backend_name(info->backend);
    snprintf(device->label, sizeof device->label, "%s:%d %.120s", backend ? backend : "dummy",
             info->index, info->name);
    if (fp64 == EVQ_FP64_ON && !info->fp64)
        return evq_fail(error, EVQ_E_DEVICE, "%s has no fp64", device->label);
    pthread_mutex_init(&device->mutex, NULL);
    pthread_cond_init(&device->turn_ended, NULL);
    device->turns = info->gpu ? EVQ_DEVICE_TURNS : 1;
    return EVQ_OK;
}

void evq_device_done(EvqDevice *device)
{
    pthread_cond_destroy(&device->turn_ended);
    pthread_mutex_destroy(&device->mutex);
}

EvqGroup evq_device_group(const EvqDevice *device, const EvqGrid *grid)
{
    /* PoCL compiles a kernel again for every shape of a group. */
    if (!device->info.gpu)
        return (EvqGroup){ GROUP_ITEMS, 1 };
    int64_t all = (int64_t)grid->columns * grid->items * grid->planes;
    int size = all < FEW_ITEMS ? SMALL_GROUP : GROUP_ITEMS;
    int x = 1;
    while (x < grid->columns && x < size)
        x *= 2;
    return (EvqGroup){ x, size / x };
}

void evq_device_close(EvqDevice **device)
{
    if (*device)
        (*device)->ops->close(*device);
    *device = NULL;
}

const EvqDeviceInfo *evq_device_about(const EvqDevice *device)
{
    return &device->info;
}

const char *evq_device_label(const EvqDevice *device)
{
    return device->label;
}

int evq_device_uses_fp64(const EvqDevice *device)
{
    return device->fp64;
}

int evq_device_is_free(const EvqDevice *device)
{
    return device->is_free;
}

uint64_t evq_device_most_bytes(const EvqDevice *device)
{
    pthread_mutex_t *mutex = &((EvqDevice *)device)->mutex;
    pthread_mutex_lock(mutex);
    uint64_t most = device->most_bytes;
    pthread_mutex_unlock(mutex);
    return most;
}

uint64_t evq_device_notes(EvqDevice *device)
{
    pthread_mutex_lock(&device->mutex);
    uint64_t notes = device->notes;
    pthread_mutex_unlock(&device->mutex);
    return notes;
}

void evq_device_note(EvqDevice *device, uint64_t bits)
{
    pthread_mutex_lock(&device->mutex);
    device->notes |= bits;
    pthread_mutex_unlock(&device->mutex);
}

/* ---- Loss ---- */

static int check_alive(EvqDevice *device, EvqError *error)
{
    pthread_mutex_lock(&device->mutex);
    EvqError loss = device->loss;
    pthread_mutex_unlock(&device->mutex);
    if (loss.status && error)
        *error = loss;
    return loss.status;
}

/* Keeps the first failure of work given to the device. */
static int keep_loss(EvqDevice *device, int status, EvqError *error)
{
    if (status >= 0)
        return status;
    pthread_mutex_lock(&device->mutex);
    if (!device->loss.status)
        device->loss = *error;
    pthread_mutex_unlock(&device->mutex);
    return status;
}

/* Backends always get a place for their message. */
#define WITH_ERROR(error)                                                                          \
    EvqError unwanted_;                                                                            \
    error = error ? error : &unwanted_

/* ---- Turns ---- */

void evq_device_take_turn(EvqDevice *device)
{
    pthread_mutex_lock(&device->mutex);
    while (!device->turns)
        pthread_cond_wait(&device->turn_ended, &device->mutex);
    device->turns--;
    pthread_mutex_unlock(&device->mutex);
}

void evq_device_end_turn(EvqDevice *device)
{
    pthread_mutex_lock(&device->mutex);
    device->turns++;
    pthread_cond_signal(&device->turn_ended);
    pthread_mutex_unlock(&device->mutex);
}

/* ---- Memory ---- */

static void count_bytes(EvqDevice *device, int64_t bytes)
{
    pthread_mutex_lock(&device->mutex);
    device->bytes += (uint64_t)bytes;
    if (device->bytes > device->most_bytes)
        device->most_bytes = device->bytes;
    pthread_mutex_unlock(&device->mutex);
}

int evq_device_alloc(EvqDevice *device, EvqDeviceBuffer *buffer, size_t bytes, EvqError *error)
{
    WITH_ERROR(error);
    *buffer = (EvqDeviceBuffer){ .bytes = bytes };
    int status = check_alive(device, error);
    if (status == EVQ_OK && bytes == 0)
        status = evq_fail(error, EVQ_E_INTERNAL, "%s: a buffer of no bytes", device->label);
    if (status == EVQ_OK && bytes > device->info.largest_buffer)
        status = evq_fail(
            error, EVQ_E_DEVICE, "%s: a buffer of %zu MiB is needed, %llu MiB is the most it has",
            device->label, bytes >> 20, (unsigned long long)(device->info.largest_buffer >> 20));
    if (status == EVQ_OK)
        status = device->ops->alloc(device, buffer, error);
    if (status < 0)
        *buffer = (EvqDeviceBuffer){ 0 };
    else
        count_bytes(device, (int64_t)bytes);
    return status;
}

void evq_device_free(EvqDevice *device, EvqDeviceBuffer *buffer)
{
    if (!buffer->bytes)
        return;
    device->ops->free(device, buffer);
    count_bytes(device, -(int64_t)buffer->bytes);
    *buffer = (EvqDeviceBuffer){ 0 };
}

int evq_device_alloc_host(EvqDevice *device, EvqHostMemory *memory, size_t bytes, EvqError *error)
{
    WITH_ERROR(error);
    *memory = (EvqHostMemory){ .bytes = bytes };
    int status = check_alive(device, error);
    if (status == EVQ_OK && bytes == 0)
        status = evq_fail(error, EVQ_E_INTERNAL, "%s: host memory of no bytes", device->label);
    if (status == EVQ_OK)
        status = device->ops->alloc_host(device, memory, error);
    if (status < 0)
        *memory = (EvqHostMemory){ 0 };
    return status;
}

void evq_device_free_host(EvqDevice *device, EvqHostMemory *memory)
{
    if (memory->bytes)
        device->ops->free_host(device, memory);
    *memory = (EvqHostMemory){ 0 };
}

/* ---- Kernels and queues ---- */

int evq_device_prepare(EvqDevice *device, EvqKernelId kernel, EvqError *error)
{
    WITH_ERROR(error);
    const EvqKernelInfo *info = evq_kernel_info(kernel);
    int status = check_alive(device, error);
    if (status == EVQ_OK && !info)
        status = evq_fail(error, EVQ_E_INTERNAL, "%s: there is no kernel %d", device->label,
                          (int)kernel);
    return status < 0 ? status : device->ops->prepare(device, info, kernel, error);
}

int evq_device_kernel(EvqDevice *device, int index, EvqKernelUse *use, EvqError *error)
{
    WITH_ERROR(error);
    int id = 0;
    for (int left = index; id < EVQ_KERNEL_COUNT; id++)
        if (evq_kernel_is_on_devices((EvqKernelId)id, device->fp64) && left-- == 0)
            break;
    if (index < 0 || id == EVQ_KERNEL_COUNT)
        return 0;
    *use = (EvqKernelUse){ .kernel = evq_kernel_info((EvqKernelId)id)->name };
    int status = evq_device_prepare(device, (EvqKernelId)id, error);
    if (status == EVQ_OK)
        status = device->ops->describe_kernel(device, (EvqKernelId)id, use, error);
    return status < 0 ? status : 1;
}

int evq_queue_open(EvqQueue **queue, EvqDevice *device, EvqError *error)
{
    WITH_ERROR(error);
    *queue = NULL;
    int status = check_alive(device, error);
    if (status == EVQ_OK)
        status = device->ops->queue_open(device, queue, error);
    if (status == EVQ_OK)
        (*queue)->device = device;
    return status;
}

void evq_queue_close(EvqQueue **queue)
{
    if (*queue)
        (*queue)->device->ops->queue_close(*queue);
    *queue = NULL;
}

static int check_copy(const EvqDevice *device, const EvqDeviceBuffer *buffer, size_t offset,
                      const void *host, size_t bytes, EvqError *error)
{
    if (!host || !bytes || offset > buffer->bytes || bytes > buffer->bytes - offset)
        return evq_fail(error, EVQ_E_INTERNAL, "%s: a copy of %zu bytes at %zu and a buffer of %zu",
                        device->label, bytes, offset, buffer->bytes);
    return EVQ_OK;
}

int evq_queue_upload(EvqQueue *queue, const EvqDeviceBuffer *to, size_t offset, const void *from,
                     size_t bytes, EvqError *error)
{
    WITH_ERROR(error);
    EvqDevice *device = queue->device;
    int status = check_alive(device, error);
    if (status == EVQ_OK)
        status = check_copy(device, to, offset, from, bytes, error);
    if (status == EVQ_OK)
        status =
            keep_loss(device, device->ops->upload(queue, to, offset, from, bytes, error), error);
    return status;
}

int evq_queue_download(EvqQueue *queue, void *to, const EvqDeviceBuffer *from, size_t bytes,
                       EvqError *error)
{
    WITH_ERROR(error);
    EvqDevice *device = queue->device;
    int status = check_alive(device, error);
    if (status == EVQ_OK)
        status = check_copy(device, from, 0, to, bytes, error);
    if (status == EVQ_OK)
        status = keep_loss(device, device->ops->download(queue, to, from, bytes, error), error);
    return status;
}

static int check_launch(const EvqDevice *device, const EvqLaunch *launch, EvqError *error)
{
    const EvqKernelInfo *info = evq_kernel_info(launch->kernel);
    if (!info)
        return evq_fail(error, EVQ_E_INTERNAL, "%s: there is no kernel %d", device->label,
                        (int)launch->kernel);
    if (launch->params_bytes != info->params_bytes)
        return evq_fail(error, EVQ_E_INTERNAL, "%s: kernel %s takes params of %zu bytes, not %zu",
                        device->label, info->name, info->params_bytes, launch->params_bytes);
    if (launch->buffers != info->buffers)
        return evq_fail(error, EVQ_E_INTERNAL, "%s: kernel %s takes %d buffers, not %d",
                        device->label, info->name, info->buffers, launch->buffers);
    for (int i = 0; i < launch->buffers; i++)
        if (!launch->buffer[i] || !launch->buffer[i]->bytes)
            return evq_fail(error, EVQ_E_INTERNAL, "%s: buffer %d of kernel %s is absent",
                            device->label, i, info->name);
    return EVQ_OK;
}

/* The work-items of a launch: 0 where there are none. */
static int grid_of(const EvqLaunch *launch, EvqGrid *grid)
{
    Geometry g;
    memcpy(&g, launch->params, sizeof g);
    *grid = (EvqGrid){ 1, g.items, 1 };
    if (!evq_kernel_info(launch->kernel)->whole_items) {
        grid->columns = g.x1 - g.x0;
        grid->planes = g.planes;
    }
    return grid->columns > 0 && grid->items > 0 && grid->planes > 0;
}

static int check_work(EvqDevice *device, const EvqLaunch *launch, EvqError *error)
{
    int status = check_alive(device, error);
    return status < 0 ? status : check_launch(device, launch, error);
}

int evq_queue_launch(EvqQueue *queue, const EvqLaunch *launch, EvqError *error)
{
    WITH_ERROR(error);
    EvqDevice *device = queue->device;
    EvqGrid grid;
    int status = check_work(device, launch, error);
    if (status < 0 || !grid_of(launch, &grid))
        return status;
    return keep_loss(device, device->ops->launch(queue, launch, &grid, error), error);
}

int evq_queue_wait(EvqQueue *queue, EvqError *error)
{
    WITH_ERROR(error);
    EvqDevice *device = queue->device;
    int status = check_alive(device, error);
    return status < 0 ? status : keep_loss(device, device->ops->wait(queue, error), error);
}

static int check_mark(const EvqDevice *device, int mark, EvqError *error)
{
    if (mark < 0 || mark >= EVQ_QUEUE_MARKS)
        return evq_fail(error, EVQ_E_INTERNAL, "%s: there is no mark %d", device->label, mark);
    return EVQ_OK;
}

static int use_mark(EvqQueue *queue, int mark, int (*use)(EvqQueue *, int, EvqError *),
                    EvqError *error)
{
    EvqDevice *device = queue->device;
    int status = check_alive(device, error);
    if (status == EVQ_OK)
        status = check_mark(device, mark, error);
    return status < 0 ? status : keep_loss(device, use(queue, mark, error), error);
}

int evq_queue_mark(EvqQueue *queue, int mark, EvqError *error)
{
    WITH_ERROR(error);
    return use_mark(queue, mark, queue->device->ops->mark, error);
}

int evq_queue_reach(EvqQueue *queue, int mark, EvqError *error)
{
    WITH_ERROR(error);
    return use_mark(queue, mark, queue->device->ops->reach, error);
}

/* ---- Records ---- */

int evq_record_open(EvqRecord **record, EvqDevice *device, int launches, EvqError *error)
{
    WITH_ERROR(error);
    *record = NULL;
    if (!device->ops->record_open)
        return EVQ_OK;
    int status = check_alive(device, error);
    if (status == EVQ_OK)
        status = device->ops->record_open(device, record, launches, error);
    if (status == EVQ_OK)
        (*record)->device = device;
    return status;
}

int evq_record_add(EvqRecord *record, const EvqLaunch *launch, const int *after, int afters,
                   EvqError *error)
{
    WITH_ERROR(error);
    EvqDevice *device = record->device;
    EvqGrid grid;
    int status = check_work(device, launch, error);
    if (status < 0)
        return status;
    if (!grid_of(launch, &grid))
        return evq_fail(error, EVQ_E_INTERNAL, "%s: an empty launch to be kept", device->label);
    return device->ops->record_add(record, launch, &grid, after, afters, error);
}

int evq_record_end(EvqRecord *record, EvqError *error)
{
    WITH_ERROR(error);
    return record->device->ops->record_end(record, error);
}

int evq_record_run(EvqRecord *record, EvqQueue *queue, EvqError *error)
{
    WITH_ERROR(error);
    EvqDevice *device = record->device;
    int status = check_alive(device, error);
    return status < 0 ? status
                      : keep_loss(device, device->ops->record_run(record, queue, error), error);
}

void evq_record_close(EvqRecord **record)
{
    if (*record)
        (*record)->device->ops->record_close(*record);
    *record = NULL;
}
