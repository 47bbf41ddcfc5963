/*
 * vif, the integer one: the pyramid and the vertical half of the blurs (docs/spec/vif.md sections 3
 * and 4). Reference and distorted are the two sub-planes of a picture.
 */
#ifndef EVQ_INTEGER_VIF_ROWS_K_H
#define EVQ_INTEGER_VIF_ROWS_K_H

#include "kernel/integer_vif/two_rows.h"
#include "kernel/port/int_vectors.h"

ROW_KERNEL(3, ivif_load_u8, IvifParams, (IN(u8, ref), IN(u8, dis), OUT(u8, image)))
{
    image[AT(2, 0, x, y)] = ref[AT(0, 0, x, y)];
    image[AT(2, 1, x, y)] = dis[AT(1, 0, x, y)];
}

ROW_KERNEL(3, ivif_load_u16, IvifParams, (IN(u16, ref), IN(u16, dis), OUT(u16, image)))
{
    image[AT(2, 0, x, y)] = ref[AT(0, 0, x, y)];
    image[AT(2, 1, x, y)] = dis[AT(1, 0, x, y)];
}

/* ---- Section 4: item y makes rows 2 y and 2 y + 1, which share what they read ---- */

FN void ivif_store_rows(const IvifParams p, i32 x, i32 y, IvifPlanes sum, GLOBAL i16 *rows)
{
    u32 ref2 = ivif_joined(sum.ref2_high, sum.ref2_low, p.square_shift);
    u32 dis2 = ivif_joined(sum.dis2_high, sum.dis2_low, p.square_shift);
    u32 both = ivif_joined(sum.both_high, sum.both_low, p.square_shift);
    rows[AT(1, IVIF_REF, x, y)] = ivif_biased(ivif_rounded(sum.ref, p.mean_shift));
    rows[AT(1, IVIF_DIS, x, y)] = ivif_biased(ivif_rounded(sum.dis, p.mean_shift));
    rows[AT(1, IVIF_REF2, x, y)] = ivif_biased(ref2 >> 16);
    rows[AT(1, IVIF_REF2 + 1, x, y)] = ivif_biased(ref2);
    rows[AT(1, IVIF_DIS2, x, y)] = ivif_biased(dis2 >> 16);
    rows[AT(1, IVIF_DIS2 + 1, x, y)] = ivif_biased(dis2);
    rows[AT(1, IVIF_BOTH, x, y)] = ivif_biased(both >> 16);
    rows[AT(1, IVIF_BOTH + 1, x, y)] = ivif_biased(both);
}

FN void ivif_rows_at(const i32 n, const i32 narrow, const IvifParams p, i32 x, i32 y,
                     GLOBAL const u8 *bytes, GLOBAL const u16 *words, TABLE_POINTER u16 *taps,
                     GLOBAL i16 *rows)
{
    IvifTwoRows sum = ivif_two_rows(n, narrow, p, x, y, bytes, words, taps);
    ivif_store_rows(p, x, 2 * y, sum.even, rows);
    ivif_store_rows(p, x, 2 * y + 1, sum.odd, rows);
}

#if EVQ_INT_VECTORS

/* Weighted sums of some planes at eight columns of the rows 2 y and 2 y + 1. */
typedef struct IvifWeighted {
    U32x8 even, odd;
} IvifWeighted;

/* Row k of the samples and the one below it, in pairs. */
FN IvifWeighted ivif_add_rows(IvifWeighted sum, U16x16 pairs, TABLE_POINTER u16 *taps)
{
    sum.even = u32x8_add_pairs(sum.even, pairs, taps + 1);
    sum.odd = u32x8_add_pairs(sum.odd, pairs, taps);
    return sum;
}

FN void ivif_store_means8(const IvifParams p, i32 x, i32 y, U32x8 ref, U32x8 dis, GLOBAL i16 *rows)
{
    u32 half = (u32)1 << (p.mean_shift - 1);
    U16x16 v = u16x16_of_u32x8((ref + half) >> p.mean_shift, (dis + half) >> p.mean_shift);
    u16x16_store_halves(rows + AT(1, IVIF_REF, x, y), rows + AT(1, IVIF_DIS, x, y), v ^ 0x8000);
}

