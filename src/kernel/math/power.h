/*
 * x^y for x > 0, for the host, once a frame: e^(y ln x) to about 100 bits, rounded once. The result
 * must be a normal number.
 */
#ifndef EVQ_MATH_POWER_H
#define EVQ_MATH_POWER_H

#include "kernel/math/wide.h"

#define POWER_LN2      0x3fe62e42fefa39ef /* ln 2 */
#define POWER_LN2_TAIL 0x3c7abc9e3b39803f /* its rest */
#define POWER_INV_LN2  0x3ff71547652b82fe /* 1 / ln 2 */
#define POWER_TERMS    28

FN Wide wide_of_f64(F64 v)
{
    Wide w = { v, f64_of_bits(0) };
    return w;
}

/* ln x as e ln 2 + ln m, 1/2 <= m < 2. */
FN Wide power_natural_log(F64 x)
{
    u64 bits = bits_of_f64(x);
    i32 exponent = (i32)(bits >> 52) - 1023;
    i32 below = exponent < 0;
    F64 m = f64_of_bits((bits & (F64_HIDDEN - 1)) | ((u64)(1023 - below) << 52));
    Wide ln2 = { f64_of_bits(POWER_LN2), f64_of_bits(POWER_LN2_TAIL) };
    Wide twos = wide_mul(wide_of_f64(f64_of_i32(exponent + below)), ln2);
    return wide_sum(twos, wide_natural_log(m));
}

FN F64 f64_power(F64 x, F64 y)
{
    Wide ln2 = { f64_of_bits(POWER_LN2), f64_of_bits(POWER_LN2_TAIL) };
    Wide v = wide_mul(wide_of_f64(y), power_natural_log(x));
    i32 twos = i32_of_f64(f64_mul(v.head, f64_of_bits(POWER_INV_LN2)));
    Wide r = wide_sum(v, wide_mul(wide_of_f64(f64_of_i32(-twos)), ln2));

    Wide one = wide_of_f64(f64_of_bits(F64_ONE));
    Wide sum = one;
    for (i32 n = POWER_TERMS; n > 0; n--) {
        Wide term = wide_mul(
            sum, wide_mul(r, wide_quotient(f64_of_bits(F64_ONE), wide_of_f64(f64_of_i32(n)))));
        sum = wide_sum(one, term);
    }
    return f64_scale(sum.head, twos);
}

#endif
