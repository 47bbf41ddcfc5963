#include "device/plan_runner.h"

#include "core/error.h"
#include "device/placement.h"
#include "kernel/image/params.h"

#include <stdlib.h>
#include <string.h>

/* A plane of a picture, shared by all plans. */
typedef struct Plane {
    EvqDeviceBuffer buffer;
    EvqHostMemory staging;
    size_t row_bytes, stride_bytes;
    int height;
} Plane;

enum { PLANES = 4 }; /* of a picture */

typedef struct Plan {
    const EvqPlan *plan;
    EvqPlacement placement;
    EvqDeviceBuffer constant[EVQ_PLAN_BUFFERS];
    EvqHostMemory result;
    int last_writer[EVQ_PLAN_BUFFERS];
} Plan;

struct EvqPlanRunner {
    EvqDevice *device;
    EvqQueue *queue;
    Plane plane[EVQ_PLAN_INPUTS][PLANES];
    EvqDeviceBuffer block[EVQ_PLAN_BUFFERS];
    int blocks;
    size_t plans;
    Plan plan[];
};

/* ---- Opening ---- */

static int is_bordered(const EvqBuffer *buffer)
{
    return (buffer->kind == EVQ_BUFFER_ROWS || buffer->kind == EVQ_BUFFER_RESULT) &&
           buffer->border > 0;
}

static EvqKernelId border_kernel(const EvqBuffer *buffer)
{
    switch (buffer->element_bytes) {
    case 1:
        return EVQ_KERNEL_border_u8;
    case 2:
        return EVQ_KERNEL_border_u16;
    case 4:
        return EVQ_KERNEL_border_u32;
    default:
        return EVQ_KERNEL_border_u64;
    }
}

static int prepare_kernels(EvqPlanRunner *runner, const EvqPlan *plan, EvqError *error)
{
    int status = EVQ_OK;
    for (int s = 0; s < plan->stages && status == EVQ_OK; s++)
        status = evq_device_prepare(runner->device, plan->stage[s].kernel, error);
    for (int b = 0; b < plan->buffers && status == EVQ_OK; b++)
        if (is_bordered(&plan->buffer[b]))
            status = evq_device_prepare(runner->device, border_kernel(&plan->buffer[b]), error);
    return status;
}

static int open_plane(EvqPlanRunner *runner, const EvqBuffer *buffer, const EvqPlace *place,
                      EvqError *error)
{
    Plane *plane = &runner->plane[buffer->input][buffer->input_plane];
    if (plane->buffer.bytes) /* another plan reads it too */
        return EVQ_OK;
    plane->row_bytes = (size_t)buffer->width * buffer->element_bytes;
    plane->stride_bytes = (size_t)place->stride * buffer->element_bytes;
    plane->height = buffer->height;
    int status = evq_device_alloc(runner->device, &plane->buffer, place->bytes, error);
    if (status == EVQ_OK)
        status = evq_device_alloc_host(runner->device, &plane->staging, place->bytes, error);
    if (status == EVQ_OK)
        memset(plane->staging.data, 0, place->bytes);
    return status;
}

static int open_constant(EvqPlanRunner *runner, Plan *plan, int index, EvqError *error)
{
    const EvqBuffer *buffer = &plan->plan->buffer[index];
    EvqDeviceBuffer *constant = &plan->constant[index];
    size_t bytes = (size_t)buffer->width * buffer->element_bytes;
    int status = evq_device_alloc(runner->device, constant, bytes, error);
    return status < 0 ? status
                      : evq_queue_upload(runner->queue, constant, buffer->data, bytes, error);
}

static int open_plan(EvqPlanRunner *runner, Plan *plan, EvqBlocks *blocks, EvqError *error)
{
    int status = evq_placement_make(&plan->placement, blocks, plan->plan, error);
    if (status == EVQ_OK)
        status = prepare_kernels(runner, plan->plan, error);
    for (int b = 0; b < plan->plan->buffers && status == EVQ_OK; b++) {
        const EvqBuffer *buffer = &plan->plan->buffer[b];
        plan->last_writer[b] = is_bordered(buffer) ? evq_placement_last_writer(plan->plan, b) : -1;
        if (buffer->kind == EVQ_BUFFER_INPUT)
            status = open_plane(runner, buffer, &plan->placement.place[b], error);
        else if (buffer->kind == EVQ_BUFFER_CONSTANT)
            status = open_constant(runner, plan, b, error);
    }
    if (status == EVQ_OK && plan->plan->stages)
        status = evq_device_alloc_host(runner->device, &plan->result,
                                       plan->placement.place[plan->plan->result].bytes, error);
    return status;
}

