/* The stages of ssimulacra2. Sub-planes of floats: R, G, B of the reference and of the distorted
 * picture; then X', Y', B' of both by turns. */
#include "metric/ssimulacra2.h"

#include "metric/ssimulacra2_table.h"

/* Columns beside a picture that kernels may touch. */
#define MARGIN 8

typedef struct Build {
    const Ssimulacra2 *s;
    const EvqFormat *format;
    EvqPlan *plan;
    int width, height; /* of the scale */
    Ssimulacra2Params params;
    Ssimulacra2ColourParams colour;
} Build;

static int add_rows(const Build *b, int planes)
{
    return evq_plan_rows(b->plan, sizeof(f32), b->width, b->height, planes, 0, MARGIN);
}

static EvqStage *add_stage(const Build *b, EvqKernelId kernel, int items)
{
    return evq_plan_stage(b->plan, kernel, 0, b->width, items, &b->params, sizeof b->params);
}

/* A stage that makes each sample from the same sample of each sub-plane. */
static void add_pointwise(const Build *b, EvqKernelId kernel, int from, int to, int planes)
{
    EvqStage *stage = add_stage(b, kernel, b->height);
    stage->planes = planes;
    evq_stage_reads(stage, from, 1, 0, 0);
    evq_stage_writes(stage, to, 1);
}

/* ---- Input, sections 1 and 3 ---- */

static int is_exact(const Build *b)
{
    return b->s->profile == SSIMULACRA2_EXACT;
}

static void set_matrix(Ssimulacra2ColourParams *colour, double kr, double kb)
{
    double kg = 1.0 - kr - kb;
    colour->crv = (f32)(2.0 * (1.0 - kr));
    colour->cbu = (f32)(2.0 * (1.0 - kb));
    colour->cgu = (f32)(-2.0 * kb * (1.0 - kb) / kg);
    colour->cgv = (f32)(-2.0 * kr * (1.0 - kr) / kg);
}

static void set_colour(Build *b)
{
    static const double kr[] = {
        [SSIMULACRA2_709] = .2126, [SSIMULACRA2_601] = .299, [SSIMULACRA2_2020] = .2627
    };
    static const double kb[] = {
        [SSIMULACRA2_709] = .0722, [SSIMULACRA2_601] = .114, [SSIMULACRA2_2020] = .0593
    };
    const EvqFormat *format = b->format;
    int step = 1 << (format->depth - 8), peak = (1 << format->depth) - 1;
    int limited = b->s->range == SSIMULACRA2_LIMITED;
    b->colour = (Ssimulacra2ColourParams){
        .chroma_width = evq_format_plane_width(format, 1),
        .chroma_height = evq_format_plane_height(format, 1),
        .across = format->chroma == EVQ_CHROMA_420 || format->chroma == EVQ_CHROMA_422,
        .down = format->chroma == EVQ_CHROMA_420,
        .centred = b->s->chroma == SSIMULACRA2_CENTRE,
        .luma_zero = limited ? 16 * step : 0,
        .chroma_zero = 128 * step,
        .luma_scale = (f32)(1.0 / (limited ? 219 * step : peak)),
        .chroma_scale = (f32)(1.0 / (limited ? 224 * step : peak)),
    };
    set_matrix(&b->colour, kr[b->s->matrix], kb[b->s->matrix]);
}

static EvqStage *add_colour_stage(const Build *b, EvqKernelId kernel, int items)
{
    return evq_plan_stage(b->plan, kernel, 0, b->width, items, &b->colour, sizeof b->colour);
}

static void read_plane(const Build *b, EvqStage *stage, int input, int plane)
{
    evq_stage_reads(stage, evq_plan_input(b->plan, b->format, input, plane), 1, 0, 0);
}

static int is_deep(const Build *b)
{
    return b->format->depth > 8;
}

