/* Linear R, G, B to X', Y', B', docs/spec/ssimulacra2.md section 2. */
#ifndef EVQ_SSIMULACRA2_XYB_H
#define EVQ_SSIMULACRA2_XYB_H

#include "kernel/math/pair.h"

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

/* x = m 8^k, m in [1, 8), and the cube root of m to about a unit of 2^-23. */
typedef struct Ssimulacra2Root {
    u32 significand; /* of x, shifted as m is */
    i32 exponent;    /* of the power of two that scales the root, biased */
    i32 root;        /* in units of 2^-23 */
    f32 m, inverse2; /* 1 / root^2 */
} Ssimulacra2Root;

/* x >= 2^-126. */
FN Ssimulacra2Root ssimulacra2_root(f32 x)
{
    Ssimulacra2Root r;
    u32 bits = bits_of_f32(x);
    i32 biased = (i32)(bits >> 23);
    i32 third = (biased + 2) / 3; /* floor(e / 3) + 43, e = biased - 127 */
    i32 rest = biased + 2 - 3 * third;
    u32 fraction = bits & 0x7fffff;
    r.significand = (fraction | 0x800000) << rest;
    r.exponent = third - 43 - 23 + 127;
    r.m = f32_of_bits(fraction | (u32)(127 + rest) << 23);
    f32 z = f32_of_bits(0x54a21d2a - bits_of_f32(r.m) / 3);
    UNROLL(3)
    for (i32 i = 0; i < 3; i++) {
        f32 e = 1.0f - r.m * (z * z * z);
        z = z + z * (e * f32_of_bits(SSIMULACRA2_THIRD));
    }
    r.inverse2 = z * z;
    f32 y = r.m * r.inverse2;
    y = y + (r.m - (y * y) * y) * (r.inverse2 * f32_of_bits(SSIMULACRA2_THIRD));
    r.root = (i32)(y * 8388608.0f);
    return r;
}

/* Whether (t / 2)^3 is above m, t odd and in units of the root. Products wrap around, but their
 * difference is less than 2^63 and never 0. */
FN i32 ssimulacra2_above(u64 t, u64 m)
{
    return (i64)(t * t * t - m) > 0;
}

/* What is missing to the integer nearest to the root: -1, 0 or 1. */
FN i32 ssimulacra2_correction(Ssimulacra2Root r)
{
    u64 m = (u64)r.significand << 49;
    i32 up = !ssimulacra2_above(2 * (u64)r.root + 1, m);
    i32 down = ssimulacra2_above(2 * (u64)r.root - 1, m);
    return up - down;
}

/* The same from (m - y^3) / (3 y^2) = root - y, which is off by less than 2^-44; undecided where
 * it is as near to half a unit, 2^-24, as 2^-42. */
FN i32 ssimulacra2_quick_correction(Ssimulacra2Root r, i32 *undecided)
{
    f32 y = (f32)r.root * f32_of_bits(0x34000000);
    Pair square = pair_of_product(y, y);
    Pair cube = pair_of_product(square.head, y);
    f32 rest = ((r.m - cube.head) - cube.tail) - square.tail * y;
    f32 missing = rest * (r.inverse2 * f32_of_bits(SSIMULACRA2_THIRD));
    f32 size = f32_of_bits(bits_of_f32(missing) & 0x7fffffff);
    f32 beyond = size - f32_of_bits(0x33800000);
    f32 distance = f32_of_bits(bits_of_f32(beyond) & 0x7fffffff);
    *undecided |= distance < f32_of_bits(0x2a800000);
    i32 sign = missing < 0.0f ? -1 : 1;
    return beyond > 0.0f ? sign : 0;
}

/* The nearest float to the cube root, less that of beta; profile exact. */
FN f32 ssimulacra2_root_exact(f32 x, i32 replay, i32 *undecided)
{
    Ssimulacra2Root r = ssimulacra2_root(x);
    i32 correction =
        replay ? ssimulacra2_correction(r) : ssimulacra2_quick_correction(r, undecided);
    f32 nearest = (f32)(r.root + correction) * f32_of_bits((u32)r.exponent << 23);
    return nearest + f32_of_bits(SSIMULACRA2_ROOT);
}

/* A row of the matrix. */
#define SSIMULACRA2_ROW(sum, a, b, c, red, green, blue)                                            \
    sum(f32_of_bits(a), red,                                                                       \
        sum(f32_of_bits(b), green, sum(f32_of_bits(c), blue, f32_of_bits(SSIMULACRA2_BETA))))

#endif
