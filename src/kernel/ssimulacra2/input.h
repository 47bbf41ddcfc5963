/* Samples to linear light, docs/spec/ssimulacra2.md section 1. */
#ifndef EVQ_SSIMULACRA2_INPUT_H
#define EVQ_SSIMULACRA2_INPUT_H

#include "kernel/ssimulacra2/params.h"

/* a b + c as profile official and as profile exact rounds it. */
#define SSIMULACRA2_FUSED(a, b, c) fma_f32(a, b, c)
#define SSIMULACRA2_SPLIT(a, b, c) ((a) * (b) + (c))

/* The index of 0 .. n - 1 that is nearest to i. */
FN i32 ssimulacra2_inside(i32 i, i32 n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

#define SSIMULACRA2_VALUE(v, scale, zero) ((scale) * (f32)((i32)(v) - (zero)))

FN f32 ssimulacra2_clamp(f32 v)
{
    f32 low = v > 0.0f ? v : 0.0f;
    return low < 1.0f ? low : 1.0f;
}

/* From luma and chroma; params p. */
#define SSIMULACRA2_RED(sum, luma, u, v)   ssimulacra2_clamp(sum(p.crv, v, luma))
#define SSIMULACRA2_GREEN(sum, luma, u, v) ssimulacra2_clamp(sum(p.cgv, v, sum(p.cgu, u, luma)))
#define SSIMULACRA2_BLUE(sum, luma, u, v)  ssimulacra2_clamp(sum(p.cbu, u, luma))

/* One step of Horner's rule. */
FN f32 ssimulacra2_step(f32 sum, f32 x, u32 coefficient)
{
    return fma_f32(sum, x, f32_of_bits(coefficient));
}

/* The sRGB curve of the official profile: a rational function. */
FN f32 ssimulacra2_linear_official(f32 x)
{
    f32 above = f32_of_bits(0x3f522e0f);
    above = ssimulacra2_step(above, x, 0x3f4bd0ea);
    above = ssimulacra2_step(above, x, 0x3e2661b1);
    above = ssimulacra2_step(above, x, 0x3c2afd55);
    above = ssimulacra2_step(above, x, 0x3966b677);
    f32 below = f32_of_bits(0x3bd5afde);
    below = ssimulacra2_step(below, x, 0xbd61cabc);
    below = ssimulacra2_step(below, x, 0x3eff5c88);
    below = ssimulacra2_step(below, x, 0x3f89da5e);
    below = ssimulacra2_step(below, x, 0x3e86c025);
    f32 curve = above / below;
    f32 line = x * f32_of_bits(0x3d9e8391);
    return x <= f32_of_bits(0x3d25aee6) ? line : curve;
}

/* u^2.4 as (u u^(-1/5))^3, the root w by Newton's iteration. */
FN f32 ssimulacra2_root_seed(f32 u)
{
    return f32_of_bits(0x4c2cc3c5 - bits_of_f32(u) / 5);
}

FN f32 ssimulacra2_root_step(f32 u, f32 w)
{
    f32 w2 = w * w;
    f32 w4 = w2 * w2;
    f32 w5 = w4 * w;
    f32 r = 1.0f - u * w5;
    return w + w * (r * f32_of_bits(0x3e4ccccd));
}

FN f32 ssimulacra2_power_of_root(f32 u, f32 w)
{
    f32 z = u * w;
    return (z * z) * z;
}

FN f32 ssimulacra2_power(f32 u)
{
    f32 w = ssimulacra2_root_seed(u);
    UNROLL(4)
    for (i32 i = 0; i < 4; i++)
        w = ssimulacra2_root_step(u, w);
    return ssimulacra2_power_of_root(u, w);
}

FN f32 ssimulacra2_linear_power(f32 x, f32 threshold, f32 slope, f32 scale, f32 offset)
{
    f32 curve = ssimulacra2_power(x * scale + offset);
    f32 line = x * slope;
    return x <= threshold ? line : curve;
}

/* A sample of chroma between p0 and p1 at t: a cubic with central differences as tangents. */
FN f32 ssimulacra2_cubic(f32 before, f32 p0, f32 p1, f32 after, f32 t)
{
    f32 a = 0.5f * (p1 - before), b = 0.5f * (after - p0);
    f32 c3 = 2.0f * (p0 - p1) + (a + b);
    f32 c2 = 3.0f * (p1 - p0) - (2.0f * a + b);
    return ((c3 * t + c2) * t + a) * t + p0;
}

#endif