/* R, G, B from planes of the same meaning; luma alone stands for all three. */
static void add_planes(const Build *b, int to)
{
    EvqKernelId kernel =
        is_deep(b) ? EVQ_KERNEL_ssimulacra2_rgb_u16 : EVQ_KERNEL_ssimulacra2_rgb_u8;
    EvqStage *stage = add_colour_stage(b, kernel, b->height);
    for (int i = 0; i < 6; i++)
        read_plane(b, stage, i / 3, evq_format_planes(b->format) == 3 ? i % 3 : 0);
    evq_stage_writes(stage, to, 1);
}

static void read_chroma(const Build *b, EvqStage *stage)
{
    for (int i = 0; i < 4; i++)
        read_plane(b, stage, i / 2, 1 + i % 2);
}

/* Chroma at the size of luma: the nearest sample. */
static int add_nearest(const Build *b)
{
    static const EvqKernelId kernel[2][2] = {
        { EVQ_KERNEL_ssimulacra2_chroma_same_u8, EVQ_KERNEL_ssimulacra2_chroma_same_u16 },
        { EVQ_KERNEL_ssimulacra2_chroma_twice_u8, EVQ_KERNEL_ssimulacra2_chroma_twice_u16 },
    };
    int chroma = add_rows(b, 4);
    EvqStage *stage = add_colour_stage(b, kernel[b->colour.across][is_deep(b)], b->height);
    stage->x1 = b->colour.chroma_width;
    read_chroma(b, stage);
    evq_stage_writes(stage, chroma, 1);
    return chroma;
}

/* The same by interpolation. */
static int add_interpolated(const Build *b)
{
    EvqKernelId kernel =
        is_deep(b) ? EVQ_KERNEL_ssimulacra2_chroma_h_u16 : EVQ_KERNEL_ssimulacra2_chroma_h_u8;
    int height = b->colour.chroma_height;
    int wide = evq_plan_rows(b->plan, sizeof(f32), b->width, height, 4, 0, MARGIN);
    EvqStage *across = add_colour_stage(b, kernel, height);
    read_chroma(b, across);
    evq_stage_writes(across, wide, 1);
    if (!b->colour.down)
        return wide;
    int chroma = add_rows(b, 4);
    EvqStage *down = add_colour_stage(b, EVQ_KERNEL_ssimulacra2_chroma_v, height);
    down->planes = 4;
    evq_stage_reads(down, wide, 1, 2, 2);
    evq_stage_writes(down, chroma, 2);
    return chroma;
}

static void add_yuv(const Build *b, int chroma, int to)
{
    static const EvqKernelId kernel[2][2] = {
        { EVQ_KERNEL_ssimulacra2_yuv_u8, EVQ_KERNEL_ssimulacra2_yuv_u16 },
        { EVQ_KERNEL_ssimulacra2_yuv_exact_u8, EVQ_KERNEL_ssimulacra2_yuv_exact_u16 },
    };
    EvqStage *stage = add_colour_stage(b, kernel[is_exact(b)][is_deep(b)], b->height);
    read_plane(b, stage, 0, 0);
    read_plane(b, stage, 1, 0);
    evq_stage_reads(stage, chroma, 1, 0, 0);
    evq_stage_writes(stage, to, 1);
}

static int add_encoded(const Build *b)
{
    int encoded = add_rows(b, 6);
    if (b->format->model == EVQ_MODEL_RGB || b->format->chroma == EVQ_CHROMA_400)
        add_planes(b, encoded);
    else if (b->colour.across && b->s->chroma != SSIMULACRA2_NEAREST_CHROMA)
        add_yuv(b, add_interpolated(b), encoded);
    else
        add_yuv(b, add_nearest(b), encoded);
    return encoded;
}

