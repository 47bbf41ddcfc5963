/* The stages of ssimulacra2 from samples to linear light, docs/spec/ssimulacra2.md section 1.
 * Sub-planes of floats: R, G, B of the reference, then of the distorted picture. */
#include "metric/ssimulacra2_plan.h"

#include "metric/ssimulacra2_table.h"

int evq_ssimulacra2_rows(const Ssimulacra2Build *b, int planes)
{
    return evq_plan_rows(b->plan, sizeof(f32), b->width, b->height, planes, 0, SSIMULACRA2_MARGIN);
}

EvqStage *evq_ssimulacra2_stage(const Ssimulacra2Build *b, EvqKernelId kernel, int columns,
                                int items, const void *params, size_t params_bytes)
{
    EvqStage *stage = evq_plan_stage(b->plan, kernel, 0, columns, items, params, params_bytes);
    stage->form = b->form;
    return stage;
}

int evq_ssimulacra2_is_exact(const Ssimulacra2Build *b)
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

void evq_ssimulacra2_set_colour(Ssimulacra2Build *b)
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

static EvqStage *add_colour_stage(const Ssimulacra2Build *b, EvqKernelId kernel, int items)
{
    return evq_ssimulacra2_stage(b, kernel, b->width, items, &b->colour, sizeof b->colour);
}

void evq_ssimulacra2_read_plane(const Ssimulacra2Build *b, EvqStage *stage, int input, int plane)
{
    evq_stage_reads(stage, evq_plan_input(b->plan, b->format, input, plane), 1, 0, 0);
}

int evq_ssimulacra2_is_deep(const Ssimulacra2Build *b)
{
    return b->format->depth > 8;
}

/* R, G, B from planes of the same meaning; luma alone stands for all three. */
static void add_planes(const Ssimulacra2Build *b, int to)
{
    EvqKernelId kernel =
        evq_ssimulacra2_is_deep(b) ? EVQ_KERNEL_ssimulacra2_rgb_u16 : EVQ_KERNEL_ssimulacra2_rgb_u8;
    EvqStage *stage = add_colour_stage(b, kernel, b->height);
    for (int i = 0; i < 6; i++)
        evq_ssimulacra2_read_plane(b, stage, i / 3, evq_format_planes(b->format) == 3 ? i % 3 : 0);
    evq_stage_writes(stage, to, 1);
}

static void read_chroma(const Ssimulacra2Build *b, EvqStage *stage)
{
    for (int i = 0; i < 4; i++)
        evq_ssimulacra2_read_plane(b, stage, i / 2, 1 + i % 2);
}

/* Chroma at the size of luma: the nearest sample. */
static int add_nearest(const Ssimulacra2Build *b)
{
    static const EvqKernelId kernel[2][2] = {
        { EVQ_KERNEL_ssimulacra2_chroma_same_u8, EVQ_KERNEL_ssimulacra2_chroma_same_u16 },
        { EVQ_KERNEL_ssimulacra2_chroma_twice_u8, EVQ_KERNEL_ssimulacra2_chroma_twice_u16 },
    };
    int chroma = evq_ssimulacra2_rows(b, 4);
    EvqStage *stage =
        add_colour_stage(b, kernel[b->colour.across][evq_ssimulacra2_is_deep(b)], b->height);
    stage->x1 = b->colour.chroma_width;
    read_chroma(b, stage);
    evq_stage_writes(stage, chroma, 1);
    return chroma;
}

/* The same by interpolation. */
static int add_interpolated(const Ssimulacra2Build *b)
{
    EvqKernelId kernel = evq_ssimulacra2_is_deep(b) ? EVQ_KERNEL_ssimulacra2_chroma_h_u16
                                                    : EVQ_KERNEL_ssimulacra2_chroma_h_u8;
    int height = b->colour.chroma_height;
    int wide = evq_plan_rows(b->plan, sizeof(f32), b->width, height, 4, 0, SSIMULACRA2_MARGIN);
    EvqStage *across = add_colour_stage(b, kernel, height);
    read_chroma(b, across);
    evq_stage_writes(across, wide, 1);
    if (!b->colour.down)
        return wide;
    int chroma = evq_ssimulacra2_rows(b, 4);
    EvqStage *down = add_colour_stage(b, EVQ_KERNEL_ssimulacra2_chroma_v, height);
    down->planes = 4;
    evq_stage_reads(down, wide, 1, 2, 2);
    evq_stage_writes(down, chroma, 2);
    return chroma;
}

