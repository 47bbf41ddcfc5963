/* ciede: the spec's golden frames, and the library against the oracle over sizes, depths, chroma
 * formats and content. The golden files of the clips are met in test_clips.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ciede_values.h"
#include "clips.h"
#include "expect.h"
#include "support.h"

static const char *const texts[2] = { "ciede", "ciede=flavour=1" };
static const char *const names[2] = { "ciede2000", "ciede2000_flavour_1" };

static const int depths[] = { 8, 10, 12, 16 };

static PictureChroma with_chroma(int i)
{
    return PICTURE_420 + i % 3;
}

static PatternKind synthetic_kind(int i)
{
    return PATTERN_FIRST_SYNTHETIC + i % (PATTERN_COUNT - PATTERN_FIRST_SYNTHETIC);
}

static double score_of(const EvqSession *session, size_t output, size_t frame)
{
    double value;
    assert_int_equal(evq_session_score(session, output, frame, &value), 1);
    return value;
}

static double pool_of(const EvqSession *session, EvqPool pool)
{
    double value;
    assert_int_equal(evq_session_pool(session, 0, pool, 0, &value), 1);
    return value;
}

/* ---- golden frames ---- */

static void check_golden(const CiedeFrame *frame, int flavour, const RunConfig *run)
{
    char what[128];
    PicturePair pair;
    const char *const metrics[] = { texts[flavour], NULL };
    snprintf(what, sizeof(what), "%dx%d, %d bits, cpumask %u, %d threads", frame->width,
             frame->height, frame->depth, run->cpumask, run->threads);
    assert_int_equal(
        pattern_make(&pair, PATTERN_G, frame->width, frame->height, frame->depth, frame->chroma, 0),
        0);
    EvqSession *session = score_pairs(run, 1, metrics, &pair, 1);
    assert_int_equal(evq_session_output_count(session), 1);
    assert_int_equal(evq_session_aggregate_count(session), 0);
    assert_string_equal(evq_session_output_name(session, 0), names[flavour]);
    assert_bits(what, names[flavour], score_of(session, 0, 0),
                strtod(frame->flavour[flavour].score, NULL));
    evq_session_close(&session);
    picture_pair_free(&pair);
}

static void test_golden_frames(void **state)
{
    (void)state;
    for (size_t i = 0; i < ciede_frame_count; i++)
        for (int flavour = 0; flavour < 2; flavour++)
            for (size_t r = 0; r < RUN_CONFIGS && ciede_frames[i].flavour[flavour].score; r++)
                check_golden(&ciede_frames[i], flavour, &run_configs[r]);
}

/* ---- against the oracle ---- */

static void check_pattern(const char *text, PatternKind kind, int width, int height, int depth,
                          PictureChroma chroma, uint32_t seed)
{
    PicturePair pair;
    assert_int_equal(pattern_make(&pair, kind, width, height, depth, chroma, seed), 0);
    assert_int_equal(check_pair(text, &pair), 1);
    picture_pair_free(&pair);
}

/* Width and height each take all values 1 .. 40, five times and in changing parity. */
static void test_sizes(void **state)
{
    (void)state;
    enum { SIZES = 40 };
    for (int i = 0; i < SIZES * 5; i++) {
        const int width = 1 + i * 7 % SIZES;
        const int height = 1 + (i * 11 + i / SIZES * 3) % SIZES;
        check_pattern(texts[i / 2 % 2], synthetic_kind(i), width, height, depths[i / 3 % 4],
                      with_chroma(i), (uint32_t)i);
    }
}

static void test_smallest(void **state)
{
    (void)state;
    for (int i = 0; i < 4 * 3 * 9; i++)
        check_pattern(texts[i % 2], PATTERN_NOISE, 1 + i % 3, 1 + i / 3 % 3, depths[i / 9 % 4],
                      with_chroma(i / 36), (uint32_t)i);
}

/* Depths that the oracle refuses must be refused, with the limits in the message. */
static void test_depths(void **state)
{
    (void)state;
    int scored = 0;
    for (int i = 0; i < 9 * 3; i++) {
        PicturePair pair;
        assert_int_equal(pattern_make(&pair, PATTERN_NOISE_CLOSE, 37, 23, 8 + i % 9,
                                      with_chroma(i / 9), (uint32_t)i),
                         0);
        scored += check_pair(texts[i % 2], &pair);
        picture_pair_free(&pair);
    }
    assert_int_equal(scored, 4 * 3);
}

