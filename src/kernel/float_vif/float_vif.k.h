/*
 * float_vif: kernels (docs/spec/float_vif.md). Reference and distorted travel as the two sub-planes
 * of one buffer, the five blurs as five.
 */
#ifndef EVQ_FLOAT_VIF_K_H
#define EVQ_FLOAT_VIF_K_H

#include "kernel/float_vif/blur.h"
#include "kernel/port/lanes.h"

/* Vectors of columns that the horizontal pass sums side by side. */
#define VIF_TILE      4
#define VIF_DOWN_TILE 2

/* ---- Section 3: samples to float ---- */

ROW_KERNEL(3, vif_load_u8, VifParams, (IN(u8, ref), IN(u8, dis), OUT(f32, image)))
{
    image[AT(2, 0, x, y)] = vif_sample(ref[AT(0, 0, x, y)], p.scale);
    image[AT(2, 1, x, y)] = vif_sample(dis[AT(1, 0, x, y)], p.scale);
}

ROW_KERNEL(3, vif_load_u16, VifParams, (IN(u16, ref), IN(u16, dis), OUT(f32, image)))
{
    image[AT(2, 0, x, y)] = vif_sample(ref[AT(0, 0, x, y)], p.scale);
    image[AT(2, 1, x, y)] = vif_sample(dis[AT(1, 0, x, y)], p.scale);
}

/* ---- Section 6, vertical pass: item y makes rows 2 y and 2 y + 1, which share their input ---- */

FN void vif_blur_rows(i32 n, const VifParams p, i32 x, i32 y, GLOBAL const f32 *image,
                      GLOBAL const f32 *taps, GLOBAL f32 *out)
{
    i32 top = 2 * y - n / 2;
    VifBlurs blurs = vif_blurs_begin();
    UNROLL(18)
    for (i32 k = 0; k <= n; k++)
        blurs = vif_blurs_add(blurs, n, k, image[AT(0, 0, x, top + k)], image[AT(0, 1, x, top + k)],
                              taps);
    VIF_STORE_BLURS(out, 2, blurs)
}

ROW_KERNEL(3, vif_blur_v17, VifParams, (IN(f32, image), IN(f32, taps), OUT(f32, out)))
{
    vif_blur_rows(17, p, x, y, image, taps, out);
}

ROW_KERNEL(3, vif_blur_v9, VifParams, (IN(f32, image), IN(f32, taps), OUT(f32, out)))
{
    vif_blur_rows(9, p, x, y, image, taps, out);
}

ROW_KERNEL(3, vif_blur_v5, VifParams, (IN(f32, image), IN(f32, taps), OUT(f32, out)))
{
    vif_blur_rows(5, p, x, y, image, taps, out);
}

ROW_KERNEL(3, vif_blur_v3, VifParams, (IN(f32, image), IN(f32, taps), OUT(f32, out)))
{
    vif_blur_rows(3, p, x, y, image, taps, out);
}

ROW_KERNEL(3, vif_blur_v, VifParams, (IN(f32, image), IN(f32, taps), OUT(f32, out)))
{
    vif_blur_rows(p.taps, p, x, y, image, taps, out);
}

/* ---- Section 6, horizontal pass ---- */

FN void vif_blur_column(i32 n, const VifParams p, i32 j, i32 x, i32 y, i32 step,
                        GLOBAL const f32 *rows, GLOBAL const f32 *taps, GLOBAL f32 *out)
{
    out[AT(2, j, x, y)] = vif_blurred(n, p, j, step * x, y, rows, taps);
}

/* Columns of a row, of sub-plane j. Sums side by side in the order of the taps do not wait for one
 * another, which takes 40 % less time than what compilers make of a loop over columns. */
FN void vif_blur_span(i32 n, const VifParams p, i32 j, i32 x, i32 end, i32 y,
                      GLOBAL const f32 *rows, GLOBAL const f32 *taps, GLOBAL f32 *out)
{
#if EVQ_VECTORS
    for (; x + VIF_TILE * EVQ_LANES <= end; x += VIF_TILE * EVQ_LANES) {
        const f32 *row = rows + AT(0, j, x - n / 2, y);
        Lanes sum[VIF_TILE];
        UNROLL(VIF_TILE)
        for (i32 i = 0; i < VIF_TILE; i++)
            sum[i] = lanes_of(0.0f);
        UNROLL(17)
        for (i32 k = 0; k < n; k++) {
            UNROLL(VIF_TILE)
            for (i32 i = 0; i < VIF_TILE; i++)
                sum[i] = sum[i] + lanes_load(row + i * EVQ_LANES + k) * taps[k];
        }
        UNROLL(VIF_TILE)
        for (i32 i = 0; i < VIF_TILE; i++)
            lanes_store(out + AT(2, j, x + i * EVQ_LANES, y), sum[i]);
    }
#endif
    INDEPENDENT
    for (; x < end; x++)
        vif_blur_column(n, p, j, x, y, 1, rows, taps, out);
}

