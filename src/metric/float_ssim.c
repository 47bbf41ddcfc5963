/* float_ssim, docs/spec/float_ssim.md. */
#include "metric/metric.h"

#include "core/error.h"
#include "kernel/ssim/params.h"
#include "metric/depth.h"
#include "metric/ssim_plan.h"

#include <stddef.h>
#include <stdio.h>

typedef struct SsimState {
    int enable_lcs, enable_db, clip_db, scale;
    EvqSsimSize size; /* after downscaling */
    double limit;     /* of the score in dB */
} SsimState;

static const EvqOptionInfo option_info[] = {
    { "enable_lcs", "true|false", "false", "add the means of luminance, contrast and structure" },
    { "enable_db", "true|false", "false", "write the score in dB" },
    { "clip_db", "true|false", "false", "limit the dB by the size and depth of the picture" },
    { "scale", "integer 0 .. 10", "0", "downscaling factor; 0: by the size of the picture" },
};

static const EvqOption option[] = {
    { NULL, EVQ_OPTION_BOOL, offsetof(SsimState, enable_lcs), 0 },
    { NULL, EVQ_OPTION_BOOL, offsetof(SsimState, enable_db), 0 },
    { NULL, EVQ_OPTION_BOOL, offsetof(SsimState, clip_db), 0 },
    { NULL, EVQ_OPTION_INTEGER, offsetof(SsimState, scale), 0, 0, 10 },
};

enum { OPTIONS = sizeof option / sizeof *option };

/* Section 3. */
static int downscale_factor(const SsimState *s, const EvqFormat *format)
{
    int side = format->width < format->height ? format->width : format->height;
    if (s->scale)
        return s->scale;
    return side < 384 ? 1 : (side + 128) / 256;
}

static EvqSsimSize downscaled(const EvqFormat *format, int factor)
{
    if (factor == 1)
        return (EvqSsimSize){ format->width, format->height };
    return (EvqSsimSize){ format->width / factor + format->width % 2,
                          format->height / factor + format->height % 2 };
}

typedef struct BoxKernels {
    EvqKernelId any, by2, by3, by4, by8;
} BoxKernels;

static const BoxKernels box_u8 = { EVQ_KERNEL_ssim_box_columns_u8, EVQ_KERNEL_ssim_box_columns2_u8,
                                   EVQ_KERNEL_ssim_box_columns3_u8, EVQ_KERNEL_ssim_box_columns4_u8,
                                   EVQ_KERNEL_ssim_box_columns8_u8 };
static const BoxKernels box_u16 = { EVQ_KERNEL_ssim_box_columns_u16,
                                    EVQ_KERNEL_ssim_box_columns2_u16,
                                    EVQ_KERNEL_ssim_box_columns3_u16,
                                    EVQ_KERNEL_ssim_box_columns4_u16,
                                    EVQ_KERNEL_ssim_box_columns8_u16 };

static EvqKernelId box_kernel(const EvqFormat *format, int factor)
{
    const BoxKernels *kernels = format->depth > 8 ? &box_u16 : &box_u8;
    switch (factor) {
    case 2:
        return kernels->by2;
    case 3:
        return kernels->by3;
    case 4:
        return kernels->by4;
    case 8:
        return kernels->by8;
    default:
        return kernels->any;
    }
}

/* Returns the downscaled images. */
static int add_downscale(EvqPlan *plan, const EvqFormat *format, EvqSsimSize size, int factor)
{
    BoxParams params = { .factor = factor,
                         .width = format->width,
                         .height = format->height,
                         .scale = evq_depth_scale(format),
                         .tap = 1.0f / (f32)(factor * factor) };
    int image = evq_ssim_image(plan, size, 0);
    int columns = evq_plan_rows(plan, sizeof(u64), format->width, size.height, 2, 0, 0);

    EvqStage *stage = evq_plan_stage(plan, box_kernel(format, factor), 0, format->width,
                                     size.height, &params, sizeof params);
    evq_stage_reads(stage, evq_plan_input(plan, format, EVQ_INPUT_REFERENCE, 0), 1, 0, 0);
    evq_stage_reads(stage, evq_plan_input(plan, format, EVQ_INPUT_DISTORTED, 0), 1, 0, 0);
    evq_stage_writes(stage, columns, 1);

    stage = evq_plan_stage(plan, EVQ_KERNEL_ssim_box_rows, 0, size.width, size.height, &params,
                           sizeof params);
    evq_stage_reads(stage, columns, 1, 0, 0);
    evq_stage_writes(stage, image, 1);
    return image;
}

static int check(const EvqFormat *format, EvqSsimSize size, int factor, EvqError *error)
{
    int status = evq_depth_check("float_ssim", format, error);
    if (status < 0 || (size.width >= EVQ_SSIM_WINDOW && size.height >= EVQ_SSIM_WINDOW))
        return status;
    if (factor == 1)
        return evq_fail(error, EVQ_E_INPUT,
                        "float_ssim needs pictures of at least 11x11, these are %dx%d", size.width,
                        size.height);
    return evq_fail(error, EVQ_E_INPUT,
                    "float_ssim needs pictures of at least 11x11 after downscaling by %d, these "
                    "are %dx%d then",
                    factor, size.width, size.height);
}

static void name_outputs(const SsimState *s, EvqMetricOutputs *outputs)
{
    static const char *const names[] = { "float_ssim", "float_ssim_l", "float_ssim_c",
                                         "float_ssim_s" };
    for (int i = 0; i < (s->enable_lcs ? 4 : 1); i++)
        snprintf(outputs->name[outputs->count++], EVQ_NAME_SIZE, "%s", names[i]);
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    SsimState *s = state;
    int factor = downscale_factor(s, format);
    s->size = downscaled(format, factor);
    int status = check(format, s->size, factor, error);
    if (status < 0)
        return status;
    s->limit = evq_ssim_decibel_limit(s->clip_db, format);
    plan->result = evq_plan_result(plan, sizeof(u64), s->enable_lcs ? 4 : 1, 1);
    int products = factor == 1 ? evq_ssim_products_of_samples(plan, format)
                               : evq_ssim_products(plan, s->size,
                                                   add_downscale(plan, format, s->size, factor));
    evq_ssim_scale(plan, s->size, products, s->enable_lcs ? EVQ_SSIM_EVERY : EVQ_SSIM_PRODUCT, 0);
    name_outputs(s, outputs);
    return EVQ_OK;
}

static void finish(const void *state, const void *result, double *scores)
{
    const SsimState *s = state;
    double ssim = (double)evq_ssim_mean(result, 0, s->size);
    *scores++ = s->enable_db ? evq_ssim_decibel(ssim, s->limit) : ssim;
    for (int slot = 1; s->enable_lcs && slot < 4; slot++)
        *scores++ = (double)evq_ssim_mean(result, slot, s->size);
}

const EvqMetric evq_metric_float_ssim = {
    .info = { "float_ssim", "structural similarity of luma", option_info, OPTIONS },
    .options = { option_info, option, OPTIONS },
    .state_size = sizeof(SsimState),
    .init = init,
    .finish = finish,
};
