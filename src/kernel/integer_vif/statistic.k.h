/*
 * vif, the integer one: from vertically blurred rows to the sums of a picture row, in kernels with
 * rows between them (docs/spec/vif.md sections 4 to 6). All sums are of integers, so that their
 * order is free.
 */
#ifndef EVQ_INTEGER_VIF_STATISTIC_K_H
#define EVQ_INTEGER_VIF_STATISTIC_K_H

#include "kernel/integer_vif/moments.h"
#include "kernel/port/int_vectors.h"

#if EVQ_INT_VECTORS
/* The weighted sums around 16 samples. Pairs of neighbours meet the taps of the even columns, then,
 * moved on by one, those of the odd ones: so the even columns come first. */
FN void ivif_blur16(const i32 n, GLOBAL const i16 *row, TABLE_POINTER i32 *taps, U32x8 out[2])
{
    U32x8 even = { 0 }, odd = { 0 };
    UNROLL(9)
    for (i32 k = 0; k < n; k += 2) {
        U16x16 pairs = u16x16_load(row + k);
        even = u32x8_add_pairs(even, pairs, taps[k], k + 1 < n ? taps[k + 1] : 0);
        odd = u32x8_add_pairs(odd, pairs, k > 0 ? taps[k - 1] : 0, taps[k]);
    }
    out[0] = even + 0x80000000u;
    out[1] = odd + 0x80000000u;
}

FN void ivif_columns16(const i32 n, const IvifParams p, i32 x, i32 y, GLOBAL const i16 *rows,
                       TABLE_POINTER i32 *taps, GLOBAL u32 *moments)
{
    U32x8 high[2], low[2];
    UNROLL(2)
    for (i32 j = 0; j < 2; j++) {
        ivif_blur16(n, rows + AT(0, j, x - n / 2, y), taps, low);
        u32x8_store(moments + AT(1, j, x, y), low[0]);
        u32x8_store(moments + AT(1, j, x + 8, y), low[1]);
    }
    UNROLL(3)
    for (i32 j = 2; j < 5; j++) {
        ivif_blur16(n, rows + AT(0, 2 * j - 2, x - n / 2, y), taps, high);
        ivif_blur16(n, rows + AT(0, 2 * j - 1, x - n / 2, y), taps, low);
        u32x8_store(moments + AT(1, j, x, y), high[0] + ((low[0] + 0x8000u) >> 16));
        u32x8_store(moments + AT(1, j, x + 8, y), high[1] + ((low[1] + 0x8000u) >> 16));
    }
}
#endif

/* Moments from column x to the end of the span. Columns may change places: they are only summed. */
FN void ivif_columns_span(const i32 n, const IvifParams p, i32 x, i32 end, i32 y,
                          GLOBAL const i16 *rows, TABLE_POINTER i32 *taps, GLOBAL u32 *moments)
{
#if EVQ_INT_VECTORS
    for (; n > 3 && x + 16 <= end; x += 16) /* taps of 3 exceed 15 bits */
        ivif_columns16(n, p, x, y, rows, taps, moments);
#endif
    INDEPENDENT
    for (; x < end; x++) {
        IvifMoments m = ivif_moments_at(n, p, x, y, rows, taps);
        moments[AT(1, 0, x, y)] = m.m1;
        moments[AT(1, 1, x, y)] = m.m2;
        moments[AT(1, 2, x, y)] = m.x;
        moments[AT(1, 3, x, y)] = m.y;
        moments[AT(1, 4, x, y)] = m.z;
    }
}

SPAN_KERNEL(2, ivif_columns17, IvifParams, (IN(i16, rows), OUT(u32, moments)))
{
    ivif_columns_span(17, p, x, SPAN_END, y, rows, ivif_taps17, moments);
}

SPAN_KERNEL(2, ivif_columns9, IvifParams, (IN(i16, rows), OUT(u32, moments)))
{
    ivif_columns_span(9, p, x, SPAN_END, y, rows, ivif_taps9, moments);
}

SPAN_KERNEL(2, ivif_columns5, IvifParams, (IN(i16, rows), OUT(u32, moments)))
{
    ivif_columns_span(5, p, x, SPAN_END, y, rows, ivif_taps5, moments);
}

SPAN_KERNEL(2, ivif_columns3, IvifParams, (IN(i16, rows), OUT(u32, moments)))
{
    ivif_columns_span(3, p, x, SPAN_END, y, rows, ivif_taps3, moments);
}

ROW_KERNEL(2, ivif_statistic, IvifParams, (IN(u32, moments), OUT(u32, arguments)))
{
    IvifMoments m = { moments[AT(0, 0, x, y)], moments[AT(0, 1, x, y)], moments[AT(0, 2, x, y)],
                      moments[AT(0, 3, x, y)], moments[AT(0, 4, x, y)] };
    IvifArguments a = ivif_arguments(p, m);
    arguments[AT(1, 0, x, y)] = ivif_log_key(a.enhanced);
    arguments[AT(1, 1, x, y)] = ivif_log_key(a.noisy);
    arguments[AT(1, 2, x, y)] = ivif_log_key(a.signal);
    arguments[AT(1, 3, x, y)] = a.flat;
}

/* A row of at most 16384 pixels adds less than 16384 * 15 * 2048 to a sum of logarithms. */
SUM_KERNEL(3, ivif_row_sums, IvifParams, (IN(u32, keys), IN(i32, table), OUT(u64, sums)))
{
    i32 numerator = 0, denominator = 0, flat = 0;
    u64 variance = 0;
    for (i32 i = x; i < p.g.x1; i++) {
        u32 s2 = keys[AT(0, 3, i, y)];
        numerator += ivif_log(keys[AT(0, 0, i, y)], table) - ivif_log(keys[AT(0, 1, i, y)], table);
        denominator += ivif_log(keys[AT(0, 2, i, y)], table) - IVIF_LOG_OF_NOISE;
        flat += s2 != 0;
        variance += s2;
    }
    sums[AT(2, 0, 0, y)] = (u64)(i64)numerator;
    sums[AT(2, 0, 1, y)] = (u64)(i64)denominator;
    sums[AT(2, 0, 2, y)] = variance - (u64)(i64)flat;
    sums[AT(2, 0, 3, y)] = (u64)(i64)flat;
}

#endif
