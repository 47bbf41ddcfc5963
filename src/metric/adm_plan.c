/* adm: its plan, in two forms (kernel/adm/rows.k.h and wide.k.h). */
#include "metric/adm.h"

#include <string.h>

/* Everything that adding stages needs. */
typedef struct Build {
    const EvqAdmOptions *options;
    const EvqFormat *format;
    const EvqAdmLevel *level;
    EvqPlan *plan;
    int input[2];
} Build;

/* ---- Params ---- */

static int is_skipped(const Build *b, int k)
{
    return k == 0 && b->options->skip_scale0;
}

/* Nothing of a skipped level but its approximation is wanted. */
static AdmRegion window_of(const Build *b, int k)
{
    return is_skipped(b, k) ? (AdmRegion){ 0, 0, 0, 0 } : b->level[k].window;
}

static AdmParams level_params(const Build *b, int k)
{
    double limit = b->options->gain_limit;
    AdmParams p = {
        .width = k ? b->level[k - 1].width : b->format->width,
        .height = k ? b->level[k - 1].height : b->format->height,
        .depth = b->format->depth,
        .column_shift = k >= 2 ? 16 : 0,
        .row_shift = k == 2 ? 16 : 15,
        .limit = (i32)limit == limit ? (i32)limit : 0,
        .weight = { b->level[k].fixed[0], b->level[k].fixed[1] },
        .window = window_of(b, k),
    };
    p.limit_cap = p.limit ? INT32_MAX / p.limit : 0;
    memcpy(&p.limit_bits, &limit, sizeof limit);
    return p;
}

static AdmRowParams row_params(const Build *b, int k)
{
    const EvqAdmLevel *level = &b->level[k];
    return (AdmRowParams){
        .window = window_of(b, k),
        .region = is_skipped(b, k) ? (AdmRegion){ 0, 0, 0, 0 } : level->region,
        .square_shift = level->square_shift,
        .energy_shift = level->energy_shift,
        .energy_rows = level->energy_rows,
        .slot = ADM_SUMS * k,
    };
}

static AdmSumParams sum_params(const Build *b, int k)
{
    const EvqAdmLevel *level = &b->level[k];
    return (AdmSumParams){
        .region = level->region,
        .square_shift = level->square_shift,
        .energy_shift = level->energy_shift,
        .mask_shift = { level->mask_shift[0], level->mask_shift[1] },
        .mask_rows = level->mask_rows,
        .weight = { level->fixed[0], level->fixed[1] },
        .with_aim = !b->options->skip_aim,
        .slot = ADM_SUMS * k,
        .width = level->width,
        .height = level->height,
    };
}

static EvqStage *add_stage(const Build *b, EvqForm form, EvqKernelId kernel, int x0, int x1,
                           int items, const void *params, size_t params_bytes)
{
    EvqStage *stage = evq_plan_stage(b->plan, kernel, x0, x1, items, params, params_bytes);
    stage->form = form;
    return stage;
}

/* Bytes of a coefficient of a level. */
static int bytes_of(int k)
{
    return k ? sizeof(i32) : sizeof(i16);
}

/* ---- Row by row ---- */

/* `from`: the approximation of the level before. */
static int add_columns(const Build *b, int k, int from)
{
    const EvqAdmLevel *level = &b->level[k];
    AdmParams p = level_params(b, k);
    EvqKernelId kernel =
        k == 0   ? b->format->depth > 8 ? EVQ_KERNEL_adm_columns_u16 : EVQ_KERNEL_adm_columns_u8
        : k == 1 ? EVQ_KERNEL_adm_columns_i16
                 : EVQ_KERNEL_adm_columns_i32;
    int columns = evq_plan_rows(b->plan, bytes_of(k), level->width, level->height, 8, 0, 1);
    EvqStage *stage =
        add_stage(b, EVQ_FORM_IN_ORDER, kernel, 0, level->width, level->height, &p, sizeof p);
    for (int i = 0; i < (k ? 1 : 2); i++)
        evq_stage_reads(stage, k ? from : b->input[i], 2, 1, 2);
    evq_stage_writes(stage, columns, 1);
    return columns;
}

