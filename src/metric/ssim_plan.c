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

/* What the window filters. */
enum { IMAGES = 5, LOST = EVQ_SSIM_WINDOW - 1 };

typedef struct SumsKind {
    EvqKernelId terms, of_samples, of_images; /* in order; side by side, by what was filtered */
    int planes;
} SumsKind;

static const SumsKind kinds[] = {
    [EVQ_SSIM_PRODUCT] = { EVQ_KERNEL_ssim_terms, EVQ_KERNEL_ssim_wide_terms_samples,
                           EVQ_KERNEL_ssim_wide_terms_images, 1 },
    [EVQ_SSIM_EVERY] = { EVQ_KERNEL_ssim_terms_lcs, EVQ_KERNEL_ssim_wide_terms_lcs_samples,
                         EVQ_KERNEL_ssim_wide_terms_lcs_images, 4 },
    [EVQ_SSIM_CONTRAST_STRUCTURE] = { EVQ_KERNEL_ssim_terms_cs,
                                      EVQ_KERNEL_ssim_wide_terms_cs_samples,
                                      EVQ_KERNEL_ssim_wide_terms_cs_images, 2 },
};

/* The two pictures of a scale: images, or where there are none (EVQ_SSIM_SAMPLES) the samples. */
typedef struct Source {
    const EvqFormat *format;
    int image;
} Source;

static int is_samples(const Source *source)
{
    return source->image == EVQ_SSIM_SAMPLES;
}

/* A stage from the pictures to `out`, by the kernel for what they are. */
static EvqStage *add_from(EvqPlan *plan, const Source *source, const EvqKernelId *kernel,
                          EvqSsimSize grid, EvqSsimSize size, int out)
{
    SsimParams params = { .width = size.width, .scale = evq_depth_scale(source->format) };
    EvqKernelId id = kernel[!is_samples(source) ? 2 : source->format->depth > 8 ? 1 : 0];
    EvqStage *stage = evq_plan_stage(plan, id, 0, grid.width, grid.height, &params, sizeof params);
    if (is_samples(source)) {
        evq_stage_reads(stage, evq_plan_input(plan, source->format, EVQ_INPUT_REFERENCE, 0), 1, 0,
                        0);
        evq_stage_reads(stage, evq_plan_input(plan, source->format, EVQ_INPUT_DISTORTED, 0), 1, 0,
                        0);
    } else {
        evq_stage_reads(stage, source->image, 1, 0, 0);
    }
    evq_stage_writes(stage, out, 1);
    return stage;
}

EvqStage *evq_ssim_load(EvqPlan *plan, const EvqFormat *format, int image)
{
    static const EvqKernelId load_of[] = { EVQ_KERNEL_ssim_load_u8, EVQ_KERNEL_ssim_load_u16 };
    const Source samples = { format, EVQ_SSIM_SAMPLES };
    EvqSsimSize size = { format->width, format->height };
    return add_from(plan, &samples, load_of, size, size, image);
}

/* In order: five images side by side in one row, filtered along rows, then columns, then read. */
static void add_in_order(EvqPlan *plan, EvqSsimSize size, const Source *source,
                         const SumsKind *kind, int terms)
{
    static const EvqKernelId products_of[] = { EVQ_KERNEL_ssim_products_u8,
                                               EVQ_KERNEL_ssim_products_u16,
                                               EVQ_KERNEL_ssim_products_f32 };
    SsimParams params = { .width = size.width };
    int wide = IMAGES * size.width, height = size.height - LOST;
    int products = evq_plan_rows(plan, sizeof(f32), wide, size.height, 1, 0, 0);
    int rows = evq_plan_rows(plan, sizeof(f32), wide, size.height, 1, 0, 0);
    int moments = evq_plan_rows(plan, sizeof(f32), wide, height, 1, 0, 0);
    EvqStage *stage[4];

    stage[0] = add_from(plan, source, products_of, size, size, products);

    /* Columns between two images are filtered too; nothing reads them. */
    stage[1] = evq_plan_stage(plan, EVQ_KERNEL_ssim_window_h, 0, wide - LOST, size.height, &params,
                              sizeof params);
    evq_stage_reads(stage[1], products, 1, 0, 0);
    evq_stage_writes(stage[1], rows, 1);

    stage[2] = evq_plan_stage(plan, EVQ_KERNEL_ssim_window_v, 0, wide - LOST, (height + 1) / 2,
                              &params, sizeof params);
    evq_stage_reads(stage[2], rows, 2, 0, LOST + 1);
    evq_stage_writes(stage[2], moments, 2);

    stage[3] =
        evq_plan_stage(plan, kind->terms, 0, size.width - LOST, height, &params, sizeof params);
    evq_stage_reads(stage[3], moments, 1, 0, 0);
    evq_stage_writes(stage[3], terms, 1);
    for (int i = 0; i < 4; i++)
        stage[i]->form = EVQ_FORM_IN_ORDER;
}

/* Side by side: from the pictures to filtered rows, and from those to terms. */
static void add_side_by_side(EvqPlan *plan, EvqSsimSize size, const Source *source,
                             const SumsKind *kind, int terms)
{
    static const EvqKernelId rows_of[] = { EVQ_KERNEL_ssim_wide_h_u8, EVQ_KERNEL_ssim_wide_h_u16,
                                           EVQ_KERNEL_ssim_wide_h_f32 };
    SsimParams params = { .width = size.width };
    int width = size.width - LOST, height = size.height - LOST;
    int rows = evq_plan_rows(plan, sizeof(f32), width, size.height, IMAGES, 0, 0);
    EvqSsimSize grid = { (width + SSIM_COLUMNS - 1) / SSIM_COLUMNS, size.height };

    add_from(plan, source, rows_of, grid, size, rows)->form = EVQ_FORM_SIDE_BY_SIDE;

    EvqStage *stage =
        evq_plan_stage(plan, is_samples(source) ? kind->of_samples : kind->of_images, 0, width,
                       (height + SSIM_ROWS - 1) / SSIM_ROWS, &params, sizeof params);
    stage->form = EVQ_FORM_SIDE_BY_SIDE;
    evq_stage_reads(stage, rows, SSIM_ROWS, 0, LOST + SSIM_ROWS - 1);
    evq_stage_writes(stage, terms, SSIM_ROWS);
}

void evq_ssim_scale(EvqPlan *plan, const EvqFormat *format, EvqSsimSize size, int image,
                    EvqSsimSums sums, int slot)
{
    const Source source = { format, image };
    const SumsKind *kind = &kinds[sums];
    int width = size.width - LOST, height = size.height - LOST;
    int terms = evq_plan_rows(plan, sizeof(u64), width, height, kind->planes, 0, 0);
    add_in_order(plan, size, &source, kind, terms);
    add_side_by_side(plan, size, &source, kind, terms);
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
