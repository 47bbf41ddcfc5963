#include "device/plan_runner.h"

#include "core/error.h"
#include "device/launch_order.h"
#include "device/placement.h"
#include "device/staging.h"
#include "kernel/image/params.h"

#include <stdlib.h>
#include <string.h>

/* A plane of a picture, shared by all plans. */
typedef struct Plane {
    EvqDeviceBuffer buffer;
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
    EvqRecord *record; /* of all stages; NULL: they are launched one by one */
} Plan;

struct EvqPlanRunner {
    EvqDevice *device;
    EvqQueue *queue;
    EvqStaging staging;
    Plane plane[EVQ_PLAN_INPUTS][PLANES];
    EvqDeviceBuffer block[EVQ_PLAN_BUFFERS];
    int blocks;
    size_t plans;
    Plan plan[];
};

/* ---- The launches of a plan ---- */

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

/* Receives the launches of a plan one after the other. */
typedef int (*Take)(void *taker, const EvqLaunch *launch, EvqError *error);

static int give_stage(const EvqPlanRunner *runner, const Plan *plan, const EvqStage *stage,
                      Take take, void *taker, EvqError *error)
{
    _Alignas(8) unsigned char params[EVQ_PARAMS_BYTES];
    Geometry g = {
        .x0 = stage->x0, .x1 = stage->x1, .items = stage->items, .planes = stage->planes
    };
    EvqLaunch launch = { .kernel = stage->kernel,
                         .params = params,
                         .params_bytes = stage->params_bytes,
                         .reads = stage->reads };
    if (stage->items <= 0 || stage->x0 >= stage->x1)
        return EVQ_OK;
    for (int u = 0; u < stage->reads + stage->writes; u++)
        bind(&launch, &g, runner, plan, stage->use[u].buffer);
    memcpy(params, stage->params, stage->params_bytes);
    memcpy(params, &g, sizeof g);
    return take(taker, &launch, error);
}

static int give_border(const EvqPlanRunner *runner, const Plan *plan, int index, Take take,
                       void *taker, EvqError *error)
{
    const EvqBuffer *buffer = &plan->plan->buffer[index];
    BorderParams params = { .width = buffer->width,
                            .height = buffer->height,
                            .border = buffer->border,
                            .edge = (i32)buffer->edge };
    EvqLaunch launch = { .kernel = border_kernel(buffer),
                         .params = &params,
                         .params_bytes = sizeof params };
    bind(&launch, &params.g, runner, plan, index);
    params.g.x1 = border_cells(buffer->width, buffer->height, buffer->border);
    params.g.items = 1;
    params.g.planes = buffer->planes;
    return take(taker, &launch, error);
}

/* Stages first .. last and the borders of what they complete. */
static int give_stages(const EvqPlanRunner *runner, const Plan *plan, int first, int last,
                       Take take, void *taker, EvqError *error)
{
    int status = EVQ_OK;
    for (int s = first; s <= last && status == EVQ_OK; s++) {
        status = give_stage(runner, plan, &plan->plan->stage[s], take, taker, error);
        for (int b = 0; b < plan->plan->buffers && status == EVQ_OK; b++)
            if (plan->last_writer[b] == s)
                status = give_border(runner, plan, b, take, taker, error);
    }
    return status;
}

static int take_to_queue(void *queue, const EvqLaunch *launch, EvqError *error)
{
    return evq_queue_launch(queue, launch, error);
}

static int launch_stages(EvqPlanRunner *runner, const Plan *plan, int first, int last,
                         EvqError *error)
{
    return give_stages(runner, plan, first, last, take_to_queue, runner->queue, error);
}

static int run_stages(EvqPlanRunner *runner, const Plan *plan, EvqError *error)
{
    return plan->record ? evq_record_run(plan->record, runner->queue, error)
                        : launch_stages(runner, plan, 0, plan->plan->stages - 1, error);
}

/* ---- Recording ---- */

enum { MOST_LAUNCHES = EVQ_PLAN_STAGES + EVQ_PLAN_BUFFERS };

typedef struct Recorder {
    EvqRecord *record;
    EvqLaunchOrder *order;
} Recorder;

static int take_to_record(void *taker, const EvqLaunch *launch, EvqError *error)
{
    Recorder *recorder = taker;
    int after[MOST_LAUNCHES];
    int afters = evq_launch_order_add(recorder->order, launch, after);
    return evq_record_add(recorder->record, launch, after, afters, error);
}

