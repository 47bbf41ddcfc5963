/*
 * ciede: the quick evaluation as one kernel. A row goes in blocks of pixels through loops that are
 * each as short as a part of the work allows: then compilers vectorise them and processors have
 * several iterations of one in flight. It exists where binary64 is native and blocks make sense;
 * quick_pixel.k.h is for the others.
 */
#ifndef EVQ_CIEDE_QUICK_K_H
#define EVQ_CIEDE_QUICK_K_H

#include "kernel/port/port.h"

#if EVQ_BLOCKS && EVQ_NATIVE_F64 && !defined(EVQ_F64_SOFT)

#include "kernel/ciede/quick.h"

#define QUICK_BLOCK 128
#define QUICK_EVERY for (i32 i = 0; i < QUICK_BLOCK; i++)

typedef struct QuickCodes {
    i32 y[QUICK_BLOCK], u[QUICK_BLOCK], v[QUICK_BLOCK];
} QuickCodes;

typedef struct QuickLab {
    f32 l[QUICK_BLOCK], a[QUICK_BLOCK], b[QUICK_BLOCK];
} QuickLab;

typedef struct QuickParts {
    f32 l[QUICK_BLOCK], c[QUICK_BLOCK], h[QUICK_BLOCK];
    f32 chroma[QUICK_BLOCK]; /* mean C' */
    f32 square[QUICK_BLOCK]; /* theta^2 */
} QuickParts;

/* Codes of `size` pixels from column `start` of row y, the chroma at luma resolution; pixels past
 * them are all 0. */
#define QUICK_LOAD(i0, luma, cb, cr, codes)                                                        \
    {                                                                                              \
        i32 row = y >> p.shift_y;                                                                  \
        i32 whole = p.shift_x ? 0 : size;                                                          \
        i32 pairs = p.shift_x ? (size + 1) / 2 : 0;                                                \
        for (i32 i = 0; i < size; i++)                                                             \
            codes.y[i] = luma[AT(i0, 0, start + i, y)];                                            \
        for (i32 i = 0; i < whole; i++) {                                                          \
            codes.u[i] = cb[AT(i0 + 1, 0, start + i, row)];                                        \
            codes.v[i] = cr[AT(i0 + 2, 0, start + i, row)];                                        \
        }                                                                                          \
        for (i32 i = 0; i < pairs; i++)                                                            \
            codes.u[2 * i] = codes.u[2 * i + 1] = cb[AT(i0 + 1, 0, start / 2 + i, row)];           \
        for (i32 i = 0; i < pairs; i++)                                                            \
            codes.v[2 * i] = codes.v[2 * i + 1] = cr[AT(i0 + 2, 0, start / 2 + i, row)];           \
        for (i32 i = size; i < QUICK_BLOCK; i++)                                                   \
            codes.y[i] = codes.u[i] = codes.v[i] = 0;                                              \
    }

FN i32 quick_equal(const QuickCodes *ref, const QuickCodes *dis)
{
    i32 differ = 0;
    QUICK_EVERY
    differ |= (ref->y[i] ^ dis->y[i]) | (ref->u[i] ^ dis->u[i]) | (ref->v[i] ^ dis->v[i]);
    return differ == 0;
}

/* ---- Section 3 ---- */

typedef struct QuickLinear {
    F64 r[QUICK_BLOCK], g[QUICK_BLOCK], b[QUICK_BLOCK];
} QuickLinear;

FN void quick_gammas(F64 *v)
{
    f32 seed[QUICK_BLOCK];
    QUICK_EVERY seed[i] = quick_gamma_seed(v[i]);
    QUICK_EVERY v[i] = quick_gamma(v[i], seed[i]);
}

FN void quick_linear(const CiedeParams p, const QuickCodes *codes, QuickLinear *v)
{
    QUICK_EVERY
    {
        F64 y = ciede_luma(p, codes->y[i]);
        F64 cb = ciede_chroma(p, codes->u[i]), cr = ciede_chroma(p, codes->v[i]);
        v->r[i] = ciede_red(y, cr);
        v->g[i] = ciede_green(y, cb, cr);
        v->b[i] = ciede_blue(y, cb);
    }
    quick_gammas(v->r);
    quick_gammas(v->g);
    quick_gammas(v->b);
}

/* At 8 bits: red by 256 Cr + luma, and behind it blue by 256 Cb + luma, are in a table. */
FN void quick_linear_by_table(const CiedeParams p, const QuickCodes *codes, GLOBAL const u64 *table,
                              QuickLinear *v)
{
    QUICK_EVERY v->g[i] = ciede_green(ciede_luma(p, codes->y[i]), ciede_chroma(p, codes->u[i]),
                                      ciede_chroma(p, codes->v[i]));
    quick_gammas(v->g);
    QUICK_EVERY
    {
        v->r[i] = f64_of_bits(table[256 * codes->v[i] + codes->y[i]]);
        v->b[i] = f64_of_bits(table[65536 + 256 * codes->u[i] + codes->y[i]]);
    }
}

