/* Metrics by their text: options, output names and the order of outputs. */
#include "oracle_text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double oracle_number(const char *text)
{
    char digits[64];
    snprintf(digits, sizeof(digits), "%g", (double)strtof(text, NULL));
    return strtod(digits, NULL);
}

typedef struct Option {
    const char *name;  /* in strcmp order within a metric */
    const char *alias; /* NULL: never part of an output name */
    double low, high;  /* low > high: a boolean */
    double *number;
    int *flag;
} Option;

typedef struct Request {
    OracleVifOptions vif;
    OraclePsnrOptions psnr;
    int debug, enable_mse, enable_apsnr;
    char suffix[200];
} Request;

static const char *const method_names[] = { "nearest", "bilinear", "bicubic", "lanczos4" };

static int parse_method(Request *request, const char *value)
{
    for (int i = 0; i < 4; i++) {
        if (!strcmp(value, method_names[i])) {
            request->vif.prescale_method = (OraclePrescale)i;
            return ORACLE_OK;
        }
    }
    return ORACLE_USAGE;
}

static int parse_flag(int *flag, const char *value)
{
    if (strcmp(value, "true") && strcmp(value, "false"))
        return ORACLE_USAGE;
    *flag = !strcmp(value, "true");
    return ORACLE_OK;
}

static int parse_number(const Option *option, const char *value)
{
    char *end;
    strtof(value, &end);
    if (end == value || *end)
        return ORACLE_USAGE;
    *option->number = oracle_number(value);
    return *option->number >= option->low && *option->number <= option->high ? ORACLE_OK
                                                                             : ORACLE_USAGE;
}

static int parse_options(const Option *options, size_t count, Request *request, char *text)
{
    char *state = NULL;
    for (char *word = strtok_r(text, ":", &state); word; word = strtok_r(NULL, ":", &state)) {
        char *value = strchr(word, '=');
        if (!value)
            return ORACLE_USAGE;
        *value++ = '\0';
        const Option *option = NULL;
        for (size_t i = 0; i < count; i++)
            if (!strcmp(word, options[i].name))
                option = &options[i];
        int result = ORACLE_USAGE;
        if (option && option->number)
            result = parse_number(option, value);
        else if (option && option->flag)
            result = parse_flag(option->flag, value);
        else if (option)
            result = parse_method(request, value);
        if (result)
            return result;
    }
    return ORACLE_OK;
}

enum { VIF_OPTIONS = 10, PSNR_OPTIONS = 5 };

static void vif_options(Request *r, Option option[VIF_OPTIONS])
{
    const Option table[VIF_OPTIONS] = {
        { "debug", NULL, 1, 0, NULL, &r->debug },
        { "vif_enhn_gain_limit", "egl", 1, 100, &r->vif.gain_limit, NULL },
        { "vif_kernelscale", "ks", 0.1, 4, &r->vif.kernelscale, NULL },
        { "vif_prescale", "ps", 0.1, 4, &r->vif.prescale, NULL },
        { "vif_prescale_method", "pm", 1, 0, NULL, NULL },
        { "vif_scale1_min_val", "s1miv", 0, 1, &r->vif.min_val[1], NULL },
        { "vif_scale2_min_val", "s2miv", 0, 1, &r->vif.min_val[2], NULL },
        { "vif_scale3_min_val", "s3miv", 0, 1, &r->vif.min_val[3], NULL },
        { "vif_sigma_nsq", "snsq", 0, 5, &r->vif.sigma_nsq, NULL },
        { "vif_skip_scale0", "ssclz", 1, 0, NULL, &r->vif.skip_scale0 },
    };
    memcpy(option, table, sizeof(table));
}

static void psnr_options(Request *r, Option option[PSNR_OPTIONS])
{
    const Option table[PSNR_OPTIONS] = {
        { "enable_apsnr", NULL, 1, 0, NULL, &r->enable_apsnr },
        { "enable_chroma", NULL, 1, 0, NULL, &r->psnr.enable_chroma },
        { "enable_mse", NULL, 1, 0, NULL, &r->enable_mse },
        { "min_sse", NULL, 0, DBL_MAX, &r->psnr.min_sse, NULL },
        { "reduced_hbd_peak", NULL, 1, 0, NULL, &r->psnr.reduced_hbd_peak },
    };
    memcpy(option, table, sizeof(table));
}