static int record_plan(EvqPlanRunner *runner, Plan *plan, EvqError *error)
{
    int status = evq_record_open(&plan->record, runner->device, MOST_LAUNCHES, error);
    if (status < 0 || !plan->record)
        return status;
    Recorder recorder = { plan->record, evq_launch_order_open(MOST_LAUNCHES) };
    if (!recorder.order)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: the order of launches");
    status = give_stages(runner, plan, 0, plan->plan->stages - 1, take_to_record, &recorder, error);
    evq_launch_order_close(recorder.order);
    return status < 0 ? status : evq_record_end(plan->record, error);
}

/* ---- Opening ---- */

static int is_bordered(const EvqBuffer *buffer)
{
    return (buffer->kind == EVQ_BUFFER_ROWS || buffer->kind == EVQ_BUFFER_RESULT) &&
           buffer->border > 0;
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
    return evq_device_alloc(runner->device, &plane->buffer, place->bytes, error);
}

static int open_constant(EvqPlanRunner *runner, Plan *plan, int index, EvqError *error)
{
    const EvqBuffer *buffer = &plan->plan->buffer[index];
    EvqDeviceBuffer *constant = &plan->constant[index];
    size_t bytes = (size_t)buffer->width * buffer->element_bytes;
    int status = evq_device_alloc(runner->device, constant, bytes, error);
    return status < 0 ? status
                      : evq_queue_upload(runner->queue, constant, 0, buffer->data, bytes, error);
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

static int open_staging(EvqPlanRunner *runner, EvqError *error)
{
    size_t plane = 0, row = 0;
    for (int i = 0; i < PLANES * EVQ_PLAN_INPUTS; i++) {
        const Plane *p = &runner->plane[i / PLANES][i % PLANES];
        plane = p->buffer.bytes > plane ? p->buffer.bytes : plane;
        row = p->stride_bytes > row ? p->stride_bytes : row;
    }
    return evq_staging_open(&runner->staging, runner->device, plane, row, error);
}

static int open_all(EvqPlanRunner *runner, int separate, EvqError *error)
{
    EvqBlocks blocks = { .separate = separate };
    int status = evq_queue_open(&runner->queue, runner->device, error);
    for (size_t i = 0; i < runner->plans && status == EVQ_OK; i++)
        status = open_plan(runner, &runner->plan[i], &blocks, error);
    if (status == EVQ_OK)
        status = open_staging(runner, error);
    for (int i = 0; i < blocks.count && status == EVQ_OK; i++, runner->blocks++)
        status = evq_device_alloc(runner->device, &runner->block[i], blocks.bytes[i], error);
    for (size_t i = 0; i < runner->plans && status == EVQ_OK; i++)
        if (runner->plan[i].plan->stages)
            status = record_plan(runner, &runner->plan[i], error);
    /* The constants have arrived when this returns. */
    return status < 0 ? status : evq_queue_wait(runner->queue, error);
}

static int open_runner(EvqPlanRunner **out, EvqDevice *device, const EvqPlan *const *plan,
                       size_t plans, int separate, EvqError *error)
{
    EvqPlanRunner *runner = calloc(1, sizeof *runner + plans * sizeof *runner->plan);
    *out = runner;
    if (!runner)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a plan runner");
    runner->device = device;
    runner->plans = plans;
    for (size_t i = 0; i < plans; i++)
        runner->plan[i].plan = plan[i];
    int status = open_all(runner, separate, error);
    if (status < 0)
        evq_plan_runner_close(out);
    return status;
}

int evq_plan_runner_open(EvqPlanRunner **runner, EvqDevice *device, const EvqPlan *const *plan,
                         size_t plans, EvqError *error)
{
    return open_runner(runner, device, plan, plans, 0, error);
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
        evq_record_close(&runner->plan[i].record);
        evq_device_free_host(device, &runner->plan[i].result);
    }
    for (int i = 0; i < EVQ_PLAN_BUFFERS; i++)
        evq_device_free(device, &runner->block[i]);
    for (int i = 0; i < PLANES * EVQ_PLAN_INPUTS; i++)
        evq_device_free(device, &runner->plane[i / PLANES][i % PLANES].buffer);
    evq_staging_close(&runner->staging, device);
    free(runner);
    *out = NULL;
}

/* ---- Running ---- */

