/*
 * The host side of a metric: its options, its plan, and the frame's scores from the sums. A metric
 * calls neither device nor core; core runs the plan and hands over the result.
 */
#ifndef EVQ_METRIC_METRIC_H
#define EVQ_METRIC_METRIC_H

#include "metric/option.h"
#include "plan/plan.h"

#define EVQ_METRIC_OUTPUTS    24
#define EVQ_METRIC_AGGREGATES 4
#define EVQ_METRIC_TOTALS     8

/* Of a metric that combines neighbouring frames: from which frame on there are values, and that the
 * scores of frame i combine those of frames i - back .. i + ahead. */
typedef struct EvqReach {
    int first, back, ahead; /* back and ahead: at most EVQ_NEIGHBOURS */
} EvqReach;

#define EVQ_NEIGHBOURS 2

/* A frame among its neighbours. */
typedef struct EvqNeighbours {
    size_t frame;
    int following; /* frames that follow it; beyond EVQ_NEIGHBOURS they are not counted */
    double value[2 * EVQ_NEIGHBOURS + 1]; /* [EVQ_NEIGHBOURS + k] is that of frame + k; 0 where
                                             there is none or it is out of reach */
} EvqNeighbours;

/* What a metric gives, filled by its init from the options and the format. */
typedef struct EvqMetricOutputs {
    char name[EVQ_METRIC_OUTPUTS][EVQ_NAME_SIZE];
    int count;
    const char *aggregate[EVQ_METRIC_AGGREGATES];
    int aggregate_count;
    EvqReach reach;
} EvqMetricOutputs;

typedef struct EvqMetric {
    EvqMetricInfo info;
    EvqOptionTable options;
    size_t state_size; /* the options' values and whatever the metric keeps; zeroed before init */
    int rgb;           /* 1: scores RGB pictures too */
    int every_frame;   /* 1: computes frames that --subsample leaves out, for its aggregates */

    /* After the options were parsed into the state: checks the format (EVQ_E_INPUT), names the
     * outputs and writes the plan. On failure destroy is not called. */
    int (*init)(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error);
    /* One score per output from the plan's result buffer (NULL when the plan has no stages).
     * Called from several threads at once. */
    void (*finish)(const void *state, const void *result, double *scores);
    /*
     * Of a metric whose scores combine neighbouring frames, else NULL. `finish` then gives one
     * value, what lies between a frame and an earlier one; combine makes the scores of a frame from
     * the values within its reach.
     */
    void (*combine)(const void *state, const EvqNeighbours *neighbours, double *scores);
    /* Adds a frame's share to the totals; integers, so that the order does not matter. Or NULL. */
    void (*total)(const void *state, const void *result, uint64_t totals[EVQ_METRIC_TOTALS]);
    void (*aggregate)(const void *state, const uint64_t totals[EVQ_METRIC_TOTALS], double *values);
    void (*destroy)(void *state); /* or NULL */
} EvqMetric;

/* The metric of that name, NULL when there is none. */
const EvqMetric *evq_metric_find(const char *name);

#endif
