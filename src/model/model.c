#include "model/model.h"

#include "core/error.h"
#include "model/predictor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer names would not leave room for what collections add. */
#define NAME_LENGTH 200

/* ---- Owning ---- */

EvqModel *evq_model_share(EvqModel *model)
{
    atomic_fetch_add(&model->owners, 1);
    return model;
}

void evq_model_close(EvqModel **out)
{
    EvqModel *model = *out;
    *out = NULL;
    if (!model || atomic_fetch_sub(&model->owners, 1) > 1)
        return;
    for (int i = 0; i < model->predictors; i++)
        evq_predictor_free(&model->predictor[i]);
    free(model->predictor);
    free(model->name);
    free(model->text);
    free(model);
}

const char *evq_model_name(const EvqModel *model)
{
    return model->name;
}

const char *evq_model_text(const EvqModel *model)
{
    return model->text;
}

/* ---- Reading ---- */

static int add_predictor(EvqModel *model, const EvqJson *json, int number,
                         const EvqModelConfig *config)
{
    EvqPredictor *grown =
        realloc(model->predictor, (size_t)(model->predictors + 1) * sizeof *grown);
    if (!grown)
        return evq_fail(json->error, EVQ_E_NOMEM, "out of memory: a model");
    model->predictor = grown;
    EvqPredictor *predictor = &grown[model->predictors++];
    memset(predictor, 0, sizeof *predictor);
    return evq_predictor_parse(predictor, json, number, config);
}

/* The members "0", "1", "2", ... in this order; other keys are no models. */
static int parse_collection(EvqModel *model, const EvqJson *json, const EvqModelConfig *config)
{
    json_object_object_foreach(json->object, key, value)
    {
        char expected[16], where[20];
        EvqJson member = { json->path, where, value, json->error };
        snprintf(expected, sizeof expected, "%d", model->predictors);
        snprintf(where, sizeof where, "%s.", expected);
        if (key[strspn(key, "0123456789")])
            continue;
        if (strcmp(key, expected) != 0)
            return evq_json_fail(json, key, "the next model of the collection should be %s",
                                 expected);
        if (model->predictors == EVQ_MODEL_MEMBERS)
            return evq_json_fail(json, key, "a collection has at most %d models",
                                 EVQ_MODEL_MEMBERS);
        if (!json_object_is_type(value, json_type_object))
            return evq_json_fail(json, key, "expected a model");
        int status = add_predictor(model, &member, model->predictors, config);
        if (status < 0)
            return status;
    }
    return model->predictors > 1 ? EVQ_OK : evq_json_fail(json, "1", "missing");
}

static int parse_document(EvqModel *model, const EvqJson *json, const EvqModelConfig *config)
{
    int present;
    evq_json_find(json, "0", &present);
    model->is_collection = present;
    if (present)
        return parse_collection(model, json, config);
    return add_predictor(model, json, -1, config);
}

static int read_json(EvqJson *json, const char *text, size_t length)
{
    struct json_tokener *tokener = json_tokener_new();
    if (!tokener)
        return evq_fail(json->error, EVQ_E_NOMEM, "out of memory: %.200s", json->path);
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
    json->object = json_tokener_parse_ex(tokener, text, (int)length);
    enum json_tokener_error failure = json_tokener_get_error(tokener);
    size_t at = json_tokener_get_parse_end(tokener);
    json_tokener_free(tokener);
    if (failure == json_tokener_success && json_object_is_type(json->object, json_type_object))
        return EVQ_OK;
    json_object_put(json->object);
    if (failure == json_tokener_success)
        return evq_fail(json->error, EVQ_E_INPUT, "%.200s: not a model: no JSON object",
                        json->path);
    return evq_fail(json->error, EVQ_E_INPUT, "%.200s: not JSON at byte %zu: %s", json->path, at,
                    failure == json_tokener_continue ? "the text ends early"
                                                     : json_tokener_error_desc(failure));
}

/* ---- Opening ---- */

static int check_name(const char *name, EvqError *error)
{
    if (*name && strlen(name) <= NAME_LENGTH)
        return EVQ_OK;
    return evq_fail(error, EVQ_E_USAGE, "a model's name has 1 to %d bytes, not %zu", NAME_LENGTH,
                    strlen(name));
}

