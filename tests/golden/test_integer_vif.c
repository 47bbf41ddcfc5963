/* vif, the integer one: the values printed in its spec, and the library against the oracle over
 * sizes, depths, options and extreme pictures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "integer_vif_values.h"
#include "support.h"

static const int depths[] = { 8, 10, 12, 16 };

/* ---- Values of the spec ---- */

static void check_outputs(const char *what, const EvqSession *session, const IntegerVifCase *c)
{
    for (size_t i = 0; i < INTEGER_VIF_OUTPUTS && c->value[i]; i++) {
        char name[64];
        double value;
        snprintf(name, sizeof(name), "%s%s", integer_vif_names[i], c->suffix);
        assert_true(i < evq_session_output_count(session));
        assert_string_equal(evq_session_output_name(session, i), name);
        assert_int_equal(evq_session_score(session, i, 0, &value), 1);
        assert_bits(what, name, value, strtod(c->value[i], NULL));
    }
}

static void test_spec_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < integer_vif_case_count; i++) {
        const IntegerVifCase *c = &integer_vif_cases[i];
        const char *const metrics[] = { c->metric, NULL };
        PicturePair pair;
        assert_int_equal(integer_vif_pictures(&pair, c->pattern, c->width, c->height, 0), 0);
        for (size_t r = 0; r < RUN_CONFIGS; r++) {
            char what[200];
            snprintf(what, sizeof(what), "%c %dx%d, %s, cpumask %u, %d threads", c->pattern,
                     c->width, c->height, c->metric, run_configs[r].cpumask,
                     run_configs[r].threads);
            EvqSession *session = score_pairs(&run_configs[r], 1, metrics, &pair, 1);
            check_outputs(what, session, c);
            evq_session_close(&session);
        }
        picture_pair_free(&pair);
    }
}

/* ---- Against the oracle ---- */

static PatternKind synthetic_kind(int i)
{
    return (PatternKind)(PATTERN_FIRST_SYNTHETIC + i % (PATTERN_COUNT - PATTERN_FIRST_SYNTHETIC));
}

/* Width and height each take all values 16 .. 70, in pairs of mixed parity. */
static void test_sizes(void **state)
{
    (void)state;
    enum { LEAST = 16, SIZES = 55 };
    for (int i = 0; i < 2 * SIZES; i++) {
        const int width = LEAST + i * 7 % SIZES;
        const int height = LEAST + (i * 13 + i / SIZES * 8) % SIZES;
        PicturePair pair;
        assert_int_equal(pattern_make(&pair, synthetic_kind(i), width, height, depths[i / 3 % 4],
                                      (PictureChroma)(i % 4), (uint32_t)i),
                         0);
        assert_int_equal(check_pair("vif=debug=true", &pair), 1);
        picture_pair_free(&pair);
    }
}

/* Rows longer and shorter than the vectors, and windows that slide. */
static void test_long_rows(void **state)
{
    (void)state;
    static const struct {
        int width, height;
    } sizes[] = { { 1003, 16 }, { 16, 801 }, { 517, 131 }, { 640, 72 } };
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        PicturePair pair;
        assert_int_equal(pattern_make(&pair, PATTERN_NOISE_CLOSE, sizes[i].width, sizes[i].height,
                                      depths[i], PICTURE_400, 9),
                         0);
        assert_int_equal(check_pair("vif=debug=true", &pair), 1);
        picture_pair_free(&pair);
    }
}

static void test_options(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "vif",
        "vif=vif_enhn_gain_limit=1",
        "vif=debug=true:vif_enhn_gain_limit=1.05",
        "vif=debug=true:vif_skip_scale0=true",
        "vif=debug=true:vif_enhn_gain_limit=1:vif_skip_scale0=true",
    };
    for (int i = 0; i < 9 * 5; i++) {
        PicturePair pair;
        assert_int_equal(pattern_make(&pair, synthetic_kind(i), 33 + i, 61 - i, depths[i % 4],
                                      PICTURE_400, (uint32_t)i),
                         0);
        assert_int_equal(check_pair(texts[i % 5], &pair), 1);
        picture_pair_free(&pair);
    }
}

static void check_both_ways(PicturePair *pair)
{
    assert_int_equal(check_pair("vif=debug=true", pair), 1);
    const Picture swapped = pair->ref;
    pair->ref = pair->dis;
    pair->dis = swapped;
    assert_int_equal(check_pair("vif=debug=true", pair), 1);
}

