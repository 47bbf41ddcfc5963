/* vif, the integer one, docs/spec/vif.md. */
#include "metric/metric.h"

#include "core/error.h"
#include "kernel/integer_vif/log_table.h"
#include "kernel/psnr/params.h"
#include "metric/depth.h"
#include "metric/sse_plan.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { LEAST_SIDE = 16 }; /* section 7 */

typedef struct VifState {
    int debug, skip_scale0;
    double gain_limit;
    i32 log_table[IVIF_LOG_ROW];
} VifState;

/* ---- Options, section 1 ---- */

static const EvqOptionInfo option_info[] = {
    { "debug", "true|false", "false", "add integer_vif and the sums of every scale" },
    { "vif_enhn_gain_limit", "number 1 .. 100", "100", "limit of the enhancement gain" },
    { "vif_skip_scale0", "true|false", "false", "leave out the finest scale" },
};

static const EvqOption option[] = {
    { NULL, EVQ_OPTION_BOOL, offsetof(VifState, debug), 0 },
    { "egl", EVQ_OPTION_NUMBER, offsetof(VifState, gain_limit), 100, 1, 100 },
    { "ssclz", EVQ_OPTION_BOOL, offsetof(VifState, skip_scale0), 0 },
};

enum { OPTIONS = sizeof option / sizeof *option };

static const EvqOptionTable option_table = { option_info, option, OPTIONS };

/* ---- Plan ---- */

/* The kernels of a scale; those called wide and lanes are for devices that run items side by side.
 * `down` make the picture from that of the scale before. */
typedef struct ScaleKernels {
    int radius;
    EvqKernelId down_rows, down_columns;
    EvqKernelId rows, columns;
    EvqKernelId wide_rows, lanes;
} ScaleKernels;

#define SCALE(n, radius, down_rows, down_columns)                                                  \
    {                                                                                              \
        radius, down_rows, down_columns, EVQ_KERNEL_ivif_rows##n, EVQ_KERNEL_ivif_columns##n,      \
            EVQ_KERNEL_ivif_wide_rows##n, EVQ_KERNEL_ivif_lanes##n                                 \
    }
static const ScaleKernels scale_kernels[IVIF_SCALES] = {
    SCALE(17, 8, EVQ_KERNEL_COUNT, EVQ_KERNEL_COUNT),
    SCALE(9, 4, EVQ_KERNEL_ivif_down_v9, EVQ_KERNEL_ivif_down_h9),
    SCALE(5, 2, EVQ_KERNEL_ivif_down_v5, EVQ_KERNEL_ivif_down_h5),
    SCALE(3, 1, EVQ_KERNEL_ivif_down_v3, EVQ_KERNEL_ivif_down_h3),
};
#undef SCALE

/* Everything that adding stages needs. */
typedef struct Build {
    const VifState *s;
    EvqPlan *plan;
    int depth;
    int width[IVIF_SCALES], height[IVIF_SCALES];
    int first; /* scale with a statistic */
    int log_table, lanes;
} Build;

static EvqStage *add_stage(Build *b, EvqKernelId kernel, int scale, int x0, int x1, int items)
{
    IvifParams params = {
        .mean_shift = scale ? 16 : b->depth,
        .square_shift = scale ? 16 : 2 * (b->depth - 8),
        .scale = scale,
        .width = b->width[scale],
        .height = b->height[scale],
        .slot = scale - b->first,
    };
    memcpy(&params.gain_limit, &b->s->gain_limit, sizeof params.gain_limit);
    return evq_plan_stage(b->plan, kernel, x0, x1, items, &params, sizeof params);
}

/* Whether the pictures of a scale have 8 bits. */
static int is_bytes(const Build *b, int scale)
{
    return scale == 0 && b->depth == 8;
}

/* Reference and distorted at a scale, bordered for all that reads them. */
static int add_image(Build *b, int scale)
{
    int blur = scale < b->first ? 0 : scale_kernels[scale].radius;
    int down = scale + 1 < IVIF_SCALES ? scale_kernels[scale + 1].radius : 0;
    return evq_plan_rows(b->plan, is_bytes(b, scale) ? sizeof(u8) : sizeof(u16), b->width[scale],
                         b->height[scale], 2, blur > down ? blur : down, 0);
}

static void add_load(Build *b, const EvqFormat *format, int image)
{
    EvqKernelId kernel = format->depth > 8 ? EVQ_KERNEL_ivif_load_u16 : EVQ_KERNEL_ivif_load_u8;
    EvqStage *load = add_stage(b, kernel, 0, 0, b->width[0], b->height[0]);
    evq_stage_reads(load, evq_plan_input(b->plan, format, EVQ_INPUT_REFERENCE, 0), 1, 0, 0);
    evq_stage_reads(load, evq_plan_input(b->plan, format, EVQ_INPUT_DISTORTED, 0), 1, 0, 0);
    evq_stage_writes(load, image, 1);
}

