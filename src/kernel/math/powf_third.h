/*
 * c^(1/3) as a float, the exponent being the float nearest to 1/3: bit for bit what glibc (from
 * 2.28) and musl return for `powf(c, 1.0f / 3)`, which is not always the nearest float. For every c
 * finite c that is not negative; a negative one or a NaN gives a NaN.
 */
#ifndef EVQ_MATH_POWF_THIRD_H
#define EVQ_MATH_POWF_THIRD_H

#include "kernel/math/powf7.h"

#define POWF_THIRD       0x3fd5555560000000 /* 0x1.5555560000000p-2: the float nearest to 1/3 */
#define POWF_THIRD_SCALE 0x4b000000         /* the float 2^23 */

FN f32 powf_third(f32 c)
{
    if (c == 0.0f)
        return 0.0f;
    if (!(c > 0.0f))
        return f32_of_bits(0x7fc00000);
    i32 subnormal = bits_of_f32(c) < 0x00800000;
    F64 log2 = powf7_log2(subnormal ? c * f32_of_bits(POWF_THIRD_SCALE) : c);
    if (subnormal)
        log2 = f64_sub(log2, f64_of_i32(23));
    return powf7_exp2(f64_mul(f64_of_bits(POWF_THIRD), log2));
}

#endif