FN void ivif_store_product8(const IvifParams p, i32 j, i32 x, i32 y, U32x8 value, GLOBAL i16 *rows)
{
    U16x16 v = u16x16_of_u32x8(value >> 16, value & 0xffff);
    u16x16_store_halves(rows + AT(1, j, x, y), rows + AT(1, j + 1, x, y), v ^ 0x8000);
}

FN U32x8 ivif_joined8(const IvifParams p, U32x8 high, U32x8 low)
{
    u32 half = p.square_shift ? (u32)1 << (p.square_shift - 1) : 0;
    return (high << (16 - p.square_shift)) + ((low + half) >> p.square_shift);
}

/* The sums of a plane whose values went in less 2^15. */
FN IvifWeighted ivif_weighted_start(void)
{
    U32x8 start = (U32x8){ 0 } + 0x80000000u;
    IvifWeighted sum = { start, start };
    return sum;
}

/* Samples of 8 bits: their products fit 16. */
FN void ivif_rows8_narrow(const i32 n, const IvifParams p, i32 x, i32 y, const u8 *image,
                          TABLE_POINTER u16 *taps, GLOBAL i16 *rows)
{
    const i32 top = 2 * y - n / 2;
    IvifWeighted start = ivif_weighted_start();
    IvifWeighted ref = { { 0 }, { 0 } }, dis = ref;
    IvifWeighted ref2 = start, dis2 = start, both = start;
    UNROLL(1) /* else the sums leave the registers */
    for (i32 k = 0; k < n; k += 2) {
        U16x16 r =
            u16x16_byte_pairs(image + AT(0, 0, x, top + k), image + AT(0, 0, x, top + k + 1));
        U16x16 d =
            u16x16_byte_pairs(image + AT(0, 1, x, top + k), image + AT(0, 1, x, top + k + 1));
        ref = ivif_add_rows(ref, r, taps + k);
        ref2 = ivif_add_rows(ref2, (r * r) ^ 0x8000, taps + k);
        both = ivif_add_rows(both, (r * d) ^ 0x8000, taps + k);
        dis = ivif_add_rows(dis, d, taps + k);
        dis2 = ivif_add_rows(dis2, (d * d) ^ 0x8000, taps + k);
    }
    ivif_store_means8(p, x, 2 * y, ref.even, dis.even, rows);
    ivif_store_means8(p, x, 2 * y + 1, ref.odd, dis.odd, rows);
    ivif_store_product8(p, IVIF_REF2, x, 2 * y, ref2.even, rows);
    ivif_store_product8(p, IVIF_REF2, x, 2 * y + 1, ref2.odd, rows);
    ivif_store_product8(p, IVIF_DIS2, x, 2 * y, dis2.even, rows);
    ivif_store_product8(p, IVIF_DIS2, x, 2 * y + 1, dis2.odd, rows);
    ivif_store_product8(p, IVIF_BOTH, x, 2 * y, both.even, rows);
    ivif_store_product8(p, IVIF_BOTH, x, 2 * y + 1, both.odd, rows);
}

