/* motion: the values printed in its spec, and the library against the oracle over sizes, depths,
 * options and sequences. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "support.h"
#include "integer_vif_values.h"

enum { FRAMES = 9 };

/* ---- Values of the spec, section 6 ---- */

enum { SPEC_FRAMES = 4, SPEC_OUTPUTS = 3 };

typedef struct SpecCase {
    char picture;
    int width, height;
    const char *options;
    const char *suffix;
    const char *value[SPEC_OUTPUTS][SPEC_FRAMES]; /* sad, motion2, motion3 */
} SpecCase;

#define SAD_A     "0", "21.597014109293621", "20.439715067545574", "21.28334681193034"
#define MOTION2_A "0", "20.439715067545574", "20.439715067545574", "21.28334681193034"

static const SpecCase spec_cases[] = {
    { 'A',
      64,
      48,
      "",
      "",
      { { SAD_A },
        { MOTION2_A },
        { "21.597014109293621", "20.439715067545574", "20.439715067545574",
          "21.28334681193034" } } },
    { 'A',
      41,
      37,
      "",
      "",
      { { "0", "22.770411894363875", "21.458813138595914", "22.920788356954514" },
        { "0", "21.458813138595914", "21.458813138595914", "22.920788356954514" },
        { "22.770411894363875", "21.458813138595914", "21.458813138595914",
          "22.920788356954514" } } },
    { 'B',
      176,
      144,
      "",
      "",
      { { "0", "10.437397812352035", "10.039570509785353", "10.218523275972617" },
        { "0", "10.039570509785353", "10.039570509785353", "10.218523275972617" },
        { "10.437397812352035", "10.039570509785353", "10.039570509785353",
          "10.218523275972617" } } },
    { 'D',
      96,
      56,
      "",
      "",
      { { "0", "7.5993092854817705", "6.9016585577101939", "7.6335972377232144" },
        { "0", "6.9016585577101939", "6.9016585577101939", "7.6335972377232144" },
        { "7.5993092854817705", "6.9016585577101939", "6.9016585577101939",
          "7.6335972377232144" } } },
    { 'F',
      64,
      64,
      "",
      "",
      { { "0", "8.2676658630371094", "9.0519027709960938", "8.5527734756469727" },
        { "0", "8.2676658630371094", "8.5527734756469727", "8.5527734756469727" },
        { "8.2676658630371094", "8.2676658630371094", "8.5527734756469727",
          "8.5527734756469727" } } },
    { 'E',
      64,
      64,
      "",
      "",
      { { "0", "11.64959716796875", "11.560175895690918", "11.451827049255371" },
        { "0", "11.560175895690918", "11.451827049255371", "11.451827049255371" },
        { "11.64959716796875", "11.560175895690918", "11.451827049255371",
          "11.451827049255371" } } },
    { 'A',
      64,
      48,
      "motion_blend_factor=0.5:motion_blend_offset=10",
      "_mbf_0.5_mbo_10",
      { { SAD_A },
        { MOTION2_A },
        { "15.79850705464681", "15.219857533772787", "15.219857533772787",
          "15.64167340596517" } } },
    { 'A',
      64,
      48,
      "motion_five_frame_window=true",
      "_mffw",
      { { "0", "0", "40.102747599283852", "39.821303049723305" },
        { "0", "0", "39.821303049723305", "39.821303049723305" },
        { "40.102747599283852", "40.102747599283852", "39.821303049723305",
          "39.821303049723305" } } },
    { 'A',
      64,
      48,
      "motion_moving_average=true",
      "_mma",
      { { SAD_A },
        { MOTION2_A },
        { "21.597014109293621", "21.018364588419598", "20.439715067545574",
          "20.861530939737957" } } },
    { 'A',
      64,
      48,
      "motion_fps_weight=0.7",
      "_mfw_0.7",
      { { "0", "15.117909876505534", "14.3078005472819", "14.898342768351236" },
        { "0", "14.3078005472819", "14.3078005472819", "14.898342768351236" },
        { "15.117909876505534", "14.3078005472819", "14.3078005472819", "14.898342768351236" } } },
    { 'A',
      64,
      48,
      "motion_moving_average=true:motion_max_val=18:motion_five_frame_window=true",
      "_mffw_mmxv_18_mma",
      { { "0", "0", "18", "18" }, { "0", "0", "18", "18" }, { "18", "18", "18", "18" } } },
};

