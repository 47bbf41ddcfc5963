/* float_motion, docs/spec/float_motion.md. */
#include "metric/metric.h"

#include "core/error.h"
#include "kernel/float_motion/params.h"
#include "kernel/image/mirror.h"
#include "metric/depth.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PLANES     3
#define MAX_HALF_WIDTH 7680
#define POSITION       3 /* table entries for a column or row of a halved plane */

typedef struct MotionState {
    int debug, force_zero, add_scale1, add_uv, filter_size;
    double fps_weight, blend_factor, blend_offset, max_val;
    int planes, radius;
    float samples[MAX_PLANES][2]; /* of each plane and its halved form, as a float */
    i32 *positions[MAX_PLANES];   /* columns, then rows; NULL without motion_add_scale1 */
} MotionState;

/* ---- Options, section 1 ---- */

static const EvqOptionInfo option_info[] = {
    { "debug", "true|false", "true", "add motion" },
    { "motion_force_zero", "true|false", "false", "every score is 0" },
    { "motion_fps_weight", "number 0 .. 5", "1", "weight for the frame rate" },
    { "motion_blend_factor", "number 0 .. 1", "1", "slope of motion3 above the offset" },
    { "motion_blend_offset", "number 0 .. 1000", "40", "where motion3 bends" },
    { "motion_add_scale1", "true|false", "false", "add the motion of halved planes" },
    { "motion_filter_size", "integer 0 .. 9", "5", "taps of the blur: 1, 3, or 5 for any other" },
    { "motion_add_uv", "true|false", "false", "add the motion of Cb and Cr" },
    { "motion_max_val", "number 0 .. 10000", "10000", "upper limit of the scores" },
};

#define STATE(member) offsetof(MotionState, member)
static const EvqOption option[] = {
    { NULL, EVQ_OPTION_BOOL, STATE(debug), 1 },
    { "force_0", EVQ_OPTION_BOOL, STATE(force_zero), 0 },
    { "mfw", EVQ_OPTION_NUMBER, STATE(fps_weight), 1, 0, 5 },
    { "mbf", EVQ_OPTION_NUMBER, STATE(blend_factor), 1, 0, 1 },
    { "mbo", EVQ_OPTION_NUMBER, STATE(blend_offset), 40, 0, 1000 },
    { "mdc", EVQ_OPTION_BOOL, STATE(add_scale1), 0 },
    { "mfs", EVQ_OPTION_INTEGER, STATE(filter_size), 5, 0, 9 },
    { "mau", EVQ_OPTION_BOOL, STATE(add_uv), 0 },
    { "mmxv", EVQ_OPTION_NUMBER, STATE(max_val), 10000, 0, 10000 },
};

enum { OPTIONS = sizeof option / sizeof *option };

static const EvqOptionTable option_table = { option_info, option, OPTIONS };

/* ---- Checks ---- */

static int half(int side)
{
    return (side + 1) / 2;
}

static int check_plane(const MotionState *s, const EvqFormat *format, int plane, EvqError *error)
{
    int width = evq_format_plane_width(format, plane);
    int height = evq_format_plane_height(format, plane);
    int least = s->radius + 1;
    if (width < least || height < least)
        return evq_fail(error, EVQ_E_INPUT,
                        "float_motion needs planes of at least %dx%d, plane %d is %dx%d", least,
                        least, plane, width, height);
    if (s->add_scale1 && half(width) > MAX_HALF_WIDTH)
        return evq_fail(error, EVQ_E_INPUT,
                        "float_motion with motion_add_scale1 scores at most %d columns, not %d",
                        2 * MAX_HALF_WIDTH, width);
    return EVQ_OK;
}

static int check(const MotionState *s, const EvqFormat *format, EvqError *error)
{
    int status = evq_depth_check("float_motion", format, error);
    if (status < 0)
        return status;
    if (s->planes > evq_format_planes(format))
        return evq_fail(error, EVQ_E_INPUT,
                        "float_motion with motion_add_uv needs chroma, these pictures have none");
    for (int plane = 0; plane < s->planes && status == EVQ_OK; plane++)
        status = check_plane(s, format, plane, error);
    return status;
}

/* ---- Halving, section 5 ---- */

/* For each of `to` columns or rows: the two source positions and, as bits, the fraction. */
static void tabulate(i32 *table, int from, int to)
{
    f32 ratio = (f32)from / (f32)to;
    for (int i = 0; i < to; i++) {
        f32 at = (f32)((i + 0.5) * (double)ratio - 0.5);
        i32 first = mirror_index((i32)floorf(at), from);
        table[POSITION * i] = first;
        table[POSITION * i + 1] = mirror_index((i32)ceilf(at), from);
        table[POSITION * i + 2] = (i32)bits_of_f32(at - (f32)first);
    }
}

static int round_up_8(int width)
{
    return (width + 7) & ~7;
}

/* ---- Plan ---- */

typedef struct Build {
    MotionState *s;
    const EvqFormat *format;
    EvqPlan *plan;
    int plane, width, height;
} Build;

