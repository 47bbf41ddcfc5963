#include "metric/ssim_plan.h"

#include "kernel/math/log10.h"
#include "kernel/ssim/params.h"
#include "metric/depth.h"
#include "metric/total.h"

#include <math.h>
#include <string.h>

int evq_ssim_image(EvqPlan *plan, EvqSsimSize size, int border)
{
    int image = evq_plan_rows(plan, sizeof(f32), size.width, size.height, 2, border, 0);
    plan->buffer[image].edge = EVQ_EDGE_REPEAT;
    return image;
}

/* From the luma of both pictures to `out`, through the kernel for their depth. */
static void add_from_samples(EvqPlan *plan, const EvqFormat *format, EvqKernelId u8_kernel,
                             EvqKernelId u16_kernel, int out)
{
    SsimParams params = { .width = format->width, .scale = evq_depth_scale(format) };
    EvqStage *stage = evq_plan_stage(plan, format->depth > 8 ? u16_kernel : u8_kernel, 0,
                                     format->width, format->height, &params, sizeof params);
    evq_stage_reads(stage, evq_plan_input(plan, format, EVQ_INPUT_REFERENCE, 0), 1, 0, 0);
    evq_stage_reads(stage, evq_plan_input(plan, format, EVQ_INPUT_DISTORTED, 0), 1, 0, 0);
    evq_stage_writes(stage, out, 1);
}

void evq_ssim_load(EvqPlan *plan, const EvqFormat *format, int image)
{
    add_from_samples(plan, format, EVQ_KERNEL_ssim_load_u8, EVQ_KERNEL_ssim_load_u16, image);
}

/* What the window filters: five images side by side. */
enum { IMAGES = 5 };

static int add_products(EvqPlan *plan, EvqSsimSize size)
{
    return evq_plan_rows(plan, sizeof(f32), IMAGES * size.width, size.height, 1, 0, 0);
}

int evq_ssim_products_of_samples(EvqPlan *plan, const EvqFormat *format)
{
    int products = add_products(plan, (EvqSsimSize){ format->width, format->height });
    add_from_samples(plan, format, EVQ_KERNEL_ssim_products_u8, EVQ_KERNEL_ssim_products_u16,
                     products);
    return products;
}

int evq_ssim_products(EvqPlan *plan, EvqSsimSize size, int image)
{
    SsimParams params = { .width = size.width };
    int products = add_products(plan, size);
    EvqStage *stage = evq_plan_stage(plan, EVQ_KERNEL_ssim_products_f32, 0, size.width, size.height,
                                     &params, sizeof params);
    evq_stage_reads(stage, image, 1, 0, 0);
    evq_stage_writes(stage, products, 1);
    return products;
}

typedef struct SumsKind {
    EvqKernelId kernel;
    int planes;
} SumsKind;

static const SumsKind kinds[] = {
    [EVQ_SSIM_PRODUCT] = { EVQ_KERNEL_ssim_terms, 1 },
    [EVQ_SSIM_EVERY] = { EVQ_KERNEL_ssim_terms_lcs, 4 },
    [EVQ_SSIM_CONTRAST_STRUCTURE] = { EVQ_KERNEL_ssim_terms_cs, 2 },
};

void evq_ssim_scale(EvqPlan *plan, EvqSsimSize size, int products, EvqSsimSums sums, int slot)
{
    enum { LOST = EVQ_SSIM_WINDOW - 1 };
    const SumsKind *kind = &kinds[sums];
    SsimParams params = { .width = size.width };
    int width = size.width - LOST, height = size.height - LOST;
    int wide = IMAGES * size.width;
    int rows = evq_plan_rows(plan, sizeof(f32), wide, size.height, 1, 0, 0);
    int moments = evq_plan_rows(plan, sizeof(f32), wide, height, 1, 0, 0);
    int terms = evq_plan_rows(plan, sizeof(u64), width, height, kind->planes, 0, 0);

    /* Columns between two images are filtered too; nothing reads them. */
    EvqStage *stage = evq_plan_stage(plan, EVQ_KERNEL_ssim_window_h, 0, wide - LOST, size.height,
                                     &params, sizeof params);
    evq_stage_reads(stage, products, 1, 0, 0);
    evq_stage_writes(stage, rows, 1);

    stage = evq_plan_stage(plan, EVQ_KERNEL_ssim_window_v, 0, wide - LOST, (height + 1) / 2,
                           &params, sizeof params);
    evq_stage_reads(stage, rows, 2, 0, LOST + 1);
    evq_stage_writes(stage, moments, 2);

    stage = evq_plan_stage(plan, kind->kernel, 0, width, height, &params, sizeof params);
    evq_stage_reads(stage, moments, 1, 0, 0);
    evq_stage_writes(stage, terms, 1);
    evq_plan_totals(plan, terms, width, height, kind->planes, slot);
}

float evq_ssim_mean(const void *result, int slot, EvqSsimSize size)
{
    double total;
    memcpy(&total, (const u64 *)result + slot, sizeof total);
    int64_t count =
        (int64_t)(size.width - EVQ_SSIM_WINDOW + 1) * (size.height - EVQ_SSIM_WINDOW + 1);
    return (float)(total / (double)count);
}

double evq_ssim_decibel_limit(int clip, const EvqFormat *format)
{
    if (!clip)
        return INFINITY;
    double peak = (double)((1 << format->depth) - 1);
    double least = 0.5 / ((double)format->width * format->height);
    return ceil(10.0 * f64_log10(peak * peak / least));
}

double evq_ssim_decibel(double score, double limit)
{
    double q = -10.0 * f64_log10(1.0 - score);
    return q < limit ? q : limit;
}