static void make_pictures(PicturePair pairs[SPEC_FRAMES], const SpecCase *c)
{
    for (int t = 0; t < SPEC_FRAMES; t++)
        assert_int_equal(integer_vif_pictures(&pairs[t], c->picture, c->width, c->height, t), 0);
}

static void check_spec_case(const SpecCase *c, const PicturePair *pairs, const RunConfig *run)
{
    static const char *const names[SPEC_OUTPUTS] = { "VMAF_integer_feature_motion_sad_score",
                                                     "integer_motion2", "integer_motion3" };
    char text[200];
    snprintf(text, sizeof(text), "motion%s%s", *c->options ? "=" : "", c->options);
    const char *const metrics[] = { text, NULL };
    EvqSession *session = score_pairs(run, 1, metrics, pairs, SPEC_FRAMES);
    assert_int_equal(evq_session_output_count(session), SPEC_OUTPUTS);
    for (size_t i = 0; i < SPEC_OUTPUTS; i++)
        for (size_t t = 0; t < SPEC_FRAMES; t++) {
            char name[256];
            double value;
            snprintf(name, sizeof(name), "%s%s", names[i], c->suffix);
            assert_string_equal(evq_session_output_name(session, i), name);
            assert_int_equal(evq_session_score(session, i, t, &value), 1);
            assert_bits(text, name, value, strtod(c->value[i][t], NULL));
        }
    evq_session_close(&session);
}

static void test_spec_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(spec_cases) / sizeof(spec_cases[0]); i++) {
        PicturePair pairs[SPEC_FRAMES];
        make_pictures(pairs, &spec_cases[i]);
        for (size_t r = 0; r < RUN_CONFIGS; r++)
            check_spec_case(&spec_cases[i], pairs, &run_configs[r]);
        for (int t = 0; t < SPEC_FRAMES; t++)
            picture_pair_free(&pairs[t]);
    }
}

/* The oracle itself. */
static void test_spec_sads(void **state)
{
    (void)state;
    static const uint64_t expected[] = { 16984583, 16074446, 16737905 };
    PicturePair pairs[SPEC_FRAMES];
    make_pictures(pairs, &spec_cases[0]);
    for (int t = 1; t < SPEC_FRAMES; t++) {
        uint64_t sad;
        assert_int_equal(oracle_integer_motion_sad(0, &pairs[t - 1].ref, &pairs[t].ref, &sad), 0);
        assert_int_equal(sad, expected[t - 1]);
    }
    for (int t = 0; t < SPEC_FRAMES; t++)
        picture_pair_free(&pairs[t]);
}

/* ---- Against the oracle ---- */

static const int depths[] = { 8, 10, 12, 16 };

static void make_sequence(PicturePair pairs[FRAMES], int i, int width, int height)
{
    for (int f = 0; f < FRAMES; f++) {
        const int kinds = PATTERN_COUNT - PATTERN_FIRST_SYNTHETIC;
        const PatternKind kind = (PatternKind)(PATTERN_FIRST_SYNTHETIC + (i / 4 + f) % kinds);
        assert_int_equal(pattern_make(&pairs[f], kind, width, height, depths[i % 4],
                                      (PictureChroma)(i / 2 % 4), (uint32_t)(100 * i + f)),
                         0);
    }
}

static void free_sequence(PicturePair pairs[FRAMES])
{
    for (int f = 0; f < FRAMES; f++)
        picture_pair_free(&pairs[f]);
}

static const char *const texts[] = {
    "motion",
    "motion=debug=true",
    "motion=legacy=true",
    "motion=motion_force_zero=true:debug=true",
    "motion=legacy=true:motion_force_zero=true",
    "motion=motion_blend_factor=0.25:motion_blend_offset=3.3:motion_five_frame_window=true:"
    "motion_fps_weight=1.3:motion_max_val=18:motion_moving_average=true",
    "motion=motion_moving_average=true:motion_blend_factor=0.5:motion_blend_offset=1",
    "motion=motion_five_frame_window=true",
};

enum { TEXTS = sizeof(texts) / sizeof(texts[0]) };

