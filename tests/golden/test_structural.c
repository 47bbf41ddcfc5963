/* float_ssim, float_ms_ssim and float_motion: the values printed in their specs, and the library
 * against the oracles over sizes, depths, chroma formats, options and sequences. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "structural_values.h"
#include "support.h"

static const int depths[] = { 8, 10, 12, 16 };

/* ---- Values of the specs ---- */

static void check_frame(const char *what, const EvqSession *session, size_t frame,
                        const StructuralCase *c, const char *const *values)
{
    for (size_t i = 0; i < STRUCTURAL_VALUES && c->name[i]; i++) {
        double value;
        assert_string_equal(evq_session_output_name(session, i), c->name[i]);
        assert_int_equal(evq_session_score(session, i, frame, &value), 1);
        if (values[i] && !strcmp(values[i], "nan"))
            assert_true(value != value);
        else if (values[i])
            assert_bits(what, c->name[i], value, strtod(values[i], NULL));
    }
}

static void test_spec_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < structural_case_count; i++) {
        const StructuralCase *c = &structural_cases[i];
        PicturePair pairs[STRUCTURAL_FRAMES];
        const char *const metrics[] = { c->metric, NULL };
        char what[200];
        for (size_t f = 0; f < c->frames; f++)
            assert_int_equal(structural_pictures(c, f, &pairs[f]), 0);
        for (size_t r = 0; r < RUN_CONFIGS; r++) {
            EvqSession *session = score_pairs(&run_configs[r], 1, metrics, pairs, c->frames);
            for (size_t f = 0; f < c->frames; f++) {
                snprintf(what, sizeof(what), "case %zu, %s, frame %zu, cpumask %u", i, c->metric, f,
                         run_configs[r].cpumask);
                check_frame(what, session, f, c, c->value[f]);
            }
            evq_session_close(&session);
        }
        for (size_t f = 0; f < c->frames; f++)
            picture_pair_free(&pairs[f]);
    }
}

/* ---- Against the oracles ---- */

/* Compares every frame of a sequence on every CPU level with 1, 2 and 7 threads; where the oracle
 * refuses the pictures so must the library. Returns whether scores were compared. */
static int check_sequence(const char *text, const PicturePair *pairs, size_t count, int subsample)
{
    OracleScores scores[16];
    char what[300];
    const EvqFormat format = format_of_picture(&pairs[0].ref);
    assert_true(count <= 16);
    snprintf(what, sizeof(what), "%s, %dx%d, %d bits, chroma %d", text, format.width, format.height,
             format.depth, format.chroma);
    for (size_t i = 0; i < count; i++) {
        const int result = oracle_score_frame(text, pairs, count, i, &scores[i]);
        if (result == ORACLE_REFUSED) {
            EvqError error;
            if (try_metric(&format, text, &error) != EVQ_E_INPUT)
                fail_msg("%s: not refused", what);
            return 0;
        }
        assert_int_equal(result, ORACLE_OK);
    }
    const char *const metrics[] = { text, NULL };
    for (size_t r = 0; r < RUN_CONFIGS; r++) {
        EvqSession *session = score_pairs(&run_configs[r], subsample, metrics, pairs, count);
        for (size_t i = 0; i < count; i++) {
            const int wanted = subsample < 2 || i % (size_t)subsample == 0;
            assert_int_equal(evq_session_frame_listed(session, i), wanted);
            if (wanted)
                assert_scores(what, session, 0, i, &scores[i]);
        }
        evq_session_close(&session);
    }
    return 1;
}

static PatternKind kind_of(int i)
{
    return (PatternKind)(PATTERN_FIRST_SYNTHETIC + i % (PATTERN_COUNT - PATTERN_FIRST_SYNTHETIC));
}

static void make_pair(PicturePair *pair, int i, int width, int height)
{
    assert_int_equal(pattern_make(pair, kind_of(i), width, height, depths[i / 3 % 4],
                                  (PictureChroma)(i % 4), (uint32_t)i),
                     0);
}

static void test_ssim_sizes(void **state)
{
    (void)state;
    static const char *const options[] = { "", "=enable_lcs=true",
                                           "=enable_lcs=true:enable_db=true",
                                           "=enable_db=true:clip_db=true" };
    for (int i = 0; i < 90; i++) {
        char text[100];
        PicturePair pair;
        make_pair(&pair, i, 11 + i * 7 % 61, 11 + i * 13 % 59);
        snprintf(text, sizeof(text), "float_ssim%s", options[i / 5 % 4]);
        assert_int_equal(check_sequence(text, &pair, 1, 1), 1);
        picture_pair_free(&pair);
    }
}

