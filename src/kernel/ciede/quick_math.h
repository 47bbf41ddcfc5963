/*
 * Functions for the quick evaluation of ciede: native doubles or floats, no table look-ups, and FMA
 * where it is one instruction, so that compilers vectorise them. They are close to the functions of
 * kernel/math that define the metric, not equal to them: their results reach a float through
 * quick_decide(), or not at all. docs/math.md has the bounds and what was measured.
 *
 * What has a long chain of operations is cut in two, so that a loop over one part has several of
 * its iterations in flight.
 */
#ifndef EVQ_CIEDE_QUICK_MATH_H
#define EVQ_CIEDE_QUICK_MATH_H

#include "kernel/ciede/quick_tables.h"
#include "kernel/ciede/root.h"
#include "kernel/math/f64_native.h"

/* ---- Rounding test ---- */

/* Units in the last place of a double by which v may be off: 2^11 stands for an error of at most
 * 2^-42 |v|. */
#define QUICK_ERROR 0x800

/*
 * v as a float, or NaN where the double that v stands for might round to another float: where the
 * 29 bits that the float has not are within `error` of halfway. A NaN stays one.
 */
FN f32 quick_decide(F64 v, u64 error)
{
    u64 bits = bits_of_f64(v);
    i64 from_halfway = (i64)((bits + (error - 0x10000000)) & 0x1fffffff);
    u64 doubt = from_halfway < (i64)(2 * error) ? ~(u64)0 : 0;
    return f32_of_f64(f64_of_bits(bits | doubt));
}

/* The same for an error that is absolute. */
FN f32 quick_decide_within(F64 v, F64 error)
{
    f32 high = f32_of_f64(v + error);
    f32 low = f32_of_f64(v - error);
    u32 doubt = high == low ? 0 : ~(u32)0;
    return f32_of_bits(bits_of_f32(high) | doubt);
}

/* The same for a sum of two floats and an error of either sign. */
FN f32 quick_decide_pair(f32 head, f32 tail, f32 error)
{
    Rounded v = ciede_rounded(head, tail, error);
    return f32_of_bits(bits_of_f32(v.value) | (0u - (u32)v.undecided));
}

/* ---- Arithmetic ---- */

/* a b + c; how often it rounds is the target's choice. */
FN F64 quick_fma(F64 a, F64 b, F64 c)
{
#if EVQ_FMA_F64
    return fma_f64(a, b, c);
#else
    return a * b + c;
#endif
}

FN f32 quick_fma_f32(f32 a, f32 b, f32 c)
{
#if EVQ_FMA_F32
    return fma_f32(a, b, c);
#else
    return a * b + c;
#endif
}

FN f32 quick_flip(f32 v, u32 sign)
{
    return f32_of_bits(bits_of_f32(v) ^ sign);
}

/* a over b within 2^-44 by the inverse of b's head. */
FN Pair quick_quotient(Pair a, Pair b, f32 inverse)
{
    f32 head = a.head * inverse;
    Pair back = pair_of_product(head, b.head);
    f32 rest = ((a.head - back.head) - back.tail) + (a.tail - head * b.tail);
    return pair_of(head, rest * inverse);
}

/* a + b, where |a| >= |b| or a = 0, and something small. */
FN Pair quick_sum_ordered(f32 a, f32 b, f32 small)
{
    f32 sum = a + b;
    return pair_of(sum, (b - (sum - a)) + small);
}

/* Polynomials of degree 3 and 7 by halves, which is a shorter chain than Horner's. */
FN F64 quick_cubic(F64 x, F64 xx, F64 c0, F64 c1, F64 c2, F64 c3)
{
    return quick_fma(quick_fma(c3, x, c2), xx, quick_fma(c1, x, c0));
}

FN F64 quick_septic(F64 x, F64 c0, F64 c1, F64 c2, F64 c3, F64 c4, F64 c5, F64 c6, F64 c7)
{
    F64 xx = x * x;
    return quick_fma(quick_cubic(x, xx, c4, c5, c6, c7), xx * xx,
                     quick_cubic(x, xx, c0, c1, c2, c3));
}

/* Of degree 4, by Horner's rule: the even or the odd half of a longer one. */
FN F64 quick_quartic(F64 x, F64 c0, F64 c1, F64 c2, F64 c3, F64 c4)
{
    F64 p = quick_fma(quick_fma(c4, x, c3), x, c2);
    return quick_fma(quick_fma(p, x, c1), x, c0);
}

/* ---- Powers ---- */

/* x^(-1/n) to a few percent, for x > 0: a double's pattern is nearly its logarithm. The upper 44
 * bits count in the fraction of 2^52, where arithmetic on them is that of doubles. */
FN F64 quick_root_guess(F64 x, F64 share, F64 one)
{
    F64 upper = f64_of_bits((bits_of_f64(x) >> 20) | 0x4330000000000000);
    return f64_of_bits(bits_of_f64(quick_fma(upper, -share, one)) << 20);
}

/* Of a guess y of x^(-1/5): (x y)^3, and e of x y^5 = 1 - e; 0.089 < x < 2.25. */
typedef struct QuickPow24 {
    F64 cube, rest;
} QuickPow24;

FN QuickPow24 quick_pow24_guess(F64 x)
{
    F64 y = quick_root_guess(x, QUICK_POW24_SHARE, QUICK_POW24_ONE);
    F64 yy = y * y, product = x * y;
    QuickPow24 v = { (product * product) * product, quick_fma(-product, yy * yy, 1.0) };
    return v;
}

