/*
 * ciede: the sum of the differences in raster order (docs/spec/ciede.md section 5), for devices
 * that run items side by side; exact.k.h has the plain loop. See math/rising_sum.h: rows are cut
 * into chunks, rows are put into groups, and what each of them adds to the sum is found at once.
 */
#ifndef EVQ_CIEDE_SUM_K_H
#define EVQ_CIEDE_SUM_K_H

#include "kernel/ciede/params.h"
#include "kernel/math/rising_sum.h"

#define CIEDE_SUM_SCALE 24 /* guesses are in units of 2^-24 */

FN i32 ciede_sum_end(i32 start, i32 size, i32 end)
{
    return start + size < end ? start + size : end;
}

/* ---- What precedes each chunk, about ---- */

/* Chunk x of row y. */
ROW_KERNEL(2, ciede_sum_chunks, CiedeSumParams, (IN(f32, values), OUT(u64, chunks)))
{
    u64 total = 0;
    i32 end = ciede_sum_end(x * CIEDE_CHUNK, CIEDE_CHUNK, p.width);
    for (i32 i = x * CIEDE_CHUNK; i < end; i++)
        total += (u64)(values[AT(0, 0, i, y)] * (f32)(1 << CIEDE_SUM_SCALE));
    chunks[AT(1, 0, x, y)] = total;
}

/* Row x. */
ROW_KERNEL(2, ciede_sum_rows, CiedeSumParams, (IN(u64, chunks), OUT(u64, rows)))
{
    u64 total = 0;
    for (i32 c = 0; c < p.chunks; c++)
        total += chunks[AT(0, 0, c, x)];
    rows[AT(1, 0, x, y)] = total;
}

/* Group x. */
ROW_KERNEL(2, ciede_sum_groups, CiedeSumParams, (IN(u64, rows), OUT(u64, groups)))
{
    u64 total = 0;
    i32 end = ciede_sum_end(x * CIEDE_GROUP, CIEDE_GROUP, p.rows);
    for (i32 row = x * CIEDE_GROUP; row < end; row++)
        total += rows[AT(0, 0, row, 0)];
    groups[AT(1, 0, x, y)] = total;
}

/* Row x: the binade at the start of each of its chunks. */
ROW_KERNEL(4, ciede_sum_guess, CiedeSumParams,
           (IN(u64, chunks), IN(u64, rows), IN(u64, groups), OUT(u64, guess)))
{
    u64 total = 0;
    i32 group = x / CIEDE_GROUP;
    for (i32 i = 0; i < group; i++)
        total += groups[AT(2, 0, i, y)];
    for (i32 row = group * CIEDE_GROUP; row < x; row++)
        total += rows[AT(1, 0, row, y)];
    for (i32 c = 0; c < p.chunks; c++) {
        guess[AT(3, 0, c, x)] = rising_binade(total, CIEDE_SUM_SCALE);
        total += chunks[AT(0, 0, c, x)];
    }
}

/* ---- What each adds ---- */

/* Chunk x of row y. */
ROW_KERNEL(3, ciede_sum_runs, CiedeSumParams, (IN(f32, values), IN(u64, guess), OUT(u64, runs)))
{
    u64 binade = guess[AT(1, 0, x, y)];
    F64 even = f64_of_bits(binade), odd = f64_of_bits(binade | 1);
    i32 end = ciede_sum_end(x * CIEDE_CHUNK, CIEDE_CHUNK, p.width);
    for (i32 i = x * CIEDE_CHUNK; i < end; i++) {
        F64 value = f64_of_f32(values[AT(0, 0, i, y)]);
        even = f64_add(even, value);
        odd = f64_add(odd, value);
    }
    RisingRun run = rising_run(binade, even, odd);
    runs[AT(2, 0, x, y)] = run.even;
    runs[AT(2, 1, x, y)] = run.odd;
}

/* Row x, where its chunks are of one binade. */
ROW_KERNEL(3, ciede_sum_row_runs, CiedeSumParams,
           (IN(u64, guess), IN(u64, runs), OUT(u64, row_runs)))
{
    RisingRun run = rising_empty();
    u64 binade = guess[AT(0, 0, 0, x)];
    for (i32 c = 0; c < p.chunks; c++) {
        RisingRun next = { runs[AT(1, 0, c, x)], runs[AT(1, 1, c, x)] };
        run = rising_join(run, guess[AT(0, 0, c, x)] == binade ? next : rising_none());
    }
    row_runs[AT(2, 0, x, y)] = run.even;
    row_runs[AT(2, 1, x, y)] = run.odd;
}

/* Group x, where its rows are of one binade. */
ROW_KERNEL(3, ciede_sum_group_runs, CiedeSumParams,
           (IN(u64, guess), IN(u64, row_runs), OUT(u64, group_runs)))
{
    RisingRun run = rising_empty();
    u64 binade = guess[AT(0, 0, 0, x * CIEDE_GROUP)];
    i32 end = ciede_sum_end(x * CIEDE_GROUP, CIEDE_GROUP, p.rows);
    for (i32 row = x * CIEDE_GROUP; row < end; row++) {
        RisingRun next = { row_runs[AT(1, 0, row, y)], row_runs[AT(1, 1, row, y)] };
        run = rising_join(run, guess[AT(0, 0, 0, row)] == binade ? next : rising_none());
    }
    group_runs[AT(2, 0, x, y)] = run.even;
    group_runs[AT(2, 1, x, y)] = run.odd;
}

/* ---- The sum: groups; rows and chunks of those that leave their binade; at last, terms ---- */

FN u64 ciede_sum_terms(u64 acc, GLOBAL const f32 *values, i32 count)
{
    F64 sum = f64_of_bits(acc);
    for (i32 i = 0; i < count; i++)
        sum = f64_add(sum, f64_of_f32(values[i]));
    return bits_of_f64(sum);
}

ROW_KERNEL(6, ciede_sum_join, CiedeSumParams,
           (IN(f32, values), IN(u64, guess), IN(u64, runs), IN(u64, row_runs), IN(u64, group_runs),
            OUT(u64, sum)))
{
    u64 acc = 0;
    for (i32 first = 0, group = 0; first < p.rows; first += CIEDE_GROUP, group++) {
        RisingRun all = { group_runs[AT(4, 0, group, y)], group_runs[AT(4, 1, group, y)] };
        i32 whole = rising_accepts(acc, guess[AT(1, 0, 0, first)], all);
        acc = whole ? rising_after(acc, all) : acc;
        i32 last = whole ? first : ciede_sum_end(first, CIEDE_GROUP, p.rows);
        for (i32 row = first; row < last; row++) {
            RisingRun of_row = { row_runs[AT(3, 0, row, y)], row_runs[AT(3, 1, row, y)] };
            whole = rising_accepts(acc, guess[AT(1, 0, 0, row)], of_row);
            acc = whole ? rising_after(acc, of_row) : acc;
            i32 chunks = whole ? 0 : p.chunks;
            for (i32 c = 0; c < chunks; c++) {
                RisingRun run = { runs[AT(2, 0, c, row)], runs[AT(2, 1, c, row)] };
                i32 start = c * CIEDE_CHUNK;
                i32 count = ciede_sum_end(start, CIEDE_CHUNK, p.width) - start;
                if (rising_accepts(acc, guess[AT(1, 0, c, row)], run))
                    acc = rising_after(acc, run);
                else
                    acc = ciede_sum_terms(acc, values + AT(0, 0, start, row), count);
            }
        }
    }
    sum[AT(5, 0, x, y)] = acc;
}

#endif