#define VIF_BLUR_H(name, n)                                                                        \
    SPAN_KERNEL(3, name, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, out)))                 \
    {                                                                                              \
        vif_blur_span(n, p, j, x, SPAN_END, y, rows, taps, out);                                   \
    }

VIF_BLUR_H(vif_blur_h17, 17)
VIF_BLUR_H(vif_blur_h9, 9)
VIF_BLUR_H(vif_blur_h5, 5)
VIF_BLUR_H(vif_blur_h3, 3)

ROW_KERNEL(3, vif_blur_h, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, out)))
{
    vif_blur_column(p.taps, p, j, x, y, 1, rows, taps, out);
}

/* ---- Section 8, in two kernels: one chain of operations would be too long to overlap ---- */

FN VifGain vif_gain_at(const VifParams p, i32 x, i32 y, GLOBAL const f32 *blurred)
{
    VifMoments m = { blurred[AT(0, 0, x, y)], blurred[AT(0, 1, x, y)], blurred[AT(0, 2, x, y)],
                     blurred[AT(0, 3, x, y)], blurred[AT(0, 4, x, y)] };
    return vif_gain(m, p.gain_limit);
}

/* For an nsq that is a power of two. */
REPLAY_KERNEL(2, vif_statistic, VifParams, (IN(f32, blurred), OUT(f32, terms)))
{
    i32 undecided = 0;
    VifTerms t = vif_arguments_exact(p, vif_gain_at(p, x, y, blurred), replay, &undecided);
    terms[AT(1, 0, x, y)] = t.num;
    terms[AT(1, 1, x, y)] = t.den;
    return undecided;
}

/* For every nsq. */
ROW_KERNEL(2, vif_statistic_any, VifParams, (IN(f32, blurred), OUT(f32, terms)))
{
    F64 nsq = f64_of_bits(p.nsq);
    VifGain a = vif_gain_at(p, x, y, blurred);
    f32 num = vif_numerator(a, nsq);
    f32 den = vif_denominator(a, nsq, p.nsq == 0);
    VifTerms t = vif_arguments(a, num, den, p.flat_below, p.flat_weight);
    terms[AT(1, 0, x, y)] = t.num;
    terms[AT(1, 1, x, y)] = t.den;
}

ROW_KERNEL(2, vif_logarithms, VifParams, (IN(f32, arguments), OUT(f32, terms)))
{
    VifTerms a = { arguments[AT(0, 0, x, y)], arguments[AT(0, 1, x, y)] };
    VifTerms t = vif_terms(a);
    terms[AT(1, 0, x, y)] = t.num;
    terms[AT(1, 1, x, y)] = t.den;
}

/* ---- Section 7: blur and keep every second row, then every second column ---- */

FN void vif_down_row(i32 n, const VifParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *image,
                     GLOBAL const f32 *taps, GLOBAL f32 *out)
{
    f32 acc = 0.0f;
    UNROLL(17)
    for (i32 k = 0; k < n; k++)
        acc = acc + taps[k] * image[AT(0, j, x, 2 * y - n / 2 + k)];
    out[AT(2, j, x, y)] = acc;
}

ROW_KERNEL(3, vif_down_v9, VifParams, (IN(f32, image), IN(f32, taps), OUT(f32, out)))
{
    vif_down_row(9, p, j, x, y, image, taps, out);
}

ROW_KERNEL(3, vif_down_v5, VifParams, (IN(f32, image), IN(f32, taps), OUT(f32, out)))
{
    vif_down_row(5, p, j, x, y, image, taps, out);
}

ROW_KERNEL(3, vif_down_v3, VifParams, (IN(f32, image), IN(f32, taps), OUT(f32, out)))
{
    vif_down_row(3, p, j, x, y, image, taps, out);
}

ROW_KERNEL(3, vif_down_v, VifParams, (IN(f32, image), IN(f32, taps), OUT(f32, out)))
{
    vif_down_row(p.taps, p, j, x, y, image, taps, out);
}

