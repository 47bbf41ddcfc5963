/*
 * Models: what turns the features of a frame into a score (docs/spec/vmaf_model.md). A model is
 * read once, does not change, and may be used by several sessions at once.
 */
#ifndef EVQ_MODEL_MODEL_H
#define EVQ_MODEL_MODEL_H

#include "metric/option.h"
#include "model/svm.h"
#include "model/transform.h"

#include <stdatomic.h>

#define EVQ_MODEL_MEMBERS 64 /* predictors of a collection, its lead included */

/* The output of a metric that a predictor takes. */
typedef struct EvqModelFeature {
    const char *metric;
    const char *output; /* without the suffix that options bring */
    char *options;      /* as "name=value:name=value", NULL: none; owned */
} EvqModelFeature;

/* One support vector regression with what is around it. */
typedef struct EvqPredictor {
    int features;
    EvqModelFeature feature[EVQ_SVM_FEATURES];
    int rescales;
    double slope[EVQ_SVM_FEATURES + 1], intercept[EVQ_SVM_FEATURES + 1]; /* [0]: of the score */
    EvqSvm svm;
    int transforms, clips;
    EvqTransform transform;
    double clip_min, clip_max;
} EvqPredictor;

/* A predictor, or a collection: a lead and the members whose predictions are pooled. */
struct EvqModel {
    atomic_int owners;
    char *name, *text;
    int predicts; /* 0: the features are scored and nothing is predicted */
    int is_collection;
    int predictors;
    EvqPredictor *predictor;
};

/* Another owner, for evq_model_close(). */
EvqModel *evq_model_share(EvqModel *model);

/* A model from the text of its file; `path` is for messages. */
int evq_model_parse(EvqModel **model, const char *path, const char *text, size_t length,
                    const EvqModelConfig *config, EvqError *error);

/* Scores of a frame: 1, or of a collection one per predictor and four pooled ones. */
#define EVQ_MODEL_SCORES (EVQ_MODEL_MEMBERS + 4)
int evq_model_scores(const EvqModel *model);
/* Writes the name of a score. */
void evq_model_score_name(const EvqModel *model, int score, char name[EVQ_NAME_SIZE]);
/* The scores of a frame. value[k] are the features of predictor k. */
void evq_model_predict(const EvqModel *model, double (*value)[EVQ_SVM_FEATURES], double *scores);

#endif
