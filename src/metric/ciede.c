/* ciede, docs/spec/ciede.md. */
#include "metric/metric.h"

#include "core/error.h"
#include "kernel/ciede/ciede.h"
#include "kernel/math/log10.h"
#include "metric/ciede_wide.h"
#include "metric/depth.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct CiedeState {
    int flavour;
    uint32_t samples;
    u64 *table; /* of the quick evaluation in blocks at 8 bits, then that of the wide one; NULL
                   where neither is used */
} CiedeState;

static const char *const flavours[] = { "0", "1", NULL };

static const EvqOptionInfo option_info[] = {
    { "flavour", "0|1", "0", "0: Netflix libvmaf; 1: two products in double precision" },
};

static const EvqOption option[] = {
    { "flavour", EVQ_OPTION_CHOICE, offsetof(CiedeState, flavour), 0, .choices = flavours },
};

enum { OPTIONS = sizeof option / sizeof *option };

static const EvqOptionTable option_table = { option_info, option, OPTIONS };

/* What the functions that write the plan share. */
typedef struct Build {
    EvqPlan *plan;
    CiedeParams params;
    int width, height;
    int deep;     /* more than 8 bits */
    int plane[6]; /* inputs: luma, Cb and Cr of the reference, then of the distorted picture */
    int values;   /* the differences */
} Build;

static CiedeParams params_of(const CiedeState *s, const EvqFormat *format)
{
    double steps = (double)(1 << (format->depth - 8));
    double luma = 1.0 / (219.0 * steps), chroma = 1.0 / (224.0 * steps);
    return (CiedeParams){
        .flavour = s->flavour,
        .shift_x = format->chroma != EVQ_CHROMA_444,
        .shift_y = format->chroma == EVQ_CHROMA_420,
        .black = 16 << (format->depth - 8),
        .grey = 128 << (format->depth - 8),
        .width = format->width,
        .luma_scale = bits_of_native(luma),
        .chroma_scale = bits_of_native(chroma),
        .luma_head = (float)luma,
        .luma_tail = (float)(luma - (double)(float)luma),
        .chroma_head = (float)chroma,
        .chroma_tail = (float)(chroma - (double)(float)chroma),
    };
}

static EvqStage *add_stage(Build *b, EvqKernelId kernel)
{
    return evq_plan_stage(b->plan, kernel, 0, b->width, b->height, &b->params, sizeof b->params);
}

static void read_pictures(const Build *b, EvqStage *stage)
{
    for (int i = 0; i < 6; i++)
        evq_stage_reads(stage, b->plane[i], 1, 0, 0);
}

static void add_exact(Build *b)
{
    EvqStage *stage =
        add_stage(b, b->deep ? EVQ_KERNEL_ciede_exact_u16 : EVQ_KERNEL_ciede_exact_u8);
    read_pictures(b, stage);
    evq_stage_writes(stage, b->values, 1);
}

/* ---- The sum ---- */

static void add_sum_in_order(Build *b)
{
    EvqStage *stage = add_stage(b, EVQ_KERNEL_ciede_sum);
    stage->form = EVQ_FORM_IN_ORDER;
    evq_stage_reads(stage, b->values, 1, 0, 0);
    evq_stage_writes(stage, b->plan->result, 0);
}

/* The first stage of the sum side by side finishes its values, if need be. */
static void add_replay_of_chunks(Build *b, int across, int chunks)
{
    EvqKernelId kernel =
        b->deep ? EVQ_KERNEL_ciede_replay_chunks_u16 : EVQ_KERNEL_ciede_replay_chunks_u8;
    EvqStage *stage =
        evq_plan_stage(b->plan, kernel, 0, across, b->height, &b->params, sizeof b->params);
    stage->form = EVQ_FORM_SIDE_BY_SIDE;
    stage->after_all = 1;
    read_pictures(b, stage);
    evq_stage_writes(stage, b->values, 1);
    evq_stage_writes(stage, chunks, 1);
}

/* A further stage of it; the buffers are whole, those read end with -1. */
static void add_part(Build *b, EvqKernelId kernel, int columns, int items, const int *reads,
                     int write)
{
    CiedeSumParams params = { .width = b->width,
                              .rows = b->height,
                              .chunks = (b->width + CIEDE_CHUNK - 1) / CIEDE_CHUNK };
    EvqStage *stage = evq_plan_stage(b->plan, kernel, 0, columns, items, &params, sizeof params);
    stage->form = EVQ_FORM_SIDE_BY_SIDE;
    stage->after_all = 1;
    for (; *reads >= 0; reads++)
        evq_stage_reads(stage, *reads, 1, 0, 0);
    evq_stage_writes(stage, write, 1);
}

