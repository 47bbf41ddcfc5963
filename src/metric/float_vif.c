/* float_vif, docs/spec/float_vif.md. */
#include "metric/metric.h"

#include "core/error.h"
#include "kernel/float_vif/params.h"
#include "metric/depth.h"
#include "metric/float_vif_kernel.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct VifState {
    int debug, skip_scale0, prescale_method;
    double gain_limit, kernelscale, prescale, nsq;
    double min_value[EVQ_VIF_SCALES]; /* [0] is not an option and stays 0 */
    int taps_count[EVQ_VIF_SCALES];
    f32 taps[EVQ_VIF_SCALES][EVQ_VIF_MAX_TAPS];
    i32 *resample; /* columns, then rows; NULL without prescaling */
} VifState;

/* ---- Options, section 1 ---- */

static const char *const methods[] = { "nearest", "bilinear", "bicubic", "lanczos4", NULL };

static const EvqOptionInfo option_info[] = {
    { "debug", "true|false", "false", "add vif and the sums of every scale" },
    { "vif_enhn_gain_limit", "number 1 .. 100", "100", "limit of the enhancement gain" },
    { "vif_kernelscale", "number 0.1 .. 4, one of a list", "1", "scales the blur kernels" },
    { "vif_prescale", "number 0.1 .. 4", "1", "scales the pictures first" },
    { "vif_prescale_method", "nearest|bilinear|bicubic|lanczos4", "nearest", "how it scales them" },
    { "vif_scale1_min_val", "number 0 .. 1", "0", "lower bound of vif_scale1" },
    { "vif_scale2_min_val", "number 0 .. 1", "0", "lower bound of vif_scale2" },
    { "vif_scale3_min_val", "number 0 .. 1", "0", "lower bound of vif_scale3" },
    { "vif_sigma_nsq", "number 0 .. 5", "2", "variance of the visual noise" },
    { "vif_skip_scale0", "true|false", "false", "leave out the finest scale" },
};

#define STATE(member) offsetof(VifState, member)
static const EvqOption option[] = {
    { NULL, EVQ_OPTION_BOOL, STATE(debug), 0 },
    { "egl", EVQ_OPTION_NUMBER, STATE(gain_limit), 100, 1, 100 },
    { "ks", EVQ_OPTION_NUMBER, STATE(kernelscale), 1, 0.1, 4 },
    { "ps", EVQ_OPTION_NUMBER, STATE(prescale), 1, 0.1, 4 },
    { "pm", EVQ_OPTION_CHOICE, STATE(prescale_method), EVQ_VIF_NEAREST, .choices = methods },
    { "s1miv", EVQ_OPTION_NUMBER, STATE(min_value[1]), 0, 0, 1 },
    { "s2miv", EVQ_OPTION_NUMBER, STATE(min_value[2]), 0, 0, 1 },
    { "s3miv", EVQ_OPTION_NUMBER, STATE(min_value[3]), 0, 0, 1 },
    { "snsq", EVQ_OPTION_NUMBER, STATE(nsq), 2, 0, 5 },
    { "ssclz", EVQ_OPTION_BOOL, STATE(skip_scale0), 0 },
};

enum { OPTIONS = sizeof option / sizeof *option };

static const EvqOptionTable option_table = { option_info, option, OPTIONS };

/* ---- Checks, section 10 ---- */

typedef struct Size {
    int width, height;
} Size;

static Size prescaled_size(const VifState *s, const EvqFormat *format)
{
    return (Size){ (int)(format->width * s->prescale + 0.5),
                   (int)(format->height * s->prescale + 0.5) };
}

/* The smallest side on which one reflection suffices at every computed scale. */
static int smallest_side(const VifState *s)
{
    int side = 0;
    for (int scale = s->skip_scale0 ? 1 : 0; scale < EVQ_VIF_SCALES; scale++) {
        int needed = (s->taps_count[scale] / 2 + 1) << scale;
        side = needed > side ? needed : side;
    }
    /* Scale 1 is made from scale 0 with its own, wider reach in samples of scale 0. */
    int down = s->taps_count[1] / 2 + 1;
    return down > side ? down : side;
}

