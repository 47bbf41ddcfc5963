/* float_ms_ssim: from one scale to the next (docs/spec/float_ms_ssim.md section 3). */
#ifndef EVQ_SSIM_PYRAMID_K_H
#define EVQ_SSIM_PYRAMID_K_H

#include "kernel/ssim/ssim.h"

/* ---- Variant a ---- */

/* By distance from the centre: row, then column. */
TABLE f32 pyramid_taps[5][5] = {
    { 0x1.743aa8p-2f, 0x1.497e14p-3f, -0x1.823e9ep-5f, -0x1.4c76d2p-7f, 0x1.080304p-6f },
    { 0x1.497e14p-3f, 0x1.23a9f4p-4f, -0x1.55e28ap-6f, -0x1.2641b4p-8f, 0x1.d3671ap-8f },
    { -0x1.823e9ep-5f, -0x1.55e28ap-6f, 0x1.90c0aep-8f, 0x1.58fb44p-10f, -0x1.11f0c4p-9f },
    { -0x1.4c76d2p-7f, -0x1.2641b4p-8f, 0x1.58fb44p-10f, 0x1.28bf3cp-12f, -0x1.d7dbf4p-12f },
    { 0x1.080304p-6f, 0x1.d3671ap-8f, -0x1.11f0c4p-9f, -0x1.d7dbf4p-12f, 0x1.765776p-11f },
};

FN i32 pyramid_distance(i32 k)
{
    return k < 4 ? 4 - k : k - 4;
}

/* Sums at `count` columns of a row; `in` is the value under the first tap of the first. */
FN void pyramid_span(GLOBAL const f32 *in, i32 stride, GLOBAL f32 *out, i32 count)
{
    i32 x = 0;
#if EVQ_VECTORS
    /* The last column is left out: loads reach one value further than the taps. */
    for (; x + 16 < count; x += 16) {
        F64x4 a = { 0 }, b = a, c = a, d = a;
        for (i32 j = 0; j < 9; j++) {
            const f32 *row = in + 2 * x + j * stride;
            UNROLL(9)
            for (i32 i = 0; i < 9; i++) {
                f32 tap = pyramid_taps[pyramid_distance(j)][pyramid_distance(i)];
                a += f64x4_of_f32x4(f32x4_load_even(row + i) * tap);
                b += f64x4_of_f32x4(f32x4_load_even(row + i + 8) * tap);
                c += f64x4_of_f32x4(f32x4_load_even(row + i + 16) * tap);
                d += f64x4_of_f32x4(f32x4_load_even(row + i + 24) * tap);
            }
        }
        f32x4_store(out + x, f32x4_of_f64x4(a));
        f32x4_store(out + x + 4, f32x4_of_f64x4(b));
        f32x4_store(out + x + 8, f32x4_of_f64x4(c));
        f32x4_store(out + x + 12, f32x4_of_f64x4(d));
    }
#endif
    INDEPENDENT
    for (; x < count; x++) {
        F64 acc = f64_of_i32(0);
        UNROLL(9)
        for (i32 j = 0; j < 9; j++) {
            UNROLL(9)
            for (i32 i = 0; i < 9; i++) {
                f32 tap = pyramid_taps[pyramid_distance(j)][pyramid_distance(i)];
                acc = f64_add(acc, f64_of_f32(in[2 * x + i + j * stride] * tap));
            }
        }
        out[x] = f32_of_f64(acc);
    }
}

SPAN_KERNEL(2, pyramid_halve, SsimParams, (IN(f32, image), OUT(f32, out)))
{
    i32 count = SPAN_END - x;
    pyramid_span(image + AT(0, 0, 2 * x - 4, 2 * y - 4), p.g.stride[0], out + AT(1, 0, x, y),
                 count);
    pyramid_span(image + AT(0, 1, 2 * x - 4, 2 * y - 4), p.g.stride[0], out + AT(1, 1, x, y),
                 count);
}

/*
 * The first step, from samples, faster: there every product is a multiple of 2^-43 and the
 * products' magnitudes sum to less than 2^9, so no addition of the spec's sum rounds and its order
 * is free. A row counts by its distance from the centre row: its sum for a distance serves the
 * output rows above and below. Item y sums rows 2 y - 4, for distances 0, 2 and 4, and 2 y - 3, for
 * 1 and 3.
 */
FN F64 pyramid_row_sum(i32 distance, GLOBAL const f32 *in)
{
    F64 acc = f64_of_i32(0);
    UNROLL(9)
    for (i32 i = 0; i < 9; i++)
        acc = f64_add(acc, f64_of_f32(in[i] * pyramid_taps[distance][pyramid_distance(i)]));
    return acc;
}

