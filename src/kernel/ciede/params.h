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

/* The table of the quick evaluation at 8 bits: doubles. Red by 256 Cr + luma, blue by 256 Cb +
 * luma, and the operand of green's power as a sum of one by luma, one by Cb and one by Cr. */
#define CIEDE_TABLE_RED   0
#define CIEDE_TABLE_BLUE  65536
#define CIEDE_TABLE_GREEN 131072
#define CIEDE_TABLE_SIZE  (131072 + 3 * 256)

#define CIEDE_CHUNK 64 /* values of a row that are summed together, */
#define CIEDE_GROUP 32 /* and rows */

typedef struct CiedeSumParams {
    Geometry g;
    i32 width, rows; /* of the picture */
    i32 chunks;      /* of a row */
} CiedeSumParams;

#endif