static int check(const VifState *s, const EvqFormat *format, EvqError *error)
{
    int status = evq_depth_check("float_vif", format, error);
    if (status < 0)
        return status;
    if (!evq_vif_kernelscale_valid(s->kernelscale))
        return evq_fail(error, EVQ_E_USAGE,
                        "float_vif: vif_kernelscale=%g is not in the list of accepted values",
                        s->kernelscale);
    Size size = prescaled_size(s, format);
    int least = smallest_side(s);
    if (size.width < least || size.height < least)
        return evq_fail(
            error, EVQ_E_INPUT, "float_vif needs pictures of at least %dx%d%s, these are %dx%d",
            least, least, s->prescale != 1.0 ? " after prescaling" : "", size.width, size.height);
    if (size.width > EVQ_MAX_SIDE || size.height > EVQ_MAX_SIDE)
        return evq_fail(error, EVQ_E_INPUT,
                        "float_vif scores at most %dx%d after prescaling, not %dx%d", EVQ_MAX_SIDE,
                        EVQ_MAX_SIDE, size.width, size.height);
    return EVQ_OK;
}

/* ---- Plan ---- */

/* The kernel for a width: its own where there is one, else the general form. */
typedef struct KernelFamily {
    EvqKernelId w17, w9, w5, w3, general;
} KernelFamily;

static EvqKernelId pick(const KernelFamily *family, int taps)
{
    switch (taps) {
    case 17:
        return family->w17;
    case 9:
        return family->w9;
    case 5:
        return family->w5;
    case 3:
        return family->w3;
    default:
        return family->general;
    }
}

static const KernelFamily blur_v = { EVQ_KERNEL_vif_blur_v17, EVQ_KERNEL_vif_blur_v9,
                                     EVQ_KERNEL_vif_blur_v5, EVQ_KERNEL_vif_blur_v3,
                                     EVQ_KERNEL_vif_blur_v };
static const KernelFamily blur_h = { EVQ_KERNEL_vif_blur_h17, EVQ_KERNEL_vif_blur_h9,
                                     EVQ_KERNEL_vif_blur_h5, EVQ_KERNEL_vif_blur_h3,
                                     EVQ_KERNEL_vif_blur_h };
static const KernelFamily down_v = { EVQ_KERNEL_vif_down_v, EVQ_KERNEL_vif_down_v9,
                                     EVQ_KERNEL_vif_down_v5, EVQ_KERNEL_vif_down_v3,
                                     EVQ_KERNEL_vif_down_v };
static const KernelFamily down_h = { EVQ_KERNEL_vif_down_h, EVQ_KERNEL_vif_down_h9,
                                     EVQ_KERNEL_vif_down_h5, EVQ_KERNEL_vif_down_h3,
                                     EVQ_KERNEL_vif_down_h };
static const KernelFamily wide_terms = { EVQ_KERNEL_vif_terms17, EVQ_KERNEL_vif_terms9,
                                         EVQ_KERNEL_vif_terms5, EVQ_KERNEL_vif_terms3,
                                         EVQ_KERNEL_vif_terms_any };

/* Everything that adding stages needs. */
typedef struct Build {
    VifState *s;
    EvqPlan *plan;
    VifParams params; /* common part */
    int tap_buffer[EVQ_VIF_SCALES];
    int sums[EVQ_VIF_SCALES]; /* row sums of a scale */
    int wide_sums;            /* of all scales, where items run side by side */
} Build;

/* Steps 13 and 15 in float: see VifParams and kernel/float_vif. */
static int nsq_is_exact(double nsq)
{
    int exponent;
    return frexp(nsq, &exponent) == 0.5 && exponent > -20;
}

