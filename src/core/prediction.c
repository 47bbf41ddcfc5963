#include "core/prediction.h"

#include "core/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A model in a session. */
typedef struct EvqUsedModel {
    EvqModel *model;
    size_t (*input)[EVQ_SVM_FEATURES]; /* by predictor and feature: the output of a metric */
    size_t first;                      /* of its scores, among those of all models */
    char (*name)[EVQ_NAME_SIZE];       /* of its scores */
} EvqUsedModel;

/* ---- Adding a model ---- */

static void free_used(EvqUsedModel *used)
{
    evq_model_close(&used->model);
    free(used->input);
    free(used->name);
}

void evq_predictions_destroy(EvqSession *session)
{
    for (size_t i = 0; i < session->models; i++)
        free_used(&session->model[i]);
    free(session->model);
}

/* The output of an instance that has this name and the suffix of its options. */
static int find_output(const EvqInstance *instance, const EvqModelFeature *feature, size_t *output)
{
    char name[EVQ_NAME_SIZE];
    snprintf(name, sizeof name, "%s", feature->output);
    evq_options_suffix(&instance->metric->options, instance->variant[0].state, name);
    for (int i = 0; i < instance->outputs.count; i++)
        if (strcmp(instance->outputs.name[i], name) == 0) {
            *output = instance->first_output + (size_t)i;
            return 1;
        }
    return 0;
}

static int add_feature(EvqSession *session, const EvqModel *model, const EvqModelFeature *feature,
                       size_t *output, EvqError *error)
{
    EvqInstance *instance;
    int status = evq_session_require(session, feature->metric, feature->options, &instance, error);
    if (status < 0)
        return status;
    if (find_output(instance, feature, output))
        return EVQ_OK;
    return evq_fail(error, EVQ_E_USAGE, "model %.80s: %s does not give %s with these options",
                    evq_model_name(model), feature->metric, feature->output);
}

static int add_features(EvqSession *session, EvqUsedModel *used, EvqError *error)
{
    const EvqModel *model = used->model;
    int status = EVQ_OK;
    for (int k = 0; k < model->predictors; k++) {
        const EvqPredictor *predictor = &model->predictor[k];
        for (int j = 0; j < predictor->features && status == EVQ_OK; j++)
            status = add_feature(session, model, &predictor->feature[j], &used->input[k][j], error);
    }
    return status;
}

/* Names the scores; none may be the name of another score. */
static int name_scores(const EvqSession *session, EvqUsedModel *used, EvqError *error)
{
    size_t same;
    for (int i = 0; i < evq_model_scores(used->model); i++) {
        evq_model_score_name(used->model, i, used->name[i]);
        if (evq_session_output_find(session, used->name[i], &same))
            return evq_fail(error, EVQ_E_USAGE,
                            "two scores would be called %.100s: give the model another name",
                            used->name[i]);
    }
    return EVQ_OK;
}

static int allocate(EvqSession *session, EvqUsedModel *used, EvqError *error)
{
    const EvqModel *model = used->model;
    used->input = calloc((size_t)model->predictors, sizeof *used->input);
    used->name = calloc((size_t)evq_model_scores(model) + 1, sizeof *used->name);
    EvqUsedModel *grown = realloc(session->model, (session->models + 1) * sizeof *grown);
    if (grown)
        session->model = grown;
    if (used->input && used->name && grown)
        return EVQ_OK;
    return evq_fail(error, EVQ_E_NOMEM, "out of memory: model %.80s", evq_model_name(model));
}

int evq_session_add_model(EvqSession *session, EvqModel *model, EvqError *error)
{
    if (session->frames || session->flushed)
        return evq_fail(error, EVQ_E_USAGE, "models must be added before the first pair");
    EvqUsedModel used = { .model = evq_model_share(model), .first = session->predictions };
    int status = allocate(session, &used, error);
    if (status == EVQ_OK)
        status = add_features(session, &used, error);
    if (status == EVQ_OK)
        status = name_scores(session, &used, error);
    if (status < 0) {
        free_used(&used);
        return status;
    }
    session->model[session->models++] = used;
    session->predictions += (size_t)evq_model_scores(model);
    session->ledger.outputs += (size_t)evq_model_scores(model);
    return EVQ_OK;
}

/* ---- Predicting ---- */

static void predict(EvqSession *session, const EvqUsedModel *used, size_t frame)
{
    double value[EVQ_MODEL_MEMBERS][EVQ_SVM_FEATURES], scores[EVQ_MODEL_SCORES];
    const EvqModel *model = used->model;
    for (int k = 0; k < model->predictors; k++)
        for (int j = 0; j < model->predictor[k].features; j++)
            evq_ledger_get(&session->ledger, used->input[k][j], frame, &value[k][j]);
    evq_model_predict(model, value, scores);
    evq_ledger_set(&session->ledger, frame, session->metric_outputs + used->first, scores,
                   (size_t)evq_model_scores(model));
}

void evq_prediction_put(EvqSession *session, const EvqInstance *instance, size_t frame,
                        const double *scores)
{
    size_t computed = evq_ledger_set(&session->ledger, frame, instance->first_output, scores,
                                     (size_t)instance->outputs.count);
    if (computed != session->metric_outputs)
        return;
    for (size_t i = 0; i < session->models; i++)
        if (evq_model_scores(session->model[i].model))
            predict(session, &session->model[i], frame);
}

/* ---- Reading ---- */

const char *evq_prediction_name(const EvqSession *session, size_t prediction)
{
    for (size_t i = 0; i < session->models; i++) {
        const EvqUsedModel *used = &session->model[i];
        if (prediction - used->first < (size_t)evq_model_scores(used->model))
            return used->name[prediction - used->first];
    }
    return NULL;
}

size_t evq_session_model_count(const EvqSession *session)
{
    return session->models;
}

const char *evq_session_model_text(const EvqSession *session, size_t model)
{
    return evq_model_text(session->model[model].model);
}