/* Every kind of content in both flavours, wider than any vector and taller than a band of rows. */
static void test_content(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * (PATTERN_COUNT - PATTERN_FIRST_SYNTHETIC); i++) {
        check_pattern(texts[i % 2], synthetic_kind(i / 2), 301, 37, depths[i % 4], with_chroma(i),
                      (uint32_t)i);
        check_pattern(texts[i % 2], synthetic_kind(i / 2), 45, 203, depths[(i + 1) % 4],
                      with_chroma(i + 1), (uint32_t)i);
    }
}

/* Few steps around grey at each depth: hues of all directions, chroma down to the least. */
static void test_near_neutral(void **state)
{
    (void)state;
    for (int i = 0; i < 4 * 3 * 2; i++)
        check_pattern(texts[i % 2], PATTERN_NEUTRAL, 129, 67, depths[i / 2 % 4], with_chroma(i / 8),
                      (uint32_t)i);
}

/* ---- identical pictures ---- */

static void check_identical(int width, int height, int depth, PictureChroma chroma)
{
    PicturePair pair;
    assert_int_equal(pattern_make(&pair, PATTERN_EXTREMES, width, height, depth, chroma, 3), 0);
    pattern_copy_reference(&pair);
    const char *const metrics[] = { texts[0], texts[1], NULL };
    for (size_t r = 0; r < RUN_CONFIGS; r++) {
        EvqSession *session = score_pairs(&run_configs[r], 1, metrics, &pair, 1);
        assert_int_equal(evq_session_output_count(session), 2);
        for (size_t output = 0; output < 2; output++) {
            assert_string_equal(evq_session_output_name(session, output), names[output]);
            assert_bits("identical", names[output], score_of(session, output, 0), INFINITY);
        }
        evq_session_close(&session);
    }
    picture_pair_free(&pair);
}

static void test_identical(void **state)
{
    (void)state;
    for (int i = 0; i < 4 * 3; i++) {
        check_identical(1, 1, depths[i % 4], with_chroma(i / 4));
        check_identical(65, 33, depths[i % 4], with_chroma(i / 4));
    }
}

/* Identical frames among others: the least value stays finite, and so does the harmonic mean. */
static void test_identical_frames_in_a_sequence(void **state)
{
    (void)state;
    enum { FRAMES = 9 };
    PicturePair pairs[FRAMES];
    OracleScores scores[FRAMES];
    const char *const metrics[] = { texts[0], NULL };
    double least = INFINITY, inverse = 0.0;
    for (int i = 0; i < FRAMES; i++) {
        assert_int_equal(pattern_make(&pairs[i],
                                      i % 4 == 1 ? PATTERN_EQUAL_NOISE : PATTERN_NOISE_CLOSE, 61,
                                      47, 10, PICTURE_420, (uint32_t)i),
                         0);
        assert_int_equal(oracle_score(texts[0], &pairs[i].ref, &pairs[i].dis, &scores[i]),
                         ORACLE_OK);
        least = fmin(least, scores[i].value[0]);
        inverse += 1.0 / (scores[i].value[0] + 1.0);
    }
    for (size_t r = 0; r < RUN_CONFIGS; r++) {
        EvqSession *session = score_pairs(&run_configs[r], 1, metrics, pairs, FRAMES);
        for (size_t i = 0; i < FRAMES; i++)
            assert_scores("sequence", session, 0, i, &scores[i]);
        assert_bits("pool", "min", pool_of(session, EVQ_POOL_MIN), least);
        assert_bits("pool", "max", pool_of(session, EVQ_POOL_MAX), INFINITY);
        assert_bits("pool", "mean", pool_of(session, EVQ_POOL_MEAN), INFINITY);
        assert_bits("pool", "harmonic mean", pool_of(session, EVQ_POOL_HARMONIC_MEAN),
                    FRAMES / inverse - 1.0);
        evq_session_close(&session);
    }
    for (int i = 0; i < FRAMES; i++)
        picture_pair_free(&pairs[i]);
}

/* ---- refusals and options ---- */

