/* ciede, docs/spec/ciede.md. */
#include "metric/metric.h"

#include "core/error.h"
#include "kernel/ciede/params.h"
#include "kernel/math/log10.h"

#include <stddef.h>
#include <stdio.h>

typedef struct CiedeState {
    int flavour;
    uint32_t samples;
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

/* Planes of the two pictures, luma, Cb and Cr of the reference first. */
typedef struct Pictures {
    int plane[6];
} Pictures;

static void read_pictures(EvqStage *stage, const Pictures *pictures)
{
    for (int i = 0; i < 6; i++)
        evq_stage_reads(stage, pictures->plane[i], 1, 0, 0);
}

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

static EvqStage *add_stage(EvqPlan *plan, EvqKernelId kernel, const EvqFormat *format, int items,
                           const CiedeParams *params)
{
    return evq_plan_stage(plan, kernel, 0, format->width, items, params, sizeof *params);
}

static void add_stages(const CiedeState *s, const EvqFormat *format, EvqPlan *plan)
{
    CiedeParams params = params_of(s, format);
    int deep = format->depth > 8;
    Pictures pictures;
    for (int i = 0; i < 6; i++)
        pictures.plane[i] = evq_plan_input(plan, format, i / 3, i % 3);
    int values = evq_plan_result(plan, sizeof(f32), format->width, format->height);
    plan->result = evq_plan_result(plan, sizeof(u64), 1, 1);

    EvqStage *exact = add_stage(plan, deep ? EVQ_KERNEL_ciede_exact_u16 : EVQ_KERNEL_ciede_exact_u8,
                                format, format->height, &params);
    read_pictures(exact, &pictures);
    evq_stage_writes(exact, values, 1);

    EvqStage *sum = add_stage(plan, EVQ_KERNEL_ciede_sum, format, 1, &params);
    sum->after_all = 1;
    evq_stage_reads(sum, values, 1, 0, 0);
    evq_stage_writes(sum, plan->result, 1);
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    CiedeState *s = state;
    if (format->chroma == EVQ_CHROMA_400)
        return evq_fail(error, EVQ_E_INPUT, "ciede needs chroma: it does not score 4:0:0");
    s->samples = (uint32_t)format->width * (uint32_t)format->height;
    add_stages(s, format, plan);
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

const EvqMetric evq_metric_ciede = {
    .info = { "ciede", "CIEDE2000 colour difference, as a score that falls with it", option_info,
              OPTIONS },
    .options = { option_info, option, OPTIONS },
    .state_size = sizeof(CiedeState),
    .init = init,
    .finish = finish,
};