/* x^2.4 within 2^-48: (x y)^3 (1 - e)^(-3/5). */
FN F64 quick_pow24(QuickPow24 v)
{
    F64 e = v.rest, ee = e * e;
    F64 even = quick_quartic(ee, QUICK_POW24_C4, QUICK_POW24_C6, QUICK_POW24_C8, QUICK_POW24_C10,
                             QUICK_POW24_C12);
    even = quick_fma(quick_fma(even, ee, QUICK_POW24_C2), ee, QUICK_POW24_C0);
    F64 odd = quick_quartic(ee, QUICK_POW24_C3, QUICK_POW24_C5, QUICK_POW24_C7, QUICK_POW24_C9,
                            QUICK_POW24_C11);
    odd = quick_fma(odd, ee, QUICK_POW24_C1);
    return v.cube * quick_fma(odd, e, even);
}

/* Of a guess y of x^(-1/3): x y^2, and e of x y^3 = 1 - e; for x <= 0 any numbers. */
typedef struct QuickCbrt {
    F64 square, rest;
} QuickCbrt;

FN QuickCbrt quick_cbrt_guess(F64 x)
{
    F64 y = quick_root_guess(x, QUICK_CBRT_SHARE, QUICK_CBRT_ONE);
    F64 square = x * y * y;
    QuickCbrt v = { square, quick_fma(-square, y, 1.0) };
    return v;
}

/* The cube root within 2^-43: x y^2 (1 - e)^(-2/3). */
FN F64 quick_cbrt(QuickCbrt v)
{
    F64 e = v.rest, ee = e * e;
    F64 even = quick_quartic(ee, QUICK_CBRT_C0, QUICK_CBRT_C2, QUICK_CBRT_C4, QUICK_CBRT_C6,
                             QUICK_CBRT_C8);
    F64 odd = quick_quartic(ee, QUICK_CBRT_C1, QUICK_CBRT_C3, QUICK_CBRT_C5, QUICK_CBRT_C7,
                            QUICK_CBRT_C9);
    return v.square * quick_fma(odd, e, even);
}

/* c^7 within 2^-44. */
FN Pair quick_pow7(f32 c)
{
    Pair square = pair_of_product(c, c);
    Pair cube = pair_of_product(square.head, c);
    cube.tail = quick_fma_f32(square.tail, c, cube.tail);
    Pair sixth = pair_of_product(cube.head, cube.head);
    sixth.tail = quick_fma_f32(cube.head + cube.head, cube.tail, sixth.tail);
    Pair power = pair_of_product(sixth.head, c);
    power.tail = quick_fma_f32(sixth.tail, c, power.tail);
    return power;
}

/* ---- Circular functions ---- */

/* sin x within 2^-50 relative, |x| <= pi/2. */
FN F64 quick_sin(F64 x)
{
    F64 p = quick_septic(x * x, QUICK_SIN_C0, QUICK_SIN_C1, QUICK_SIN_C2, QUICK_SIN_C3,
                         QUICK_SIN_C4, QUICK_SIN_C5, QUICK_SIN_C6, QUICK_SIN_C7);
    return x * p;
}

/* cos x within 2^-48 absolute, |x| <= pi/2. */
FN F64 quick_cos(F64 x)
{
    return quick_septic(x * x, QUICK_COS_C0, QUICK_COS_C1, QUICK_COS_C2, QUICK_COS_C3, QUICK_COS_C4,
                        QUICK_COS_C5, QUICK_COS_C6, QUICK_COS_C7);
}

/* x, 0 <= x < 8, as a number of half turns, in the last bit of a pattern, and a rest within a
 * quarter. */
typedef struct QuickReduced {
    F64 half_turns, rest;
} QuickReduced;

FN QuickReduced quick_reduced(f32 x)
{
    F64 wide = f64_of_f32(x);
    F64 rounded = quick_fma(wide, QUICK_HALF_TURNS, 0x1.8p52);
    F64 count = rounded - 0x1.8p52;
    F64 rest = quick_fma(-count, QUICK_HALF_TURN, wide);
    QuickReduced v = { rounded, quick_fma(-count, QUICK_HALF_TURN_REST, rest) };
    return v;
}

/* A sine or cosine of the rest with the sign that the half turns give it. */
FN F64 quick_turned(F64 v, F64 half_turns)
{
    return f64_of_bits(bits_of_f64(v) ^ (bits_of_f64(half_turns) << 63));
}

/* ---- Exponential ---- */

/* e^x within 2^-45, -40 <= x <= 0. */
FN F64 quick_exp(F64 x)
{
    F64 rounded = quick_fma(x, QUICK_EXP_STEPS, 0x1.8p52);
    F64 k = rounded - 0x1.8p52;
    F64 r = quick_fma(-k, QUICK_EXP_STEP, x);
    r = quick_fma(-k, QUICK_EXP_STEP_REST, r);
    F64 high = quick_fma(r, QUICK_EXP_C9, QUICK_EXP_C8);
    F64 p = quick_septic(r, QUICK_EXP_C0, QUICK_EXP_C1, QUICK_EXP_C2, QUICK_EXP_C3, QUICK_EXP_C4,
                         QUICK_EXP_C5, QUICK_EXP_C6, QUICK_EXP_C7);
    F64 r2 = r * r, r4 = r2 * r2;
    p = quick_fma(high, r4 * r4, p);
    return p * f64_of_bits((bits_of_f64(rounded) + 1023) << 52);
}

#endif