static f32 smallest_float_not_below(double value)
{
    f32 f = (f32)value;
    return f < value ? nextafterf(f, INFINITY) : f;
}

static void set_params(Build *b, const EvqFormat *format)
{
    const VifState *s = b->s;
    f32 nsq = (f32)s->nsq;
    b->params = (VifParams){
        .scale = evq_depth_scale(format),
        .gain_limit = (f32)s->gain_limit,
        .flat_weight = (f32)((double)(nsq * nsq) / 65025.0),
        .flat_below = smallest_float_not_below(s->nsq),
        .inverse_nsq = nsq_is_exact(s->nsq) ? (f32)(1.0 / s->nsq) : 0.0f,
    };
    memcpy(&b->params.nsq, &s->nsq, sizeof b->params.nsq);
    for (int scale = 0; scale < EVQ_VIF_SCALES; scale++)
        b->tap_buffer[scale] =
            evq_plan_constant(b->plan, s->taps[scale], sizeof(f32), s->taps_count[scale]);
}

static EvqStage *add_stage(Build *b, EvqKernelId kernel, int scale, int x0, int x1, int items)
{
    VifParams params = b->params;
    params.taps = b->s->taps_count[scale];
    return evq_plan_stage(b->plan, kernel, x0, x1, items, &params, sizeof params);
}

static int radius(const VifState *s, int scale)
{
    return s->taps_count[scale] / 2;
}

/* A buffer for reference and distorted at a scale, bordered for all that reads it. */
static int add_image(Build *b, int scale, Size size)
{
    int blur = scale == 0 && b->s->skip_scale0 ? 0 : radius(b->s, scale);
    int down = scale + 1 < EVQ_VIF_SCALES ? radius(b->s, scale + 1) : 0;
    return evq_plan_rows(b->plan, sizeof(f32), size.width, size.height, 2,
                         blur > down ? blur : down, 0);
}

static void add_load(Build *b, const EvqFormat *format, Size size, int image)
{
    EvqKernelId kernel = format->depth > 8 ? EVQ_KERNEL_vif_load_u16 : EVQ_KERNEL_vif_load_u8;
    EvqStage *load = add_stage(b, kernel, 0, 0, size.width, size.height);
    evq_stage_reads(load, evq_plan_input(b->plan, format, 0, 0), 1, 0, 0);
    evq_stage_reads(load, evq_plan_input(b->plan, format, 1, 0), 1, 0, 0);
    evq_stage_writes(load, image, 1);
}

static int add_prescale(Build *b, const EvqFormat *format, Size size, int image, EvqError *error)
{
    VifState *s = b->s;
    EvqVifResample method = s->prescale_method;
    int taps = evq_vif_resample_taps(method);
    int columns = 2 * taps * size.width, rows = 2 * taps * size.height;
    s->resample = malloc((size_t)(columns + rows) * sizeof *s->resample);
    if (!s->resample)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: tables of float_vif's prescaling");
    if (evq_vif_resample_table(method, format->width, size.width, s->resample) < 0 ||
        evq_vif_resample_table(method, format->height, size.height, s->resample + columns) < 0) {
        free(s->resample);
        return evq_fail(error, EVQ_E_INPUT, "float_vif: %dx%d is too small for %s prescaling",
                        format->width, format->height, methods[method]);
    }
    PrescaleParams params = { .taps = taps,
                              .normalise = method == EVQ_VIF_LANCZOS4,
                              .scale = b->params.scale };
    EvqKernelId kernel =
        format->depth > 8 ? EVQ_KERNEL_vif_prescale_u16 : EVQ_KERNEL_vif_prescale_u8;
    EvqStage *stage =
        evq_plan_stage(b->plan, kernel, 0, size.width, size.height, &params, sizeof params);
    evq_stage_reads(stage, evq_plan_input(b->plan, format, 0, 0), 1, 0, 0);
    evq_stage_reads(stage, evq_plan_input(b->plan, format, 1, 0), 1, 0, 0);
    evq_stage_reads(stage, evq_plan_constant(b->plan, s->resample, sizeof(i32), columns), 1, 0, 0);
    evq_stage_reads(stage, evq_plan_constant(b->plan, s->resample + columns, sizeof(i32), rows), 1,
                    0, 0);
    evq_stage_writes(stage, image, 1);
    return EVQ_OK;
}

