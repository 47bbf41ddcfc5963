/* Scores that combine neighbouring frames (EvqMetric.combine), whatever order frames finish in. */
#ifndef EVQ_CORE_TEMPORAL_H
#define EVQ_CORE_TEMPORAL_H

#include "core/session.h"

/* Whether such a metric has anything to compute for a frame. */
int evq_temporal_runs(const EvqSession *session, size_t frame);
/* Takes the value between a frame and the one before it; sets the scores that it completes. */
void evq_temporal_put(EvqSession *session, EvqInstance *instance, size_t frame, double value);
/* No frame follows: sets the scores of the last one. */
void evq_temporal_finish(EvqSession *session, EvqInstance *instance);

#endif