static int open_all(EvqPlanRunner *runner, EvqError *error)
{
    EvqBlocks blocks = { 0 };
    int status = evq_queue_open(&runner->queue, runner->device, error);
    for (size_t i = 0; i < runner->plans && status == EVQ_OK; i++)
        status = open_plan(runner, &runner->plan[i], &blocks, error);
    for (int i = 0; i < blocks.count && status == EVQ_OK; i++, runner->blocks++)
        status = evq_device_alloc(runner->device, &runner->block[i], blocks.bytes[i], error);
    /* The constants have arrived when this returns. */
    return status < 0 ? status : evq_queue_wait(runner->queue, error);
}

int evq_plan_runner_open(EvqPlanRunner **out, EvqDevice *device, const EvqPlan *const *plan,
                         size_t plans, EvqError *error)
{
    EvqPlanRunner *runner = calloc(1, sizeof *runner + plans * sizeof *runner->plan);
    *out = runner;
    if (!runner)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a plan runner");
    runner->device = device;
    runner->plans = plans;
    for (size_t i = 0; i < plans; i++)
        runner->plan[i].plan = plan[i];
    int status = open_all(runner, error);
    if (status < 0)
        evq_plan_runner_close(out);
    return status;
}

void evq_plan_runner_close(EvqPlanRunner **out)
{
    EvqPlanRunner *runner = *out;
    if (!runner)
        return;
    EvqDevice *device = runner->device;
    evq_queue_close(&runner->queue); /* nothing below is in use after it */
    for (size_t i = 0; i < runner->plans; i++) {
        for (int b = 0; b < EVQ_PLAN_BUFFERS; b++)
            evq_device_free(device, &runner->plan[i].constant[b]);
        evq_device_free_host(device, &runner->plan[i].result);
    }
    for (int i = 0; i < EVQ_PLAN_BUFFERS; i++)
        evq_device_free(device, &runner->block[i]);
    for (int i = 0; i < PLANES * EVQ_PLAN_INPUTS; i++) {
        evq_device_free(device, &runner->plane[i / PLANES][i % PLANES].buffer);
        evq_device_free_host(device, &runner->plane[i / PLANES][i % PLANES].staging);
    }
    free(runner);
    *out = NULL;
}

/* ---- Running ---- */

static int upload(EvqPlanRunner *runner, Plane *plane, const EvqFrame *frame, int index,
                  EvqError *error)
{
    const unsigned char *from = frame->plane[index];
    unsigned char *to = plane->staging.data;
    for (int row = 0; row < plane->height; row++)
        memcpy(to + row * plane->stride_bytes, from + row * frame->stride[index], plane->row_bytes);
    return evq_queue_upload(runner->queue, &plane->buffer, to, plane->buffer.bytes, error);
}

static int upload_planes(EvqPlanRunner *runner, const EvqFrame *const frame[EVQ_PLAN_INPUTS],
                         const unsigned char *wanted, EvqError *error)
{
    unsigned char needed[EVQ_PLAN_INPUTS][PLANES] = { 0 };
    for (size_t i = 0; i < runner->plans; i++)
        for (int b = 0; wanted[i] && b < runner->plan[i].plan->buffers; b++) {
            const EvqBuffer *buffer = &runner->plan[i].plan->buffer[b];
            if (buffer->kind == EVQ_BUFFER_INPUT)
                needed[buffer->input][buffer->input_plane] = 1;
        }
    int status = EVQ_OK;
    for (int i = 0; i < PLANES * EVQ_PLAN_INPUTS && status == EVQ_OK; i++)
        if (needed[i / PLANES][i % PLANES])
            status = upload(runner, &runner->plane[i / PLANES][i % PLANES], frame[i / PLANES],
                            i % PLANES, error);
    return status;
}

static const EvqDeviceBuffer *memory_of(const EvqPlanRunner *runner, const Plan *plan, int index)
{
    const EvqBuffer *buffer = &plan->plan->buffer[index];
    switch (buffer->kind) {
    case EVQ_BUFFER_INPUT:
        return &runner->plane[buffer->input][buffer->input_plane].buffer;
    case EVQ_BUFFER_CONSTANT:
        return &plan->constant[index];
    default:
        return &runner->block[plan->placement.place[index].block];
    }
}