static void assert_refused(PictureChroma chroma, int depth, const char *reason)
{
    PicturePair pair;
    EvqError error;
    assert_int_equal(pattern_make(&pair, PATTERN_NOISE, 16, 16, depth, chroma, 1), 0);
    const EvqFormat format = format_of_picture(&pair.ref);
    picture_pair_free(&pair);
    assert_int_equal(try_metric(&format, texts[0], &error), EVQ_E_INPUT);
    if (!strstr(error.message, "ciede") || !strstr(error.message, reason))
        fail_msg("the message names no \"%s\": %s", reason, error.message);
}

static void test_refusals_say_why(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(depths) / sizeof(depths[0]); i++)
        assert_refused(PICTURE_400, depths[i], "4:0:0");
    assert_refused(PICTURE_420, 9, "not 9");
    assert_refused(PICTURE_444, 14, "not 14");
}

static void test_options(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "ciede=flavour=2",  "ciede=flavour=-1",      "ciede=flavour=0.5", "ciede=flavour=",
        "ciede=flavour=1x", "ciede=flavour=netflix", "ciede=flavor=1",    "ciede=flavour=1:more=1",
        "ciede=flavour",    "ciede=flavour=nan",
    };
    const EvqFormat format = { .width = 16, .height = 16, .depth = 8, .chroma = EVQ_CHROMA_420 };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        EvqError error;
        if (try_metric(&format, wrong[i], &error) != EVQ_E_USAGE)
            fail_msg("%s: not a usage error", wrong[i]);
        if (strncmp(error.message, "ciede", 5))
            fail_msg("%s: the message does not begin with the metric: %s", wrong[i], error.message);
    }
}

/* Both flavours live side by side; one given twice counts once. */
static void test_two_flavours(void **state)
{
    (void)state;
    const EvqFormat format = { .width = 16, .height = 16, .depth = 8, .chroma = EVQ_CHROMA_420 };
    const EvqConfig config = evq_config_default();
    EvqError error;
    EvqSession *session;
    assert_int_equal(evq_session_open(&session, &config, &format, &error), 0);
    assert_int_equal(evq_session_add_metric(session, "ciede=flavour=1", &error), 0);
    assert_int_equal(evq_session_add_metric(session, "ciede", &error), 0);
    assert_int_equal(evq_session_add_metric(session, "ciede=flavour=0", &error), 1);
    assert_int_equal(evq_session_add_metric(session, "ciede=flavour=1", &error), 1);
    assert_int_equal(evq_session_output_count(session), 2);
    assert_string_equal(evq_session_output_name(session, 0), names[1]);
    assert_string_equal(evq_session_output_name(session, 1), names[0]);
    evq_session_close(&session);
}

/* ---- clips ---- */

/* The golden files have flavour 0 only; the oracle knows both. */
static void check_clip_in_both_flavours(size_t index)
{
    Clip clip;
    const int result = clip_load(&clip, index);
    if (result == 1) {
        print_message("%s is absent: EVQ_SHARED names no folder that has it\n", clip_name(index));
        skip();
    }
    assert_int_equal(result, 0);
    const char *const metrics[] = { texts[0], texts[1], NULL };
    EvqSession *session = score_pairs(&run_configs[1], 1, metrics, clip.pair, clip.count);
    int different = 0;
    for (size_t i = 0; i < clip.count; i++) {
        OracleScores scores;
        assert_int_equal(oracle_score(texts[1], &clip.pair[i].ref, &clip.pair[i].dis, &scores),
                         ORACLE_OK);
        assert_scores(clip_name(index), session, 1, i, &scores);
        different += score_of(session, 0, i) != score_of(session, 1, i);
    }
    assert_true(different > 0);
    evq_session_close(&session);
    clip_free(&clip);
}

static void test_small_8_bit(void **state)
{
    (void)state;
    check_clip_in_both_flavours(0);
}

static void test_10_bit(void **state)
{
    (void)state;
    check_clip_in_both_flavours(2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_frames),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_smallest),
        cmocka_unit_test(test_depths),
        cmocka_unit_test(test_content),
        cmocka_unit_test(test_near_neutral),
        cmocka_unit_test(test_identical),
        cmocka_unit_test(test_identical_frames_in_a_sequence),
        cmocka_unit_test(test_refusals_say_why),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_two_flavours),
        cmocka_unit_test(test_small_8_bit),
        cmocka_unit_test(test_10_bit),
    };
    return cmocka_run_group_tests_name("golden-ciede", tests, NULL, NULL);
}
