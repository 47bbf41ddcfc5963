/*
 * The bits of a serial sum, acc = round(acc + x) for x in order, computed in chunks in any order.
 * Addends are floats; the accumulator is a binary64 (precision 53) or binary32 (precision 24).
 *
 * While the accumulator stays between two powers of two it is an integer M times a fixed unit, and
 * adding x adds to M an integer that depends on nothing but, where x lies halfway between two
 * integers, on M's parity. So a run of addends is known by what it adds to an even and to an odd M
 * (SumRun), and runs join. Three passes:
 *
 *   1. guess the accumulator's binade at the start of each chunk: sum_fixed() of the addends in any
 *      order, prefix sums over the chunks, sum_guess();
 *   2. the run of each chunk, under its guess: sum_run() of each addend, sum_join();
 *   3. in order: sum_accepts() ? sum_advance() : sum_step() for each addend of the chunk.
 *
 * Pass 3 proves each guess, so a wrong one (prefix sums may wrap) costs time and no bit.
 */
#ifndef EVQ_MATH_ORDERED_SUM_H
#define EVQ_MATH_ORDERED_SUM_H

#include "kernel/math/soft64.h"

/* The accumulators of one sign from 2^exponent up to the next power of two. */
typedef struct SumBinade {
    i32 negative;
    i32 exponent;
} SumBinade;

#define SUM_UNKNOWN (-2048) /* exponent of a guess that fits no accumulator */

/* What a run of addends does to an M that is even or odd at its start: the total it adds, and the
 * lowest and the highest total on the way, the empty one included. */
typedef struct SumRun {
    i64 even, even_low, even_high;
    i64 odd, odd_low, odd_high;
    i32 falls; /* some addend is below zero */
} SumRun;

/* Beyond these no range test passes, and no sum of two overflows. */
#define SUM_ADDEND_MOST ((i64)1 << 54)
#define SUM_TOTAL_MOST  ((i64)1 << 56)

/* The integer significand m and exponent of a finite float's magnitude m 2^exponent. */
FN u32 sum_significand(f32 x)
{
    u32 b = bits_of_f32(x);
    return (b & 0x7fffff) | ((b >> 23 & 0xff) ? 0x800000 : 0);
}

FN i32 sum_exponent(f32 x)
{
    i32 field = (i32)(bits_of_f32(x) >> 23 & 0xff);
    return (field ? field : 1) - 150;
}

/* m 2^n cut to an integer of at most `most`; m < 2^24. */
FN i64 sum_scaled(u32 m, i32 n, i64 most)
{
    if (n < 0)
        return n < -31 ? 0 : m >> -n;
    if (n > 38)
        return m ? most : 0;
    i64 scaled = (i64)m << n;
    return scaled < most ? scaled : most;
}

FN i64 sum_clamp(i64 v)
{
    return v > SUM_TOTAL_MOST ? SUM_TOTAL_MOST : v < -SUM_TOTAL_MOST ? -SUM_TOTAL_MOST : v;
}

/* ---- Pass 1 ---- */

/* x 2^scale toward zero, at most 2^54 in magnitude. */
FN i64 sum_fixed(f32 x, i32 scale)
{
    i64 v = sum_scaled(sum_significand(x), sum_exponent(x) + scale, SUM_ADDEND_MOST);
    return bits_of_f32(x) >> 31 ? -v : v;
}

/* The binade of a total of sum_fixed(). */
FN SumBinade sum_guess(i64 total, i32 scale)
{
    SumBinade b = { total < 0, SUM_UNKNOWN };
    u64 m = total < 0 ? (u64)0 - (u64)total : (u64)total;
    if (m)
        b.exponent = 63 - clz_u64(m) - scale;
    return b;
}

/* ---- Pass 2 ---- */

FN i64 sum_min(i64 a, i64 b)
{
    return a < b ? a : b;
}

FN i64 sum_max(i64 a, i64 b)
{
    return a > b ? a : b;
}