static EvqStage *add_stage(const Build *b, EvqKernelId kernel, int width, int items, int from,
                           int to)
{
    MotionParams params = {
        .rows = b->height,
        .scale = evq_depth_scale(b->format),
        .width = b->width,
        .pitch = round_up_8(b->format->width),
        .stride = round_up_8(b->width),
    };
    EvqStage *stage = evq_plan_stage(b->plan, kernel, 0, width, items, &params, sizeof params);
    if (from >= 0) {
        evq_stage_reads(stage, from, 1, 0, 0);
        evq_stage_writes(stage, to, 1);
    }
    return stage;
}

/* A buffer for the plane of the frame before and of this one, or for what differs. */
static int add_rows(const Build *b, int width, int height, int planes, int border)
{
    return evq_plan_rows(b->plan, sizeof(f32), width, height, planes, border, 0);
}

/* Kernels by radius of the blur. */
typedef struct BlurKernels {
    EvqKernelId v, h, h_difference;
} BlurKernels;

static const BlurKernels blur_kernels[] = {
    [1] = { EVQ_KERNEL_motion_blur_v3, EVQ_KERNEL_motion_blur_h3,
            EVQ_KERNEL_motion_blur_h3_difference },
    [2] = { EVQ_KERNEL_motion_blur_v5, EVQ_KERNEL_motion_blur_h5,
            EVQ_KERNEL_motion_blur_h5_difference },
};

/* Section 2 and the vertical pass of section 3, if there is one. */
static int add_vertical(const Build *b)
{
    int r = b->s->radius;
    int image = add_rows(b, b->width, b->height, 2, r);
    EvqStage *load =
        add_stage(b, b->format->depth > 8 ? EVQ_KERNEL_motion_load_u16 : EVQ_KERNEL_motion_load_u8,
                  b->width, b->height, -1, -1);
    int before = evq_plan_input(b->plan, b->format, EVQ_INPUT_PREVIOUS, b->plane);
    int now = evq_plan_input(b->plan, b->format, EVQ_INPUT_REFERENCE, b->plane);
    evq_stage_reads(load, before, 1, 0, 0);
    evq_stage_reads(load, now, 1, 0, 0);
    evq_stage_writes(load, image, 1);
    if (!r)
        return image;

    int rows = add_rows(b, b->width, b->height, 2, 0);
    b->plan->buffer[rows].margin = r;
    EvqStage *v = add_stage(b, blur_kernels[r].v, b->width + r, (b->height + 1) / 2, -1, -1);
    v->x0 = -r;
    evq_stage_reads(v, image, 2, r, r + 1);
    evq_stage_writes(v, rows, 2);
    return rows;
}

/* Section 4 from rows of differences, into a slot of the result. */
static void add_sums(const Build *b, int differences, int width, int height, int slot)
{
    int sums = evq_plan_result(b->plan, sizeof(f32), 1, height);
    EvqStage *rows = add_stage(b, EVQ_KERNEL_motion_row_sums8, width, (height + 7) / 8, -1, -1);
    rows->form = EVQ_FORM_IN_ORDER;
    evq_stage_reads(rows, differences, 8, 0, 7);
    evq_stage_writes(rows, sums, 8);
    rows = add_stage(b, EVQ_KERNEL_motion_row_sum, width, height, differences, sums);
    rows->form = EVQ_FORM_SIDE_BY_SIDE;

    MotionParams params = { .rows = height, .slot = slot };
    EvqStage *frame =
        evq_plan_stage(b->plan, EVQ_KERNEL_motion_frame_sum, 0, 1, 1, &params, sizeof params);
    frame->after_all = 1;
    evq_stage_reads(frame, sums, 1, 0, 0);
    evq_stage_writes(frame, b->plan->result, 1);
}

/* Section 5 from the blurred planes; returns the halved ones. */
static int add_half(const Build *b, int blurred, int width, int height)
{
    /* Subsampled chroma, whose rows the scaler takes for shorter than they are in memory. */
    int strided = round_up_8(b->format->width) != round_up_8(b->width);
    const i32 *table = b->s->positions[b->plane];
    int to = add_rows(b, width, height, 2, 0);
    EvqStage *stage =
        add_stage(b, strided ? EVQ_KERNEL_motion_halve_strided : EVQ_KERNEL_motion_halve, width,
                  height, -1, -1);
    evq_stage_reads(stage, blurred, 2, strided ? 2 * height : 1, 2);
    evq_stage_reads(stage, evq_plan_constant(b->plan, table, sizeof(i32), POSITION * width), 1, 0,
                    0);
    evq_stage_reads(
        stage, evq_plan_constant(b->plan, table + POSITION * width, sizeof(i32), POSITION * height),
        1, 0, 0);
    evq_stage_writes(stage, to, 1);
    return to;
}

static int add_half_table(const Build *b, int width, int height, EvqError *error)
{
    size_t entries = (size_t)POSITION * (size_t)(width + height);
    i32 *table = malloc(entries * sizeof *table);
    if (!table)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: tables of float_motion's scaler");
    tabulate(table, b->width, width);
    tabulate(table + POSITION * width, b->height, height);
    b->s->positions[b->plane] = table;
    return EVQ_OK;
}

