/*
 * ciede: the quick evaluation as one kernel. A row goes in blocks of pixels through loops that are
 * each as short as a part of the work allows: then compilers vectorise them and processors have
 * several iterations of one in flight. It exists where binary64 is native and blocks make sense;
 * wide.k.h is for the others.
 */
#ifndef EVQ_CIEDE_QUICK_K_H
#define EVQ_CIEDE_QUICK_K_H

#include "kernel/port/port.h"

#if EVQ_BLOCKS && EVQ_NATIVE_F64 && !defined(EVQ_F64_SOFT)

#include "kernel/ciede/quick.h"

#define QUICK_BLOCK 128
/* Not unrolled: then hot code fits the cache of decoded instructions. */
#define QUICK_EVERY       QUICK_EVERY_BY(1)
#define QUICK_EVERY_LANES QUICK_EVERY_BY(QUICK_LANES)
#define QUICK_EVERY_STEP  QUICK_EVERY_BY(QUICK_STEP)
#define QUICK_EVERY_BY(n)                                                                          \
    ROLLED                                                                                         \
    for (i32 i = 0; i < QUICK_BLOCK; i += n)

typedef struct QuickCodes {
    u16 y[QUICK_BLOCK], u[QUICK_BLOCK], v[QUICK_BLOCK];
} QuickCodes;

typedef struct QuickLab {
    f32 l[QUICK_BLOCK], a[QUICK_BLOCK], b[QUICK_BLOCK];
} QuickLab;

typedef struct QuickPairs {
    f32 head[QUICK_BLOCK], tail[QUICK_BLOCK];
} QuickPairs;

#define QUICK_GET(pairs) pair_of(pairs.head[i], pairs.tail[i])
#define QUICK_SET(pairs, value)                                                                    \
    {                                                                                              \
        Pair quick_value = value;                                                                  \
        pairs.head[i] = quick_value.head;                                                          \
        pairs.tail[i] = quick_value.tail;                                                          \
    }

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

/* Powers of gamma's operands, or gamma where the operand decides about the branch. */
FN void quick_powers(F64 *x, i32 decides)
{
    u32 seed[QUICK_BLOCK];
    QUICK_EVERY_STEP quick_store_words(seed + i, quick_fifth_seed(quick_upper(x + i)));
    QUICK_EVERY_STEP
    {
        QuickWords y = quick_load_words(seed + i);
        for (i32 h = 0; h < QUICK_HALVES; h++) {
            F64 *at = x + i + h * QUICK_LANES;
            QuickLanes v = quick_load(at), power = quick_pow24(v, quick_of_upper(y, h));
            quick_store(at, decides ? quick_gamma_of_operand(v, power) : power);
        }
    }
}

