/* OpenCL 1.2 behind the device interface. */
#include "core/error.h"
#include "device/backend.h"
#include "device/driver.h"
#include "device/kernel_text.h"
#include "device/opencl/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PLATFORMS 16
#define MOST_DEVICES   16
#define MOST_GROUPS    EVQ_KERNEL_COUNT

typedef struct Opencl {
    EvqDevice base;
    EvqCl cl;
    cl_device_id device;
    cl_context context;
    cl_command_queue maps; /* for mapping host memory */
    char identity[512];
    char options[160];
    /* Built when first asked for, under base.mutex. */
    cl_program program[MOST_GROUPS];
    cl_kernel kernel[EVQ_KERNEL_COUNT];
} Opencl;

typedef struct Queue {
    EvqQueue base;
    cl_command_queue queue;
    cl_event mark[EVQ_QUEUE_MARKS];
} Queue;

static Opencl *opencl_of(EvqDevice *device)
{
    return (Opencl *)device;
}

static int fail(const EvqDevice *device, const char *action, cl_int code, EvqError *error)
{
    char known[32];
    return evq_fail(error, EVQ_E_DEVICE, "%s: %s: %s", device->label, action,
                    evq_cl_error(code, known));
}

/* ---- Devices ---- */

static void read_text(const EvqCl *cl, cl_device_id id, cl_uint what, char *text, size_t size)
{
    char value[256] = "";
    cl->GetDeviceInfo(id, what, sizeof value - 1, value, NULL);
    snprintf(text, size, "%.*s", (int)size - 1, value + strspn(value, " "));
}

static cl_ulong read_number(const EvqCl *cl, cl_device_id id, cl_uint what, size_t bytes)
{
    union {
        cl_uint u32;
        cl_ulong u64;
    } value = { .u64 = 0 };
    if (cl->GetDeviceInfo(id, what, bytes, &value, NULL) != CL_SUCCESS)
        return 0;
    return bytes == 4 ? value.u32 : value.u64;
}

/* Finds a device by its number over all platforms: 1, or 0 when there are fewer. */
static int find(const EvqCl *cl, int index, cl_platform_id *platform, cl_device_id *device)
{
    cl_platform_id platforms[MOST_PLATFORMS];
    cl_uint count = 0;
    if (cl->GetPlatformIDs(MOST_PLATFORMS, platforms, &count) != CL_SUCCESS)
        return 0;
    for (cl_uint i = 0; i < count && i < MOST_PLATFORMS; i++) {
        cl_device_id devices[MOST_DEVICES];
        cl_uint found = 0;
        if (cl->GetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, MOST_DEVICES, devices, &found) !=
            CL_SUCCESS)
            continue;
        found = found < MOST_DEVICES ? found : MOST_DEVICES;
        if (index < (int)found) {
            *platform = platforms[i];
            *device = devices[index];
            return 1;
        }
        index -= (int)found;
    }
    return 0;
}

static void describe_device(const EvqCl *cl, cl_device_id id, int index, EvqDeviceInfo *info)
{
    cl_ulong single = read_number(cl, id, CL_DEVICE_SINGLE_FP_CONFIG, 8);
    cl_ulong type = read_number(cl, id, CL_DEVICE_TYPE, 8);
    *info = (EvqDeviceInfo){
        .backend = EVQ_BACKEND_OPENCL,
        .index = index,
        .memory = read_number(cl, id, CL_DEVICE_GLOBAL_MEM_SIZE, 8),
        .largest_buffer = read_number(cl, id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, 8),
        .gpu = (type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR)) != 0,
        .fp64 = read_number(cl, id, CL_DEVICE_DOUBLE_FP_CONFIG, 8) != 0,
        .fma = (single & CL_FP_FMA) != 0,
        .denormals = (single & CL_FP_DENORM) != 0,
        .exact_division = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0,
    };
    read_text(cl, id, CL_DEVICE_NAME, info->name, sizeof info->name);
    read_text(cl, id, CL_DRIVER_VERSION, info->driver, sizeof info->driver);
}

