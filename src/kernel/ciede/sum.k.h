/*
 * ciede: the sum of the differences in raster order (docs/spec/ciede.md section 5), for devices
 * that run items side by side; exact.k.h has the plain loop. See math/rising_sum.h: rows are cut
 * into chunks, rows are put into groups, and what each of them adds to the sum is found at once.
 */
#ifndef EVQ_CIEDE_SUM_K_H
#define EVQ_CIEDE_SUM_K_H

#include "kernel/ciede/chunk.h"
#include "kernel/math/rising_sum.h"

/* ---- What precedes each chunk, about ---- */

/* replay.k.h has the chunks. */

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

#define CIEDE_ADD_RUNS(v)                                                                          \
    even = f64_add(even, f64_of_f32(v));                                                           \
    odd = f64_add(odd, f64_of_f32(v));

/* Chunk x of row y. */
ROW_KERNEL(3, ciede_sum_runs, CiedeSumParams, (IN(f32, values), IN(u64, guess), OUT(u64, runs)))
{
    u64 binade = guess[AT(1, 0, x, y)];
    F64 even = f64_of_bits(binade), odd = f64_of_bits(binade | 1);
    i32 start = x * CIEDE_CHUNK, count = ciede_sum_end(start, CIEDE_CHUNK, p.width) - start;
    CIEDE_EACH(values + AT(0, 0, start, y), count, CIEDE_ADD_RUNS)
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

/*
 * ---- The sum: groups; rows and chunks of those that leave their binade; at last, terms ----
 *
 * One work-item does all of it, and what it waits for is memory: it asks for several runs, or
 * terms, before it looks at the first.
 */

#define CIEDE_AHEAD 8

typedef struct CiedeRuns {
    RisingRun run[CIEDE_AHEAD];
    u64 binade[CIEDE_AHEAD];
} CiedeRuns;

/* Runs first .. first + CIEDE_AHEAD - 1, no further than last, of a buffer with the sums for an
 * even start in sub-plane 0 and for an odd one in 1; INDEX is AT() by sub-plane and k, BINADE by k.
 */
#define CIEDE_READ_RUNS(ahead, runs, first, last, INDEX, BINADE)                                   \
    UNROLL(8)                                                                                      \
    for (i32 i = 0; i < CIEDE_AHEAD; i++) {                                                        \
        i32 k = (first) + i < (last) ? (first) + i : (last);                                       \
        ahead.run[i].even = runs[INDEX(0, k)];                                                     \
        ahead.run[i].odd = runs[INDEX(1, k)];                                                      \
        ahead.binade[i] = guess[BINADE(k)];                                                        \
    }

typedef struct CiedeSum {
    u64 acc;
    i32 done; /* runs, rows or groups that are in it */
} CiedeSum;

/* Adds the first runs, up to `count`, as far as they are accepted. */
FN CiedeSum ciede_add_runs(CiedeSum s, const CiedeRuns ahead, i32 count)
{
    i32 accepts = 1, done = 0;
    UNROLL(8)
    for (i32 i = 0; i < CIEDE_AHEAD; i++) {
        accepts &= i < count && rising_accepts(s.acc, ahead.binade[i], ahead.run[i]);
        s.acc = accepts ? rising_after(s.acc, ahead.run[i]) : s.acc;
        done += accepts;
    }
    s.done += done;
    return s;
}

#define CIEDE_ADD_TERM(v) sum = f64_add(sum, f64_of_f32(v));

FN u64 ciede_add_terms(u64 acc, GLOBAL const f32 *values, i32 count)
{
    F64 sum = f64_of_bits(acc);
    CIEDE_EACH(values, count, CIEDE_ADD_TERM)
    return bits_of_f64(sum);
}

#define CIEDE_CHUNK_AT(j, c)      AT(2, j, c, row)
#define CIEDE_CHUNK_BINADE(c)     AT(1, 0, c, row)
#define CIEDE_ROW_AT(j, row)      AT(3, j, row, 0)
#define CIEDE_ROW_BINADE(row)     AT(1, 0, 0, row)
#define CIEDE_GROUP_AT(j, group)  AT(4, j, group, 0)
#define CIEDE_GROUP_BINADE(group) AT(1, 0, 0, (group)*CIEDE_GROUP)

FN u64 ciede_add_chunks(const CiedeSumParams p, u64 acc, i32 row, GLOBAL const f32 *values,
                        GLOBAL const u64 *guess, GLOBAL const u64 *runs)
{
    CiedeSum s = { acc, 0 };
    while (s.done < p.chunks) {
        CiedeRuns ahead;
        i32 left = p.chunks - s.done, end = s.done + CIEDE_AHEAD;
        CIEDE_READ_RUNS(ahead, runs, s.done, p.chunks - 1, CIEDE_CHUNK_AT, CIEDE_CHUNK_BINADE)
        s = ciede_add_runs(s, ahead, left);
        if (s.done < end && s.done < p.chunks) {
            i32 start = s.done++ * CIEDE_CHUNK;
            s.acc = ciede_add_terms(s.acc, values + AT(0, 0, start, row),
                                    ciede_sum_end(start, CIEDE_CHUNK, p.width) - start);
        }
    }
    return s.acc;
}

FN u64 ciede_add_rows(const CiedeSumParams p, u64 acc, i32 group, GLOBAL const f32 *values,
                      GLOBAL const u64 *guess, GLOBAL const u64 *runs, GLOBAL const u64 *row_runs)
{
    i32 rows = ciede_sum_end(group * CIEDE_GROUP, CIEDE_GROUP, p.rows);
    CiedeSum s = { acc, group * CIEDE_GROUP };
    while (s.done < rows) {
        CiedeRuns ahead;
        i32 left = rows - s.done, end = s.done + CIEDE_AHEAD;
        CIEDE_READ_RUNS(ahead, row_runs, s.done, rows - 1, CIEDE_ROW_AT, CIEDE_ROW_BINADE)
        s = ciede_add_runs(s, ahead, left);
        if (s.done < end && s.done < rows)
            s.acc = ciede_add_chunks(p, s.acc, s.done++, values, guess, runs);
    }
    return s.acc;
}

ROW_KERNEL(6, ciede_sum_join, CiedeSumParams,
           (IN(f32, values), IN(u64, guess), IN(u64, runs), IN(u64, row_runs), IN(u64, group_runs),
            OUT(u64, sum)))
{
    i32 groups = (p.rows + CIEDE_GROUP - 1) / CIEDE_GROUP;
    CiedeSum s = { 0, 0 };
    while (s.done < groups) {
        CiedeRuns ahead;
        i32 left = groups - s.done, end = s.done + CIEDE_AHEAD;
        CIEDE_READ_RUNS(ahead, group_runs, s.done, groups - 1, CIEDE_GROUP_AT, CIEDE_GROUP_BINADE)
        s = ciede_add_runs(s, ahead, left);
        if (s.done < end && s.done < groups)
            s.acc = ciede_add_rows(p, s.acc, s.done++, values, guess, runs, row_runs);
    }
    sum[AT(5, 0, x, y)] = s.acc;
}

#endif
