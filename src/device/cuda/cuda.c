/* CUDA, through the driver interface, behind the device interface. */
#include "core/error.h"
#include "device/backend.h"
#include "device/cuda/cu.h"
#include "device/cuda/images.h"
#include "device/driver.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST_GROUPS EVQ_KERNEL_COUNT

typedef struct Cuda {
    EvqDevice base;
    EvqCu cu;
    CUdevice device;
    CUcontext context;
    /* Loaded when first asked for, under base.mutex. */
    CUmodule module[MOST_GROUPS];
    CUfunction function[EVQ_KERNEL_COUNT];
} Cuda;

typedef struct Queue {
    EvqQueue base;
    CUstream stream;
    CUevent mark[EVQ_QUEUE_MARKS];
} Queue;

typedef struct Record {
    EvqRecord base;
    CUgraph graph;
    CUgraphExec executable;
    int nodes;
    CUgraphNode node[];
} Record;

static Cuda *cuda_of(EvqDevice *device)
{
    return (Cuda *)device;
}

static Queue *queue_of(EvqQueue *queue)
{
    return (Queue *)queue;
}

static int check(const Cuda *c, const char *action, CUresult code, EvqError *error)
{
    if (code == CUDA_SUCCESS)
        return EVQ_OK;
    return evq_fail(error, EVQ_E_DEVICE, "%s: %s: %s", c->base.label, action,
                    evq_cu_error(&c->cu, code));
}

/* Every call of the driver stands between these two: threads have no context of their own. */
static CUresult enter(const Cuda *c)
{
    return c->cu.CtxPushCurrent(c->context);
}

static void leave(const Cuda *c)
{
    CUcontext context;
    c->cu.CtxPopCurrent(&context);
}

#define IN_CONTEXT(c, code, call)                                                                  \
    do {                                                                                           \
        code = enter(c);                                                                           \
        if (code == CUDA_SUCCESS) {                                                                \
            code = call;                                                                           \
            leave(c);                                                                              \
        }                                                                                          \
    } while (0)

/* ---- Devices ---- */

static void describe_device(const EvqCu *cu, CUdevice id, int index, EvqDeviceInfo *info)
{
    int version = 0, major = 0, minor = 0;
    size_t memory = 0;
    cu->DriverGetVersion(&version);
    cu->DeviceTotalMem(&memory, id);
    cu->DeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, id);
    cu->DeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, id);
    *info = (EvqDeviceInfo){ .backend = EVQ_BACKEND_CUDA,
                             .index = index,
                             .memory = memory,
                             .largest_buffer = memory,
                             .gpu = 1,
                             .fp64 = 1,
                             .fma = 1,
                             .denormals = 1,
                             .exact_division = 1 };
    cu->DeviceGetName(info->name, sizeof info->name, id);
    snprintf(info->driver, sizeof info->driver, "CUDA %d.%d, sm_%d%d", version / 1000,
             version % 1000 / 10, major, minor);
}

/* 1, or 0 when there are fewer devices. */
static int find(const EvqCu *cu, int index, CUdevice *id)
{
    int count = 0;
    return cu->DeviceGetCount(&count) == CUDA_SUCCESS && index < count &&
           cu->DeviceGet(id, index) == CUDA_SUCCESS;
}

static int describe(int index, EvqDeviceInfo *info, EvqError *error)
{
    EvqCu cu;
    CUdevice id;
    int status = evq_cu_load(&cu, error);
    if (status < 0)
        return status;
    if (!find(&cu, index, &id))
        return 0;
    describe_device(&cu, id, index, info);
    return 1;
}

/* ---- Memory ---- */

static int alloc(EvqDevice *device, EvqDeviceBuffer *buffer, EvqError *error)
{
    Cuda *c = cuda_of(device);
    CUdeviceptr pointer = 0;
    CUresult code;
    IN_CONTEXT(c, code, c->cu.MemAlloc(&pointer, buffer->bytes));
    buffer->handle = pointer;
    return check(c, "device memory", code, error);
}

