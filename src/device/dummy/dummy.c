#include "device/dummy/dummy.h"

#include "core/error.h"
#include "device/backend.h"
#include "device/cpu/level.h"

#include <stdlib.h>
#include <string.h>

typedef struct Dummy {
    EvqDevice base;
    EvqDummyFaults fault; /* counts down, under base.mutex */
} Dummy;

typedef struct DummyQueue {
    EvqQueue base;
    int tainted; /* by a launch of so many items */
} DummyQueue;

/* Whether this call is the one that fails. */
static int fails(EvqDevice *device, int *countdown)
{
    pthread_mutex_lock(&device->mutex);
    int failed = *countdown == 1;
    *countdown -= *countdown > 0;
    pthread_mutex_unlock(&device->mutex);
    return failed;
}

static Dummy *dummy_of(EvqDevice *device)
{
    return (Dummy *)device;
}

static void close(EvqDevice *device)
{
    evq_device_done(device);
    free(device);
}

static int alloc(EvqDevice *device, EvqDeviceBuffer *buffer, EvqError *error)
{
    void *memory = fails(device, &dummy_of(device)->fault.alloc) ? NULL : calloc(1, buffer->bytes);
    buffer->handle = (uintptr_t)memory;
    return memory ? EVQ_OK
                  : evq_fail(error, EVQ_E_DEVICE, "%s: out of memory: %zu bytes", device->label,
                             buffer->bytes);
}

static void free_buffer(EvqDevice *device, EvqDeviceBuffer *buffer)
{
    (void)device;
    free((void *)(uintptr_t)buffer->handle);
}

static int alloc_host(EvqDevice *device, EvqHostMemory *memory, EvqError *error)
{
    memory->data =
        fails(device, &dummy_of(device)->fault.alloc_host) ? NULL : malloc(memory->bytes);
    return memory->data ? EVQ_OK
                        : evq_fail(error, EVQ_E_DEVICE, "%s: out of host memory: %zu bytes",
                                   device->label, memory->bytes);
}

static void free_host(EvqDevice *device, EvqHostMemory *memory)
{
    (void)device;
    free(memory->data);
}

static int prepare(EvqDevice *device, const EvqKernelInfo *kernel, EvqKernelId id, EvqError *error)
{
    (void)id;
    if (fails(device, &dummy_of(device)->fault.prepare))
        return evq_fail(error, EVQ_E_DEVICE, "%s: kernel %s does not build", device->label,
                        kernel->name);
    return EVQ_OK;
}

static int queue_open(EvqDevice *device, EvqQueue **queue, EvqError *error)
{
    DummyQueue *made =
        fails(device, &dummy_of(device)->fault.queue) ? NULL : calloc(1, sizeof *made);
    *queue = made ? &made->base : NULL;
    return *queue ? EVQ_OK : evq_fail(error, EVQ_E_DEVICE, "%s: no queue", device->label);
}

static void queue_close(EvqQueue *queue)
{
    free(queue);
}

static int upload(EvqQueue *queue, const EvqDeviceBuffer *to, const void *from, size_t bytes,
                  EvqError *error)
{
    (void)queue, (void)error;
    memcpy((void *)(uintptr_t)to->handle, from, bytes);
    return EVQ_OK;
}

static int download(EvqQueue *queue, void *to, const EvqDeviceBuffer *from, size_t bytes,
                    EvqError *error)
{
    DummyQueue *q = (DummyQueue *)queue;
    (void)error;
    memcpy(to, (void *)(uintptr_t)from->handle, bytes);
    *(unsigned char *)to ^= (unsigned char)q->tainted;
    q->tainted = 0;
    return EVQ_OK;
}

static int launch(EvqQueue *queue, const EvqLaunch *launch, const EvqGrid *grid, EvqError *error)
{
    Dummy *dummy = dummy_of(queue->device);
    void *buffers[EVQ_MAX_BUFFERS];
    if (fails(queue->device, &dummy->fault.launch))
        return evq_fail(error, EVQ_E_DEVICE, "%s: the device is lost", queue->device->label);
    for (int i = 0; i < launch->buffers; i++)
        buffers[i] = (void *)(uintptr_t)launch->buffer[i]->handle;
    evq_cpu_level(~0u)->kernel[launch->kernel](launch->params, buffers, 0, grid->items);
    if (dummy->fault.wrong_probe && launch->kernel == EVQ_KERNEL_probe)
        *(u32 *)buffers[1] ^= 1;
    if (grid->items >= dummy->fault.wrong_from && grid->items <= dummy->fault.wrong_to)
        ((DummyQueue *)queue)->tainted = 1;
    return EVQ_OK;
}

static int wait(EvqQueue *queue, EvqError *error)
{
    if (fails(queue->device, &dummy_of(queue->device)->fault.wait))
        return evq_fail(error, EVQ_E_DEVICE, "%s: the device is lost", queue->device->label);
    return EVQ_OK;
}

int evq_dummy_faults_left(EvqDevice *device)
{
    const EvqDummyFaults *f = &dummy_of(device)->fault;
    pthread_mutex_lock(&device->mutex);
    int left = (f->alloc > 0) + (f->alloc_host > 0) + (f->prepare > 0) + (f->queue > 0) +
               (f->launch > 0) + (f->wait > 0);
    pthread_mutex_unlock(&device->mutex);
    return left;
}

static const EvqDeviceOps ops = {
    .close = close,
    .alloc = alloc,
    .free = free_buffer,
    .alloc_host = alloc_host,
    .free_host = free_host,
    .prepare = prepare,
    .queue_open = queue_open,
    .queue_close = queue_close,
    .upload = upload,
    .download = download,
    .launch = launch,
    .wait = wait,
};

int evq_dummy_open(EvqDevice **device, const EvqDummyFaults *faults, EvqFp64 fp64, EvqError *error)
{
    EvqDeviceInfo info = { .backend = EVQ_BACKEND_COUNT,
                           .name = "test device",
                           .driver = "none",
                           .memory = (uint64_t)1 << 34,
                           .largest_buffer = (uint64_t)1 << 32,
                           .fp64 = 1,
                           .denormals = 1,
                           .exact_division = 1 };
    Dummy *dummy = calloc(1, sizeof *dummy);
    *device = &dummy->base;
    if (!dummy)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a device");
    dummy->fault = *faults;
    int status = evq_device_init(&dummy->base, &ops, &info, fp64, error);
    if (status < 0) {
        free(dummy);
        *device = NULL;
    }
    return status;
}
