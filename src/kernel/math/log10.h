/*
 * Decimal logarithm of any double, within 1.6 ulp; for the host, once a frame.
 *
 * log10 x = Y log10 2 + ln m / ln 10. ln m is computed to about 100 bits and rounded once; the
 * multiple of log10 2 is taken in two parts, of which the first, 40 bits long, has exact products.
 */
#ifndef EVQ_MATH_LOG10_H
#define EVQ_MATH_LOG10_H

#include "kernel/math/log10_tables.h"
#include "kernel/math/wide.h"

/* ln m for 1/2 <= m < 2. */
FN F64 log10_natural(F64 m)
{
    return wide_log(m).head;
}

FN F64 f64_log10(F64 x)
{
    u64 bits = bits_of_f64(x);
    if ((bits & ~F64_SIGN) == 0)
        return f64_of_bits(F64_SIGN | F64_INFINITY);
    if (bits > F64_INFINITY)
        return f64_of_bits(F64_NAN);
    if (bits == F64_INFINITY)
        return x;

    i32 exponent = (i32)(bits >> 52);
    if (exponent == 0) {
        bits = bits_of_f64(f64_mul(x, f64_of_bits(LOG10_LIFT)));
        exponent = (i32)(bits >> 52) - LOG10_LIFT_BITS;
    }
    exponent -= 1023;
    i32 below = exponent < 0;
    F64 m = f64_of_bits((bits & (F64_HIDDEN - 1)) | ((u64)(1023 - below) << 52));
    F64 twos = f64_of_i32(exponent + below);

    F64 low = f64_mul(twos, f64_of_bits(LOG10_2_LOW));
    F64 natural = f64_mul(f64_of_bits(LOG10_OF_E), log10_natural(m));
    return f64_add(f64_add(low, natural), f64_mul(twos, f64_of_bits(LOG10_2_HIGH)));
}

#endif
