/*
 * float_motion on devices that run thousands of work-items side by side: from samples to
 * differences in one kernel, since memory is what they wait for, and every sum has a work-item of
 * its own.
 */
#ifndef EVQ_FLOAT_MOTION_WIDE_K_H
#define EVQ_FLOAT_MOTION_WIDE_K_H

#include "kernel/float_motion/float_motion.h"
#include "kernel/image/mirror.h"
#include "kernel/total/serial_f32.h"

/* ---- Sections 2 to 4: item y makes columns 4 x .. 4 x + 3 of rows 2 y and 2 y + 1, which share
 * what they read. Columns past the last are made of other samples; nothing reads them ---- */

/* The index for one of -radius .. n - 1 + radius by the mirror; what lies beyond is of no matter.
 */
FN i32 motion_index(i32 i, i32 n, i32 radius)
{
    return mirror_index(i < n + radius ? i : 0, n);
}

/* Sample of a picture `down` rows below row 2 y - radius, in column `column` of the picture. */
#define MOTION_AT(in, index, radius, down)                                                         \
    motion_sample(                                                                                 \
        in[AT(index, 0, column, motion_index(2 * y - (radius) + (down), p.rows, radius))],         \
        p.scale)

/* Column k of both vertically blurred rows, upper and lower. */
#define MOTION_VERTICAL5(in, index, upper, lower)                                                  \
    {                                                                                              \
        f32 v0 = MOTION_AT(in, index, 2, 0), v1 = MOTION_AT(in, index, 2, 1);                      \
        f32 v2 = MOTION_AT(in, index, 2, 2), v3 = MOTION_AT(in, index, 2, 3);                      \
        f32 v4 = MOTION_AT(in, index, 2, 4), v5 = MOTION_AT(in, index, 2, 5);                      \
        upper[k] = motion_blur5(v0, v1, v2, v3, v4);                                               \
        lower[k] = motion_blur5(v1, v2, v3, v4, v5);                                               \
    }

#define MOTION_VERTICAL3(in, index, upper, lower)                                                  \
    {                                                                                              \
        f32 v0 = MOTION_AT(in, index, 1, 0), v1 = MOTION_AT(in, index, 1, 1);                      \
        f32 v2 = MOTION_AT(in, index, 1, 2), v3 = MOTION_AT(in, index, 1, 3);                      \
        upper[k] = motion_blur3(v0, v1, v2);                                                       \
        lower[k] = motion_blur3(v1, v2, v3);                                                       \
    }

#define MOTION_ACROSS5(v, k) motion_blur5(v[k], v[k + 1], v[k + 2], v[k + 3], v[k + 4])
#define MOTION_ACROSS3(v, k) motion_blur3(v[k], v[k + 1], v[k + 2])

#define MOTION_DIFFERENCE(ACROSS, a, b, k) motion_absolute(ACROSS(a, k) - ACROSS(b, k))

#define MOTION_STORE(ACROSS, a, b, row)                                                            \
    {                                                                                              \
        F32Quad quad;                                                                              \
        quad.x = MOTION_DIFFERENCE(ACROSS, a, b, 0), quad.y = MOTION_DIFFERENCE(ACROSS, a, b, 1);  \
        quad.z = MOTION_DIFFERENCE(ACROSS, a, b, 2), quad.w = MOTION_DIFFERENCE(ACROSS, a, b, 3);  \
        f32_quad_store(out + AT(2, 0, 4 * x, row), quad);                                          \
    }

#define MOTION_DIFFERENCES(name, type, radius, VERTICAL, ACROSS)                                   \
    ROW_KERNEL(3, name, MotionParams, (IN(type, before), IN(type, now), OUT(f32, out)))            \
    {                                                                                              \
        f32 a0[4 + 2 * radius], b0[4 + 2 * radius], a1[4 + 2 * radius], b1[4 + 2 * radius];        \
        UNROLL(8)                                                                                  \
        for (i32 k = 0; k < 4 + 2 * radius; k++) {                                                 \
            i32 column = motion_index(4 * x + k - radius, p.width, radius);                        \
            VERTICAL(before, 0, a0, a1)                                                            \
            VERTICAL(now, 1, b0, b1)                                                               \
        }                                                                                          \
        MOTION_STORE(ACROSS, a0, b0, 2 * y)                                                        \
        MOTION_STORE(ACROSS, a1, b1, 2 * y + 1)                                                    \
    }

MOTION_DIFFERENCES(motion_differences5_u8, u8, 2, MOTION_VERTICAL5, MOTION_ACROSS5)
MOTION_DIFFERENCES(motion_differences5_u16, u16, 2, MOTION_VERTICAL5, MOTION_ACROSS5)
MOTION_DIFFERENCES(motion_differences3_u8, u8, 1, MOTION_VERTICAL3, MOTION_ACROSS3)
MOTION_DIFFERENCES(motion_differences3_u16, u16, 1, MOTION_VERTICAL3, MOTION_ACROSS3)

/* ---- Section 4: sums, one column a picture row ---- */

ROW_KERNEL(2, motion_row_sum, MotionParams, (IN(f32, in), OUT(f32, sums)))
{
    sums[AT(1, 0, y, x)] = serial_total_f32(in + AT(0, 0, 0, y), p.width);
}

ROW_KERNEL(2, motion_frame_sum, MotionParams, (IN(f32, sums), OUT(f32, total)))
{
    total[AT(1, 0, p.slot, y)] = serial_total_f32(sums + AT(0, 0, 0, x), p.rows);
}

#endif
