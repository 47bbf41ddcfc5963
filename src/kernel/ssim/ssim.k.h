/*
 * float_ssim and float_ms_ssim: kernels (docs/spec/float_ssim.md). Reference and distorted travel
 * as the two sub-planes of one buffer, what the window makes of them as five.
 */
#ifndef EVQ_SSIM_K_H
#define EVQ_SSIM_K_H

#include "kernel/image/weighted.h"
#include "kernel/ssim/ssim.h"

/* ---- Section 2: samples to float ---- */

ROW_KERNEL(3, ssim_load_u8, SsimParams, (IN(u8, ref), IN(u8, dis), OUT(f32, image)))
{
    image[AT(2, 0, x, y)] = ssim_sample(ref[AT(0, 0, x, y)], p.scale);
    image[AT(2, 1, x, y)] = ssim_sample(dis[AT(1, 0, x, y)], p.scale);
}

ROW_KERNEL(3, ssim_load_u16, SsimParams, (IN(u16, ref), IN(u16, dis), OUT(f32, image)))
{
    image[AT(2, 0, x, y)] = ssim_sample(ref[AT(0, 0, x, y)], p.scale);
    image[AT(2, 1, x, y)] = ssim_sample(dis[AT(1, 0, x, y)], p.scale);
}

/* ---- Section 5: what the window filters, five images of p.width columns side by side ---- */

/* `out` and its index in the kernel's buffers. */
#define SSIM_PRODUCTS(out, index, r, d)                                                            \
    {                                                                                              \
        f32 a = r, b = d;                                                                          \
        out[AT(index, 0, x, y)] = a;                                                               \
        out[AT(index, 0, p.width + x, y)] = b;                                                     \
        out[AT(index, 0, 2 * p.width + x, y)] = a * a;                                             \
        out[AT(index, 0, 3 * p.width + x, y)] = b * b;                                             \
        out[AT(index, 0, 4 * p.width + x, y)] = a * b;                                             \
    }

ROW_KERNEL(3, ssim_products_u8, SsimParams, (IN(u8, ref), IN(u8, dis), OUT(f32, out))){
    SSIM_PRODUCTS(out, 2, ssim_sample(ref[AT(0, 0, x, y)], p.scale),
                  ssim_sample(dis[AT(1, 0, x, y)], p.scale))
}

ROW_KERNEL(3, ssim_products_u16, SsimParams, (IN(u16, ref), IN(u16, dis), OUT(f32, out))){
    SSIM_PRODUCTS(out, 2, ssim_sample(ref[AT(0, 0, x, y)], p.scale),
                  ssim_sample(dis[AT(1, 0, x, y)], p.scale))
}

ROW_KERNEL(2, ssim_products_f32, SsimParams, (IN(f32, image), OUT(f32, out))){
    SSIM_PRODUCTS(out, 1, image[AT(0, 0, x, y)], image[AT(0, 1, x, y)])
}

/* ---- Section 4 ---- */

SPAN_KERNEL(2, ssim_window_h, SsimParams, (IN(f32, in), OUT(f32, out)))
{
    weighted_span(0, SSIM_TAPS, in + AT(0, 0, x, y), 1, ssim_taps, out + AT(1, 0, x, y), 0,
                  SPAN_END - x);
}

/* Item y makes rows 2 y and 2 y + 1. */
SPAN_KERNEL(2, ssim_window_v, SsimParams, (IN(f32, in), OUT(f32, out)))
{
    weighted_span(1, SSIM_TAPS, in + AT(0, 0, x, 2 * y), p.g.stride[0], ssim_taps,
                  out + AT(1, 0, x, 2 * y), p.g.stride[1], SPAN_END - x);
}

/* ---- Section 6: terms of the sums, as the bits of binary64 ---- */

FN SsimMoments ssim_moments_at(const SsimParams p, i32 x, i32 y, GLOBAL const f32 *moments)
{
    SsimMoments m = { moments[AT(0, 0, x, y)], moments[AT(0, 0, p.width + x, y)],
                      moments[AT(0, 0, 2 * p.width + x, y)], moments[AT(0, 0, 3 * p.width + x, y)],
                      moments[AT(0, 0, 4 * p.width + x, y)] };
    return m;
}

/* (l c) s */
ROW_KERNEL(2, ssim_terms, SsimParams, (IN(f32, moments), OUT(u64, terms)))
{
    SsimMoments m = ssim_moments_at(p, x, y, moments);
    SsimSpread v = ssim_spread(m);
    F64 lc = f64_mul(ssim_luminance(m), ssim_contrast(v));
    terms[AT(1, 0, x, y)] = bits_of_f64(f64_mul(lc, f64_of_f32(ssim_structure(v))));
}

/* (l c) s, l, c, s */
ROW_KERNEL(2, ssim_terms_lcs, SsimParams, (IN(f32, moments), OUT(u64, terms)))
{
    SsimMoments m = ssim_moments_at(p, x, y, moments);
    SsimSpread v = ssim_spread(m);
    F64 l = ssim_luminance(m), c = ssim_contrast(v), s = f64_of_f32(ssim_structure(v));
    terms[AT(1, 0, x, y)] = bits_of_f64(f64_mul(f64_mul(l, c), s));
    terms[AT(1, 1, x, y)] = bits_of_f64(l);
    terms[AT(1, 2, x, y)] = bits_of_f64(c);
    terms[AT(1, 3, x, y)] = bits_of_f64(s);
}

/* c, s: all that float_ms_ssim needs of the finer scales */
ROW_KERNEL(2, ssim_terms_cs, SsimParams, (IN(f32, moments), OUT(u64, terms)))
{
    SsimSpread v = ssim_spread(ssim_moments_at(p, x, y, moments));
    terms[AT(1, 0, x, y)] = bits_of_f64(ssim_contrast(v));
    terms[AT(1, 1, x, y)] = bits_of_f64(f64_of_f32(ssim_structure(v)));
}

#endif
