/* vif, the integer one: the horizontal half of the blurs, and what comes of it (docs/spec/vif.md
 * section 4). */
#ifndef EVQ_INTEGER_VIF_VARIANCES_H
#define EVQ_INTEGER_VIF_VARIANCES_H

#include "kernel/integer_vif/integer_vif.h"

/* The weighted sum around sample x of a row. */
FN u32 ivif_blurred(const i32 n, const IvifParams p, i32 j, i32 x, i32 y, GLOBAL const i16 *rows,
                    TABLE_POINTER u16 *taps)
{
    GLOBAL const i16 *row = rows + AT(0, j, x - n / 2, y);
    i32 sum = 0;
    UNROLL(17)
    for (i32 k = 0; k < n; k++)
        sum += (i32)taps[k + 1] * row[k];
    return ivif_unbiased(sum);
}

/* Planes j and j + 1 are the halves of a product. */
FN u32 ivif_blurred_product(const i32 n, const IvifParams p, i32 j, i32 x, i32 y,
                            GLOBAL const i16 *rows, TABLE_POINTER u16 *taps)
{
    return ivif_joined(ivif_blurred(n, p, j, x, y, rows, taps),
                       ivif_blurred(n, p, j + 1, x, y, rows, taps), 16);
}

FN IvifVariances ivif_variances_at(const i32 n, const IvifParams p, i32 x, i32 y,
                                   GLOBAL const i16 *rows, TABLE_POINTER u16 *taps)
{
    u32 m1 = ivif_blurred(n, p, IVIF_REF, x, y, rows, taps);
    u32 m2 = ivif_blurred(n, p, IVIF_DIS, x, y, rows, taps);
    u32 ref2 = ivif_blurred_product(n, p, IVIF_REF2, x, y, rows, taps);
    u32 dis2 = ivif_blurred_product(n, p, IVIF_DIS2, x, y, rows, taps);
    u32 both = ivif_blurred_product(n, p, IVIF_BOTH, x, y, rows, taps);
    IvifVariances v = { (i32)(ref2 - ivif_mean_product(m1, m1)),
                        (i32)(dis2 - ivif_mean_product(m2, m2)),
                        (i32)(both - ivif_mean_product(m1, m2)) };
    return v;
}

#endif