static int upload(EvqPlanRunner *runner, Plane *plane, const EvqFrame *frame, int index,
                  EvqError *error)
{
    EvqRows rows = { frame->plane[index], frame->stride[index], plane->row_bytes, plane->height };
    return evq_staging_upload(&runner->staging, runner->queue, &plane->buffer, plane->stride_bytes,
                              &rows, error);
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

int evq_plan_runner_repeat_stage(EvqPlanRunner *runner, size_t plan, int stage, int times,
                                 EvqError *error)
{
    int status = EVQ_OK;
    for (int k = 0; k < times && status == EVQ_OK; k++)
        status = launch_stages(runner, &runner->plan[plan], stage, stage, error);
    return status < 0 ? status : evq_queue_wait(runner->queue, error);
}

/* From the launches until the results are there: a turn of the device. */
static int run_plans(EvqPlanRunner *runner, const unsigned char *wanted, EvqError *error)
{
    int status = EVQ_OK;
    evq_device_take_turn(runner->device);
    for (size_t i = 0; i < runner->plans && status == EVQ_OK; i++)
        if (wanted[i])
            status = run_plan(runner, &runner->plan[i], error);
    if (status == EVQ_OK)
        status = evq_queue_wait(runner->queue, error);
    evq_device_end_turn(runner->device);
    return status;
}

int evq_plan_runner_run(EvqPlanRunner *runner, const EvqFrame *const frame[EVQ_PLAN_INPUTS],
                        const unsigned char *wanted, const void **result, EvqError *error)
{
    int status = upload_planes(runner, frame, wanted, error);
    if (status == EVQ_OK)
        status = run_plans(runner, wanted, error);
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

/* ---- Stepping ---- */

static int clear(EvqPlanRunner *runner, EvqError *error)
{
    int status = EVQ_OK;
    for (int i = 0; i < runner->blocks && status == EVQ_OK; i++) {
        size_t bytes = runner->block[i].bytes;
        void *zeros = calloc(1, bytes);
        if (!zeros)
            return evq_fail(error, EVQ_E_NOMEM, "out of memory: %zu zeros", bytes);
        status = evq_queue_upload(runner->queue, &runner->block[i], 0, zeros, bytes, error);
        int waited = evq_queue_wait(runner->queue, status < 0 ? NULL : error);
        status = status < 0 ? status : waited;
        free(zeros);
    }
    return status;
}

int evq_plan_runner_open_steps(EvqPlanRunner **runner, EvqDevice *device, const EvqPlan *plan,
                               EvqError *error)
{
    int status = open_runner(runner, device, &plan, 1, 1, error);
    if (status < 0)
        return status;
    status = clear(*runner, error);
    if (status < 0)
        evq_plan_runner_close(runner);
    return status;
}

int evq_plan_runner_upload(EvqPlanRunner *runner, const EvqFrame *const frame[EVQ_PLAN_INPUTS],
                           EvqError *error)
{
    return upload_planes(runner, frame, (const unsigned char[]){ 1 }, error);
}

int evq_plan_runner_step(EvqPlanRunner *runner, int stage, EvqError *error)
{
    const Plan *plan = &runner->plan[0];
    return give_stage(runner, plan, &plan->plan->stage[stage], take_to_queue, runner->queue, error);
}

EvqKernelId evq_plan_runner_border(const EvqPlanRunner *runner, int stage, int buffer)
{
    const Plan *plan = &runner->plan[0];
    return plan->last_writer[buffer] == stage ? border_kernel(&plan->plan->buffer[buffer])
                                              : EVQ_KERNEL_COUNT;
}

int evq_plan_runner_fill(EvqPlanRunner *runner, int buffer, EvqError *error)
{
    return give_border(runner, &runner->plan[0], buffer, take_to_queue, runner->queue, error);
}

const EvqPlace *evq_plan_runner_place(const EvqPlanRunner *runner, int buffer)
{
    return &runner->plan[0].placement.place[buffer];
}

int evq_plan_runner_read(EvqPlanRunner *runner, int buffer, void *to, EvqError *error)
{
    const Plan *plan = &runner->plan[0];
    int status = evq_queue_download(runner->queue, to, memory_of(runner, plan, buffer),
                                    plan->placement.place[buffer].bytes, error);
    int waited = evq_queue_wait(runner->queue, status < 0 ? NULL : error);
    return status < 0 ? status : waited;
}
