/*
 * vif, the integer one: from vertically blurred rows to the sums of a picture row, in kernels with
 * rows between them (docs/spec/vif.md sections 4 to 6). All sums are of integers, so that their
 * order is free.
 */
#ifndef EVQ_INTEGER_VIF_STATISTIC_K_H
#define EVQ_INTEGER_VIF_STATISTIC_K_H

#include "kernel/integer_vif/integer_vif.h"
#include "kernel/port/int_vectors.h"

/* ---- Section 4: the horizontal half of the blurs, and what comes of it ---- */

/* The weighted sum around sample x of a row. */
FN u32 ivif_blurred(const i32 n, const IvifParams p, i32 j, i32 x, i32 y, GLOBAL const i16 *rows,
                    TABLE_POINTER u16 *taps)
{
    GLOBAL const i16 *row = rows + AT(0, j, x - n / 2, y);
    i32 sum = 0;
    UNROLL(17)
    for (i32 k = 0; k < n; k++)
        sum += (i32)taps[k + 1] * row[k];
    return ivif_unbiased(sum);
}

/* Planes j and j + 1 are the halves of a product. */
FN u32 ivif_blurred_product(const i32 n, const IvifParams p, i32 j, i32 x, i32 y,
                            GLOBAL const i16 *rows, TABLE_POINTER u16 *taps)
{
    return ivif_joined(ivif_blurred(n, p, j, x, y, rows, taps),
                       ivif_blurred(n, p, j + 1, x, y, rows, taps), 16);
}

FN IvifVariances ivif_variances_at(const i32 n, const IvifParams p, i32 x, i32 y,
                                   GLOBAL const i16 *rows, TABLE_POINTER u16 *taps)
{
    return ivif_variances(ivif_blurred(n, p, IVIF_REF, x, y, rows, taps),
                          ivif_blurred(n, p, IVIF_DIS, x, y, rows, taps),
                          ivif_blurred_product(n, p, IVIF_REF2, x, y, rows, taps),
                          ivif_blurred_product(n, p, IVIF_DIS2, x, y, rows, taps),
                          ivif_blurred_product(n, p, IVIF_BOTH, x, y, rows, taps));
}

#if EVQ_INT_VECTORS
/* Weighted sums at the even and at the odd ones of 16 columns. */
typedef struct IvifBlurred16 {
    U32x8 even, odd;
} IvifBlurred16;

/* Pairs of neighbours meet the taps of the even columns, then, moved on by one, those of the odd
 * ones. */
FN IvifBlurred16 ivif_blurred16(const i32 n, const i16 *row, const u16 *taps)
{
    const U32x8 start = (U32x8){ 0 } + 0x80000000u; /* see ivif_unbiased */
    IvifBlurred16 sum = { start, start };
    UNROLL(9)
    for (i32 k = 0; k < n; k += 2) {
        U16x16 pairs = u16x16_load(row + k);
        sum.even = u32x8_add_pairs(sum.even, pairs, taps + k + 1);
        sum.odd = u32x8_add_pairs(sum.odd, pairs, taps + k);
    }
    return sum;
}

/* Planes j and j + 1 are the halves of a product. */
FN IvifBlurred16 ivif_blurred_product16(const i32 n, const IvifParams p, i32 j, i32 x, i32 y,
                                        const i16 *rows, const u16 *taps)
{
    IvifBlurred16 high = ivif_blurred16(n, rows + AT(0, j, x, y), taps);
    IvifBlurred16 low = ivif_blurred16(n, rows + AT(0, j + 1, x, y), taps);
    high.even += (low.even + 0x8000u) >> 16;
    high.odd += (low.odd + 0x8000u) >> 16;
    return high;
}

FN void ivif_store_variance16(u32 *to, IvifBlurred16 product, IvifBlurred16 a, IvifBlurred16 b)
{
    u32x8_store_in_turn(to, product.even - u32x8_mul_rounded_high(a.even, b.even),
                        product.odd - u32x8_mul_rounded_high(a.odd, b.odd));
}

/* At 16 columns. */
FN void ivif_columns16(const i32 n, const IvifParams p, i32 x, i32 y, const i16 *rows,
                       const u16 *taps, u32 *variances)
{
    const i32 left = x - n / 2;
    IvifBlurred16 m1 = ivif_blurred16(n, rows + AT(0, IVIF_REF, left, y), taps);
    IvifBlurred16 m2 = ivif_blurred16(n, rows + AT(0, IVIF_DIS, left, y), taps);
    ivif_store_variance16(variances + AT(1, 0, x, y),
                          ivif_blurred_product16(n, p, IVIF_REF2, left, y, rows, taps), m1, m1);
    ivif_store_variance16(variances + AT(1, 1, x, y),
                          ivif_blurred_product16(n, p, IVIF_DIS2, left, y, rows, taps), m2, m2);
    ivif_store_variance16(variances + AT(1, 2, x, y),
                          ivif_blurred_product16(n, p, IVIF_BOTH, left, y, rows, taps), m1, m2);
}
#endif