/* Returns the details, and in *rest the approximation. */
static int add_rows(const Build *b, int k, int columns, int *rest)
{
    const EvqAdmLevel *level = &b->level[k];
    AdmRowParams p = row_params(b, k);
    EvqKernelId kernel = k == 0   ? EVQ_KERNEL_adm_rows_i16
                         : k == 2 ? EVQ_KERNEL_adm_rows16_i32
                                  : EVQ_KERNEL_adm_rows15_i32;
    *rest = evq_plan_rows(b->plan, bytes_of(k), level->width, level->height, 2, 0, 0);
    int details =
        evq_plan_rows(b->plan, bytes_of(k), level->width, level->height, 2 * ADM_BANDS, 0, 0);
    EvqStage *stage =
        add_stage(b, EVQ_FORM_IN_ORDER, kernel, 0, level->width, level->height, &p, sizeof p);
    evq_stage_reads(stage, columns, 1, 0, 0);
    evq_stage_writes(stage, *rest, 1);
    evq_stage_writes(stage, details, 1);
    evq_stage_writes(stage, b->plan->result, 0);
    return details;
}

/* Both buffers begin with the window. A window that ends with the band has a border of weights. */
static void add_split(const Build *b, int k, int details, int *parts, int *neighbours)
{
    const AdmRegion *window = &b->level[k].window, *region = &b->level[k].region;
    int width = window->x1 - window->x0, height = window->y1 - window->y0;
    int border = region->x0 == 0 || region->y0 == 0;
    AdmParams p = level_params(b, k);
    EvqKernelId kernel = p.limit ? k ? EVQ_KERNEL_adm_split_i32 : EVQ_KERNEL_adm_split_i16
                         : k     ? EVQ_KERNEL_adm_split_any_i32
                                 : EVQ_KERNEL_adm_split_any_i16;
    *parts = evq_plan_rows(b->plan, bytes_of(k), width, height, 2 * ADM_BANDS, 0, 0);
    *neighbours = evq_plan_rows(b->plan, bytes_of(k), width, height, 2, border, 0);
    b->plan->buffer[*neighbours].edge = EVQ_EDGE_MIXED;
    EvqStage *stage = add_stage(b, EVQ_FORM_IN_ORDER, kernel, 0, width, height, &p, sizeof p);
    evq_stage_reads(stage, details, 1, -window->y0, window->y0);
    evq_stage_writes(stage, *parts, 1);
    evq_stage_writes(stage, *neighbours, 1);
}

static void add_masks(const Build *b, int k, int parts, int neighbours)
{
    const AdmRegion *window = &b->level[k].window, *region = &b->level[k].region;
    AdmSumParams p = sum_params(b, k);
    int y0 = region->y0 - window->y0;
    p.region.x0 -= window->x0;
    p.region.x1 -= window->x0;
    p.region.y0 -= window->y0;
    p.region.y1 -= window->y0;
    EvqStage *stage =
        add_stage(b, EVQ_FORM_IN_ORDER, k ? EVQ_KERNEL_adm_masks_i32 : EVQ_KERNEL_adm_masks_i16,
                  p.region.x0, p.region.x1, region->y1 - region->y0, &p, sizeof p);
    /* Of the parts the row below is not read, but is made with that of the weights. */
    evq_stage_reads(stage, parts, 1, -y0, y0 + 1);
    evq_stage_reads(stage, neighbours, 1, 1 - y0, 1 + y0);
    evq_stage_writes(stage, b->plan->result, 0);
}

static void add_in_order(const Build *b)
{
    int rest = -1, parts, neighbours;
    for (int k = 0; k < ADM_LEVELS; k++) {
        int columns = add_columns(b, k, rest);
        int details = add_rows(b, k, columns, &rest);
        if (is_skipped(b, k))
            continue;
        add_split(b, k, details, &parts, &neighbours);
        add_masks(b, k, parts, neighbours);
    }
}

/* ---- Side by side ---- */

