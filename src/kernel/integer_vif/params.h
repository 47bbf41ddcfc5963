/* Params of the kernels of vif, the integer one. */
#ifndef EVQ_INTEGER_VIF_PARAMS_H
#define EVQ_INTEGER_VIF_PARAMS_H

#include "kernel/port/port.h"

#define IVIF_SCALES  4
#define IVIF_SUMS    4    /* of a scale: numerator, denominator, flat pixels' s2, their number */
#define IVIF_LOG_ROW 4096 /* entries of the logarithm table */

/* Sub-planes of vertically blurred rows: both means, then both halves of each product. */
enum { IVIF_REF, IVIF_DIS, IVIF_REF2, IVIF_DIS2 = 4, IVIF_BOTH = 6, IVIF_PLANES = 8 };

/* The same where items run side by side: both means in one element, each product whole. */
enum { IVIF_WIDE_MEANS, IVIF_WIDE_REF2, IVIF_WIDE_DIS2, IVIF_WIDE_BOTH, IVIF_WIDE_PLANES };

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
