/* The stages of ssimulacra2, and the form of its scales for devices that run items in order.
 * Sub-planes of floats: R, G, B of the reference and of the distorted picture; then X', Y', B' of
 * both by turns. */
#include "metric/ssimulacra2_plan.h"

static EvqStage *add_stage(const Ssimulacra2Build *b, EvqKernelId kernel, int items)
{
    return evq_ssimulacra2_stage(b, kernel, b->width, items, &b->params, sizeof b->params);
}

/* A stage that makes each sample from the same sample of each sub-plane. */
static EvqStage *add_pointwise(const Ssimulacra2Build *b, EvqKernelId kernel, int from, int to,
                               int planes)
{
    EvqStage *stage = add_stage(b, kernel, b->height);
    stage->planes = planes;
    evq_stage_reads(stage, from, 1, 0, 0);
    evq_stage_writes(stage, to, 1);
    return stage;
}

static int add_half(const Ssimulacra2Build *b, int from, Ssimulacra2Scale before)
{
    int to = evq_ssimulacra2_rows(b, 6);
    Ssimulacra2Params params = { .width = before.width, .height = before.height };
    EvqStage *stage = evq_ssimulacra2_stage(b, EVQ_KERNEL_ssimulacra2_halve, b->width, b->height,
                                            &params, sizeof params);
    stage->planes = 6;
    evq_stage_reads(stage, from, 2, 0, 1);
    evq_stage_writes(stage, to, 1);
    return to;
}

/* ---- A scale, sections 2, 4 and 5 ---- */

/* Profile exact filters columns beside the picture. */
static int add_xyb(const Ssimulacra2Build *b, int linear)
{
    int exact = evq_ssimulacra2_is_exact(b), xyb = evq_ssimulacra2_rows(b, 6);
    EvqStage *stage = add_pointwise(
        b, exact ? EVQ_KERNEL_ssimulacra2_xyb_exact : EVQ_KERNEL_ssimulacra2_xyb, linear, xyb, 2);
    stage->x0 -= exact ? SSIMULACRA2_EDGE : 0;
    stage->x1 += exact ? SSIMULACRA2_EDGE : 0;
    return xyb;
}

static int add_products(const Ssimulacra2Build *b, int xyb)
{
    int channels = b->params.last - b->params.first + 1;
    int products = evq_ssimulacra2_rows(b, 3 * channels);
    add_pointwise(b, EVQ_KERNEL_ssimulacra2_products, xyb, products, channels);
    return products;
}

/* Items of SSIMULACRA2_ROWS rows. */
static int row_items(const Ssimulacra2Build *b)
{
    return (b->height + SSIMULACRA2_ROWS - 1) / SSIMULACRA2_ROWS;
}

static int add_blur(const Ssimulacra2Build *b, int from, int planes)
{
    int between = evq_ssimulacra2_rows(b, planes), to = evq_ssimulacra2_rows(b, planes);
    int items = row_items(b);
    int kept = evq_plan_result(b->plan, sizeof(f32), b->width, 6);
    b->plan->buffer[kept].planes = planes;

    EvqStage *across = evq_ssimulacra2_stage(b, EVQ_KERNEL_ssimulacra2_blur_h, SSIMULACRA2_ROWS,
                                             items, &b->params, sizeof b->params);
    across->planes = planes;
    evq_stage_reads(across, from, SSIMULACRA2_ROWS, 0, SSIMULACRA2_ROWS - 1);
    evq_stage_writes(across, between, SSIMULACRA2_ROWS);

    EvqStage *down = add_stage(b, EVQ_KERNEL_ssimulacra2_blur_v, items);
    down->planes = planes;
    evq_stage_reads(down, between, SSIMULACRA2_ROWS, 6, SSIMULACRA2_ROWS + 3);
    evq_stage_writes(down, kept, 0);
    evq_stage_writes(down, to, SSIMULACRA2_ROWS);
    return to;
}

static void list_maps(Ssimulacra2Build *b, int scale)
{
    Ssimulacra2Params *params = &b->params;
    params->first = 3;
    params->last = params->count = 0;
    params->maps[0] = params->maps[1] = params->counted = 0;
    for (int map = 0; map < SSIMULACRA2_MAPS; map++) {
        if (!evq_ssimulacra2_counts(b->s->scales, scale, map))
            continue;
        params->maps[params->count / 8] |= (u32)map << (4 * (params->count % 8));
        params->count++;
        params->counted |= 1u << map;
        if (map % 3 != 0)
            continue;
        params->first = map / 3 < params->first ? map / 3 : params->first;
        params->last = map / 3;
    }
}

