#include "model/predictor.h"

#include "core/error.h"
#include "core/number.h"
#include "model/feature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Parser {
    EvqPredictor *predictor;
    const EvqModelConfig *config;
    EvqJson json; /* model_dict */
} Parser;

/* ---- Features and their options ---- */

/* Appends ":key=value" to the options of a feature. */
static int add_option(Parser *parser, EvqModelFeature *feature, const char *key, const char *value)
{
    char *options;
    if (asprintf(&options, "%s%s%s=%s", feature->options ? feature->options : "",
                 feature->options ? ":" : "", key, value) < 0)
        return evq_fail(parser->json.error, EVQ_E_NOMEM, "out of memory: options of a model");
    free(feature->options);
    feature->options = options;
    return EVQ_OK;
}

/* An option's value as the text that a metric reads; numbers by their six-digit form. */
static int option_text(Parser *parser, const char *key, struct json_object *value, char text[64])
{
    float number;
    if (json_object_is_type(value, json_type_boolean)) {
        snprintf(text, 64, "%s", json_object_get_boolean(value) ? "true" : "false");
        return EVQ_OK;
    }
    if (json_object_is_type(value, json_type_string)) {
        const char *word = json_object_get_string(value);
        if (strlen(word) >= 64 || strpbrk(word, ":="))
            return evq_json_fail(&parser->json, "feature_opts_dicts", "%.40s: not a value", key);
        strcpy(text, word);
        return EVQ_OK;
    }
    if ((!json_object_is_type(value, json_type_double) &&
         !json_object_is_type(value, json_type_int)) ||
        evq_parse_float(json_object_get_string(value), &number) < 0)
        return evq_json_fail(&parser->json, "feature_opts_dicts", "%.40s: not a value", key);
    evq_print_g(text, 64, (double)number);
    return EVQ_OK;
}

static int parse_feature_options(Parser *parser, EvqModelFeature *feature,
                                 struct json_object *options)
{
    if (!json_object_is_type(options, json_type_object))
        return evq_json_fail(&parser->json, "feature_opts_dicts", "expected an array of objects");
    json_object_object_foreach(options, key, value)
    {
        char text[64];
        if (strpbrk(key, ":="))
            return evq_json_fail(&parser->json, "feature_opts_dicts", "%.40s: not a name", key);
        int status = option_text(parser, key, value, text);
        if (status == EVQ_OK)
            status = add_option(parser, feature, key, text);
        if (status < 0)
            return status;
    }
    return EVQ_OK;
}

static int parse_options(Parser *parser)
{
    struct json_object *dicts;
    int status = evq_json_optional(&parser->json, "feature_opts_dicts", json_type_array, &dicts);
    if (status <= 0)
        return status;
    size_t count = json_object_array_length(dicts);
    if (count != (size_t)parser->predictor->features)
        return evq_json_fail(&parser->json, "feature_opts_dicts", "expected %d objects, not %zu",
                             parser->predictor->features, count);
    status = EVQ_OK;
    for (size_t i = 0; i < count && status == EVQ_OK; i++)
        status = parse_feature_options(parser, &parser->predictor->feature[i],
                                       json_object_array_get_idx(dicts, i));
    return status;
}

/* "METRIC.OPTION=VALUE" of the configuration: an option for every feature of that metric. */
static int override_option(Parser *parser, char *item)
{
    char *option = strchr(item, '.'), *value = strchr(item, '=');
    EvqPredictor *predictor = parser->predictor;
    int status = EVQ_OK, used = 0;
    if (!option || !value || option > value)
        return evq_fail(parser->json.error, EVQ_E_USAGE,
                        "model: \"%.80s\" is not of the form metric.option=value", item);
    *option++ = 0;
    *value++ = 0;
    for (int i = 0; i < predictor->features && status == EVQ_OK; i++)
        if (strcmp(predictor->feature[i].metric, item) == 0) {
            status = add_option(parser, &predictor->feature[i], option, value);
            used = 1;
        }
    if (!used)
        return evq_fail(parser->json.error, EVQ_E_USAGE,
                        "model: %.80s.%.80s: no feature of this model comes from a metric %.80s",
                        item, option, item);
    return status;
}

static int override_options(Parser *parser)
{
    if (!parser->config->options || !*parser->config->options)
        return EVQ_OK;
    char *copy = strdup(parser->config->options), *rest = NULL;
    if (!copy)
        return evq_fail(parser->json.error, EVQ_E_NOMEM, "out of memory: options of a model");
    int status = EVQ_OK;
    for (char *item = strtok_r(copy, ":", &rest); item && status == EVQ_OK;
         item = strtok_r(NULL, ":", &rest))
        status = override_option(parser, item);
    free(copy);
    return status;
}

