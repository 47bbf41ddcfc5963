/* Params of the ciede kernels. */
#ifndef EVQ_CIEDE_PARAMS_H
#define EVQ_CIEDE_PARAMS_H

#include "kernel/port/port.h"

typedef struct CiedeParams {
    Geometry g;
    i32 flavour;          /* 0 or 1, section 4 */
    i32 shift_x, shift_y; /* chroma sample of luma (x, y): (x >> shift_x, y >> shift_y) */
    i32 black, grey;      /* codes of black and of no chroma at this depth */
    i32 width;            /* of the picture */
    u64 luma_scale;       /* bits of the doubles 1/(219 s) and 1/(224 s), s = 2^(depth - 8) */
    u64 chroma_scale;
    f32 luma_head, luma_tail; /* the same as pairs of floats */
    f32 chroma_head, chroma_tail;
} CiedeParams;

/* The table of the quick evaluation in blocks at 8 bits: doubles. Red by 256 Cr + luma, blue by 256
 * Cb + luma, and the operand of green's power as a sum of one by luma, one by Cb and one by Cr. */
#define CIEDE_TABLE_RED   0
#define CIEDE_TABLE_BLUE  65536
#define CIEDE_TABLE_GREEN 131072
#define CIEDE_TABLE_SIZE  (131072 + 3 * 256)

/* Params of the wide evaluation. */
typedef struct CiedeWideParams {
    Geometry g;
    i32 flavour, shift_x, shift_y; /* as above */
    u64 black, grey;               /* bits of doubles: their codes plus 2^16; */
    u64 of_y, at_black;     /* the operand of gamma's power is at_black + of_y (Y - black), */
    u64 r_v, g_u, g_v, b_u; /* and so much by a step of Cb or Cr more */
} CiedeWideParams;

/*
 * The table of the wide evaluation: doubles, read as pairs of floats; offsets are in floats. Blocks
 * look up T in it too. Gamma and F: the inverse of a row's centre and the function there; row 0
 * begins at the double whose pattern has the upper half .._FROM, the next ones 2^WIDE_ROW_BITS of
 * it further on. Angles: rows by octant of the upper half plane (64 where |y| is greater, 128 where
 * x is negative) and the sine in 64ths: cosine, negative sine, angle and 0, the first two with the
 * sign by which the angle of (|x|, |y|) counts. T: six coefficients about each 64th.
 */
#define WIDE_ROW_BITS    12
#define WIDE_GAMMA_FROM  0x3fb6dc9f /* of the end of gamma's line, 0.0893 */
#define WIDE_GAMMA_ROWS  1202       /* to 2.248 */
#define WIDE_F_FROM      0x3f822354 /* of 216/24389 */
#define WIDE_F_ROWS      2414       /* to 6.25 */
#define WIDE_ANGLE_ROWS  256
#define WIDE_T_ROWS      512 /* to 8 */
#define WIDE_TABLE_GAMMA 0
#define WIDE_TABLE_F     (WIDE_TABLE_GAMMA + 4 * WIDE_GAMMA_ROWS)
#define WIDE_TABLE_ANGLE (WIDE_TABLE_F + 4 * WIDE_F_ROWS)
#define WIDE_TABLE_T     (WIDE_TABLE_ANGLE + 8 * WIDE_ANGLE_ROWS)
#define WIDE_TABLE_SIZE  (WIDE_TABLE_T + 12 * WIDE_T_ROWS)

#define CIEDE_CHUNK 64 /* values of a row that are summed together, */
#define CIEDE_GROUP 32 /* and rows */

#define CIEDE_SPLIT_PLANES 7 /* of the runs of rows and groups, see sum.k.h */

typedef struct CiedeSumParams {
    Geometry g;
    i32 width, rows; /* of the picture */
    i32 chunks;      /* of a row */
} CiedeSumParams;

#endif