/* Every factor; sizes of both parities, some of which leave less than a window. */
static void test_ssim_scales(void **state)
{
    (void)state;
    int scored = 0;
    for (int i = 0; i < 60; i++) {
        char text[100];
        PicturePair pair;
        const int scale = 1 + i % 10;
        make_pair(&pair, i, scale * (10 + i % 4) + i * 5 % 7,
                  scale * (10 + i / 10 % 4) + i * 3 % 8);
        snprintf(text, sizeof(text), "float_ssim=enable_lcs=true:scale=%d", scale);
        scored += check_sequence(text, &pair, 1, 1);
        picture_pair_free(&pair);
    }
    assert_in_range(scored, 20, 59);
    static const int sizes[][2] = { { 384, 385 }, { 383, 500 }, { 641, 640 }, { 900, 897 } };
    for (int i = 0; i < 4; i++) {
        PicturePair pair;
        make_pair(&pair, 3 * i + 1, sizes[i][0], sizes[i][1]);
        assert_int_equal(check_sequence("float_ssim=enable_lcs=true", &pair, 1, 1), 1);
        picture_pair_free(&pair);
    }
}

static void test_ssim_smallest(void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++) {
        PicturePair pair;
        const int width = 9 + i % 4, height = 9 + i / 4;
        make_pair(&pair, i, width, height);
        assert_int_equal(check_sequence("float_ssim", &pair, 1, 1), width >= 11 && height >= 11);
        picture_pair_free(&pair);
    }
}

static void test_ms_ssim(void **state)
{
    (void)state;
    static const int sizes[][2] = { { 176, 176 }, { 177, 179 }, { 191, 205 }, { 200, 184 },
                                    { 223, 193 }, { 193, 256 }, { 175, 200 }, { 300, 175 } };
    static const char *const options[] = { "enable_lcs=true", "enable_lcs=true:filter=separable",
                                           "enable_db=true:clip_db=true",
                                           "filter=separable:enable_db=true" };
    for (int i = 0; i < 16; i++) {
        char text[100];
        PicturePair pair;
        const int *size = sizes[i % 8];
        make_pair(&pair, 5 * i, size[0], size[1]);
        snprintf(text, sizeof(text), "float_ms_ssim=%s", options[(i + i / 8) % 4]);
        assert_int_equal(check_sequence(text, &pair, 1, 1), size[0] >= 176 && size[1] >= 176);
        picture_pair_free(&pair);
    }
}

/* ---- float_motion ---- */

enum { FRAMES = 9 };

static void make_sequence(PicturePair pairs[FRAMES], int i, int width, int height)
{
    for (int f = 0; f < FRAMES; f++)
        assert_int_equal(pattern_make(&pairs[f], kind_of(i + f), width, height, depths[i / 4 % 4],
                                      (PictureChroma)(i % 4), (uint32_t)(100 * i + f)),
                         0);
}

static void free_sequence(PicturePair pairs[FRAMES])
{
    for (int f = 0; f < FRAMES; f++)
        picture_pair_free(&pairs[f]);
}

static const char *const motion_texts[] = {
    "float_motion",
    "float_motion=debug=false",
    "float_motion=motion_force_zero=true",
    "float_motion=motion_fps_weight=0.7:motion_max_val=30",
    "float_motion=motion_blend_factor=0.25:motion_blend_offset=3",
    "float_motion=motion_add_scale1=true",
    "float_motion=motion_filter_size=3:motion_add_scale1=true",
    "float_motion=motion_filter_size=1",
    "float_motion=motion_filter_size=1:motion_add_scale1=true",
    "float_motion=motion_filter_size=0",
    "float_motion=motion_filter_size=9:motion_fps_weight=5",
    "float_motion=motion_add_uv=true",
    "float_motion=motion_add_uv=true:motion_filter_size=3",
    "float_motion=motion_add_uv=true:motion_add_scale1=true",
    "float_motion=motion_add_uv=true:motion_add_scale1=true:motion_filter_size=3:"
    "motion_fps_weight=2:motion_max_val=50",
};

enum { MOTION_TEXTS = sizeof(motion_texts) / sizeof(motion_texts[0]) };

static void test_motion_options(void **state)
{
    (void)state;
    int scored = 0;
    for (int i = 0; i < 4 * MOTION_TEXTS; i++) {
        PicturePair pairs[FRAMES];
        make_sequence(pairs, i, 5 + i * 7 % 41, 6 + i * 11 % 37);
        scored += check_sequence(motion_texts[i / 4], pairs, 3, 1);
        free_sequence(pairs);
    }
    assert_in_range(scored, 3 * MOTION_TEXTS, 4 * MOTION_TEXTS - 1);
}