#define READS(...) ((const int[]){ __VA_ARGS__, -1 })

static void add_sum_side_by_side(Build *b)
{
    int height = b->height;
    int across = (b->width + CIEDE_CHUNK - 1) / CIEDE_CHUNK;
    int down = (height + CIEDE_GROUP - 1) / CIEDE_GROUP;
    int chunks = evq_plan_rows(b->plan, sizeof(u64), across, height, 1, 0, 0);
    int rows = evq_plan_rows(b->plan, sizeof(u64), height, 1, 1, 0, 0);
    int groups = evq_plan_rows(b->plan, sizeof(u64), down, 1, 1, 0, 0);
    int guess = evq_plan_rows(b->plan, sizeof(u64), across, height, 1, 0, 0);
    int runs = evq_plan_rows(b->plan, sizeof(u64), across, height, 2, 0, 0);
    int row_runs = evq_plan_rows(b->plan, sizeof(u64), height, 1, CIEDE_SPLIT_PLANES, 0, 0);
    int group_runs = evq_plan_rows(b->plan, sizeof(u64), down, 1, CIEDE_SPLIT_PLANES, 0, 0);

    add_replay_of_chunks(b, across, chunks);
    add_part(b, EVQ_KERNEL_ciede_sum_rows, height, 1, READS(chunks), rows);
    add_part(b, EVQ_KERNEL_ciede_sum_groups, down, 1, READS(rows), groups);
    add_part(b, EVQ_KERNEL_ciede_sum_guess, height, 1, READS(chunks, rows, groups), guess);
    add_part(b, EVQ_KERNEL_ciede_sum_runs, across, height, READS(b->values, guess), runs);
    add_part(b, EVQ_KERNEL_ciede_sum_row_runs, height, 1, READS(guess, runs), row_runs);
    add_part(b, EVQ_KERNEL_ciede_sum_group_runs, down, 1, READS(guess, row_runs), group_runs);
    add_part(b, EVQ_KERNEL_ciede_sum_join, 1, 1,
             READS(b->values, guess, runs, row_runs, group_runs), b->plan->result);
}

/* ---- The quick and the pair evaluation ---- */

/* Red (of luma and Cr) or blue (of luma and Cb) after gamma, by 256 chroma + luma. */
static void fill_table(u64 *table, const CiedeParams *params, int blue)
{
    for (int chroma = 0; chroma < 256; chroma++)
        for (int luma = 0; luma < 256; luma++) {
            F64 y = ciede_luma(*params, luma), c = ciede_chroma(*params, chroma);
            F64 linear = blue ? ciede_blue(y, c) : ciede_red(y, c);
            *table++ = bits_of_f64(ciede_gamma(linear));
        }
}

/* The parts of green's operand: by luma, by Cb and by Cr. */
static void fill_green(u64 *table, const CiedeParams *params)
{
    F64 scale = native_of_bits(CIEDE_GAMMA_SCALE), add = native_of_bits(CIEDE_GAMMA_ADD);
    F64 of_u = native_of_bits(CIEDE_G_U), of_v = native_of_bits(CIEDE_G_V);
    for (int code = 0; code < 256; code++) {
        F64 chroma = ciede_chroma(*params, code);
        table[code] = bits_of_f64((ciede_luma(*params, code) + add) * scale);
        table[256 + code] = bits_of_f64(-of_u * chroma * scale);
        table[512 + code] = bits_of_f64(-of_v * chroma * scale);
    }
}

/* CIEDE_TABLE_.. and WIDE_TABLE_.. of params.h. */
static int make_tables(CiedeState *s, const Build *b, EvqError *error)
{
    s->table = malloc((CIEDE_TABLE_SIZE + WIDE_TABLE_SIZE / 2) * sizeof *s->table);
    if (!s->table)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: tables of ciede");
    evq_ciede_wide_table(s->table + CIEDE_TABLE_SIZE);
    if (b->deep)
        return EVQ_OK;
    fill_table(s->table + CIEDE_TABLE_RED, &b->params, 0);
    fill_table(s->table + CIEDE_TABLE_BLUE, &b->params, 1);
    fill_green(s->table + CIEDE_TABLE_GREEN, &b->params);
    return EVQ_OK;
}

static void add_blocks(Build *b, const CiedeState *s)
{
    EvqStage *stage =
        add_stage(b, b->deep ? EVQ_KERNEL_ciede_quick_u16 : EVQ_KERNEL_ciede_quick_u8);
    stage->form = EVQ_FORM_IN_ORDER;
    read_pictures(b, stage);
    int skipped = b->deep ? CIEDE_TABLE_SIZE : 0;
    int table = evq_plan_constant(b->plan, s->table + skipped, sizeof *s->table,
                                  CIEDE_TABLE_SIZE + WIDE_TABLE_SIZE / 2 - skipped);
    evq_stage_reads(stage, table, 1, 0, 0);
    evq_stage_writes(stage, b->values, 1);
}

