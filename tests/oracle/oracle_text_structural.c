/* float_ssim, float_ms_ssim, float_motion motion and adm by their text. */
#include "oracle_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One option of a metric, in strcmp order of the names; exactly one target is set. */
typedef struct Choice {
    const char *name;
    const char *alias; /* NULL: never part of an output name */
    double initial, low, high;
    double *number;
    int *integer;
    int *flag;
    const char *word; /* with `flag`: the word that sets it, the other being `unset` */
    const char *unset;
} Choice;

static int parse_choice(const Choice *choice, const char *value)
{
    char *end;
    if (choice->flag) {
        const char *on = choice->word ? choice->word : "true";
        const char *off = choice->unset ? choice->unset : "false";
        if (strcmp(value, on) && strcmp(value, off))
            return ORACLE_USAGE;
        *choice->flag = !strcmp(value, on);
        return ORACLE_OK;
    }
    const double v = choice->integer ? (double)strtol(value, &end, 10)
                                     : (strtof(value, &end), oracle_number(value));
    if (end == value || *end || v < choice->low || v > choice->high)
        return ORACLE_USAGE;
    if (choice->integer)
        *choice->integer = (int)v;
    else
        *choice->number = v;
    return ORACLE_OK;
}

static int parse_choices(const Choice *choices, size_t count, char *text)
{
    char *state = NULL;
    for (char *word = strtok_r(text, ":", &state); word; word = strtok_r(NULL, ":", &state)) {
        char *value = strchr(word, '=');
        if (!value)
            return ORACLE_USAGE;
        *value++ = '\0';
        int result = ORACLE_USAGE;
        for (size_t i = 0; i < count; i++)
            if (!strcmp(word, choices[i].name))
                result = parse_choice(&choices[i], value);
        if (result)
            return result;
    }
    return ORACLE_OK;
}

