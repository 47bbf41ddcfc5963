/* Reading models: what they hold, and every damage is an error that names its key. */
#include "model/model.h"

#include "expect.h"
#include "small_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int parse(EvqModel **model, const char *text, const EvqModelConfig *config, EvqError *error)
{
    *error = (EvqError){ 0 };
    return evq_model_parse(model, "m.json", text, strlen(text), config, error);
}

static EvqModel *parsed(const char *text, const EvqModelConfig *config)
{
    EvqModel *model;
    EvqError error;
    if (parse(&model, text, config, &error) != EVQ_OK)
        fail_msg("%s", error.message);
    return model;
}

/* ---- Contents ---- */

static void test_single(void **state)
{
    (void)state;
    EvqModel *model = parsed(SMALL_MODEL, NULL);
    const EvqPredictor *p = model->predictor;
    assert_string_equal(evq_model_name(model), "vmaf");
    assert_int_equal(model->predictors, 1);
    assert_int_equal(evq_model_scores(model), 1);
    assert_int_equal(p->features, 2);
    assert_string_equal(p->feature[0].metric, "motion");
    assert_string_equal(p->feature[0].output, "integer_motion2");
    assert_null(p->feature[0].options);
    assert_string_equal(p->feature[1].options, "motion_blend_factor=0.5:motion_blend_offset=2:"
                                               "motion_moving_average=true");
    assert_true(p->slope[0] == 0.0125 && p->slope[2] == 0.03 && p->intercept[1] == -0.01);
    assert_true(p->svm.gamma == 0.5 && p->svm.rho == -0.25);
    assert_int_equal(p->svm.vectors, 3);
    const double vectors[] = { 0.25, 0.5, 0, 0.125, -0.1, 0 }, coefficients[] = { -1.5, 2, 0.75 };
    assert_memory_equal(p->svm.vector, vectors, sizeof vectors);
    assert_memory_equal(p->svm.coefficient, coefficients, sizeof coefficients);
    assert_int_equal(p->transforms, 0);
    assert_true(p->clips && p->clip_min == 0 && p->clip_max == 100);
    assert_true(p->transform.out_gte_in && !p->transform.out_lte_in);
    assert_int_equal(p->transform.knots, 3);
    evq_model_close(&model);
    assert_null(model);
    evq_model_close(&model);
}

static void test_configuration(void **state)
{
    (void)state;
    const EvqModelConfig config = { .name = "phone",
                                    .enable_transform = 1,
                                    .disable_clip = 1,
                                    .options = "motion.motion_max_val=18:motion.debug=true" };
    EvqModel *model = parsed(SMALL_MODEL, &config);
    const EvqPredictor *p = model->predictor;
    assert_string_equal(evq_model_name(model), "phone");
    assert_true(p->transforms && !p->clips);
    assert_string_equal(p->feature[0].options, "motion_max_val=18:debug=true");
    assert_string_equal(p->feature[1].options,
                        "motion_blend_factor=0.5:motion_blend_offset=2:motion_moving_average=true:"
                        "motion_max_val=18:debug=true");
    assert_string_equal(evq_model_text(model),
                        "path=m.json:name=phone:enable_transform:disable_clip:"
                        "motion.motion_max_val=18:motion.debug=true");
    evq_model_close(&model);
}

static void test_collection(void **state)
{
    (void)state;
    static const char *const names[] = { "b",         "b_0001",   "b_0002",      "b_0003",
                                         "b_bagging", "b_stddev", "b_ci_p95_lo", "b_ci_p95_hi" };
    EvqModel *model = parsed(SMALL_COLLECTION, &(EvqModelConfig){ .name = "b" });
    assert_int_equal(model->predictors, 4);
    assert_int_equal(evq_model_scores(model), 8);
    for (int i = 0; i < 8; i++) {
        char name[EVQ_NAME_SIZE];
        evq_model_score_name(model, i, name);
        assert_string_equal(name, names[i]);
    }
    assert_true(model->predictor[3].slope[2] == 0.06);
    evq_model_close(&model);
    model = parsed(SMALL_COLLECTION, &(EvqModelConfig){ .no_prediction = 1 });
    assert_int_equal(evq_model_scores(model), 0);
    evq_model_close(&model);
}

/* ---- Damage ---- */

/* The small model with the first occurrence of a text replaced. */
static char *changed(const char *model, const char *from, const char *to)
{
    const char *at = strstr(model, from);
    char *text;
    assert_non_null(at);
    assert_true(asprintf(&text, "%.*s%s%s", (int)(at - model), model, to, at + strlen(from)) > 0);
    return text;
}