/* Section 7: the picture of a scale from that of the scale before. */
static void add_down(Build *b, int scale, Size before, Size size, int from, int to)
{
    int r = radius(b->s, scale);
    int taps = b->s->taps_count[scale];
    int rows = evq_plan_rows(b->plan, sizeof(f32), before.width, size.height, 2, 0, r);

    EvqStage *v = add_stage(b, pick(&down_v, taps), scale, -r, before.width + r, size.height);
    v->planes = 2;
    evq_stage_reads(v, from, 2, r, r);
    evq_stage_reads(v, b->tap_buffer[scale], 1, 0, 0);
    evq_stage_writes(v, rows, 1);

    EvqStage *h = add_stage(b, pick(&down_h, taps), scale, 0, size.width, size.height);
    h->planes = 2;
    evq_stage_reads(h, rows, 1, 0, 0);
    evq_stage_reads(h, b->tap_buffer[scale], 1, 0, 0);
    evq_stage_writes(h, to, 1);
}

/* The terms of a scale from its vertically blurred rows, row by row through the caches. */
static void add_terms(Build *b, int scale, Size size, int rows, int terms, EvqForm form)
{
    int blurred = evq_plan_rows(b->plan, sizeof(f32), size.width, size.height, 5, 0, 0);
    int arguments = evq_plan_rows(b->plan, sizeof(f32), size.width, size.height, 2, 0, 0);

    EvqStage *h =
        add_stage(b, pick(&blur_h, b->s->taps_count[scale]), scale, 0, size.width, size.height);
    h->form = form;
    h->planes = 5;
    evq_stage_reads(h, rows, 1, 0, 0);
    evq_stage_reads(h, b->tap_buffer[scale], 1, 0, 0);
    evq_stage_writes(h, blurred, 1);

    EvqKernelId kernel =
        nsq_is_exact(b->s->nsq) ? EVQ_KERNEL_vif_statistic : EVQ_KERNEL_vif_statistic_any;
    EvqStage *statistic = add_stage(b, kernel, scale, 0, size.width, size.height);
    statistic->form = form;
    evq_stage_reads(statistic, blurred, 1, 0, 0);
    evq_stage_writes(statistic, arguments, 1);

    EvqStage *logarithms =
        add_stage(b, EVQ_KERNEL_vif_logarithms, scale, 0, size.width, size.height);
    logarithms->form = form;
    evq_stage_reads(logarithms, arguments, 1, 0, 0);
    evq_stage_writes(logarithms, terms, 1);
}

/* The same in one stage, for devices that wait for memory alone. */
static void add_wide_terms(Build *b, int scale, Size size, int rows, int terms)
{
    EvqStage *stage =
        add_stage(b, pick(&wide_terms, b->s->taps_count[scale]), scale, 0, size.width, size.height);
    stage->form = EVQ_FORM_SIDE_BY_SIDE;
    evq_stage_reads(stage, rows, 1, 0, 0);
    evq_stage_reads(stage, b->tap_buffer[scale], 1, 0, 0);
    evq_stage_writes(stage, terms, 1);
}

