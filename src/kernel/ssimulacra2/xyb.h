/* Linear R, G, B to X', Y', B', docs/spec/ssimulacra2.md section 2. */
#ifndef EVQ_SSIMULACRA2_XYB_H
#define EVQ_SSIMULACRA2_XYB_H

#include "kernel/port/port.h"

#define SSIMULACRA2_BETA  0x3b789536 /* 0.00379307326 */
#define SSIMULACRA2_ROOT  0xbe1fb275 /* -0.155954197, less its cube root */
#define SSIMULACRA2_THIRD 0x3eaaaaab

/* The cube root less that of beta; profile official: r comes to x^(-1/3). */
FN f32 ssimulacra2_root_official(f32 x)
{
    u32 bits = bits_of_f32(x);
    f32 third = f32_of_bits(SSIMULACRA2_THIRD);
    f32 seed = f32_of_bits(0x54800000 - (bits >> 23) * 0x002aaaaa);
    f32 r = bits == 0 ? 0.0f : seed;
    f32 x3 = x * third;
    UNROLL(3)
    for (i32 i = 0; i < 3; i++) {
        f32 r2 = r * r;
        f32 r4 = r2 * r2;
        r = fma_f32(-x3, r4, r * f32_of_bits(0x3faaaaab));
    }
    f32 r2 = r * r;
    f32 r4 = r2 * r2;
    r = fma_f32(third, fma_f32(-x, r4, r), r);
    r2 = r * r;
    return fma_f32(r2, x, f32_of_bits(SSIMULACRA2_ROOT));
}

/* Whether (t / 2)^3 is above m, for odd t in units of 2^-23 and m in units of 2^-49. On integers
 * products wrap around, but their difference is less than 2^63 and never 0. In binary64 the cube is
 * rounded; no root comes so near to a float's boundary that this matters (tests/math tries all). */
#if EVQ_NATIVE_F64
FN i32 ssimulacra2_above(i32 t, u32 m)
{
    native_f64 v = t;
    return (v * v) * v > (native_f64)(i32)m * 562949953421312.0;
}
#else
FN i32 ssimulacra2_above(i32 t, u32 m)
{
    u64 v = (u64)t;
    return (i64)(v * v * v - ((u64)m << 49)) > 0;
}
#endif

/* x = m 8^k, m in [1, 8), for x >= 2^-126. */
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

/* The cube root of m to about a unit. */
FN f32 ssimulacra2_estimate(f32 x)
{
    f32 m = ssimulacra2_cube(x).m;
    f32 pattern = (f32)(i32)bits_of_f32(m);
    f32 z = f32_of_bits(0x54a21d2a - (u32)(i32)(pattern * f32_of_bits(SSIMULACRA2_THIRD)));
    UNROLL(2)
    for (i32 i = 0; i < 2; i++) { /* (1 - r)^(-1/3) by two terms */
        f32 r = 1.0f - m * (z * z * z);
        z = z + (z * r) * (f32_of_bits(SSIMULACRA2_THIRD) + r * f32_of_bits(0x3e638e39));
    }
    f32 z2 = z * z;
    f32 y = m * z2;
    return y + (m - (y * y) * y) * (z2 * f32_of_bits(SSIMULACRA2_THIRD));
}

/* The float nearest to the cube root of x from the estimate. */
FN f32 ssimulacra2_nearest_root(f32 x, f32 estimate)
{
    Ssimulacra2Cube cube = ssimulacra2_cube(x);
    i32 root = (i32)(estimate * 8388608.0f); /* right or beside the right one */
    i32 up = !ssimulacra2_above(2 * root + 1, cube.significand);
    i32 down = ssimulacra2_above(2 * root - 1, cube.significand);
    return (f32)(root + up - down) * cube.unit;
}

FN f32 ssimulacra2_root_exact(f32 x, f32 estimate)
{
    return ssimulacra2_nearest_root(x, estimate) + f32_of_bits(SSIMULACRA2_ROOT);
}

/* Rows make the responses of three kinds of cones. */
TABLE u32 ssimulacra2_matrix[3][3] = {
    { 0x3e99999a, 0x3f1f3b64, 0x3d9fbe77 },
    { 0x3e6b851f, 0x3f3126e9, 0x3d9fbe77 },
    { 0x3e7943cc, 0x3e51ae8f, 0x3f0d4369 },
};

#define SSIMULACRA2_ENTRY(row, i) f32_of_bits(ssimulacra2_matrix[row][i])
#define SSIMULACRA2_CONE(sum, row, red, green, blue)                                               \
    ssimulacra2_positive(                                                                          \
        sum(SSIMULACRA2_ENTRY(row, 0), red,                                                        \
            sum(SSIMULACRA2_ENTRY(row, 1), green,                                                  \
                sum(SSIMULACRA2_ENTRY(row, 2), blue, f32_of_bits(SSIMULACRA2_BETA)))))

FN f32 ssimulacra2_positive(f32 v)
{
    return v > 0.0f ? v : 0.0f;
}

#endif
