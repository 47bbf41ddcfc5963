/* Predictions: support vectors, transform, clip and pools, and a model in a session. */
#include "model/predictor.h"

#include "expect.h"
#include "small_model.h"
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Foreign exponentials differ in the last bit; docs/spec/vmaf_model.md names the tolerance. */
static void assert_near(double actual, double expected)
{
    if (!(fabs(actual - expected) <= 1e-12))
        fail_msg("%.17g is not %.17g", actual, expected);
}

static EvqModel *parsed(const char *text, const EvqModelConfig *config)
{
    EvqModel *model;
    EvqError error;
    if (evq_model_parse(&model, "m.json", text, strlen(text), config, &error) != EVQ_OK)
        fail_msg("%s", error.message);
    return model;
}

/* The small model by hand, before transform and clip. */
static double raw_by_hand(double slope, double motion2, double motion3)
{
    const double x = 0.02 * motion2 - 0.01, y = slope * motion3 + 0.125;
    const double a = (x - 0.25) * (x - 0.25) + (y - 0.5) * (y - 0.5);
    const double b = x * x + (y - 0.125) * (y - 0.125), c = (x + 0.1) * (x + 0.1) + y * y;
    const double s = -1.5 * exp(-0.5 * a) + 2 * exp(-0.5 * b) + 0.75 * exp(-0.5 * c) + 0.25;
    return (s + 0.3) / 0.0125;
}

static double clip(double y)
{
    return y < 0 ? 0 : y > 100 ? 100 : y;
}

static void test_raw(void **state)
{
    (void)state;
    EvqModel *model = parsed(SMALL_MODEL, NULL);
    for (int i = 0; i < 50; i++) {
        const double value[] = { i * 0.77, i * 1.3 };
        double features[1][EVQ_SVM_FEATURES] = { { value[0], value[1] } }, score;
        const double raw = raw_by_hand(0.03, value[0], value[1]);
        assert_near(evq_predictor_raw(model->predictor, value), raw);
        evq_model_predict(model, features, &score);
        assert_near(score, clip(raw));
    }
    evq_model_close(&model);
}

static void test_no_rescale(void **state)
{
    (void)state;
    static const char whole[] = SMALL_MODEL;
    const char *at = strstr(whole, "linear_rescale");
    char text[sizeof whole];
    snprintf(text, sizeof text, "%.*snone%s", (int)(at - whole), whole,
             at + strlen("linear_rescale"));
    EvqModel *model = parsed(text, NULL);
    const double value[] = { 0.2, 0.3 };
    const double a = 0.05 * 0.05 + 0.2 * 0.2, b = 0.2 * 0.2 + 0.175 * 0.175,
                 c = 0.3 * 0.3 + 0.3 * 0.3;
    assert_near(evq_predictor_raw(model->predictor, value),
                -1.5 * exp(-0.5 * a) + 2 * exp(-0.5 * b) + 0.75 * exp(-0.5 * c) + 0.25);
    evq_model_close(&model);
}

/* Features far from every support vector leave rho alone; what is not a number stays so. */
static void test_extremes(void **state)
{
    (void)state;
    EvqModel *model = parsed(SMALL_MODEL, NULL);
    const double rho = (0.25 + 0.3) / 0.0125;
    const double far[][2] = { { 1e9, 0 }, { 0, -1e200 }, { INFINITY, 1 }, { DBL_MAX, DBL_MAX } };
    for (int i = 0; i < 4; i++)
        assert_true(evq_predictor_raw(model->predictor, far[i]) == rho);
    assert_true(isnan(evq_predictor_raw(model->predictor, (double[]){ NAN, 1 })));
    evq_model_close(&model);
}

/* ---- Transform, section 4 ---- */

