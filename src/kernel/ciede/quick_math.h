/*
 * Functions for the quick evaluation of ciede: native doubles, no table look-ups, and FMA where it
 * is one instruction, so that compilers vectorise them. They are close to the functions of
 * kernel/math that define the metric, not equal to them: their results reach a float through
 * quick_decide(), or not at all. docs/math.md has the bounds and what was measured.
 */
#ifndef EVQ_CIEDE_QUICK_MATH_H
#define EVQ_CIEDE_QUICK_MATH_H

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

/* ---- Powers ---- */

/* x^(-1/n) within 16 %, by the float's pattern as its logarithm. */
FN f32 quick_root_seed(f32 x, f32 bits_of_1, f32 share)
{
    return f32_of_bits((u32)(i32)(bits_of_1 - (f32)(i32)bits_of_f32(x) * share));
}

/* x^2.4 within 2^-45.5, 0.089 < x < 2.25: y = x^(-1/5) (1 + 2^-17) as a float, x y^5 = 1 - t, and
 * the power is (x y)^3 (1 - t)^(-3/5). */
FN F64 quick_pow24(F64 wide)
{
    f32 x = (f32)wide;
    f32 y = quick_root_seed(x, 1277900416.0f, 0.2f);
    f32 square = y * y;
    f32 e = 1.0f - (x * y) * (square * square);
    f32 p = 0x1.708e18p-4f * e + 0x1.f283e8p-4f;
    p = p * e + 0x1.9993f4p-3f;
    p = p * e + 0x1.ffff54p-1f;

    F64 root = f64_of_f32(y * p);
    F64 s = root * root;
    F64 product = wide * root;
    F64 t = quick_fma(-product, s * s, 1.0);
    F64 cube = (product * product) * product;
    return quick_fma(cube, t * quick_fma(t, 0.48, 0.6), cube);
}

/* The cube root within 2^-50, 0.0088 < x < 6.3: y = x^(-1/3) (1 + 2^-18) as a float, x y^3 = 1 - t,
 * and the root is x y^2 (1 - t)^(-2/3). */
FN F64 quick_cbrt(F64 wide)
{
    f32 x = (f32)wide;
    f32 y = quick_root_seed(x, 1419900544.0f, 0x1.555556p-2f);
    f32 e = 1.0f - (x * y) * (y * y);
    f32 p = 0x1.6494e2p-3f * e + 0x1.ca371ap-3f;
    p = p * e + 0x1.5554fp-2f;
    p = p * e + 0x1.ffffbep-1f;

    F64 root = f64_of_f32(y * p);
    F64 product = wide * root;
    F64 square = root * root;
    F64 t = quick_fma(-product, square, 1.0);
    F64 value = product * root;
    return quick_fma(value, t * quick_fma(t, 0x1.1c71c71c71c72p-1, 0x1.5555555555555p-1), value);
}

/* ---- Circular functions ---- */

/* sin x within 2^-51 relative, |x| <= pi/2. */
FN F64 quick_sin(F64 x)
{
    F64 z = x * x;
    F64 p = quick_fma(z, -0x1.9f239d37ad63fp-41, 0x1.60e723dd00b24p-33);
    p = quick_fma(p, z, -0x1.ae6357732dc56p-26);
    p = quick_fma(p, z, 0x1.71de380849f3ep-19);
    p = quick_fma(p, z, -0x1.a01a019a5323cp-13);
    p = quick_fma(p, z, 0x1.1111111109f16p-7);
    p = quick_fma(p, z, -0x1.555555555547fp-3);
    return quick_fma(x * z, p, x);
}

/* cos x within 2^-48 absolute, |x| <= pi/2. */
FN F64 quick_cos(F64 x)
{
    F64 z = x * x;
    F64 p = quick_fma(z, -0x1.834e51878f12cp-37, 0x1.1eacaa5363006p-29);
    p = quick_fma(p, z, -0x1.27e3ed4a85c38p-22);
    p = quick_fma(p, z, 0x1.a019fcc02c01cp-16);
    p = quick_fma(p, z, -0x1.6c16c15fda821p-10);
    p = quick_fma(p, z, 0x1.555555553728ap-5);
    p = quick_fma(p, z, -0x1.ffffffffff8e9p-2);
    return quick_fma(p, z, 0x1.fffffffffffefp-1);
}

/*
 * The angle of the point (x, y) within 2^-45, not both zero. The octant's angle is that of c = 0,
 * 1/2 or 1 and that of z = (n - c d)/(d + c n), |z| < 0.237; the first is a parabola in c.
 */
FN F64 quick_atan2(f32 y, f32 x)
{
    f32 across = f32_of_bits(bits_of_f32(x) & 0x7fffffff);
    f32 up = f32_of_bits(bits_of_f32(y) & 0x7fffffff);
    i32 steep = across < up;
    i32 left = x < 0.0f;
    f32 least = steep ? across : up;
    f32 most = steep ? up : across;
    f32 first = 0.2361f * most < least ? 0.5f : 0.0f;
    f32 second = 0.7208f * most < least ? 0.5f : 0.0f;
    F64 c = f64_of_f32(first + second);
    F64 n = f64_of_f32(least), d = f64_of_f32(most);
    F64 z = quick_fma(-c, d, n) / quick_fma(c, n, d);

    F64 w = z * z;
    F64 p = quick_fma(w, 0x1.0ac9f3fa18fcdp-4, -0x1.70c645148d537p-4);
    p = quick_fma(p, w, 0x1.c6f9f92cc3958p-4);
    p = quick_fma(p, w, -0x1.2491f38af2a97p-3);
    p = quick_fma(p, w, 0x1.999998ce5d418p-3);
    p = quick_fma(p, w, -0x1.55555554faa0ap-2);
    F64 of_c = quick_fma(c, -0x1.229aec47638ddp-2, 0x1.11b695b3fa4c3p+0) * c;
    F64 angle = of_c + quick_fma(z * w, p, z);

    /* Quarters to start from, and the way from there. */
    f32 quarters = steep ? 1.0f : left ? 2.0f : 0.0f;
    f32 way = (steep ^ left) ? -1.0f : 1.0f;
    f32 sign = y < 0.0f ? -1.0f : 1.0f;
    F64 turned = quick_fma(f64_of_f32(quarters), 0x1.921fb54442d18p+0, angle * f64_of_f32(way));
    return turned * f64_of_f32(sign);
}

/* ---- Exponential ---- */

/* e^x within 2^-45, -40 <= x <= 0. */
FN F64 quick_exp(F64 x)
{
    F64 rounded = quick_fma(x, 0x1.71547652b82fep+0, 0x1.8p52);
    F64 k = rounded - 0x1.8p52;
    F64 r = quick_fma(-k, 0x1.62e42fefa2p-1, x);
    r = quick_fma(-k, 0x1.9ef35793c7673p-41, r);
    F64 p = quick_fma(r, 0x1.72e18c85be861p-19, 0x1.a17ea772a0a58p-16);
    p = quick_fma(p, r, 0x1.a019945892531p-13);
    p = quick_fma(p, r, 0x1.6c162b1e2c094p-10);
    p = quick_fma(p, r, 0x1.11111123dbdd5p-7);
    p = quick_fma(p, r, 0x1.55555589076f6p-5);
    p = quick_fma(p, r, 0x1.5555555550cf4p-3);
    p = quick_fma(p, r, 0x1.ffffffffe71c5p-2);
    p = quick_fma(p, r, 0x1.0000000000006p+0);
    p = quick_fma(p, r, 0x1.000000000003dp+0);
    return p * f64_of_bits((bits_of_f64(rounded) + 1023) << 52);
}

#endif
