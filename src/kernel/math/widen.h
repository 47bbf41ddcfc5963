/*
 * Sums in binary64 of floats that are 0 or normal and not negative, where converting a float takes
 * longer than adding it (EVQ_SLOW_WIDENING: NVIDIA converts 16 in the time of 64 additions): moving
 * the bits is enough, and only 0 becomes something else, 2^-127.
 */
#ifndef EVQ_MATH_WIDEN_H
#define EVQ_MATH_WIDEN_H

#include "kernel/math/f64.h"

/* v, not negative, infinite, NaN or subnormal; 2^-127 for 0. */
FN F64 f64_beside_f32(f32 v)
{
#if EVQ_NATIVE_F64 && EVQ_SLOW_WIDENING
    return f64_of_bits(((u64)bits_of_f32(v) << 29) + ((u64)896 << 52));
#else
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