FN void quick_roots(const F64 *t, f32 *root)
{
    QUICK_EVERY root[i] = quick_cbrt_seed(f32_of_f64(t[i]));
    QUICK_EVERY root[i] = quick_f(t[i], root[i]);
}

FN void quick_to_lab(const QuickLinear *v, QuickLab *lab)
{
    F64 x[QUICK_BLOCK], y[QUICK_BLOCK], z[QUICK_BLOCK];
    QUICK_EVERY
    {
        QuickXyz t = quick_xyz(v->r[i], v->g[i], v->b[i]);
        x[i] = t.x;
        y[i] = t.y;
        z[i] = t.z;
    }
    quick_roots(y, lab->l);
    quick_roots(x, lab->a);
    quick_roots(z, lab->b);
    QUICK_EVERY
    {
        CiedeLab t = ciede_lab_of_roots(lab->a[i], lab->l[i], lab->b[i]);
        lab->l[i] = t.l;
        lab->a[i] = t.a;
        lab->b[i] = t.b;
    }
}

/* ---- Section 4 ---- */

/* Statements 3 to 7; a becomes a'. */
FN void quick_chromas(QuickLab *ref, QuickLab *dis, f32 *c1, f32 *c2)
{
    QUICK_EVERY c1[i] = quick_hypot(ref->a[i], ref->b[i]);
    QUICK_EVERY c2[i] = quick_hypot(dis->a[i], dis->b[i]);
    QUICK_EVERY
    {
        F64 stretch = ciede_stretch((c1[i] + c2[i]) * 0.5f);
        ref->a[i] = ciede_stretched(ref->a[i], stretch);
        dis->a[i] = ciede_stretched(dis->a[i], stretch);
    }
    QUICK_EVERY c1[i] = quick_hypot(ref->a[i], ref->b[i]);
    QUICK_EVERY c2[i] = quick_hypot(dis->a[i], dis->b[i]);
}

/* Statement 11. */
FN void quick_hue_of(const QuickLab *lab, f32 *hue)
{
    F64 known[QUICK_BLOCK], slope[QUICK_BLOCK];
    QUICK_EVERY
    {
        QuickAngle v = quick_angle(lab->b[i], lab->a[i]);
        known[i] = v.known;
        slope[i] = v.slope;
    }
    QUICK_EVERY
    {
        QuickAngle v = { known[i], slope[i] };
        hue[i] = quick_hue(lab->b[i], lab->a[i], v);
    }
}

/* Statements 11, 12 and 14. */
FN void quick_hues(const QuickLab *ref, const QuickLab *dis, const f32 *c1, const f32 *c2,
                   f32 *change, f32 *mean)
{
    quick_hue_of(ref, change);
    quick_hue_of(dis, mean);
    QUICK_EVERY
    {
        f32 h1 = change[i], h2 = mean[i];
        i32 neutral = (c1[i] == 0.0f) | (c2[i] == 0.0f);
        change[i] = neutral ? 0.0f : ciede_hue_change(h1, h2);
        mean[i] = ciede_hue_mean(h1, h2);
    }
}

/* Statement 15. */
FN void quick_weights(const f32 *mean, f32 *weight)
{
    F64 sine[QUICK_BLOCK], cosine[QUICK_BLOCK];
    QUICK_EVERY
    {
        QuickTurned v = quick_sine_cosine(mean[i]);
        sine[i] = v.sine;
        cosine[i] = v.cosine;
    }
    QUICK_EVERY weight[i] = quick_hue_weight(sine[i], cosine[i]);
}

/* Statements 1, 2, 8 to 10, 13, 15 to 18 and 24. */
FN void quick_parts(const QuickLab *ref, const QuickLab *dis, const f32 *c1, const f32 *c2,
                    const f32 *change, const f32 *mean, i32 flavour, QuickParts *v)
{
    QUICK_EVERY v->l[i] =
        (dis->l[i] - ref->l[i]) / (CIEDE_KL_F32 * ciede_s_l((ref->l[i] + dis->l[i]) * 0.5f));
    QUICK_EVERY v->h[i] = quick_hue_distance(c1[i], c2[i], change[i], flavour);
    quick_weights(mean, v->c);
    QUICK_EVERY
    {
        f32 chroma = (c1[i] + c2[i]) * 0.5f;
        f32 theta = ciede_from_blue(mean[i]);
        v->h[i] = v->h[i] / (CIEDE_KH_F32 * ciede_s_h(chroma, v->c[i]));
        v->c[i] = (c2[i] - c1[i]) / ciede_s_c(chroma);
        v->chroma[i] = chroma;
        v->square[i] = theta * theta;
    }
}

/* Statements 19 to 25. Pixels that the estimate of R_T leaves open are put together and done with
 * its statements. */
