/*
 * The bits of a serial sum of terms that are not negative, acc = round(acc + x) for x in order, in
 * binary64, from runs of terms that are added side by side.
 *
 * While the accumulator stays between two powers of two, its pattern is an integer, and adding a
 * run adds to it an integer that depends on nothing but its parity (where a term lies halfway
 * between two accumulators). So a run is known by what it adds to the least even and to the least
 * odd accumulator of the binade, as differences of patterns; runs join. Sums only rise, so a run
 * may be applied where the accumulator after it is still of that binade: a wrong guess of the
 * binade costs time and no bit. (serial_sum.h is for terms of both signs.)
 */
#ifndef EVQ_MATH_RISING_SUM_H
#define EVQ_MATH_RISING_SUM_H

#include "kernel/math/f64.h"

/* More than fits between two powers of two: applying it always leaves the binade. */
#define RISING_MOST ((u64)1 << 53)

typedef struct RisingRun {
    u64 even, odd;
} RisingRun;

/* The pattern of the binade, its least accumulator, of a guess in units of 2^-scale. */
FN u64 rising_binade(u64 guess, i32 scale)
{
    return guess ? (u64)(1023 + 63 - clz_u64(guess) - scale) << 52 : 0;
}

FN u64 rising_cut(u64 added)
{
    return added < RISING_MOST ? added : RISING_MOST;
}

/* The run that led from the least even and the least odd accumulator to these. */
FN RisingRun rising_run(u64 binade, F64 even, F64 odd)
{
    RisingRun r = { rising_cut(bits_of_f64(even) - binade),
                    rising_cut(bits_of_f64(odd) - (binade | 1)) };
    return r;
}

FN RisingRun rising_empty(void)
{
    RisingRun r = { 0, 0 };
    return r;
}

/* A run that fits no accumulator. */
FN RisingRun rising_none(void)
{
    RisingRun r = { RISING_MOST, RISING_MOST };
    return r;
}

/* Run a, then run b, of the same binade. */
FN RisingRun rising_join(RisingRun a, RisingRun b)
{
    RisingRun r = { rising_cut(a.even + (a.even & 1 ? b.odd : b.even)),
                    rising_cut(a.odd + (a.odd & 1 ? b.even : b.odd)) };
    return r;
}

/* acc, a pattern, after the run. */
FN u64 rising_after(u64 acc, RisingRun run)
{
    return acc + (acc & 1 ? run.odd : run.even);
}

FN i32 rising_accepts(u64 acc, u64 binade, RisingRun run)
{
    return acc >> 52 == binade >> 52 && rising_after(acc, run) >> 52 == binade >> 52;
}

/* ---- Where terms need no rounding ---- */

/*
 * acc, a pattern, after RISING_EXACT floats, in whatever order they are added: where each of them
 * is a multiple of the accumulator's last place and the sum stays in its binade, nothing is
 * rounded. 0 if that is not so.
 */
#define RISING_EXACT 64

FN u64 rising_exactly(u64 acc, GLOBAL const f32 *terms)
{
    u64 middle = (acc >> 52 << 52) | (u64)1 << 51; /* of the binade: has the same last place */
    F64 from = f64_of_bits(middle);
    u64 added = 0, inexact = 0, above = 0;
    for (i32 i = 0; i < RISING_EXACT; i++) {
        F64 term = f64_of_f32(terms[i]), sum = f64_add(from, term);
        added += bits_of_f64(sum) - middle;
        inexact |= bits_of_f64(f64_sub(sum, from)) ^ bits_of_f64(term);
        above |= bits_of_f64(sum) ^ middle;
    }
    u64 after = acc + added;
    u64 doubt = inexact | above >> 52 | (after ^ acc) >> 52;
    return doubt ? 0 : after;
}

#endif