static int describe(int index, EvqDeviceInfo *info, EvqError *error)
{
    EvqCl cl;
    cl_platform_id platform;
    cl_device_id device;
    int status = evq_cl_load(&cl, error);
    if (status < 0)
        return status;
    if (!find(&cl, index, &platform, &device))
        return 0;
    describe_device(&cl, device, index, info);
    return 1;
}

/* ---- Memory ---- */

static cl_mem mem_of(const EvqDeviceBuffer *buffer)
{
    return (cl_mem)(uintptr_t)buffer->handle;
}

static int alloc(EvqDevice *device, EvqDeviceBuffer *buffer, EvqError *error)
{
    Opencl *o = opencl_of(device);
    cl_int code;
    cl_mem mem = o->cl.CreateBuffer(o->context, CL_MEM_READ_WRITE, buffer->bytes, NULL, &code);
    buffer->handle = (uintptr_t)mem;
    return mem ? EVQ_OK : fail(device, "no buffer", code, error);
}

static void free_buffer(EvqDevice *device, EvqDeviceBuffer *buffer)
{
    opencl_of(device)->cl.ReleaseMemObject(mem_of(buffer));
}

static int alloc_host(EvqDevice *device, EvqHostMemory *memory, EvqError *error)
{
    Opencl *o = opencl_of(device);
    cl_int code;
    cl_mem mem = o->cl.CreateBuffer(o->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                                    memory->bytes, NULL, &code);
    if (!mem)
        return fail(device, "no host memory", code, error);
    memory->data = o->cl.EnqueueMapBuffer(o->maps, mem, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                          memory->bytes, 0, NULL, NULL, &code);
    memory->handle = mem;
    if (memory->data)
        return EVQ_OK;
    o->cl.ReleaseMemObject(mem);
    return fail(device, "no host memory", code, error);
}

static void free_host(EvqDevice *device, EvqHostMemory *memory)
{
    Opencl *o = opencl_of(device);
    o->cl.EnqueueUnmapMemObject(o->maps, memory->handle, memory->data, 0, NULL, NULL);
    o->cl.Finish(o->maps);
    o->cl.ReleaseMemObject(memory->handle);
}

/* ---- Kernels ---- */

static int build_kernel(Opencl *o, const EvqKernelInfo *kernel, EvqKernelId id, EvqError *error)
{
    cl_int code;
    int status = EVQ_OK;
    if (!o->program[kernel->group]) {
        EvqClTarget target = { .cl = &o->cl,
                               .context = o->context,
                               .device = o->device,
                               .label = o->base.label,
                               .identity = o->identity,
                               .options = o->options };
        status = evq_cl_program(&o->program[kernel->group], &target, evq_kernel_text[kernel->group],
                                error);
    }
    if (status < 0)
        return status;
    o->kernel[id] = o->cl.CreateKernel(o->program[kernel->group], kernel->name, &code);
    return o->kernel[id] ? EVQ_OK : fail(&o->base, kernel->name, code, error);
}

static int prepare(EvqDevice *device, const EvqKernelInfo *kernel, EvqKernelId id, EvqError *error)
{
    Opencl *o = opencl_of(device);
    pthread_mutex_lock(&device->mutex);
    int status = o->kernel[id] ? EVQ_OK : build_kernel(o, kernel, id, error);
    pthread_mutex_unlock(&device->mutex);
    return status;
}

static int describe_kernel(EvqDevice *device, EvqKernelId id, EvqKernelUse *use, EvqError *error)
{
    Opencl *o = opencl_of(device);
    cl_ulong bytes = 0;
    cl_int code = o->cl.GetKernelWorkGroupInfo(o->kernel[id], o->device, CL_KERNEL_PRIVATE_MEM_SIZE,
                                               sizeof bytes, &bytes, NULL);
    use->private_bytes = bytes;
    return code == CL_SUCCESS ? EVQ_OK : fail(device, use->kernel, code, error);
}

/* ---- Queues ---- */

static Queue *queue_of(EvqQueue *queue)
{
    return (Queue *)queue;
}