/* Section 9, rows: four at a time in order, or each sum by itself. */
static void add_row_sums(Build *b, int scale, Size size, int terms)
{
    b->sums[scale] = evq_plan_result(b->plan, sizeof(f32), 2, size.height);
    EvqStage *add =
        add_stage(b, EVQ_KERNEL_vif_row_sums, scale, 0, size.width, (size.height + 3) / 4);
    add->form = EVQ_FORM_IN_ORDER;
    evq_stage_reads(add, terms, 4, 0, 3);
    evq_stage_writes(add, b->sums[scale], 4);

    VifParams params = b->params;
    params.width = size.width;
    params.slot = scale;
    EvqStage *wide =
        evq_plan_stage(b->plan, EVQ_KERNEL_vif_row_sum, 0, 2, size.height, &params, sizeof params);
    wide->form = EVQ_FORM_SIDE_BY_SIDE;
    evq_stage_reads(wide, terms, 1, 0, 0);
    evq_stage_writes(wide, b->wide_sums, 0);
}

/* Sections 6, 8 and 9: blurs, statistic and row sums of a scale. */
static void add_scale(Build *b, int scale, Size size, int image)
{
    int r = radius(b->s, scale);
    int rows = evq_plan_rows(b->plan, sizeof(f32), size.width, size.height, 5, 0, r);
    int terms = evq_plan_rows(b->plan, sizeof(f32), size.width, size.height, 2, 0, 0);

    EvqStage *v = add_stage(b, pick(&blur_v, b->s->taps_count[scale]), scale, -r, size.width + r,
                            (size.height + 1) / 2);
    evq_stage_reads(v, image, 2, r, r + 1);
    evq_stage_reads(v, b->tap_buffer[scale], 1, 0, 0);
    evq_stage_writes(v, rows, 2);

    if (nsq_is_exact(b->s->nsq)) {
        add_terms(b, scale, size, rows, terms, EVQ_FORM_IN_ORDER);
        add_wide_terms(b, scale, size, rows, terms);
    } else {
        add_terms(b, scale, size, rows, terms, EVQ_FORM_ANY);
    }
    add_row_sums(b, scale, size, terms);
}

static void add_frame_sums(Build *b, EvqKernelId kernel, EvqForm form, int x0, int x1,
                           const VifParams *params, int sums)
{
    EvqStage *stage = evq_plan_stage(b->plan, kernel, x0, x1, 1, params, sizeof *params);
    stage->form = form;
    stage->after_all = 1;
    evq_stage_reads(stage, sums, 1, 0, 0);
    evq_stage_writes(stage, b->plan->result, 1);
}

/* Section 9, frame. */
static void add_all_frame_sums(Build *b, const Size *size)
{
    int first = b->s->skip_scale0 ? 1 : 0;
    VifParams params = b->params;
    for (int scale = first; scale < EVQ_VIF_SCALES; scale++) {
        params.rows = size[scale].height;
        params.slot = scale;
        add_frame_sums(b, EVQ_KERNEL_vif_frame_sums, EVQ_FORM_IN_ORDER, 0, 1, &params,
                       b->sums[scale]);
    }
    params.rows = size[0].height;
    add_frame_sums(b, EVQ_KERNEL_vif_frame_sum, EVQ_FORM_SIDE_BY_SIDE, 2 * first,
                   2 * EVQ_VIF_SCALES, &params, b->wide_sums);
}

static int add_stages(VifState *s, const EvqFormat *format, EvqPlan *plan, EvqError *error)
{
    Build b = { .s = s, .plan = plan };
    Size size[EVQ_VIF_SCALES];
    set_params(&b, format);
    plan->result = evq_plan_result(plan, sizeof(f32), 2 * EVQ_VIF_SCALES, 1);

    size[0] = prescaled_size(s, format);
    b.wide_sums = evq_plan_result(plan, sizeof(f32), size[0].height, 2 * EVQ_VIF_SCALES);
    int image = add_image(&b, 0, size[0]);
    if (size[0].width == format->width && size[0].height == format->height) {
        add_load(&b, format, size[0], image);
    } else {
        int status = add_prescale(&b, format, size[0], image, error);
        if (status < 0)
            return status;
    }
    for (int scale = 0; scale < EVQ_VIF_SCALES; scale++) {
        if (scale > 0) {
            Size before = size[scale - 1];
            size[scale] = (Size){ before.width / 2, before.height / 2 };
            int next = add_image(&b, scale, size[scale]);
            add_down(&b, scale, before, size[scale], image, next);
            image = next;
        }
        if (scale > 0 || !s->skip_scale0)
            add_scale(&b, scale, size[scale], image);
    }
    add_all_frame_sums(&b, size);
    return EVQ_OK;
}

