/* float_ms_ssim, docs/spec/float_ms_ssim.md. */
#include "metric/metric.h"

#include "core/error.h"
#include "kernel/math/pow.h"
#include "kernel/ssim/params.h"
#include "metric/depth.h"
#include "metric/ssim_plan.h"

#include <stddef.h>
#include <stdio.h>

#define SCALES     5
#define SLOTS      4   /* of the result, for each scale */
#define RADIUS     4   /* of the filter between scales */
#define LEAST_SIDE 176 /* halved four times it holds a window */

typedef enum Filter { FILTER_UPSTREAM, FILTER_SEPARABLE } Filter;

typedef struct MsSsimState {
    int enable_lcs, enable_db, clip_db, filter;
    EvqSsimSize size[SCALES];
    double limit; /* of the score in dB */
} MsSsimState;

static const char *const filters[] = { "upstream", "separable", NULL };

static const EvqOptionInfo option_info[] = {
    { "enable_lcs", "true|false", "false", "add luminance, contrast and structure of each scale" },
    { "enable_db", "true|false", "false", "write the score in dB" },
    { "clip_db", "true|false", "false", "limit the dB by the size and depth of the picture" },
    { "filter", "upstream|separable", "upstream", "how one scale is made from the one before" },
};

static const EvqOption option[] = {
    { NULL, EVQ_OPTION_BOOL, offsetof(MsSsimState, enable_lcs), 0 },
    { NULL, EVQ_OPTION_BOOL, offsetof(MsSsimState, enable_db), 0 },
    { NULL, EVQ_OPTION_BOOL, offsetof(MsSsimState, clip_db), 0 },
    { "filter", EVQ_OPTION_CHOICE, offsetof(MsSsimState, filter), FILTER_UPSTREAM,
      .choices = filters },
};

enum { OPTIONS = sizeof option / sizeof *option };

/* ---- Plan ---- */

static void add_upstream(EvqPlan *plan, EvqSsimSize size, int from, int to)
{
    SsimParams params = { .scale = 0 };
    EvqStage *stage = evq_plan_stage(plan, EVQ_KERNEL_pyramid_halve, 0, size.width, size.height,
                                     &params, sizeof params);
    evq_stage_reads(stage, from, 2, RADIUS, RADIUS);
    evq_stage_writes(stage, to, 1);
}

/* The same from samples. */
static void add_upstream_first(EvqPlan *plan, EvqSsimSize size, int from, int to)
{
    SsimParams params = { .scale = 0 };
    int items = size.height + RADIUS;
    int ref = evq_plan_rows(plan, sizeof(u64), size.width, items, RADIUS + 1, 0, 0);
    int dis = evq_plan_rows(plan, sizeof(u64), size.width, items, RADIUS + 1, 0, 0);

    EvqStage *stage = evq_plan_stage(plan, EVQ_KERNEL_pyramid_row_sums, 0, size.width, items,
                                     &params, sizeof params);
    evq_stage_reads(stage, from, 2, RADIUS, 1 - RADIUS);
    evq_stage_writes(stage, ref, 1);
    evq_stage_writes(stage, dis, 1);

    stage = evq_plan_stage(plan, EVQ_KERNEL_pyramid_halve_first, 0, size.width, size.height,
                           &params, sizeof params);
    evq_stage_reads(stage, ref, 1, 0, RADIUS);
    evq_stage_reads(stage, dis, 1, 0, RADIUS);
    evq_stage_writes(stage, to, 1);
}

static void add_separable(EvqPlan *plan, EvqSsimSize before, EvqSsimSize size, int from, int to)
{
    SsimParams params = { .scale = 0 };
    int rows = evq_ssim_image(plan, (EvqSsimSize){ size.width, before.height }, RADIUS);

    EvqStage *stage = evq_plan_stage(plan, EVQ_KERNEL_pyramid_columns, 0, size.width, before.height,
                                     &params, sizeof params);
    evq_stage_reads(stage, from, 1, 0, 0);
    evq_stage_writes(stage, rows, 1);

    stage = evq_plan_stage(plan, EVQ_KERNEL_pyramid_rows, 0, size.width, size.height, &params,
                           sizeof params);
    evq_stage_reads(stage, rows, 2, RADIUS, RADIUS);
    evq_stage_writes(stage, to, 1);
}

/* Luminance counts at the last scale only. */
static EvqSsimSums sums_of(const MsSsimState *s, int scale)
{
    return s->enable_lcs || scale == SCALES - 1 ? EVQ_SSIM_EVERY : EVQ_SSIM_CONTRAST_STRUCTURE;
}