static int describe(EvqModel *model, const char *path, const EvqModelConfig *config,
                    EvqError *error)
{
    const char *options = config->options ? config->options : "";
    model->name = strdup(config->name ? config->name : "vmaf");
    if (asprintf(&model->text, "path=%s:name=%s%s%s%s%s%s", path,
                 config->name ? config->name : "vmaf",
                 config->enable_transform ? ":enable_transform" : "",
                 config->disable_clip ? ":disable_clip" : "",
                 config->no_prediction ? ":no_prediction" : "", *options ? ":" : "", options) < 0)
        model->text = NULL;
    if (!model->name || !model->text)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a model");
    return check_name(model->name, error);
}

static int fill(EvqModel *model, const char *path, const char *text, size_t length,
                const EvqModelConfig *config, EvqError *error)
{
    EvqJson json = { .path = path, .where = "", .error = error };
    int status = describe(model, path, config, error);
    if (status == EVQ_OK)
        status = read_json(&json, text, length);
    if (status < 0)
        return status;
    status = parse_document(model, &json, config);
    json_object_put(json.object);
    return status;
}

int evq_model_parse(EvqModel **out, const char *path, const char *text, size_t length,
                    const EvqModelConfig *config, EvqError *error)
{
    static const EvqModelConfig standard = { 0 };
    EvqModel *model = calloc(1, sizeof *model);
    *out = model;
    if (!model)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a model");
    config = config ? config : &standard;
    atomic_init(&model->owners, 1);
    model->predicts = !config->no_prediction;
    int status = fill(model, path, text, length, config, error);
    if (status < 0)
        evq_model_close(out);
    return status;
}

/* ---- Scores ---- */

enum { BAGGING, STDDEV, CI_LOW, CI_HIGH, POOLED };

int evq_model_scores(const EvqModel *model)
{
    if (!model->predicts)
        return 0;
    return model->is_collection ? model->predictors + POOLED : 1;
}

void evq_model_score_name(const EvqModel *model, int score, char name[EVQ_NAME_SIZE])
{
    static const char *const pooled[POOLED] = { "bagging", "stddev", "ci_p95_lo", "ci_p95_hi" };
    if (score == 0)
        snprintf(name, EVQ_NAME_SIZE, "%s", model->name);
    else if (score < model->predictors)
        snprintf(name, EVQ_NAME_SIZE, "%s_%04d", model->name, score);
    else
        snprintf(name, EVQ_NAME_SIZE, "%s_%s", model->name, pooled[score - model->predictors]);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of a sorted list. */
static double percentile(const double *sorted, int count, double percent)
{
    double place = percent * (count - 1) / 100.0;
    int left = (int)floor(place), right = (int)ceil(place);
    if (left == right)
        return sorted[left];
    return sorted[left] * (right - place) + sorted[right] * (place - left);
}

/* Section 5, from the raw predictions of all members but the lead. */
static void pool(const EvqPredictor *settings, double *raw, int count, double scores[POOLED])
{
    double sum = 0.0, squares = 0.0;
    for (int k = 0; k < count; k++)
        sum = sum + raw[k];
    double mean = sum / count;
    for (int k = 0; k < count; k++) {
        double d = raw[k] - mean;
        squares = squares + d * d;
    }
    double deviation = sqrt(squares / count), step = 0.01;
    double slope = (evq_predictor_finish(settings, mean + step) -
                    evq_predictor_finish(settings, mean - step)) /
                   (2.0 * step);
    qsort(raw, (size_t)count, sizeof *raw, compare);
    scores[BAGGING] = evq_predictor_finish(settings, mean);
    scores[STDDEV] = deviation * slope;
    scores[CI_LOW] = evq_predictor_finish(settings, percentile(raw, count, 2.5));
    scores[CI_HIGH] = evq_predictor_finish(settings, percentile(raw, count, 97.5));
}

void evq_model_predict(const EvqModel *model, double (*value)[EVQ_SVM_FEATURES], double *scores)
{
    double raw[EVQ_MODEL_MEMBERS];
    for (int k = 0; k < model->predictors; k++) {
        raw[k] = evq_predictor_raw(&model->predictor[k], value[k]);
        scores[k] = evq_predictor_finish(&model->predictor[k], raw[k]);
    }
    if (model->is_collection)
        pool(&model->predictor[1], &raw[1], model->predictors - 1, &scores[model->predictors]);
}