/* ---- Outputs, sections 2 and 9 ---- */

static void add_output(const VifState *s, EvqMetricOutputs *outputs, const char *stem, int scale)
{
    char *name = outputs->name[outputs->count++];
    if (scale < 0)
        snprintf(name, EVQ_NAME_SIZE, "%s", stem);
    else
        snprintf(name, EVQ_NAME_SIZE, "%s_scale%d", stem, scale);
    evq_options_suffix(&option_table, s, name);
}

static void name_outputs(const VifState *s, EvqMetricOutputs *outputs)
{
    for (int scale = 0; scale < EVQ_VIF_SCALES; scale++)
        add_output(s, outputs, "vif", scale);
    if (!s->debug)
        return;
    add_output(s, outputs, "vif", -1);
    add_output(s, outputs, "vif_num", -1);
    add_output(s, outputs, "vif_den", -1);
    for (int scale = 0; scale < EVQ_VIF_SCALES; scale++) {
        add_output(s, outputs, "vif_num", scale);
        add_output(s, outputs, "vif_den", scale);
    }
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    VifState *s = state;
    for (int scale = 0; scale < EVQ_VIF_SCALES; scale++)
        s->taps_count[scale] = evq_vif_taps_count(s->kernelscale, scale);
    int status = check(s, format, error);
    if (status < 0)
        return status;
    for (int scale = 0; scale < EVQ_VIF_SCALES; scale++)
        evq_vif_taps(s->taps_count[scale], s->taps[scale]);
    status = add_stages(s, format, plan, error);
    if (status == EVQ_OK)
        name_outputs(s, outputs);
    return status;
}

static void finish(const void *state, const void *result, double *scores)
{
    const VifState *s = state;
    const f32 *sums = result;
    double num = 0.0, den = 0.0;
    double scale_num[EVQ_VIF_SCALES] = { 0.0 }, scale_den[EVQ_VIF_SCALES] = { -1.0 };
    for (int scale = s->skip_scale0 ? 1 : 0; scale < EVQ_VIF_SCALES; scale++) {
        scale_num[scale] = (double)sums[2 * scale];
        scale_den[scale] = (double)sums[2 * scale + 1];
        num += scale_num[scale];
        den += scale_den[scale];
    }
    for (int scale = 0; scale < EVQ_VIF_SCALES; scale++) {
        double q = scale_num[scale] / scale_den[scale];
        if (scale > 0)
            q = q > s->min_value[scale] ? q : s->min_value[scale];
        *scores++ = scale == 0 && s->skip_scale0 ? 0.0 : q;
    }
    if (!s->debug)
        return;
    *scores++ = den == 0.0 ? 1.0 : num / den;
    *scores++ = num;
    *scores++ = den;
    for (int scale = 0; scale < EVQ_VIF_SCALES; scale++) {
        *scores++ = scale_num[scale];
        *scores++ = scale_den[scale];
    }
}

static void destroy(void *state)
{
    free(((VifState *)state)->resample);
}

const EvqMetric evq_metric_float_vif = {
    .info = { "float_vif", "visual information fidelity of luma at four scales", option_info,
              OPTIONS },
    .options = { option_info, option, OPTIONS },
    .state_size = sizeof(VifState),
    .init = init,
    .finish = finish,
    .destroy = destroy,
};
