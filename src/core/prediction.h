/* The models of a session: which outputs they take, and predicting once a frame has them all. */
#ifndef EVQ_CORE_PREDICTION_H
#define EVQ_CORE_PREDICTION_H

#include "core/session.h"

/* Stores what a metric gives for a frame. Whoever completes the frame's features predicts. */
void evq_prediction_put(EvqSession *session, const EvqInstance *instance, size_t frame,
                        const double *scores);

/* The name of a score that models give, by its number among them. Writes nothing past the end. */
const char *evq_prediction_name(const EvqSession *session, size_t prediction);

void evq_predictions_destroy(EvqSession *session);

#endif
