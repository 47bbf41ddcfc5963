/* vif, the integer one: the logarithm table of docs/spec/vif.md section 5, made by the host. */
#ifndef EVQ_INTEGER_VIF_LOG_TABLE_H
#define EVQ_INTEGER_VIF_LOG_TABLE_H

#include "kernel/integer_vif/params.h"

/*
 * T rises by a step of 1/2048 where 2048 log2 i, rounded to a float with 2^-9 as its last place and
 * then to an integer, does: at i = 2^15 2^((n - 1/2 - 2^-10) / 2048), n = 1, 2, .. Numbers in units
 * of 2^-47; none of the i lies so near to a step that an error of 2^35 units could matter.
 */
#define IVIF_FIRST_STEP 0x4002c474cc6ad1eb /* 2^62 2^((1/2 - 2^-10) / 2048) */
#define IVIF_STEP_RATIO 0x00162f3904051fa1 /* 2^64 (2^(1/2048) - 1) */

/* The table that ivif_log reads. */
FN void ivif_log_table(i32 *table)
{
    u64 next = IVIF_FIRST_STEP;
    i32 steps = 0;
    for (i32 row = 0; row < IVIF_LOG_ROW; row++) {
        i32 sum = 0;
        for (i32 k = 0; k < 8; k++) {
            if ((u64)(32768 + 8 * row + k) << 47 >= next) {
                steps++;
                next += mul_high_u64(next, IVIF_STEP_RATIO);
            }
            sum += steps;
        }
        table[row] = sum; /* 8 times the first, and 1 for every one a step above it */
    }
}

#endif
