/*
 * Errors and their sums where items run in order, tile by tile: a tile of SSIMULACRA2_TILE columns
 * and SSIMULACRA2_TILE_ROWS rows is small enough for the core's own cache.
 */
#ifndef EVQ_SSIMULACRA2_TILE_H
#define EVQ_SSIMULACRA2_TILE_H

#include "kernel/ssimulacra2/maps.h"
#include "kernel/ssimulacra2/params.h"
#include "kernel/ssimulacra2/sums.h"

/* Where a tile lies, and its size, in a picture of so many rows. */
typedef struct Ssimulacra2Tile {
    i32 row, height, rows, columns;
} Ssimulacra2Tile;

typedef u32 Ssimulacra2Map[SSIMULACRA2_TILE_ROWS * SSIMULACRA2_TILE];
typedef u64 Ssimulacra2Totals[9][SSIMULACRA2_DIGITS];

/* A channel of a tile: both pictures, their blurs and those of their products. Each points to the
 * tile's first sample. */
typedef struct Ssimulacra2Channel {
    const f32 *x[2], *mu[2], *product[3];
    i32 x_stride, mu_stride, product_stride;
} Ssimulacra2Channel;

FN Ssimulacra2Tile ssimulacra2_tile_of_item(i32 y, i32 height)
{
    i32 row = y * SSIMULACRA2_TILE_ROWS, rest = height - row;
    Ssimulacra2Tile tile = { row, height, rest, SSIMULACRA2_TILE };
    if (rest > SSIMULACRA2_TILE_ROWS)
        tile.rows = SSIMULACRA2_TILE_ROWS;
    return tile;
}

/* Errors stand without gaps between rows. */
FN_CALL void ssimulacra2_tile_ssim(u32 *map, const Ssimulacra2Channel *c,
                                   const Ssimulacra2Tile *tile)
{
    const i32 columns = tile->columns;
    for (i32 k = 0; k < tile->rows; k++) {
        i64 mu = (i64)k * c->mu_stride, product = (i64)k * c->product_stride;
        const f32 *restrict mu1 = c->mu[0] + mu, *restrict mu2 = c->mu[1] + mu;
        const f32 *restrict s11 = c->product[0] + product, *restrict s22 = c->product[1] + product;
        const f32 *restrict s12 = c->product[2] + product;
        u32 *restrict to = map + k * columns;
        INDEPENDENT for (i32 i = 0; i < columns; i++) to[i] =
            ssimulacra2_ssim_error(ssimulacra2_quality(mu1[i], mu2[i], s11[i], s22[i], s12[i], 0));
    }
}

FN_CALL void ssimulacra2_tile_edges(u32 *ringing, u32 *lost, const Ssimulacra2Channel *c,
                                    const Ssimulacra2Tile *tile)
{
    const i32 columns = tile->columns;
    for (i32 k = 0; k < tile->rows; k++) {
        i64 x = (i64)k * c->x_stride, mu = (i64)k * c->mu_stride;
        const f32 *restrict x1 = c->x[0] + x, *restrict x2 = c->x[1] + x;
        const f32 *restrict mu1 = c->mu[0] + mu, *restrict mu2 = c->mu[1] + mu;
        u32 *restrict to_ringing = ringing + k * columns;
        u32 *restrict to_lost = lost + k * columns;
        INDEPENDENT for (i32 i = 0; i < columns; i++)
        {
            f32 e = ssimulacra2_edge(x1[i], mu1[i], x2[i], mu2[i], 0);
            u32 size = ssimulacra2_edge_size(e);
            to_ringing[i] = e > 0.0f ? size : 0;
            to_lost[i] = e < 0.0f ? size : 0;
        }
    }
}

FN_CALL void ssimulacra2_add_map(u64 *total, const u32 *map, const Ssimulacra2Tile *tile)
{
    u64 digits[SSIMULACRA2_DIGITS];
    ssimulacra2_store_sums(digits, ssimulacra2_sum_row(map, tile->rows * tile->columns));
    for (i32 i = 0; i < SSIMULACRA2_DIGITS; i++)
        total[i] += digits[i];
}

/* Adds the counted maps of a channel, a bit each, to its three totals. */
FN_CALL void ssimulacra2_add_channel(u64 (*total)[SSIMULACRA2_DIGITS], u32 counted,
                                     const Ssimulacra2Channel *c, const Ssimulacra2Tile *tile)
{
    Ssimulacra2Map map[2];
    if (counted & 1) {
        ssimulacra2_tile_ssim(map[0], c, tile);
        ssimulacra2_add_map(total[0], map[0], tile);
    }
    if (counted & 6)
        ssimulacra2_tile_edges(map[0], map[1], c, tile);
    if (counted & 2)
        ssimulacra2_add_map(total[1], map[0], tile);
    if (counted & 4)
        ssimulacra2_add_map(total[2], map[1], tile);
}

/* A row of sums holds the digits of each map of the list. */
FN void ssimulacra2_store_totals(u64 *sums, const Ssimulacra2Params p, Ssimulacra2Totals totals)
{
    for (i32 entry = 0; entry < p.count; entry++) {
        u32 map = p.maps[entry >> 3] >> (4 * (entry & 7)) & 15;
        for (i32 i = 0; i < SSIMULACRA2_DIGITS; i++)
            sums[entry * SSIMULACRA2_DIGITS + i] = totals[map][i];
    }
}

#endif
