/* Linear R, G, B to X', Y', B', docs/spec/ssimulacra2.md section 2. */
#ifndef EVQ_SSIMULACRA2_XYB_H
#define EVQ_SSIMULACRA2_XYB_H

#include "kernel/port/port.h"

#define SSIMULACRA2_BETA  0x3b789536 /* 0.00379307326 */
#define SSIMULACRA2_ROOT  0xbe1fb275 /* -0.155954197, less its cube root */
#define SSIMULACRA2_THIRD 0x3eaaaaab

/* The cube root less that of beta, of x >= beta; profile official: r comes to x^(-1/3) in three
 * steps. */
FN f32 ssimulacra2_official_seed(f32 x)
{
    return f32_of_bits(0x54800000 - (bits_of_f32(x) >> 23) * 0x002aaaaa);
}

FN f32 ssimulacra2_official_step(f32 x, f32 r)
{
    f32 x3 = x * f32_of_bits(SSIMULACRA2_THIRD);
    f32 r2 = r * r;
    f32 r4 = r2 * r2;
    return fma_f32(-x3, r4, r * f32_of_bits(0x3faaaaab));
}

FN f32 ssimulacra2_official_end(f32 x, f32 r)
{
    f32 r2 = r * r;
    f32 r4 = r2 * r2;
    r = fma_f32(f32_of_bits(SSIMULACRA2_THIRD), fma_f32(-x, r4, r), r);
    r2 = r * r;
    return fma_f32(r2, x, f32_of_bits(SSIMULACRA2_ROOT));
}

FN f32 ssimulacra2_root_official(f32 x)
{
    f32 r = ssimulacra2_official_seed(x);
    UNROLL(3)
    for (i32 i = 0; i < 3; i++)
        r = ssimulacra2_official_step(x, r);
    return ssimulacra2_official_end(x, r);
}

/* a b + c, where one rounding and two serve alike. */
FN f32 ssimulacra2_about(f32 a, f32 b, f32 c)
{
#if EVQ_FMA_F32
    return fma_f32(a, b, c);
#else
    return a * b + c;
#endif
}

/* x^(-1/3) within 5e-5: a seed z, then z (1 - r)^(-1/3), r = 1 - x z^3, by a parabola over the
 * range of r, -0.1 .. 0.103. */
FN f32 ssimulacra2_inverse_root(f32 x)
{
    f32 pattern = (f32)(i32)bits_of_f32(x);
    f32 z = f32_of_bits(0x54a1dd2a - (u32)(i32)(pattern * f32_of_bits(SSIMULACRA2_THIRD)));
    f32 r = ssimulacra2_about(-x, z * z * z, 1.0f);
    f32 slope = ssimulacra2_about(r, f32_of_bits(0x3e65769a), f32_of_bits(0x3eab5bc7));
    return z * ssimulacra2_about(r, slope, f32_of_bits(0x3f7fffe0));
}

/* The float nearest to the cube root of x >= 2^-126; tests/math tries all significands. */
#if EVQ_NATIVE_F64 && !defined(EVQ_F64_SOFT)

/* a b + c; the result is the same with one rounding and with two. */
FN native_f64 ssimulacra2_near(native_f64 a, native_f64 b, native_f64 c)
{
#if EVQ_FMA_F64
    return fma_f64(a, b, c);
#else
    return a * b + c;
#endif
}

/* With e = 1 - x z^3, below 2^-12, the root is x z^2 (1 - e)^(-2/3) by four terms: to about 2^-51,
 * and no root of a float lies that near to the middle between two floats. */
FN f32 ssimulacra2_root_near(f32 x, f32 inverse)
{
    native_f64 z = inverse;
    native_f64 root = (native_f64)x * (z * z);
    native_f64 e = ssimulacra2_near(-root, z, 1.0);
    native_f64 p = ssimulacra2_near(e, ssimulacra2_near(e, 40.0 / 81.0, 5.0 / 9.0), 2.0 / 3.0);
    return (f32)ssimulacra2_near(root, e * p, root);
}

FN f32 ssimulacra2_nearest_root(f32 x)
{
    return ssimulacra2_root_near(x, ssimulacra2_inverse_root(x));
}

#else

/* x = m 8^k, m in [1, 8). */
typedef struct Ssimulacra2Cube {
    u32 significand; /* m in units of 2^-23 */
    f32 m;
    f32 unit; /* of the root of x: 2^(k - 23) */
} Ssimulacra2Cube;

