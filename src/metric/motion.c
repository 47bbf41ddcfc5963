/* motion, docs/spec/motion.md. */
#include "metric/metric.h"

#include "core/error.h"
#include "kernel/motion/params.h"
#include "metric/depth.h"

#include <stddef.h>
#include <stdio.h>

#define BORDER 2 /* rows and columns that the filter reaches beyond the picture */

typedef struct MotionState {
    int debug, force_zero, five_frame_window, moving_average, legacy;
    double fps_weight, blend_factor, blend_offset, max_val;
    double samples;
    int sums; /* of the differences, in the result */
} MotionState;

/* ---- Options, section 1 ---- */

static const EvqOptionInfo option_info[] = {
    { "debug", "true|false", "false", "add integer_motion" },
    { "motion_force_zero", "true|false", "false", "every score is 0" },
    { "motion_blend_factor", "number 0 .. 1", "1", "slope of motion3 above the offset" },
    { "motion_blend_offset", "number 0 .. 1000", "40", "where motion3 bends" },
    { "motion_fps_weight", "number 0 .. 5", "1", "weight for the frame rate" },
    { "motion_max_val", "number 0 .. 10000", "10000", "upper limit of the scores" },
    { "motion_five_frame_window", "true|false", "false", "compare with the frame before the last" },
    { "motion_moving_average", "true|false", "false", "average motion3 over two frames" },
    { "legacy", "true|false", "false", "the rule of libvmaf up to 3.1.0" },
};

#define STATE(member) offsetof(MotionState, member)
static const EvqOption option[] = {
    { NULL, EVQ_OPTION_BOOL, STATE(debug), 0 },
    { "force_0", EVQ_OPTION_BOOL, STATE(force_zero), 0 },
    { "mbf", EVQ_OPTION_NUMBER, STATE(blend_factor), 1, 0, 1 },
    { "mbo", EVQ_OPTION_NUMBER, STATE(blend_offset), 40, 0, 1000 },
    { "mfw", EVQ_OPTION_NUMBER, STATE(fps_weight), 1, 0, 5 },
    { "mmxv", EVQ_OPTION_NUMBER, STATE(max_val), 10000, 0, 10000 },
    { "mffw", EVQ_OPTION_BOOL, STATE(five_frame_window), 0 },
    { "mma", EVQ_OPTION_BOOL, STATE(moving_average), 0 },
    { "legacy", EVQ_OPTION_BOOL, STATE(legacy), 0 },
};

enum { OPTIONS = sizeof option / sizeof *option };

static const EvqOptionTable option_table = { option_info, option, OPTIONS };

/* ---- Checks ---- */

static int check(const MotionState *s, const EvqFormat *format, EvqError *error)
{
    int status = evq_depth_check("motion", format, error);
    if (status < 0)
        return status;
    if (format->width <= BORDER || format->height <= BORDER)
        return evq_fail(error, EVQ_E_INPUT, "motion needs pictures of at least %dx%d, not %dx%d",
                        BORDER + 1, BORDER + 1, format->width, format->height);
    if (s->legacy && (s->fps_weight != 1 || s->blend_factor != 1 || s->blend_offset != 40 ||
                      s->max_val != 10000 || s->five_frame_window || s->moving_average))
        return evq_fail(error, EVQ_E_USAGE,
                        "motion: legacy=true goes with debug and motion_force_zero alone");
    return EVQ_OK;
}

/* ---- Plan ---- */

typedef struct Build {
    EvqPlan *plan;
    const EvqFormat *format;
    EvqPlanInput earlier; /* the reference picture to compare with */
} Build;

static EvqStage *add_stage(const Build *b, EvqKernelId kernel, EvqForm form, int columns, int items)
{
    SadParams params = { .width = b->format->width,
                         .rows = b->format->height,
                         .shift = b->format->depth,
                         .partials = columns };
    EvqStage *stage = evq_plan_stage(b->plan, kernel, 0, columns, items, &params, sizeof params);
    stage->form = form;
    return stage;
}

/* The two reference pictures, as they are. */
static void read_pictures(const Build *b, EvqStage *stage)
{
    evq_stage_reads(stage, evq_plan_input(b->plan, b->format, b->earlier, 0), 1, 0, 0);
    evq_stage_reads(stage, evq_plan_input(b->plan, b->format, EVQ_INPUT_REFERENCE, 0), 1, 0, 0);
}

static int groups(int size, int of)
{
    return (size + of - 1) / of;
}

/* From rows of `kernel`, one value of the result from each SAD_ROWS of them. */
static void add_row_sums(const Build *b, EvqKernelId kernel, int rows)
{
    int height = b->format->height;
    EvqStage *sums =
        add_stage(b, kernel, EVQ_FORM_IN_ORDER, b->format->width, groups(height, SAD_ROWS));
    evq_stage_reads(sums, rows, SAD_ROWS, 0, SAD_ROWS - 1);
    evq_stage_writes(sums, b->plan->result, 0);
}

