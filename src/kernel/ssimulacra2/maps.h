/* Errors of a sample, docs/spec/ssimulacra2.md section 5. */
#ifndef EVQ_SSIMULACRA2_MAPS_H
#define EVQ_SSIMULACRA2_MAPS_H

#include "kernel/port/quotient.h"

#define SSIMULACRA2_C2  0x3a6bedfa /* 0.0009 */
#define SSIMULACRA2_ONE 1073741824 /* 2^30, the maps' unit */

/* v >= 0 as an integer, to nearest even; 2^31 at most. */
FN u32 ssimulacra2_round(f32 v)
{
    f32 rounded = (v + 8388608.0f) - 8388608.0f;
    f32 whole = v < 8388608.0f ? rounded : v;
    i32 small = (i32)(whole < 2147483648.0f ? whole : 0.0f);
    return whole < 2147483648.0f ? (u32)small : 0x80000000;
}

FN f32 ssimulacra2_magnitude(f32 v)
{
    return f32_of_bits(bits_of_f32(v) & 0x7fffffff);
}

/* 1 - q in units of 2^-30, 0 where q is a NaN. */
FN u32 ssimulacra2_ssim_error(f32 q)
{
    f32 high = q < 1.0f ? q : 1.0f;
    f32 v = (high > -1.0f ? high : -1.0f) * 1073741824.0f;
    u32 rounded = ssimulacra2_round(ssimulacra2_magnitude(v));
    return v < 0.0f ? SSIMULACRA2_ONE + rounded : SSIMULACRA2_ONE - rounded;
}

/* `overlapping`, a constant: work-items are few and their chains of operations are to overlap. */
FN f32 ssimulacra2_quotient(f32 a, f32 b, const i32 overlapping)
{
    return overlapping ? quotient_f32(a, b) : a / b;
}

FN f32 ssimulacra2_quality(f32 mu1, f32 mu2, f32 s11, f32 s22, f32 s12, const i32 overlapping)
{
    f32 c2 = f32_of_bits(SSIMULACRA2_C2);
    f32 d = mu1 - mu2;
    f32 nm = 1.0f - d * d;
    f32 ns = 2.0f * (s12 - mu1 * mu2) + c2;
    f32 ds = ((s11 - mu1 * mu1) + (s22 - mu2 * mu2)) + c2;
    return ssimulacra2_quotient(nm * ns, ds, overlapping);
}

/* > 0 ringing, < 0 detail lost. */
FN f32 ssimulacra2_edge(f32 x1, f32 mu1, f32 x2, f32 mu2, const i32 overlapping)
{
    f32 e1 = ssimulacra2_magnitude(x1 - mu1), e2 = ssimulacra2_magnitude(x2 - mu2);
    return ssimulacra2_quotient(e2 - e1, 1.0f + e1, overlapping);
}

FN u32 ssimulacra2_edge_size(f32 e)
{
    return ssimulacra2_round(ssimulacra2_magnitude(e) * 1073741824.0f);
}

#endif
