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
    UNROLL(8)
    for (i32 c = 0; c < p.chunks; c++)
        total += chunks[AT(0, 0, c, x)];
    rows[AT(1, 0, x, y)] = total;
}

/* Group x. */
ROW_KERNEL(2, ciede_sum_groups, CiedeSumParams, (IN(u64, rows), OUT(u64, groups)))
{
    u64 total = 0;
    i32 end = ciede_sum_end(x * CIEDE_GROUP, CIEDE_GROUP, p.rows);
    UNROLL(8)
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
    UNROLL(8)
    for (i32 i = 0; i < group; i++)
        total += groups[AT(2, 0, i, y)];
    UNROLL(8)
    for (i32 row = group * CIEDE_GROUP; row < x; row++)
        total += rows[AT(1, 0, row, y)];
    UNROLL(8)
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

/*
 * Runs in order, the chunks of a row or the rows of a group, where the binade changes at most once:
 * those before the run in which it does, and those after it.
 */
typedef struct CiedeSplit {
    RisingRun before, after;
    u64 binade;
    i32 change; /* the run in which the binade changes; -1: none */
} CiedeSplit;

FN CiedeSplit ciede_split(u64 binade)
{
    CiedeSplit s = { rising_empty(), rising_empty(), binade, -1 };
    return s;
}

/* Run i of binade `here`; the one that follows is of binade `next`. */
FN CiedeSplit ciede_split_add(CiedeSplit s, i32 i, u64 here, u64 next, RisingRun run)
{
    if (s.change >= 0)
        s.after = rising_join(s.after, here == s.binade ? run : rising_none());
    else if (next == s.binade)
        s.before = rising_join(s.before, run);
    else {
        s.change = i;
        s.binade = next;
    }
    return s;
}

/* A split in CIEDE_SPLIT_PLANES sub-planes: all runs as one, those before and those after the
 * change, and the number of the change from 1 on, 0 where there is none. */
#define CIEDE_STORE_SPLIT(out, i, x, y, split)                                                     \
    {                                                                                              \
        RisingRun whole = split.change < 0 ? split.before : rising_none();                         \
        out[AT(i, 0, x, y)] = whole.even;                                                          \
        out[AT(i, 1, x, y)] = whole.odd;                                                           \
        out[AT(i, 2, x, y)] = split.before.even;                                                   \
        out[AT(i, 3, x, y)] = split.before.odd;                                                    \
        out[AT(i, 4, x, y)] = split.after.even;                                                    \
        out[AT(i, 5, x, y)] = split.after.odd;                                                     \
        out[AT(i, 6, x, y)] = (u64)(split.change + 1);                                             \
    }

/* Row x. */
ROW_KERNEL(3, ciede_sum_row_runs, CiedeSumParams,
           (IN(u64, guess), IN(u64, runs), OUT(u64, row_runs)))
{
    u64 here = guess[AT(0, 0, 0, x)];
    u64 last = x + 1 < p.rows ? guess[AT(0, 0, 0, x + 1)] : 0; /* binade of the next row */
    CiedeSplit split = ciede_split(here);
    UNROLL(8)
    for (i32 c = 0; c < p.chunks; c++) {
        u64 next = c + 1 < p.chunks ? guess[AT(0, 0, c + 1, x)] : last ? last : here;
        RisingRun run = { runs[AT(1, 0, c, x)], runs[AT(1, 1, c, x)] };
        split = ciede_split_add(split, c, here, next, run);
        here = next;
    }
    CIEDE_STORE_SPLIT(row_runs, 2, x, y, split)
}

/* Group x. */
ROW_KERNEL(3, ciede_sum_group_runs, CiedeSumParams,
           (IN(u64, guess), IN(u64, row_runs), OUT(u64, group_runs)))
{
    i32 end = ciede_sum_end(x * CIEDE_GROUP, CIEDE_GROUP, p.rows);
    u64 here = guess[AT(0, 0, 0, x * CIEDE_GROUP)];
    CiedeSplit split = ciede_split(here);
    UNROLL(8)
    for (i32 row = x * CIEDE_GROUP; row < end; row++) {
        u64 next = row + 1 < p.rows ? guess[AT(0, 0, 0, row + 1)] : here;
        RisingRun run = { row_runs[AT(1, 0, row, y)], row_runs[AT(1, 1, row, y)] };
        split = ciede_split_add(split, row, here, next, run);
        here = next;
    }
    CIEDE_STORE_SPLIT(group_runs, 2, x, y, split)
}

/*
 * ---- The sum: groups; rows and chunks of those that leave their binade; at last, terms ----
 *
 * One work-item does all of it, and what it waits for is memory: it asks for several runs, or
 * terms, before it looks at the first, and where the binade changes it goes there at once.
 */

#define CIEDE_AHEAD 8

typedef struct CiedeRuns {
    RisingRun run[CIEDE_AHEAD];
    u64 binade[CIEDE_AHEAD];
} CiedeRuns;

/* The runs before the change in a split, or those after it; the change. */
#define CIEDE_BEFORE(runs, k, INDEX)                                                               \
    {                                                                                              \
        runs[INDEX(2, k)], runs[INDEX(3, k)]                                                       \
    }
#define CIEDE_AFTER(runs, k, INDEX)                                                                \
    {                                                                                              \
        runs[INDEX(4, k)], runs[INDEX(5, k)]                                                       \
    }
#define CIEDE_CHANGE(runs, k, INDEX) ((i32)runs[INDEX(6, k)] - 1)

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

FN u64 ciede_add_chunk(const CiedeSumParams p, u64 acc, i32 row, i32 c, GLOBAL const f32 *values)
{
    i32 start = c * CIEDE_CHUNK;
    return ciede_add_terms(acc, values + AT(0, 0, start, row),
                           ciede_sum_end(start, CIEDE_CHUNK, p.width) - start);
}

FN u64 ciede_add_chunks(const CiedeSumParams p, u64 acc, i32 row, GLOBAL const f32 *values,
                        GLOBAL const u64 *guess, GLOBAL const u64 *runs, GLOBAL const u64 *row_runs)
{
    CiedeSum s = { acc, 0 };
    RisingRun before = CIEDE_BEFORE(row_runs, row, CIEDE_ROW_AT);
    i32 change = CIEDE_CHANGE(row_runs, row, CIEDE_ROW_AT);
    if (change >= 0 && rising_accepts(acc, guess[CIEDE_CHUNK_BINADE(0)], before)) {
        s.acc = ciede_add_chunk(p, rising_after(acc, before), row, change, values);
        s.done = change + 1;
        RisingRun after = CIEDE_AFTER(row_runs, row, CIEDE_ROW_AT);
        if (s.done < p.chunks && rising_accepts(s.acc, guess[CIEDE_CHUNK_BINADE(s.done)], after))
            return rising_after(s.acc, after);
    }
    while (s.done < p.chunks) {
        CiedeRuns ahead;
        i32 left = p.chunks - s.done, end = s.done + CIEDE_AHEAD;
        CIEDE_READ_RUNS(ahead, runs, s.done, p.chunks - 1, CIEDE_CHUNK_AT, CIEDE_CHUNK_BINADE)
        s = ciede_add_runs(s, ahead, left);
        if (s.done < end && s.done < p.chunks)
            s.acc = ciede_add_chunk(p, s.acc, row, s.done++, values);
    }
    return s.acc;
}

FN u64 ciede_add_rows(const CiedeSumParams p, u64 acc, i32 group, GLOBAL const f32 *values,
                      GLOBAL const u64 *guess, GLOBAL const u64 *runs, GLOBAL const u64 *row_runs,
                      GLOBAL const u64 *group_runs)
{
    i32 rows = ciede_sum_end(group * CIEDE_GROUP, CIEDE_GROUP, p.rows);
    CiedeSum s = { acc, group * CIEDE_GROUP };
    RisingRun before = CIEDE_BEFORE(group_runs, group, CIEDE_GROUP_AT);
    i32 change = CIEDE_CHANGE(group_runs, group, CIEDE_GROUP_AT);
    if (change >= 0 && rising_accepts(acc, guess[CIEDE_GROUP_BINADE(group)], before)) {
        s.acc =
            ciede_add_chunks(p, rising_after(acc, before), change, values, guess, runs, row_runs);
        s.done = change + 1;
        RisingRun after = CIEDE_AFTER(group_runs, group, CIEDE_GROUP_AT);
        if (s.done < rows && rising_accepts(s.acc, guess[CIEDE_ROW_BINADE(s.done)], after))
            return rising_after(s.acc, after);
    }
    while (s.done < rows) {
        CiedeRuns ahead;
        i32 left = rows - s.done, end = s.done + CIEDE_AHEAD;
        CIEDE_READ_RUNS(ahead, row_runs, s.done, rows - 1, CIEDE_ROW_AT, CIEDE_ROW_BINADE)
        s = ciede_add_runs(s, ahead, left);
        if (s.done < end && s.done < rows)
            s.acc = ciede_add_chunks(p, s.acc, s.done++, values, guess, runs, row_runs);
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
            s.acc = ciede_add_rows(p, s.acc, s.done++, values, guess, runs, row_runs, group_runs);
    }
    sum[AT(5, 0, x, y)] = s.acc;
}

#endif