static void test_motion_smallest(void **state)
{
    (void)state;
    static const int sizes[] = { 5, 3, 1 };
    for (int i = 0; i < 3 * 16; i++) {
        char text[100];
        PicturePair pairs[FRAMES];
        const int size = sizes[i / 16], width = 1 + i % 4, height = 1 + i / 4 % 4;
        const int least = size / 2 + 1;
        make_sequence(pairs, i, width, height);
        snprintf(text, sizeof(text), "float_motion=motion_filter_size=%d:motion_add_scale1=true",
                 size);
        assert_int_equal(check_sequence(text, pairs, 2, 1), width >= least && height >= least);
        free_sequence(pairs);
    }
}

/* Sequences of every length, and subsampling, which hides frames but no neighbour. */
static void test_motion_sequences(void **state)
{
    (void)state;
    PicturePair pairs[FRAMES];
    make_sequence(pairs, 1, 40, 31);
    for (size_t count = 1; count <= FRAMES; count++)
        for (int subsample = 1; subsample <= 4; subsample++)
            assert_int_equal(check_sequence("float_motion", pairs, count, subsample), 1);
    free_sequence(pairs);
}

/* ---- Refusals ---- */

static void expect_refused(int width, int height, EvqChroma chroma, const char *text,
                           EvqStatus status, const char *named)
{
    const EvqFormat format = { .width = width, .height = height, .depth = 8, .chroma = chroma };
    EvqError error;
    const int result = try_metric(&format, text, &error);
    if (result != (int)status || !strstr(error.message, named))
        fail_msg("%s at %dx%d: status %d, \"%s\"", text, width, height, result, error.message);
}

static void test_refusals(void **state)
{
    (void)state;
    expect_refused(10, 11, EVQ_CHROMA_420, "float_ssim", EVQ_E_INPUT, "11x11");
    expect_refused(40, 30, EVQ_CHROMA_420, "float_ssim=scale=4", EVQ_E_INPUT, "11x11");
    expect_refused(64, 64, EVQ_CHROMA_420, "float_ssim=scale=11", EVQ_E_USAGE, "0 .. 10");
    expect_refused(64, 64, EVQ_CHROMA_420, "float_ssim=scale=-1", EVQ_E_USAGE, "0 .. 10");
    expect_refused(64, 64, EVQ_CHROMA_420, "float_ssim=scale=2x", EVQ_E_USAGE, "scale=2x");
    expect_refused(64, 64, EVQ_CHROMA_420, "float_ssim=scale=1.5", EVQ_E_USAGE, "integer");
    expect_refused(64, 64, EVQ_CHROMA_420, "float_ssim=scale=", EVQ_E_USAGE, "integer");
    expect_refused(175, 200, EVQ_CHROMA_420, "float_ms_ssim", EVQ_E_INPUT, "176x176");
    expect_refused(200, 200, EVQ_CHROMA_420, "float_ms_ssim=filter=b", EVQ_E_USAGE, "separable");
    expect_refused(2, 8, EVQ_CHROMA_420, "float_motion", EVQ_E_INPUT, "3x3");
    expect_refused(4, 8, EVQ_CHROMA_420, "float_motion=motion_add_uv=true", EVQ_E_INPUT, "plane 1");
    expect_refused(64, 64, EVQ_CHROMA_400, "float_motion=motion_add_uv=true", EVQ_E_INPUT,
                   "chroma");
    expect_refused(16000, 8, EVQ_CHROMA_420, "float_motion=motion_add_scale1=true", EVQ_E_INPUT,
                   "15360");
    expect_refused(64, 64, EVQ_CHROMA_420, "float_motion=motion_filter_size=10", EVQ_E_USAGE,
                   "0 .. 9");
}

static void test_unusual_depths(void **state)
{
    (void)state;
    static const char *const metrics[] = { "float_ssim", "float_ms_ssim", "float_motion" };
    for (int m = 0; m < 3; m++)
        for (int depth = 9; depth < 16; depth++) {
            const EvqFormat format = { 200, 200, depth, EVQ_CHROMA_420, { 0 } };
            EvqError error;
            const int known = depth == 10 || depth == 12;
            assert_int_equal(try_metric(&format, metrics[m], &error), known ? EVQ_OK : EVQ_E_INPUT);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spec_values),     cmocka_unit_test(test_ssim_sizes),
        cmocka_unit_test(test_ssim_scales),     cmocka_unit_test(test_ssim_smallest),
        cmocka_unit_test(test_ms_ssim),         cmocka_unit_test(test_motion_options),
        cmocka_unit_test(test_motion_smallest), cmocka_unit_test(test_motion_sequences),
        cmocka_unit_test(test_refusals),        cmocka_unit_test(test_unusual_depths),
    };
    return cmocka_run_group_tests_name("golden-structural", tests, NULL, NULL);
}
