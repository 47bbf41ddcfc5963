/*
 * Sums in binary64 of floats that are 0 or normal and not negative, where converting a float takes
 * longer than adding it (EVQ_SLOW_WIDENING: NVIDIA converts 16 in the time of 64 additions): moving
 * the bits is enough, and only 0 becomes something else, 2^-127. Moving takes integer units, so
 * every third value is converted all the same.
 */
#ifndef EVQ_MATH_WIDEN_H
#define EVQ_MATH_WIDEN_H

#include "kernel/math/f64.h"

/* v, value k of the sum (a constant), not negative, infinite, NaN or subnormal; 0 may become
 * 2^-127. */
FN F64 f64_beside_f32(f32 v, i32 k)
{
#if EVQ_NATIVE_F64 && EVQ_SLOW_WIDENING
    return k % 3 == 1 ? f64_of_f32(v) : f64_of_bits(((u64)bits_of_f32(v) << 29) + ((u64)896 << 52));
#else
    (void)k;
    return f64_of_f32(v);
#endif
}

/* The float nearest to a sum of up to 2^20 values of f64_beside_f32(), each from a float of at
 * least 2^-60 or 0. Beside such floats 2^-127 is below every half unit in the last place, so it
 * counts only where all were 0. */
FN f32 f32_of_sum_beside(F64 sum)
{
#if EVQ_NATIVE_F64 && EVQ_SLOW_WIDENING
    return sum < 0x1p-100 ? 0.0f : f32_of_f64(sum);
#else
    return f32_of_f64(sum);
#endif
}

#endif