static EvqKernelId linear_kernel(const Build *b)
{
    if (b->s->transfer == SSIMULACRA2_POWER)
        return EVQ_KERNEL_ssimulacra2_linear_exact;
    if (!is_exact(b))
        return EVQ_KERNEL_ssimulacra2_linear;
    int table = b->format->model == EVQ_MODEL_RGB && !is_deep(b) && !b->format->opacity &&
                b->s->range == SSIMULACRA2_FULL;
    return table ? EVQ_KERNEL_ssimulacra2_linear_table : EVQ_KERNEL_ssimulacra2_linear_exact;
}

/* The sRGB curve, or the pure power, which is 0 where it is negligible. */
static Ssimulacra2PowerParams power_params(const Build *b)
{
    if (b->s->transfer == SSIMULACRA2_POWER)
        return (Ssimulacra2PowerParams){ .threshold = 0x1.fffffep-21f, .scale = 1.0f };
    return (Ssimulacra2PowerParams){ .threshold = f32_of_bits(0x3d25aee6), /* 0.04045 */
                                     .slope = f32_of_bits(0x3d9e8391),     /* 1 / 12.92 */
                                     .scale = f32_of_bits(0x3f72a76f),     /* 1 / 1.055, up */
                                     .offset = f32_of_bits(0x3d558919) };  /* 0.055 / 1.055 */
}

/* Encoded samples over the background of a pass, section 1.1. */
static int add_blend(const Build *b, int encoded, int pass)
{
    static const f32 behind_both[] = { 0.1f, 0.9f };
    unsigned opacity = b->format->opacity;
    int reference = (opacity & EVQ_OPACITY_REFERENCE) != 0;
    int distorted = (opacity & EVQ_OPACITY_DISTORTED) != 0;
    Ssimulacra2BlendParams params = { .reference = reference,
                                      .distorted = distorted,
                                      .scale = (f32)(1.0 / ((1 << b->format->depth) - 1)),
                                      .background = reference ? behind_both[pass] : 0.5f };
    int blended = add_rows(b, 6);
    EvqStage *stage = evq_plan_stage(
        b->plan, is_deep(b) ? EVQ_KERNEL_ssimulacra2_blend_u16 : EVQ_KERNEL_ssimulacra2_blend_u8, 0,
        b->width, b->height, &params, sizeof params);
    stage->planes = 3;
    evq_stage_reads(stage, encoded, 1, 0, 0);
    read_plane(b, stage, EVQ_INPUT_REFERENCE, reference ? 3 : 0);
    read_plane(b, stage, EVQ_INPUT_DISTORTED, distorted ? 3 : 0);
    evq_stage_writes(stage, blended, 1);
    return blended;
}

static int add_linear(const Build *b, int encoded)
{
    int linear = add_rows(b, 6);
    EvqKernelId kernel = linear_kernel(b);
    Ssimulacra2PowerParams params = power_params(b);
    EvqStage *stage =
        evq_plan_stage(b->plan, kernel, 0, b->width, b->height, &params, sizeof params);
    stage->planes = 6;
    evq_stage_reads(stage, encoded, 1, 0, 0);
    if (kernel == EVQ_KERNEL_ssimulacra2_linear_table)
        evq_stage_reads(stage, evq_plan_constant(b->plan, ssimulacra2_table, sizeof(f32), 256), 1,
                        0, 0);
    evq_stage_writes(stage, linear, 1);
    return linear;
}

static int add_half(Build *b, int from, Ssimulacra2Scale before)
{
    int to = add_rows(b, 6);
    b->params.width = before.width;
    b->params.height = before.height;
    EvqStage *stage = add_stage(b, EVQ_KERNEL_ssimulacra2_halve, b->height);
    stage->planes = 6;
    evq_stage_reads(stage, from, 2, 0, 1);
    evq_stage_writes(stage, to, 1);
    return to;
}

/* ---- A scale, sections 2, 4 and 5 ---- */

/* Columns that a stage before the filter makes beside the picture. */
static void widen(const Build *b, EvqStage *stage)
{
    if (is_exact(b)) {
        stage->x0 -= SSIMULACRA2_EDGE;
        stage->x1 += SSIMULACRA2_EDGE;
    }
}

