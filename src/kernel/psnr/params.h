/* Params of the squared-error kernels. */
#ifndef EVQ_PSNR_PARAMS_H
#define EVQ_PSNR_PARAMS_H

#include "kernel/port/port.h"

#define SSE_LANES 64 /* work-items that share a row */
#define SSE_FOLD  64 /* rows of lanes that become one */

typedef struct SseParams {
    Geometry g;
    i32 rows;           /* rows of the plane */
    i32 rows_of_chroma; /* of the others, where one kernel adds several planes */
    i32 width;          /* samples of a row, where lanes add */
    i32 slot;           /* where a total is stored; the plane of lanes */
} SseParams;

#endif