static void free_buffer(EvqDevice *device, EvqDeviceBuffer *buffer)
{
    Cuda *c = cuda_of(device);
    CUresult code;
    IN_CONTEXT(c, code, c->cu.MemFree(buffer->handle));
}

static int alloc_host(EvqDevice *device, EvqHostMemory *memory, EvqError *error)
{
    Cuda *c = cuda_of(device);
    CUresult code;
    IN_CONTEXT(c, code, c->cu.MemHostAlloc(&memory->data, memory->bytes, 0));
    return check(c, "pinned memory", code, error);
}

static void free_host(EvqDevice *device, EvqHostMemory *memory)
{
    Cuda *c = cuda_of(device);
    CUresult code;
    IN_CONTEXT(c, code, c->cu.MemFreeHost(memory->data));
}

/* ---- Kernels ---- */

static CUresult load(Cuda *c, const EvqKernelInfo *kernel, EvqKernelId id)
{
    const EvqCudaImages *images = &evq_cuda_images[kernel->group];
    CUmodule *module = &c->module[kernel->group];
    CUresult code = CUDA_SUCCESS;
    if (!*module)
        code = c->cu.ModuleLoadData(module, c->base.fp64 ? images->fp64 : images->integers);
    if (code != CUDA_SUCCESS) {
        *module = NULL;
        return code;
    }
    return c->cu.ModuleGetFunction(&c->function[id], *module, kernel->name);
}

static int prepare(EvqDevice *device, const EvqKernelInfo *kernel, EvqKernelId id, EvqError *error)
{
    Cuda *c = cuda_of(device);
    CUresult code = CUDA_SUCCESS;
    pthread_mutex_lock(&device->mutex);
    if (!c->function[id])
        IN_CONTEXT(c, code, load(c, kernel, id));
    pthread_mutex_unlock(&device->mutex);
    return check(c, kernel->name, code, error);
}

static int describe_kernel(EvqDevice *device, EvqKernelId id, EvqKernelUse *use, EvqError *error)
{
    Cuda *c = cuda_of(device);
    CUresult code;
    int bytes = 0;
    IN_CONTEXT(c, code,
               c->cu.FuncGetAttribute(&bytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, c->function[id]));
    if (code == CUDA_SUCCESS)
        IN_CONTEXT(
            c, code,
            c->cu.FuncGetAttribute(&use->registers, CU_FUNC_ATTRIBUTE_NUM_REGS, c->function[id]));
    use->private_bytes = (uint64_t)bytes;
    return check(c, use->kernel, code, error);
}

/* ---- Queues ---- */

static void queue_close(EvqQueue *base)
{
    Cuda *c = cuda_of(base->device);
    Queue *queue = queue_of(base);
    if (enter(c) == CUDA_SUCCESS) {
        for (int i = 0; i < EVQ_QUEUE_MARKS; i++)
            if (queue->mark[i])
                c->cu.EventDestroy(queue->mark[i]);
        if (queue->stream) {
            c->cu.StreamSynchronize(queue->stream);
            c->cu.StreamDestroy(queue->stream);
        }
        leave(c);
    }
    free(queue);
}

static CUresult make_queue(Cuda *c, Queue *queue)
{
    CUresult code = c->cu.StreamCreate(&queue->stream, CU_STREAM_NON_BLOCKING);
    for (int i = 0; i < EVQ_QUEUE_MARKS && code == CUDA_SUCCESS; i++)
        code = c->cu.EventCreate(&queue->mark[i], CU_EVENT_DISABLE_TIMING);
    return code;
}

static int queue_open(EvqDevice *device, EvqQueue **out, EvqError *error)
{
    Cuda *c = cuda_of(device);
    CUresult code;
    Queue *queue = calloc(1, sizeof *queue);
    if (!queue)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a queue");
    queue->base.device = device;
    IN_CONTEXT(c, code, make_queue(c, queue));
    if (code != CUDA_SUCCESS)
        queue_close(&queue->base);
    else
        *out = &queue->base;
    return check(c, "a stream", code, error);
}