static int parse_feature_name(Parser *parser, EvqModelFeature *feature, struct json_object *name)
{
    if (!json_object_is_type(name, json_type_string))
        return evq_json_fail(&parser->json, "feature_names", "expected an array of strings");
    const char *text = json_object_get_string(name);
    const EvqFeatureSource *source = evq_feature_source(text);
    if (!source)
        return evq_json_fail(&parser->json, "feature_names",
                             "no metric gives %.60s (models of float or v1 features are not "
                             "supported)",
                             text);
    feature->metric = source->metric;
    feature->output = source->output;
    return EVQ_OK;
}

static int parse_features(Parser *parser)
{
    struct json_object *names;
    int status = evq_json_member(&parser->json, "feature_names", json_type_array, &names);
    if (status < 0)
        return status;
    size_t count = json_object_array_length(names);
    if (count < 1 || count > EVQ_SVM_FEATURES)
        return evq_json_fail(&parser->json, "feature_names", "expected 1 to %d names, not %zu",
                             EVQ_SVM_FEATURES, count);
    parser->predictor->features = (int)count;
    for (size_t i = 0; i < count && status == EVQ_OK; i++)
        status = parse_feature_name(parser, &parser->predictor->feature[i],
                                    json_object_array_get_idx(names, i));
    if (status == EVQ_OK)
        status = parse_options(parser);
    return status < 0 ? status : override_options(parser);
}

/* ---- Scales, transform, clip ---- */

static int parse_word(Parser *parser, const char *key, const char *const *words, int *index)
{
    struct json_object *value;
    int status = evq_json_member(&parser->json, key, json_type_string, &value);
    if (status < 0)
        return status;
    const char *text = json_object_get_string(value);
    for (*index = 0; words[*index]; ++*index)
        if (strcmp(words[*index], text) == 0)
            return EVQ_OK;
    return evq_json_fail(&parser->json, key, "%.60s is not supported", text);
}

static int parse_scales(Parser *parser)
{
    static const char *const norms[] = { "none", "linear_rescale", NULL };
    EvqPredictor *predictor = parser->predictor;
    struct json_object *slopes, *intercepts;
    int count = predictor->features + 1;
    int status = parse_word(parser, "norm_type", norms, &predictor->rescales);
    if (status < 0 || !predictor->rescales)
        return status;
    status = evq_json_member(&parser->json, "slopes", json_type_array, &slopes);
    if (status == EVQ_OK)
        status = evq_json_numbers(&parser->json, "slopes", slopes, count, predictor->slope);
    if (status == EVQ_OK)
        status = evq_json_member(&parser->json, "intercepts", json_type_array, &intercepts);
    if (status == EVQ_OK)
        status =
            evq_json_numbers(&parser->json, "intercepts", intercepts, count, predictor->intercept);
    if (status == EVQ_OK && predictor->slope[0] == 0.0)
        return evq_json_fail(&parser->json, "slopes", "that of the score is 0");
    return status;
}

static int parse_terms(const EvqJson *json, EvqTransform *transform)
{
    static const char *const keys[EVQ_TRANSFORM_TERMS] = { "p0", "p1", "p2" };
    for (int i = 0; i < EVQ_TRANSFORM_TERMS; i++) {
        struct json_object *value;
        int status = evq_json_optional(json, keys[i], json_type_double, &value);
        transform->has_term[i] = status > 0;
        if (status > 0)
            status = evq_json_number(json, keys[i], value, &transform->term[i]);
        if (status < 0)
            return status;
    }
    return EVQ_OK;
}

static int parse_knots(const EvqJson *json, EvqTransform *transform)
{
    struct json_object *knots;
    int status = evq_json_optional(json, "knots", json_type_array, &knots);
    if (status <= 0)
        return status;
    size_t count = json_object_array_length(knots);
    if (count < 2 || count > EVQ_TRANSFORM_KNOTS)
        return evq_json_fail(json, "knots", "expected 2 to %d points, not %zu", EVQ_TRANSFORM_KNOTS,
                             count);
    for (size_t i = 0; i < count; i++) {
        const double *knot = transform->knot[i], *before = i ? transform->knot[i - 1] : NULL;
        status = evq_json_numbers(json, "knots", json_object_array_get_idx(knots, i), 2,
                                  transform->knot[i]);
        if (status < 0)
            return status;
        if (before && (knot[0] <= before[0] || knot[1] < before[1]))
            return evq_json_fail(json, "knots", "points must rise in x and not fall in y");
    }
    transform->knots = (int)count;
    return EVQ_OK;
}

/* The string "true" or "false". */
static int parse_switch(const EvqJson *json, const char *key, int *on)
{
    struct json_object *value;
    int status = evq_json_optional(json, key, json_type_string, &value);
    if (status <= 0)
        return status;
    const char *text = json_object_get_string(value);
    *on = strcmp(text, "true") == 0;
    return *on || strcmp(text, "false") == 0
               ? EVQ_OK
               : evq_json_fail(json, key, "expected \"true\" or \"false\"");
}

