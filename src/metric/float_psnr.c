/* float_psnr, docs/spec/psnr.md part A. */
#include "metric/metric.h"

#include "kernel/math/log10.h"
#include "kernel/psnr/params.h"
#include "metric/depth.h"
#include "metric/sse_plan.h"

#include <stdio.h>

typedef struct FloatPsnrState {
    int depth;
    double samples;
    double unit; /* of the integer totals, in squared 8-bit steps */
    double peak, cap;
} FloatPsnrState;

/* Slots of the result. */
enum { TOTAL, SERIAL, SLOTS };

static EvqSseKernels kernels_of(int depth)
{
    if (depth == 8)
        return (EvqSseKernels){ EVQ_KERNEL_sse_rows_u8, EVQ_KERNEL_sse_lanes_u8 };
    if (depth == 16)
        return (EvqSseKernels){ EVQ_KERNEL_sse_rounded_rows_u16, EVQ_KERNEL_sse_rounded_lanes_u16 };
    return (EvqSseKernels){ EVQ_KERNEL_sse_rows_u16, EVQ_KERNEL_sse_lanes_u16 };
}

static void add_stages(const EvqFormat *format, EvqPlan *plan)
{
    int input[1][2] = { { evq_plan_input(plan, format, EVQ_INPUT_REFERENCE, 0),
                          evq_plan_input(plan, format, EVQ_INPUT_DISTORTED, 0) } };
    plan->result = evq_plan_result(plan, sizeof(u64), SLOTS, 1);
    evq_plan_sse(plan, format, kernels_of(format->depth), input, 1);

    if (format->depth == 16) {
        SseParams params = { .rows = format->height, .slot = TOTAL };
        EvqStage *serial = evq_plan_stage(plan, EVQ_KERNEL_sse_serial_u16, 0, format->width, 1,
                                          &params, sizeof params);
        serial->after_all = 1;
        evq_stage_reads(serial, input[0][0], 1, 0, 0);
        evq_stage_reads(serial, input[0][1], 1, 0, 0);
        evq_stage_writes(serial, plan->result, 1);
    }
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    FloatPsnrState *s = state;
    int status = evq_depth_check("float_psnr", format, error);
    if (status < 0)
        return status;
    s->depth = format->depth;
    s->samples = (double)((uint64_t)format->width * format->height);
    switch (format->depth) {
    case 8:
        s->peak = 255.0;
        s->cap = 60.0;
        break;
    case 10:
        s->peak = 255.75;
        s->cap = 72.0;
        break;
    case 12:
        s->peak = 255.9375;
        s->cap = 84.0;
        break;
    case 16:
        s->peak = 255.99609375;
        s->cap = 108.0;
        break;
    }
    s->unit = 1.0 / (double)(1 << 2 * (format->depth - 8));
    add_stages(format, plan);
    snprintf(outputs->name[outputs->count++], EVQ_NAME_SIZE, "float_psnr");
    return EVQ_OK;
}

static void finish(const void *state, const void *result, double *scores)
{
    const FloatPsnrState *s = state;
    const uint64_t *slot = result;
    double sum = (double)slot[TOTAL];
    if (s->depth == 16 && slot[SERIAL])
        sum = f64_of_bits(slot[SERIAL]);
    double mse = sum * s->unit / s->samples;
    double psnr = 10.0 * f64_log10(s->peak * s->peak / (mse > 1e-10 ? mse : 1e-10));
    scores[0] = psnr < s->cap ? psnr : s->cap;
}

const EvqMetric evq_metric_float_psnr = {
    .info = { "float_psnr", "peak signal-to-noise ratio of luma in 8-bit units, in dB", NULL, 0 },
    .state_size = sizeof(FloatPsnrState),
    .init = init,
    .finish = finish,
};
