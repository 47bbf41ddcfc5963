/* e^x in pairs for -40 <= x <= 0. */
#ifndef EVQ_MATH_PAIR_EXP_H
#define EVQ_MATH_PAIR_EXP_H

#include "kernel/math/pair.h"
#include "kernel/math/pair_exp_tables.h"

/* x = k ln 2/64 + r: the multiple is taken off in three parts, of which k, 12 bits long, leaves the
 * first two products exact. */
FN Pair pair_exp(f32 x)
{
    i32 k = (i32)(x * PAIR_EXP_STEPS - 0.5f);
    f32 steps = (f32)k;
    Pair r = pair_of_sum(x - steps * PAIR_EXP_STEP1, -(steps * PAIR_EXP_STEP2));
    r = pair_add(r, pair_negate(pair_of_product(steps, PAIR_EXP_STEP3)));

    f32 h = r.head;
    f32 high = h * h * h * (PAIR_EXP_C3 + h * (PAIR_EXP_C4 + h * PAIR_EXP_C5));
    Pair p = pair_add_f32(pair_add(r, pair_scale(pair_mul(r, r), 0.5f)), high);

    Pair power = pair_of(pair_exp_table[k & 63][0], pair_exp_table[k & 63][1]);
    Pair v = pair_add(power, pair_mul(power, p));
    return pair_scale(v, f32_of_bits((u32)(127 + (k >> 6)) << 23));
}

#endif
