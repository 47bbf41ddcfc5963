/*
 * float_ssim and float_ms_ssim: kernels (docs/spec/float_ssim.md). Reference and distorted travel
 * as the two sub-planes of one buffer, what the window makes of them as five.
 */
#ifndef EVQ_SSIM_K_H
#define EVQ_SSIM_K_H

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

/* ---- Section 4: products in binary32, their sum in binary64 ---- */

/* Horizontal pass, with the products of section 5 formed on the way. */
FN SsimMoments ssim_columns(const SsimParams p, i32 x, i32 y, GLOBAL const f32 *image)
{
    F64 r = f64_of_i32(0), d = f64_of_i32(0);
    F64 rr = f64_of_i32(0), dd = f64_of_i32(0), rd = f64_of_i32(0);
    UNROLL(11)
    for (i32 k = 0; k < SSIM_TAPS; k++) {
        f32 a = image[AT(0, 0, x + k, y)];
        f32 b = image[AT(0, 1, x + k, y)];
        f32 aa = a * a, bb = b * b, ab = a * b;
        r = f64_add(r, f64_of_f32(a * ssim_taps[k]));
        d = f64_add(d, f64_of_f32(b * ssim_taps[k]));
        rr = f64_add(rr, f64_of_f32(aa * ssim_taps[k]));
        dd = f64_add(dd, f64_of_f32(bb * ssim_taps[k]));
        rd = f64_add(rd, f64_of_f32(ab * ssim_taps[k]));
    }
    SsimMoments m = { f32_of_f64(r), f32_of_f64(d), f32_of_f64(rr), f32_of_f64(dd),
                      f32_of_f64(rd) };
    return m;
}

FN f32 ssim_row(const SsimParams p, i32 plane, i32 x, i32 y, GLOBAL const f32 *rows)
{
    F64 acc = f64_of_i32(0);
    UNROLL(11)
    for (i32 k = 0; k < SSIM_TAPS; k++)
        acc = f64_add(acc, f64_of_f32(rows[AT(0, plane, x, y + k)] * ssim_taps[k]));
    return f32_of_f64(acc);
}

ROW_KERNEL(2, ssim_window_h, SsimParams, (IN(f32, image), OUT(f32, rows)))
{
    SsimMoments m = ssim_columns(p, x, y, image);
    rows[AT(1, 0, x, y)] = m.r;
    rows[AT(1, 1, x, y)] = m.d;
    rows[AT(1, 2, x, y)] = m.rr;
    rows[AT(1, 3, x, y)] = m.dd;
    rows[AT(1, 4, x, y)] = m.rd;
}

ROW_KERNEL(2, ssim_window_v, SsimParams, (IN(f32, rows), OUT(f32, moments)))
{
    moments[AT(1, 0, x, y)] = ssim_row(p, 0, x, y, rows);
    moments[AT(1, 1, x, y)] = ssim_row(p, 1, x, y, rows);
    moments[AT(1, 2, x, y)] = ssim_row(p, 2, x, y, rows);
    moments[AT(1, 3, x, y)] = ssim_row(p, 3, x, y, rows);
    moments[AT(1, 4, x, y)] = ssim_row(p, 4, x, y, rows);
}

/* ---- Section 6: terms of the sums, as the bits of binary64 ---- */

FN SsimMoments ssim_moments_at(const SsimParams p, i32 x, i32 y, GLOBAL const f32 *moments)
{
    SsimMoments m = { moments[AT(0, 0, x, y)], moments[AT(0, 1, x, y)], moments[AT(0, 2, x, y)],
                      moments[AT(0, 3, x, y)], moments[AT(0, 4, x, y)] };
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
