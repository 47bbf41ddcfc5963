/* Errors of profile official where items run in order, and the total of either profile,
 * docs/spec/ssimulacra2.md section 5. */
#ifndef EVQ_SSIMULACRA2_MAPS_K_H
#define EVQ_SSIMULACRA2_MAPS_K_H

#include "kernel/port/port.h"

#if EVQ_BLOCKS

#include "kernel/ssimulacra2/tile.h"

/* Item y is SSIMULACRA2_TILE_ROWS rows, and a row of sums. Products are those of the channels from
 * the first. */
SUM_KERNEL(4, ssimulacra2_errors, Ssimulacra2Params,
           (IN(f32, xyb), IN(f32, mu), IN(f32, product), OUT(u64, sums)))
{
    Ssimulacra2Totals totals = { { 0 } };
    Ssimulacra2Tile tile = ssimulacra2_tile_of_item(y, p.height);
    for (i32 channel = 0; channel < 3; channel++) {
        u32 counted = SSIMULACRA2_COUNTED(p, channel);
        i32 products = counted & 1 ? 3 * (channel - p.first) : 0;
        for (i32 at = x; counted && at < p.g.x1; at += SSIMULACRA2_TILE) {
            Ssimulacra2Channel c = { { NULL },      { NULL },      { NULL },
                                     p.g.stride[0], p.g.stride[1], p.g.stride[2] };
            for (i32 i = 0; i < 2; i++) {
                c.x[i] = xyb + AT(0, 2 * channel + i, at, tile.row);
                c.mu[i] = mu + AT(1, 2 * channel + i, at, tile.row);
            }
            for (i32 i = 0; i < 3; i++)
                c.product[i] = product + AT(2, products + i, at, tile.row);
            tile.columns = p.g.x1 - at < SSIMULACRA2_TILE ? p.g.x1 - at : (i32)SSIMULACRA2_TILE;
            ssimulacra2_add_channel(totals + 3 * channel, counted, &c, &tile);
        }
    }
    ssimulacra2_store_totals(sums + AT(3, 0, 0, y), p, totals);
}

/* x: a digit of a map of the list. Adds the rows of sums. */
SUM_KERNEL(2, ssimulacra2_total, Ssimulacra2Params, (IN(u64, sums), OUT(u64, result)))
{
    for (; x < p.g.x1; x++) {
        i32 entry = x / SSIMULACRA2_DIGITS, digit = x % SSIMULACRA2_DIGITS;
        i32 map = (i32)(p.maps[entry >> 3] >> (4 * (entry & 7)) & 15);
        u64 sum = 0;
        for (i32 group = 0; group < p.groups; group++)
            sum += sums[AT(0, 0, x, group)];
        result[AT(1, 0, p.slot + map * SSIMULACRA2_DIGITS + digit, 0)] = sum;
    }
}

#endif
#endif