static void make_suffix(const Choice *choices, size_t count, char suffix[200])
{
    size_t used = 0;
    suffix[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const Choice *c = &choices[i];
        const double value = c->number ? *c->number : c->integer ? *c->integer : *c->flag;
        if (!c->alias || value == c->initial)
            continue;
        used += (size_t)snprintf(suffix + used, 200 - used, "_%s", c->alias);
        if (c->word)
            used += (size_t)snprintf(suffix + used, 200 - used, "_%s", c->word);
        else if (!c->flag)
            used += (size_t)snprintf(suffix + used, 200 - used, "_%g", value);
    }
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

int oracle_score_ssim(char *text, const Picture *ref, const Picture *dis, OracleScores *out)
{
    OracleSsimOptions options = { 0 };
    int lcs = 0;
    const Choice choices[] = {
        { "clip_db", .flag = &options.clip_db },
        { "enable_db", .flag = &options.enable_db },
        { "enable_lcs", .flag = &lcs },
        { "scale", .integer = &options.scale, .low = 0, .high = 10 },
    };
    OracleSsimMeans mean;
    double score;
    int result = parse_choices(choices, COUNT(choices), text);
    if (!result)
        result = oracle_ssim(&options, ref, dis, &mean, &score);
    if (result)
        return result;
    oracle_put(out, "float_ssim", "", score);
    if (lcs) {
        oracle_put(out, "float_ssim_l", "", (double)mean.l);
        oracle_put(out, "float_ssim_c", "", (double)mean.c);
        oracle_put(out, "float_ssim_s", "", (double)mean.s);
    }
    return ORACLE_OK;
}

int oracle_score_ms_ssim(char *text, const Picture *ref, const Picture *dis, OracleScores *out)
{
    OracleMsSsimOptions options = { 0 };
    int lcs = 0;
    const Choice choices[] = {
        { "clip_db", .flag = &options.clip_db },
        { "enable_db", .flag = &options.enable_db },
        { "enable_lcs", .flag = &lcs },
        { "filter", "filter", .flag = &options.separable, .word = "separable",
          .unset = "upstream" },
    };
    OracleSsimMeans mean[5];
    double score;
    char suffix[200], name[64];
    int result = parse_choices(choices, COUNT(choices), text);
    if (!result)
        result = oracle_ms_ssim(&options, ref, dis, mean, &score);
    if (result)
        return result;
    make_suffix(choices, COUNT(choices), suffix);
    oracle_put(out, "float_ms_ssim", suffix, score);
    for (int part = 0; lcs && part < 3; part++) {
        for (int k = 0; k < 5; k++) {
            const float value = part == 0 ? mean[k].l : part == 1 ? mean[k].c : mean[k].s;
            snprintf(name, sizeof(name), "float_ms_ssim_%c_scale%d", "lcs"[part], k);
            oracle_put(out, name, suffix, (double)value);
        }
    }
    return ORACLE_OK;
}

int oracle_score_motion(char *text, const PicturePair *pairs, size_t count, size_t i,
                        OracleScores *out)
{
    OracleMotionOptions o = oracle_motion_defaults();
    int debug = 1;
    const Choice choices[] = {
        { "debug", .flag = &debug },
        { "motion_add_scale1", "mdc", .flag = &o.add_scale1 },
        { "motion_add_uv", "mau", .flag = &o.add_uv },
        { "motion_blend_factor", "mbf", 1, 0, 1, .number = &o.blend_factor },
        { "motion_blend_offset", "mbo", 40, 0, 1000, .number = &o.blend_offset },
        { "motion_filter_size", "mfs", 5, 0, 9, .integer = &o.filter_size },
        { "motion_force_zero", "force_0", .flag = &o.force_zero },
        { "motion_fps_weight", "mfw", 1, 0, 5, .number = &o.fps_weight },
        { "motion_max_val", "mmxv", 10000, 0, 10000, .number = &o.max_val },
    };
    OracleMotionScores scores;
    char suffix[200];
    int result = parse_choices(choices, COUNT(choices), text);
    if (!result)
        result = oracle_motion(&o, pairs, count, i, &scores);
    if (result)
        return result;
    make_suffix(choices, COUNT(choices), suffix);
    oracle_put(out, "motion2", suffix, scores.motion2);
    if (debug)
        oracle_put(out, "motion", suffix, scores.motion);
    oracle_put(out, "motion3", suffix, scores.motion3);
    return ORACLE_OK;
}

int oracle_score_integer_motion(char *text, const PicturePair *pairs, size_t count, size_t i,
                                OracleScores *out)
{
    OracleIntegerMotionOptions o = oracle_integer_motion_defaults();
    int debug = 0;
    const Choice choices[] = {
        { "debug", .flag = &debug },
        { "legacy", "legacy", .flag = &o.legacy },
        { "motion_blend_factor", "mbf", 1, 0, 1, .number = &o.blend_factor },
        { "motion_blend_offset", "mbo", 40, 0, 1000, .number = &o.blend_offset },
        { "motion_five_frame_window", "mffw", .flag = &o.five_frame_window },
        { "motion_force_zero", "force_0", .flag = &o.force_zero },
        { "motion_fps_weight", "mfw", 1, 0, 5, .number = &o.fps_weight },
        { "motion_max_val", "mmxv", 10000, 0, 10000, .number = &o.max_val },
        { "motion_moving_average", "mma", .flag = &o.moving_average },
    };
    OracleMotionScores scores;
    char suffix[200];
    int result = parse_choices(choices, COUNT(choices), text);
    if (!result)
        result = oracle_integer_motion(&o, pairs, count, i, &scores);
    if (result)
        return result;
    make_suffix(choices, COUNT(choices), suffix);
    if (o.legacy) {
        oracle_put(out, "integer_motion2", suffix, scores.motion2);
        oracle_put(out, "integer_motion", suffix, scores.motion);
        return ORACLE_OK;
    }
    oracle_put(out, "VMAF_integer_feature_motion_sad_score", suffix, scores.motion);
    if (debug)
        oracle_put(out, "integer_motion", suffix, scores.motion);
    oracle_put(out, "integer_motion2", suffix, scores.motion2);
    oracle_put(out, "integer_motion3", suffix, scores.motion3);
    return ORACLE_OK;
}

static void put_adm_debug(OracleScores *out, const char *suffix, const OracleAdmScores *scores)
{
    char name[64];
    oracle_put(out, "integer_adm", suffix, scores->adm2);
    oracle_put(out, "integer_adm_num", suffix, scores->num);
    oracle_put(out, "integer_adm_den", suffix, scores->den);
    for (int k = 0; k < 4; k++) {
        snprintf(name, sizeof(name), "integer_adm_num_scale%d", k);
        oracle_put(out, name, suffix, scores->scale_num[k]);
        snprintf(name, sizeof(name), "integer_adm_den_scale%d", k);
        oracle_put(out, name, suffix, scores->scale_den[k]);
    }
}

int oracle_score_adm(char *text, const Picture *ref, const Picture *dis, OracleScores *out)
{
    OracleAdmOptions o = oracle_adm_defaults();
    int debug = 0;
    const Choice choices[] = {
        { "adm_csf_diag_scale", "scfd", 1, 0, 50, .number = &o.csf_diag_scale },
        { "adm_csf_mode", "csf", 0, 0, 3, .integer = &o.csf_mode },
        { "adm_csf_scale", "scf", 1, 0, 50, .number = &o.csf_scale },
        { "adm_dlm_weight", "dlmw", 0.5, 0, 1, .number = &o.dlm_weight },
        { "adm_enhn_gain_limit", "egl", 100, 1, 100, .number = &o.gain_limit },
        { "adm_min_val", "min", 0, 0, 1, .number = &o.min_val },
        { "adm_noise_weight", "nw", 0.03125, 0, 1500, .number = &o.noise_weight },
        { "adm_norm_view_dist", "nvd", 3, 0.75, 24, .number = &o.norm_view_dist },
        { "adm_ref_display_height", "rdh", 1080, 1, 4320, .integer = &o.ref_display_height },
        { "adm_skip_aim", .flag = &o.skip_aim },
        { "adm_skip_scale0", "ssz", .flag = &o.skip_scale0 },
        { "debug", .flag = &debug },
    };
    OracleAdmScores scores;
    char suffix[200], name[64];
    int result = parse_choices(choices, COUNT(choices), text);
    if (!result)
        result = oracle_adm(&o, ref, dis, &scores);
    if (result)
        return result;
    make_suffix(choices, COUNT(choices), suffix);
    oracle_put(out, "integer_adm2", suffix, scores.adm2);
    oracle_put(out, "integer_aim", suffix, scores.aim);
    oracle_put(out, "integer_adm3", suffix, scores.adm3);
    for (int k = 0; k < 4; k++) {
        snprintf(name, sizeof(name), "integer_adm_scale%d", k);
        oracle_put(out, name, suffix, scores.scale[k]);
    }
    if (debug)
        put_adm_debug(out, suffix, &scores);
    return ORACLE_OK;
}