FN_CALL void quick_gammas(F64 *restrict c)
{
    F64 x[QUICK_BLOCK];
    QUICK_EVERY x[i] = quick_gamma_operand(c[i]);
    quick_powers(x, 0);
    QUICK_EVERY c[i] = quick_gamma(c[i], x[i]);
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

/* Red, blue and the operand of green's power from the table of params.h. */
FN_SCALAR void quick_look_up(const QuickCodes *codes, i32 shift_x, GLOBAL const u64 *table,
                             QuickLinear *v)
{
    GLOBAL const u64 *of_y = table + CIEDE_TABLE_GREEN, *of_u = of_y + 256, *of_v = of_u + 256;
    i32 chroma_of = shift_x ? 2 : 1; /* pixels with one chroma */
    if (chroma_of == 1)
        for (i32 i = 0; i < QUICK_BLOCK; i++) {
            u32 y = codes->y[i], cb = codes->u[i], cr = codes->v[i];
            v->r[i] = f64_of_bits(table[CIEDE_TABLE_RED + 256u * cr + y]);
            v->b[i] = f64_of_bits(table[CIEDE_TABLE_BLUE + 256u * cb + y]);
            v->g[i] = f64_of_bits(of_y[y]) + (f64_of_bits(of_u[cb]) + f64_of_bits(of_v[cr]));
        }
    else
        for (i32 i = 0; i < QUICK_BLOCK; i += 2) {
            u32 y1 = codes->y[i], y2 = codes->y[i + 1], cb = codes->u[i], cr = codes->v[i];
            GLOBAL const u64 *red = table + (CIEDE_TABLE_RED + 256u * cr);
            GLOBAL const u64 *blue = table + (CIEDE_TABLE_BLUE + 256u * cb);
            F64 chroma = f64_of_bits(of_u[cb]) + f64_of_bits(of_v[cr]);
            v->r[i] = f64_of_bits(red[y1]);
            v->r[i + 1] = f64_of_bits(red[y2]);
            v->b[i] = f64_of_bits(blue[y1]);
            v->b[i + 1] = f64_of_bits(blue[y2]);
            v->g[i] = f64_of_bits(of_y[y1]) + chroma;
            v->g[i + 1] = f64_of_bits(of_y[y2]) + chroma;
        }
}

FN_CALL void quick_linear_by_table(i32 shift_x, const QuickCodes *restrict codes,
                                   GLOBAL const u64 *restrict table, QuickLinear *restrict v)
{
    quick_look_up(codes, shift_x, table, v);
    quick_powers(v->g, 1);
}

/* Roots of a channel; the least of its upper halves. */
FN i32 quick_third_roots(const F64 *t, F64 *root)
{
    u32 seed[QUICK_BLOCK];
    QuickWords least = quick_upper(t);
    QUICK_EVERY_STEP
    {
        QuickWords upper = quick_upper(t + i);
        least = quick_least(least, upper);
        quick_store_words(seed + i, quick_third_seed(upper));
    }
    QUICK_EVERY_STEP
    {
        QuickWords y = quick_load_words(seed + i);
        for (i32 h = 0; h < QUICK_HALVES; h++) {
            i32 at = i + h * QUICK_LANES;
            quick_store(root + at, quick_third_root(quick_load(t + at), quick_of_upper(y, h)));
        }
    }
    return quick_least_of(least);
}

/* F of a channel, by as much of it as the block needs; whether some t are negative. */
FN_CALL i32 quick_fs(const F64 *restrict t, f32 *restrict f)
{
    F64 v[QUICK_BLOCK];
    i32 least = quick_third_roots(t, v);
    if (least < (i32)(bits_of_f64(QUICK_F_BRIGHT) >> 32))
        QUICK_EVERY_LANES quick_store(v + i, quick_f_of(quick_load(t + i), quick_load(v + i)));
    if (least < 0)
        QUICK_EVERY f[i] = quick_f(v[i]);
    else
        QUICK_EVERY_STEP
        {
            QuickLanes halves[QUICK_HALVES];
            for (i32 h = 0; h < QUICK_HALVES; h++)
                halves[h] = quick_load(v + i + h * QUICK_LANES);
            quick_store_floats(f + i, quick_f_positive(halves));
        }
    return least < 0;
}

#define QUICK_SET_LAB(value)                                                                       \
    {                                                                                              \
        CiedeLab t = value;                                                                        \
        lab->l[i] = t.l;                                                                           \
        lab->a[i] = t.a;                                                                           \
        lab->b[i] = t.b;                                                                           \
    }

/* From F of X, Y and Z in a, l and b; where no t is negative F is above 1/8. */
FN void quick_labs(QuickLab *lab, i32 negative)
{
    if (negative)
        QUICK_EVERY QUICK_SET_LAB(
            ciede_lab_of_roots(lab->a[i], lab->l[i], lab->b[i])) else QUICK_EVERY
        QUICK_SET_LAB(quick_lab_of_roots(lab->a[i], lab->l[i], lab->b[i]))
}

FN_CALL void quick_to_lab(const QuickLinear *restrict v, QuickLab *restrict lab)
{
    F64 x[QUICK_BLOCK], y[QUICK_BLOCK], z[QUICK_BLOCK];
    QUICK_EVERY
    {
        QuickXyz t = quick_xyz(v->r[i], v->g[i], v->b[i]);
        x[i] = t.x;
        y[i] = t.y;
        z[i] = t.z;
    }
    i32 negative = quick_fs(x, lab->a);
    negative |= quick_fs(y, lab->l);
    negative |= quick_fs(z, lab->b);
    quick_labs(lab, negative);
}

/* ---- Section 4 ---- */

/* Statements 3 and 7. Squares go beside roots of others, as the divider would let the rest wait. */
FN_CALL void quick_chromas(const QuickLab *restrict ref, const QuickLab *restrict dis,
                           f32 *restrict c1, f32 *restrict c2)
{
    QuickPairs squares1, squares2;
    QUICK_EVERY QUICK_SET(squares1, ciede_squares(ref->a[i], ref->b[i])) QUICK_EVERY
    {
        c1[i] = quick_chroma(QUICK_GET(squares1));
        QUICK_SET(squares2, ciede_squares(dis->a[i], dis->b[i]))
    }
    QUICK_EVERY c2[i] = quick_chroma(QUICK_GET(squares2));
}

/* Statements 4 to 6; a becomes a'. */
FN void quick_stretches(const f32 *c1, const f32 *c2, f32 *a1, f32 *a2)
{
    QuickPairs v;
    QUICK_EVERY QUICK_SET(v, quick_pow7((c1[i] + c2[i]) * 0.5f))
        QUICK_EVERY QUICK_SET(v, quick_share(QUICK_GET(v)))
            QUICK_EVERY QUICK_SET(v, quick_stretch(QUICK_GET(v))) QUICK_EVERY a1[i] =
                quick_stretched(a1[i], QUICK_GET(v));
    QUICK_EVERY a2[i] = quick_stretched(a2[i], QUICK_GET(v));
}

/* Statement 11. */
FN_CALL void quick_hues_of(const QuickLab *restrict lab, f32 *restrict hue)
{
    QuickPairs from, under, bend, slope;
    f32 over[QUICK_BLOCK];
    QUICK_EVERY
    {
        QuickAngle v = quick_angle(lab->b[i], lab->a[i]);
        over[i] = v.over;
        QUICK_SET(under, v.under)
        QUICK_SET(from, v.from)
    }
    QUICK_EVERY QUICK_SET(slope, quick_slope(over[i], QUICK_GET(under)))
        QUICK_EVERY QUICK_SET(bend, quick_bend(QUICK_GET(slope))) QUICK_EVERY hue[i] =
            quick_rounded_angle(QUICK_GET(from), slope.head[i], QUICK_GET(bend));
    QUICK_EVERY hue[i] = quick_hue(lab->b[i], lab->a[i], hue[i]);
}

/* Statements 11, 12 and 14. Few blocks have hues on both sides of 0. */
FN void quick_hues(const QuickLab *ref, const QuickLab *dis, const f32 *c1, const f32 *c2,
                   f32 *change, f32 *mean)
{
    f32 h1[QUICK_BLOCK], h2[QUICK_BLOCK];
    i32 around = 0;
    quick_hues_of(ref, h1);
    quick_hues_of(dis, h2);
    QUICK_EVERY
    {
        f32 d = h2[i] - h1[i];
        i32 neutral = (c1[i] == 0.0f) | (c2[i] == 0.0f);
        change[i] = neutral ? 0.0f : d;
        mean[i] = (h1[i] + h2[i]) * 0.5f;
        around |= ciede_magnitude(d) >= CIEDE_ABOVE_PI;
    }
    if (around)
        QUICK_EVERY
        {
            f32 d = h2[i] - h1[i];
            u32 far = 0u - (u32)(ciede_magnitude(d) >= CIEDE_ABOVE_PI);
            change[i] = quick_either(far, quick_hue_change(change[i]), change[i]);
            mean[i] = quick_either(far, quick_hue_mean(mean[i]), mean[i]);
        }
}

/* Statement 15. */
FN void quick_weights(const f32 *mean, GLOBAL const u64 *rows, f32 *weight)
{
    F64 off[QUICK_BLOCK];
    u64 row[QUICK_BLOCK];
    QUICK_EVERY
    {
        QuickNearest v = quick_nearest(mean[i]);
        off[i] = v.off;
        row[i] = v.row;
    }
    QUICK_EVERY_LANES quick_store(off + i, quick_weight(rows, off + i, row + i));
    QUICK_EVERY weight[i] = quick_hue_weight(off[i]);
}

/* Statements 1, 2 and 9, and l of 24. */
FN void quick_lightnesses(const QuickLab *ref, const QuickLab *dis, f32 *l)
{
    QuickPairs square, root;
    f32 inverse[QUICK_BLOCK];
    QUICK_EVERY
    {
        Pair q = quick_lightness_square((ref->l[i] + dis->l[i]) * 0.5f);
        CiedeRoot under = quick_lightness_root(q);
        QUICK_SET(square, q)
        QUICK_SET(root, pair_of(under.head, under.tail))
        inverse[i] = under.inverse;
    }
    QUICK_EVERY
    {
        CiedeRoot under = { root.head[i], root.tail[i], inverse[i] };
        l[i] = quick_s_l(quick_lightness(QUICK_GET(square), under));
    }
}

/* Statement 13. */
FN void quick_distances(const f32 *c1, const f32 *c2, const f32 *change, i32 flavour, f32 *distance)
{
    QuickPairs root;
    F64 sine[QUICK_BLOCK];
    QUICK_EVERY
    {
        QUICK_SET(root, quick_product_root(c1[i], c2[i], flavour))
        sine[i] = quick_sin(f64_of_f32(change[i] * 0.5f));
    }
    QUICK_EVERY distance[i] = quick_hue_distance(QUICK_GET(root), sine[i]);
}

/* Statements 1, 2, 8 to 10, 13, 15 to 18 and 24. */
FN void quick_parts(const QuickLab *ref, const QuickLab *dis, const f32 *c1, const f32 *c2,
                    const f32 *change, const f32 *mean, i32 flavour, GLOBAL const u64 *rows,
                    QuickParts *v)
{
    f32 s_c[QUICK_BLOCK];
    quick_lightnesses(ref, dis, v->l);
    quick_distances(c1, c2, change, flavour, v->h);
    quick_weights(mean, rows, v->c);
    QUICK_EVERY
    {
        f32 chroma = (c1[i] + c2[i]) * 0.5f;
        v->chroma[i] = chroma;
        s_c[i] = ciede_s_c(chroma);
        v->c[i] = ciede_s_h(chroma, v->c[i]);
    }
    QUICK_EVERY
    {
        f32 theta = ciede_from_blue(mean[i]);
        v->square[i] = theta * theta;
        v->h[i] = v->h[i] / (CIEDE_KH_F32 * v->c[i]);
        v->c[i] = (c2[i] - c1[i]) / s_c[i];
        v->l[i] = (dis->l[i] - ref->l[i]) / (CIEDE_KL_F32 * v->l[i]);
    }
}

/* Statements 19 to 25 with an estimate of R_T; whether a pixel is left open. */
FN i32 quick_estimates(const QuickParts *v, f32 *out, i32 *open)
{
    QuickPairs squares;
    f32 cross[QUICK_BLOCK];
    i32 any = 0;
    QUICK_EVERY cross[i] = quick_rho_estimate(v->square[i]);
    QUICK_EVERY cross[i] = quick_turn_sine(cross[i]);
    QUICK_EVERY
    {
        cross[i] = quick_turn_estimate(cross[i], v->chroma[i]) * v->c[i] * v->h[i];
        QUICK_SET(squares, quick_three_squares(v->l[i], v->c[i], v->h[i]))
    }
    QUICK_EVERY
    {
        QuickDifference r = quick_difference(quick_join(QUICK_GET(squares), cross[i]), cross[i]);
        out[i] = r.value;
        open[i] = r.open;
        any |= r.open;
    }
    return any;
}

/* Which pixels are open, most often few; returns how many. */
FN i32 quick_list(const i32 *open, i32 *list)
{
    enum { AT_ONCE = 8 };
    i32 count = 0;
    for (i32 start = 0; start < QUICK_BLOCK; start += AT_ONCE) {
        i32 any = 0;
        for (i32 i = start; i < start + AT_ONCE; i++)
            any |= open[i];
        for (i32 i = start; any && i < start + AT_ONCE; i++) {
            list[count] = i;
            count += open[i];
        }
    }
    return count;
}

/* The same with the statements of R_T for the pixels that are open, put together. */
FN void quick_open(QuickParts *v, i32 flavour, const i32 *open, f32 *out)
{
    i32 list[QUICK_BLOCK + 1], count = quick_list(open, list);
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

/* Section 4; a of both becomes a'. */
FN void quick_block(QuickLab *ref, QuickLab *dis, i32 flavour, GLOBAL const u64 *rows, f32 *out)
{
    f32 c1[QUICK_BLOCK], c2[QUICK_BLOCK], change[QUICK_BLOCK], mean[QUICK_BLOCK];
    i32 open[QUICK_BLOCK];
    QuickParts parts;
    quick_chromas(ref, dis, c1, c2);
    quick_stretches(c1, c2, ref->a, dis->a);
    quick_chromas(ref, dis, c1, c2);
    quick_hues(ref, dis, c1, c2, change, mean);
    quick_parts(ref, dis, c1, c2, change, mean, flavour, rows, &parts);
    if (quick_estimates(&parts, out, open))
        quick_open(&parts, flavour, open, out);
}

/* Does undecided pixels by the defining statements. */
FN_CALL void quick_replay(const CiedeParams *params, const QuickCodes *ref, const QuickCodes *dis,
                          f32 *values)
{
    QUICK_EVERY
    {
        CiedeCodes a = { ref->y[i], ref->u[i], ref->v[i] };
        CiedeCodes b = { dis->y[i], dis->u[i], dis->v[i] };
        if (ciede_is_undecided(values[i]))
            values[i] = ciede_pixel(*params, a, b);
    }
}

/* Writes the first `size` values; whether one is undecided. */
FN i32 quick_put(const f32 *values, i32 size, f32 *restrict out)
{
    i32 any = 0;
    for (i32 i = 0; i < size; i++) {
        any |= ciede_is_undecided(values[i]);
        out[i] = values[i];
    }
    return any;
}

/* i_out: the number of `out` among the buffers; linear_ref, linear_dis: how codes become linear;
 * rows: the wide evaluation's table. */
#define QUICK_ROW(i_out, linear_ref, linear_dis, rows)                                             \
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
            quick_block(&lab1, &lab2, p.flavour, rows, values);                                    \
            f32 *to = out + AT(i_out, 0, start, y);                                                \
            if (quick_put(values, size, to)) {                                                     \
                quick_replay(&p, &ref, &dis, values);                                              \
                quick_put(values, size, to);                                                       \
            }                                                                                      \
        }                                                                                          \
    }

SUM_KERNEL(8, ciede_quick_u8, CiedeParams,
           (IN(u8, ry), IN(u8, ru), IN(u8, rv), IN(u8, dy), IN(u8, du), IN(u8, dv), IN(u64, table),
            OUT(f32, out))){ QUICK_ROW(7, quick_linear_by_table(p.shift_x, &ref, table, &linear),
                                       quick_linear_by_table(p.shift_x, &dis, table, &linear),
                                       table + CIEDE_TABLE_SIZE) }

SUM_KERNEL(8, ciede_quick_u16, CiedeParams,
           (IN(u16, ry), IN(u16, ru), IN(u16, rv), IN(u16, dy), IN(u16, du), IN(u16, dv),
            IN(u64, table), OUT(f32, out)))
{
    QUICK_ROW(7, quick_linear(p, &ref, &linear), quick_linear(p, &dis, &linear), table)
}

#endif
#endif
