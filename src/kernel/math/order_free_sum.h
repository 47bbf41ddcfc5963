/*
 * Sum of non-negative floats that tells whether order matters: while the total is below 2^precision
 * times the lowest bit set in any addend, no addition of a serial sum rounds, and the total is the
 * serial sum. Joins commute and associate. Nearly every frame passes; others take ordered_sum.h.
 */
#ifndef EVQ_MATH_ORDER_FREE_SUM_H
#define EVQ_MATH_ORDER_FREE_SUM_H

#include "kernel/math/ordered_sum.h"

/* total 2^unit, or, where total is FREE_SUM_MOST, a sum that needs more than 53 bits. */
typedef struct FreeSum {
    u64 total;
    i32 unit;
} FreeSum;

#define FREE_SUM_MOST ((u64)2 * SOFT64_HIDDEN)

FN FreeSum free_sum_empty(void)
{
    FreeSum s = { 0, 128 };
    return s;
}

FN FreeSum free_sum_of(f32 x)
{
    u32 m = sum_significand(x);
    if (m == 0)
        return free_sum_empty();
    i32 zeros = 63 - clz_u64(m & (0u - m));
    FreeSum s = { m >> zeros, sum_exponent(x) + zeros };
    return s;
}

/* The total in a unit that is `down` bits lower. */
FN u64 free_sum_total(u64 total, i32 down)
{
    if (total == 0 || down == 0)
        return total;
    return down > 53 || total >= FREE_SUM_MOST >> down ? FREE_SUM_MOST : total << down;
}

FN FreeSum free_sum_join(FreeSum a, FreeSum b)
{
    i32 unit = a.unit < b.unit ? a.unit : b.unit;
    u64 total = free_sum_total(a.total, a.unit - unit) + free_sum_total(b.total, b.unit - unit);
    FreeSum s = { total < FREE_SUM_MOST ? total : FREE_SUM_MOST, unit };
    return s;
}

/* Whether every serial sum of the same addends is this total. */
FN i32 free_sum_holds(FreeSum s, i32 precision)
{
    return s.total < (u64)1 << precision;
}

/* The binary64 pattern of a total that holds. */
FN u64 free_sum_bits(FreeSum s)
{
    if (s.total == 0)
        return 0;
    i32 up = clz_u64(s.total) - 1;
    return soft64_pack(0, SOFT64_BIAS + 62 - up + s.unit, s.total << up);
}

#endif
