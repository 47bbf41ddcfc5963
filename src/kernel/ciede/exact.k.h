/*
 * ciede: kernels that evaluate the defining statements, for every pixel or for those that a cheaper
 * evaluation left undecided, and the sum over the frame.
 */
#ifndef EVQ_CIEDE_EXACT_K_H
#define EVQ_CIEDE_EXACT_K_H

#include "kernel/ciede/ciede.h"
#include "kernel/ciede/codes.h"
#include "kernel/ciede/undecided.h"
#include "kernel/math/rising_sum.h"

/* ---- Every pixel ---- */

#define CIEDE_EXACT(x, y, result)                                                                  \
    {                                                                                              \
        CiedeCodes ref = CIEDE_CODES(0, ry, ru, rv, x, y);                                         \
        CiedeCodes dis = CIEDE_CODES(3, dy, du, dv, x, y);                                         \
        result = ciede_pixel(p, ref, dis);                                                         \
    }

ROW_KERNEL(7, ciede_exact_u8, CiedeParams,
           (IN(u8, ry), IN(u8, ru), IN(u8, rv), IN(u8, dy), IN(u8, du), IN(u8, dv),
            OUT(f32, out))){ CIEDE_EXACT(x, y, out[AT(6, 0, x, y)]) }

ROW_KERNEL(7, ciede_exact_u16, CiedeParams,
           (IN(u16, ry), IN(u16, ru), IN(u16, rv), IN(u16, dy), IN(u16, du), IN(u16, dv),
            OUT(f32, out))){ CIEDE_EXACT(x, y, out[AT(6, 0, x, y)]) }

/* ---- Undecided pixels ---- */

#define CIEDE_REPLAY                                                                               \
    f32 v = quick[AT(6, 0, x, y)];                                                                 \
    if (ciede_is_undecided(v))                                                                     \
        CIEDE_EXACT(x, y, v)                                                                       \
    out[AT(7, 0, x, y)] = v;

ROW_KERNEL(8, ciede_replay_u8, CiedeParams,
           (IN(u8, ry), IN(u8, ru), IN(u8, rv), IN(u8, dy), IN(u8, du), IN(u8, dv), IN(f32, quick),
            OUT(f32, out))){ CIEDE_REPLAY }

ROW_KERNEL(8, ciede_replay_u16, CiedeParams,
           (IN(u16, ry), IN(u16, ru), IN(u16, rv), IN(u16, dy), IN(u16, du), IN(u16, dv),
            IN(f32, quick), OUT(f32, out))){ CIEDE_REPLAY }

/* ---- Section 5 ---- */

FN u64 ciede_sum_each(u64 acc, GLOBAL const f32 *values, i32 count)
{
    F64 sum = f64_of_bits(acc);
    for (i32 i = 0; i < count; i++)
        sum = f64_add(sum, f64_of_f32(values[i]));
    return bits_of_f64(sum);
}

/* Values from left to right: a run at once if it needs no rounding, or else one by one. */
FN u64 ciede_sum_row(u64 acc, GLOBAL const f32 *values, i32 count)
{
    i32 i = 0;
    for (; i + RISING_EXACT <= count; i += RISING_EXACT) {
        u64 after = rising_exactly(acc, values + i);
        acc = after ? after : ciede_sum_each(acc, values + i, RISING_EXACT);
    }
    return ciede_sum_each(acc, values + i, count - i);
}

/* Item y adds row y to the sum. */
SUM_KERNEL(2, ciede_sum, CiedeParams, (IN(f32, values), OUT(u64, sum)))
{
    u64 acc = y == 0 ? 0 : sum[AT(1, 0, 0, 0)];
    sum[AT(1, 0, 0, 0)] = ciede_sum_row(acc, values + AT(0, 0, x, y), p.g.x1 - x);
}

#endif