FN Ssimulacra2Cube ssimulacra2_cube(f32 x)
{
    Ssimulacra2Cube cube;
    u32 bits = bits_of_f32(x);
    i32 biased = (i32)(bits >> 23);
    i32 third = ((biased + 2) * 171) >> 9; /* floor(e / 3) + 43, e = biased - 127 */
    i32 rest = biased + 2 - 3 * third;
    u32 fraction = bits & 0x7fffff;
    cube.significand = (fraction | 0x800000) << rest;
    cube.m = f32_of_bits(fraction | (u32)(127 + rest) << 23);
    cube.unit = f32_of_bits((u32)(third - 43 - 23 + 127) << 23);
    return cube;
}

/* Whether (t / 2)^3 is above m, for odd t in units of 2^-23 and m in units of 2^-49: products wrap
 * around, but their difference is less than 2^63 and never 0. */
FN i32 ssimulacra2_above(i32 t, u32 m)
{
    u64 v = (u64)t;
    return (i64)(v * v * v - ((u64)m << 49)) > 0;
}

FN f32 ssimulacra2_nearest_root(f32 x)
{
    Ssimulacra2Cube cube = ssimulacra2_cube(x);
    f32 m = cube.m, z = ssimulacra2_inverse_root(m);
    z = z + z * ((1.0f - m * (z * z * z)) * f32_of_bits(SSIMULACRA2_THIRD));
    f32 z2 = z * z, y = m * z2;
    y = y + (m - (y * y) * y) * (z2 * f32_of_bits(SSIMULACRA2_THIRD));
    i32 root = (i32)(y * 8388608.0f); /* right or beside the right one */
    i32 up = !ssimulacra2_above(2 * root + 1, cube.significand);
    i32 down = ssimulacra2_above(2 * root - 1, cube.significand);
    return (f32)(root + up - down) * cube.unit;
}

#endif

FN f32 ssimulacra2_root_exact(f32 x)
{
    return ssimulacra2_nearest_root(x) + f32_of_bits(SSIMULACRA2_ROOT);
}

/* Rows make the responses of three kinds of cones. No light is negative, so none is below beta, and
 * the definition's bound of 0 is never reached. */
TABLE u32 ssimulacra2_matrix[3][3] = {
    { 0x3e99999a, 0x3f1f3b64, 0x3d9fbe77 },
    { 0x3e6b851f, 0x3f3126e9, 0x3d9fbe77 },
    { 0x3e7943cc, 0x3e51ae8f, 0x3f0d4369 },
};

#define SSIMULACRA2_ENTRY(row, i) f32_of_bits(ssimulacra2_matrix[row][i])
#define SSIMULACRA2_CONE(sum, row, red, green, blue)                                               \
    sum(SSIMULACRA2_ENTRY(row, 0), red,                                                            \
        sum(SSIMULACRA2_ENTRY(row, 1), green,                                                      \
            sum(SSIMULACRA2_ENTRY(row, 2), blue, f32_of_bits(SSIMULACRA2_BETA))))

/* X', Y', B'. */
typedef struct Ssimulacra2Opponents {
    f32 x, y, b;
} Ssimulacra2Opponents;

/* From the roots of the three cones. */
FN Ssimulacra2Opponents ssimulacra2_opponents(f32 cl, f32 cm, f32 cs)
{
    f32 dx = 0.5f * (cl - cm), dy = 0.5f * (cl + cm);
    Ssimulacra2Opponents v;
    v.x = 14.0f * dx + f32_of_bits(0x3ed70a3d);
    v.y = dy + f32_of_bits(0x3c23d70a);
    v.b = (cs - dy) + f32_of_bits(0x3f0ccccd);
    return v;
}

#define SSIMULACRA2_OPPONENTS(sum, root, red, green, blue)                                         \
    ssimulacra2_opponents(root(SSIMULACRA2_CONE(sum, 0, red, green, blue)),                        \
                          root(SSIMULACRA2_CONE(sum, 1, red, green, blue)),                        \
                          root(SSIMULACRA2_CONE(sum, 2, red, green, blue)))

/* v, or 0 where mask is 0; a select would become a branch. */
#define SSIMULACRA2_KEPT(v, mask) f32_of_bits(bits_of_f32(v) & (mask))

#endif