FN void quick_differences(QuickParts *v, i32 flavour, f32 *out)
{
    i32 open[QUICK_BLOCK], list[QUICK_BLOCK];
    f32 turn[QUICK_BLOCK];
    QUICK_EVERY turn[i] = quick_rho_estimate(v->square[i]);
    QUICK_EVERY turn[i] = quick_turn_estimate(turn[i], v->chroma[i]);
    QUICK_EVERY
    {
        QuickJoin r = quick_join(v->l[i], v->c[i], v->h[i], turn[i]);
        out[i] = r.value;
        open[i] = r.open;
    }
    i32 count = 0;
    QUICK_EVERY
    {
        list[count] = i;
        count += open[i];
    }
    for (i32 k = 0; k < count; k++) {
        i32 i = list[k];
        v->l[k] = v->l[i];
        v->c[k] = v->c[i];
        v->h[k] = v->h[i];
        v->chroma[k] = v->chroma[i];
        v->square[k] = v->square[i];
    }
    for (i32 k = 0; k < count; k++)
        v->square[k] = quick_turn(v->square[k], v->chroma[k]);
    for (i32 k = 0; k < count; k++)
        v->l[k] = ciede_distance(v->l[k], v->c[k], v->h[k], v->square[k], flavour);
    for (i32 k = 0; k < count; k++)
        out[list[k]] = v->l[k];
}

FN void quick_block(QuickLab *ref, QuickLab *dis, i32 flavour, f32 *out)
{
    f32 c1[QUICK_BLOCK], c2[QUICK_BLOCK], change[QUICK_BLOCK], mean[QUICK_BLOCK];
    QuickParts parts;
    quick_chromas(ref, dis, c1, c2);
    quick_hues(ref, dis, c1, c2, change, mean);
    quick_parts(ref, dis, c1, c2, change, mean, flavour, &parts);
    quick_differences(&parts, flavour, out);
}

/* Does undecided pixels by the defining statements. */
FN_CALL void quick_replay(const CiedeParams p, const QuickCodes *ref, const QuickCodes *dis,
                          f32 *values)
{
    QUICK_EVERY
    {
        CiedeCodes a = { ref->y[i], ref->u[i], ref->v[i] };
        CiedeCodes b = { dis->y[i], dis->u[i], dis->v[i] };
        if (ciede_is_undecided(values[i]))
            values[i] = ciede_pixel(p, a, b);
    }
}

FN i32 quick_any_undecided(const f32 *values)
{
    i32 any = 0;
    QUICK_EVERY any |= ciede_is_undecided(values[i]);
    return any;
}

/* i_out: the number of `out` among the buffers; linear_ref, linear_dis: how codes become linear. */
#define QUICK_ROW(i_out, linear_ref, linear_dis)                                                   \
    for (i32 start = x; start < p.g.x1; start += QUICK_BLOCK) {                                    \
        QuickCodes ref, dis;                                                                       \
        QuickLinear linear;                                                                        \
        QuickLab lab1, lab2;                                                                       \
        f32 values[QUICK_BLOCK];                                                                   \
        i32 size = p.g.x1 - start < QUICK_BLOCK ? p.g.x1 - start : QUICK_BLOCK;                    \
        QUICK_LOAD(0, ry, ru, rv, ref)                                                             \
        QUICK_LOAD(3, dy, du, dv, dis)                                                             \
        if (quick_equal(&ref, &dis)) {                                                             \
            for (i32 i = 0; i < size; i++)                                                         \
                out[AT(i_out, 0, start + i, y)] = 0.0f;                                            \
        } else {                                                                                   \
            linear_ref;                                                                            \
            quick_to_lab(&linear, &lab1);                                                          \
            linear_dis;                                                                            \
            quick_to_lab(&linear, &lab2);                                                          \
            quick_block(&lab1, &lab2, p.flavour, values);                                          \
            if (quick_any_undecided(values))                                                       \
                quick_replay(p, &ref, &dis, values);                                               \
            for (i32 i = 0; i < size; i++)                                                         \
                out[AT(i_out, 0, start + i, y)] = values[i];                                       \
        }                                                                                          \
    }

SUM_KERNEL(8, ciede_quick_u8, CiedeParams,
           (IN(u8, ry), IN(u8, ru), IN(u8, rv), IN(u8, dy), IN(u8, du), IN(u8, dv), IN(u64, table),
            OUT(f32, out))){ QUICK_ROW(7, quick_linear_by_table(p, &ref, table, &linear),
                                       quick_linear_by_table(p, &dis, table, &linear)) }

SUM_KERNEL(7, ciede_quick_u16, CiedeParams,
           (IN(u16, ry), IN(u16, ru), IN(u16, rv), IN(u16, dy), IN(u16, du), IN(u16, dv),
            OUT(f32, out)))
{
    QUICK_ROW(6, quick_linear(p, &ref, &linear), quick_linear(p, &dis, &linear))
}

#endif
#endif
