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

/* The same for an error that is absolute. */
FN f32 quick_decide_within(F64 v, F64 error)
{
    f32 high = f32_of_f64(v + error);
    f32 low = f32_of_f64(v - error);
    u32 doubt = high == low ? 0 : ~(u32)0;
    return f32_of_bits(bits_of_f32(high) | doubt);
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

/* x^(-1/n) to a few percent: the float's pattern is nearly its logarithm. */
FN f32 quick_root_guess(f32 x, f32 bits_of_1, f32 share)
{
    return f32_of_bits((u32)(i32)(bits_of_1 - (f32)(i32)bits_of_f32(x) * share));
}

/* x^(-1/5) (1 + 2^-17), 0.089 < x < 2.25. */
FN f32 quick_pow24_seed(f32 x)
{
    f32 y = quick_root_guess(x, 1277900416.0f, 0.2f);
    f32 square = y * y;
    f32 e = 1.0f - (x * y) * (square * square);
    f32 high = quick_fma_f32(0x1.708e18p-4f, e, 0x1.f283e8p-4f);
    f32 low = quick_fma_f32(0x1.9993f4p-3f, e, 0x1.ffff54p-1f);
    return y * quick_fma_f32(high, e * e, low);
}

/* x^2.4 within 2^-50: of the seed y, x y^5 = 1 - t, and the power is (x y)^3 (1 - t)^(-3/5). */
FN F64 quick_pow24(F64 x, f32 seed)
{
    F64 root = f64_of_f32(seed);
    F64 s = root * root;
    F64 product = x * root;
    F64 t = quick_fma(-product, s * s, 1.0);
    F64 cube = (product * product) * product;
    F64 p = quick_fma(quick_fma(t, 0.416, 0.48), t, 0.6);
    return quick_fma(cube, t * p, cube);
}

/* x^(-1/3) (1 + 2^-18), 0.0088 < x < 6.3. */
FN f32 quick_cbrt_seed(f32 x)
{
    f32 y = quick_root_guess(x, 1419900544.0f, 0x1.555556p-2f);
    f32 e = 1.0f - (x * y) * (y * y);
    f32 high = quick_fma_f32(0x1.6494e2p-3f, e, 0x1.ca371ap-3f);
    f32 low = quick_fma_f32(0x1.5554fp-2f, e, 0x1.ffffbep-1f);
    return y * quick_fma_f32(high, e * e, low);
}

/* The cube root within 2^-50: of the seed y, x y^3 = 1 - t, and the root is x y^2 (1 - t)^(-2/3).
 */
FN F64 quick_cbrt(F64 x, f32 seed)
{
    F64 root = f64_of_f32(seed);
    F64 product = x * root;
    F64 t = quick_fma(-product, root * root, 1.0);
    F64 value = product * root;
    return quick_fma(value, t * quick_fma(t, 0x1.1c71c71c71c72p-1, 0x1.5555555555555p-1), value);
}

/* ---- Circular functions ---- */

/* sin x within 2^-50 relative, |x| <= pi/2. */
FN F64 quick_sin(F64 x)
{
    F64 z = x * x;
    F64 p = quick_septic(z, 0x1.fffffffffffffp-1, -0x1.555555555547fp-3, 0x1.1111111109f16p-7,
                         -0x1.a01a019a5323cp-13, 0x1.71de380849f3ep-19, -0x1.ae6357732dc56p-26,
                         0x1.60e723dd00b24p-33, -0x1.9f239d37ad63fp-41);
    return x * p;
}

/* cos x within 2^-48 absolute, |x| <= pi/2. */
FN F64 quick_cos(F64 x)
{
    F64 z = x * x;
    return quick_septic(z, 0x1.fffffffffffefp-1, -0x1.ffffffffff8e9p-2, 0x1.555555553728ap-5,
                        -0x1.6c16c15fda821p-10, 0x1.a019fcc02c01cp-16, -0x1.27e3ed4a85c38p-22,
                        0x1.1eacaa5363006p-29, -0x1.834e51878f12cp-37);
}

/* The angle of the point (x, y), not both zero, as a sum of a known angle and arctan(slope). */
typedef struct QuickAngle {
    F64 known, slope;
} QuickAngle;

/*
 * |slope| < 0.237. In the first octant the known angle is arctan c, c = 0, 1/2 or 1, which is a
 * parabola in c, and the slope is (n - c d)/(d + c n); the other octants go forth or back from
 * quarters of a turn.
 */
FN QuickAngle quick_angle(f32 y, f32 x)
{
    f32 across = f32_of_bits(bits_of_f32(x) & 0x7fffffff);
    f32 up = f32_of_bits(bits_of_f32(y) & 0x7fffffff);
    i32 steep = across < up;
    i32 left = x < 0.0f;
    f32 least = steep ? across : up;
    f32 most = steep ? up : across;
    f32 second = 0.2361f * most < least ? 0.5f : 0.0f;
    f32 third = 0.7208f * most < least ? 0.5f : 0.0f;
    f32 side = y < 0.0f ? -1.0f : 1.0f;
    f32 way = (steep ^ left) ? -side : side;
    f32 quarters = steep ? side : left ? 2.0f * side : 0.0f;

    F64 c = f64_of_f32(second + third), way_c = f64_of_f32(way);
    F64 n = f64_of_f32(least), d = f64_of_f32(most);
    F64 of_c = quick_fma(c, -0x1.229aec47638ddp-2, 0x1.11b695b3fa4c3p+0) * c;
    QuickAngle v;
    v.slope = quick_fma(-c, d, n) * way_c / quick_fma(c, n, d);
    v.known = quick_fma(f64_of_f32(quarters), 0x1.921fb54442d18p+0, of_c * way_c);
    return v;
}

/* The angle within 2^-45. */
FN F64 quick_atan2(QuickAngle v)
{
    F64 z = v.slope;
    F64 w = z * z, ww = w * w;
    F64 low = quick_cubic(w, ww, -0x1.55555554faa0ap-2, 0x1.999998ce5d418p-3, -0x1.2491f38af2a97p-3,
                          0x1.c6f9f92cc3958p-4);
    F64 high = quick_fma(w, 0x1.0ac9f3fa18fcdp-4, -0x1.70c645148d537p-4);
    F64 p = quick_fma(high, ww * ww, low);
    return v.known + quick_fma(z * w, p, z);
}

/* ---- Exponential ---- */

/* e^x within 2^-45, -40 <= x <= 0. */
FN F64 quick_exp(F64 x)
{
    F64 rounded = quick_fma(x, 0x1.71547652b82fep+0, 0x1.8p52);
    F64 k = rounded - 0x1.8p52;
    F64 r = quick_fma(-k, 0x1.62e42fefa2p-1, x);
    r = quick_fma(-k, 0x1.9ef35793c7673p-41, r);
    F64 high = quick_fma(r, 0x1.72e18c85be861p-19, 0x1.a17ea772a0a58p-16);
    F64 p = quick_septic(r, 0x1.000000000003dp+0, 0x1.0000000000006p+0, 0x1.ffffffffe71c5p-2,
                         0x1.5555555550cf4p-3, 0x1.55555589076f6p-5, 0x1.11111123dbdd5p-7,
                         0x1.6c162b1e2c094p-10, 0x1.a019945892531p-13);
    F64 r2 = r * r, r4 = r2 * r2;
    p = quick_fma(high, r4 * r4, p);
    return p * f64_of_bits((bits_of_f64(rounded) + 1023) << 52);
}

#endif
