/*
 * VMAF against the golden files of the real clips and the values printed in docs/spec: features to
 * the last bit, predictions within the tolerance for foreign exponentials. EVQ_SHARED names the
 * folder of models.
 */
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clips.h"
#include "expect.h"
#include "support.h"
#include "integer_vif_values.h"

/* The peer's exponential is that of a C library. Where the last bit of one differs, a sum of
 * support vectors may round another way, and the score is what that gives divided by 0.012: see
 * docs/spec/vmaf_model.md. Members of a collection are many enough to meet it. */
static double tolerance_of(const char *name)
{
    return strstr(name, "_00") || strstr(name, "_stddev") ? 1e-11 : 1e-12;
}

static void assert_prediction(const char *what, const char *name, double actual, double expected)
{
    if (!(fabs(actual - expected) <= tolerance_of(name)))
        fail_msg("%s: %s is %.17g, not %.17g", what, name, actual, expected);
}

static const char *shared_folder(void)
{
    const char *shared = getenv("EVQ_SHARED");
    char path[4096];
    snprintf(path, sizeof(path), "%s/models/vmaf_v0.6.1.json", shared ? shared : "");
    FILE *file = shared ? fopen(path, "rb") : NULL;
    if (!file) {
        print_message("models are absent: EVQ_SHARED names no folder that has them\n");
        skip();
    }
    fclose(file);
    return shared;
}

static EvqModel *load(const char *version, const EvqModelConfig *config)
{
    char folder[4096];
    EvqModel *model;
    EvqError error;
    snprintf(folder, sizeof(folder), "%s/models", shared_folder());
    if (evq_model_load_version(&model, version, folder, config, &error) < 0)
        fail_msg("%s", error.message);
    return model;
}

static const char *const versions[] = { "vmaf_v0.6.1", "vmaf_v0.6.1neg", "vmaf_b_v0.6.3" };

enum { VERSIONS = sizeof(versions) / sizeof(versions[0]) };

static struct json_object *member(struct json_object *object, const char *key)
{
    struct json_object *value;
    if (!json_object_object_get_ex(object, key, &value))
        fail_msg("the golden file lacks %s", key);
    return value;
}

/* ---- The golden features through the models ---- */

static double golden_feature(struct json_object *frame, const EvqModelFeature *feature)
{
    char name[300];
    snprintf(name, sizeof(name), "%s%s", feature->output, feature->options ? "_egl_1" : "");
    return json_object_get_double(member(frame, name));
}

/* Returns how many predictions were compared. */
static int check_fusion(const char *what, const EvqModel *model, struct json_object *frame)
{
    double value[EVQ_MODEL_MEMBERS][EVQ_SVM_FEATURES], scores[EVQ_MODEL_SCORES];
    for (int k = 0; k < model->predictors; k++)
        for (int j = 0; j < model->predictor[k].features; j++)
            value[k][j] = golden_feature(frame, &model->predictor[k].feature[j]);
    evq_model_predict(model, value, scores);
    for (int i = 0; i < evq_model_scores(model); i++) {
        char name[EVQ_NAME_SIZE];
        evq_model_score_name(model, i, name);
        assert_prediction(what, name, scores[i], json_object_get_double(member(frame, name)));
    }
    return evq_model_scores(model);
}

static void test_fusion(void **state)
{
    (void)state;
    int compared = 0;
    for (size_t c = 0; c < CLIP_COUNT; c++) {
        Clip clip;
        shared_folder();
        assert_int_equal(clip_load(&clip, c), 0);
        for (int v = 0; v < VERSIONS; v++) {
            EvqModel *model = load(versions[v], NULL);
            struct json_object *golden = member(member(clip.golden, "models"), versions[v]);
            struct json_object *frames = member(golden, "frames");
            for (size_t i = 0; i < json_object_array_length(frames); i++) {
                char what[200];
                snprintf(what, sizeof(what), "%s, %s, frame %zu", clip_name(c), versions[v], i);
                compared += check_fusion(what, model, json_object_array_get_idx(frames, i));
            }
            evq_model_close(&model);
        }
        clip_free(&clip);
    }
    assert_int_equal(compared, (48 + 3 + 3 + 3) * (1 + 1 + 25));
}

/* ---- Whole sessions ---- */