static int add_xyb(const Build *b, int linear)
{
    int xyb = add_rows(b, 6);
    EvqKernelId kernel =
        is_exact(b) ? EVQ_KERNEL_ssimulacra2_xyb_exact : EVQ_KERNEL_ssimulacra2_xyb;
    add_pointwise(b, kernel, linear, xyb, 2);
    widen(b, &b->plan->stage[b->plan->stages - 1]);
    return xyb;
}

static int add_products(const Build *b, int xyb)
{
    int channels = b->params.last - b->params.first + 1;
    int products = add_rows(b, 3 * channels);
    add_pointwise(b, EVQ_KERNEL_ssimulacra2_products, xyb, products, channels);
    widen(b, &b->plan->stage[b->plan->stages - 1]);
    return products;
}

/* Items of SSIMULACRA2_ROWS rows. */
static int row_items(const Build *b)
{
    return (b->height + SSIMULACRA2_ROWS - 1) / SSIMULACRA2_ROWS;
}

static void add_filter(const Build *b, int from, int between, int to, int planes)
{
    add_pointwise(b, EVQ_KERNEL_ssimulacra2_filter_h, from, between, planes);
    EvqStage *down = add_stage(b, EVQ_KERNEL_ssimulacra2_filter_v, row_items(b));
    down->planes = planes;
    evq_stage_reads(down, between, SSIMULACRA2_ROWS, SSIMULACRA2_EDGE,
                    SSIMULACRA2_ROWS - 1 + SSIMULACRA2_EDGE);
    evq_stage_writes(down, to, SSIMULACRA2_ROWS);
}

static void add_recursion(const Build *b, int from, int between, int to, int planes)
{
    int items = row_items(b);
    int kept = evq_plan_result(b->plan, sizeof(f32), b->width, 6);
    b->plan->buffer[kept].planes = planes;

    EvqStage *across = evq_plan_stage(b->plan, EVQ_KERNEL_ssimulacra2_blur_h, 0, SSIMULACRA2_ROWS,
                                      items, &b->params, sizeof b->params);
    across->planes = planes;
    evq_stage_reads(across, from, SSIMULACRA2_ROWS, 0, SSIMULACRA2_ROWS - 1);
    evq_stage_writes(across, between, SSIMULACRA2_ROWS);

    EvqStage *down = add_stage(b, EVQ_KERNEL_ssimulacra2_blur_v, items);
    down->planes = planes;
    evq_stage_reads(down, between, SSIMULACRA2_ROWS, 6, SSIMULACRA2_ROWS + 3);
    evq_stage_writes(down, kept, 0);
    evq_stage_writes(down, to, SSIMULACRA2_ROWS);
}

static int add_blur(const Build *b, int from, int planes)
{
    int between = add_rows(b, planes), to = add_rows(b, planes);
    if (is_exact(b))
        add_filter(b, from, between, to, planes);
    else
        add_recursion(b, from, between, to, planes);
    return to;
}

static void list_maps(Build *b, int scale)
{
    Ssimulacra2Params *params = &b->params;
    params->first = 3;
    params->last = params->count = 0;
    params->maps[0] = params->maps[1] = 0;
    for (int map = 0; map < SSIMULACRA2_MAPS; map++) {
        if (!evq_ssimulacra2_counts(b->s->scales, scale, map))
            continue;
        params->maps[params->count / 8] |= (u32)map << (4 * (params->count % 8));
        params->count++;
        if (map % 3 != 0)
            continue;
        params->first = map / 3 < params->first ? map / 3 : params->first;
        params->last = map / 3;
    }
}

