/*
 * The stages of ssimulacra2 for devices that run items side by side: few, since each is a launch,
 * and in an order that lets the scales run at once.
 */
#include "metric/ssimulacra2_plan.h"

typedef struct Scale {
    Ssimulacra2Params params;
    int xyb, rows; /* buffers */
    int sums[2];   /* without and with ssim; -1: none */
} Scale;

int evq_ssimulacra2_wide_from_samples(const Ssimulacra2Build *b)
{
    return b->format->model == EVQ_MODEL_YUV && b->format->chroma != EVQ_CHROMA_400 &&
           (!b->colour.across || b->s->chroma == SSIMULACRA2_NEAREST_CHROMA) && !b->format->opacity;
}

int evq_ssimulacra2_wide_lanes(const Ssimulacra2Build *b)
{
    return evq_plan_result(b->plan, sizeof(u64), b->s->passes * b->s->scales * SSIMULACRA2_RESULTS,
                           SSIMULACRA2_LANES);
}

/* ---- To X', Y', B' ---- */

static Ssimulacra2WideParams sample_params(const Ssimulacra2Build *b)
{
    const Ssimulacra2ColourParams *colour = &b->colour;
    Ssimulacra2PowerParams power = evq_ssimulacra2_power(b);
    return (Ssimulacra2WideParams){
        .width = b->width,
        .height = b->height,
        .across = colour->across,
        .down = colour->down,
        .luma_zero = colour->luma_zero,
        .chroma_zero = colour->chroma_zero,
        .luma_scale = colour->luma_scale,
        .chroma_scale = colour->chroma_scale,
        .crv = colour->crv,
        .cgu = colour->cgu,
        .cgv = colour->cgv,
        .cbu = colour->cbu,
        .power = b->s->transfer == SSIMULACRA2_POWER,
        .threshold = power.threshold,
        .slope = power.slope,
        .scale = power.scale,
        .offset = power.offset,
    };
}

/* A stage that makes items of four columns, with those beside the picture that profile exact
 * filters. */
static EvqStage *add_quads(const Ssimulacra2Build *b, EvqKernelId kernel, const void *params,
                           size_t params_bytes)
{
    int beside = evq_ssimulacra2_is_exact(b);
    EvqStage *stage = evq_ssimulacra2_stage(b, kernel, (b->width + 3) / 4 + beside,
                                            (b->height + 1) / 2, params, params_bytes);
    stage->x0 -= beside;
    stage->planes = 2;
    return stage;
}

static EvqStage *add_from_samples(const Ssimulacra2Build *b)
{
    static const EvqKernelId kernel[2][2] = {
        { EVQ_KERNEL_ssimulacra2_wide_yuv_u8, EVQ_KERNEL_ssimulacra2_wide_yuv_u16 },
        { EVQ_KERNEL_ssimulacra2_wide_yuv_exact_u8, EVQ_KERNEL_ssimulacra2_wide_yuv_exact_u16 },
    };
    Ssimulacra2WideParams params = sample_params(b);
    EvqStage *stage = add_quads(b, kernel[evq_ssimulacra2_is_exact(b)][evq_ssimulacra2_is_deep(b)],
                                &params, sizeof params);
    for (int i = 0; i < 6; i++)
        evq_ssimulacra2_read_plane(b, stage, i / 3, i % 3);
    return stage;
}

static EvqStage *add_from_linear(const Ssimulacra2Build *b, int linear)
{
    EvqStage *stage = add_quads(b,
                                evq_ssimulacra2_is_exact(b) ? EVQ_KERNEL_ssimulacra2_wide_xyb_exact
                                                            : EVQ_KERNEL_ssimulacra2_wide_xyb,
                                &b->params, sizeof b->params);
    evq_stage_reads(stage, linear, 2, 0, 1);
    return stage;
}

/* X', Y', B' of a scale; returns the linear light of the next one. */
static int add_xyb(const Ssimulacra2Build *b, int scale, int linear, int xyb)
{
    EvqStage *stage = scale == 0 && evq_ssimulacra2_wide_from_samples(b)
                          ? add_from_samples(b)
                          : add_from_linear(b, linear);
    int half = evq_plan_rows(b->plan, sizeof(f32), (b->width + 1) / 2, (b->height + 1) / 2, 6, 0,
                             SSIMULACRA2_MARGIN);
    evq_stage_writes(stage, xyb, 2);
    evq_stage_writes(stage, half, 1);
    return half;
}

/* ---- Blurs and errors ---- */

/* The channels whose ssim is counted, or those where edges alone are; returns how many. */
static int list_channels(Ssimulacra2Build *b, unsigned with_ssim)
{
    int count = 0;
    b->params.channels = 0;
    for (int channel = 0; channel < 3; channel++) {
        unsigned counted = SSIMULACRA2_COUNTED(b->params, channel);
        if (counted && (counted & 1) == with_ssim)
            b->params.channels |= (u32)channel << (4 * count++);
    }
    return count;
}

/* Rows of every image, turned: see wide_official.k.h. */
static int add_turned(const Ssimulacra2Build *b, int xyb)
{
    int images = 6 + 3 * (b->params.last - b->params.first + 1);
    int rows = b->height + SSIMULACRA2_EDGE;
    int turned = evq_plan_rows(b->plan, sizeof(f32), rows, b->width, images, 0, SSIMULACRA2_MARGIN);
    EvqStage *stage = evq_ssimulacra2_stage(b, EVQ_KERNEL_ssimulacra2_wide_turn, rows, 1,
                                            &b->params, sizeof b->params);
    stage->planes = images;
    evq_stage_reads(stage, xyb, 0, 0, b->height - 1);
    evq_stage_writes(stage, turned, b->width);
    return turned;
}

