/*
 * Sums of binary64 terms in raster order, each addition rounded: the bits of a serial sum over the
 * whole frame. Terms are bits of doubles, one sub-plane for each sum.
 */
#ifndef EVQ_TOTAL_K_H
#define EVQ_TOTAL_K_H

#include "kernel/math/serial_sum.h"
#include "kernel/total/params.h"

/* ---- Where items run in order: item y adds row y to the totals ---- */

FN F64 total_begin(i32 y, u64 total)
{
    return f64_of_bits(y == 0 ? 0 : total);
}

SUM_KERNEL(2, total_in_order1, TotalParams, (IN(u64, terms), OUT(u64, totals)))
{
    F64 a = total_begin(y, totals[AT(1, 0, p.slot, 0)]);
    for (i32 i = x; i < p.g.x1; i++)
        a = f64_add(a, f64_of_bits(terms[AT(0, 0, i, y)]));
    totals[AT(1, 0, p.slot, 0)] = bits_of_f64(a);
}

SUM_KERNEL(2, total_in_order2, TotalParams, (IN(u64, terms), OUT(u64, totals)))
{
    F64 a = total_begin(y, totals[AT(1, 0, p.slot, 0)]);
    F64 b = total_begin(y, totals[AT(1, 0, p.slot + 1, 0)]);
    for (i32 i = x; i < p.g.x1; i++) {
        a = f64_add(a, f64_of_bits(terms[AT(0, 0, i, y)]));
        b = f64_add(b, f64_of_bits(terms[AT(0, 1, i, y)]));
    }
    totals[AT(1, 0, p.slot, 0)] = bits_of_f64(a);
    totals[AT(1, 0, p.slot + 1, 0)] = bits_of_f64(b);
}

SUM_KERNEL(2, total_in_order4, TotalParams, (IN(u64, terms), OUT(u64, totals)))
{
    F64 a = total_begin(y, totals[AT(1, 0, p.slot, 0)]);
    F64 b = total_begin(y, totals[AT(1, 0, p.slot + 1, 0)]);
    F64 c = total_begin(y, totals[AT(1, 0, p.slot + 2, 0)]);
    F64 d = total_begin(y, totals[AT(1, 0, p.slot + 3, 0)]);
    for (i32 i = x; i < p.g.x1; i++) {
        a = f64_add(a, f64_of_bits(terms[AT(0, 0, i, y)]));
        b = f64_add(b, f64_of_bits(terms[AT(0, 1, i, y)]));
        c = f64_add(c, f64_of_bits(terms[AT(0, 2, i, y)]));
        d = f64_add(d, f64_of_bits(terms[AT(0, 3, i, y)]));
    }
    totals[AT(1, 0, p.slot, 0)] = bits_of_f64(a);
    totals[AT(1, 0, p.slot + 1, 0)] = bits_of_f64(b);
    totals[AT(1, 0, p.slot + 2, 0)] = bits_of_f64(c);
    totals[AT(1, 0, p.slot + 3, 0)] = bits_of_f64(d);
}

/*
 * ---- Where items run side by side ----
 *
 * What is wanted of a total is the float nearest to total / count. A sum in another order differs
 * by a bounded amount; where every value within the bound gives the same float, it serves. Only
 * otherwise, by estimate for three 4K frames in a hundred, are the last two kernels more than a
 * look at a flag: they make the serial sum from runs, see math/serial_sum.h.
 */

/* Lane x of row y: every TOTAL_LANES-th term, so that neighbouring lanes read neighbouring terms.
 */
ROW_KERNEL(2, total_lanes, TotalParams, (IN(u64, terms), OUT(u64, lanes)))
{
    for (i32 j = 0; j < p.planes; j++) {
        F64 sum = f64_of_i32(0), magnitude = f64_of_i32(0);
        for (i32 i = x; i < p.width; i += TOTAL_LANES) {
            F64 term = f64_of_bits(terms[AT(0, j, i, y)]);
            sum = f64_add(sum, term);
            magnitude = f64_add(magnitude, f64_abs(term));
        }
        lanes[AT(1, 2 * j, x, y)] = bits_of_f64(sum);
        lanes[AT(1, 2 * j + 1, x, y)] = bits_of_f64(magnitude);
    }
}

