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

FN f32 pyramid_sample(const SsimParams p, i32 plane, i32 x, i32 y, GLOBAL const f32 *image)
{
    F64 acc = f64_of_i32(0);
    UNROLL(9)
    for (i32 j = 0; j < 9; j++) {
        UNROLL(9)
        for (i32 i = 0; i < 9; i++) {
            f32 v = image[AT(0, plane, 2 * x + i - 4, 2 * y + j - 4)];
            f32 product = v * pyramid_taps[pyramid_distance(j)][pyramid_distance(i)];
            acc = f64_add(acc, f64_of_f32(product));
        }
    }
    return f32_of_f64(acc);
}

ROW_KERNEL(2, pyramid_halve, SsimParams, (IN(f32, image), OUT(f32, out)))
{
    out[AT(1, 0, x, y)] = pyramid_sample(p, 0, x, y, image);
    out[AT(1, 1, x, y)] = pyramid_sample(p, 1, x, y, image);
}

/*
 * The first step, from samples, faster: there every product is a multiple of 2^-43 and the
 * products' magnitudes sum to less than 2^9, so no addition of the spec's sum rounds and its order
 * is free. A row counts by its distance from the centre row: its sum for a distance serves the
 * output rows above and below. Item y sums rows 2 y - 4, for distances 0, 2 and 4, and 2 y - 3, for
 * 1 and 3.
 */
FN F64 pyramid_row_sum(i32 distance, const SsimParams p, i32 plane, i32 x, i32 y,
                       GLOBAL const f32 *image)
{
    F64 acc = f64_of_i32(0);
    UNROLL(9)
    for (i32 i = 0; i < 9; i++) {
        f32 v = image[AT(0, plane, 2 * x + i - 4, y)];
        acc = f64_add(acc, f64_of_f32(v * pyramid_taps[distance][pyramid_distance(i)]));
    }
    return acc;
}

FN void pyramid_distances(const SsimParams p, i32 plane, i32 x, i32 y, GLOBAL const f32 *image,
                          GLOBAL u64 *sums)
{
    i32 even = 2 * y - 4, odd = 2 * y - 3;
    sums[AT(1, 0, x, y)] = bits_of_f64(pyramid_row_sum(0, p, plane, x, even, image));
    sums[AT(1, 1, x, y)] = bits_of_f64(pyramid_row_sum(1, p, plane, x, odd, image));
    sums[AT(1, 2, x, y)] = bits_of_f64(pyramid_row_sum(2, p, plane, x, even, image));
    sums[AT(1, 3, x, y)] = bits_of_f64(pyramid_row_sum(3, p, plane, x, odd, image));
    sums[AT(1, 4, x, y)] = bits_of_f64(pyramid_row_sum(4, p, plane, x, even, image));
}

ROW_KERNEL(2, pyramid_row_sums_ref, SsimParams, (IN(f32, image), OUT(u64, sums)))
{
    pyramid_distances(p, 0, x, y, image, sums);
}

ROW_KERNEL(2, pyramid_row_sums_dis, SsimParams, (IN(f32, image), OUT(u64, sums)))
{
    pyramid_distances(p, 1, x, y, image, sums);
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