/* Sizes around those of vectors, tiles and lanes. */
static void test_sizes(void **state)
{
    (void)state;
    static const int sizes[][2] = { { 3, 3 },   { 3, 40 },   { 40, 3 },  { 4, 4 },    { 5, 7 },
                                    { 17, 9 },  { 33, 31 },  { 64, 48 }, { 127, 65 }, { 255, 34 },
                                    { 257, 4 }, { 261, 37 }, { 16, 133 } };
    for (int i = 0; i < 4 * 13; i++) {
        PicturePair pairs[FRAMES];
        make_sequence(pairs, i, sizes[i / 4][0], sizes[i / 4][1]);
        assert_int_equal(check_pairs("motion", pairs, 3, 1), 1);
        assert_int_equal(check_pairs("motion=legacy=true", pairs, 2, 1), 1);
        free_sequence(pairs);
    }
}

static void test_options(void **state)
{
    (void)state;
    for (int i = 0; i < 4 * TEXTS; i++) {
        PicturePair pairs[FRAMES];
        make_sequence(pairs, i, 23, 17);
        assert_int_equal(check_pairs(texts[i / 4], pairs, 7, 1), 1);
        free_sequence(pairs);
    }
}

/* Sequences of every length, and subsampling, which hides frames but no neighbour. */
static void test_sequences(void **state)
{
    (void)state;
    PicturePair pairs[FRAMES];
    make_sequence(pairs, 5, 14, 11);
    for (int i = 0; i < TEXTS; i++)
        for (size_t count = 1; count <= FRAMES; count++)
            for (int subsample = 1; subsample <= 5; subsample++)
                assert_int_equal(check_pairs(texts[i], pairs, count, subsample), 1);
    free_sequence(pairs);
}

/* Metrics of different reach in one session. */
static void test_together(void **state)
{
    (void)state;
    const char *const metrics[] = { "motion=motion_five_frame_window=true", "float_motion",
                                    "motion", NULL };
    PicturePair pairs[FRAMES];
    make_sequence(pairs, 4, 30, 20);
    for (size_t r = 0; r < RUN_CONFIGS; r++) {
        EvqSession *session = score_pairs(&run_configs[r], 1, metrics, pairs, FRAMES);
        size_t first = 0;
        for (int m = 0; metrics[m]; m++) {
            OracleScores scores = { 0 };
            for (size_t i = 0; i < FRAMES; i++) {
                assert_int_equal(oracle_score_frame(metrics[m], pairs, FRAMES, i, &scores), 0);
                assert_scores(metrics[m], session, first, i, &scores);
            }
            first += scores.count;
        }
        evq_session_close(&session);
    }
    free_sequence(pairs);
}

static void expect_refused(int width, int height, int depth, const char *text, EvqStatus status,
                           const char *named)
{
    const EvqFormat format = { .width = width, .height = height, .depth = depth };
    EvqError error;
    const int result = try_metric(&format, text, &error);
    if (result != (int)status || !strstr(error.message, named))
        fail_msg("%s at %dx%d: status %d, \"%s\"", text, width, height, result, error.message);
}

static void test_refusals(void **state)
{
    (void)state;
    expect_refused(2, 8, 8, "motion", EVQ_E_INPUT, "3x3");
    expect_refused(8, 2, 8, "motion=legacy=true", EVQ_E_INPUT, "3x3");
    expect_refused(8, 8, 9, "motion", EVQ_E_INPUT, "9");
    expect_refused(8, 8, 14, "motion", EVQ_E_INPUT, "14");
    expect_refused(8, 8, 8, "motion=motion_fps_weight=5.1", EVQ_E_USAGE, "0 .. 5");
    expect_refused(8, 8, 8, "motion=motion_max_val=-1", EVQ_E_USAGE, "0 .. 10000");
    expect_refused(8, 8, 8, "motion=motion_add_uv=true", EVQ_E_USAGE, "motion_add_uv");
    expect_refused(8, 8, 8, "motion=legacy=true:motion_moving_average=true", EVQ_E_USAGE,
                   "legacy=true");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spec_values), cmocka_unit_test(test_spec_sads),
        cmocka_unit_test(test_sizes),       cmocka_unit_test(test_options),
        cmocka_unit_test(test_sequences),   cmocka_unit_test(test_together),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("golden-motion", tests, NULL, NULL);
}
