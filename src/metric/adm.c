/* adm, docs/spec/adm.md: options, outputs and the scores from the sums. */
#include "metric/adm.h"

#include "core/error.h"
#include "kernel/math/pow.h"
#include "kernel/math/powf_third.h"
#include "metric/depth.h"
#include "metric/metric.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#define LEAST_SIDE     33
#define LEAST_GEOMETRY 3240

typedef struct AdmState {
    EvqAdmOptions options;
    EvqAdmLevel level[ADM_LEVELS];
    double cube[ADM_LEVELS][2]; /* of the weights */
    double least;               /* smaller sums of all levels count as 0 */
} AdmState;

/* ---- Options, section 1 ---- */

static const EvqOptionInfo option_info[] = {
    { "debug", "true|false", "false", "add adm and the sums of every scale" },
    { "adm_csf_mode", "0, 2 or 3", "0", "contrast sensitivity: Watson, or two tables" },
    { "adm_csf_scale", "number 0 .. 50", "1", "no effect: for adm_csf_mode=1, which is refused" },
    { "adm_csf_diag_scale", "number 0 .. 50", "1", "likewise" },
    { "adm_dlm_weight", "number 0 .. 1", "0.5", "share of adm2 in adm3" },
    { "adm_enhn_gain_limit", "number 1 .. 100", "100", "limit of the enhancement gain" },
    { "adm_min_val", "number 0 .. 1", "0", "lower bound of adm3" },
    { "adm_noise_weight", "number 0 .. 1500", "0.03125", "weight of the visual noise" },
    { "adm_norm_view_dist", "number 0.75 .. 24", "3", "viewing distance in display heights" },
    { "adm_ref_display_height", "integer 1 .. 4320", "1080", "height of the display in pixels" },
    { "adm_skip_aim", "true|false", "false", "leave out aim, which becomes 0" },
    { "adm_skip_scale0", "true|false", "false", "leave out the finest scale" },
};

#define OPTION(member) offsetof(AdmState, options.member)
static const EvqOption option[] = {
    { NULL, EVQ_OPTION_BOOL, OPTION(debug), 0 },
    { "csf", EVQ_OPTION_INTEGER, OPTION(csf_mode), 0, 0, 3 },
    { "scf", EVQ_OPTION_NUMBER, OPTION(csf_scale), 1, 0, 50 },
    { "scfd", EVQ_OPTION_NUMBER, OPTION(csf_diag_scale), 1, 0, 50 },
    { "dlmw", EVQ_OPTION_NUMBER, OPTION(dlm_weight), 0.5, 0, 1 },
    { "egl", EVQ_OPTION_NUMBER, OPTION(gain_limit), 100, 1, 100 },
    { "min", EVQ_OPTION_NUMBER, OPTION(min_val), 0, 0, 1 },
    { "nw", EVQ_OPTION_NUMBER, OPTION(noise_weight), 0.03125, 0, 1500 },
    { "nvd", EVQ_OPTION_NUMBER, OPTION(norm_view_dist), 3, 0.75, 24 },
    { "rdh", EVQ_OPTION_INTEGER, OPTION(ref_display_height), 1080, 1, 4320 },
    { NULL, EVQ_OPTION_BOOL, OPTION(skip_aim), 0 },
    { "ssz", EVQ_OPTION_BOOL, OPTION(skip_scale0), 0 },
};

enum { OPTIONS = sizeof option / sizeof *option };

static const EvqOptionTable option_table = { option_info, option, OPTIONS };

/* ---- Checks, sections 1, 5 and 9 ---- */

static int check(const EvqAdmOptions *o, const EvqFormat *format, EvqError *error)
{
    double geometry = o->norm_view_dist * o->ref_display_height;
    if (o->csf_mode == 1)
        return evq_fail(error, EVQ_E_USAGE,
                        "adm: adm_csf_mode=1 is not supported: its weights leave the metric's "
                        "fixed-point formats");
    if (geometry < LEAST_GEOMETRY)
        return evq_fail(error, EVQ_E_USAGE,
                        "adm: adm_norm_view_dist * adm_ref_display_height must be at least %d, "
                        "not %g",
                        LEAST_GEOMETRY, geometry);
    if (format->width < LEAST_SIDE || format->height < LEAST_SIDE)
        return evq_fail(error, EVQ_E_INPUT, "adm needs pictures of at least %dx%d, these are %dx%d",
                        LEAST_SIDE, LEAST_SIDE, format->width, format->height);
    return evq_depth_check("adm", format, error);
}

/* ---- Outputs, section 2 ---- */

static void add_output(const AdmState *s, EvqMetricOutputs *outputs, const char *stem, int scale)
{
    char *name = outputs->name[outputs->count++];
    if (scale < 0)
        snprintf(name, EVQ_NAME_SIZE, "integer_%s", stem);
    else
        snprintf(name, EVQ_NAME_SIZE, "integer_%s%d", stem, scale);
    evq_options_suffix(&option_table, s, name);
}

