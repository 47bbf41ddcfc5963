/* adm: the values printed in its spec, and the library against the oracle over sizes, depths,
 * chroma formats, options and content. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adm_values.h"
#include "expect.h"
#include "support.h"

static const int depths[] = { 8, 10, 12, 16 };

enum { LEAST = 33 };

static const char *const output_names[ADM_VALUES] = {
    "integer_adm2",           "integer_aim",
    "integer_adm3",           "integer_adm_scale0",
    "integer_adm_scale1",     "integer_adm_scale2",
    "integer_adm_scale3",     "integer_adm",
    "integer_adm_num",        "integer_adm_den",
    "integer_adm_num_scale0", "integer_adm_den_scale0",
    "integer_adm_num_scale1", "integer_adm_den_scale1",
    "integer_adm_num_scale2", "integer_adm_den_scale2",
    "integer_adm_num_scale3", "integer_adm_den_scale3",
};

/* ---- Values of the spec ---- */

static void check_oracle(const AdmCase *c, const PicturePair *pair)
{
    OracleScores scores;
    assert_int_equal(oracle_score(c->metric, &pair->ref, &pair->dis, &scores), ORACLE_OK);
    for (size_t i = 0; i < ADM_VALUES && c->value[i]; i++)
        assert_bits("oracle", c->metric, scores.value[i], strtod(c->value[i], NULL));
}

static void check_library(const AdmCase *c, const PicturePair *pair, const RunConfig *run)
{
    const char *const metrics[] = { c->metric, NULL };
    EvqSession *session = score_pairs(run, 1, metrics, pair, 1);
    size_t i = 0;
    for (; i < ADM_VALUES && c->value[i]; i++) {
        char name[256];
        double value;
        snprintf(name, sizeof(name), "%s%s", output_names[i], c->suffix);
        assert_string_equal(evq_session_output_name(session, i), name);
        assert_int_equal(evq_session_score(session, i, 0, &value), 1);
        assert_bits(c->metric, name, value, strtod(c->value[i], NULL));
    }
    assert_int_equal(evq_session_output_count(session), i);
    evq_session_close(&session);
}

static void test_spec_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < adm_case_count; i++) {
        const AdmCase *c = &adm_cases[i];
        PicturePair pair;
        assert_int_equal(adm_case_pictures(c, &pair), 0);
        check_oracle(c, &pair);
        for (size_t r = 0; r < RUN_CONFIGS; r++)
            check_library(c, &pair, &run_configs[r]);
        picture_pair_free(&pair);
    }
}

/* ---- Against the oracle ---- */

static PatternKind kind_of(int i)
{
    return (PatternKind)(PATTERN_FIRST_SYNTHETIC + i % (PATTERN_COUNT - PATTERN_FIRST_SYNTHETIC));
}

static void check(const char *text, int i, int width, int height)
{
    PicturePair pair;
    assert_int_equal(pattern_make(&pair, kind_of(i), width, height, depths[i / 3 % 4],
                                  (PictureChroma)(i % 4), (uint32_t)i),
                     0);
    assert_int_equal(check_pair(text, &pair), 1);
    picture_pair_free(&pair);
}

/* Both sides take all values from the least on; the two largest need more than one block. */
static void test_sizes(void **state)
{
    (void)state;
    for (int i = 0; i < 96; i++)
        check("adm=debug=true", i, LEAST + i * 7 % 64, LEAST + (i * 13 + i / 64 * 8) % 64);
    for (int i = 0; i < 27; i++)
        check("adm=debug=true", i, 505 + 17 * (i % 5), LEAST + i);
    for (int i = 0; i < 9; i++)
        check("adm=debug=true", i, 1301 + i, 150 + i);
}

static void test_smallest(void **state)
{
    (void)state;
    for (int i = 0; i < 36; i++)
        check("adm=debug=true", i, LEAST + i % 2, LEAST + i / 2 % 2);
}