FN SumRun sum_run_of_totals(i64 even, i64 odd, i32 falls)
{
    SumRun r = { even, sum_min(even, 0), sum_max(even, 0), odd, sum_min(odd, 0), sum_max(odd, 0),
                 falls };
    return r;
}

/* The run of no addend. */
FN SumRun sum_run_empty(void)
{
    return sum_run_of_totals(0, 0, 0);
}

/* The run of one addend in binade b. */
FN SumRun sum_run(f32 x, SumBinade b, i32 precision)
{
    i32 down = (b.exponent - precision + 1) - sum_exponent(x);
    i32 falls = (i32)(bits_of_f32(x) >> 31) ^ b.negative;
    u32 m = sum_significand(x);
    if (down > 0 && down < 25 && (m & ((1u << down) - 1)) == 1u << (down - 1)) {
        i64 below = (i64)(m >> down);
        below = falls ? -below - 1 : below;
        return sum_run_of_totals(below + (below & 1), below + (~below & 1), falls);
    }
    i64 v = down > 0 ? (down < 25 ? (i64)((m + (1u << (down - 1))) >> down) : 0)
                     : sum_scaled(m, -down, SUM_ADDEND_MOST);
    v = falls ? -v : v;
    return sum_run_of_totals(v, v, falls & (m != 0));
}

/* Run a, then run b, of the same binade. */
FN SumRun sum_join(SumRun a, SumRun b)
{
    i32 even_turns = (i32)(a.even & 1);
    i32 odd_stays = (i32)(a.odd & 1) ^ 1;
    SumRun r;
    r.even = sum_clamp(a.even + (even_turns ? b.odd : b.even));
    r.even_low = sum_clamp(sum_min(a.even_low, a.even + (even_turns ? b.odd_low : b.even_low)));
    r.even_high = sum_clamp(sum_max(a.even_high, a.even + (even_turns ? b.odd_high : b.even_high)));
    r.odd = sum_clamp(a.odd + (odd_stays ? b.odd : b.even));
    r.odd_low = sum_clamp(sum_min(a.odd_low, a.odd + (odd_stays ? b.odd_low : b.even_low)));
    r.odd_high = sum_clamp(sum_max(a.odd_high, a.odd + (odd_stays ? b.odd_high : b.even_high)));
    r.falls = a.falls | b.falls;
    return r;
}

/* ---- Pass 3: the accumulator is a binary64 pattern, whatever its precision ---- */

FN i64 sum_integer(u64 acc, i32 precision)
{
    return (i64)(soft64_significand(acc) >> (53 - precision));
}

/* Whether run, computed under the guess, may be applied to acc: every partial sum stays strictly
 * inside the guessed binade. (Subnormal binary32 accumulators are no exception: their unit is
 * coarser than the binade's, but no sum of floats down there rounds.) */
FN i32 sum_accepts(u64 acc, SumBinade guess, SumRun run, i32 precision)
{
    i32 exponent = soft64_exponent(acc);
    if (exponent == 0 || exponent != guess.exponent + SOFT64_BIAS ||
        acc >> 63 != (u64)guess.negative)
        return 0;
    i64 m = sum_integer(acc, precision);
    i64 least = (i64)1 << (precision - 1);
    i32 odd = (i32)(m & 1);
    return m + (odd ? run.odd_high : run.even_high) < 2 * least &&
           (!run.falls || m + (odd ? run.odd_low : run.even_low) > least);
}

FN u64 sum_advance(u64 acc, SumRun run, i32 precision)
{
    i64 total = sum_integer(acc, precision) & 1 ? run.odd : run.even;
    return acc + ((u64)total << (53 - precision));
}

/* acc after the addition of x. */
FN u64 sum_step(u64 acc, f32 x, i32 precision)
{
    if (precision == 24)
        return soft64_of_f32(bits_of_f32(f32_of_bits(soft64_to_f32(acc)) + x));
    return soft64_add(acc, soft64_of_f32(bits_of_f32(x)));
}

#endif