/* Section 3: the picture of a scale from that of the scale before, whose shifts count. */
static void add_down(Build *b, int scale, int from, int to)
{
    const ScaleKernels *kernels = &scale_kernels[scale];
    int r = kernels->radius, width = b->width[scale - 1];
    int rows = evq_plan_rows(b->plan, sizeof(i16), width, b->height[scale], 2, 0, r);

    EvqKernelId kernel = is_bytes(b, scale - 1) ? EVQ_KERNEL_ivif_down_v9_u8 : kernels->down_rows;
    EvqStage *v = add_stage(b, kernel, scale - 1, -r, width + r, b->height[scale]);
    evq_stage_reads(v, from, 2, r, r + 1);
    evq_stage_writes(v, rows, 1);

    EvqStage *h =
        add_stage(b, kernels->down_columns, scale - 1, 0, b->width[scale], b->height[scale]);
    h->planes = 2;
    evq_stage_reads(h, rows, 1, 0, 0);
    evq_stage_writes(h, to, 1);
}

/* Section 4, vertical pass, into `rows`. */
static void add_rows(Build *b, EvqKernelId kernel, EvqForm form, int scale, int image, int rows)
{
    int r = scale_kernels[scale].radius;
    EvqStage *v = add_stage(b, kernel, scale, -r, b->width[scale] + r, (b->height[scale] + 1) / 2);
    v->form = form;
    evq_stage_reads(v, image, 2, r, r + 1);
    evq_stage_writes(v, rows, 2);
}

static void add_totals(Build *b, int scale, int sums)
{
    for (int i = 0; i < IVIF_SUMS; i++) {
        SseParams params = { .rows = b->height[scale], .slot = IVIF_SUMS * (scale - b->first) + i };
        EvqStage *total =
            evq_plan_stage(b->plan, EVQ_KERNEL_sse_total, i, i + 1, 1, &params, sizeof params);
        total->form = EVQ_FORM_IN_ORDER;
        total->after_all = 1;
        evq_stage_reads(total, sums, 1, 0, 0);
        evq_stage_writes(total, b->plan->result, 1);
    }
}

/* Sections 4 to 6 for a scale, row by row through the caches. */
static void add_in_order(Build *b, int scale, int image)
{
    int width = b->width[scale], height = b->height[scale];
    int rows = evq_plan_rows(b->plan, sizeof(i16), width, height, IVIF_PLANES, 0,
                             scale_kernels[scale].radius);
    int variances = evq_plan_rows(b->plan, sizeof(u32), width, height, 3, 0, 0);
    int keys = evq_plan_rows(b->plan, sizeof(u32), width, height, 4, 0, 0);
    int sums = evq_plan_result(b->plan, sizeof(u64), IVIF_SUMS, height);

    add_rows(b, is_bytes(b, scale) ? EVQ_KERNEL_ivif_rows17_u8 : scale_kernels[scale].rows,
             EVQ_FORM_IN_ORDER, scale, image, rows);

    EvqStage *h = add_stage(b, scale_kernels[scale].columns, scale, 0, width, height);
    h->form = EVQ_FORM_IN_ORDER;
    evq_stage_reads(h, rows, 1, 0, 0);
    evq_stage_writes(h, variances, 1);

    EvqStage *statistic = add_stage(b, EVQ_KERNEL_ivif_statistic, scale, 0, width, height);
    statistic->form = EVQ_FORM_IN_ORDER;
    evq_stage_reads(statistic, variances, 1, 0, 0);
    evq_stage_writes(statistic, keys, 1);

    EvqStage *add = add_stage(b, EVQ_KERNEL_ivif_row_sums, scale, 0, width, height);
    add->form = EVQ_FORM_IN_ORDER;
    evq_stage_reads(add, keys, 1, 0, 0);
    evq_stage_reads(add, b->log_table, 1, 0, 0);
    evq_stage_writes(add, sums, 1);

    add_totals(b, scale, sums);
}

/* The same into lanes, for devices that run items side by side. Every scale fills all rows of its
 * planes of lanes, so that several items share a row of a coarse one. */
static void add_side_by_side(Build *b, int scale, int image)
{
    int rows = evq_plan_rows(b->plan, sizeof(u32), b->width[scale], b->height[scale],
                             IVIF_WIDE_PLANES, 0, scale_kernels[scale].radius);
    add_rows(b,
             is_bytes(b, scale) ? EVQ_KERNEL_ivif_wide_rows17_u8 : scale_kernels[scale].wide_rows,
             EVQ_FORM_SIDE_BY_SIDE, scale, image, rows);

    EvqStage *stage = add_stage(b, scale_kernels[scale].lanes, scale, 0, SSE_LANES, b->height[0]);
    stage->form = EVQ_FORM_SIDE_BY_SIDE;
    if (scale)
        evq_stage_reads(stage, rows, 0, 0, b->height[scale] - 1);
    else
        evq_stage_reads(stage, rows, 1, 0, 0);
    evq_stage_reads(stage, b->log_table, 1, 0, 0);
    evq_stage_writes(stage, b->lanes, 1);
}

