/*
 * c^7 as a float, for a float 2^-19 <= c < 256: bit for bit what glibc (from 2.28) and musl return
 * for powf(c, 7), which is not always the nearest float. Before its rounding the value is within
 * 2^-32.11 of the power.
 */
#ifndef EVQ_MATH_POWF7_H
#define EVQ_MATH_POWF7_H

#include "kernel/math/f64.h"
#include "kernel/math/exp_tables.h"
#include "kernel/math/powf7_tables.h"

#define POWF7_LOWEST 0x3f330000 /* pattern of the float below which significands are halved */

/* log2 c = k + log2 of an interval's centre + log2(1 + r). */
FN F64 powf7_log2(f32 c)
{
    u32 u = bits_of_f32(c);
    i32 d = (i32)(u - POWF7_LOWEST);
    i64 row = (i64)d >> 19 & 15;
    i32 k = d >> 23;
    F64 z = f64_of_f32(f32_of_bits(u - ((u32)k << 23)));
    F64 inverse = f64_of_bits(powf7_table[row][0]);
    F64 centre = f64_add(f64_of_bits(powf7_table[row][1]), f64_of_i32(k));

    F64 r = f64_sub(f64_mul(z, inverse), f64_of_bits(F64_ONE));
    F64 r2 = f64_mul(r, r);
    F64 high = f64_horner(f64_of_bits(POWF7_A0), r, POWF7_A1);
    F64 middle = f64_horner(f64_of_bits(POWF7_A2), r, POWF7_A3);
    F64 low = f64_add(f64_mul(f64_of_bits(POWF7_A4), r), centre);
    low = f64_add(f64_mul(middle, r2), low);
    return f64_add(f64_mul(high, f64_mul(r2, r2)), low);
}

/* 2^log2 as a float. */
FN f32 powf7_exp2(F64 log2)
{
    F64 rounder = f64_of_bits(POWF7_ROUND);
    F64 rounded = f64_add(log2, rounder);
    i32 n = (i32)(u32)bits_of_f64(rounded);
    F64 s = f64_sub(log2, f64_sub(rounded, rounder));

    F64 high = f64_horner(f64_of_bits(POWF7_C0), s, POWF7_C1);
    F64 v = f64_horner(f64_of_bits(POWF7_C2), s, F64_ONE);
    v = f64_add(f64_mul(high, f64_mul(s, s)), v);
    F64 power = f64_scale(f64_of_bits(exp_table[(i64)n & 31][0]), n >> 5);
    return f32_of_f64(f64_mul(v, power));
}

FN f32 powf7(f32 c)
{
    return powf7_exp2(f64_mul(f64_of_bits(POWF7_SEVEN), powf7_log2(c)));
}

#endif
