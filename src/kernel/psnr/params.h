/* Params of the squared-error kernels. */
#ifndef EVQ_PSNR_PARAMS_H
#define EVQ_PSNR_PARAMS_H

#include "kernel/port/port.h"

typedef struct SseParams {
    Geometry g;
    i32 rows; /* rows of the plane */
    i32 slot; /* where a total is stored */
} SseParams;

#endif
