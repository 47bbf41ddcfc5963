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
