/* ciede: chunks of a row, CIEDE_CHUNK values each, which the sum side by side is made of. */
#ifndef EVQ_CIEDE_CHUNK_H
#define EVQ_CIEDE_CHUNK_H

#include "kernel/ciede/params.h"

#define CIEDE_SUM_SCALE 24 /* guesses of what precedes a chunk are in units of 2^-24 */

FN i32 ciede_sum_end(i32 start, i32 size, i32 end)
{
    return start + size < end ? start + size : end;
}

/* ADD(v) for `count` values from column 0 of a chunk on, in order; several are read at once. */
#define CIEDE_EACH(values, count, ADD)                                                             \
    {                                                                                              \
        i32 i_ = 0;                                                                                \
        for (; i_ + 32 <= (count); i_ += 32) {                                                     \
            F32Quad v_[8];                                                                         \
            UNROLL(8)                                                                              \
            for (i32 k = 0; k < 8; k++)                                                            \
                v_[k] = f32_quad((values) + i_ + 4 * k);                                           \
            UNROLL(8)                                                                              \
            for (i32 k = 0; k < 8; k++) {                                                          \
                ADD(v_[k].x)                                                                       \
                ADD(v_[k].y)                                                                       \
                ADD(v_[k].z)                                                                       \
                ADD(v_[k].w)                                                                       \
            }                                                                                      \
        }                                                                                          \
        for (; i_ < (count); i_++) {                                                               \
            ADD((values)[i_])                                                                      \
        }                                                                                          \
    }

#endif