/* The result from rows of partial sums. */
static void add_lanes(const Build *b, int partials, int columns)
{
    int rows = groups(b->format->height, SAD_ROWS);
    int lanes = evq_plan_rows(b->plan, sizeof(u32), SAD_LANES, rows, 1, 0, 0);
    EvqStage *stage = add_stage(b, EVQ_KERNEL_sad_lanes, EVQ_FORM_SIDE_BY_SIDE, columns, rows);
    stage->x1 = SAD_LANES;
    stage->after_all = 1;
    evq_stage_reads(stage, partials, 1, 0, 0);
    evq_stage_writes(stage, lanes, 1);

    stage = add_stage(b, EVQ_KERNEL_sad_rows, EVQ_FORM_SIDE_BY_SIDE, rows, 1);
    stage->after_all = 1;
    evq_stage_reads(stage, lanes, 1, 0, 0);
    evq_stage_writes(stage, b->plan->result, 1);
}

/* ---- Section 3 ---- */

static void add_in_order(const Build *b)
{
    int width = b->format->width, height = b->format->height, depth = b->format->depth;
    int is_deep = depth > 12;
    int bytes = is_deep ? sizeof(i32) : sizeof(i16);
    int differences = evq_plan_rows(b->plan, bytes, width, height, 1, BORDER, 0);
    EvqStage *stage = add_stage(b,
                                is_deep     ? EVQ_KERNEL_sad_difference_deep
                                : depth > 8 ? EVQ_KERNEL_sad_difference_u16
                                            : EVQ_KERNEL_sad_difference_u8,
                                EVQ_FORM_IN_ORDER, width, height);
    read_pictures(b, stage);
    evq_stage_writes(stage, differences, 1);

    int filtered = evq_plan_rows(b->plan, sizeof(i32), width, height, 1, 0, BORDER);
    stage = add_stage(b, is_deep ? EVQ_KERNEL_sad_vertical_i32 : EVQ_KERNEL_sad_vertical_i16,
                      EVQ_FORM_IN_ORDER, width + BORDER, height);
    stage->x0 = -BORDER;
    evq_stage_reads(stage, differences, 1, BORDER, BORDER);
    evq_stage_writes(stage, filtered, 1);

    add_row_sums(b, EVQ_KERNEL_sad_horizontal_sums, filtered);
}

static void add_tiles(const Build *b)
{
    int columns = groups(b->format->width, SAD_COLUMNS), rows = groups(b->format->height, SAD_ROWS);
    int tiles = evq_plan_rows(b->plan, sizeof(u32), columns, rows, 1, 0, 0);
    EvqStage *stage =
        add_stage(b, b->format->depth > 8 ? EVQ_KERNEL_sad_tiles_u16 : EVQ_KERNEL_sad_tiles_u8,
                  EVQ_FORM_SIDE_BY_SIDE, columns, rows);
    read_pictures(b, stage);
    evq_stage_writes(stage, tiles, 1);
    add_lanes(b, tiles, columns);
}

/* ---- Section 7 ---- */

static void add_legacy(const Build *b)
{
    int width = b->format->width, height = b->format->height;
    int image = evq_plan_rows(b->plan, sizeof(u16), width, height, 2, BORDER, 0);
    b->plan->buffer[image].edge = EVQ_EDGE_MIXED;
    EvqStage *stage = add_stage(
        b, b->format->depth > 8 ? EVQ_KERNEL_sad_blur_load_u16 : EVQ_KERNEL_sad_blur_load_u8,
        EVQ_FORM_ANY, width, height);
    read_pictures(b, stage);
    evq_stage_writes(stage, image, 1);

    int blurred = evq_plan_rows(b->plan, sizeof(u16), width, height, 2, 0, BORDER);
    stage = add_stage(b, EVQ_KERNEL_sad_blur_vertical, EVQ_FORM_ANY, width + BORDER, height);
    stage->x0 = -BORDER;
    stage->planes = 2;
    evq_stage_reads(stage, image, 1, BORDER, BORDER);
    evq_stage_writes(stage, blurred, 1);

    add_row_sums(b, EVQ_KERNEL_sad_blur_horizontal_sums, blurred);

    int rows = groups(height, SAD_ROWS);
    int partials = evq_plan_rows(b->plan, sizeof(u32), width, rows, 1, 0, 0);
    stage = add_stage(b, EVQ_KERNEL_sad_blur_columns, EVQ_FORM_SIDE_BY_SIDE, width, rows);
    evq_stage_reads(stage, blurred, SAD_ROWS, 0, SAD_ROWS - 1);
    evq_stage_writes(stage, partials, 1);
    add_lanes(b, partials, width);
}

