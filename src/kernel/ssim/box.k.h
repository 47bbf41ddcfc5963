/*
 * float_ssim: downscaling by a box (docs/spec/float_ssim.md section 3). Every product is a multiple
 * of 2^-43 and their sum is below 2^9, so no addition of the spec's sum rounds and columns may be
 * summed first.
 */
#ifndef EVQ_SSIM_BOX_K_H
#define EVQ_SSIM_BOX_K_H

#include "kernel/image/mirror.h"
#include "kernel/ssim/ssim.h"

/* Column x of the boxes of output row y; `source` and its index in the kernel's buffers. */
#define BOX_COLUMN(n, source, index, result)                                                       \
    {                                                                                              \
        F64 acc = f64_of_i32(0);                                                                   \
        UNROLL(8)                                                                                  \
        for (i32 j = 0; j < (n); j++) {                                                            \
            i32 row = mirror_index_repeat(y * (n) - (n) / 2 + j, p.height);                        \
            f32 sample = ssim_sample(source[AT(index, 0, x, row)], p.scale);                       \
            acc = f64_add(acc, f64_of_f32(sample * p.tap));                                        \
        }                                                                                          \
        result = bits_of_f64(acc);                                                                 \
    }

#define BOX_COLUMNS(name, type, n)                                                                 \
    ROW_KERNEL(3, name, BoxParams, (IN(type, ref), IN(type, dis), OUT(u64, columns)))              \
    {                                                                                              \
        BOX_COLUMN(n, ref, 0, columns[AT(2, 0, x, y)])                                             \
        BOX_COLUMN(n, dis, 1, columns[AT(2, 1, x, y)])                                             \
    }

/* Usual factors have kernels of their own, which vectorise. */
BOX_COLUMNS(ssim_box_columns_u8, u8, p.factor)
BOX_COLUMNS(ssim_box_columns2_u8, u8, 2)
BOX_COLUMNS(ssim_box_columns3_u8, u8, 3)
BOX_COLUMNS(ssim_box_columns4_u8, u8, 4)
BOX_COLUMNS(ssim_box_columns8_u8, u8, 8)
BOX_COLUMNS(ssim_box_columns_u16, u16, p.factor)
BOX_COLUMNS(ssim_box_columns2_u16, u16, 2)
BOX_COLUMNS(ssim_box_columns3_u16, u16, 3)
BOX_COLUMNS(ssim_box_columns4_u16, u16, 4)
BOX_COLUMNS(ssim_box_columns8_u16, u16, 8)

FN f32 ssim_box(const BoxParams p, i32 plane, i32 x, i32 y, GLOBAL const u64 *columns)
{
    F64 acc = f64_of_i32(0);
    for (i32 i = 0; i < p.factor; i++) {
        i32 column = mirror_index_repeat(x * p.factor - p.factor / 2 + i, p.width);
        acc = f64_add(acc, f64_of_bits(columns[AT(0, plane, column, y)]));
    }
    return f32_of_f64(acc);
}

ROW_KERNEL(2, ssim_box_rows, BoxParams, (IN(u64, columns), OUT(f32, image)))
{
    image[AT(1, 0, x, y)] = ssim_box(p, 0, x, y, columns);
    image[AT(1, 1, x, y)] = ssim_box(p, 1, x, y, columns);
}

#endif
