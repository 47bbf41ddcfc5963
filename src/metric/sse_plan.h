/* The stages that sum squared errors exactly, for psnr and float_psnr. */
#ifndef EVQ_METRIC_SSE_PLAN_H
#define EVQ_METRIC_SSE_PLAN_H

#include "plan/plan.h"

/* Kernels for a depth. */
typedef struct EvqSseKernels {
    EvqKernelId rows, lanes;
} EvqSseKernels;

/* Adds the stages that make slot i of the plan's result (of u64) the sum over plane i, for planes
 * 0 .. planes - 1; input[i][k] is plane i of picture k. */
void evq_plan_sse(EvqPlan *plan, const EvqFormat *format, EvqSseKernels kernels, int (*input)[2],
                  int planes);

/* Adds the stages that make slot i of the plan's result (of u64) the sum over plane i of `lanes`,
 * rows of SSE_LANES u64, where items run side by side. Integers: the order does not matter. */
void evq_plan_lane_totals(EvqPlan *plan, int lanes, int rows_of_first, int rows_of_others,
                          int planes);

#endif