typedef struct Damage {
    const char *from, *to, *named;
} Damage;

static const Damage damages[] = {
    { "\"model_dict\"", "\"model_dic\"", "model_dict: missing" },
    { "\"model_dict\": {", "\"model_dict\": 3, \"rest\": {", "model_dict: expected" },
    { "\"model_type\"", "\"type\"", "model_dict.model_type: missing" },
    { "\"LIBSVMNUSVR\"", "\"RANDOMFOREST\"", "model_type: RANDOMFOREST is not supported" },
    { "\"LIBSVMNUSVR\"", "null", "model_type: expected" },
    { "\"norm_type\"", "\"norm\"", "norm_type: missing" },
    { "linear_rescale", "clip_0to1", "norm_type: clip_0to1" },
    { "\"feature_names\"", "\"names\"", "feature_names: missing" },
    { "\"feature_names\": [", "\"feature_names\": [], \"x\": [",
      "feature_names: expected 1 to 64" },
    { "\"VMAF_integer_feature_motion2_score\"", "7", "feature_names: expected" },
    { "VMAF_integer_feature_motion2_score", "VMAF_feature_motion2_score",
      "feature_names: no metric gives VMAF_feature_motion2_score" },
    { "VMAF_integer_feature_motion2_score", "cambi", "feature_names: no metric gives cambi" },
    { "[{}, {", "[{}, {}, {", "feature_opts_dicts: expected 2 objects, not 3" },
    { "[{}, {", "[4, {", "feature_opts_dicts: expected an array of objects" },
    { "[{}, {", "{}, \"x\": [{", "feature_opts_dicts: expected" },
    { "0.5, \"motion_blend_offset\"", "[], \"motion_blend_offset\"", "feature_opts_dicts" },
    { "0.5, \"motion_blend_offset\"", "\"a:b=c\", \"motion_blend_offset\"", "feature_opts_dicts" },
    { "\"motion_blend_factor\"", "\"a:b\"", "feature_opts_dicts: a:b" },
    { "\"slopes\"", "\"slope\"", "slopes: missing" },
    { "0.02, 0.03]", "0.02]", "slopes: expected an array of 3 numbers" },
    { "0.02, 0.03]", "0.02, \"1\"]", "slopes: expected a number" },
    { "0.02, 0.03]", "0.02, 1e999]", "slopes" },
    { "[0.0125", "[0", "slopes: that of the score is 0" },
    { "\"intercepts\"", "\"x\"", "intercepts: missing" },
    { "[-0.3,", "[-0.3, 2,", "intercepts: expected an array of 3 numbers" },
    { "[0, 100]", "[0, 100, 3]", "score_clip: expected an array of 2 numbers" },
    { "[0, 100]", "[100, 0]", "score_clip: the minimum is above the maximum" },
    { "[0, 100]", "100", "score_clip: expected" },
    { "\"score_transform\": {", "\"score_transform\": [], \"x\": {", "score_transform: expected" },
    { "\"enabled\": false", "\"enabled\": \"true\"", "score_transform.enabled: expected" },
    { "\"p0\": 1.5", "\"p0\": null", "score_transform.p0: expected" },
    { "\"p2\": -0.005", "\"p2\": \"-1\"", "score_transform.p2: expected" },
    { "[[0, 1], [50, 60.5], [100, 100]]", "null", "score_transform.knots: expected" },
    { "[[0, 1], [50, 60.5], [100, 100]]", "[[0, 1]]", "knots: expected 2 to 10 points, not 1" },
    { "[50, 60.5]", "[50]", "knots: expected an array of 2 numbers" },
    { "[50, 60.5]", "50", "knots: expected an array of 2 numbers" },
    { "[50, 60.5]", "[0, 60.5]", "knots: points must rise" },
    { "[50, 60.5]", "[50, 0.5]", "knots: points must rise" },
    { "\"out_gte_in\": \"true\"", "\"out_gte_in\": true", "out_gte_in: expected" },
    { "\"out_gte_in\": \"true\"", "\"out_gte_in\": \"yes\"", "out_gte_in: expected" },
    { "\"score_clip\"", "\"chroma_correction_parameter\": 1, \"score_clip\"",
      "chroma_correction_parameter: models of the v1 family" },
    { "\"model\": ", "\"mode\": ", "model_dict.model: missing" },
    { "\"" SMALL_SVM "\"", "12", "model_dict.model: expected" },
    { SMALL_SVM, "", "model: gamma: missing" },
    { "svm_type nu_svr", "svm_type c_svc", "model: svm_type: not supported" },
    { "kernel_type rbf", "kernel_type linear", "model: kernel_type: not supported" },
    { "nr_class 2", "nr_class", "model: nr_class: expected one value" },
    { "gamma 0.5\\n", "", "model: gamma: missing" },
    { "gamma 0.5", "gamma -0.5", "model: gamma: not a number in range" },
    { "gamma 0.5", "gamma nan", "model: gamma: not a number in range" },
    { "gamma 0.5", "gamma 0x1", "model: gamma: not a number in range" },
    { "rho -0.25", "rho", "model: rho: expected one value" },
    { "rho -0.25", "rho 1 2", "model: rho: expected one value" },
    { "rho -0.25", "omega 1", "model: header: unknown line" },
    { "total_sv 3", "total_sv 4", "total_sv: there are fewer support vectors" },
    { "total_sv 3", "total_sv 2", "total_sv: there are more support vectors" },
    { "total_sv 3", "total_sv 0", "total_sv: not a number in range" },
    { "total_sv 3", "total_sv 2.5", "total_sv: not a whole number" },
    { "total_sv 3", "total_sv 4000000000", "total_sv: not a number in range" },
    { "1:0.25 2:0.5", "1:0.25 3:0.5", "SV: an index is out of order or above" },
    { "1:0.25 2:0.5", "2:0.25 1:0.5", "SV: an index is out of order or above" },
    { "1:0.25 2:0.5", "0:0.25 2:0.5", "SV: an index is out of order or above" },
    { "1:0.25 2:0.5", "1.5:0.25 2:0.5", "SV: an index is out of order or above" },
    { "1:0.25 2:0.5", "1 2:0.5", "SV: expected index:value" },
    { "1:0.25 2:0.5", "1:x 2:0.5", "SV: not a number" },
    { "1:0.25 2:0.5", "1:1e999 2:0.5", "SV: not a number" },
    { "-1.5 1:0.25", "1:0.25", "SV: not a number" },
    { "{", "[", "not JSON" },
    { "{", "{{", "not JSON" },
    { "\"C\": 4 }", "\"C\": }", "not JSON at byte" },
};

