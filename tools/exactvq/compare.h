/* Two columns of scores, frame by frame and bit for bit. */
#ifndef EVQ_TOOL_COMPARE_H
#define EVQ_TOOL_COMPARE_H

#include "scores.h"

#define EVQ_RANGES_SHOWN 8

/* Frames in rising order: how many there are and the first runs of neighbours among them. */
typedef struct EvqFrameRuns {
    uint64_t count;
    size_t runs;
    uint64_t first[EVQ_RANGES_SHOWN], last[EVQ_RANGES_SHOWN];
} EvqFrameRuns;

typedef struct EvqComparison {
    uint64_t frames;       /* that both columns have */
    uint64_t identical;    /* of those: as evq_cli_identical() says */
    uint64_t beyond;       /* of those: further apart than the tolerance */
    double max_difference; /* NaN when something that is no number meets a number */
    uint64_t max_ulp;      /* doubles from one value to the other; not counted where one is NaN */
    EvqScore example[2];   /* the first pair beyond the tolerance, else the first not identical */
    EvqFrameRuns only[2];  /* frames that one column has alone */
} EvqComparison;

/* The same bits, or both NaN, or null and not finite. */
int evq_cli_identical(const EvqScore *left, const EvqScore *right);

void evq_cli_compare(EvqComparison *comparison, const EvqColumn *left, const EvqColumn *right,
                     double tolerance);

#endif
