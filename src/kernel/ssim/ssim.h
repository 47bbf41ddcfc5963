/*
 * float_ssim and float_ms_ssim: arithmetic of one sample (docs/spec/float_ssim.md). Every operation
 * rounds once, in the order written.
 */
#ifndef EVQ_SSIM_H
#define EVQ_SSIM_H

#include "kernel/math/f64.h"
#include "kernel/math/pair.h"
#include "kernel/ssim/params.h"

/* Section 4. */
#define SSIM_TAPS 11
TABLE f32 ssim_taps[SSIM_TAPS] = {
    0x1.0d7beap-10f, 0x1.f2021p-8f,  0x1.26eb92p-5f,  0x1.bff152p-4f,
    0x1.b43c7ep-3f,  0x1.106574p-2f, 0x1.b43c7ep-3f,  0x1.bff152p-4f,
    0x1.26eb92p-5f,  0x1.f2021p-8f,  0x1.0d7beap-10f,
};

/* Section 2: a sample in units of 8-bit samples; scale is a power of two. */
FN f32 ssim_sample(i32 v, f32 scale)
{
    return (f32)v * scale;
}

/* The five filtered values of a pixel: a, b, Err, Edd, Erd. */
typedef struct SsimMoments {
    f32 r, d, rr, dd, rd;
} SsimMoments;

/* A pixel's values after step 6 of section 6, but for l and c. */
typedef struct SsimSpread {
    f32 vr, vd, cov, sg;
} SsimSpread;

#define SSIM_C1 0x1.a028f4p+2f
#define SSIM_C2 0x1.d42e12p+5f
#define SSIM_C3 0x1.d42e12p+4f

FN SsimSpread ssim_spread(SsimMoments m)
{
    SsimSpread v;
    v.vr = m.rr - m.r * m.r;
    v.vd = m.dd - m.d * m.d;
    v.cov = m.rd - m.r * m.d;
    v.vr = v.vr < 0.0f ? 0.0f : v.vr;
    v.vd = v.vd < 0.0f ? 0.0f : v.vd;
    v.sg = sqrt_f32(v.vr * v.vd);
    v.cov = v.cov < 0.0f && v.sg <= 0.0f ? 0.0f : v.cov;
    return v;
}

/* Step 4. */
FN F64 ssim_luminance(SsimMoments m)
{
    f32 below = m.r * m.r + m.d * m.d + SSIM_C1;
    F64 product = f64_mul(f64_of_f32(2.0f * m.r), f64_of_f32(m.d));
    return f64_div(f64_add(product, f64_of_f32(SSIM_C1)), f64_of_f32(below));
}

/* Step 5. */
FN F64 ssim_contrast(SsimSpread v)
{
    f32 below = v.vr + v.vd + SSIM_C2;
    return f64_div(f64_add(f64_of_f32(2.0f * v.sg), f64_of_f32(SSIM_C2)), f64_of_f32(below));
}

/* Step 7. */
FN f32 ssim_structure(SsimSpread v)
{
    return (v.cov + SSIM_C3) / (v.sg + SSIM_C3);
}

#endif