static void expect_damage(const char *text, const char *named)
{
    EvqModel *model;
    EvqError error;
    int status = parse(&model, text, NULL, &error);
    if (status != EVQ_E_INPUT || error.status != status || !strstr(error.message, named))
        fail_msg("expected \"%s\", got %d: \"%s\"", named, status, error.message);
    assert_null(model);
    assert_ptr_equal(strstr(error.message, "m.json: "), error.message);
}

static void test_damage(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        char *text = changed(SMALL_MODEL, damages[i].from, damages[i].to);
        expect_damage(text, damages[i].named);
        free(text);
    }
}

static void test_damaged_collections(void **state)
{
    (void)state;
    static const Damage cases[] = {
        { "\"3\": {", "\"4\": {", "4: the next model of the collection should be 3" },
        { "\"1\": {", "\"01\": {", "01: the next model of the collection should be 1" },
        { "\"0\": {", "\"0\": 5, \"x\": {", "0: expected a model" },
        { "0.06", "null", "3.model_dict.slopes: expected a number" },
        { "RESIDUEBOOTSTRAP_", "", "2.model_dict.model_type: not that of a collection" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = changed(SMALL_COLLECTION, cases[i].from, cases[i].to);
        expect_damage(text, cases[i].named);
        free(text);
    }
    expect_damage("{ \"0\": " SMALL_PREDICTOR("BOOTSTRAP_LIBSVMNUSVR", "1") " }", "1: missing");
    expect_damage("", "the text ends early");
    expect_damage("[]", "no JSON object");
    expect_damage("{}", "model_dict: missing");
    expect_damage("{} {}", "not JSON");
}

/* Cut off anywhere it is refused; with any byte changed it is read or refused. */
static void test_cuts(void **state)
{
    (void)state;
    static const char whole[] = SMALL_COLLECTION;
    for (size_t length = 0; length < sizeof whole - 1; length += 7) {
        EvqModel *model;
        EvqError error = { 0 };
        assert_int_equal(evq_model_parse(&model, "m.json", whole, length, NULL, &error),
                         EVQ_E_INPUT);
        assert_null(model);
    }
    for (size_t at = 0; at < sizeof whole - 1; at += 3) {
        char text[sizeof whole];
        EvqModel *model;
        EvqError error;
        memcpy(text, whole, sizeof whole);
        text[at] = (char)(text[at] ^ (1 << at % 7));
        const int status = parse(&model, text, NULL, &error);
        assert_int_equal(model != NULL, status == EVQ_OK);
        assert_true(status == EVQ_OK || error.message[0]);
        evq_model_close(&model);
    }
}

/* ---- Configurations that do not fit ---- */

static void expect_usage(const char *text, const char *folder, const char *named)
{
    EvqModel *model;
    EvqError error = { 0 };
    int status = evq_model_load_text(&model, text, folder, 0, &error);
    if (status != EVQ_E_USAGE || !strstr(error.message, named))
        fail_msg("%s: expected \"%s\", got %d: \"%s\"", text, named, status, error.message);
    assert_null(model);
}

static char folder[] = "/tmp/exactvq-model-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    char path[64];
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/small.json", folder);
    FILE *file = fopen(path, "w");
    return file && fputs(SMALL_MODEL, file) >= 0 && fclose(file) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "%s/small.json", folder);
    return unlink(path) || rmdir(folder);
}

