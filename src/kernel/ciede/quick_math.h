/*
 * Functions for the quick evaluation of ciede: native doubles or floats, no table look-ups, and FMA
 * where it is one instruction, so that compilers vectorise them (what they do not is in
 * quick_roots.h and quick_rows.h). They are close to the functions of kernel/math that define the
 * metric, not equal to them: their results reach a float through a rounding test, or not at all.
 * docs/math.md has the bounds and what was measured.
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

/* a where the mask is all ones, b where it is 0. */
FN f32 quick_either(u32 mask, f32 a, f32 b)
{
    return f32_of_bits((bits_of_f32(a) & mask) | (bits_of_f32(b) & ~mask));
}

FN f32 quick_flip(f32 v, u32 sign)
{
    return f32_of_bits(bits_of_f32(v) ^ sign);
}

/* a over b within 2^-44 by the inverse of b's head. */
FN Pair quick_quotient(Pair a, Pair b, f32 inverse)
{
    f32 head = a.head * inverse;
    f32 rest = pair_rest(a.head, head, b.head) + quick_fma_f32(-head, b.tail, a.tail);
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

/* ---- Powers ---- */

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
