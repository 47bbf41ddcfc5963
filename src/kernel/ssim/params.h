/* Params of the kernels of float_ssim and float_ms_ssim. */
#ifndef EVQ_SSIM_PARAMS_H
#define EVQ_SSIM_PARAMS_H

#include "kernel/port/port.h"

/* Columns, then rows, that a work-item makes where thousands run side by side. */
#define SSIM_COLUMNS 8
#define SSIM_ROWS    8

typedef struct SsimParams {
    Geometry g;
    i32 width; /* window: columns from one of five images side by side to the next; else of a row */
    i32 height; /* pyramid from samples: of the picture */
    f32 scale;  /* load: turns samples into units of 8 bits, exact */
} SsimParams;

typedef struct BoxParams {
    Geometry g;
    i32 factor;        /* side of the box */
    i32 width, height; /* of the source */
    f32 scale;         /* as in SsimParams */
    f32 tap;           /* 1 / factor^2 */
} BoxParams;

#endif