static void add_stages(MsSsimState *s, const EvqFormat *format, EvqPlan *plan)
{
    plan->result = evq_plan_result(plan, sizeof(u64), SCALES * SLOTS, 1);
    s->size[0] = (EvqSsimSize){ format->width, format->height };
    int image = evq_ssim_image(plan, s->size[0], RADIUS);
    evq_ssim_load(plan, format, image);
    for (int scale = 0; scale < SCALES; scale++) {
        if (scale > 0) {
            EvqSsimSize before = s->size[scale - 1];
            s->size[scale] = (EvqSsimSize){ (before.width + 1) / 2, (before.height + 1) / 2 };
            int next = evq_ssim_image(plan, s->size[scale], scale < SCALES - 1 ? RADIUS : 0);
            if (s->filter == FILTER_SEPARABLE)
                add_separable(plan, before, s->size[scale], image, next);
            else if (scale == 1)
                add_upstream_first(plan, s->size[scale], image, next);
            else
                add_upstream(plan, s->size[scale], image, next);
            image = next;
        }
        int products = scale ? evq_ssim_products(plan, s->size[scale], image)
                             : evq_ssim_products_of_samples(plan, format);
        evq_ssim_scale(plan, s->size[scale], products, sums_of(s, scale), scale * SLOTS);
    }
}

/* ---- Outputs ---- */

static void name_outputs(const MsSsimState *s, EvqMetricOutputs *outputs)
{
    static const EvqOptionTable table = { option_info, option, OPTIONS };
    snprintf(outputs->name[outputs->count++], EVQ_NAME_SIZE, "float_ms_ssim");
    for (int part = 0; s->enable_lcs && part < 3; part++)
        for (int scale = 0; scale < SCALES; scale++)
            snprintf(outputs->name[outputs->count++], EVQ_NAME_SIZE, "float_ms_ssim_%c_scale%d",
                     "lcs"[part], scale);
    for (int i = 0; i < outputs->count; i++)
        evq_options_suffix(&table, s, outputs->name[i]);
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    MsSsimState *s = state;
    int status = evq_depth_check("float_ms_ssim", format, error);
    if (status < 0)
        return status;
    if (format->width < LEAST_SIDE || format->height < LEAST_SIDE)
        return evq_fail(error, EVQ_E_INPUT,
                        "float_ms_ssim needs pictures of at least %dx%d, these are %dx%d",
                        LEAST_SIDE, LEAST_SIDE, format->width, format->height);
    s->limit = evq_ssim_decibel_limit(s->clip_db, format);
    add_stages(s, format, plan);
    name_outputs(s, outputs);
    return EVQ_OK;
}

/* The means of a scale; l is 1 where it does not count. */
typedef struct Means {
    float l, c, s;
} Means;

static Means means_of(const MsSsimState *s, const void *result, int scale)
{
    int every = sums_of(s, scale) == EVQ_SSIM_EVERY;
    int slot = scale * SLOTS + (every ? 2 : 0);
    return (Means){ every ? evq_ssim_mean(result, slot - 1, s->size[scale]) : 1.0f,
                    evq_ssim_mean(result, slot, s->size[scale]),
                    evq_ssim_mean(result, slot + 1, s->size[scale]) };
}

/* Section 5. */
static double combine_scales(const Means mean[SCALES])
{
    static const float alpha[SCALES] = { 0, 0, 0, 0, 0x1.10ff98p-3f };
    static const float beta[SCALES] = { 0x1.6f0068p-5f, 0x1.247454p-2f, 0x1.334d6ap-2f,
                                        0x1.e3f142p-3f, 0x1.10ff98p-3f };
    double product = 1.0;
    for (int scale = 0; scale < SCALES; scale++) {
        const Means *m = &mean[scale];
        double l = f64_pow((double)m->l, (double)alpha[scale]);
        double c = f64_pow((double)m->c, (double)beta[scale]);
        double s = f64_pow((double)m->s, (double)beta[scale]);
        product *= (l * c) * s;
    }
    return product;
}

static void finish(const void *state, const void *result, double *scores)
{
    const MsSsimState *s = state;
    Means mean[SCALES];
    for (int scale = 0; scale < SCALES; scale++)
        mean[scale] = means_of(s, result, scale);
    double score = combine_scales(mean);
    *scores++ = s->enable_db ? evq_ssim_decibel(score, s->limit) : score;
    for (int scale = 0; s->enable_lcs && scale < SCALES; scale++, scores++) {
        scores[0] = (double)mean[scale].l;
        scores[SCALES] = (double)mean[scale].c;
        scores[2 * SCALES] = (double)mean[scale].s;
    }
}

const EvqMetric evq_metric_float_ms_ssim = {
    .info = { "float_ms_ssim", "structural similarity of luma at five scales", option_info,
              OPTIONS },
    .options = { option_info, option, OPTIONS },
    .state_size = sizeof(MsSsimState),
    .init = init,
    .finish = finish,
};
