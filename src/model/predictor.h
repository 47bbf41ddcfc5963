/* Reading one predictor from a model file, vmaf_model.md section 1. */
#ifndef EVQ_MODEL_PREDICTOR_H
#define EVQ_MODEL_PREDICTOR_H

#include "model/json.h"
#include "model/model.h"

/* From an object with "model_dict". `number` is its key in a collection, -1 outside of one. On
 * failure the caller frees the same way. */
int evq_predictor_parse(EvqPredictor *predictor, const EvqJson *json, int number,
                        const EvqModelConfig *config);
void evq_predictor_free(EvqPredictor *predictor);

/* Steps 2 to 5 of section 3: what a collection pools. */
double evq_predictor_raw(const EvqPredictor *predictor, const double *value);
/* Step 6: transform and clip. */
double evq_predictor_finish(const EvqPredictor *predictor, double y);

#endif