/* The sums of a row for distances `odd`, odd + 2 and, of an even row, 4. */
FN void pyramid_row_span(i32 odd, GLOBAL const f32 *in, GLOBAL u64 *out, i32 pitch, i32 count)
{
    i32 x = 0;
#if EVQ_VECTORS
    for (; x + 8 < count; x += 8) {
        F64x4 a = { 0 }, b = a, c = a, d = a, e = a, f = a;
        UNROLL(9)
        for (i32 i = 0; i < 9; i++) {
            i32 from = pyramid_distance(i);
            F32x4 v = f32x4_load_even(in + 2 * x + i), w = f32x4_load_even(in + 2 * x + i + 8);
            a += f64x4_of_f32x4(v * pyramid_taps[odd][from]);
            b += f64x4_of_f32x4(w * pyramid_taps[odd][from]);
            c += f64x4_of_f32x4(v * pyramid_taps[odd + 2][from]);
            d += f64x4_of_f32x4(w * pyramid_taps[odd + 2][from]);
            if (!odd) {
                e += f64x4_of_f32x4(v * pyramid_taps[4][from]);
                f += f64x4_of_f32x4(w * pyramid_taps[4][from]);
            }
        }
        f64x4_store_bits(out + odd * pitch + x, a);
        f64x4_store_bits(out + odd * pitch + x + 4, b);
        f64x4_store_bits(out + (odd + 2) * pitch + x, c);
        f64x4_store_bits(out + (odd + 2) * pitch + x + 4, d);
        if (!odd) {
            f64x4_store_bits(out + 4 * pitch + x, e);
            f64x4_store_bits(out + 4 * pitch + x + 4, f);
        }
    }
#endif
    INDEPENDENT
    for (; x < count; x++) {
        out[odd * pitch + x] = bits_of_f64(pyramid_row_sum(odd, in + 2 * x));
        out[(odd + 2) * pitch + x] = bits_of_f64(pyramid_row_sum(odd + 2, in + 2 * x));
        if (!odd)
            out[4 * pitch + x] = bits_of_f64(pyramid_row_sum(4, in + 2 * x));
    }
}

SPAN_KERNEL(3, pyramid_row_sums, SsimParams, (IN(f32, image), OUT(u64, ref), OUT(u64, dis)))
{
    i32 count = SPAN_END - x, left = 2 * x - 4;
    pyramid_row_span(0, image + AT(0, 0, left, 2 * y - 4), ref + AT(1, 0, x, y), p.g.pitch[1],
                     count);
    pyramid_row_span(1, image + AT(0, 0, left, 2 * y - 3), ref + AT(1, 0, x, y), p.g.pitch[1],
                     count);
    pyramid_row_span(0, image + AT(0, 1, left, 2 * y - 4), dis + AT(2, 0, x, y), p.g.pitch[2],
                     count);
    pyramid_row_span(1, image + AT(0, 1, left, 2 * y - 3), dis + AT(2, 0, x, y), p.g.pitch[2],
                     count);
}

/* The sums for one distance of the rows above and below, from two items. */
#define PYRAMID_BOTH(sums, index, distance, above, below)                                          \
    f64_add(f64_of_bits(sums[AT(index, distance, x, above)]),                                      \
            f64_of_bits(sums[AT(index, distance, x, below)]))

/* Item y + 2 has the centre row. */
#define PYRAMID_OF_ROW_SUMS(sums, index, result)                                                   \
    {                                                                                              \
        F64 acc = f64_of_bits(sums[AT(index, 0, x, y + 2)]);                                       \
        acc = f64_add(acc, PYRAMID_BOTH(sums, index, 1, y + 1, y + 2));                            \
        acc = f64_add(acc, PYRAMID_BOTH(sums, index, 2, y + 1, y + 3));                            \
        acc = f64_add(acc, PYRAMID_BOTH(sums, index, 3, y, y + 3));                                \
        acc = f64_add(acc, PYRAMID_BOTH(sums, index, 4, y, y + 4));                                \
        result = f32_of_f64(acc);                                                                  \
    }

ROW_KERNEL(3, pyramid_halve_first, SsimParams, (IN(u64, ref), IN(u64, dis), OUT(f32, out))){
    PYRAMID_OF_ROW_SUMS(ref, 0, out[AT(2, 0, x, y)])
        PYRAMID_OF_ROW_SUMS(dis, 1, out[AT(2, 1, x, y)])
}

/* ---- Variant b: separable, with fused multiply-add ---- */

TABLE f32 pyramid_separable_taps[9] = {
    0x1.b5e52ap-6f, -0x1.13b5cp-6f,  -0x1.404fb2p-4f, 0x1.114014p-2f, 0x1.34b124p-1f,
    0x1.114014p-2f, -0x1.404fb2p-4f, -0x1.13b5cp-6f,  0x1.b5e52ap-6f,
};

FN f32 pyramid_column(const SsimParams p, i32 plane, i32 x, i32 y, GLOBAL const f32 *image)
{
    f32 acc = 0.0f;
    UNROLL(9)
    for (i32 i = 0; i < 9; i++)
        acc = fma_f32(image[AT(0, plane, 2 * x + i - 4, y)], pyramid_separable_taps[i], acc);
    return acc;
}

FN f32 pyramid_row(const SsimParams p, i32 plane, i32 x, i32 y, GLOBAL const f32 *rows)
{
    f32 acc = 0.0f;
    UNROLL(9)
    for (i32 i = 0; i < 9; i++)
        acc = fma_f32(rows[AT(0, plane, x, 2 * y + i - 4)], pyramid_separable_taps[i], acc);
    return acc;
}

ROW_KERNEL(2, pyramid_columns, SsimParams, (IN(f32, image), OUT(f32, rows)))
{
    rows[AT(1, 0, x, y)] = pyramid_column(p, 0, x, y, image);
    rows[AT(1, 1, x, y)] = pyramid_column(p, 1, x, y, image);
}

ROW_KERNEL(2, pyramid_rows, SsimParams, (IN(f32, rows), OUT(f32, out)))
{
    out[AT(1, 0, x, y)] = pyramid_row(p, 0, x, y, rows);
    out[AT(1, 1, x, y)] = pyramid_row(p, 1, x, y, rows);
}

#endif
