/* vif, the integer one: the vertical half of the blurs (docs/spec/vif.md section 4). */
#ifndef EVQ_INTEGER_VIF_TWO_ROWS_H
#define EVQ_INTEGER_VIF_TWO_ROWS_H

#include "kernel/integer_vif/integer_vif.h"

/* Sample `at` of a picture of bytes, where it is narrow, else of words. */
FN u32 ivif_sample(const i32 narrow, GLOBAL const u8 *bytes, GLOBAL const u16 *words, i32 at)
{
    return narrow ? bytes[at] : words[at];
}

/* Weighted sums at column x of the rows 2 y and 2 y + 1, which share what they read. */
typedef struct IvifTwoRows {
    IvifPlanes even, odd;
} IvifTwoRows;

FN IvifTwoRows ivif_two_rows(const i32 n, const i32 narrow, const IvifParams p, i32 x, i32 y,
                             GLOBAL const u8 *bytes, GLOBAL const u16 *words,
                             TABLE_POINTER u16 *taps)
{
    i32 top = 2 * y - n / 2;
    IvifPlanes even = ivif_planes(1, 0, 0), odd = even;
    UNROLL(18)
    for (i32 k = 0; k <= n; k++) {
        IvifPlanes v = ivif_planes(narrow, ivif_sample(narrow, bytes, words, AT(0, 0, x, top + k)),
                                   ivif_sample(narrow, bytes, words, AT(0, 1, x, top + k)));
        if (k < n)
            even = ivif_add(even, taps[k + 1], v);
        if (k > 0)
            odd = ivif_add(odd, taps[k], v);
    }
    IvifTwoRows sum = { even, odd };
    return sum;
}

#endif