static void add_wide(Build *b, const CiedeState *s)
{
    CiedeWideParams params = evq_ciede_wide_params(&b->params);
    int table =
        evq_plan_constant(b->plan, s->table + CIEDE_TABLE_SIZE, sizeof(f32), WIDE_TABLE_SIZE);
    EvqStage *stage =
        evq_plan_stage(b->plan, b->deep ? EVQ_KERNEL_ciede_wide_u16 : EVQ_KERNEL_ciede_wide_u8, 0,
                       b->width, b->height, &params, sizeof params);
    stage->form = EVQ_FORM_SIDE_BY_SIDE;
    read_pictures(b, stage);
    evq_stage_reads(stage, table, 1, 0, 0);
    evq_stage_writes(stage, b->values, 1);
}

static int add_quick(Build *b, CiedeState *s, EvqError *error)
{
    int status = make_tables(s, b, error);
    if (status < 0)
        return status;
    add_blocks(b, s);
    add_wide(b, s);
    return EVQ_OK;
}

static void add_pairs_in(Build *b, EvqForm form, int values)
{
    EvqStage *stage = add_stage(b, b->deep ? EVQ_KERNEL_ciede_pair_u16 : EVQ_KERNEL_ciede_pair_u8);
    stage->form = form;
    read_pictures(b, stage);
    evq_stage_writes(stage, values, 1);
}

/* In order undecided pixels have a stage of their own, side by side the sum's first one. */
static void add_pair(Build *b)
{
    int cheap = evq_plan_rows(b->plan, sizeof(f32), b->width, b->height, 1, 0, 0);
    add_pairs_in(b, EVQ_FORM_IN_ORDER, cheap);
    EvqStage *replay =
        add_stage(b, b->deep ? EVQ_KERNEL_ciede_replay_u16 : EVQ_KERNEL_ciede_replay_u8);
    replay->form = EVQ_FORM_IN_ORDER;
    read_pictures(b, replay);
    evq_stage_reads(replay, cheap, 1, 0, 0);
    evq_stage_writes(replay, b->values, 1);
    add_pairs_in(b, EVQ_FORM_SIDE_BY_SIDE, b->values);
}

/* ---- The plan ---- */

static int add_stages(CiedeState *s, const EvqFormat *format, EvqPlan *plan, EvqError *error)
{
    Build b = { .plan = plan,
                .params = params_of(s, format),
                .width = format->width,
                .height = format->height,
                .deep = format->depth > 8 };
    for (int i = 0; i < 6; i++)
        b.plane[i] = evq_plan_input(plan, format, i / 3, i % 3);
    b.values = evq_plan_rows(plan, sizeof(f32), format->width, format->height, 1, 0, 0);
    plan->result = evq_plan_result(plan, sizeof(u64), 1, 1);

    int status = EVQ_OK;
    if (plan->evaluation == EVQ_EVALUATION_QUICK)
        status = add_quick(&b, s, error);
    else if (plan->evaluation == EVQ_EVALUATION_PAIR)
        add_pair(&b);
    else
        add_exact(&b);
    add_sum_in_order(&b);
    add_sum_side_by_side(&b);
    return status;
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    CiedeState *s = state;
    if (format->chroma == EVQ_CHROMA_400)
        return evq_fail(error, EVQ_E_INPUT, "ciede needs chroma: it does not score 4:0:0");
    int status = evq_depth_check("ciede", format, error);
    if (status < 0)
        return status;
    s->samples = (uint32_t)format->width * (uint32_t)format->height;
    status = add_stages(s, format, plan, error);
    if (status < 0)
        return status;
    snprintf(outputs->name[outputs->count], EVQ_NAME_SIZE, "ciede2000");
    evq_options_suffix(&option_table, s, outputs->name[outputs->count++]);
    return EVQ_OK;
}

/* Section 5. Equal pictures have no difference and an infinite score. */
static void finish(const void *state, const void *result, double *scores)
{
    const CiedeState *s = state;
    double sum = native_of_bits(*(const u64 *)result);
    *scores = 45.0 - 20.0 * f64_log10(sum / (double)s->samples);
}

static void destroy(void *state)
{
    free(((CiedeState *)state)->table);
}

const EvqMetric evq_metric_ciede = {
    .info = { "ciede", "CIEDE2000 colour difference, as a score that falls with it", option_info,
              OPTIONS },
    .options = { option_info, option, OPTIONS },
    .state_size = sizeof(CiedeState),
    .init = init,
    .finish = finish,
    .destroy = destroy,
};