static const char *const option_texts[] = {
    "adm_enhn_gain_limit=1",
    "adm_enhn_gain_limit=1.2",
    "adm_enhn_gain_limit=2",
    "adm_enhn_gain_limit=37",
    "adm_enhn_gain_limit=99.9999",
    "adm_norm_view_dist=5",
    "adm_norm_view_dist=24:adm_ref_display_height=4320",
    "adm_norm_view_dist=3.00001",
    "adm_norm_view_dist=0.75:adm_ref_display_height=4320",
    "adm_norm_view_dist=3.00000001",
    "adm_ref_display_height=2160",
    "adm_csf_mode=2",
    "adm_csf_mode=3",
    "adm_csf_mode=2:adm_norm_view_dist=5",
    "adm_csf_mode=3:adm_norm_view_dist=5:adm_ref_display_height=720",
    "adm_csf_mode=2:adm_norm_view_dist=1.5:adm_ref_display_height=2160",
    "adm_csf_mode=3:adm_ref_display_height=2160",
    "adm_csf_mode=2:adm_norm_view_dist=5:adm_ref_display_height=2160",
    "adm_csf_scale=2:adm_csf_diag_scale=0.5",
    "adm_noise_weight=0",
    "adm_noise_weight=1500",
    "adm_noise_weight=1e-40",
    "adm_dlm_weight=0",
    "adm_dlm_weight=1:adm_min_val=0.99",
    "adm_min_val=1",
    "adm_skip_aim=true",
    "adm_skip_scale0=true",
    "adm_skip_scale0=true:adm_skip_aim=true:adm_enhn_gain_limit=1:adm_noise_weight=0.02:"
    "adm_min_val=0.5:adm_dlm_weight=0.7:adm_csf_mode=2:adm_norm_view_dist=5",
};

static void test_options(void **state)
{
    (void)state;
    enum { TEXTS = sizeof(option_texts) / sizeof(option_texts[0]) };
    for (int i = 0; i < 3 * TEXTS; i++) {
        char text[400];
        snprintf(text, sizeof(text), "adm=debug=true:%s", option_texts[i / 3]);
        check(text, i, 60 + i % 31, 57 + i % 29);
    }
}

/* Contents that leave the usual ranges: squares and thresholds wrap, sums are 0 or negative. */
static void test_extremes(void **state)
{
    (void)state;
    static const char *const texts[] = { "adm=debug=true", "adm=debug=true:adm_noise_weight=0" };
    for (int kind = 0; kind < PATTERN_COUNT; kind++)
        for (int i = 0; i < 8; i++) {
            PicturePair pair;
            assert_int_equal(pattern_make(&pair, (PatternKind)kind, 77 + i, 66 + 9 * i,
                                          depths[i % 4], PICTURE_400, 7),
                             0);
            if (i / 4)
                pattern_negate_reference(&pair);
            assert_int_equal(check_pair(texts[i / 2 % 2], &pair), 1);
            pattern_copy_reference(&pair);
            assert_int_equal(check_pair(texts[0], &pair), 1);
            picture_pair_free(&pair);
        }
}

/* ---- Refusals ---- */

static void expect_refused(int width, int height, int depth, const char *text, EvqStatus status,
                           const char *named)
{
    const EvqFormat format = { width, height, depth, EVQ_CHROMA_420, { 0 } };
    EvqError error;
    const int result = try_metric(&format, text, &error);
    if (result != (int)status || !strstr(error.message, named))
        fail_msg("%s at %dx%d: status %d, \"%s\"", text, width, height, result, error.message);
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *named;
    } usage[] = {
        { "adm=adm_csf_mode=1", "adm_csf_mode=1" },
        { "adm=adm_csf_mode=4", "adm_csf_mode" },
        { "adm=adm_csf_mode=-1", "adm_csf_mode" },
        { "adm=adm_csf_mode=2:adm_norm_view_dist=4", "adm_norm_view_dist=4" },
        { "adm=adm_norm_view_dist=2.9", "3240" },
        { "adm=adm_ref_display_height=1079", "3240" },
        { "adm=adm_ref_display_height=4321", "adm_ref_display_height" },
        { "adm=adm_norm_view_dist=24.1", "adm_norm_view_dist" },
        { "adm=adm_enhn_gain_limit=0.9", "adm_enhn_gain_limit" },
        { "adm=adm_enhn_gain_limit=101", "adm_enhn_gain_limit" },
        { "adm=adm_dlm_weight=1.1", "adm_dlm_weight" },
        { "adm=adm_min_val=-0.1", "adm_min_val" },
        { "adm=adm_noise_weight=1501", "adm_noise_weight" },
        { "adm=adm_csf_scale=51", "adm_csf_scale" },
        { "adm=adm_skip_aim=1", "adm_skip_aim" },
        { "adm=egl=1", "egl" },
    };
    for (size_t i = 0; i < sizeof(usage) / sizeof(usage[0]); i++)
        expect_refused(64, 64, 8, usage[i].text, EVQ_E_USAGE, usage[i].named);
    expect_refused(32, 33, 8, "adm", EVQ_E_INPUT, "33x33");
    expect_refused(33, 32, 8, "adm", EVQ_E_INPUT, "33x33");
    expect_refused(1, 1, 8, "adm", EVQ_E_INPUT, "33x33");
    for (int depth = 9; depth < 16; depth++)
        if (depth != 10 && depth != 12)
            expect_refused(64, 64, depth, "adm", EVQ_E_INPUT, "adm");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spec_values), cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_smallest),    cmocka_unit_test(test_options),
        cmocka_unit_test(test_extremes),    cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("golden-adm", tests, NULL, NULL);
}
