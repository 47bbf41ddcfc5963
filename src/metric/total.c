#include "metric/total.h"

#include "kernel/total/params.h"

#include <assert.h>
#include <string.h>

static u64 bits_of(double value)
{
    u64 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static EvqKernelId in_order(int planes)
{
    assert(planes == 1 || planes == 2 || planes == EVQ_TOTAL_PLANES);
    return planes == 1   ? EVQ_KERNEL_total_in_order1
           : planes == 2 ? EVQ_KERNEL_total_in_order2
                         : EVQ_KERNEL_total_in_order4;
}

static EvqStage *add_after_all(EvqPlan *plan, EvqKernelId kernel, int columns, int items,
                               const TotalParams *params)
{
    EvqStage *stage = evq_plan_stage(plan, kernel, 0, columns, items, params, sizeof *params);
    stage->form = EVQ_FORM_SIDE_BY_SIDE;
    stage->after_all = 1;
    return stage;
}

static void add_side_by_side(EvqPlan *plan, int terms, const TotalParams *params)
{
    int planes = params->planes, height = params->rows;
    int lanes = evq_plan_rows(plan, sizeof(u64), TOTAL_LANES, height, 2 * planes, 0, 0);
    int rows = evq_plan_result(plan, sizeof(u64), 2 * planes, height);
    int guess = evq_plan_result(plan, sizeof(u64), planes, height + 1);
    int runs = evq_plan_result(plan, sizeof(u64), 2 * planes, height);

    EvqStage *stage = add_after_all(plan, EVQ_KERNEL_total_lanes, TOTAL_LANES, height, params);
    evq_stage_reads(stage, terms, 1, 0, 0);
    evq_stage_writes(stage, lanes, 1);

    stage = add_after_all(plan, EVQ_KERNEL_total_rows, 2 * planes, height, params);
    evq_stage_reads(stage, lanes, 1, 0, 0);
    evq_stage_writes(stage, rows, 1);

    stage = add_after_all(plan, EVQ_KERNEL_total_guess, planes, 1, params);
    evq_stage_reads(stage, rows, 1, 0, 0);
    evq_stage_writes(stage, guess, 1);
    evq_stage_writes(stage, plan->result, 1);

    stage = add_after_all(plan, EVQ_KERNEL_total_runs, planes, height, params);
    evq_stage_reads(stage, terms, 1, 0, 0);
    evq_stage_reads(stage, guess, 1, 0, 0);
    evq_stage_writes(stage, runs, 1);

    stage = add_after_all(plan, EVQ_KERNEL_total_join, planes, 1, params);
    evq_stage_reads(stage, terms, 1, 0, 0);
    evq_stage_reads(stage, rows, 1, 0, 0);
    evq_stage_reads(stage, guess, 1, 0, 0);
    evq_stage_reads(stage, runs, 1, 0, 0);
    evq_stage_writes(stage, plan->result, 1);
}

void evq_plan_totals(EvqPlan *plan, int terms, int width, int height, int planes, int slot)
{
    double count = (double)width * height;
    /* Each sum of n terms is off by at most n 2^-53 times the sum of magnitudes, to first order.
     * The serial one has `count` terms, lanes, rows and frame together fewer than width + height
     * + 64. */
    double error = (count + width + height + 64) * 0x1.001p-53;
    TotalParams params = { .slot = slot,
                           .width = width,
                           .rows = height,
                           .planes = planes,
                           .count = bits_of(count),
                           .error = bits_of(error) };
    EvqStage *stage =
        evq_plan_stage(plan, in_order(planes), 0, width, height, &params, sizeof params);
    stage->form = EVQ_FORM_IN_ORDER;
    evq_stage_reads(stage, terms, 1, 0, 0);
    evq_stage_writes(stage, plan->result, 0);

    add_side_by_side(plan, terms, &params);
}
