/* float_vif: sample x of a horizontally blurred row, section 6. */
#ifndef EVQ_FLOAT_VIF_BLUR_H
#define EVQ_FLOAT_VIF_BLUR_H

#include "kernel/float_vif/float_vif.h"

FN f32 vif_blurred(i32 n, const VifParams p, i32 j, i32 x, i32 y, GLOBAL const f32 *rows,
                   GLOBAL const f32 *taps)
{
    GLOBAL const f32 *row = rows + AT(0, j, x - n / 2, y);
    f32 acc = 0.0f;
    UNROLL(17)
    for (i32 k = 0; k < n; k++)
        acc = acc + taps[k] * row[k];
    return acc;
}

#endif