static EvqSession *score_model(const RunConfig *run, EvqModel *const *models,
                               const PicturePair *pairs, size_t count)
{
    const EvqFormat format = format_of_picture(&pairs[0].ref);
    EvqConfig config = evq_config_default();
    EvqSession *session;
    EvqError error;
    config.threads = run->threads;
    config.cpumask = run->cpumask;
    assert_int_equal(evq_session_open(&session, &config, &format, &error), EVQ_OK);
    for (; *models; models++)
        if (evq_session_add_model(session, *models, &error) < 0)
            fail_msg("%s", error.message);
    push_pairs(session, pairs, count);
    return session;
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

static int is_prediction(const char *name)
{
    return !strncmp(name, "vmaf", 4);
}

static void check_value(const char *what, const char *name, double value,
                        struct json_object *golden)
{
    if (is_prediction(name))
        assert_prediction(what, name, value, json_object_get_double(golden));
    else
        assert_json_bits(what, name, value, golden);
}

static void check_pools(const char *what, const EvqSession *session, struct json_object *pooled)
{
    json_object_object_foreach(pooled, name, values)
    {
        double mean, harmonic;
        size_t output;
        assert_int_equal(evq_session_output_find(session, name, &output), 1);
        assert_int_equal(evq_session_pool(session, output, EVQ_POOL_MEAN, 0, &mean), 1);
        assert_int_equal(evq_session_pool(session, output, EVQ_POOL_HARMONIC_MEAN, 0, &harmonic),
                         1);
        check_value(what, name, mean, member(values, "mean"));
        check_value(what, name, harmonic, member(values, "harmonic_mean"));
    }
}

static void check_session(const char *label, const EvqSession *session, struct json_object *golden)
{
    struct json_object *frames = member(golden, "frames");
    for (size_t i = 0; i < json_object_array_length(frames); i++) {
        char what[300];
        size_t outputs = 0;
        snprintf(what, sizeof(what), "%s, frame %zu", label, i);
        assert_int_equal(evq_session_frame_listed(session, i), 1);
        json_object_object_foreach(json_object_array_get_idx(frames, i), name, value)
        {
            check_value(what, name, score_of(session, name, i), value);
            outputs++;
        }
        assert_int_equal(evq_session_output_count(session), outputs);
    }
    check_pools(label, session, member(golden, "pooled"));
}

/* Predictions are those of the first run to the bit, whatever the level and the threads. */
static void assert_same(const char *what, const EvqSession *a, const EvqSession *b, size_t frames)
{
    for (size_t i = 0; i < evq_session_output_count(a); i++)
        for (size_t f = 0; f < frames; f++)
            assert_bits(what, evq_session_output_name(a, i),
                        score_of(a, evq_session_output_name(a, i), f),
                        score_of(b, evq_session_output_name(a, i), f));
}

static void check_clip(size_t index)
{
    Clip clip;
    shared_folder();
    assert_int_equal(clip_load(&clip, index), 0);
    for (int v = 0; v < VERSIONS; v++) {
        EvqModel *models[] = { load(versions[v], NULL), NULL };
        EvqSession *first = score_model(&run_configs[0], models, clip.pair, clip.count);
        char label[128];
        snprintf(label, sizeof(label), "%s, %s", clip_name(index), versions[v]);
        check_session(label, first, member(member(clip.golden, "models"), versions[v]));
        for (size_t r = 1; r < RUN_CONFIGS; r++) {
            EvqSession *session = score_model(&run_configs[r], models, clip.pair, clip.count);
            assert_same(label, session, first, clip.count);
            evq_session_close(&session);
        }
        evq_session_close(&first);
        evq_model_close(&models[0]);
    }
    clip_free(&clip);
}

static void test_small_8_bit(void **state)
{
    (void)state;
    check_clip(0);
}

static void test_8_bit(void **state)
{
    (void)state;
    check_clip(1);
}

static void test_10_bit(void **state)
{
    (void)state;
    check_clip(2);
}

static void test_identical(void **state)
{
    (void)state;
    check_clip(3);
}

/* ---- Values of the spec, section 9 ---- */

enum { SPEC_PICTURES = 6, SPEC_FRAMES = 4 };

static const struct SpecPicture {
    char kind;
    int width, height;
} spec_pictures[SPEC_PICTURES] = {
    { 'A', 64, 48 }, { 'A', 41, 37 }, { 'B', 176, 144 },
    { 'D', 96, 56 }, { 'F', 64, 64 }, { 'E', 64, 64 },
};

/* By picture. */
static const struct SpecScore {
    const char *name;
    int pool; /* -1: frame 0; else an EvqPool */
    const char *value[SPEC_PICTURES];
} spec_scores[] = {
    { "vmaf",
      -1,
      { "96.303582761289263", "96.033842992169198", "95.993040012058813", "96.603464102516398",
        "95.188570709993456", "88.36120663744849" } },
    { "vmaf",
      EVQ_POOL_MEAN,
      { "99.075895690322312", "99.008460748042296", "98.998260003014707", "99.150866025629099",
        "98.797142677498357", "96.678889869670101" } },
    { "vmaf",
      EVQ_POOL_HARMONIC_MEAN,
      { "99.049814384716043", "98.978372109803956", "98.967539498673517", "99.128895193355021",
        "98.752574101982262", "96.426200460959592" } },
    { "vmaf_neg",
      -1,
      { "94.848094927265393", "94.647028986541059", "95.141809003229824", "95.954900315557865",
        "93.860606906561117", "83.880378188407192" } },
    { "vmaf_neg",
      EVQ_POOL_MEAN,
      { "98.712023731816345", "98.661757246635261", "98.785452250807452", "98.988725078889473",
        "98.465151726640272", "93.495880161084429" } },
    { "vmaf_4k",
      -1,
      { "99.092000304709103", "98.871678978173904", "98.905298938597298", "99.676850881791211",
        "98.414720118429358", "93.396713781676269" } },
    { "vmaf_phone", -1, { "100", "100", "100", "100", "100", "99.188812159114619" } },
    { "vmaf_b",
      -1,
      { "95.53822288624265", "95.255927645731887", "95.552791749137853", "96.593401577551646",
        "94.833029232887839", "87.879749054406233" } },
    { "vmaf_b_0001",
      -1,
      { "97.111437790977135", "96.868867098262029", "96.277108606239096", "96.150916389492792",
        "95.14461088533983", "88.34509755825934" } },
    { "vmaf_b_0020",
      -1,
      { "92.448695282823991", "92.171478602424443", "93.200747715209999", "95.079090136385489",
        "92.971294380368505", "86.168290573855117" } },
    { "vmaf_b_bagging",
      -1,
      { "94.560856731664927", "94.283277023691113", "94.626599819007097", "95.680130050081345",
        "93.826984155888624", "86.847261660582191" } },
    { "vmaf_b_bagging",
      EVQ_POOL_MEAN,
      { "98.640214182916225", "98.570819255922771", "98.656649954751771", "98.920032512520336",
        "98.456746038972156", "94.893236024114799" } },
    { "vmaf_b_stddev",
      -1,
      { "3.4137741251697489", "3.4092056637048938", "3.6481891053649713", "3.9726422687256795",
        "3.2684501515126776", "2.3569078646487078" } },
    { "vmaf_b_ci_p95_lo",
      -1,
      { "88.269369257172613", "88.03585242974242", "86.780493397185452", "86.2440069268456",
        "86.646916462769127", "82.21617471310941" } },
    { "vmaf_b_ci_p95_hi",
      -1,
      { "100", "99.842586962401015", "100", "100", "98.906578967798239", "90.381774713207335" } },
};

static void check_spec_picture(EvqModel *const *models, int picture)
{
    const struct SpecPicture *p = &spec_pictures[picture];
    PicturePair pairs[SPEC_FRAMES];
    for (int t = 0; t < SPEC_FRAMES; t++)
        assert_int_equal(integer_vif_pictures(&pairs[t], p->kind, p->width, p->height, t), 0);
    EvqSession *session = score_model(&run_configs[1], models, pairs, SPEC_FRAMES);
    /* adm, motion and vif, and adm and vif with their gain limited. */
    assert_int_equal(evq_session_metric_count(session), 5);
    for (size_t i = 0; i < sizeof(spec_scores) / sizeof(spec_scores[0]); i++) {
        const struct SpecScore *s = &spec_scores[i];
        char what[64];
        size_t output;
        double value = score_of(session, s->name, 0);
        snprintf(what, sizeof(what), "picture %c %dx%d, pool %d", p->kind, p->width, p->height,
                 s->pool);
        assert_int_equal(evq_session_output_find(session, s->name, &output), 1);
        if (s->pool >= 0)
            assert_int_equal(evq_session_pool(session, output, (EvqPool)s->pool, 0, &value), 1);
        assert_prediction(what, s->name, value, strtod(s->value[picture], NULL));
    }
    evq_session_close(&session);
    for (int t = 0; t < SPEC_FRAMES; t++)
        picture_pair_free(&pairs[t]);
}

static void test_spec_values(void **state)
{
    (void)state;
    EvqModel *models[] = {
        load("vmaf_v0.6.1", NULL),
        load("vmaf_v0.6.1neg", &(EvqModelConfig){ .name = "vmaf_neg" }),
        load("vmaf_4k_v0.6.1", &(EvqModelConfig){ .name = "vmaf_4k" }),
        load("vmaf_v0.6.1", &(EvqModelConfig){ .name = "vmaf_phone", .enable_transform = 1 }),
        load("vmaf_b_v0.6.3", &(EvqModelConfig){ .name = "vmaf_b" }),
        NULL,
    };
    for (int i = 0; i < SPEC_PICTURES; i++)
        check_spec_picture(models, i);
    for (int i = 0; models[i]; i++)
        evq_model_close(&models[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fusion),    cmocka_unit_test(test_small_8_bit),
        cmocka_unit_test(test_8_bit),     cmocka_unit_test(test_10_bit),
        cmocka_unit_test(test_identical), cmocka_unit_test(test_spec_values),
    };
    return cmocka_run_group_tests_name("golden-vmaf", tests, NULL, NULL);
}
