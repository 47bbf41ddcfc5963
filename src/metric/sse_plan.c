#include "metric/sse_plan.h"

#include "kernel/psnr/params.h"

static EvqStage *add_stage(EvqPlan *plan, EvqForm form, EvqKernelId kernel, int columns, int items,
                           const SseParams *params)
{
    EvqStage *stage = evq_plan_stage(plan, kernel, 0, columns, items, params, sizeof *params);
    stage->form = form;
    return stage;
}

/* ---- Row by row ---- */

static void add_in_order(EvqPlan *plan, const EvqFormat *format, EvqKernelId kernel,
                         const int input[2], int plane)
{
    int width = evq_format_plane_width(format, plane);
    int height = evq_format_plane_height(format, plane);
    SseParams params = { .rows = height, .slot = plane };
    int sums = evq_plan_result(plan, sizeof(u64), 1, height);

    EvqStage *rows = add_stage(plan, EVQ_FORM_IN_ORDER, kernel, width, height, &params);
    for (int i = 0; i < 2; i++)
        evq_stage_reads(rows, input[i], 1, 0, 0);
    evq_stage_writes(rows, sums, 1);

    EvqStage *total = add_stage(plan, EVQ_FORM_IN_ORDER, EVQ_KERNEL_sse_total, 1, 1, &params);
    total->after_all = 1;
    evq_stage_reads(total, sums, 1, 0, 0);
    evq_stage_writes(total, plan->result, 1);
}

/* ---- Side by side ---- */

static int folded(int rows)
{
    return (rows + SSE_FOLD - 1) / SSE_FOLD;
}

static void add_lanes(EvqPlan *plan, const EvqFormat *format, EvqKernelId kernel,
                      const int input[2], int plane, int lanes)
{
    SseParams params = { .width = evq_format_plane_width(format, plane), .slot = plane };
    EvqStage *stage = add_stage(plan, EVQ_FORM_SIDE_BY_SIDE, kernel, SSE_LANES,
                                evq_format_plane_height(format, plane), &params);
    for (int i = 0; i < 2; i++)
        evq_stage_reads(stage, input[i], 1, 0, 0);
    evq_stage_writes(stage, lanes, 1);
}

/* Adds rows of lanes until one is left; returns the last buffer. */
static int add_folds(EvqPlan *plan, const EvqFormat *format, int lanes, int planes)
{
    SseParams params = { .rows = format->height,
                         .rows_of_chroma = planes > 1 ? evq_format_plane_height(format, 1) : 0 };
    while (params.rows > 1) {
        int rows = folded(params.rows);
        int next = evq_plan_rows(plan, sizeof(u64), SSE_LANES, rows, planes, 0, 0);
        EvqStage *stage =
            add_stage(plan, EVQ_FORM_SIDE_BY_SIDE, EVQ_KERNEL_sse_fold, SSE_LANES, rows, &params);
        stage->planes = planes;
        stage->after_all = 1;
        evq_stage_reads(stage, lanes, SSE_FOLD, 0, SSE_FOLD - 1);
        evq_stage_writes(stage, next, 1);
        lanes = next;
        params.rows = params.rows_of_chroma = rows; /* what chroma lacks is 0 by now */
    }
    return lanes;
}

static void add_side_by_side(EvqPlan *plan, const EvqFormat *format, EvqKernelId kernel,
                             int (*input)[2], int planes)
{
    int lanes = evq_plan_rows(plan, sizeof(u64), SSE_LANES, format->height, planes, 0, 0);
    for (int plane = 0; plane < planes; plane++)
        add_lanes(plan, format, kernel, input[plane], plane, lanes);
    lanes = add_folds(plan, format, lanes, planes);

    SseParams params = { .rows = 1 };
    EvqStage *total =
        add_stage(plan, EVQ_FORM_SIDE_BY_SIDE, EVQ_KERNEL_sse_lanes_total, planes, 1, &params);
    total->after_all = 1;
    evq_stage_reads(total, lanes, 1, 0, 0);
    evq_stage_writes(total, plan->result, 1);
}

void evq_plan_sse(EvqPlan *plan, const EvqFormat *format, EvqSseKernels kernels, int (*input)[2],
                  int planes)
{
    for (int plane = 0; plane < planes; plane++)
        add_in_order(plan, format, kernels.rows, input[plane], plane);
    add_side_by_side(plan, format, kernels.lanes, input, planes);
}