static void add_sums(Ssimulacra2Build *b, EvqStage *errors)
{
    int width = b->params.count * SSIMULACRA2_DIGITS;
    b->params.groups = errors->items;
    int sums = evq_plan_result(b->plan, sizeof(u64), width, errors->items);
    evq_stage_writes(errors, sums, 1);

    EvqStage *total = evq_ssimulacra2_stage(b, EVQ_KERNEL_ssimulacra2_total, width, 1, &b->params,
                                            sizeof b->params);
    total->after_all = 1;
    evq_stage_reads(total, sums, 1, 0, 0);
    evq_stage_writes(total, b->plan->result, 1);
}

/* A stage of tiles. */
static EvqStage *add_errors(const Ssimulacra2Build *b, EvqKernelId kernel)
{
    return add_stage(b, kernel, (b->height + SSIMULACRA2_TILE_ROWS - 1) / SSIMULACRA2_TILE_ROWS);
}

static void add_exact(Ssimulacra2Build *b, int xyb)
{
    EvqStage *errors = add_errors(b, EVQ_KERNEL_ssimulacra2_exact_errors);
    evq_stage_reads(errors, xyb, SSIMULACRA2_TILE_ROWS, SSIMULACRA2_EDGE,
                    SSIMULACRA2_TILE_ROWS - 1 + SSIMULACRA2_EDGE);
    add_sums(b, errors);
}

static void add_official(Ssimulacra2Build *b, int xyb)
{
    int channels = b->params.last - b->params.first + 1;
    int products = add_products(b, xyb);
    int mu = add_blur(b, xyb, 6);
    int product = add_blur(b, products, 3 * channels);
    EvqStage *errors = add_errors(b, EVQ_KERNEL_ssimulacra2_errors);
    evq_stage_reads(errors, xyb, SSIMULACRA2_TILE_ROWS, 0, SSIMULACRA2_TILE_ROWS - 1);
    evq_stage_reads(errors, mu, SSIMULACRA2_TILE_ROWS, 0, SSIMULACRA2_TILE_ROWS - 1);
    evq_stage_reads(errors, product, SSIMULACRA2_TILE_ROWS, 0, SSIMULACRA2_TILE_ROWS - 1);
    add_sums(b, errors);
}

static void add_scale(Ssimulacra2Build *b, int linear)
{
    int xyb = add_xyb(b, linear);
    if (evq_ssimulacra2_is_exact(b))
        add_exact(b, xyb);
    else
        add_official(b, xyb);
}

void evq_ssimulacra2_set_scale(Ssimulacra2Build *b, int pass, int scale)
{
    Ssimulacra2Params *params = &b->params;
    b->width = params->width = b->s->scale[scale].width;
    b->height = params->height = b->s->scale[scale].height;
    params->slot = (pass * b->s->scales + scale) * SSIMULACRA2_RESULTS;
    list_maps(b, scale);
}

static void add_pass(Ssimulacra2Build *b, int pass, int linear)
{
    for (int scale = 0; scale < b->s->scales; scale++) {
        evq_ssimulacra2_set_scale(b, pass, scale);
        if (scale > 0)
            linear = add_half(b, linear, b->s->scale[scale - 1]);
        add_scale(b, linear);
    }
}

void evq_ssimulacra2_plan(const Ssimulacra2 *s, const EvqFormat *format, EvqPlan *plan)
{
    Ssimulacra2Build b = { .s = s, .format = format, .plan = plan };
    plan->result =
        evq_plan_result(plan, sizeof(u64), s->passes * s->scales * SSIMULACRA2_RESULTS, 1);
    evq_ssimulacra2_set_scale(&b, 0, 0);
    evq_ssimulacra2_set_colour(&b);
    int lanes = evq_ssimulacra2_wide_lanes(&b);
    EvqForm input_form = evq_ssimulacra2_wide_from_samples(&b) ? EVQ_FORM_IN_ORDER : EVQ_FORM_ANY;
    b.form = input_form;
    int encoded = evq_ssimulacra2_encoded(&b);
    for (int pass = 0; pass < s->passes; pass++) {
        evq_ssimulacra2_set_scale(&b, pass, 0);
        b.form = input_form;
        int linear = evq_ssimulacra2_linear(&b, encoded, pass);
        b.form = EVQ_FORM_IN_ORDER;
        add_pass(&b, pass, linear);
        b.form = EVQ_FORM_SIDE_BY_SIDE;
        evq_ssimulacra2_wide_pass(&b, pass, linear, lanes);
    }
    evq_ssimulacra2_wide_total(&b, lanes);
}