/* Columns of a row, of sub-plane j: each vector of values serves two taps. */
FN void vif_down_span(i32 n, const VifParams p, i32 j, i32 x, i32 end, i32 y,
                      GLOBAL const f32 *rows, GLOBAL const f32 *taps, GLOBAL f32 *out)
{
#if EVQ_VECTORS
    for (; x + VIF_DOWN_TILE * EVQ_LANES <= end; x += VIF_DOWN_TILE * EVQ_LANES) {
        const f32 *row = rows + AT(0, j, 2 * x - n / 2, y);
        Lanes sum[VIF_DOWN_TILE];
        UNROLL(VIF_DOWN_TILE)
        for (i32 i = 0; i < VIF_DOWN_TILE; i++)
            sum[i] = lanes_of(0.0f);
        UNROLL(9)
        for (i32 k = 0; k < n; k += 2) {
            UNROLL(VIF_DOWN_TILE)
            for (i32 i = 0; i < VIF_DOWN_TILE; i++) {
                Lanes a = lanes_load(row + 2 * i * EVQ_LANES + k);
                Lanes b = lanes_load(row + (2 * i + 1) * EVQ_LANES + k);
                sum[i] = sum[i] + LANES_EVEN(a, b) * taps[k];
                if (k + 1 < n)
                    sum[i] = sum[i] + LANES_ODD(a, b) * taps[k + 1];
            }
        }
        UNROLL(VIF_DOWN_TILE)
        for (i32 i = 0; i < VIF_DOWN_TILE; i++)
            lanes_store(out + AT(2, j, x + i * EVQ_LANES, y), lanes_in_order(sum[i]));
    }
#endif
    INDEPENDENT
    for (; x < end; x++)
        vif_blur_column(n, p, j, x, y, 2, rows, taps, out);
}

#define VIF_DOWN_H(name, n)                                                                        \
    SPAN_KERNEL(3, name, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, image)))               \
    {                                                                                              \
        vif_down_span(n, p, j, x, SPAN_END, y, rows, taps, image);                                 \
    }

VIF_DOWN_H(vif_down_h9, 9)
VIF_DOWN_H(vif_down_h5, 5)
VIF_DOWN_H(vif_down_h3, 3)

ROW_KERNEL(3, vif_down_h, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, image)))
{
    vif_blur_column(p.taps, p, j, x, y, 2, rows, taps, image);
}

/* ---- Section 9 ---- */

/* Four rows at a time: eight independent serial sums hide the latency of one. */
SUM_KERNEL(2, vif_row_sums, VifParams, (IN(f32, terms), OUT(f32, sums)))
{
    f32 n0 = 0.0f, n1 = 0.0f, n2 = 0.0f, n3 = 0.0f;
    f32 d0 = 0.0f, d1 = 0.0f, d2 = 0.0f, d3 = 0.0f;
    for (i32 i = x; i < p.g.x1; i++) {
        n0 = n0 + terms[AT(0, 0, i, 4 * y)];
        d0 = d0 + terms[AT(0, 1, i, 4 * y)];
        n1 = n1 + terms[AT(0, 0, i, 4 * y + 1)];
        d1 = d1 + terms[AT(0, 1, i, 4 * y + 1)];
        n2 = n2 + terms[AT(0, 0, i, 4 * y + 2)];
        d2 = d2 + terms[AT(0, 1, i, 4 * y + 2)];
        n3 = n3 + terms[AT(0, 0, i, 4 * y + 3)];
        d3 = d3 + terms[AT(0, 1, i, 4 * y + 3)];
    }
    sums[AT(1, 0, 0, 4 * y)] = n0;
    sums[AT(1, 0, 1, 4 * y)] = d0;
    sums[AT(1, 0, 0, 4 * y + 1)] = n1;
    sums[AT(1, 0, 1, 4 * y + 1)] = d1;
    sums[AT(1, 0, 0, 4 * y + 2)] = n2;
    sums[AT(1, 0, 1, 4 * y + 2)] = d2;
    sums[AT(1, 0, 0, 4 * y + 3)] = n3;
    sums[AT(1, 0, 1, 4 * y + 3)] = d3;
}

SUM_KERNEL(2, vif_frame_sums, VifParams, (IN(f32, sums), OUT(f32, total)))
{
    f32 num = 0.0f, den = 0.0f;
    for (i32 row = 0; row < p.height >> p.slot; row++) {
        num = num + sums[AT(0, 0, x, row)];
        den = den + sums[AT(0, 0, x + 1, row)];
    }
    total[AT(1, 0, 2 * p.slot, y)] = num;
    total[AT(1, 0, 2 * p.slot + 1, y)] = den;
}

#endif
