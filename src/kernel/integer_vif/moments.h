/* vif, the integer one: the horizontal half of the blurs (docs/spec/vif.md section 4). */
#ifndef EVQ_INTEGER_VIF_MOMENTS_H
#define EVQ_INTEGER_VIF_MOMENTS_H

#include "kernel/integer_vif/integer_vif.h"

/* The weighted sum around sample x of a row. */
FN u32 ivif_blurred(const i32 n, const IvifParams p, i32 j, i32 x, i32 y, GLOBAL const i16 *rows,
                    TABLE_POINTER i32 *taps)
{
    GLOBAL const i16 *row = rows + AT(0, j, x - n / 2, y);
    i32 sum = 0;
    UNROLL(17)
    for (i32 k = 0; k < n; k++)
        sum += taps[k] * row[k];
    return ivif_unbiased(sum);
}

/* Planes j and j + 1 are the halves of a product. */
FN u32 ivif_blurred_product(const i32 n, const IvifParams p, i32 j, i32 x, i32 y,
                            GLOBAL const i16 *rows, TABLE_POINTER i32 *taps)
{
    return ivif_joined(ivif_blurred(n, p, j, x, y, rows, taps),
                       ivif_blurred(n, p, j + 1, x, y, rows, taps), 16);
}

FN IvifMoments ivif_moments_at(const i32 n, const IvifParams p, i32 x, i32 y,
                               GLOBAL const i16 *rows, TABLE_POINTER i32 *taps)
{
    IvifMoments m = { ivif_blurred(n, p, IVIF_REF, x, y, rows, taps),
                      ivif_blurred(n, p, IVIF_DIS, x, y, rows, taps),
                      ivif_blurred_product(n, p, IVIF_REF2, x, y, rows, taps),
                      ivif_blurred_product(n, p, IVIF_DIS2, x, y, rows, taps),
                      ivif_blurred_product(n, p, IVIF_BOTH, x, y, rows, taps) };
    return m;
}

#endif