static void add_yuv(const Ssimulacra2Build *b, int chroma, int to)
{
    static const EvqKernelId kernel[2][2] = {
        { EVQ_KERNEL_ssimulacra2_yuv_u8, EVQ_KERNEL_ssimulacra2_yuv_u16 },
        { EVQ_KERNEL_ssimulacra2_yuv_exact_u8, EVQ_KERNEL_ssimulacra2_yuv_exact_u16 },
    };
    EvqStage *stage = add_colour_stage(
        b, kernel[evq_ssimulacra2_is_exact(b)][evq_ssimulacra2_is_deep(b)], b->height);
    evq_ssimulacra2_read_plane(b, stage, 0, 0);
    evq_ssimulacra2_read_plane(b, stage, 1, 0);
    evq_stage_reads(stage, chroma, 1, 0, 0);
    evq_stage_writes(stage, to, 1);
}

int evq_ssimulacra2_encoded(const Ssimulacra2Build *b)
{
    int encoded = evq_ssimulacra2_rows(b, 6);
    if (b->format->model == EVQ_MODEL_RGB || b->format->chroma == EVQ_CHROMA_400)
        add_planes(b, encoded);
    else if (b->colour.across && b->s->chroma != SSIMULACRA2_NEAREST_CHROMA)
        add_yuv(b, add_interpolated(b), encoded);
    else
        add_yuv(b, add_nearest(b), encoded);
    return encoded;
}

static EvqKernelId linear_kernel(const Ssimulacra2Build *b)
{
    if (b->s->transfer == SSIMULACRA2_POWER)
        return EVQ_KERNEL_ssimulacra2_linear_exact;
    if (!evq_ssimulacra2_is_exact(b))
        return EVQ_KERNEL_ssimulacra2_linear;
    int table = b->format->model == EVQ_MODEL_RGB && !evq_ssimulacra2_is_deep(b) &&
                !b->format->opacity && b->s->range == SSIMULACRA2_FULL;
    return table ? EVQ_KERNEL_ssimulacra2_linear_table : EVQ_KERNEL_ssimulacra2_linear_exact;
}

/* The sRGB curve, or the pure power, which is 0 where it is negligible. */
Ssimulacra2PowerParams evq_ssimulacra2_power(const Ssimulacra2Build *b)
{
    if (b->s->transfer == SSIMULACRA2_POWER)
        return (Ssimulacra2PowerParams){ .threshold = 0x1.fffffep-21f, .scale = 1.0f };
    return (Ssimulacra2PowerParams){ .threshold = f32_of_bits(0x3d25aee6), /* 0.04045 */
                                     .slope = f32_of_bits(0x3d9e8391),     /* 1 / 12.92 */
                                     .scale = f32_of_bits(0x3f72a76f),     /* 1 / 1.055, up */
                                     .offset = f32_of_bits(0x3d558919) };  /* 0.055 / 1.055 */
}

/* Encoded samples over the background of a pass, section 1.1. */
static int add_blend(const Ssimulacra2Build *b, int encoded, int pass)
{
    static const f32 behind_both[] = { 0.1f, 0.9f };
    unsigned opacity = b->format->opacity;
    int reference = (opacity & EVQ_OPACITY_REFERENCE) != 0;
    int distorted = (opacity & EVQ_OPACITY_DISTORTED) != 0;
    Ssimulacra2BlendParams params = { .reference = reference,
                                      .distorted = distorted,
                                      .scale = (f32)(1.0 / ((1 << b->format->depth) - 1)),
                                      .background = reference ? behind_both[pass] : 0.5f };
    int blended = evq_ssimulacra2_rows(b, 6);
    EvqKernelId kernel = evq_ssimulacra2_is_deep(b) ? EVQ_KERNEL_ssimulacra2_blend_u16
                                                    : EVQ_KERNEL_ssimulacra2_blend_u8;
    EvqStage *stage = evq_ssimulacra2_stage(b, kernel, b->width, b->height, &params, sizeof params);
    stage->planes = 3;
    evq_stage_reads(stage, encoded, 1, 0, 0);
    evq_ssimulacra2_read_plane(b, stage, EVQ_INPUT_REFERENCE, reference ? 3 : 0);
    evq_ssimulacra2_read_plane(b, stage, EVQ_INPUT_DISTORTED, distorted ? 3 : 0);
    evq_stage_writes(stage, blended, 1);
    return blended;
}

int evq_ssimulacra2_linear(const Ssimulacra2Build *b, int encoded, int pass)
{
    int from = b->format->opacity ? add_blend(b, encoded, pass) : encoded;
    int linear = evq_ssimulacra2_rows(b, 6);
    EvqKernelId kernel = linear_kernel(b);
    Ssimulacra2PowerParams params = evq_ssimulacra2_power(b);
    EvqStage *stage = evq_ssimulacra2_stage(b, kernel, b->width, b->height, &params, sizeof params);
    stage->planes = 6;
    evq_stage_reads(stage, from, 1, 0, 0);
    if (kernel == EVQ_KERNEL_ssimulacra2_linear_table)
        evq_stage_reads(stage, evq_plan_constant(b->plan, ssimulacra2_table, sizeof(f32), 256), 1,
                        0, 0);
    evq_stage_writes(stage, linear, 1);
    return linear;
}
