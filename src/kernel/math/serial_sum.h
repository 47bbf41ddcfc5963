/*
 * The bits of a serial sum of binary64 terms, acc = round(acc + x) for x in order, from runs that
 * are added side by side.
 *
 * While the accumulator stays between two powers of two, it is an integer M times a fixed unit, and
 * adding x adds to M an integer that depends on nothing but M's parity (where x lies halfway
 * between two integers). So a run adds to the accumulator what it adds to any other of the same
 * binade and parity: one is chosen that is far from both ends. (ordered_sum.h does the same for
 * float terms with integers alone.)
 */
#ifndef EVQ_MATH_SERIAL_SUM_H
#define EVQ_MATH_SERIAL_SUM_H

#include "kernel/math/f64.h"

#define SERIAL_BINADE 0xfff0000000000000 /* sign and exponent */

/* The accumulator in the middle of the binade of `guess` (bits), even or odd. */
FN F64 serial_start(u64 guess, i32 odd)
{
    return f64_of_bits((guess & SERIAL_BINADE) | 0x0008000000000000 | (u64)odd);
}

/* Whether a run of n terms, begun in the binade of `guess`, may be applied to acc: no partial sum
 * leaves the binade. magnitude: the sum of the terms' magnitudes, within 2^-30 of it. */
FN i32 serial_accepts(F64 acc, u64 guess, F64 magnitude, i32 n)
{
    u64 bits = bits_of_f64(acc);
    i32 exponent = (i32)(bits >> 52 & 0x7ff);
    if (((bits ^ guess) & SERIAL_BINADE) || exponent < 64)
        return 0;
    /* Roundings add at most half a unit each; the factor covers the error of the magnitude. */
    F64 unit = f64_of_bits((u64)(exponent - 52) << 52);
    F64 away = f64_add(f64_mul(magnitude, f64_of_bits(0x3ff0000100000000)),
                       f64_mul(f64_of_i32(n + 2), unit));
    F64 size = f64_abs(acc);
    F64 low = f64_of_bits((u64)exponent << 52), high = f64_of_bits((u64)(exponent + 1) << 52);
    return f64_less(low, f64_sub(size, away)) && f64_less(f64_add(size, away), high);
}

#endif
