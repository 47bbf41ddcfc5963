#include "device/dummy/dummy.h"

#include "core/error.h"
#include "device/backend.h"
#include "device/cpu/level.h"

#include <stdlib.h>
#include <string.h>

typedef struct Dummy {
    EvqDevice base;
    const EvqCpuLevel *level;
    EvqDummyFaults fault; /* counts down, under base.mutex */
} Dummy;

typedef struct Upload {
    void *to;
    const void *from;
    size_t bytes;
} Upload;

enum { MOST_UPLOADS = 16 };

typedef struct DummyQueue {
    EvqQueue base;
    int tainted; /* by a launch of so many items */
    Upload upload[MOST_UPLOADS];
    int uploads; /* not done yet */
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

/* As a processor: it has no registers to spill. */
static int describe_kernel(EvqDevice *device, EvqKernelId id, EvqKernelUse *use, EvqError *error)
{
    (void)device, (void)id, (void)use, (void)error;
    return EVQ_OK;
}

static int queue_open(EvqDevice *device, EvqQueue **queue, EvqError *error)
{
    DummyQueue *made =
        fails(device, &dummy_of(device)->fault.queue) ? NULL : calloc(1, sizeof *made);
    *queue = made ? &made->base : NULL;
    return *queue ? EVQ_OK : evq_fail(error, EVQ_E_DEVICE, "%s: no queue", device->label);
}

static DummyQueue *queue_of(EvqQueue *queue)
{
    return (DummyQueue *)queue;
}

static void do_uploads(DummyQueue *queue)
{
    for (int i = 0; i < queue->uploads; i++)
        memcpy(queue->upload[i].to, queue->upload[i].from, queue->upload[i].bytes);
    queue->uploads = 0;
}

static void queue_close(EvqQueue *queue)
{
    do_uploads(queue_of(queue));
    free(queue);
}

static int upload(EvqQueue *queue, const EvqDeviceBuffer *to, size_t offset, const void *from,
                  size_t bytes, EvqError *error)
{
    DummyQueue *q = queue_of(queue);
    (void)error;
    if (q->uploads == MOST_UPLOADS)
        do_uploads(q);
    q->upload[q->uploads++] =
        (Upload){ (unsigned char *)(uintptr_t)to->handle + offset, from, bytes };
    return EVQ_OK;
}

static int download(EvqQueue *queue, void *to, const EvqDeviceBuffer *from, size_t bytes,
                    EvqError *error)
{
    DummyQueue *q = queue_of(queue);
    (void)error;
    do_uploads(q);
    memcpy(to, (void *)(uintptr_t)from->handle, bytes);
    *(unsigned char *)to ^= (unsigned char)q->tainted;
    q->tainted = 0;
    return EVQ_OK;
}

static void flip(Dummy *dummy, const EvqLaunch *launch, void *const *buffers)
{
    EvqDummyFlip *f = &dummy->fault.flip;
    Geometry g;
    memcpy(&g, launch->params, sizeof g);
    if (launch->kernel != f->kernel || g.items < f->from)
        return;
    if (f->launch >= 0 && !fails(&dummy->base, &f->launch))
        return;
    i32 at =
        g.offset[f->buffer] + f->y * g.stride[f->buffer] + f->plane * g.pitch[f->buffer] + f->x;
    unsigned char *element = (unsigned char *)buffers[f->buffer] + (ptrdiff_t)at * f->element_bytes;
    element[f->bit / 8] ^= (unsigned char)(1 << f->bit % 8);
}

static int launch(EvqQueue *queue, const EvqLaunch *launch, const EvqGrid *grid, EvqError *error)
{
    Dummy *dummy = dummy_of(queue->device);
    void *buffers[EVQ_MAX_BUFFERS];
    if (grid->items >= dummy->fault.launch_from && fails(queue->device, &dummy->fault.launch))
        return evq_fail(error, EVQ_E_DEVICE, "%s: the device is lost", queue->device->label);
    do_uploads(queue_of(queue));
    for (int i = 0; i < launch->buffers; i++)
        buffers[i] = (void *)(uintptr_t)launch->buffer[i]->handle;
    dummy->level->kernel[launch->kernel](launch->params, buffers, 0, grid->items);
    flip(dummy, launch, buffers);
    if (dummy->fault.wrong_probe && launch->kernel == EVQ_KERNEL_probe)
        *(u32 *)buffers[1] ^= 1;
    if (grid->items >= dummy->fault.wrong_from && grid->items <= dummy->fault.wrong_to)
        queue_of(queue)->tainted = 1;
    return EVQ_OK;
}

static int wait(EvqQueue *queue, EvqError *error)
{
    do_uploads(queue_of(queue));
    if (fails(queue->device, &dummy_of(queue->device)->fault.wait))
        return evq_fail(error, EVQ_E_DEVICE, "%s: the device is lost", queue->device->label);
    return EVQ_OK;
}

/* Reaching any mark does all that was given. */
static int mark(EvqQueue *queue, int mark, EvqError *error)
{
    (void)queue, (void)mark, (void)error;
    return EVQ_OK;
}

static int reach(EvqQueue *queue, int mark, EvqError *error)
{
    (void)mark, (void)error;
    do_uploads(queue_of(queue));
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
    .describe_kernel = describe_kernel,
    .queue_open = queue_open,
    .queue_close = queue_close,
    .upload = upload,
    .download = download,
    .launch = launch,
    .wait = wait,
    .mark = mark,
    .reach = reach,
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
    dummy->level = evq_cpu_level(~0u);
    int status = evq_device_init(&dummy->base, &ops, &info, fp64, error);
    if (status < 0) {
        free(dummy);
        *device = NULL;
    }
    return status;
}

int evq_dummy_open_sound(EvqDevice **device, const EvqCpuLevel *level, EvqError *error)
{
    int status = evq_dummy_open(device, &(EvqDummyFaults){ 0 }, EVQ_FP64_AUTO, error);
    if (status == EVQ_OK)
        dummy_of(*device)->level = level;
    return status;
}
