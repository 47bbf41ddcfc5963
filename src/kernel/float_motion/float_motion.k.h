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

#define MOTION_LOAD(name, type)                                                                    \
    ROW_KERNEL(3, name, MotionParams, (IN(type, before), IN(type, now), OUT(f32, out)))            \
    {                                                                                              \
        out[AT(2, 0, x, y)] = motion_sample(before[AT(0, 0, x, y)], p.scale);                      \
        out[AT(2, 1, x, y)] = motion_sample(now[AT(1, 0, x, y)], p.scale);                         \
    }

MOTION_LOAD(motion_load_u8, u8)
MOTION_LOAD(motion_load_u16, u16)

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

/* Vertical pass of sub-plane j. Item y makes rows 2 y and 2 y + 1, which share what they read. */
FN void motion_rows5(const MotionParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *in,
                     GLOBAL f32 *out)
{
    f32 a = in[AT(0, j, x, 2 * y - 2)], b = in[AT(0, j, x, 2 * y - 1)];
    f32 c = in[AT(0, j, x, 2 * y)], d = in[AT(0, j, x, 2 * y + 1)];
    f32 e = in[AT(0, j, x, 2 * y + 2)], f = in[AT(0, j, x, 2 * y + 3)];
    out[AT(1, j, x, 2 * y)] = motion_blur5(a, b, c, d, e);
    out[AT(1, j, x, 2 * y + 1)] = motion_blur5(b, c, d, e, f);
}

FN void motion_rows3(const MotionParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *in,
                     GLOBAL f32 *out)
{
    f32 a = in[AT(0, j, x, 2 * y - 1)], b = in[AT(0, j, x, 2 * y)];
    f32 c = in[AT(0, j, x, 2 * y + 1)], d = in[AT(0, j, x, 2 * y + 2)];
    out[AT(1, j, x, 2 * y)] = motion_blur3(a, b, c);
    out[AT(1, j, x, 2 * y + 1)] = motion_blur3(b, c, d);
}

ROW_KERNEL(2, motion_blur_v5, MotionParams, (IN(f32, in), OUT(f32, out)))
{
    motion_rows5(p, 0, x, y, in, out);
    motion_rows5(p, 1, x, y, in, out);
}

ROW_KERNEL(2, motion_blur_v3, MotionParams, (IN(f32, in), OUT(f32, out)))
{
    motion_rows3(p, 0, x, y, in, out);
    motion_rows3(p, 1, x, y, in, out);
}

FN f32 motion_column5(const MotionParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *in)
{
    return motion_blur5(in[AT(0, j, x - 2, y)], in[AT(0, j, x - 1, y)], in[AT(0, j, x, y)],
                        in[AT(0, j, x + 1, y)], in[AT(0, j, x + 2, y)]);
}

FN f32 motion_column3(const MotionParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *in)
{
    return motion_blur3(in[AT(0, j, x - 1, y)], in[AT(0, j, x, y)], in[AT(0, j, x + 1, y)]);
}

#define MOTION_BLUR_H(name, column)                                                                \
    ROW_KERNEL(2, name, MotionParams, (IN(f32, in), OUT(f32, out)))                                \
    {                                                                                              \
        out[AT(1, 0, x, y)] = column(p, 0, x, y, in);                                              \
        out[AT(1, 1, x, y)] = column(p, 1, x, y, in);                                              \
    }

MOTION_BLUR_H(motion_blur_h5, motion_column5)
MOTION_BLUR_H(motion_blur_h3, motion_column3)

/* ---- Section 4 ---- */

FN f32 motion_absolute(f32 d)
{
    return d < 0.0f ? -d : d;
}

ROW_KERNEL(2, motion_difference, MotionParams, (IN(f32, in), OUT(f32, out)))
{
    out[AT(1, 0, x, y)] = motion_absolute(in[AT(0, 0, x, y)] - in[AT(0, 1, x, y)]);
}

/* The horizontal pass and the difference at once. */
#define MOTION_BLUR_DIFFERENCE(name, column)                                                       \
    ROW_KERNEL(2, name, MotionParams, (IN(f32, in), OUT(f32, out)))                                \
    {                                                                                              \
        out[AT(1, 0, x, y)] = motion_absolute(column(p, 0, x, y, in) - column(p, 1, x, y, in));    \
    }

MOTION_BLUR_DIFFERENCE(motion_blur_h5_difference, motion_column5)
MOTION_BLUR_DIFFERENCE(motion_blur_h3_difference, motion_column3)

SUM_KERNEL(2, motion_row_sum, MotionParams, (IN(f32, in), OUT(f32, sums)))
{
    f32 sum = 0.0f;
    for (i32 i = x; i < p.g.x1; i++)
        sum = sum + in[AT(0, 0, i, y)];
    sums[AT(1, 0, 0, y)] = sum;
}

/* Eight rows at a time: independent serial sums hide the latency of one. */
SUM_KERNEL(2, motion_row_sums8, MotionParams, (IN(f32, in), OUT(f32, sums)))
{
    f32 a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f, e = 0.0f, f = 0.0f, g = 0.0f, h = 0.0f;
    for (i32 i = x; i < p.g.x1; i++) {
        a = a + in[AT(0, 0, i, 8 * y)];
        b = b + in[AT(0, 0, i, 8 * y + 1)];
        c = c + in[AT(0, 0, i, 8 * y + 2)];
        d = d + in[AT(0, 0, i, 8 * y + 3)];
        e = e + in[AT(0, 0, i, 8 * y + 4)];
        f = f + in[AT(0, 0, i, 8 * y + 5)];
        g = g + in[AT(0, 0, i, 8 * y + 6)];
        h = h + in[AT(0, 0, i, 8 * y + 7)];
    }
    sums[AT(1, 0, 0, 8 * y)] = a;
    sums[AT(1, 0, 0, 8 * y + 1)] = b;
    sums[AT(1, 0, 0, 8 * y + 2)] = c;
    sums[AT(1, 0, 0, 8 * y + 3)] = d;
    sums[AT(1, 0, 0, 8 * y + 4)] = e;
    sums[AT(1, 0, 0, 8 * y + 5)] = f;
    sums[AT(1, 0, 0, 8 * y + 6)] = g;
    sums[AT(1, 0, 0, 8 * y + 7)] = h;
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
    ROW_KERNEL(4, name, MotionParams,                                                              \
               (IN(f32, in), IN(i32, columns), IN(i32, rows), OUT(f32, out)))                      \
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
