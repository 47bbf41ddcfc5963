/* psnr and float_psnr: kernels. Integer sums are exact in every order, so rows are summed side by
 * side and a second stage adds them. */
#ifndef EVQ_PSNR_K_H
#define EVQ_PSNR_K_H

#include "kernel/psnr/psnr.h"

/* A row of at most 16384 samples of 8 bits sums to less than 2^31. */
SUM_KERNEL(3, sse_rows_u8, SseParams, (IN(u8, ref), IN(u8, dis), OUT(u64, sums)))
{
    i32 sum = 0;
    for (i32 i = x; i < p.g.x1; i++) {
        i16 d = (i16)(ref[AT(0, 0, i, y)] - dis[AT(1, 0, i, y)]);
        sum += d * d;
    }
    sums[AT(2, 0, 0, y)] = (u64)sum;
}

SUM_KERNEL(3, sse_rows_u16, SseParams, (IN(u16, ref), IN(u16, dis), OUT(u64, sums)))
{
    u64 sum = 0;
    for (i32 i = x; i < p.g.x1; i++)
        sum += squared_error(ref[AT(0, 0, i, y)], dis[AT(1, 0, i, y)]);
    sums[AT(2, 0, 0, y)] = sum;
}

SUM_KERNEL(3, sse_rounded_rows_u16, SseParams, (IN(u16, ref), IN(u16, dis), OUT(u64, sums)))
{
    u64 sum = 0;
    for (i32 i = x; i < p.g.x1; i++)
        sum += (u32)squared_error_f32(ref[AT(0, 0, i, y)], dis[AT(1, 0, i, y)]);
    sums[AT(2, 0, 0, y)] = sum;
}

SUM_KERNEL(2, sse_total, SseParams, (IN(u64, sums), OUT(u64, totals)))
{
    u64 total = 0;
    for (i32 row = 0; row < p.rows; row++)
        total += sums[AT(0, 0, x, row)];
    totals[AT(1, 0, p.slot, y)] = total;
}

/*
 * float_psnr at 16 bits, the running double sum in raster order as its 64 bits, in units of 2^-16.
 * While the integer total stays below 2^53 no addition of that sum rounds and the total is its
 * value; only the frames beyond need the order.
 */
SUM_KERNEL(3, sse_serial_u16, SseParams, (IN(u16, ref), IN(u16, dis), OUT(u64, totals)))
{
    if (totals[AT(2, 0, p.slot, y)] >> 53) {
        F64 acc = f64_of_i32(0);
        for (i32 row = 0; row < p.rows; row++)
            for (i32 i = x; i < p.g.x1; i++) {
                f32 q = squared_error_f32(ref[AT(0, 0, i, row)], dis[AT(1, 0, i, row)]);
                acc = f64_add(acc, f64_of_f32(q));
            }
        totals[AT(2, 0, p.slot + 1, y)] = bits_of_f64(acc);
    } else {
        totals[AT(2, 0, p.slot + 1, y)] = 0;
    }
}

#endif
