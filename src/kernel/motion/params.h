/* Params of the integer motion kernels. */
#ifndef EVQ_MOTION_PARAMS_H
#define EVQ_MOTION_PARAMS_H

#include "kernel/port/port.h"

#define SAD_ROWS    4  /* rows of the picture whose differences are one value of the result */
#define SAD_COLUMNS 4  /* columns of a tile */
#define SAD_LANES   64 /* partial sums of a row of tiles */

typedef struct SadParams {
    Geometry g;
    i32 width, rows; /* of the plane */
    i32 shift;       /* bits of a sample */
    i32 partials;    /* lanes: partial sums of a row */
} SadParams;

#endif
