/*
 * psnr and float_psnr on devices that run thousands of work-items side by side. Lane x of row y
 * adds every SSE_LANES-th sample, so that neighbouring lanes read neighbouring samples; integer
 * sums are exact in every order.
 */
#ifndef EVQ_PSNR_WIDE_K_H
#define EVQ_PSNR_WIDE_K_H

#include "kernel/psnr/psnr.h"

ROW_KERNEL(3, sse_lanes_u8, SseParams, (IN(u8, ref), IN(u8, dis), OUT(u64, lanes)))
{
    u32 sum = 0; /* of at most 16384 / SSE_LANES samples */
    UNROLL(4)
    for (i32 i = x; i < p.width; i += SSE_LANES)
        sum += squared_error(ref[AT(0, 0, i, y)], dis[AT(1, 0, i, y)]);
    lanes[AT(2, p.slot, x, y)] = sum;
}

ROW_KERNEL(3, sse_lanes_u16, SseParams, (IN(u16, ref), IN(u16, dis), OUT(u64, lanes)))
{
    u64 sum = 0;
    UNROLL(4)
    for (i32 i = x; i < p.width; i += SSE_LANES)
        sum += squared_error(ref[AT(0, 0, i, y)], dis[AT(1, 0, i, y)]);
    lanes[AT(2, p.slot, x, y)] = sum;
}

ROW_KERNEL(3, sse_rounded_lanes_u16, SseParams, (IN(u16, ref), IN(u16, dis), OUT(u64, lanes)))
{
    u64 sum = 0;
    UNROLL(4)
    for (i32 i = x; i < p.width; i += SSE_LANES)
        sum += (u32)squared_error_f32(ref[AT(0, 0, i, y)], dis[AT(1, 0, i, y)]);
    lanes[AT(2, p.slot, x, y)] = sum;
}

/* Row y of the result adds SSE_FOLD rows of lanes; j is the picture's plane, and rows_of_chroma
 * those of planes 1 and 2. */
ROW_KERNEL(2, sse_fold, SseParams, (IN(u64, from), OUT(u64, to)))
{
    i32 rows = j ? p.rows_of_chroma : p.rows;
    i32 first = y * SSE_FOLD;
    i32 end = first + SSE_FOLD < rows ? first + SSE_FOLD : rows;
    u64 sum = 0;
    UNROLL(8)
    for (i32 row = first; row < end; row++)
        sum += from[AT(0, j, x, row)];
    to[AT(1, j, x, y)] = sum;
}

/* Column x is the total of plane x, from one row of lanes or a few. */
ROW_KERNEL(2, sse_lanes_total, SseParams, (IN(u64, from), OUT(u64, totals)))
{
    u64 total = 0;
    for (i32 row = 0; row < p.rows; row++) {
        UNROLL(8)
        for (i32 i = 0; i < SSE_LANES; i++)
            total += from[AT(0, x, i, row)];
    }
    totals[AT(1, 0, x, y)] = total;
}

#endif
