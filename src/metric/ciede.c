/* ciede, docs/spec/ciede.md. */
#include "metric/metric.h"

#include "core/error.h"
#include "kernel/ciede/ciede.h"
#include "kernel/math/log10.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct CiedeState {
    int flavour;
    uint32_t samples;
    u64 *tables; /* red, then blue; NULL where they are not used */
} CiedeState;

enum { TABLE_SIZE = 256 * 256 };

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
    int table[2]; /* red and blue, quick evaluation at 8 bits */
    int values;   /* the differences */
} Build;

static CiedeParams params_of(const CiedeState *s, const EvqFormat *format)
{
    double steps = (double)(1 << (format->depth - 8));
    return (CiedeParams){
        .flavour = s->flavour,
        .shift_x = format->chroma != EVQ_CHROMA_444,
        .shift_y = format->chroma == EVQ_CHROMA_420,
        .black = 16 << (format->depth - 8),
        .grey = 128 << (format->depth - 8),
        .rows = format->height,
        .luma_scale = bits_of_native(1.0 / (219.0 * steps)),
        .chroma_scale = bits_of_native(1.0 / (224.0 * steps)),
    };
}

static EvqStage *add_stage(Build *b, EvqKernelId kernel)
{
    return evq_plan_stage(b->plan, kernel, 0, b->width, b->height, &b->params, sizeof b->params);
}

static int rows_of(Build *b, int element_bytes, int planes)
{
    return evq_plan_rows(b->plan, element_bytes, b->width, b->height, planes, 0, 0);
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

/* Makes the differences from those of a cheaper evaluation. */
static void add_replay(Build *b, int quick)
{
    EvqStage *stage =
        add_stage(b, b->deep ? EVQ_KERNEL_ciede_replay_u16 : EVQ_KERNEL_ciede_replay_u8);
    read_pictures(b, stage);
    evq_stage_reads(stage, quick, 1, 0, 0);
    evq_stage_writes(stage, b->values, 1);
}

static void add_sum(Build *b)
{
    EvqStage *stage = add_stage(b, EVQ_KERNEL_ciede_sum);
    stage->items = 1;
    stage->after_all = 1;
    evq_stage_reads(stage, b->values, 1, 0, 0);
    evq_stage_writes(stage, b->plan->result, 1);
}

/* ---- The quick evaluation ---- */

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

static int make_tables(CiedeState *s, const CiedeParams *params, EvqError *error)
{
    s->tables = malloc(2 * TABLE_SIZE * sizeof *s->tables);
    if (!s->tables)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: tables of ciede");
    fill_table(s->tables, params, 0);
    fill_table(s->tables + TABLE_SIZE, params, 1);
    return EVQ_OK;
}

/* Lab of a picture. */
static int add_lab(Build *b, int input)
{
    int codes = rows_of(b, sizeof(i32), 3);
    int lab = rows_of(b, sizeof(f32), 3);

    EvqStage *load = add_stage(b, b->deep ? EVQ_KERNEL_ciede_codes_u16 : EVQ_KERNEL_ciede_codes_u8);
    for (int i = 0; i < 3; i++)
        evq_stage_reads(load, b->plane[3 * input + i], 1, 0, 0);
    evq_stage_writes(load, codes, 1);

    EvqStage *stage =
        add_stage(b, b->deep ? EVQ_KERNEL_ciede_quick_lab : EVQ_KERNEL_ciede_quick_lab_tables);
    evq_stage_reads(stage, codes, 1, 0, 0);
    for (int i = 0; i < 2 && !b->deep; i++)
        evq_stage_reads(stage, b->table[i], 1, 0, 0);
    evq_stage_writes(stage, lab, 1);
    return lab;
}

/* A stage that reads `count` of the row buffers and writes one. */
static void add_step(Build *b, EvqKernelId kernel, const int *reads, int count, int writes)
{
    EvqStage *stage = add_stage(b, kernel);
    for (int i = 0; i < count; i++)
        evq_stage_reads(stage, reads[i], 1, 0, 0);
    evq_stage_writes(stage, writes, 1);
}

static int add_quick(Build *b, CiedeState *s, EvqError *error)
{
    if (!b->deep) {
        int status = make_tables(s, &b->params, error);
        if (status < 0)
            return status;
        for (int i = 0; i < 2; i++)
            b->table[i] =
                evq_plan_constant(b->plan, s->tables + i * TABLE_SIZE, sizeof(u64), TABLE_SIZE);
    }
    int lab[2];
    for (int i = 0; i < 2; i++)
        lab[i] = add_lab(b, i);
    int polar = rows_of(b, sizeof(f32), 4);
    int hue = rows_of(b, sizeof(f32), 2);
    int parts = rows_of(b, sizeof(f32), 3);
    int quick = rows_of(b, sizeof(f32), 1);
    add_step(b, EVQ_KERNEL_ciede_quick_chroma, (int[]){ lab[0], lab[1] }, 2, polar);
    add_step(b, EVQ_KERNEL_ciede_quick_hue, (int[]){ lab[0], lab[1], polar }, 3, hue);
    add_step(b, EVQ_KERNEL_ciede_quick_parts, (int[]){ lab[0], lab[1], polar, hue }, 4, parts);
    add_step(b, EVQ_KERNEL_ciede_quick_join, (int[]){ polar, hue, parts }, 3, quick);
    add_replay(b, quick);
    return EVQ_OK;
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
    b.values = evq_plan_result(plan, sizeof(f32), format->width, format->height);
    plan->result = evq_plan_result(plan, sizeof(u64), 1, 1);

    int status = EVQ_OK;
    if (plan->evaluation == EVQ_EVALUATION_QUICK)
        status = add_quick(&b, s, error);
    else
        add_exact(&b);
    add_sum(&b);
    return status;
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    CiedeState *s = state;
    if (format->chroma == EVQ_CHROMA_400)
        return evq_fail(error, EVQ_E_INPUT, "ciede needs chroma: it does not score 4:0:0");
    if (format->depth != 8 && format->depth != 10 && format->depth != 12 && format->depth != 16)
        return evq_fail(error, EVQ_E_INPUT, "ciede scores 8, 10, 12 and 16 bits, not %d",
                        format->depth);
    s->samples = (uint32_t)format->width * (uint32_t)format->height;
    int status = add_stages(s, format, plan, error);
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
    free(((CiedeState *)state)->tables);
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
