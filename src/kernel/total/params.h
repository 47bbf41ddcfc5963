/* Params of the kernels that sum binary64 terms in raster order. */
#ifndef EVQ_TOTAL_PARAMS_H
#define EVQ_TOTAL_PARAMS_H

#include "kernel/port/port.h"

#define TOTAL_LANES 64 /* partial sums of a row */

typedef struct TotalParams {
    Geometry g;
    i32 slot;   /* where the totals stand */
    i32 width;  /* terms of a row */
    i32 rows;   /* rows of terms */
    i32 planes; /* sums side by side */
    u64 count;  /* bits of the double by which a total is divided */
    u64 error;  /* bits of the double: what any two orders may differ by, over the sum of
                   magnitudes */
} TotalParams;

#endif