static void test_polynomial(void **state)
{
    (void)state;
    const EvqTransform all = { .has_term = { 1, 1, 1 }, .term = { 1.5, 2, -0.25 } };
    const EvqTransform some = { .has_term = { 0, 0, 1 }, .term = { 9, 9, 0.5 } };
    const EvqTransform none = { .term = { 9, 9, 9 } };
    assert_true(evq_transform(&all, 3) == 1.5 + 6 - 2.25);
    assert_true(evq_transform(&some, 4) == 8);
    assert_true(evq_transform(&none, 4) == 4);
}

static void test_limits(void **state)
{
    (void)state;
    EvqTransform t = { .has_term = { 0, 1 }, .term = { 0, 2 } };
    assert_true(evq_transform(&t, 3) == 6 && evq_transform(&t, -3) == -6);
    t.out_gte_in = 1;
    assert_true(evq_transform(&t, 3) == 6 && evq_transform(&t, -3) == -3);
    t.out_gte_in = 0;
    t.out_lte_in = 1;
    assert_true(evq_transform(&t, 3) == 3 && evq_transform(&t, -3) == -6);
}

static void test_knots(void **state)
{
    (void)state;
    const EvqTransform t = { .knots = 4,
                             .knot = { { 0, 10 }, { 10, 30 }, { 20, 30 }, { 40, 40 } } };
    static const double cases[][2] = { { 0, 10 },  { 5, 20 },  { 10, 30 }, { 15, 30 }, { 20, 30 },
                                       { 30, 35 }, { 40, 40 }, { 60, 50 }, { -5, 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(evq_transform(&t, cases[i][0]) == cases[i][1]);
    const EvqTransform line = { .knots = 2, .knot = { { 1, 1 }, { 3, 2 } } };
    assert_true(evq_transform(&line, 5) == 3 && evq_transform(&line, -1) == 0);
}

static void test_order(void **state)
{
    (void)state;
    EvqModel *model =
        parsed(SMALL_MODEL, &(EvqModelConfig){ .enable_transform = 1, .disable_clip = 1 });
    const EvqPredictor *p = model->predictor;
    for (int y = -40; y <= 160; y += 5) {
        const double q = 1.5 + 1.25 * y + (-0.005 * y) * y;
        const double through = q < 50    ? (60.5 - 1) / 50 * q + 1
                               : q < 100 ? q * 0.79 + (60.5 - 50 * 0.79)
                                         : q * 0.79 + (60.5 - 50 * 0.79);
        assert_near(evq_predictor_finish(p, y), through < y ? y : through);
    }
    evq_model_close(&model);
}

/* ---- Pools, section 5 ---- */

static void test_collection(void **state)
{
    (void)state;
    EvqModel *model = parsed(SMALL_COLLECTION, NULL);
    for (int i = 0; i < 40; i++) {
        double features[EVQ_MODEL_MEMBERS][EVQ_SVM_FEATURES], scores[EVQ_MODEL_SCORES], raw[4];
        for (int k = 0; k < 4; k++) {
            features[k][0] = i * 0.9;
            features[k][1] = 40 - i;
            raw[k] = raw_by_hand(0.03 + 0.01 * k, i * 0.9, 40 - i);
        }
        evq_model_predict(model, features, scores);
        for (int k = 0; k < 4; k++)
            assert_near(scores[k], clip(raw[k]));
        const double mean = (raw[1] + raw[2] + raw[3]) / 3;
        const double deviation =
            sqrt(((raw[1] - mean) * (raw[1] - mean) + (raw[2] - mean) * (raw[2] - mean) +
                  (raw[3] - mean) * (raw[3] - mean)) /
                 3);
        const double low = fmin(raw[1], fmin(raw[2], raw[3]));
        const double high = fmax(raw[1], fmax(raw[2], raw[3]));
        const double middle = raw[1] + raw[2] + raw[3] - low - high;
        const double slope = (clip(mean + 0.01) - clip(mean - 0.01)) / 0.02;
        assert_near(scores[4], clip(mean));
        if (fabs(scores[5] - deviation * slope) > 1e-9) /* the slope divides by a small step */
            fail_msg("deviation %.17g is not %.17g", scores[5], deviation * slope);
        assert_near(scores[6], clip(low * 0.95 + middle * 0.05));
        assert_near(scores[7], clip(middle * 0.05 + high * 0.95));
    }
    evq_model_close(&model);
}

/* ---- In a session ---- */

enum { FRAMES = 7 };

static void make_frames(PicturePair pairs[FRAMES])
{
    for (int f = 0; f < FRAMES; f++)
        assert_int_equal(
            pattern_make(&pairs[f], PATTERN_NOISE_CLOSE, 40, 30, 8, PICTURE_420, (uint32_t)f), 0);
}

static EvqSession *open_session(const RunConfig *run, int subsample, const PicturePair *pairs)
{
    const EvqFormat format = format_of_picture(&pairs[0].ref);
    EvqConfig config = evq_config_default();
    EvqSession *session;
    EvqError error;
    config.threads = run->threads;
    config.cpumask = run->cpumask;
    config.subsample = subsample;
    assert_int_equal(evq_session_open(&session, &config, &format, &error), EVQ_OK);
    return session;
}

static void add_model(EvqSession *session, const char *text, const EvqModelConfig *config)
{
    EvqModel *model = parsed(text, config);
    EvqError error;
    if (evq_session_add_model(session, model, &error) < 0)
        fail_msg("%s", error.message);
    evq_model_close(&model);
}

static double score_of(const EvqSession *session, const char *name, size_t frame)
{
    size_t output;
    double value;
    if (!evq_session_output_find(session, name, &output))
        fail_msg("no output %s", name);
    assert_int_equal(evq_session_score(session, output, frame, &value), 1);
    return value;
}

/* Two models and a metric share extractors; the scores are those of the features. */
static void check_session(const RunConfig *run, const PicturePair *pairs, int subsample)
{
    static const char *const names[] = {
        "VMAF_integer_feature_motion_sad_score",
        "integer_motion2",
        "integer_motion3",
        "VMAF_integer_feature_motion_sad_score_mbf_0.5_mbo_2_mma",
        "integer_motion2_mbf_0.5_mbo_2_mma",
        "integer_motion3_mbf_0.5_mbo_2_mma",
        "psnr_y",
        "psnr_cb",
        "psnr_cr",
        "a",
        "b",
        "b_0001",
        "b_0002",
        "b_0003",
        "b_bagging",
        "b_stddev",
        "b_ci_p95_lo",
        "b_ci_p95_hi",
    };
    enum { NAMES = sizeof names / sizeof *names };
    EvqSession *session = open_session(run, subsample, pairs);
    EvqError error;
    add_model(session, SMALL_MODEL, &(EvqModelConfig){ .name = "a" });
    add_model(session, SMALL_COLLECTION, &(EvqModelConfig){ .name = "b" });
    assert_int_equal(evq_session_add_metric(session, "motion", &error), 1);
    assert_int_equal(evq_session_add_metric(session, "psnr", &error), 0);
    assert_int_equal(evq_session_metric_count(session), 3);
    assert_int_equal(evq_session_model_count(session), 2);
    assert_int_equal(evq_session_output_count(session), NAMES);
    for (size_t i = 0; i < NAMES; i++)
        assert_string_equal(evq_session_output_name(session, i), names[i]);
    push_pairs(session, pairs, FRAMES);
    for (size_t f = 0; f < FRAMES; f++) {
        const int listed = f % (size_t)subsample == 0;
        assert_int_equal(evq_session_frame_listed(session, f), listed);
        if (!listed)
            continue;
        const double motion2 = score_of(session, names[1], f);
        const double motion3 = score_of(session, names[5], f);
        assert_near(score_of(session, "a", f), clip(raw_by_hand(0.03, motion2, motion3)));
        assert_near(score_of(session, "b", f), score_of(session, "a", f));
        assert_near(score_of(session, "b_0003", f), clip(raw_by_hand(0.06, motion2, motion3)));
    }
    double mean, sum = 0;
    size_t output, listed = 0;
    for (size_t f = 0; f < FRAMES; f += (size_t)subsample, listed++)
        sum = sum + score_of(session, "a", f);
    assert_int_equal(evq_session_output_find(session, "a", &output), 1);
    assert_int_equal(evq_session_pool(session, output, EVQ_POOL_MEAN, 0, &mean), 1);
    assert_true(mean == sum / (double)listed);
    evq_session_close(&session);
}

static void test_session(void **state)
{
    (void)state;
    PicturePair pairs[FRAMES];
    make_frames(pairs);
    for (size_t r = 0; r < RUN_CONFIGS; r++)
        for (int subsample = 1; subsample <= 3; subsample++)
            check_session(&run_configs[r], pairs, subsample);
    for (int f = 0; f < FRAMES; f++)
        picture_pair_free(&pairs[f]);
}

static void test_no_prediction(void **state)
{
    (void)state;
    PicturePair pairs[FRAMES];
    make_frames(pairs);
    EvqSession *session = open_session(&run_configs[0], 1, pairs);
    add_model(session, SMALL_MODEL, &(EvqModelConfig){ .no_prediction = 1 });
    assert_int_equal(evq_session_output_count(session), 6);
    push_pairs(session, pairs, FRAMES);
    for (size_t f = 0; f < FRAMES; f++)
        assert_int_equal(evq_session_frame_listed(session, f), 1);
    evq_session_close(&session);
    for (int f = 0; f < FRAMES; f++)
        picture_pair_free(&pairs[f]);
}

static void expect_refused(EvqSession *session, const EvqModelConfig *config, EvqStatus status,
                           const char *named)
{
    EvqModel *model = parsed(SMALL_MODEL, config);
    EvqError error = { 0 };
    const int result = evq_session_add_model(session, model, &error);
    if (result != (int)status || !strstr(error.message, named))
        fail_msg("expected \"%s\", got %d: \"%s\"", named, result, error.message);
    evq_model_close(&model);
}

static void test_refusals(void **state)
{
    (void)state;
    const EvqFormat format = { .width = 16, .height = 16, .depth = 8 };
    const EvqConfig config = evq_config_default();
    EvqSession *session;
    EvqError error;
    assert_int_equal(evq_session_open(&session, &config, &format, &error), EVQ_OK);
    expect_refused(session, &(EvqModelConfig){ .options = "motion.motion_fps_weight=9" },
                   EVQ_E_USAGE, "motion_fps_weight=9");
    expect_refused(session, &(EvqModelConfig){ .options = "motion.colour=9" }, EVQ_E_USAGE,
                   "colour");
    expect_refused(session, &(EvqModelConfig){ .name = "integer_motion2" }, EVQ_E_USAGE,
                   "integer_motion2");
    add_model(session, SMALL_MODEL, NULL);
    expect_refused(session, NULL, EVQ_E_USAGE, "vmaf: give the model another name");
    add_model(session, SMALL_MODEL, &(EvqModelConfig){ .name = "psnr_y" });
    assert_int_equal(evq_session_add_metric(session, "psnr", &error), EVQ_E_USAGE);
    assert_non_null(strstr(error.message, "psnr_y"));
    evq_session_close(&session);

    const EvqFormat tiny = { .width = 2, .height = 16, .depth = 8 };
    assert_int_equal(evq_session_open(&session, &config, &tiny, &error), EVQ_OK);
    expect_refused(session, NULL, EVQ_E_INPUT, "3x3");
    evq_session_close(&session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_raw),      cmocka_unit_test(test_no_rescale),
        cmocka_unit_test(test_extremes), cmocka_unit_test(test_polynomial),
        cmocka_unit_test(test_limits),   cmocka_unit_test(test_knots),
        cmocka_unit_test(test_order),    cmocka_unit_test(test_collection),
        cmocka_unit_test(test_session),  cmocka_unit_test(test_no_prediction),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("model-predict", tests, NULL, NULL);
}