/* The suffix names every option that differs from its default. */
static void vif_suffix(Request *request)
{
    Request initial = { .vif = oracle_vif_defaults() };
    Option set[VIF_OPTIONS], unset[VIF_OPTIONS];
    vif_options(request, set);
    vif_options(&initial, unset);
    char *out = request->suffix;
    const char *end = request->suffix + sizeof(request->suffix);
    for (int i = 0; i < VIF_OPTIONS; i++) {
        if (!set[i].alias)
            continue;
        if (set[i].number && *set[i].number != *unset[i].number)
            out += snprintf(out, (size_t)(end - out), "_%s_%g", set[i].alias, *set[i].number);
        else if (set[i].flag && *set[i].flag != *unset[i].flag)
            out += snprintf(out, (size_t)(end - out), "_%s", set[i].alias);
        else if (!set[i].number && !set[i].flag && request->vif.prescale_method != ORACLE_NEAREST)
            out += snprintf(out, (size_t)(end - out), "_%s_%s", set[i].alias,
                            method_names[request->vif.prescale_method]);
    }
}

void oracle_put(OracleScores *scores, const char *name, const char *suffix, double value)
{
    snprintf(scores->name[scores->count], sizeof(scores->name[0]), "%s%s", name, suffix);
    scores->value[scores->count++] = value;
}

static int score_vif(char *text, const Picture *ref, const Picture *dis, OracleScores *out)
{
    Request request = { .vif = oracle_vif_defaults() };
    Option options[VIF_OPTIONS];
    vif_options(&request, options);
    int result = parse_options(options, VIF_OPTIONS, &request, text);
    OracleVifScores scores;
    if (!result)
        result = oracle_vif(&request.vif, ref, dis, NULL, NULL, &scores);
    if (result)
        return result;
    vif_suffix(&request);
    static const char *const scale[] = { "vif_scale0", "vif_scale1", "vif_scale2", "vif_scale3" };
    static const char *const num[] = { "vif_num_scale0", "vif_num_scale1", "vif_num_scale2",
                                       "vif_num_scale3" };
    static const char *const den[] = { "vif_den_scale0", "vif_den_scale1", "vif_den_scale2",
                                       "vif_den_scale3" };
    for (int s = 0; s < 4; s++)
        oracle_put(out, scale[s], request.suffix, scores.scale[s]);
    if (!request.debug)
        return ORACLE_OK;
    oracle_put(out, "vif", request.suffix, scores.vif);
    oracle_put(out, "vif_num", request.suffix, scores.num);
    oracle_put(out, "vif_den", request.suffix, scores.den);
    for (int s = 0; s < 4; s++) {
        oracle_put(out, num[s], request.suffix, scores.scale_num[s]);
        oracle_put(out, den[s], request.suffix, scores.scale_den[s]);
    }
    return ORACLE_OK;
}

static const char *const psnr_names[] = { "psnr_y", "psnr_cb", "psnr_cr" };
static const char *const mse_names[] = { "mse_y", "mse_cb", "mse_cr" };
static const char *const apsnr_names[] = { "apsnr_y", "apsnr_cb", "apsnr_cr" };

static int psnr_request(char *text, Request *request)
{
    memset(request, 0, sizeof(*request));
    request->psnr.enable_chroma = 1;
    Option options[PSNR_OPTIONS];
    psnr_options(request, options);
    return parse_options(options, PSNR_OPTIONS, request, text);
}

static int psnr_planes(const Request *request, const Picture *picture)
{
    return request->psnr.enable_chroma ? picture->planes : 1;
}

static int score_psnr(char *text, const Picture *ref, const Picture *dis, OracleScores *out)
{
    Request request;
    if (psnr_request(text, &request))
        return ORACLE_USAGE;
    for (int p = 0; p < psnr_planes(&request, ref); p++) {
        OraclePsnrPlane plane;
        const int result = oracle_psnr_plane(&request.psnr, ref, dis, p, &plane);
        if (result)
            return result;
        oracle_put(out, psnr_names[p], "", plane.psnr);
        if (request.enable_mse)
            oracle_put(out, mse_names[p], "", plane.mse);
    }
    return ORACLE_OK;
}