static void name_outputs(const AdmState *s, EvqMetricOutputs *outputs)
{
    add_output(s, outputs, "adm2", -1);
    add_output(s, outputs, "aim", -1);
    add_output(s, outputs, "adm3", -1);
    for (int k = 0; k < ADM_LEVELS; k++)
        add_output(s, outputs, "adm_scale", k);
    if (!s->options.debug)
        return;
    add_output(s, outputs, "adm", -1);
    add_output(s, outputs, "adm_num", -1);
    add_output(s, outputs, "adm_den", -1);
    for (int k = 0; k < ADM_LEVELS; k++) {
        add_output(s, outputs, "adm_num_scale", k);
        add_output(s, outputs, "adm_den_scale", k);
    }
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    AdmState *s = state;
    const EvqAdmOptions *o = &s->options;
    int status = check(o, format, error);
    if (status < 0)
        return status;
    if (evq_adm_levels(o, format->width, format->height, s->level) < 0)
        return evq_fail(error, EVQ_E_USAGE,
                        "adm: adm_csf_mode=%d has no weights for adm_norm_view_dist=%g with "
                        "adm_ref_display_height=%d",
                        o->csf_mode, o->norm_view_dist, o->ref_display_height);
    for (int k = 0; k < ADM_LEVELS; k++)
        for (int i = 0; i < 2; i++)
            s->cube[k][i] = f64_pow((double)s->level[k].weight[i], 3.0);
    s->least = 1e-10 * (format->width * format->height) / (1920.0 * 1080.0);
    evq_adm_plan(o, format, s->level, plan);
    name_outputs(s, outputs);
    return EVQ_OK;
}

/* ---- Scores, sections 6 to 8 ---- */

static f32 noise_term(const EvqAdmLevel *level, double weight)
{
    const AdmRegion *r = &level->region;
    double area = (double)(r->x1 - r->x0) * (r->y1 - r->y0);
    return powf_third((f32)(area * weight));
}

static f32 total_of_bands(const f32 term[ADM_BANDS])
{
    f32 sum = term[0] + term[1];
    return sum + term[2];
}

/* den of a level. */
static f32 reference_total(const AdmState *s, int k, const uint64_t sums[ADM_BANDS])
{
    static const int exponent[ADM_LEVELS] = { 18, 32, 27, 23 };
    const EvqAdmLevel *level = &s->level[k];
    int shift = exponent[k] - level->energy_rows - level->energy_shift;
    f32 noise = noise_term(level, s->options.noise_weight), term[ADM_BANDS];
    for (int band = 0; band < ADM_BANDS; band++) {
        double sum = ldexp((double)sums[band], -shift) * s->cube[k][band == 2];
        term[band] = powf_third((f32)sum) + noise;
    }
    return total_of_bands(term);
}

/* num or aim of a level. */
static f32 masked_total(const AdmState *s, int k, const uint64_t sums[ADM_BANDS],
                        double noise_weight)
{
    static const int exponent[ADM_LEVELS] = { 52, 45, 39, 36 };
    const EvqAdmLevel *level = &s->level[k];
    f32 noise = noise_term(level, noise_weight), term[ADM_BANDS];
    for (int band = 0; band < ADM_BANDS; band++) {
        int diagonal = band == 2;
        int shift = exponent[k] + (k == 0 && diagonal ? 5 : 0) - level->mask_shift[diagonal] -
                    level->mask_rows;
        int64_t sum = (int64_t)sums[band];
        f32 scaled = k ? ldexpf((f32)sum, -shift) : (f32)ldexp((double)sum, -shift);
        term[band] = powf_third(scaled) + noise;
    }
    return total_of_bands(term);
}

typedef struct Totals {
    f32 num[ADM_LEVELS], den[ADM_LEVELS], aim[ADM_LEVELS];
} Totals;

static Totals totals_of(const AdmState *s, const uint64_t *sums)
{
    Totals t = { { 0 }, { 0 }, { 0 } };
    for (int k = 0; k < ADM_LEVELS; k++, sums += ADM_SUMS) {
        if (k == 0 && s->options.skip_scale0) {
            t.den[k] = (f32)1e-10;
            continue;
        }
        t.den[k] = reference_total(s, k, sums);
        t.num[k] = masked_total(s, k, sums + ADM_BANDS, s->options.noise_weight);
        if (!s->options.skip_aim)
            t.aim[k] = masked_total(s, k, sums + 2 * ADM_BANDS, 0.0);
    }
    return t;
}

static double sum_of_levels(const f32 value[ADM_LEVELS])
{
    double sum = 0.0;
    for (int k = 0; k < ADM_LEVELS; k++)
        sum += (double)value[k];
    return sum;
}

static void finish(const void *state, const void *result, double *scores)
{
    const AdmState *s = state;
    const EvqAdmOptions *o = &s->options;
    Totals t = totals_of(s, result);
    double num = sum_of_levels(t.num), den = sum_of_levels(t.den), aim = sum_of_levels(t.aim);
    num = num < s->least ? 0.0 : num;
    den = den < s->least ? 0.0 : den;
    double adm2 = den == 0.0 ? 1.0 : num / den;
    aim = den == 0.0 ? 0.0 : aim / den;
    double adm3 = adm2 * o->dlm_weight + (1.0 - aim) * (1.0 - o->dlm_weight);
    *scores++ = adm2;
    *scores++ = aim;
    *scores++ = adm3 > o->min_val ? adm3 : o->min_val;
    for (int k = 0; k < ADM_LEVELS; k++)
        *scores++ = (double)t.num[k] / (double)t.den[k];
    if (!o->debug)
        return;
    *scores++ = adm2;
    *scores++ = num;
    *scores++ = den;
    for (int k = 0; k < ADM_LEVELS; k++) {
        *scores++ = (double)t.num[k];
        *scores++ = (double)t.den[k];
    }
}

const EvqMetric evq_metric_adm = {
    .info = { "adm", "detail loss and additive impairment of luma at four scales, on integers",
              option_info, OPTIONS },
    .options = { option_info, option, OPTIONS },
    .state_size = sizeof(AdmState),
    .init = init,
    .finish = finish,
};
