/*
 * float_vif: arithmetic of one sample (docs/spec/float_vif.md). Every operation rounds once, in
 * the order written.
 */
#ifndef EVQ_FLOAT_VIF_H
#define EVQ_FLOAT_VIF_H

#include "kernel/float_vif/params.h"
#include "kernel/math/f64.h"
#include "kernel/math/pair.h"

/* Section 3: a sample, centred, in units of 8-bit samples. scale is a power of two: the product is
 * the quotient of the spec. */
FN f32 vif_sample(i32 v, f32 scale)
{
    return (f32)v * scale + -128.0f;
}

/* Section 8, LG: log2 of a positive finite x by a polynomial in the fraction. */
FN f32 vif_log2(f32 x)
{
    u32 u = bits_of_f32(x);
    i32 exponent = (i32)((u >> 23) & 255u) - 127;
    f32 f = f32_of_bits((u & 0x7fffffu) | 0x3f800000u) - 1.0f;
    f32 p = -0x1.9f3962p-7f * f + 0x1.0996e8p-4f;
    p = p * f + -0x1.41a2d2p-3f;
    p = p * f + 0x1.0756fap-2f;
    p = p * f + -0x1.6a4ab2p-2f;
    p = p * f + 0x1.eba792p-2f;
    p = p * f + -0x1.71501cp-1f;
    p = p * f + 0x1.715472p+0f;
    return (f32)exponent + p * f;
}

/* The five blurred values of a pixel. */
typedef struct VifMoments {
    f32 m1, m2, xx, yy, xy;
} VifMoments;

/* Gain, residual variance and variance of a pixel after step 10 of section 8. */
typedef struct VifGain {
    f32 g, sv, s1, s2, s12;
} VifGain;

FN VifGain vif_gain(VifMoments m, f32 limit)
{
    const f32 eps = 0x1.b7cdfep-34f;
    f32 s1 = m.xx - m.m1 * m.m1;
    f32 s2 = m.yy - m.m2 * m.m2;
    f32 s12 = m.xy - m.m1 * m.m2;
    s1 = s1 > 0.0f ? s1 : 0.0f;
    s2 = s2 > 0.0f ? s2 : 0.0f;
    f32 g = s12 / (s1 + eps);
    f32 sv = s2 - g * s12;
    i32 flat1 = s1 < eps;
    g = flat1 ? 0.0f : g;
    sv = flat1 ? s2 : sv;
    s1 = flat1 ? 0.0f : s1;
    i32 flat2 = s2 < eps;
    g = flat2 ? 0.0f : g;
    sv = flat2 ? 0.0f : sv;
    i32 negative = g < 0.0f;
    sv = negative ? s2 : sv;
    g = negative ? 0.0f : g;
    sv = sv > eps ? sv : eps;
    g = g < limit ? g : limit;
    VifGain r = { g, sv, s1, s2, s12 };
    return r;
}

/* The terms of a pixel. Before the logarithms of steps 12 and 13 are taken, their arguments; or,
 * for a pixel that step 15 calls flat, num itself and a negative den. */
typedef struct VifTerms {
    f32 num, den;
} VifTerms;

/* The argument of step 12. */
FN f32 vif_numerator(VifGain a, F64 nsq)
{
    f32 t = a.g * a.g * a.s1;
    F64 q = f64_div(f64_of_f32(t), f64_add(f64_of_f32(a.sv), nsq));
    return f32_of_f64(f64_add(f64_of_i32(1), q));
}

/* The argument of step 12 in pairs, for an nsq that is a float. The quotient's error is below 2^-44
 * of it, the argument's below 2^-43. */
FN f32 vif_numerator_quick(VifGain a, f32 nsq, i32 *undecided)
{
    Pair q = pair_div(pair_of(a.g * a.g * a.s1, 0.0f), pair_of_sum(a.sv, nsq));
    Pair v = pair_add_f32(q, 1.0f);
    Rounded r = pair_to_f32(v, 0x1p-42f * v.head);
    *undecided = r.undecided;
    return r.value;
}

/* The argument of step 13 for an nsq that is a power of two: s1 / nsq is exact, and the float sum
 * rounds like the double one rounded to float, since either is exact or next to 1. */
FN f32 vif_denominator_exact(VifGain a, f32 inverse_nsq)
{
    return 1.0f + a.s1 * inverse_nsq;
}

/* The argument of step 13 for every nsq. nsq = 0 makes it infinite or 0 / 0, whose bits are not the
 * same on every device: the two are written out. */
FN f32 vif_denominator(VifGain a, F64 nsq, i32 nsq_is_zero)
{
    F64 q = f64_div(f64_of_f32(a.s1), nsq);
    f32 den = f32_of_f64(f64_add(f64_of_i32(1), q));
    f32 limit = f32_of_bits(a.s1 > 0.0f ? 0x7f800000u : 0x7fc00000u);
    return nsq_is_zero ? limit : den;
}

/* Steps 14 and 15: what a flat or anticorrelated pixel counts. */
FN VifTerms vif_arguments(VifGain a, f32 num, f32 den, f32 flat_below, f32 flat_weight)
{
    i32 flat = a.s1 < flat_below;
    VifTerms r = { a.s12 < 0.0f ? 1.0f : num, flat ? -1.0f : den };
    r.num = flat ? 1.0f - a.s2 * flat_weight : r.num;
    return r;
}

FN VifTerms vif_terms(VifTerms a)
{
    i32 flat = a.den < 0.0f;
    f32 num = vif_log2(a.num);
    f32 den = vif_log2(a.den);
    VifTerms r = { flat ? a.num : num, flat ? 1.0f : den };
    return r;
}

/* Steps 12 to 15 for an nsq that is a power of two. */
FN VifTerms vif_arguments_exact(const VifParams p, VifGain a, const i32 replay, i32 *undecided)
{
    f32 num = replay || EVQ_NATIVE_F64 ? vif_numerator(a, f64_of_bits(p.nsq))
                                       : vif_numerator_quick(a, p.flat_below, undecided);
    f32 den = vif_denominator_exact(a, p.inverse_nsq);
    return vif_arguments(a, num, den, p.flat_below, p.flat_weight);
}

#endif