/* Both kernels of a level; its sums of lanes begin at row `row`. Returns the approximation. */
static int add_wide_level(const Build *b, int k, int from, int lanes, int row)
{
    const EvqAdmLevel *level = &b->level[k];
    int bytes = bytes_of(k), width = level->width, height = level->height;
    AdmParams p = level_params(b, k);
    AdmSumParams sums = sum_params(b, k);
    EvqKernelId kernel =
        k == 0   ? b->format->depth > 8 ? EVQ_KERNEL_adm_level_u16 : EVQ_KERNEL_adm_level_u8
        : k == 1 ? EVQ_KERNEL_adm_level_i16
                 : EVQ_KERNEL_adm_level_i32;
    int rest = evq_plan_rows(b->plan, bytes, width, height, 2, 0, 0);
    int details = evq_plan_rows(b->plan, bytes, width, height, ADM_BANDS, 0, 0);
    int parts = evq_plan_rows(b->plan, bytes, width, height, 2 * ADM_BANDS, 0, 0);
    int neighbours = evq_plan_rows(b->plan, bytes, width, height, 2, 0, 0);

    EvqStage *stage = add_stage(b, EVQ_FORM_SIDE_BY_SIDE, kernel, 0, width, height, &p, sizeof p);
    for (int i = 0; i < (k ? 1 : 2); i++)
        evq_stage_reads(stage, k ? from : b->input[i], 2, 1, 2);
    evq_stage_writes(stage, rest, 1);
    evq_stage_writes(stage, details, 1);
    evq_stage_writes(stage, parts, 1);
    evq_stage_writes(stage, neighbours, 1);
    if (is_skipped(b, k))
        return rest;

    int y0 = level->region.y0, rows = level->region.y1 - y0;
    sums.slot = row;
    stage =
        add_stage(b, EVQ_FORM_SIDE_BY_SIDE, k ? EVQ_KERNEL_adm_lanes_i32 : EVQ_KERNEL_adm_lanes_i16,
                  0, ADM_LANES, rows, &sums, sizeof sums);
    /* As far down as the weights of the neighbours, so that all three are kept alike. */
    evq_stage_reads(stage, details, 1, 1 - y0, 1 + y0);
    evq_stage_reads(stage, parts, 1, 1 - y0, 1 + y0);
    evq_stage_reads(stage, neighbours, 1, 1 - y0, 1 + y0);
    evq_stage_writes(stage, lanes, 1);
    return rest;
}

static void add_after_all(const Build *b, EvqKernelId kernel, int columns, int items,
                          const AdmTotalParams *p, int from, int to)
{
    EvqStage *stage = add_stage(b, EVQ_FORM_SIDE_BY_SIDE, kernel, 0, columns, items, p, sizeof *p);
    stage->after_all = 1;
    evq_stage_reads(stage, from, 1, 0, 0);
    evq_stage_writes(stage, to, 1);
}

static AdmTotalParams total_params(const Build *b)
{
    AdmTotalParams p = { .first_row = { 0 } };
    for (int k = 0; k < ADM_LEVELS; k++) {
        const EvqAdmLevel *level = &b->level[k];
        int rows = is_skipped(b, k) ? 0 : level->region.y1 - level->region.y0;
        p.first_row[k + 1] = p.first_row[k] + rows;
        p.energy_rows[k] = level->energy_rows;
        p.mask_rows[k] = level->mask_rows;
    }
    return p;
}

static void add_side_by_side(const Build *b)
{
    AdmTotalParams p = total_params(b);
    int all = p.first_row[ADM_LEVELS], folded = ADM_LEVELS * ADM_FOLDS, rest = -1;
    int lanes = evq_plan_rows(b->plan, sizeof(u64), ADM_LANES, all, ADM_SUMS, 0, 0);
    int rows = evq_plan_rows(b->plan, sizeof(u64), ADM_SUMS, all, 1, 0, 0);
    int folds = evq_plan_rows(b->plan, sizeof(u64), ADM_SUMS, folded, 1, 0, 0);
    for (int k = 0; k < ADM_LEVELS; k++)
        rest = add_wide_level(b, k, rest, lanes, p.first_row[k]);
    add_after_all(b, EVQ_KERNEL_adm_lane_sums, ADM_SUMS, all, &p, lanes, rows);
    add_after_all(b, EVQ_KERNEL_adm_fold, ADM_SUMS, folded, &p, rows, folds);
    add_after_all(b, EVQ_KERNEL_adm_total, ADM_SUMS, ADM_LEVELS, &p, folds, b->plan->result);
}

void evq_adm_plan(const EvqAdmOptions *options, const EvqFormat *format,
                  const EvqAdmLevel level[ADM_LEVELS], EvqPlan *plan)
{
    Build b = { .options = options, .format = format, .level = level, .plan = plan };
    plan->result = evq_plan_result(plan, sizeof(u64), ADM_LEVELS * ADM_SUMS, 1);
    b.input[0] = evq_plan_input(plan, format, EVQ_INPUT_REFERENCE, 0);
    b.input[1] = evq_plan_input(plan, format, EVQ_INPUT_DISTORTED, 0);
    add_in_order(&b);
    add_side_by_side(&b);
}
