/*
 * float_vif: arithmetic of one sample (docs/spec/float_vif.md). Every operation rounds once, in
 * the order written.
 */
#ifndef EVQ_FLOAT_VIF_H
#define EVQ_FLOAT_VIF_H

#include "kernel/float_vif/params.h"
#include "kernel/math/f64.h"

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

/* Step 12. */
FN f32 vif_numerator(VifGain a, F64 nsq)
{
    f32 t = a.g * a.g * a.s1;
    F64 q = f64_div(f64_of_f32(t), f64_add(f64_of_f32(a.sv), nsq));
    return vif_log2(f32_of_f64(f64_add(f64_of_i32(1), q)));
}

/* Step 13 for an nsq that is a power of two: s1 / nsq is exact, and the float sum rounds like the
 * double one rounded to float, since either is exact or next to 1. */
FN f32 vif_denominator_exact(VifGain a, f32 inverse_nsq)
{
    return vif_log2(1.0f + a.s1 * inverse_nsq);
}

/* Step 13 for every nsq. nsq = 0 makes the argument infinite or 0 / 0, whose bits are not the same
 * on every device: the two values are written out. */
FN f32 vif_denominator(VifGain a, F64 nsq, i32 nsq_is_zero)
{
    F64 q = f64_div(f64_of_f32(a.s1), nsq);
    f32 den = vif_log2(f32_of_f64(f64_add(f64_of_i32(1), q)));
    f32 limit = a.s1 > 0.0f ? 128.0f : 0x1.012b8p+7f;
    return nsq_is_zero ? limit : den;
}

/* Steps 14 and 15: what a flat or anticorrelated pixel counts. */
FN f32 vif_final_numerator(VifGain a, f32 num, f32 flat_below, f32 flat_weight)
{
    f32 flat = 1.0f - a.s2 * flat_weight;
    num = a.s12 < 0.0f ? 0.0f : num;
    return a.s1 < flat_below ? flat : num;
}

FN f32 vif_final_denominator(VifGain a, f32 den, f32 flat_below)
{
    return a.s1 < flat_below ? 1.0f : den;
}

#endif