/* Both scales of a plane: the blurred planes are kept for the second. */
static int add_two_scales(const Build *b, int rows, EvqError *error)
{
    int width = half(b->width), height = half(b->height);
    int status = add_half_table(b, width, height, error);
    if (status < 0)
        return status;
    int blurred = rows;
    if (b->s->radius) {
        blurred = add_rows(b, b->width, b->height, 2, 0);
        add_stage(b, blur_kernels[b->s->radius].h, b->width, b->height, rows, blurred);
    }
    int differences = add_rows(b, b->width, b->height, 1, 0);
    add_stage(b, EVQ_KERNEL_motion_difference, b->width, b->height, blurred, differences);
    add_sums(b, differences, b->width, b->height, 2 * b->plane);

    int halved = add_half(b, blurred, width, height);
    differences = add_rows(b, width, height, 1, 0);
    add_stage(b, EVQ_KERNEL_motion_difference, width, height, halved, differences);
    add_sums(b, differences, width, height, 2 * b->plane + 1);
    b->s->samples[b->plane][1] = (float)(width * height);
    return EVQ_OK;
}

static int add_plane(MotionState *s, const EvqFormat *format, EvqPlan *plan, int plane,
                     EvqError *error)
{
    Build b = { .s = s, .format = format, .plan = plan, .plane = plane };
    b.width = evq_format_plane_width(format, plane);
    b.height = evq_format_plane_height(format, plane);
    s->samples[plane][0] = (float)(b.width * b.height);
    int rows = add_vertical(&b);
    if (s->add_scale1)
        return add_two_scales(&b, rows, error);
    int differences = add_rows(&b, b.width, b.height, 1, 0);
    add_stage(&b, s->radius ? blur_kernels[s->radius].h_difference : EVQ_KERNEL_motion_difference,
              b.width, b.height, rows, differences);
    add_sums(&b, differences, b.width, b.height, 2 * plane);
    return EVQ_OK;
}

static void name_outputs(const MotionState *s, EvqMetricOutputs *outputs)
{
    static const char *const names[] = { "motion2", "motion", "motion3" };
    for (int i = 0; i < 3; i++) {
        if (i == 1 && !s->debug)
            continue;
        char *name = outputs->name[outputs->count++];
        snprintf(name, EVQ_NAME_SIZE, "%s", names[i]);
        evq_options_suffix(&option_table, s, name);
    }
}

static void destroy(void *state)
{
    MotionState *s = state;
    for (int plane = 0; plane < MAX_PLANES; plane++)
        free(s->positions[plane]);
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    MotionState *s = state;
    s->planes = s->add_uv ? 3 : 1;
    s->radius = s->filter_size == 1 ? 0 : s->filter_size == 3 ? 1 : 2;
    int status = check(s, format, error);
    if (status == EVQ_OK && !s->force_zero) {
        plan->result = evq_plan_result(plan, sizeof(f32), 2 * s->planes, 1);
        for (int plane = 0; plane < s->planes && status == EVQ_OK; plane++)
            status = add_plane(s, format, plan, plane, error);
    }
    if (status == EVQ_OK)
        name_outputs(s, outputs);
    else
        destroy(s);
    return status;
}

/* ---- Scores ---- */

/* The motion from the frame before to this one, sections 4 to 6. */
static void finish(const void *state, const void *result, double *scores)
{
    const MotionState *s = state;
    const f32 *totals = result;
    double motion = 0.0;
    for (int plane = 0; totals && plane < s->planes; plane++) {
        float m = totals[2 * plane] / s->samples[plane][0];
        if (s->add_scale1)
            m = m + totals[2 * plane + 1] / s->samples[plane][1];
        motion = motion + (double)m;
    }
    *scores = motion;
}

static double smaller(double p, double q)
{
    return p < q ? p : q;
}

static double blend(const MotionState *s, double q)
{
    return q * s->blend_factor + (1.0 - s->blend_factor) * smaller(s->blend_offset, q);
}

/* Section 7. */
static void combine(const void *state, const double *before, const double *after, double *scores)
{
    const MotionState *s = state;
    double motion = 0.0, motion2 = 0.0, motion3 = 0.0;
    if (before) {
        double least = after ? smaller(*before, *after) : *before;
        motion = smaller(*before * s->fps_weight, s->max_val);
        motion2 = smaller(least * s->fps_weight, s->max_val);
        motion3 = smaller(blend(s, least * s->fps_weight), s->max_val);
    } else if (after) {
        motion3 = smaller(blend(s, *after * s->fps_weight), s->max_val);
    }
    *scores++ = motion2;
    if (s->debug)
        *scores++ = motion;
    *scores++ = s->force_zero ? 0.0 : motion3;
}

const EvqMetric evq_metric_float_motion = {
    .info = { "float_motion", "how much the reference moves from frame to frame", option_info,
              OPTIONS },
    .options = { option_info, option, OPTIONS },
    .state_size = sizeof(MotionState),
    .init = init,
    .finish = finish,
    .combine = combine,
    .destroy = destroy,
};
