/*
 * Profile exact of ssimulacra2 where items run in order: filter, errors and sums of an item go tile
 * by tile, so that nothing but X', Y', B' leaves the core's own cache.
 */
#ifndef EVQ_SSIMULACRA2_EXACT_K_H
#define EVQ_SSIMULACRA2_EXACT_K_H

#include "kernel/port/port.h"

#if EVQ_BLOCKS

#include "kernel/ssimulacra2/filter.h"
#include "kernel/ssimulacra2/tile.h"

#define SSIMULACRA2_TILE_LINES (SSIMULACRA2_TILE_ROWS + 2 * SSIMULACRA2_EDGE)

/* Along a row; columns beside the picture are 0. */
FN void ssimulacra2_filter_line(f32 *restrict to, const f32 *restrict from, i32 columns)
{
#define SSIMULACRA2_BESIDE(d) (from[i - (d)] + from[i + (d)])
    for (i32 i = 0; i < columns; i++)
        to[i] = SSIMULACRA2_FILTER(f32_of_bits, from[i], SSIMULACRA2_BESIDE);
}

FN void ssimulacra2_filter_product_line(f32 *restrict to, const f32 *restrict a,
                                        const f32 *restrict b, i32 columns)
{
    f32 product[SSIMULACRA2_TILE + 2 * SSIMULACRA2_EDGE];
    for (i32 i = 0; i < columns + 2 * SSIMULACRA2_EDGE; i++)
        product[i] = a[i - SSIMULACRA2_EDGE] * b[i - SSIMULACRA2_EDGE];
    ssimulacra2_filter_line(to, product + SSIMULACRA2_EDGE, columns);
}

/* The filtered plane a, or product a b; rows of the tile lie SSIMULACRA2_TILE apart. */
FN void ssimulacra2_filter_columns(f32 *restrict to, const f32 *a, const f32 *b, i32 stride,
                                   const Ssimulacra2Tile *tile, const i32 columns)
{
    f32 lines[SSIMULACRA2_TILE_LINES * SSIMULACRA2_TILE];
    for (i32 k = 0; k < tile->rows + 2 * SSIMULACRA2_EDGE; k++) {
        i32 row = tile->row + k - SSIMULACRA2_EDGE;
        i64 at = (i64)row * stride;
        f32 *line = lines + k * SSIMULACRA2_TILE;
        if (row < 0 || row >= tile->height)
            for (i32 i = 0; i < columns; i++)
                line[i] = 0.0f;
        else if (b)
            ssimulacra2_filter_product_line(line, a + at, b + at, columns);
        else
            ssimulacra2_filter_line(line, a + at, columns);
    }
#define SSIMULACRA2_LINE(d)        line[i + (d)*SSIMULACRA2_TILE]
#define SSIMULACRA2_ABOVE_BELOW(d) (SSIMULACRA2_LINE(-(d)) + SSIMULACRA2_LINE(d))
    for (i32 k = 0; k < tile->rows; k++) {
        const f32 *line = lines + (k + SSIMULACRA2_EDGE) * SSIMULACRA2_TILE;
        f32 *row = to + k * SSIMULACRA2_TILE;
        for (i32 i = 0; i < columns; i++)
            row[i] = SSIMULACRA2_FILTER(f32_of_bits, line[i], SSIMULACRA2_ABOVE_BELOW);
    }
}

FN_CALL void ssimulacra2_filter_tile(f32 *to, const f32 *a, const f32 *b, i32 stride,
                                     const Ssimulacra2Tile *tile)
{
    if (tile->columns == SSIMULACRA2_TILE)
        ssimulacra2_filter_columns(to, a, b, stride, tile, SSIMULACRA2_TILE);
    else
        ssimulacra2_filter_columns(to, a, b, stride, tile, tile->columns);
}

typedef f32 Ssimulacra2Plane[SSIMULACRA2_TILE_ROWS * SSIMULACRA2_TILE];

/* A channel's pictures x1 and x2, at column 0 of the tile and row 0 of the picture. */
FN void ssimulacra2_add_exact(u64 (*total)[SSIMULACRA2_DIGITS], u32 counted, const f32 *x1,
                              const f32 *x2, i32 stride, const Ssimulacra2Tile *tile)
{
    Ssimulacra2Plane m[5];
    i64 first = (i64)tile->row * stride;
    Ssimulacra2Channel c = { { x1 + first, x2 + first }, { m[0], m[1] },
                             { m[2], m[3], m[4] },       stride,
                             SSIMULACRA2_TILE,           SSIMULACRA2_TILE };
    ssimulacra2_filter_tile(m[0], x1, NULL, stride, tile);
    ssimulacra2_filter_tile(m[1], x2, NULL, stride, tile);
    if (counted & 1) {
        ssimulacra2_filter_tile(m[2], x1, x1, stride, tile);
        ssimulacra2_filter_tile(m[3], x2, x2, stride, tile);
        ssimulacra2_filter_tile(m[4], x1, x2, stride, tile);
    }
    ssimulacra2_add_channel(total, counted, &c, tile);
}

/* Item y is SSIMULACRA2_TILE_ROWS rows, and a row of sums. */
SUM_KERNEL(2, ssimulacra2_exact_errors, Ssimulacra2Params, (IN(f32, xyb), OUT(u64, sums)))
{
    Ssimulacra2Totals totals = { { 0 } };
    Ssimulacra2Tile tile = ssimulacra2_tile_of_item(y, p.height);
    for (i32 channel = 0; channel < 3; channel++) {
        u32 counted = SSIMULACRA2_COUNTED(p, channel);
        for (i32 at = x; counted && at < p.g.x1; at += SSIMULACRA2_TILE) {
            tile.columns = p.g.x1 - at < SSIMULACRA2_TILE ? p.g.x1 - at : (i32)SSIMULACRA2_TILE;
            ssimulacra2_add_exact(totals + 3 * channel, counted, xyb + AT(0, 2 * channel, at, 0),
                                  xyb + AT(0, 2 * channel + 1, at, 0), p.g.stride[0], &tile);
        }
    }
    ssimulacra2_store_totals(sums + AT(1, 0, 0, y), p, totals);
}

#endif
#endif