/* The samples of other depths have a difference all the same, but the metric refuses them. */
static int ciede_depth(int depth)
{
    return depth == 8 || depth == 10 || depth == 12 || depth == 16;
}

static int score_ciede(char *text, const Picture *ref, const Picture *dis, OracleScores *out)
{
    Request request;
    double flavour = 0, sum, score;
    const Option option = { "flavour", "flavour", 0, 1, &flavour, NULL };
    if (parse_options(&option, 1, &request, text) || flavour != floor(flavour))
        return ORACLE_USAGE;
    if (!ciede_depth(ref->depth) || oracle_ciede((int)flavour, ref, dis, &sum, &score))
        return ORACLE_REFUSED;
    oracle_put(out, "ciede2000", flavour != 0 ? "_flavour_1" : "", score);
    return ORACLE_OK;
}

/* Splits "NAME=OPTIONS" in a copy of the text; *options is "" where there are none. */
static char *split(const char *text, char *copy, size_t size)
{
    snprintf(copy, size, "%s", text);
    char *options = strchr(copy, '=');
    if (!options)
        return copy + strlen(copy);
    *options = '\0';
    return options + 1;
}

int oracle_score(const char *text, const Picture *ref, const Picture *dis, OracleScores *scores)
{
    char copy[512];
    char *options = split(text, copy, sizeof(copy));
    scores->count = 0;
    if (!strcmp(copy, "float_vif"))
        return score_vif(options, ref, dis, scores);
    if (!strcmp(copy, "psnr"))
        return score_psnr(options, ref, dis, scores);
    if (!strcmp(copy, "ciede"))
        return score_ciede(options, ref, dis, scores);
    if (!strcmp(copy, "float_ssim"))
        return oracle_score_ssim(options, ref, dis, scores);
    if (!strcmp(copy, "float_ms_ssim"))
        return oracle_score_ms_ssim(options, ref, dis, scores);
    if (!strcmp(copy, "vif"))
        return oracle_score_integer_vif(options, ref, dis, scores);
    if (!strcmp(copy, "adm"))
        return oracle_score_adm(options, ref, dis, scores);
    if (strcmp(copy, "float_psnr") || *options)
        return ORACLE_USAGE;
    double value;
    const int result = oracle_float_psnr(ref, dis, &value);
    if (!result)
        oracle_put(scores, "float_psnr", "", value);
    return result;
}

int oracle_score_frame(const char *text, const PicturePair *pairs, size_t count, size_t i,
                       OracleScores *scores)
{
    char copy[512];
    char *options = split(text, copy, sizeof(copy));
    scores->count = 0;
    if (!strcmp(copy, "float_motion"))
        return oracle_score_motion(options, pairs, count, i, scores);
    if (!strcmp(copy, "motion"))
        return oracle_score_integer_motion(options, pairs, count, i, scores);
    return oracle_score(text, &pairs[i].ref, &pairs[i].dis, scores);
}

int oracle_aggregate(const char *text, const PicturePair *pairs, size_t count,
                     OracleScores *aggregates)
{
    char copy[512];
    char *options = split(text, copy, sizeof(copy));
    aggregates->count = 0;
    if (strcmp(copy, "psnr"))
        return ORACLE_OK;
    Request request;
    if (psnr_request(options, &request))
        return ORACLE_USAGE;
    if (!request.enable_apsnr || count == 0)
        return ORACLE_OK;
    for (int p = 0; p < psnr_planes(&request, &pairs[0].ref); p++) {
        uint64_t sse = 0, samples = 0;
        for (size_t i = 0; i < count; i++) {
            OraclePsnrPlane plane;
            const int result =
                oracle_psnr_plane(&request.psnr, &pairs[i].ref, &pairs[i].dis, p, &plane);
            if (result)
                return result;
            sse += plane.sse;
            samples += plane.samples;
        }
        oracle_put(aggregates, apsnr_names[p], "",
                   oracle_apsnr(&request.psnr, pairs[0].ref.depth, sse, samples));
    }
    return ORACLE_OK;
}