static int parse_transform(Parser *parser)
{
    EvqPredictor *predictor = parser->predictor;
    EvqTransform *transform = &predictor->transform;
    EvqJson json = parser->json;
    struct json_object *enabled;
    int status =
        evq_json_optional(&parser->json, "score_transform", json_type_object, &json.object);
    if (status <= 0)
        return status;
    json.where = "score_transform.";
    status = evq_json_optional(&json, "enabled", json_type_boolean, &enabled);
    predictor->transforms =
        parser->config->enable_transform || (status > 0 && json_object_get_boolean(enabled));
    if (status >= 0)
        status = parse_terms(&json, transform);
    if (status >= 0)
        status = parse_knots(&json, transform);
    if (status >= 0)
        status = parse_switch(&json, "out_lte_in", &transform->out_lte_in);
    if (status >= 0)
        status = parse_switch(&json, "out_gte_in", &transform->out_gte_in);
    return status;
}

static int parse_clip(Parser *parser)
{
    EvqPredictor *predictor = parser->predictor;
    struct json_object *clip;
    double ends[2];
    int status = evq_json_optional(&parser->json, "score_clip", json_type_array, &clip);
    if (status <= 0)
        return status;
    status = evq_json_numbers(&parser->json, "score_clip", clip, 2, ends);
    if (status < 0)
        return status;
    if (ends[0] > ends[1])
        return evq_json_fail(&parser->json, "score_clip", "the minimum is above the maximum");
    predictor->clips = !parser->config->disable_clip;
    predictor->clip_min = ends[0];
    predictor->clip_max = ends[1];
    return EVQ_OK;
}

/* ---- The whole ---- */

static int parse_type(Parser *parser, int number)
{
    static const char *const types[] = { "LIBSVMNUSVR", "BOOTSTRAP_LIBSVMNUSVR",
                                         "RESIDUEBOOTSTRAP_LIBSVMNUSVR", NULL };
    int type, present;
    int status = parse_word(parser, "model_type", types, &type);
    if (status < 0)
        return status;
    if (number >= 0 && type == 0)
        return evq_json_fail(&parser->json, "model_type", "not that of a collection");
    evq_json_find(&parser->json, "chroma_correction_parameter", &present);
    if (present)
        return evq_json_fail(&parser->json, "chroma_correction_parameter",
                             "models of the v1 family are not supported");
    return EVQ_OK;
}

static int parse_svm(Parser *parser)
{
    struct json_object *model;
    char what[280];
    int status = evq_json_member(&parser->json, "model", json_type_string, &model);
    if (status < 0)
        return status;
    snprintf(what, sizeof what, "%.200s: %.32smodel", parser->json.path, parser->json.where);
    return evq_svm_parse(&parser->predictor->svm, json_object_get_string(model),
                         parser->predictor->features, what, parser->json.error);
}

int evq_predictor_parse(EvqPredictor *predictor, const EvqJson *json, int number,
                        const EvqModelConfig *config)
{
    Parser parser = { .predictor = predictor, .config = config, .json = *json };
    char where[32] = "model_dict.";
    int status = evq_json_member(json, "model_dict", json_type_object, &parser.json.object);
    if (status < 0)
        return status;
    if (number >= 0)
        snprintf(where, sizeof where, "%d.model_dict.", number);
    parser.json.where = where;
    status = parse_type(&parser, number);
    if (status == EVQ_OK)
        status = parse_features(&parser);
    if (status == EVQ_OK)
        status = parse_scales(&parser);
    if (status == EVQ_OK)
        status = parse_transform(&parser);
    if (status == EVQ_OK)
        status = parse_clip(&parser);
    return status < 0 ? status : parse_svm(&parser);
}

void evq_predictor_free(EvqPredictor *predictor)
{
    for (int i = 0; i < predictor->features; i++)
        free(predictor->feature[i].options);
    evq_svm_free(&predictor->svm);
}

/* ---- Prediction ---- */

double evq_predictor_raw(const EvqPredictor *p, const double *value)
{
    double x[EVQ_SVM_FEATURES];
    for (int j = 0; j < p->features; j++)
        x[j] = p->rescales ? p->slope[j + 1] * value[j] + p->intercept[j + 1] : value[j];
    double y = evq_svm_predict(&p->svm, x);
    return p->rescales ? (y - p->intercept[0]) / p->slope[0] : y;
}

double evq_predictor_finish(const EvqPredictor *p, double y)
{
    if (p->transforms)
        y = evq_transform(&p->transform, y);
    if (p->clips) {
        y = y < p->clip_min ? p->clip_min : y;
        y = y > p->clip_max ? p->clip_max : y;
    }
    return y;
}
