/*
 * float_vif on devices that run thousands of work-items side by side: what takes the CPU three
 * kernels is one here, since memory is what it waits for, and every sum has a work-item of its own.
 * The arithmetic is that of float_vif.h, in the same order.
 */
#ifndef EVQ_FLOAT_VIF_WIDE_K_H
#define EVQ_FLOAT_VIF_WIDE_K_H

#include "kernel/float_vif/blur.h"
#include "kernel/image/mirror.h"
#include "kernel/total/serial_f32.h"

/* ---- Section 6, vertical pass from samples: section 3 is cheaper than memory ---- */

/* Sample (x, y) of a picture, mirrored at its edges. */
#define VIF_MIRRORED(buffer, index, x, y)                                                          \
    vif_sample(buffer[AT(index, 0, mirror_index(x, p.width), mirror_index(y, p.height))], p.scale)

/* Item y makes rows 2 y and 2 y + 1. */
#define VIF_SAMPLE_BLUR(name, type)                                                                \
    ROW_KERNEL(4, name, VifParams, (IN(type, ref), IN(type, dis), IN(f32, taps), OUT(f32, out)))   \
    {                                                                                              \
        VifBlurs blurs = vif_blurs_begin();                                                        \
        UNROLL(18)                                                                                 \
        for (i32 k = 0; k <= 17; k++) {                                                            \
            f32 r = VIF_MIRRORED(ref, 0, x, 2 * y - 8 + k);                                        \
            f32 d = VIF_MIRRORED(dis, 1, x, 2 * y - 8 + k);                                        \
            blurs = vif_blurs_add(blurs, 17, k, r, d, taps);                                       \
        }                                                                                          \
        VIF_STORE_BLURS(out, 3, blurs)                                                             \
    }

VIF_SAMPLE_BLUR(vif_sample_blur17_u8, u8)
VIF_SAMPLE_BLUR(vif_sample_blur17_u16, u16)

/* Section 7, vertical pass. */
#define VIF_SAMPLE_DOWN(name, type)                                                                \
    ROW_KERNEL(4, name, VifParams, (IN(type, ref), IN(type, dis), IN(f32, taps), OUT(f32, out)))   \
    {                                                                                              \
        f32 r = 0.0f, d = 0.0f;                                                                    \
        UNROLL(9)                                                                                  \
        for (i32 k = 0; k < 9; k++) {                                                              \
            r = r + taps[k] * VIF_MIRRORED(ref, 0, x, 2 * y - 4 + k);                              \
            d = d + taps[k] * VIF_MIRRORED(dis, 1, x, 2 * y - 4 + k);                              \
        }                                                                                          \
        out[AT(3, 0, x, y)] = r;                                                                   \
        out[AT(3, 1, x, y)] = d;                                                                   \
    }

VIF_SAMPLE_DOWN(vif_sample_down9_u8, u8)
VIF_SAMPLE_DOWN(vif_sample_down9_u16, u16)

/* ---- Sections 6 and 8: horizontal pass, statistic and logarithms ---- */

FN VifTerms vif_terms_of(const VifParams p, const i32 replay, VifMoments m, i32 *undecided)
{
    return vif_terms(vif_arguments_exact(p, vif_gain(m, p.gain_limit), replay, undecided));
}

REPLAY_KERNEL(3, vif_terms_any, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, terms)))
{
    i32 n = p.taps, undecided = 0;
    VifMoments m = {
        vif_blurred(n, p, 0, x, y, rows, taps), vif_blurred(n, p, 1, x, y, rows, taps),
        vif_blurred(n, p, 2, x, y, rows, taps), vif_blurred(n, p, 3, x, y, rows, taps),
        vif_blurred(n, p, 4, x, y, rows, taps),
    };
    VifTerms t = vif_terms_of(p, replay, m, &undecided);
    terms[AT(2, 0, x, y)] = t.num;
    terms[AT(2, 1, x, y)] = t.den;
    return undecided;
}

/* Samples 4 x .. 4 x + 3 of a horizontally blurred row: they share what they read. `quads` reach
 * from the multiple of four at or before the first tap to the last. */
