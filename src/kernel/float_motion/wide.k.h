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

/* ---- Sections 2 to 4: item y makes columns 4 x .. 4 x + 3 of row y, which share what they blur.
 * Columns past the last are made of the mirror's samples too; nothing reads them ---- */

/* Sample of a picture `dy` rows below y, in column `column` of the picture. */
#define MOTION_AT(in, index, dy)                                                                   \
    motion_sample(in[AT(index, 0, column, mirror_index(y + (dy), p.rows))], p.scale)

#define MOTION_VERTICAL5(in, index)                                                                \
    motion_blur5(MOTION_AT(in, index, -2), MOTION_AT(in, index, -1), MOTION_AT(in, index, 0),      \
                 MOTION_AT(in, index, 1), MOTION_AT(in, index, 2))

#define MOTION_VERTICAL3(in, index)                                                                \
    motion_blur3(MOTION_AT(in, index, -1), MOTION_AT(in, index, 0), MOTION_AT(in, index, 1))

#define MOTION_ACROSS5(v, k) motion_blur5(v[k], v[k + 1], v[k + 2], v[k + 3], v[k + 4])
#define MOTION_ACROSS3(v, k) motion_blur3(v[k], v[k + 1], v[k + 2])

#define MOTION_DIFFERENCES(name, type, radius, VERTICAL, ACROSS)                                   \
    ROW_KERNEL(3, name, MotionParams, (IN(type, before), IN(type, now), OUT(f32, out)))            \
    {                                                                                              \
        f32 a[4 + 2 * radius], b[4 + 2 * radius];                                                  \
        UNROLL(8)                                                                                  \
        for (i32 k = 0; k < 4 + 2 * radius; k++) {                                                 \
            i32 past = 4 * x + k - radius;                                                         \
            i32 column = mirror_index(past < p.width + radius ? past : 0, p.width);                \
            a[k] = VERTICAL(before, 0);                                                            \
            b[k] = VERTICAL(now, 1);                                                               \
        }                                                                                          \
        UNROLL(4)                                                                                  \
        for (i32 k = 0; k < 4; k++)                                                                \
            out[AT(2, 0, 4 * x + k, y)] = motion_absolute(ACROSS(a, k) - ACROSS(b, k));            \
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