static int upload(EvqQueue *base, const EvqDeviceBuffer *to, size_t offset, const void *from,
                  size_t bytes, EvqError *error)
{
    Cuda *c = cuda_of(base->device);
    CUresult code;
    IN_CONTEXT(c, code,
               c->cu.MemcpyHtoDAsync(to->handle + offset, from, bytes, queue_of(base)->stream));
    return check(c, "an upload", code, error);
}

static int download(EvqQueue *base, void *to, const EvqDeviceBuffer *from, size_t bytes,
                    EvqError *error)
{
    Cuda *c = cuda_of(base->device);
    CUresult code;
    IN_CONTEXT(c, code, c->cu.MemcpyDtoHAsync(to, from->handle, bytes, queue_of(base)->stream));
    return check(c, "a download", code, error);
}

static unsigned groups(int items, int group)
{
    return (unsigned)((items + group - 1) / group);
}

/* A launch as the driver takes it. Not to be copied: it points into itself. */
typedef struct Call {
    CUkernelNode node;
    CUdeviceptr pointer[EVQ_MAX_BUFFERS];
    void *argument[1 + EVQ_MAX_BUFFERS];
} Call;

static int make_call(EvqDevice *device, Call *call, const EvqLaunch *launch, const EvqGrid *grid,
                     EvqError *error)
{
    Cuda *c = cuda_of(device);
    int status = prepare(device, evq_kernel_info(launch->kernel), launch->kernel, error);
    if (status < 0)
        return status;
    call->argument[0] = (void *)launch->params;
    for (int i = 0; i < launch->buffers; i++) {
        call->pointer[i] = launch->buffer[i]->handle;
        call->argument[1 + i] = &call->pointer[i];
    }
    EvqGroup group = evq_device_group(device, grid);
    call->node = (CUkernelNode){ .function = c->function[launch->kernel],
                                 .grid_x = groups(grid->columns, group.x),
                                 .grid_y = groups(grid->items, group.y),
                                 .grid_z = (unsigned)grid->planes,
                                 .block_x = (unsigned)group.x,
                                 .block_y = (unsigned)group.y,
                                 .block_z = 1,
                                 .arguments = call->argument };
    return EVQ_OK;
}

static int launch(EvqQueue *base, const EvqLaunch *launch, const EvqGrid *grid, EvqError *error)
{
    Cuda *c = cuda_of(base->device);
    Call call;
    CUresult code;
    int status = make_call(base->device, &call, launch, grid, error);
    if (status < 0)
        return status;
    const CUkernelNode *n = &call.node;
    IN_CONTEXT(c, code,
               c->cu.LaunchKernel(n->function, n->grid_x, n->grid_y, n->grid_z, n->block_x,
                                  n->block_y, n->block_z, 0, queue_of(base)->stream, n->arguments,
                                  NULL));
    return check(c, evq_kernel_info(launch->kernel)->name, code, error);
}

static int wait(EvqQueue *base, EvqError *error)
{
    Cuda *c = cuda_of(base->device);
    CUresult code;
    IN_CONTEXT(c, code, c->cu.StreamSynchronize(queue_of(base)->stream));
    return check(c, "the device failed", code, error);
}

/* ---- Marks: events ---- */

static int mark(EvqQueue *base, int mark, EvqError *error)
{
    Cuda *c = cuda_of(base->device);
    Queue *queue = queue_of(base);
    CUresult code;
    IN_CONTEXT(c, code, c->cu.EventRecord(queue->mark[mark], queue->stream));
    return check(c, "a mark", code, error);
}

static int reach(EvqQueue *base, int mark, EvqError *error)
{
    Cuda *c = cuda_of(base->device);
    CUresult code;
    IN_CONTEXT(c, code, c->cu.EventSynchronize(queue_of(base)->mark[mark]));
    return check(c, "the device failed", code, error);
}

/* ---- Records: graphs ---- */

static Record *record_of(EvqRecord *record)
{
    return (Record *)record;
}

static void record_close(EvqRecord *base)
{
    Record *record = record_of(base);
    Cuda *c = cuda_of(base->device);
    if (enter(c) == CUDA_SUCCESS) {
        if (record->executable)
            c->cu.GraphExecDestroy(record->executable);
        if (record->graph)
            c->cu.GraphDestroy(record->graph);
        leave(c);
    }
    free(record);
}