FN void ivif_columns_span(const i32 n, const IvifParams p, i32 x, i32 end, i32 y,
                          GLOBAL const i16 *rows, TABLE_POINTER u16 *taps, GLOBAL u32 *variances)
{
#if EVQ_INT_VECTORS
    for (; n > 3 && x + 16 <= end; x += 16) /* taps of 3 exceed 15 bits */
        ivif_columns16(n, p, x, y, rows, taps, variances);
#endif
    INDEPENDENT
    for (; x < end; x++) {
        IvifVariances v = ivif_variances_at(n, p, x, y, rows, taps);
        variances[AT(1, 0, x, y)] = (u32)v.ref;
        variances[AT(1, 1, x, y)] = (u32)v.dis;
        variances[AT(1, 2, x, y)] = (u32)v.both;
    }
}

SPAN_KERNEL(2, ivif_columns17, IvifParams, (IN(i16, rows), OUT(u32, variances)))
{
    ivif_columns_span(17, p, x, SPAN_END, y, rows, ivif_taps17, variances);
}

SPAN_KERNEL(2, ivif_columns9, IvifParams, (IN(i16, rows), OUT(u32, variances)))
{
    ivif_columns_span(9, p, x, SPAN_END, y, rows, ivif_taps9, variances);
}

SPAN_KERNEL(2, ivif_columns5, IvifParams, (IN(i16, rows), OUT(u32, variances)))
{
    ivif_columns_span(5, p, x, SPAN_END, y, rows, ivif_taps5, variances);
}

SPAN_KERNEL(2, ivif_columns3, IvifParams, (IN(i16, rows), OUT(u32, variances)))
{
    ivif_columns_span(3, p, x, SPAN_END, y, rows, ivif_taps3, variances);
}

/* ---- Section 6 ---- */

ROW_KERNEL(2, ivif_statistic, IvifParams, (IN(u32, variances), OUT(u32, arguments)))
{
    IvifVariances v = { (i32)variances[AT(0, 0, x, y)], (i32)variances[AT(0, 1, x, y)],
                        (i32)variances[AT(0, 2, x, y)] };
    IvifArguments a = ivif_arguments(p, v);
    arguments[AT(1, 0, x, y)] = ivif_log_key(a.enhanced);
    arguments[AT(1, 1, x, y)] = ivif_log_key(a.noisy);
    arguments[AT(1, 2, x, y)] = ivif_log_key(a.signal);
    arguments[AT(1, 3, x, y)] = a.flat;
}

/* Sums of a row; `variance` is of s2 + 1 of flat pixels. A row of at most 16384 pixels adds less
 * than 16384 * 15 * 2048 to a sum of logarithms. */
typedef struct IvifRowSums {
    i32 numerator, denominator, flat;
    u64 variance;
} IvifRowSums;

#if EVQ_INT_VECTORS
FN U32x8 ivif_log8(const u32 *keys, const i32 *table)
{
    U32x8 key = u32x8_load(keys);
    U32x8 step = u32x8_look_up(table, (key >> 3) & (IVIF_LOG_ROW - 1)) + (key & 7);
    return ((key >> 15) << 11) + (step >> 3);
}

/* Adds the pixels in front of `end` that fill vectors, returns the column of the next. */
FN i32 ivif_add_row8(const IvifParams p, i32 x, i32 end, i32 y, GLOBAL const u32 *keys,
                     GLOBAL const i32 *table, IvifRowSums *sums)
{
    U32x8 numerator = { 0 }, denominator = { 0 }, flat = { 0 }, low = { 0 }, high = { 0 };
    for (; x + 8 <= end; x += 8) {
        U32x8 s2 = u32x8_load(keys + AT(0, 3, x, y));
        numerator += ivif_log8(keys + AT(0, 0, x, y), table);
        numerator -= ivif_log8(keys + AT(0, 1, x, y), table);
        denominator += ivif_log8(keys + AT(0, 2, x, y), table) - IVIF_LOG_OF_NOISE;
        flat -= (U32x8)(s2 != 0);
        low += s2 & 0xffff;
        high += s2 >> 16;
    }
    sums->numerator = (i32)(u32)u32x8_total(numerator);
    sums->denominator = (i32)(u32)u32x8_total(denominator);
    sums->flat = (i32)u32x8_total(flat);
    sums->variance = u32x8_total(low) + (u32x8_total(high) << 16);
    return x;
}
#endif

SUM_KERNEL(3, ivif_row_sums, IvifParams, (IN(u32, keys), IN(i32, table), OUT(u64, sums)))
{
    IvifRowSums sum = { 0, 0, 0, 0 };
    i32 i = x;
#if EVQ_INT_VECTORS
    i = ivif_add_row8(p, x, p.g.x1, y, keys, table, &sum);
#endif
    for (; i < p.g.x1; i++) {
        u32 s2 = keys[AT(0, 3, i, y)];
        sum.numerator += ivif_log(keys[AT(0, 0, i, y)], table);
        sum.numerator -= ivif_log(keys[AT(0, 1, i, y)], table);
        sum.denominator += ivif_log(keys[AT(0, 2, i, y)], table) - IVIF_LOG_OF_NOISE;
        sum.flat += s2 != 0;
        sum.variance += s2;
    }
    sums[AT(2, 0, 0, y)] = (u64)(i64)sum.numerator;
    sums[AT(2, 0, 1, y)] = (u64)(i64)sum.denominator;
    sums[AT(2, 0, 2, y)] = sum.variance - (u64)(i64)sum.flat;
    sums[AT(2, 0, 3, y)] = (u64)(i64)sum.flat;
}

#endif
