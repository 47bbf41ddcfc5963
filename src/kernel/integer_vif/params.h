/* Params of the kernels of vif, the integer one. */
#ifndef EVQ_INTEGER_VIF_PARAMS_H
#define EVQ_INTEGER_VIF_PARAMS_H

#include "kernel/port/port.h"

#define IVIF_SCALES  4
#define IVIF_SUMS    4    /* of a scale: numerator, denominator, flat pixels' s2, their number */
#define IVIF_LOG_ROW 4096 /* entries of the logarithm table */

typedef struct IvifParams {
    Geometry g;
    i32 mean_shift;   /* v of spec section 4 */
    i32 square_shift; /* q */
    i32 scale;        /* 0 is the finest; where lanes add */
    i32 width;        /* pixels of a row, where lanes add */
    i32 height;       /* of the scale, likewise */
    i32 slot;         /* which sums are this scale's, likewise */
    u64 gain_limit;   /* bits of the double */
} IvifParams;

#endif