static void add_sums(const Build *b, int ssim, int edges)
{
    const Ssimulacra2Params *params = &b->params;
    int columns = params->count * params->chunks, width = columns * SSIMULACRA2_DIGITS;
    int sums = evq_plan_rows(b->plan, sizeof(u64), width, b->height, 1, 0, 0);
    int folded = evq_plan_result(b->plan, sizeof(u64), width, params->groups);

    EvqStage *sum = evq_plan_stage(b->plan, EVQ_KERNEL_ssimulacra2_sums, 0, columns, b->height,
                                   params, sizeof *params);
    evq_stage_reads(sum, ssim, 1, 0, 0);
    evq_stage_reads(sum, edges, 1, 0, 0);
    evq_stage_writes(sum, sums, 1);

    EvqStage *fold = evq_plan_stage(b->plan, EVQ_KERNEL_ssimulacra2_fold, 0, width, params->groups,
                                    params, sizeof *params);
    evq_stage_reads(fold, sums, SSIMULACRA2_FOLD, 0, SSIMULACRA2_FOLD - 1);
    evq_stage_writes(fold, folded, 1);

    EvqStage *total = evq_plan_stage(b->plan, EVQ_KERNEL_ssimulacra2_total, 0,
                                     params->count * SSIMULACRA2_DIGITS, 1, params, sizeof *params);
    total->after_all = 1;
    evq_stage_reads(total, folded, 1, 0, 0);
    evq_stage_writes(total, b->plan->result, 1);
}

static void add_scale(Build *b, int pass, int scale, int linear)
{
    b->params.width = b->width;
    b->params.height = b->height;
    b->params.chunks = (b->width + SSIMULACRA2_CHUNK - 1) / SSIMULACRA2_CHUNK;
    b->params.groups = (b->height + SSIMULACRA2_FOLD - 1) / SSIMULACRA2_FOLD;
    b->params.slot = (pass * b->s->scales + scale) * SSIMULACRA2_RESULTS;
    list_maps(b, scale);

    int channels = b->params.last - b->params.first + 1;
    int xyb = add_xyb(b, linear);
    int products = add_products(b, xyb);
    int mu = add_blur(b, xyb, 6);
    int product = add_blur(b, products, 3 * channels);
    int ssim = add_rows(b, channels), edges = add_rows(b, 6);

    EvqStage *quality = add_stage(b, EVQ_KERNEL_ssimulacra2_ssim, b->height);
    quality->planes = channels;
    evq_stage_reads(quality, mu, 1, 0, 0);
    evq_stage_reads(quality, product, 1, 0, 0);
    evq_stage_writes(quality, ssim, 1);

    EvqStage *edge = add_stage(b, EVQ_KERNEL_ssimulacra2_edges, b->height);
    edge->planes = 3;
    evq_stage_reads(edge, xyb, 1, 0, 0);
    evq_stage_reads(edge, mu, 1, 0, 0);
    evq_stage_writes(edge, edges, 1);

    add_sums(b, ssim, edges);
}

static void set_scale(Build *b, int scale)
{
    b->width = b->s->scale[scale].width;
    b->height = b->s->scale[scale].height;
}

static void add_pass(Build *b, int pass, int linear)
{
    add_scale(b, pass, 0, linear);
    for (int scale = 1; scale < b->s->scales; scale++) {
        set_scale(b, scale);
        linear = add_half(b, linear, b->s->scale[scale - 1]);
        add_scale(b, pass, scale, linear);
    }
}

void evq_ssimulacra2_plan(const Ssimulacra2 *s, const EvqFormat *format, EvqPlan *plan)
{
    Build b = { .s = s, .format = format, .plan = plan };
    plan->result =
        evq_plan_result(plan, sizeof(u64), s->passes * s->scales * SSIMULACRA2_RESULTS, 1);
    set_scale(&b, 0);
    set_colour(&b);
    int encoded = add_encoded(&b);
    for (int pass = 0; pass < s->passes; pass++) {
        set_scale(&b, 0);
        add_pass(&b, pass,
                 add_linear(&b, format->opacity ? add_blend(&b, encoded, pass) : encoded));
    }
}