static int record_open(EvqDevice *device, EvqRecord **out, int launches, EvqError *error)
{
    Cuda *c = cuda_of(device);
    CUresult code;
    Record *record = calloc(1, sizeof *record + (size_t)launches * sizeof *record->node);
    if (!record)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a record of launches");
    record->base.device = device;
    IN_CONTEXT(c, code, c->cu.GraphCreate(&record->graph, 0));
    if (code == CUDA_SUCCESS)
        *out = &record->base;
    else
        record_close(&record->base);
    return check(c, "a graph", code, error);
}

static int record_add(EvqRecord *base, const EvqLaunch *launch, const EvqGrid *grid,
                      const int *after, int afters, EvqError *error)
{
    Record *record = record_of(base);
    Cuda *c = cuda_of(base->device);
    CUgraphNode waits[EVQ_PLAN_STAGES + EVQ_PLAN_BUFFERS];
    Call call;
    CUresult code;
    int status = make_call(base->device, &call, launch, grid, error);
    if (status < 0)
        return status;
    for (int i = 0; i < afters; i++)
        waits[i] = record->node[after[i]];
    IN_CONTEXT(c, code,
               c->cu.GraphAddKernelNode(&record->node[record->nodes], record->graph, waits,
                                        (size_t)afters, &call.node));
    record->nodes++;
    return check(c, evq_kernel_info(launch->kernel)->name, code, error);
}

static int record_end(EvqRecord *base, EvqError *error)
{
    Record *record = record_of(base);
    Cuda *c = cuda_of(base->device);
    CUresult code;
    IN_CONTEXT(c, code, c->cu.GraphInstantiate(&record->executable, record->graph, 0));
    return check(c, "a graph", code, error);
}

static int record_run(EvqRecord *base, EvqQueue *queue, EvqError *error)
{
    Cuda *c = cuda_of(base->device);
    CUresult code;
    IN_CONTEXT(c, code, c->cu.GraphLaunch(record_of(base)->executable, queue_of(queue)->stream));
    return check(c, "a graph", code, error);
}

/* ---- Opening and closing ---- */

static void unload(Cuda *c)
{
    for (int i = 0; i < MOST_GROUPS; i++)
        if (c->module[i])
            c->cu.ModuleUnload(c->module[i]);
}

static void close(EvqDevice *device)
{
    Cuda *c = cuda_of(device);
    if (enter(c) == CUDA_SUCCESS) {
        unload(c);
        leave(c);
    }
    c->cu.PrimaryCtxRelease(c->device);
    evq_device_done(device);
    free(c);
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
    .record_open = record_open,
    .record_add = record_add,
    .record_end = record_end,
    .record_run = record_run,
    .record_close = record_close,
};

static int open_context(Cuda *c, int index, EvqFp64 fp64, EvqError *error)
{
    EvqDeviceInfo info;
    int status = evq_cu_load(&c->cu, error);
    if (status < 0)
        return status;
    if (!find(&c->cu, index, &c->device))
        return evq_fail(error, EVQ_E_DEVICE, "there is no CUDA device %d", index);
    describe_device(&c->cu, c->device, index, &info);
    status = evq_device_init(&c->base, &ops, &info, fp64, error);
    if (status < 0)
        return status;
    /* Waiting threads sleep, so that they leave the cores to those that prepare frames. Fails when
     * the program has a context already, which is then used as it is. */
    c->cu.PrimaryCtxSetFlags(c->device, CU_CTX_SCHED_BLOCKING_SYNC);
    status = check(c, "no context", c->cu.PrimaryCtxRetain(&c->context, c->device), error);
    if (status < 0)
        evq_device_done(&c->base);
    return status;
}

static int open(EvqDevice **out, int index, EvqFp64 fp64, EvqError *error)
{
    Cuda *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a device");
    int status = open_context(c, index, fp64, error);
    if (status < 0)
        free(c);
    else
        *out = &c->base;
    return status;
}

const EvqDriver evq_driver_cuda = { EVQ_BACKEND_CUDA, describe, open };