static void add_stages(const VifState *s, const EvqFormat *format, EvqPlan *plan)
{
    Build b = { .s = s, .plan = plan, .depth = format->depth, .first = s->skip_scale0 };
    for (int scale = 0; scale < IVIF_SCALES; scale++) {
        b.width[scale] = format->width >> scale;
        b.height[scale] = format->height >> scale;
    }
    int sums = IVIF_SUMS * (IVIF_SCALES - b.first);
    plan->result = evq_plan_result(plan, sizeof(u64), sums, 1);
    b.lanes = evq_plan_rows(plan, sizeof(u64), SSE_LANES, format->height, sums, 0, 0);
    b.log_table = evq_plan_constant(plan, s->log_table, sizeof *s->log_table, IVIF_LOG_ROW);

    int image = add_image(&b, 0);
    add_load(&b, format, image);
    for (int scale = 0; scale < IVIF_SCALES; scale++) {
        if (scale > 0) {
            int next = add_image(&b, scale);
            add_down(&b, scale, image, next);
            image = next;
        }
        if (scale < b.first)
            continue;
        add_in_order(&b, scale, image);
        add_side_by_side(&b, scale, image);
    }
    evq_plan_lane_totals(plan, b.lanes, format->height, format->height, sums);
}

/* ---- Outputs, sections 2 and 6 ---- */

static void add_output(const VifState *s, EvqMetricOutputs *outputs, const char *stem, int scale)
{
    char *name = outputs->name[outputs->count++];
    if (scale < 0)
        snprintf(name, EVQ_NAME_SIZE, "integer_%s", stem);
    else
        snprintf(name, EVQ_NAME_SIZE, "integer_%s_scale%d", stem, scale);
    evq_options_suffix(&option_table, s, name);
}

static void name_outputs(const VifState *s, EvqMetricOutputs *outputs)
{
    for (int scale = 0; scale < IVIF_SCALES; scale++)
        add_output(s, outputs, "vif", scale);
    if (!s->debug)
        return;
    add_output(s, outputs, "vif", -1);
    add_output(s, outputs, "vif_num", -1);
    add_output(s, outputs, "vif_den", -1);
    for (int scale = 0; scale < IVIF_SCALES; scale++) {
        add_output(s, outputs, "vif_num", scale);
        add_output(s, outputs, "vif_den", scale);
    }
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    VifState *s = state;
    int status = evq_depth_check("vif", format, error);
    if (status < 0)
        return status;
    if (format->width < LEAST_SIDE || format->height < LEAST_SIDE)
        return evq_fail(error, EVQ_E_INPUT, "vif needs pictures of at least %dx%d, these are %dx%d",
                        LEAST_SIDE, LEAST_SIDE, format->width, format->height);
    ivif_log_table(s->log_table);
    add_stages(s, format, plan);
    name_outputs(s, outputs);
    return EVQ_OK;
}

typedef struct ScaleScore {
    f32 num, den;
} ScaleScore;

static ScaleScore scale_score(const uint64_t sums[IVIF_SUMS])
{
    double numerator = (double)(int64_t)sums[0], denominator = (double)(int64_t)sums[1];
    double flat_variance = (double)(int64_t)sums[2], flat = (double)(int64_t)sums[3];
    return (ScaleScore){
        (f32)(numerator / 2048.0 + (flat - (flat_variance / 16384.0) / 65025.0)),
        (f32)(denominator / 2048.0 + flat),
    };
}

static void finish(const void *state, const void *result, double *scores)
{
    const VifState *s = state;
    const uint64_t *sums = result;
    ScaleScore scale[IVIF_SCALES] = { { 0.0f, -1.0f } }; /* as a skipped one shows */
    double num = 0.0, den = 0.0;
    for (int k = s->skip_scale0; k < IVIF_SCALES; k++) {
        scale[k] = scale_score(sums + IVIF_SUMS * (k - s->skip_scale0));
        num += (double)scale[k].num;
        den += (double)scale[k].den;
    }
    for (int k = 0; k < IVIF_SCALES; k++)
        *scores++ = k < s->skip_scale0 ? 0.0 : (double)(scale[k].num / scale[k].den);
    if (!s->debug)
        return;
    *scores++ = den == 0.0 ? 1.0 : num / den;
    *scores++ = num;
    *scores++ = den;
    for (int k = 0; k < IVIF_SCALES; k++) {
        *scores++ = (double)scale[k].num;
        *scores++ = (double)scale[k].den;
    }
}

const EvqMetric evq_metric_vif = {
    .info = { "vif", "visual information fidelity of luma at four scales, on integers", option_info,
              OPTIONS },
    .options = { option_info, option, OPTIONS },
    .state_size = sizeof(VifState),
    .init = init,
    .finish = finish,
};
