/*
 * x^y for x >= 0, rounded once (the value before the rounding has about 95 bits); for the host, a
 * few times a frame. A negative x or a NaN gives a NaN, but x^0 is 1 for every x. The result must
 * be a normal number or zero.
 */
#ifndef EVQ_MATH_POW_H
#define EVQ_MATH_POW_H

#include "kernel/math/pow_tables.h"
#include "kernel/math/wide.h"

FN Wide pow_multiple_of_ln2(i32 n)
{
    Wide ln2 = { f64_of_bits(POW_LN2), f64_of_bits(POW_LN2_REST) };
    Wide multiple = { f64_of_i32(n), f64_of_bits(0) };
    return wide_mul(multiple, ln2);
}

FN Wide pow_log(F64 x)
{
    u64 bits = bits_of_f64(x);
    i32 exponent = (i32)(bits >> 52) - 1023;
    i32 below = exponent < 0;
    F64 m = f64_of_bits((bits & (F64_HIDDEN - 1)) | ((u64)(1023 - below) << 52));
    return wide_add(pow_multiple_of_ln2(exponent + below), wide_log(m));
}

FN F64 f64_pow(F64 x, F64 y)
{
    u64 bits = bits_of_f64(x);
    if ((bits_of_f64(y) & ~F64_SIGN) == 0)
        return f64_of_bits(F64_ONE);
    if ((bits & ~F64_SIGN) == 0)
        return f64_of_bits(0);
    if (bits > F64_INFINITY)
        return f64_of_bits(F64_NAN);

    Wide exponent = { y, f64_of_bits(0) };
    Wide t = wide_mul(exponent, pow_log(x));
    F64 turns = f64_mul(t.head, f64_of_bits(POW_INVERSE_LN2));
    F64 a_half = f64_of_bits(F64_HALF);
    i32 n = i32_of_f64(f64_less(turns, f64_of_bits(0)) ? f64_sub(turns, a_half)
                                                       : f64_add(turns, a_half));
    Wide p = wide_exp(wide_add(t, pow_multiple_of_ln2(-n)));
    return f64_scale(f64_add(p.head, p.tail), n);
}

#endif