static int queue_open(EvqDevice *device, EvqQueue **out, EvqError *error)
{
    Opencl *o = opencl_of(device);
    cl_int code;
    Queue *queue = calloc(1, sizeof *queue);
    if (!queue)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a queue");
    queue->queue = o->cl.CreateCommandQueue(o->context, o->device, 0, &code);
    if (!queue->queue) {
        free(queue);
        return fail(device, "no queue", code, error);
    }
    *out = &queue->base;
    return EVQ_OK;
}

static void queue_close(EvqQueue *base)
{
    Opencl *o = opencl_of(base->device);
    o->cl.Finish(queue_of(base)->queue);
    for (int i = 0; i < EVQ_QUEUE_MARKS; i++)
        if (queue_of(base)->mark[i])
            o->cl.ReleaseEvent(queue_of(base)->mark[i]);
    o->cl.ReleaseCommandQueue(queue_of(base)->queue);
    free(base);
}

static int upload(EvqQueue *base, const EvqDeviceBuffer *to, size_t offset, const void *from,
                  size_t bytes, EvqError *error)
{
    Opencl *o = opencl_of(base->device);
    cl_command_queue queue = queue_of(base)->queue;
    cl_int code =
        o->cl.EnqueueWriteBuffer(queue, mem_of(to), CL_FALSE, offset, bytes, from, 0, NULL, NULL);
    if (code == CL_SUCCESS)
        code = o->cl.Flush(queue); /* the copy runs while the host prepares the next */
    return code == CL_SUCCESS ? EVQ_OK : fail(base->device, "an upload failed", code, error);
}

static int download(EvqQueue *base, void *to, const EvqDeviceBuffer *from, size_t bytes,
                    EvqError *error)
{
    Opencl *o = opencl_of(base->device);
    cl_int code = o->cl.EnqueueReadBuffer(queue_of(base)->queue, mem_of(from), CL_FALSE, 0, bytes,
                                          to, 0, NULL, NULL);
    return code == CL_SUCCESS ? EVQ_OK : fail(base->device, "a download failed", code, error);
}

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* The arguments of a kernel are its own state: setting and enqueuing must not be interleaved. */
static cl_int enqueue(Opencl *o, cl_command_queue queue, const EvqLaunch *launch,
                      const size_t global[3], const size_t local[3])
{
    cl_kernel kernel = o->kernel[launch->kernel];
    cl_int code = o->cl.SetKernelArg(kernel, 0, launch->params_bytes, launch->params);
    for (int i = 0; i < launch->buffers && code == CL_SUCCESS; i++) {
        cl_mem mem = mem_of(launch->buffer[i]);
        code = o->cl.SetKernelArg(kernel, (cl_uint)i + 1, sizeof mem, &mem);
    }
    if (code == CL_SUCCESS)
        code = o->cl.EnqueueNDRangeKernel(queue, kernel, 3, NULL, global, local, 0, NULL, NULL);
    return code;
}

static int launch(EvqQueue *base, const EvqLaunch *launch, const EvqGrid *grid, EvqError *error)
{
    EvqDevice *device = base->device;
    Opencl *o = opencl_of(device);
    const EvqKernelInfo *info = evq_kernel_info(launch->kernel);
    int status = prepare(device, info, launch->kernel, error);
    if (status < 0)
        return status;
    EvqGroup group = evq_device_group(device, grid);
    size_t local[3] = { (size_t)group.x, (size_t)group.y, 1 };
    size_t global[3] = { round_up((size_t)grid->columns, local[0]),
                         round_up((size_t)grid->items, local[1]), (size_t)grid->planes };
    pthread_mutex_lock(&device->mutex);
    cl_int code = enqueue(o, queue_of(base)->queue, launch, global, local);
    pthread_mutex_unlock(&device->mutex);
    return code == CL_SUCCESS ? EVQ_OK : fail(device, info->name, code, error);
}