/* Every kind of content at every depth, each against the other, the copy and the negative: largest
 * sums, no variance, no covariance, negative covariance. */
static void test_extremes(void **state)
{
    (void)state;
    for (int i = 0; i < 4 * PATTERN_COUNT; i++) {
        PicturePair pair;
        assert_int_equal(
            pattern_make(&pair, (PatternKind)(i / 4), 37, 26, depths[i % 4], PICTURE_400, 5), 0);
        check_both_ways(&pair);
        pattern_copy_reference(&pair);
        assert_int_equal(check_pair("vif=debug=true", &pair), 1);
        pattern_negate_reference(&pair);
        check_both_ways(&pair);
        picture_fill(&pair.dis, (uint16_t)(1 << (pair.ref.depth - 1)));
        check_both_ways(&pair);
        picture_pair_free(&pair);
    }
}

static void test_saturated(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        PicturePair pair;
        const uint16_t peak = (uint16_t)((1 << depths[i]) - 1);
        assert_int_equal(pattern_make(&pair, PATTERN_NOISE, 40, 33, depths[i], PICTURE_400, 5), 0);
        picture_fill(&pair.ref, peak);
        check_both_ways(&pair);
        picture_fill(&pair.dis, peak);
        check_both_ways(&pair);
        picture_fill(&pair.ref, peak);
        pair.ref.plane[0][17 * 40 + 20] = 0;
        check_both_ways(&pair);
        picture_pair_free(&pair);
    }
}

/* ---- Names and refusals ---- */

static void test_names(void **state)
{
    (void)state;
    static const RunConfig one = { 0, 1 };
    static const char *const metrics[] = {
        "vif", "vif=debug=true:vif_enhn_gain_limit=1:vif_skip_scale0=true", NULL
    };
    PicturePair pair;
    assert_int_equal(integer_vif_pictures(&pair, 'A', 16, 16, 0), 0);
    EvqSession *session = score_pairs(&one, 1, metrics, &pair, 1);
    assert_int_equal(evq_session_output_count(session), 4 + INTEGER_VIF_OUTPUTS);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(evq_session_output_name(session, i), integer_vif_names[i]);
    for (size_t i = 0; i < INTEGER_VIF_OUTPUTS; i++) {
        char name[64];
        snprintf(name, sizeof(name), "%s_egl_1_ssclz", integer_vif_names[i]);
        assert_string_equal(evq_session_output_name(session, 4 + i), name);
    }
    evq_session_close(&session);
    picture_pair_free(&pair);
}

static void expect_refused(EvqFormat format, const char *text, EvqStatus status, const char *named)
{
    EvqError error;
    assert_int_equal(try_metric(&format, text, &error), status);
    if (!strstr(error.message, named))
        fail_msg("%s: \"%s\" does not name %s", text, error.message, named);
}

static void test_refusals(void **state)
{
    (void)state;
    const EvqFormat good = { .width = 16, .height = 16, .depth = 8, .chroma = EVQ_CHROMA_400 };
    EvqFormat narrow = good, low = good, odd = good;
    EvqError error;
    narrow.width = 15;
    low.height = 15;
    odd.depth = 9;
    assert_int_equal(try_metric(&good, "vif", &error), EVQ_OK);
    expect_refused(narrow, "vif", EVQ_E_INPUT, "16x16");
    expect_refused(low, "vif", EVQ_E_INPUT, "16x16");
    expect_refused(low, "vif=vif_skip_scale0=true", EVQ_E_INPUT, "16x16");
    expect_refused(odd, "vif", EVQ_E_INPUT, "9");
    expect_refused(good, "vif=vif_enhn_gain_limit=0.99", EVQ_E_USAGE, "vif_enhn_gain_limit");
    expect_refused(good, "vif=vif_enhn_gain_limit=101", EVQ_E_USAGE, "vif_enhn_gain_limit");
    expect_refused(good, "vif=vif_kernelscale=1", EVQ_E_USAGE, "vif_kernelscale");
    expect_refused(good, "vif=vif_skip_scale0=1", EVQ_E_USAGE, "vif_skip_scale0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spec_values), cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_long_rows),   cmocka_unit_test(test_options),
        cmocka_unit_test(test_extremes),    cmocka_unit_test(test_saturated),
        cmocka_unit_test(test_names),       cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("golden-integer_vif", tests, NULL, NULL);
}