static EvqStage *add_columns(const Ssimulacra2Build *b, const Scale *scale, int with_ssim)
{
    EvqKernelId kernel =
        with_ssim ? EVQ_KERNEL_ssimulacra2_wide_columns : EVQ_KERNEL_ssimulacra2_wide_edges;
    EvqStage *stage = evq_ssimulacra2_stage(b, kernel, b->width, 1, &b->params, sizeof b->params);
    evq_stage_reads(stage, scale->rows, 0, 0, b->width - 1);
    /* Some rows more are read, ahead of need. */
    evq_stage_reads(stage, scale->xyb, 0, 0, b->height + 2 * SSIMULACRA2_ROWS);
    return stage;
}

static EvqStage *add_filter(const Ssimulacra2Build *b, const Scale *scale, int with_ssim)
{
    EvqKernelId kernel =
        with_ssim ? EVQ_KERNEL_ssimulacra2_wide_filter : EVQ_KERNEL_ssimulacra2_wide_filter_edges;
    EvqStage *stage =
        evq_ssimulacra2_stage(b, kernel, b->width, b->params.groups, &b->params, sizeof b->params);
    evq_stage_reads(stage, scale->xyb, b->params.segment, SSIMULACRA2_EDGE,
                    b->params.segment - 1 + SSIMULACRA2_EDGE);
    return stage;
}

/* Rows that a work-item filters: many, since it begins with those above them, unless that leaves
 * work-items too few. */
static int segment_of(int height)
{
    return height >= 1600 ? 64 : height >= 800 ? 32 : 16;
}

/* Sums of segments of columns: of the channels without ssim and of those with it. */
static void add_errors(Ssimulacra2Build *b, Scale *scale)
{
    int exact = evq_ssimulacra2_is_exact(b);
    int segment = segment_of(b->height);
    b->params.segment = segment;
    b->params.groups = exact ? (b->height + segment - 1) / segment : 1;
    for (int with_ssim = 0; with_ssim < 2; with_ssim++) {
        int channels = list_channels(b, (unsigned)with_ssim);
        scale->sums[with_ssim] = -1;
        if (!channels)
            continue;
        EvqStage *stage =
            exact ? add_filter(b, scale, with_ssim) : add_columns(b, scale, with_ssim);
        stage->planes = channels;
        scale->sums[with_ssim] = evq_plan_rows(b->plan, sizeof(u64), b->width, b->params.groups,
                                               3 * SSIMULACRA2_DIGITS * channels, 0, 0);
        evq_stage_writes(stage, scale->sums[with_ssim], 1);
    }
    scale->params = b->params;
}

static void add_fold(const Ssimulacra2Build *b, const Scale *scale, int lanes)
{
    const Ssimulacra2Params *params = &scale->params;
    EvqStage *stage = evq_ssimulacra2_stage(b, EVQ_KERNEL_ssimulacra2_wide_fold, SSIMULACRA2_LANES,
                                            SSIMULACRA2_RESULTS, params, sizeof *params);
    /* Where a scale has no channels of a kind, nothing looks at their buffer. */
    for (int without = 0; without < 2; without++) {
        int sums = scale->sums[!without] >= 0 ? scale->sums[!without] : scale->sums[without];
        evq_stage_reads(stage, sums, 0, 0, params->groups - 1);
    }
    evq_stage_writes(stage, lanes, 0);
}

/* The largest scale is the last to be ready. What is done with the buffers of a small scale soon
 * lends them to a larger one; the other way round the small ones would wait. */
void evq_ssimulacra2_wide_pass(Ssimulacra2Build *b, int pass, int linear, int lanes)
{
    Scale scale[SSIMULACRA2_SCALES];
    int scales = b->s->scales;
    for (int s = 0; s < scales; s++) {
        evq_ssimulacra2_set_scale(b, pass, s);
        scale[s] = (Scale){ .xyb = evq_ssimulacra2_rows(b, 6) };
        linear = add_xyb(b, s, linear, scale[s].xyb);
    }
    for (int s = 0; s < scales && !evq_ssimulacra2_is_exact(b); s++) {
        evq_ssimulacra2_set_scale(b, pass, s);
        scale[s].rows = add_turned(b, scale[s].xyb);
    }
    for (int s = scales - 1; s >= 0; s--) {
        evq_ssimulacra2_set_scale(b, pass, s);
        add_errors(b, &scale[s]);
    }
    for (int s = scales - 1; s >= 0; s--)
        add_fold(b, &scale[s], lanes);
}

void evq_ssimulacra2_wide_total(const Ssimulacra2Build *b, int lanes)
{
    EvqStage *stage = evq_ssimulacra2_stage(b, EVQ_KERNEL_ssimulacra2_wide_total,
                                            b->s->passes * b->s->scales * SSIMULACRA2_RESULTS, 1,
                                            &b->params, sizeof b->params);
    stage->after_all = 1;
    evq_stage_reads(stage, lanes, 0, 0, SSIMULACRA2_LANES - 1);
    evq_stage_writes(stage, b->plan->result, 1);
}