static void test_texts(void **state)
{
    (void)state;
    EvqModel *model;
    EvqError error;
    char text[200];
    snprintf(text, sizeof text,
             "path=%s/small.json:name=a:enable_transform:disable_clip=true:motion.debug=true:"
             "name=b:motion.motion_fps_weight=2",
             folder);
    assert_int_equal(evq_model_load_text(&model, text, NULL, 0, &error), EVQ_OK);
    assert_string_equal(evq_model_name(model), "b");
    assert_true(model->predictor->transforms && !model->predictor->clips);
    assert_string_equal(model->predictor->feature[0].options, "debug=true:motion_fps_weight=2");
    evq_model_close(&model);

    assert_int_equal(evq_model_load_text(&model,
                                         "version=small:enable_transform=false:disable_clip=false",
                                         folder, 1, &error),
                     EVQ_OK);
    assert_true(!model->predicts && !model->predictor->transforms && model->predictor->clips);
    evq_model_close(&model);

    expect_usage("small", folder, "version=small");
    expect_usage("version=small:size=3", folder, "unknown key \"size\"");
    expect_usage("version=small:disable_clip=1", folder, "disable_clip=1: expected true or false");
    expect_usage("version=small:name=", folder, "1 to 200 bytes");
    expect_usage("version=a/small", folder, "not the name of a model");
    expect_usage("version=", folder, "not the name of a model");
    expect_usage("version=small:vif.debug=true", folder,
                 "no feature of this model comes from a metric vif");
}

static void test_files(void **state)
{
    (void)state;
    EvqModel *model;
    EvqError error;
    setenv("EXACTVQ_MODEL_PATH", folder, 1);
    assert_int_equal(evq_model_load_version(&model, "small", NULL, NULL, &error), EVQ_OK);
    evq_model_close(&model);
    setenv("EXACTVQ_MODEL_PATH", "/no/such/folder:", 1);
    assert_int_equal(evq_model_load_version(&model, "small", NULL, NULL, &error), EVQ_E_INPUT);
    assert_null(model);
    assert_non_null(strstr(error.message, "no small.json in EXACTVQ_MODEL_PATH"));
    assert_non_null(strstr(error.message, "https://"));
    unsetenv("EXACTVQ_MODEL_PATH");

    assert_int_equal(evq_model_load_version(&model, "other", folder, NULL, &error), EVQ_E_INPUT);
    assert_non_null(strstr(error.message, folder));
    assert_int_equal(evq_model_load(&model, "/no/such/model.json", NULL, &error), EVQ_E_INPUT);
    assert_non_null(strstr(error.message, "/no/such/model.json"));
    assert_int_equal(evq_model_load(&model, folder, NULL, &error), EVQ_E_INPUT);
    assert_int_equal(evq_model_load(&model, "vmaf.pkl", NULL, &error), EVQ_E_INPUT);
    assert_non_null(strstr(error.message, ".json"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single),     cmocka_unit_test(test_configuration),
        cmocka_unit_test(test_collection), cmocka_unit_test(test_damage),
        cmocka_unit_test(test_cuts),       cmocka_unit_test(test_damaged_collections),
        cmocka_unit_test(test_texts),      cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests_name("model-load", tests, make_folder, remove_folder);
}