static void add_stages(MotionState *s, EvqPlan *plan, const EvqFormat *format)
{
    Build b = { plan, format,
                s->five_frame_window ? EVQ_INPUT_SECOND_PREVIOUS : EVQ_INPUT_PREVIOUS };
    s->sums = groups(format->height, SAD_ROWS);
    plan->result = evq_plan_result(plan, sizeof(u32), s->sums, 1);
    if (s->legacy) {
        add_legacy(&b);
    } else {
        add_in_order(&b);
        add_tiles(&b);
    }
}

/* ---- Outputs, section 2 ---- */

static void add_output(const MotionState *s, EvqMetricOutputs *outputs, const char *name)
{
    char *full = outputs->name[outputs->count++];
    snprintf(full, EVQ_NAME_SIZE, "%s", name);
    evq_options_suffix(&option_table, s, full);
}

static void name_outputs(const MotionState *s, EvqMetricOutputs *outputs)
{
    if (s->legacy) {
        add_output(s, outputs, "integer_motion2");
        add_output(s, outputs, "integer_motion");
        return;
    }
    add_output(s, outputs, "VMAF_integer_feature_motion_sad_score");
    if (s->debug)
        add_output(s, outputs, "integer_motion");
    add_output(s, outputs, "integer_motion2");
    add_output(s, outputs, "integer_motion3");
}

/* The first frame with a value. */
static int first_frame(const MotionState *s)
{
    return s->five_frame_window ? 2 : 1;
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    MotionState *s = state;
    int status = check(s, format, error);
    if (status < 0)
        return status;
    s->samples = (double)format->width * format->height;
    if (!s->force_zero)
        add_stages(s, plan, format);
    name_outputs(s, outputs);
    outputs->reach = (EvqReach){ .first = first_frame(s),
                                 .back = s->five_frame_window + s->moving_average,
                                 .ahead = first_frame(s) };
    return EVQ_OK;
}

/* ---- Scores ---- */

static double smaller(double p, double q)
{
    return p < q ? p : q;
}

/* "sad" of section 3, or the value of section 7. */
static void finish(const void *state, const void *result, double *scores)
{
    const MotionState *s = state;
    const u32 *sums = result;
    uint64_t sad = 0;
    for (int i = 0; !s->force_zero && i < s->sums; i++)
        sad += sums[i];
    double scaled = (double)sad / 256.0;
    if (s->legacy)
        *scores = (float)scaled / (float)s->samples;
    else
        *scores = smaller(scaled / s->samples * s->fps_weight, s->max_val);
}

static double motion2(const MotionState *s, const EvqNeighbours *n, int i)
{
    const double *sad = &n->value[EVQ_NEIGHBOURS + i];
    size_t frame = n->frame + (size_t)i;
    if (frame < (size_t)first_frame(s))
        return 0.0;
    if (n->following == i) /* the last frame */
        return sad[0];
    if (!s->five_frame_window)
        return smaller(sad[0], sad[1]);
    return frame == 2 ? sad[1] : smaller(sad[-1], sad[1]);
}

/* motion3 without the moving average. */
static double blended(const MotionState *s, const EvqNeighbours *n, int i)
{
    int first = first_frame(s) - (int)n->frame; /* relative to the frame, where that matters */
    double m = motion2(s, n, i);
    if (n->frame + (size_t)i < (size_t)first_frame(s))
        m = n->following >= first ? n->value[EVQ_NEIGHBOURS + first] : 0.0;
    double blend = m * s->blend_factor + (1.0 - s->blend_factor) * smaller(s->blend_offset, m);
    return smaller(blend, s->max_val);
}

static double motion3(const MotionState *s, const EvqNeighbours *n)
{
    double p = blended(s, n, 0);
    if (s->moving_average && n->frame >= (size_t)first_frame(s))
        p = (p + blended(s, n, -1)) / 2.0;
    return p;
}

/* Section 4. */
static void combine(const void *state, const EvqNeighbours *n, double *scores)
{
    const MotionState *s = state;
    double sad = n->value[EVQ_NEIGHBOURS];
    if (s->legacy) {
        *scores++ = motion2(s, n, 0);
        *scores++ = sad;
        return;
    }
    *scores++ = sad;
    if (s->debug)
        *scores++ = sad;
    *scores++ = motion2(s, n, 0);
    *scores++ = motion3(s, n);
}

const EvqMetric evq_metric_motion = {
    .info = { "motion", "how much the reference moves from frame to frame, in integers",
              option_info, OPTIONS },
    .options = { option_info, option, OPTIONS },
    .state_size = sizeof(MotionState),
    .init = init,
    .finish = finish,
    .combine = combine,
};
