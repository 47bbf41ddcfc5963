/*
 * Integer motion: kernels (docs/spec/motion.md). Sums of integers are exact in every order. What a
 * row of the result holds is the sum over SAD_ROWS rows of the picture: at most 4 * 16384 * 65535,
 * which fits 32 bits.
 */
#ifndef EVQ_MOTION_K_H
#define EVQ_MOTION_K_H

#include "kernel/image/mirror.h"
#include "kernel/motion/motion.h"

/* The first row past those of item y. */
FN i32 sad_end_row(const SadParams p, i32 y)
{
    i32 end = SAD_ROWS * (y + 1);
    return end < p.rows ? end : p.rows;
}

/* ---- Section 3, row by row. Differences of samples of up to 12 bits, and sums of two, are 16 bits
 * wide ---- */

#define SAD_DIFFERENCE(name, type, wide)                                                           \
    ROW_KERNEL(3, name, SadParams, (IN(type, before), IN(type, now), OUT(wide, out)))              \
    {                                                                                              \
        out[AT(2, 0, x, y)] = (wide)(before[AT(0, 0, x, y)] - now[AT(1, 0, x, y)]);                \
    }

SAD_DIFFERENCE(sad_difference_u8, u8, i16)
SAD_DIFFERENCE(sad_difference_u16, u16, i16)
SAD_DIFFERENCE(sad_difference_deep, u16, i32)

#define SAD_VERTICAL(name, type)                                                                   \
    ROW_KERNEL(2, name, SadParams, (IN(type, in), OUT(i32, out)))                                  \
    {                                                                                              \
        type outer = (type)(in[AT(0, 0, x, y - 2)] + in[AT(0, 0, x, y + 2)]);                      \
        type inner = (type)(in[AT(0, 0, x, y - 1)] + in[AT(0, 0, x, y + 1)]);                      \
        out[AT(1, 0, x, y)] = sad_filter(outer, inner, in[AT(0, 0, x, y)], p.shift);               \
    }

SAD_VERTICAL(sad_vertical_i16, i16)
SAD_VERTICAL(sad_vertical_i32, i32)

SUM_KERNEL(2, sad_horizontal_sums, SadParams, (IN(i32, in), OUT(u32, sums)))
{
    u32 sum = 0;
    for (i32 row = SAD_ROWS * y; row < sad_end_row(p, y); row++) {
        GLOBAL const i32 *v = in + AT(0, 0, 0, row);
        for (i32 i = x; i < p.g.x1; i++)
            sum += sad_absolute(sad_filter5(v[i - 2], v[i - 1], v[i], v[i + 1], v[i + 2], 16));
    }
    sums[AT(1, 0, y, 0)] = sum;
}

/* ---- Section 3 at once, where work-items are many: item (x, y) is a tile of SAD_COLUMNS columns
 * and SAD_ROWS rows ---- */

/* The index that stands for i; past the mirror's reach, where no value counts, any that exists. */
FN i32 sad_index(i32 i, i32 n)
{
    i32 m = mirror_index(i, n);
    return m < 0 ? 0 : m;
}

/* One column of the vertical pass: rows y .. y + 3 from the differences of rows y - 2 .. y + 5. */
#define SAD_TILE_COLUMN(v, k)                                                                      \
    {                                                                                              \
        i32 column = sad_index(SAD_COLUMNS * x - 2 + (k), p.width);                                \
        i32 d[SAD_ROWS + 4];                                                                       \
        UNROLL(8)                                                                                  \
        for (i32 i = 0; i < SAD_ROWS + 4; i++) {                                                   \
            i32 row = sad_index(SAD_ROWS * y - 2 + i, p.rows);                                     \
            d[i] = before[AT(0, 0, column, row)] - now[AT(1, 0, column, row)];                     \
        }                                                                                          \
        UNROLL(4)                                                                                  \
        for (i32 i = 0; i < SAD_ROWS; i++)                                                         \
            v[i][k] = sad_filter5(d[i], d[i + 1], d[i + 2], d[i + 3], d[i + 4], p.shift);          \
    }