static void bind(EvqLaunch *launch, Geometry *g, const EvqPlanRunner *runner, const Plan *plan,
                 int index)
{
    const EvqPlace *place = &plan->placement.place[index];
    int i = launch->buffers++;
    launch->buffer[i] = memory_of(runner, plan, index);
    g->offset[i] = place->offset;
    g->stride[i] = place->stride;
    g->pitch[i] = place->pitch;
}

static int run_stage(EvqPlanRunner *runner, const Plan *plan, const EvqStage *stage,
                     EvqError *error)
{
    _Alignas(8) unsigned char params[EVQ_PARAMS_BYTES];
    Geometry g = {
        .x0 = stage->x0, .x1 = stage->x1, .items = stage->items, .planes = stage->planes
    };
    EvqLaunch launch = { .kernel = stage->kernel,
                         .params = params,
                         .params_bytes = stage->params_bytes };
    for (int u = 0; u < stage->reads + stage->writes; u++)
        bind(&launch, &g, runner, plan, stage->use[u].buffer);
    memcpy(params, stage->params, stage->params_bytes);
    memcpy(params, &g, sizeof g);
    return evq_queue_launch(runner->queue, &launch, error);
}

static int fill_border(EvqPlanRunner *runner, const Plan *plan, int index, EvqError *error)
{
    const EvqBuffer *buffer = &plan->plan->buffer[index];
    BorderParams params = { .width = buffer->width,
                            .height = buffer->height,
                            .border = buffer->border,
                            .repeat = buffer->edge == EVQ_EDGE_REPEAT };
    EvqLaunch launch = { .kernel = border_kernel(buffer),
                         .params = &params,
                         .params_bytes = sizeof params };
    bind(&launch, &params.g, runner, plan, index);
    params.g.x1 = border_cells(buffer->width, buffer->height, buffer->border);
    params.g.items = 1;
    params.g.planes = buffer->planes;
    return evq_queue_launch(runner->queue, &launch, error);
}

static int run_stages(EvqPlanRunner *runner, const Plan *plan, EvqError *error)
{
    int status = EVQ_OK;
    for (int s = 0; s < plan->plan->stages && status == EVQ_OK; s++) {
        status = run_stage(runner, plan, &plan->plan->stage[s], error);
        for (int b = 0; b < plan->plan->buffers && status == EVQ_OK; b++)
            if (plan->last_writer[b] == s)
                status = fill_border(runner, plan, b, error);
    }
    return status;
}

static int run_plan(EvqPlanRunner *runner, const Plan *plan, EvqError *error)
{
    int status = run_stages(runner, plan, error);
    if (status == EVQ_OK && plan->plan->stages)
        status = evq_queue_download(runner->queue, plan->result.data,
                                    memory_of(runner, plan, plan->plan->result), plan->result.bytes,
                                    error);
    return status;
}

int evq_plan_runner_repeat(EvqPlanRunner *runner, int times, EvqError *error)
{
    int status = EVQ_OK;
    for (int k = 0; k < times; k++)
        for (size_t i = 0; i < runner->plans && status == EVQ_OK; i++)
            status = run_stages(runner, &runner->plan[i], error);
    return status < 0 ? status : evq_queue_wait(runner->queue, error);
}

int evq_plan_runner_run(EvqPlanRunner *runner, const EvqFrame *const frame[EVQ_PLAN_INPUTS],
                        const unsigned char *wanted, const void **result, EvqError *error)
{
    int status = upload_planes(runner, frame, wanted, error);
    for (size_t i = 0; i < runner->plans && status == EVQ_OK; i++)
        if (wanted[i])
            status = run_plan(runner, &runner->plan[i], error);
    if (status == EVQ_OK)
        status = evq_queue_wait(runner->queue, error);
    for (size_t i = 0; i < runner->plans && status == EVQ_OK; i++) {
        const EvqPlan *plan = runner->plan[i].plan;
        if (!plan->stages)
            continue;
        const EvqPlace *place = &runner->plan[i].placement.place[plan->result];
        result[i] = (const unsigned char *)runner->plan[i].result.data +
                    (size_t)place->offset * plan->buffer[plan->result].element_bytes;
    }
    return status;
}
