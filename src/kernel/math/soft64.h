/*
 * Binary64 on 64-bit integers, bit for bit what hardware returns, rounding to nearest even.
 *
 * Operands are the patterns of normal numbers and zeros, and so must be the results: infinities,
 * NaNs, binary64 subnormals, overflow and underflow are outside. The functions are not inlined, as
 * some OpenCL compilers take minutes over the hundreds of operations of a metric otherwise.
 *
 * Inside, a significand has its leading bit at position 62: 53 bits of the result, a half bit and 9
 * more, of which the lowest also stands for everything below ("sticky").
 */
#ifndef EVQ_MATH_SOFT64_H
#define EVQ_MATH_SOFT64_H

#include "kernel/port/port.h"

#define SOFT64_SIGN     0x8000000000000000
#define SOFT64_HIDDEN   0x0010000000000000
#define SOFT64_BIAS     1023
#define SOFT64_QUOTIENT 56 /* bits of a quotient or root before the sticky one */

FN u64 soft64_magnitude(u64 a)
{
    return a & ~SOFT64_SIGN;
}

FN i32 soft64_exponent(u64 a)
{
    return (i32)(soft64_magnitude(a) >> 52);
}

FN u64 soft64_significand(u64 a)
{
    return soft64_exponent(a) ? (a & (SOFT64_HIDDEN - 1)) | SOFT64_HIDDEN : 0;
}

/* m >> n with a sticky lowest bit. */
FN u64 soft64_shift_right(u64 m, i32 n)
{
    if (n > 63)
        return m != 0;
    return (m >> n) | ((m & (((u64)1 << n) - 1)) != 0);
}

/* m >> n rounded to nearest even, 1 <= n <= 63. */
FN u64 soft64_round_shift(u64 m, i32 n)
{
    u64 below_half = ((u64)1 << (n - 1)) - 1;
    return (m + below_half + ((m >> n) & 1)) >> n;
}

/* The number with that exponent field and a significand led by bit 62; a carry out of the rounding
 * moves on into the exponent by itself. */
FN u64 soft64_pack(u64 sign, i32 exponent, u64 m)
{
    return (sign & SOFT64_SIGN) + ((u64)(exponent - 1) << 52) + soft64_round_shift(m, 10);
}

FN_CALL u64 soft64_add(u64 a, u64 b)
{
    if (soft64_magnitude(a) < soft64_magnitude(b)) {
        u64 swapped = a;
        a = b;
        b = swapped;
    }
    i32 exponent = soft64_exponent(a);
    u64 m = soft64_significand(a) << 9;
    u64 n = soft64_shift_right(soft64_significand(b) << 9, exponent - soft64_exponent(b));
    i32 opposed = (i32)((a ^ b) >> 63);
    m = opposed ? m - n : m + n;
    if (m == 0)
        return opposed ? 0 : a;
    i32 up = clz_u64(m) - 1;
    return soft64_pack(a, exponent + 1 - up, m << up);
}

FN_CALL u64 soft64_mul(u64 a, u64 b)
{
    u64 sign = (a ^ b) & SOFT64_SIGN;
    u64 m = soft64_significand(a) << 11;
    u64 n = soft64_significand(b) << 10;
    if (m == 0 || n == 0)
        return sign;
    u64 product = mul_high_u64(m, n) | (m * n != 0);
    i32 up = clz_u64(product) - 1;
    i32 exponent = soft64_exponent(a) + soft64_exponent(b) - SOFT64_BIAS + 1 - up;
    return soft64_pack(sign, exponent, product << up);
}

/* By restoring division, one bit a step. */
FN_CALL u64 soft64_div(u64 a, u64 b)
{
    u64 sign = (a ^ b) & SOFT64_SIGN;
    u64 rest = soft64_significand(a);
    u64 divisor = soft64_significand(b);
    if (rest == 0)
        return sign;
    i32 below = rest < divisor;
    rest <<= below;
    u64 quotient = 0;
    for (i32 i = 0; i < SOFT64_QUOTIENT; i++) {
        i32 bit = rest >= divisor;
        rest = (bit ? rest - divisor : rest) << 1;
        quotient = quotient << 1 | (u64)bit;
    }
    i32 exponent = soft64_exponent(a) - soft64_exponent(b) + SOFT64_BIAS - below;
    return soft64_pack(sign, exponent, quotient << (63 - SOFT64_QUOTIENT) | (rest != 0));
}

/* By digit recurrence: two bits of the radicand give one of the root. a >= 0. */
FN_CALL u64 soft64_sqrt(u64 a)
{
    if (soft64_magnitude(a) == 0)
        return a;
    i32 odd = (soft64_exponent(a) + 1) & 1;
    u64 radicand = soft64_significand(a) << (10 + odd);
    u64 rest = 0;
    u64 root = 0;
    for (i32 i = 0; i < SOFT64_QUOTIENT; i++) {
        rest = rest << 2 | radicand >> 62;
        radicand <<= 2;
        u64 trial = root << 2 | 1;
        i32 bit = rest >= trial;
        rest = bit ? rest - trial : rest;
        root = root << 1 | (u64)bit;
    }
    i32 exponent = (soft64_exponent(a) - odd + SOFT64_BIAS) / 2;
    return soft64_pack(0, exponent, root << (63 - SOFT64_QUOTIENT) | (rest != 0));
}

FN u64 soft64_of_i32(i32 a)
{
    if (a == 0)
        return 0;
    u64 m = a < 0 ? (u64)0 - (u64)(i64)a : (u64)a;
    i32 up = clz_u64(m) - 1;
    return soft64_pack(a < 0 ? SOFT64_SIGN : 0, SOFT64_BIAS + 62 - up, m << up);
}

/* Toward zero; |a| < 2^31. */
FN i32 soft64_to_i32(u64 a)
{
    i32 down = SOFT64_BIAS + 52 - soft64_exponent(a);
    i32 m = down > 52 ? 0 : (i32)(soft64_significand(a) >> down);
    return a >> 63 ? -m : m;
}

/* Of the pattern of a float, subnormal ones included; exact. */
FN u64 soft64_of_f32(u32 a)
{
    u64 sign = (u64)(a >> 31) << 63;
    i32 exponent = (i32)(a >> 23 & 0xff);
    u64 m = a & 0x7fffff;
    if (exponent == 0) {
        if (m == 0)
            return sign;
        i32 up = clz_u64(m) - 40;
        m <<= up;
        exponent = 1 - up;
    }
    return sign | (u64)(exponent - 127 + SOFT64_BIAS) << 52 | (m & 0x7fffff) << 29;
}

/* To the pattern of a float, with gradual underflow; |a| rounds to less than 2^128. */
FN_CALL u32 soft64_to_f32(u64 a)
{
    i32 exponent = soft64_exponent(a) - SOFT64_BIAS + 127;
    i32 below = exponent < 1 ? 1 - exponent : 0;
    if (below > 25)
        below = 25;
    u64 m = soft64_round_shift(soft64_significand(a), 29 + below);
    u32 base = below ? 0 : (u32)(exponent - 1) << 23;
    return (u32)(a >> 63) << 31 | (base + (u32)m);
}

FN i32 soft64_less(u64 a, u64 b)
{
    i64 x = (i64)soft64_magnitude(a);
    i64 y = (i64)soft64_magnitude(b);
    return (a >> 63 ? -x : x) < (b >> 63 ? -y : y);
}

#endif