#define SAD_TILES(name, type)                                                                      \
    ROW_KERNEL(3, name, SadParams, (IN(type, before), IN(type, now), OUT(u32, tiles)))             \
    {                                                                                              \
        i32 v[SAD_ROWS][SAD_COLUMNS + 4];                                                          \
        UNROLL(8)                                                                                  \
        for (i32 k = 0; k < SAD_COLUMNS + 4; k++)                                                  \
            SAD_TILE_COLUMN(v, k)                                                                  \
        u32 sum = 0;                                                                               \
        UNROLL(4)                                                                                  \
        for (i32 i = 0; i < SAD_ROWS; i++) {                                                       \
            UNROLL(4)                                                                              \
            for (i32 k = 0; k < SAD_COLUMNS; k++) {                                                \
                i32 z =                                                                            \
                    sad_filter5(v[i][k], v[i][k + 1], v[i][k + 2], v[i][k + 3], v[i][k + 4], 16);  \
                i32 counts = (SAD_COLUMNS * x + k < p.width) & (SAD_ROWS * y + i < p.rows);        \
                sum += counts ? sad_absolute(z) : 0;                                               \
            }                                                                                      \
        }                                                                                          \
        tiles[AT(2, 0, x, y)] = sum;                                                               \
    }

SAD_TILES(sad_tiles_u8, u8)
SAD_TILES(sad_tiles_u16, u16)

/* Lane x of row y: every SAD_LANES-th partial sum, so that neighbouring lanes read neighbours. */
ROW_KERNEL(2, sad_lanes, SadParams, (IN(u32, partials), OUT(u32, lanes)))
{
    u32 sum = 0;
    UNROLL(4)
    for (i32 i = x; i < p.partials; i += SAD_LANES)
        sum += partials[AT(0, 0, i, y)];
    lanes[AT(1, 0, x, y)] = sum;
}

/* Column x of the result: the lanes of row x. */
ROW_KERNEL(2, sad_rows, SadParams, (IN(u32, lanes), OUT(u32, sums)))
{
    u32 sum = 0;
    UNROLL(16)
    for (i32 i = 0; i < SAD_LANES; i++)
        sum += lanes[AT(0, 0, i, x)];
    sums[AT(1, 0, x, y)] = sum;
}

/* ---- Section 7: the two pictures are sub-planes of one buffer, each is blurred ---- */

#define BLUR_LOAD(name, type)                                                                      \
    ROW_KERNEL(3, name, SadParams, (IN(type, before), IN(type, now), OUT(u16, out)))               \
    {                                                                                              \
        out[AT(2, 0, x, y)] = before[AT(0, 0, x, y)];                                              \
        out[AT(2, 1, x, y)] = now[AT(1, 0, x, y)];                                                 \
    }

BLUR_LOAD(sad_blur_load_u8, u8)
BLUR_LOAD(sad_blur_load_u16, u16)

ROW_KERNEL(2, sad_blur_vertical, SadParams, (IN(u16, in), OUT(u16, out)))
{
    out[AT(1, j, x, y)] =
        (u16)sad_blur5(in[AT(0, j, x, y - 2)], in[AT(0, j, x, y - 1)], in[AT(0, j, x, y)],
                       in[AT(0, j, x, y + 1)], in[AT(0, j, x, y + 2)], p.shift);
}

FN u32 sad_blurred_difference(const SadParams p, i32 x, i32 row, GLOBAL const u16 *in)
{
    GLOBAL const u16 *a = in + AT(0, 0, x, row), *b = in + AT(0, 1, x, row);
    return sad_absolute((i32)sad_blur5(a[-2], a[-1], a[0], a[1], a[2], 16) -
                        (i32)sad_blur5(b[-2], b[-1], b[0], b[1], b[2], 16));
}

SUM_KERNEL(2, sad_blur_horizontal_sums, SadParams, (IN(u16, in), OUT(u32, sums)))
{
    u32 sum = 0;
    for (i32 row = SAD_ROWS * y; row < sad_end_row(p, y); row++)
        for (i32 i = x; i < p.g.x1; i++)
            sum += sad_blurred_difference(p, i, row, in);
    sums[AT(1, 0, y, 0)] = sum;
}

/* Side by side: column x of SAD_ROWS rows. */
ROW_KERNEL(2, sad_blur_columns, SadParams, (IN(u16, in), OUT(u32, partials)))
{
    u32 sum = 0;
    for (i32 row = SAD_ROWS * y; row < sad_end_row(p, y); row++)
        sum += sad_blurred_difference(p, x, row, in);
    partials[AT(1, 0, x, y)] = sum;
}

#endif