FN void ivif_rows8(const i32 n, const IvifParams p, i32 x, i32 y, GLOBAL const u16 *image,
                   TABLE_POINTER u16 *taps, GLOBAL i16 *rows)
{
    const i32 top = 2 * y - n / 2;
    IvifWeighted start = ivif_weighted_start();
    IvifWeighted ref = start, dis = start, high = start, low = start;
    UNROLL(9)
    for (i32 k = 0; k < n; k += 2) {
        U16x16 r = u16x16_pairs(image + AT(0, 0, x, top + k), image + AT(0, 0, x, top + k + 1));
        U16x16 d = u16x16_pairs(image + AT(0, 1, x, top + k), image + AT(0, 1, x, top + k + 1));
        ref = ivif_add_rows(ref, r ^ 0x8000, taps + k);
        dis = ivif_add_rows(dis, d ^ 0x8000, taps + k);
        low = ivif_add_rows(low, (r * r) ^ 0x8000, taps + k);
        high = ivif_add_rows(high, u16x16_mul_high(r, r) ^ 0x8000, taps + k);
    }
    ivif_store_means8(p, x, 2 * y, ref.even, dis.even, rows);
    ivif_store_means8(p, x, 2 * y + 1, ref.odd, dis.odd, rows);
    ivif_store_product8(p, IVIF_REF2, x, 2 * y, ivif_joined8(p, high.even, low.even), rows);
    ivif_store_product8(p, IVIF_REF2, x, 2 * y + 1, ivif_joined8(p, high.odd, low.odd), rows);

    IvifWeighted both_high = start, both_low = start;
    high = start;
    low = start;
    UNROLL(9)
    for (i32 k = 0; k < n; k += 2) {
        U16x16 r = u16x16_pairs(image + AT(0, 0, x, top + k), image + AT(0, 0, x, top + k + 1));
        U16x16 d = u16x16_pairs(image + AT(0, 1, x, top + k), image + AT(0, 1, x, top + k + 1));
        low = ivif_add_rows(low, (d * d) ^ 0x8000, taps + k);
        both_low = ivif_add_rows(both_low, (r * d) ^ 0x8000, taps + k);
        high = ivif_add_rows(high, u16x16_mul_high(d, d) ^ 0x8000, taps + k);
        both_high = ivif_add_rows(both_high, u16x16_mul_high(r, d) ^ 0x8000, taps + k);
    }
    ivif_store_product8(p, IVIF_DIS2, x, 2 * y, ivif_joined8(p, high.even, low.even), rows);
    ivif_store_product8(p, IVIF_DIS2, x, 2 * y + 1, ivif_joined8(p, high.odd, low.odd), rows);
    ivif_store_product8(p, IVIF_BOTH, x, 2 * y, ivif_joined8(p, both_high.even, both_low.even),
                        rows);
    ivif_store_product8(p, IVIF_BOTH, x, 2 * y + 1, ivif_joined8(p, both_high.odd, both_low.odd),
                        rows);
}
#endif

FN void ivif_rows_span(const i32 n, const i32 narrow, const IvifParams p, i32 x, i32 end, i32 y,
                       GLOBAL const u8 *bytes, GLOBAL const u16 *words, TABLE_POINTER u16 *taps,
                       GLOBAL i16 *rows)
{
#if EVQ_INT_VECTORS
    for (; n > 3 && x + 8 <= end; x += 8) { /* taps of 3 exceed 15 bits */
        if (narrow)
            ivif_rows8_narrow(n, p, x, y, bytes, taps, rows);
        else
            ivif_rows8(n, p, x, y, words, taps, rows);
    }
#endif
    INDEPENDENT
    for (; x < end; x++)
        ivif_rows_at(n, narrow, p, x, y, bytes, words, taps, rows);
}

SPAN_KERNEL(2, ivif_rows17_u8, IvifParams, (IN(u8, image), OUT(i16, rows)))
{
    ivif_rows_span(17, 1, p, x, SPAN_END, y, image, 0, ivif_taps17, rows);
}

SPAN_KERNEL(2, ivif_rows17, IvifParams, (IN(u16, image), OUT(i16, rows)))
{
    ivif_rows_span(17, 0, p, x, SPAN_END, y, 0, image, ivif_taps17, rows);
}

SPAN_KERNEL(2, ivif_rows9, IvifParams, (IN(u16, image), OUT(i16, rows)))
{
    ivif_rows_span(9, 0, p, x, SPAN_END, y, 0, image, ivif_taps9, rows);
}

SPAN_KERNEL(2, ivif_rows5, IvifParams, (IN(u16, image), OUT(i16, rows)))
{
    ivif_rows_span(5, 0, p, x, SPAN_END, y, 0, image, ivif_taps5, rows);
}

SPAN_KERNEL(2, ivif_rows3, IvifParams, (IN(u16, image), OUT(i16, rows)))
{
    ivif_rows_span(3, 0, p, x, SPAN_END, y, 0, image, ivif_taps3, rows);
}

/* ---- Section 3: blur and keep every second row, then every second column ---- */

