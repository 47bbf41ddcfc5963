/* psnr, docs/spec/psnr.md part B. */
#include "metric/metric.h"

#include "kernel/math/log10.h"
#include "metric/depth.h"
#include "metric/sse_plan.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct PsnrState {
    int enable_chroma, enable_mse, enable_apsnr, reduced_hbd_peak;
    double min_sse;
    int planes;
    uint64_t samples[3]; /* of each plane */
    uint64_t peak2;      /* squared peak */
    double cap[3];
} PsnrState;

static const EvqOptionInfo option_info[] = {
    { "enable_chroma", "true|false", "true", "score Cb and Cr too" },
    { "enable_mse", "true|false", "false", "add the mean squared errors" },
    { "enable_apsnr", "true|false", "false", "add the PSNR of the whole sequence's error" },
    { "reduced_hbd_peak", "true|false", "false", "peak 255 * 2^(depth - 8) above 8 bits" },
    { "min_sse", "number >= 0", "0", "moves the cap of the score; 0: 6 * depth + 12 dB" },
};

static const EvqOption option[] = {
    { NULL, EVQ_OPTION_BOOL, offsetof(PsnrState, enable_chroma), 1 },
    { NULL, EVQ_OPTION_BOOL, offsetof(PsnrState, enable_mse), 0 },
    { NULL, EVQ_OPTION_BOOL, offsetof(PsnrState, enable_apsnr), 0 },
    { NULL, EVQ_OPTION_BOOL, offsetof(PsnrState, reduced_hbd_peak), 0 },
    { NULL, EVQ_OPTION_NUMBER, offsetof(PsnrState, min_sse), 0, 0, DBL_MAX },
};

enum { OPTIONS = sizeof option / sizeof *option };

static double decibel(double ratio)
{
    return 10.0 * f64_log10(ratio);
}

static void set_cap(PsnrState *s, const EvqFormat *format, int plane)
{
    s->cap[plane] = 6.0 * format->depth + 12.0;
    if (s->min_sse != 0.0)
        s->cap[plane] = ceil(decibel((double)s->peak2 / (s->min_sse / (double)s->samples[plane])));
}

static void add_planes(PsnrState *s, const EvqFormat *format, EvqPlan *plan)
{
    EvqSseKernels kernels = { EVQ_KERNEL_sse_rows_u8, EVQ_KERNEL_sse_lanes_u8 };
    int input[3][2];
    if (format->depth > 8)
        kernels = (EvqSseKernels){ EVQ_KERNEL_sse_rows_u16, EVQ_KERNEL_sse_lanes_u16 };
    plan->result = evq_plan_result(plan, sizeof(u64), 3, 1);
    for (int i = 0; i < s->planes; i++) {
        input[i][0] = evq_plan_input(plan, format, EVQ_INPUT_REFERENCE, i);
        input[i][1] = evq_plan_input(plan, format, EVQ_INPUT_DISTORTED, i);
        s->samples[i] = (uint64_t)evq_format_plane_width(format, i) *
                        (uint64_t)evq_format_plane_height(format, i);
        set_cap(s, format, i);
    }
    evq_plan_sse(plan, format, kernels, input, s->planes);
}

static void name_outputs(const PsnrState *s, EvqMetricOutputs *outputs)
{
    static const char *const plane_name[3] = { "y", "cb", "cr" };
    static const char *const aggregate[3] = { "apsnr_y", "apsnr_cb", "apsnr_cr" };
    for (int i = 0; i < s->planes; i++) {
        snprintf(outputs->name[outputs->count++], EVQ_NAME_SIZE, "psnr_%s", plane_name[i]);
        if (s->enable_mse)
            snprintf(outputs->name[outputs->count++], EVQ_NAME_SIZE, "mse_%s", plane_name[i]);
        if (s->enable_apsnr)
            outputs->aggregate[outputs->aggregate_count++] = aggregate[i];
    }
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    PsnrState *s = state;
    int status = evq_depth_check("psnr", format, error);
    if (status < 0)
        return status;
    int depth = format->depth;
    uint64_t peak = s->reduced_hbd_peak ? (uint64_t)255 << (depth - 8) : ((uint64_t)1 << depth) - 1;
    s->peak2 = peak * peak;
    s->planes = s->enable_chroma ? evq_format_planes(format) : 1;
    add_planes(s, format, plan);
    name_outputs(s, outputs);
    return EVQ_OK;
}

static void finish(const void *state, const void *result, double *scores)
{
    const PsnrState *s = state;
    const uint64_t *sse = result;
    for (int i = 0; i < s->planes; i++) {
        double mse = (double)sse[i] / (double)s->samples[i];
        double psnr = decibel((double)s->peak2 / (mse > 1e-16 ? mse : 1e-16));
        *scores++ = psnr < s->cap[i] ? psnr : s->cap[i];
        if (s->enable_mse)
            *scores++ = mse;
    }
}

/* Totals: the squared error of each plane, then its samples. */
static void total(const void *state, const void *result, uint64_t totals[EVQ_METRIC_TOTALS])
{
    const PsnrState *s = state;
    const uint64_t *sse = result;
    for (int i = 0; i < s->planes; i++) {
        totals[i] += sse[i];
        totals[3 + i] += s->samples[i];
    }
}

static void aggregate(const void *state, const uint64_t totals[EVQ_METRIC_TOTALS], double *values)
{
    const PsnrState *s = state;
    for (int i = 0; i < s->planes; i++) {
        uint64_t sse = totals[i], samples = totals[3 + i];
        double signal = f64_log10((double)s->peak2) + f64_log10((double)samples);
        double apsnr = 10.0 * (signal - f64_log10((double)sse));
        double most = ceil(decibel((double)(s->peak2 * samples * 2)));
        values[i] = apsnr < most ? apsnr : most;
    }
}

const EvqMetric evq_metric_psnr = {
    .info = { "psnr", "peak signal-to-noise ratio of each plane, in dB", option_info, OPTIONS },
    .options = { option_info, option, OPTIONS },
    .state_size = sizeof(PsnrState),
    .every_frame = 1,
    .init = init,
    .finish = finish,
    .total = total,
    .aggregate = aggregate,
};
