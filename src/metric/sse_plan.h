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

#endif
