/* Scoring pairs on one cell. */
#ifndef EVQ_TOOL_GATE_RUN_H
#define EVQ_TOOL_GATE_RUN_H

#include "cells.h"
#include "scores.h"

/* Where pairs come from: 1 and both frames filled, 0 at the end, negative on failure. */
typedef struct EvqPairSource {
    EvqFormat format;
    int (*next)(void *opaque, EvqFrame *reference, EvqFrame *distorted, EvqError *error);
    void *opaque;
    uint64_t first; /* the number of the first pair */
} EvqPairSource;

/* Stands before the text of a model in a list of metrics. */
#define EVQ_GATE_MODEL "model "

/* NULL where the text is a metric's. */
const char *evq_cli_gate_model(const char *text);

typedef struct EvqMetricList {
    const char *const *text;
    size_t count;
} EvqMetricList;

/* Whether a metric or model can score such pairs: EVQ_OK, EVQ_E_INPUT or EVQ_E_USAGE with the
 * reason. */
int evq_cli_gate_accepts(const char *metric, const EvqFormat *format, EvqError *error);

/*
 * Scores all pairs of a source on an open cell. `seconds` grows by the wall time from when the
 * first pair was handed over, so that building kernels is not in it. The scores may be freed in
 * every case.
 */
int evq_cli_gate_score(EvqScores *scores, double *seconds, const EvqCell *cell,
                       const EvqMetricList *metrics, const EvqPairSource *source, EvqError *error);

#endif
