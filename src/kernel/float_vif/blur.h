/* float_vif: the two passes of the blur, section 6. */
#ifndef EVQ_FLOAT_VIF_BLUR_H
#define EVQ_FLOAT_VIF_BLUR_H

#include "kernel/float_vif/float_vif.h"

/* ---- Vertical pass: the sums of two rows that share what they read ---- */

typedef struct VifBlurs {
    VifMoments a, b; /* of the upper row and of the lower */
} VifBlurs;

FN VifBlurs vif_blurs_begin(void)
{
    VifBlurs blurs = { { 0.0f, 0.0f, 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 0.0f, 0.0f } };
    return blurs;
}

/* Adds the samples k rows below the first tap of the upper row, 0 <= k <= n. */
FN VifBlurs vif_blurs_add(VifBlurs s, i32 n, i32 k, f32 r, f32 d, GLOBAL const f32 *taps)
{
    f32 rr = r * r, dd = d * d, rd = r * d;
    if (k < n) {
        f32 t = taps[k];
        s.a.m1 = s.a.m1 + t * r;
        s.a.m2 = s.a.m2 + t * d;
        s.a.xx = s.a.xx + t * rr;
        s.a.yy = s.a.yy + t * dd;
        s.a.xy = s.a.xy + t * rd;
    }
    if (k > 0) {
        f32 t = taps[k - 1];
        s.b.m1 = s.b.m1 + t * r;
        s.b.m2 = s.b.m2 + t * d;
        s.b.xx = s.b.xx + t * rr;
        s.b.yy = s.b.yy + t * dd;
        s.b.xy = s.b.xy + t * rd;
    }
    return s;
}

/* Rows 2 y and 2 y + 1 of `out`, buffer `index` of the kernel. */
#define VIF_STORE_BLURS(out, index, s)                                                             \
    out[AT(index, 0, x, 2 * y)] = s.a.m1;                                                          \
    out[AT(index, 1, x, 2 * y)] = s.a.m2;                                                          \
    out[AT(index, 2, x, 2 * y)] = s.a.xx;                                                          \
    out[AT(index, 3, x, 2 * y)] = s.a.yy;                                                          \
    out[AT(index, 4, x, 2 * y)] = s.a.xy;                                                          \
    out[AT(index, 0, x, 2 * y + 1)] = s.b.m1;                                                      \
    out[AT(index, 1, x, 2 * y + 1)] = s.b.m2;                                                      \
    out[AT(index, 2, x, 2 * y + 1)] = s.b.xx;                                                      \
    out[AT(index, 3, x, 2 * y + 1)] = s.b.yy;                                                      \
    out[AT(index, 4, x, 2 * y + 1)] = s.b.xy;

/* ---- Horizontal pass: sample x of a row ---- */

FN f32 vif_blurred(i32 n, const VifParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *rows,
                   GLOBAL const f32 *taps)
{
    GLOBAL const f32 *row = rows + AT(0, j, x - n / 2, y);
    f32 acc = 0.0f;
    UNROLL(17)
    for (i32 k = 0; k < n; k++)
        acc = acc + taps[k] * row[k];
    return acc;
}

#endif