FN F32Quad vif_blurred4(i32 n, const VifParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *rows,
                        GLOBAL const f32 *taps)
{
    const i32 left = (n / 2 + 3) / 4 * 4, quads = left / 2 + 1;
    GLOBAL const f32 *row = rows + AT(0, j, 4 * x - left, y);
    f32 v[20];
    UNROLL(5)
    for (i32 k = 0; k < quads; k++) {
        F32Quad quad = f32_quad(row + 4 * k);
        v[4 * k] = quad.x, v[4 * k + 1] = quad.y, v[4 * k + 2] = quad.z, v[4 * k + 3] = quad.w;
    }
    F32Quad sum;
    sum.x = sum.y = sum.z = sum.w = 0.0f;
    UNROLL(17)
    for (i32 k = 0; k < n; k++) {
        i32 at = left - n / 2 + k;
        sum.x = sum.x + taps[k] * v[at];
        sum.y = sum.y + taps[k] * v[at + 1];
        sum.z = sum.z + taps[k] * v[at + 2];
        sum.w = sum.w + taps[k] * v[at + 3];
    }
    return sum;
}

FN i32 vif_terms4(i32 n, const VifParams p, i32 x, i32 y, const i32 replay, GLOBAL const f32 *rows,
                  GLOBAL const f32 *taps, GLOBAL f32 *terms)
{
    F32Quad m1 = vif_blurred4(n, p, 0, x, y, rows, taps);
    F32Quad m2 = vif_blurred4(n, p, 1, x, y, rows, taps);
    F32Quad xx = vif_blurred4(n, p, 2, x, y, rows, taps);
    F32Quad yy = vif_blurred4(n, p, 3, x, y, rows, taps);
    F32Quad xy = vif_blurred4(n, p, 4, x, y, rows, taps);
    VifMoments a = { m1.x, m2.x, xx.x, yy.x, xy.x }, b = { m1.y, m2.y, xx.y, yy.y, xy.y };
    VifMoments c = { m1.z, m2.z, xx.z, yy.z, xy.z }, d = { m1.w, m2.w, xx.w, yy.w, xy.w };
    i32 undecided = 0;
    VifTerms ta = vif_terms_of(p, replay, a, &undecided),
             tb = vif_terms_of(p, replay, b, &undecided);
    VifTerms tc = vif_terms_of(p, replay, c, &undecided),
             td = vif_terms_of(p, replay, d, &undecided);
    F32Quad num, den;
    num.x = ta.num, num.y = tb.num, num.z = tc.num, num.w = td.num;
    den.x = ta.den, den.y = tb.den, den.z = tc.den, den.w = td.den;
    f32_quad_store(terms + AT(2, 0, 4 * x, y), num);
    f32_quad_store(terms + AT(2, 1, 4 * x, y), den);
    return undecided;
}

REPLAY_KERNEL(3, vif_terms17, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, terms)))
{
    return vif_terms4(17, p, x, y, replay, rows, taps, terms);
}

REPLAY_KERNEL(3, vif_terms9, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, terms)))
{
    return vif_terms4(9, p, x, y, replay, rows, taps, terms);
}

REPLAY_KERNEL(3, vif_terms5, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, terms)))
{
    return vif_terms4(5, p, x, y, replay, rows, taps, terms);
}

REPLAY_KERNEL(3, vif_terms3, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, terms)))
{
    return vif_terms4(3, p, x, y, replay, rows, taps, terms);
}

/* ---- Section 9 ---- */

/* Column 0 adds the numerators of row y of a scale, column 1 the denominators; sub-plane j of the
 * grid is scale p.slot + j, so that the rows of all scales are added at once. A sum has a row of
 * its own, one column a picture row. */
ROW_KERNEL(5, vif_row_sum, VifParams,
           (IN(f32, terms0), IN(f32, terms1), IN(f32, terms2), IN(f32, terms3), OUT(f32, sums)))
{
    i32 scale = p.slot + j;
    if (y < p.height >> scale) {
        GLOBAL const f32 *row = scale == 0   ? terms0 + AT(0, x, 0, y)
                                : scale == 1 ? terms1 + AT(1, x, 0, y)
                                : scale == 2 ? terms2 + AT(2, x, 0, y)
                                             : terms3 + AT(3, x, 0, y);
        sums[AT(4, 0, y, 2 * scale + x)] = serial_total_f32(row, p.width >> scale);
    }
}

/* Column x is sum x of the frame: numerator and denominator of each scale in turn. */
ROW_KERNEL(2, vif_frame_sum, VifParams, (IN(f32, sums), OUT(f32, total)))
{
    total[AT(1, 0, x, y)] = serial_total_f32(sums + AT(0, 0, 0, x), p.height >> (x / 2));
}

#endif
