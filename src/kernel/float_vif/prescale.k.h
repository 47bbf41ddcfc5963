/*
 * float_vif: prescaling (docs/spec/float_vif.md section 4). The host tabulates for every output
 * column and row the source positions and, behind them, the weights (as bits of floats).
 */
#ifndef EVQ_FLOAT_VIF_PRESCALE_K_H
#define EVQ_FLOAT_VIF_PRESCALE_K_H

#include "kernel/float_vif/float_vif.h"

/* Sample (x, y) of the resampled picture; `source` and its index in the kernel's buffers. */
#define VIF_RESAMPLED(source, index, result)                                                       \
    {                                                                                              \
        f32 acc = 0.0f, weights = 0.0f;                                                            \
        for (i32 j = 0; j < p.taps; j++) {                                                         \
            i32 row = rows[2 * p.taps * y + j];                                                    \
            f32 wy = f32_of_bits((u32)rows[2 * p.taps * y + p.taps + j]);                          \
            for (i32 i = 0; i < p.taps; i++) {                                                     \
                i32 column = columns[2 * p.taps * x + i];                                          \
                f32 wx = f32_of_bits((u32)columns[2 * p.taps * x + p.taps + i]);                   \
                f32 w = wx * wy;                                                                   \
                weights = weights + w;                                                             \
                acc = acc + vif_sample(source[AT(index, 0, column, row)], p.scale) * w;            \
            }                                                                                      \
        }                                                                                          \
        result = p.normalise ? acc / weights : acc;                                                \
    }

ROW_KERNEL(5, vif_prescale_u8, PrescaleParams,
           (IN(u8, ref), IN(u8, dis), IN(i32, columns), IN(i32, rows), OUT(f32, image))){
    VIF_RESAMPLED(ref, 0, image[AT(4, 0, x, y)]) VIF_RESAMPLED(dis, 1, image[AT(4, 1, x, y)])
}

ROW_KERNEL(5, vif_prescale_u16, PrescaleParams,
           (IN(u16, ref), IN(u16, dis), IN(i32, columns), IN(i32, rows), OUT(f32, image)))
{
    VIF_RESAMPLED(ref, 0, image[AT(4, 0, x, y)])
    VIF_RESAMPLED(dis, 1, image[AT(4, 1, x, y)])
}

#endif
