/*
 * float_motion: kernels (docs/spec/float_motion.md). The picture before and the present one travel
 * as the two sub-planes of one buffer.
 */
#ifndef EVQ_FLOAT_MOTION_K_H
#define EVQ_FLOAT_MOTION_K_H

#include "kernel/float_motion/params.h"

/* ---- Section 2 ---- */

FN f32 motion_sample(i32 v, f32 scale)
{
    return (f32)v * scale + -128.0f;
}

ROW_KERNEL(3, motion_load_u8, MotionParams, (IN(u8, before), IN(u8, now), OUT(f32, image)))
{
    image[AT(2, 0, x, y)] = motion_sample(before[AT(0, 0, x, y)], p.scale);
    image[AT(2, 1, x, y)] = motion_sample(now[AT(1, 0, x, y)], p.scale);
}

ROW_KERNEL(3, motion_load_u16, MotionParams, (IN(u16, before), IN(u16, now), OUT(f32, image)))
{
    image[AT(2, 0, x, y)] = motion_sample(before[AT(0, 0, x, y)], p.scale);
    image[AT(2, 1, x, y)] = motion_sample(now[AT(1, 0, x, y)], p.scale);
}

/* ---- Section 3, by the values under the taps ---- */

FN f32 motion_blur5(f32 a, f32 b, f32 c, f32 d, f32 e)
{
    const f32 t0 = 0x1.be5f0ep-5f, t1 = 0x1.f41fd6p-3f, t2 = 0x1.9c4868p-2f;
    return t0 * a + t1 * b + t2 * c + t1 * d + t0 * e;
}

FN f32 motion_blur3(f32 a, f32 b, f32 c)
{
    const f32 t0 = 0x1.54be4p-3f, t1 = 0x1.55a0ep-1f;
    return t0 * a + t1 * b + t0 * c;
}

FN f32 motion_row5(const MotionParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *in)
{
    return motion_blur5(in[AT(0, j, x, y - 2)], in[AT(0, j, x, y - 1)], in[AT(0, j, x, y)],
                        in[AT(0, j, x, y + 1)], in[AT(0, j, x, y + 2)]);
}

FN f32 motion_column5(const MotionParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *in)
{
    return motion_blur5(in[AT(0, j, x - 2, y)], in[AT(0, j, x - 1, y)], in[AT(0, j, x, y)],
                        in[AT(0, j, x + 1, y)], in[AT(0, j, x + 2, y)]);
}

FN f32 motion_row3(const MotionParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *in)
{
    return motion_blur3(in[AT(0, j, x, y - 1)], in[AT(0, j, x, y)], in[AT(0, j, x, y + 1)]);
}

FN f32 motion_column3(const MotionParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *in)
{
    return motion_blur3(in[AT(0, j, x - 1, y)], in[AT(0, j, x, y)], in[AT(0, j, x + 1, y)]);
}

/* Both sub-planes of the output from those of the input. */
#define MOTION_BLUR(name, tap)                                                                     \
    ROW_KERNEL(2, name, MotionParams, (IN(f32, in), OUT(f32, out)))                                  \
    {                                                                                              \
        out[AT(1, 0, x, y)] = tap(p, 0, x, y, in);                                                 \
        out[AT(1, 1, x, y)] = tap(p, 1, x, y, in);                                                 \
    }

MOTION_BLUR(motion_blur_v5, motion_row5)
MOTION_BLUR(motion_blur_h5, motion_column5)
MOTION_BLUR(motion_blur_v3, motion_row3)
MOTION_BLUR(motion_blur_h3, motion_column3)

/* ---- Section 4 ---- */

FN f32 motion_difference(const MotionParams p, i32 x, i32 y, GLOBAL const f32 *in)
{
    f32 d = in[AT(0, 0, x, y)] - in[AT(0, 1, x, y)];
    return d < 0.0f ? -d : d;
}

/* Four rows at a time: independent serial sums hide the latency of one. */
SUM_KERNEL(2, motion_row_sums, MotionParams, (IN(f32, in), OUT(f32, sums)))
{
    f32 a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f;
    for (i32 i = x; i < p.g.x1; i++) {
        a = a + motion_difference(p, i, 4 * y, in);
        b = b + motion_difference(p, i, 4 * y + 1, in);
        c = c + motion_difference(p, i, 4 * y + 2, in);
        d = d + motion_difference(p, i, 4 * y + 3, in);
    }
    sums[AT(1, 0, 0, 4 * y)] = a;
    sums[AT(1, 0, 0, 4 * y + 1)] = b;
    sums[AT(1, 0, 0, 4 * y + 2)] = c;
    sums[AT(1, 0, 0, 4 * y + 3)] = d;
}

SUM_KERNEL(2, motion_frame_sum, MotionParams, (IN(f32, sums), OUT(f32, total)))
{
    f32 sum = 0.0f;
    for (i32 row = 0; row < p.rows; row++)
        sum = sum + sums[AT(0, 0, x, row)];
    total[AT(1, 0, p.slot, y)] = sum;
}

/* ---- Section 5. The host tabulates for each output column and row the two source positions and,
 * as the bits of a float, the fraction ---- */

/* Element (x, y) as the scaler addresses it: it takes rows `stride` apart that lie `pitch` apart in
 * memory, and what lies between two rows is zero. */
FN f32 motion_element(const MotionParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *in)
{
    i32 element = y * p.stride + x;
    i32 row = element / p.pitch, column = element % p.pitch;
    return column < p.width ? in[AT(0, j, column, row)] : 0.0f;
}

FN f32 motion_bilinear(f32 dx, f32 dy, f32 a, f32 b, f32 c, f32 d)
{
    f32 above = (1.0f - dy) * (1.0f - dx) * a + (1.0f - dy) * dx * b;
    return above + dy * (1.0f - dx) * c + dy * dx * d;
}

/* What MOTION_HALVE reads: one sample of sub-plane j. */
#define MOTION_PLAIN(j, x, y)   in[AT(0, j, x, y)]
#define MOTION_STRIDED(j, x, y) motion_element(p, j, x, y, in)

#define MOTION_HALVE(name, SAMPLE)                                                                 \
    ROW_KERNEL(4, name, MotionParams, (IN(f32, in), IN(i32, columns), IN(i32, rows), OUT(f32, out))) \
    {                                                                                              \
        i32 x1 = columns[3 * x], x2 = columns[3 * x + 1];                                          \
        i32 y1 = rows[3 * y], y2 = rows[3 * y + 1];                                                \
        f32 dx = f32_of_bits((u32)columns[3 * x + 2]), dy = f32_of_bits((u32)rows[3 * y + 2]);     \
        out[AT(3, 0, x, y)] = motion_bilinear(dx, dy, SAMPLE(0, x1, y1), SAMPLE(0, x2, y1),        \
                                              SAMPLE(0, x1, y2), SAMPLE(0, x2, y2));               \
        out[AT(3, 1, x, y)] = motion_bilinear(dx, dy, SAMPLE(1, x1, y1), SAMPLE(1, x2, y1),        \
                                              SAMPLE(1, x1, y2), SAMPLE(1, x2, y2));               \
    }

MOTION_HALVE(motion_halve, MOTION_PLAIN)
MOTION_HALVE(motion_halve_strided, MOTION_STRIDED)

#endif