#if EVQ_INT_VECTORS
FN void ivif_down_row8(const i32 n, const i32 narrow, const IvifParams p, i32 j, i32 x, i32 y,
                       const u8 *bytes, const u16 *words, const u16 *taps, i16 *rows)
{
    const u16 bias = narrow ? 0 : 0x8000;
    U32x8 sum = (U32x8){ 0 } + (narrow ? 0 : 0x80000000u);
    UNROLL(5)
    for (i32 k = 0; k < n; k += 2) {
        i32 above = AT(0, j, x, 2 * y - n / 2 + k), below = above + p.g.stride[0];
        U16x16 pairs = narrow ? u16x16_byte_pairs(bytes + above, bytes + below)
                              : u16x16_pairs(words + above, words + below);
        sum = u32x8_add_pairs(sum, pairs ^ bias, taps + k + 1);
    }
    sum = (sum + ((u32)1 << (p.mean_shift - 1))) >> p.mean_shift;
    u16x8_store(rows + AT(1, j, x, y), u16x16_of_u32x8(sum, sum) ^ 0x8000);
}
#endif

FN void ivif_down_span(const i32 n, const i32 narrow, const IvifParams p, i32 x, i32 end, i32 j,
                       i32 y, GLOBAL const u8 *bytes, GLOBAL const u16 *words,
                       TABLE_POINTER u16 *taps, GLOBAL i16 *rows)
{
#if EVQ_INT_VECTORS
    for (; n > 3 && x + 8 <= end; x += 8)
        ivif_down_row8(n, narrow, p, j, x, y, bytes, words, taps, rows);
#endif
    INDEPENDENT
    for (; x < end; x++) {
        u32 sum = 0;
        UNROLL(9)
        for (i32 k = 0; k < n; k++)
            sum += taps[k + 1] * ivif_sample(narrow, bytes, words, AT(0, j, x, 2 * y - n / 2 + k));
        rows[AT(1, j, x, y)] = ivif_biased(ivif_rounded(sum, p.mean_shift));
    }
}

/* Both pictures. */
FN void ivif_down_spans(const i32 n, const i32 narrow, const IvifParams p, i32 x, i32 end, i32 y,
                        GLOBAL const u8 *bytes, GLOBAL const u16 *words, TABLE_POINTER u16 *taps,
                        GLOBAL i16 *rows)
{
    ivif_down_span(n, narrow, p, x, end, 0, y, bytes, words, taps, rows);
    ivif_down_span(n, narrow, p, x, end, 1, y, bytes, words, taps, rows);
}

SPAN_KERNEL(2, ivif_down_v9_u8, IvifParams, (IN(u8, image), OUT(i16, rows)))
{
    ivif_down_spans(9, 1, p, x, SPAN_END, y, image, 0, ivif_taps9, rows);
}

SPAN_KERNEL(2, ivif_down_v9, IvifParams, (IN(u16, image), OUT(i16, rows)))
{
    ivif_down_spans(9, 0, p, x, SPAN_END, y, 0, image, ivif_taps9, rows);
}

SPAN_KERNEL(2, ivif_down_v5, IvifParams, (IN(u16, image), OUT(i16, rows)))
{
    ivif_down_spans(5, 0, p, x, SPAN_END, y, 0, image, ivif_taps5, rows);
}

SPAN_KERNEL(2, ivif_down_v3, IvifParams, (IN(u16, image), OUT(i16, rows)))
{
    ivif_down_spans(3, 0, p, x, SPAN_END, y, 0, image, ivif_taps3, rows);
}

FN void ivif_down_column(const i32 n, const IvifParams p, i32 j, i32 x, i32 y,
                         GLOBAL const i16 *rows, TABLE_POINTER u16 *taps, GLOBAL u16 *image)
{
    i32 sum = 0;
    UNROLL(9)
    for (i32 k = 0; k < n; k++)
        sum += (i32)taps[k + 1] * rows[AT(0, j, 2 * x - n / 2 + k, y)];
    image[AT(1, j, x, y)] = (u16)ivif_rounded(ivif_unbiased(sum), 16);
}

ROW_KERNEL(2, ivif_down_h9, IvifParams, (IN(i16, rows), OUT(u16, image)))
{
    ivif_down_column(9, p, j, x, y, rows, ivif_taps9, image);
}

ROW_KERNEL(2, ivif_down_h5, IvifParams, (IN(i16, rows), OUT(u16, image)))
{
    ivif_down_column(5, p, j, x, y, rows, ivif_taps5, image);
}

ROW_KERNEL(2, ivif_down_h3, IvifParams, (IN(i16, rows), OUT(u16, image)))
{
    ivif_down_column(3, p, j, x, y, rows, ivif_taps3, image);
}

#endif
