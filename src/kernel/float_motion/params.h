/* Params of the float_motion kernels. */
#ifndef EVQ_FLOAT_MOTION_PARAMS_H
#define EVQ_FLOAT_MOTION_PARAMS_H

#include "kernel/port/port.h"

typedef struct MotionParams {
    Geometry g;
    i32 rows;   /* rows of the plane: those that a frame sum adds */
    i32 slot;   /* where a frame sum stands */
    f32 scale;  /* load: 1 / div, exact */
    i32 width;  /* halving: columns of the plane, */
    i32 pitch;  /* elements from row to row in memory, */
    i32 stride; /* and as the scaler takes it, spec section 5 */
} MotionParams;

#endif
