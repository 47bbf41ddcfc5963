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

/* The sign of (T / 2)^3 - m for an integer root in units of 2^-24; `scaled` is m 2^49 in the
 * integer's units. Wraps around, but the difference is less than 2^63. */
FN i32 ssimulacra2_above(u64 t, u64 scaled)
{
    return (i64)(t * t * t - scaled) > 0;
}

/* The float next to the cube root; x >= 2^-126, such that no tie exists. */
FN f32 ssimulacra2_nearest_root(f32 x)
{
    u32 bits = bits_of_f32(x);
    i32 exponent = (i32)(bits >> 23);
    i32 third = (exponent + 2) / 3; /* of the exponent: floor(e / 3) + 43, e = exponent - 127 */
    i32 rest = exponent + 2 - 3 * third;
    u32 fraction = bits & 0x7fffff;
    f32 m = f32_of_bits(fraction | (u32)(127 + rest) << 23);
    f32 z = f32_of_bits(0x54a21d2a - bits_of_f32(m) / 3);
    UNROLL(3)
    for (i32 i = 0; i < 3; i++) {
        f32 r = 1.0f - m * (z * z * z);
        z = z + z * (r * f32_of_bits(SSIMULACRA2_THIRD));
    }
    f32 z2 = z * z;
    f32 y = m * z2;
    y = y + (m - (y * y) * y) * (z2 * f32_of_bits(SSIMULACRA2_THIRD));

    i32 root = (i32)(y * 8388608.0f);
    u64 scaled = (u64)((fraction | 0x800000) << rest) << 49;
    i32 up = !ssimulacra2_above(2 * (u64)root + 1, scaled);
    i32 down = ssimulacra2_above(2 * (u64)root - 1, scaled);
    f32 nearest = (f32)(root + (up ? 1 : down ? -1 : 0));
    return nearest * f32_of_bits((u32)(third - 43 - 23 + 127) << 23);
}

FN f32 ssimulacra2_root_exact(f32 x)
{
    return ssimulacra2_nearest_root(x) + f32_of_bits(SSIMULACRA2_ROOT);
}

/* A row of the matrix. */
#define SSIMULACRA2_ROW(sum, a, b, c, red, green, blue)                                            \
    sum(f32_of_bits(a), red,                                                                       \
        sum(f32_of_bits(b), green, sum(f32_of_bits(c), blue, f32_of_bits(SSIMULACRA2_BETA))))

#endif