static int wait(EvqQueue *base, EvqError *error)
{
    cl_int code = opencl_of(base->device)->cl.Finish(queue_of(base)->queue);
    return code == CL_SUCCESS ? EVQ_OK : fail(base->device, "the device failed", code, error);
}

static int mark(EvqQueue *base, int mark, EvqError *error)
{
    Opencl *o = opencl_of(base->device);
    cl_event *event = &queue_of(base)->mark[mark];
    if (*event)
        o->cl.ReleaseEvent(*event);
    *event = NULL;
    cl_int code = o->cl.EnqueueMarkerWithWaitList(queue_of(base)->queue, 0, NULL, event);
    return code == CL_SUCCESS ? EVQ_OK : fail(base->device, "a mark failed", code, error);
}

static int reach(EvqQueue *base, int mark, EvqError *error)
{
    const cl_event *event = &queue_of(base)->mark[mark];
    cl_int code = *event ? opencl_of(base->device)->cl.WaitForEvents(1, event) : CL_SUCCESS;
    return code == CL_SUCCESS ? EVQ_OK : fail(base->device, "the device failed", code, error);
}

/* ---- Opening and closing ---- */

static void close(EvqDevice *device)
{
    Opencl *o = opencl_of(device);
    for (int i = 0; i < EVQ_KERNEL_COUNT; i++)
        if (o->kernel[i])
            o->cl.ReleaseKernel(o->kernel[i]);
    for (int i = 0; i < MOST_GROUPS; i++)
        if (o->program[i])
            o->cl.ReleaseProgram(o->program[i]);
    if (o->maps)
        o->cl.ReleaseCommandQueue(o->maps);
    if (o->context)
        o->cl.ReleaseContext(o->context);
    evq_device_done(device);
    free(o);
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

static void set_identity(Opencl *o, cl_platform_id platform)
{
    char version[128], platform_version[128] = "";
    read_text(&o->cl, o->device, CL_DEVICE_VERSION, version, sizeof version);
    o->cl.GetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof platform_version - 1,
                          platform_version, NULL);
    snprintf(o->identity, sizeof o->identity, "%s|%s|%s|%s", o->base.info.name, o->base.info.driver,
             version, platform_version);
    snprintf(o->options, sizeof o->options, "-cl-std=CL1.2%s%s",
             o->base.info.exact_division ? " -cl-fp32-correctly-rounded-divide-sqrt" : "",
             o->base.fp64 ? " -DEVQ_FP64" : "");
}

static int open_context(Opencl *o, EvqError *error)
{
    cl_int code;
    if (!read_number(&o->cl, o->device, CL_DEVICE_COMPILER_AVAILABLE, 4))
        return evq_fail(error, EVQ_E_DEVICE, "%s has no compiler", o->base.label);
    o->context = o->cl.CreateContext(NULL, 1, &o->device, NULL, NULL, &code);
    if (!o->context)
        return fail(&o->base, "no context", code, error);
    o->maps = o->cl.CreateCommandQueue(o->context, o->device, 0, &code);
    return o->maps ? EVQ_OK : fail(&o->base, "no queue", code, error);
}

static int open(EvqDevice **out, int index, EvqFp64 fp64, EvqError *error)
{
    EvqDeviceInfo info;
    cl_platform_id platform;
    Opencl *o = calloc(1, sizeof *o);
    *out = NULL;
    if (!o)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a device");
    int status = evq_cl_load(&o->cl, error);
    if (status == EVQ_OK && !find(&o->cl, index, &platform, &o->device))
        status = evq_fail(error, EVQ_E_DEVICE, "there is no OpenCL device %d", index);
    if (status == EVQ_OK) {
        describe_device(&o->cl, o->device, index, &info);
        status = evq_device_init(&o->base, &ops, &info, fp64, error);
    }
    if (status < 0) {
        free(o);
        return status;
    }
    set_identity(o, platform);
    status = open_context(o, error);
    if (status < 0)
        close(&o->base);
    else
        *out = &o->base;
    return status;
}

const EvqDriver evq_driver_opencl = { EVQ_BACKEND_OPENCL, describe, open };