/* Column x of row y: total of lane sub-plane x, so sums and magnitudes take turns. */
ROW_KERNEL(2, total_rows, TotalParams, (IN(u64, lanes), OUT(u64, rows)))
{
    F64 total = f64_of_i32(0);
    for (i32 i = 0; i < TOTAL_LANES; i++)
        total = f64_add(total, f64_of_bits(lanes[AT(0, x, i, y)]));
    rows[AT(1, 0, x, y)] = bits_of_f64(total);
}

/* Sum x over all rows. guess: what precedes each row; behind the last, whether the total serves. */
ROW_KERNEL(3, total_guess, TotalParams, (IN(u64, rows), OUT(u64, guess), OUT(u64, totals)))
{
    F64 total = f64_of_i32(0), magnitude = f64_of_i32(0);
    for (i32 row = 0; row < p.rows; row++) {
        guess[AT(1, 0, x, row)] = bits_of_f64(total);
        total = f64_add(total, f64_of_bits(rows[AT(0, 0, 2 * x, row)]));
        magnitude = f64_add(magnitude, f64_of_bits(rows[AT(0, 0, 2 * x + 1, row)]));
    }
    totals[AT(2, 0, p.slot + x, y)] = bits_of_f64(total);
    F64 error = f64_mul(magnitude, f64_of_bits(p.error));
    F64 count = f64_of_bits(p.count);
    u32 low = bits_of_f32(f32_of_f64(f64_div(f64_sub(total, error), count)));
    u32 high = bits_of_f32(f32_of_f64(f64_div(f64_add(total, error), count)));
    guess[AT(1, 0, x, p.rows)] = low == high;
}

/* What row y adds to sum x when it begins with an even and with an odd accumulator. */
ROW_KERNEL(3, total_runs, TotalParams, (IN(u64, terms), IN(u64, guess), OUT(u64, runs)))
{
    if (!guess[AT(1, 0, x, p.rows)]) {
        u64 binade = guess[AT(1, 0, x, y)];
        F64 even = serial_start(binade, 0), odd = serial_start(binade, 1);
        for (i32 i = 0; i < p.width; i++) {
            F64 term = f64_of_bits(terms[AT(0, x, i, y)]);
            even = f64_add(even, term);
            odd = f64_add(odd, term);
        }
        runs[AT(2, 0, 2 * x, y)] = bits_of_f64(f64_sub(even, serial_start(binade, 0)));
        runs[AT(2, 0, 2 * x + 1, y)] = bits_of_f64(f64_sub(odd, serial_start(binade, 1)));
    }
}

/* The serial sum x, row by row; a row that leaves its binade is added term by term. */
ROW_KERNEL(5, total_join, TotalParams,
           (IN(u64, terms), IN(u64, rows), IN(u64, guess), IN(u64, runs), OUT(u64, totals)))
{
    if (!guess[AT(2, 0, x, p.rows)]) {
        F64 acc = f64_of_i32(0);
        for (i32 row = 0; row < p.rows; row++) {
            F64 magnitude = f64_of_bits(rows[AT(1, 0, 2 * x + 1, row)]);
            if (serial_accepts(acc, guess[AT(2, 0, x, row)], magnitude, p.width)) {
                i32 odd = (i32)(bits_of_f64(acc) & 1);
                acc = f64_add(acc, f64_of_bits(runs[AT(3, 0, 2 * x + odd, row)]));
            } else {
                for (i32 i = 0; i < p.width; i++)
                    acc = f64_add(acc, f64_of_bits(terms[AT(0, x, i, row)]));
            }
        }
        totals[AT(4, 0, p.slot + x, y)] = bits_of_f64(acc);
    }
}

#endif
