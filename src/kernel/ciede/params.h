/* Params of the ciede kernels. */
#ifndef EVQ_CIEDE_PARAMS_H
#define EVQ_CIEDE_PARAMS_H

#include "kernel/port/port.h"

typedef struct CiedeParams {
    Geometry g;
    i32 flavour;          /* 0 or 1, section 4 */
    i32 shift_x, shift_y; /* chroma sample of luma (x, y): (x >> shift_x, y >> shift_y) */
    i32 black, grey;      /* codes of black and of no chroma at this depth */
    i32 rows;             /* rows of the picture */
    u64 luma_scale;       /* bits of the doubles 1/(219 s) and 1/(224 s), s = 2^(depth - 8) */
    u64 chroma_scale;
    f32 luma_head, luma_tail; /* the same as pairs of floats */
    f32 chroma_head, chroma_tail;
} CiedeParams;

#define CIEDE_CHUNK 64 /* values of a row that are summed together, */
#define CIEDE_GROUP 32 /* and rows */

typedef struct CiedeSumParams {
    Geometry g;
    i32 width, rows; /* of the picture */
    i32 chunks;      /* of a row */
} CiedeSumParams;

#endif
