/*
 * Decimal logarithm of any double, within 1.6 ulp; for the host, once a frame.
 *
 * log10 x = Y log10 2 + ln m / ln 10. ln m is computed to about 100 bits and rounded once; the
 * multiple of log10 2 is taken in two parts, of which the first, 40 bits long, has exact products.
 */
#ifndef EVQ_MATH_LOG10_H
#define EVQ_MATH_LOG10_H

#include "kernel/math/f64.h"
#include "kernel/math/log10_tables.h"

/* A number of about 106 bits: head is the sum, rounded. */
typedef struct Wide {
    F64 head, tail;
} Wide;

/* a + b exactly, where |a| >= |b| or a = 0. */
FN Wide wide_of_ordered(F64 a, F64 b)
{
    F64 sum = f64_add(a, b);
    Wide w = { sum, f64_sub(b, f64_sub(sum, a)) };
    return w;
}

/* a b exactly, by splitting both into halves of 26 bits. */
FN Wide wide_of_product(F64 a, F64 b)
{
    F64 split = f64_of_bits(LOG10_SPLIT);
    F64 t = f64_mul(split, a);
    F64 a_high = f64_sub(t, f64_sub(t, a));
    F64 a_low = f64_sub(a, a_high);
    t = f64_mul(split, b);
    F64 b_high = f64_sub(t, f64_sub(t, b));
    F64 b_low = f64_sub(b, b_high);

    F64 product = f64_mul(a, b);
    F64 rest = f64_sub(f64_mul(a_high, b_high), product);
    rest = f64_add(rest, f64_mul(a_high, b_low));
    rest = f64_add(rest, f64_mul(a_low, b_high));
    rest = f64_add(rest, f64_mul(a_low, b_low));
    Wide w = { product, rest };
    return w;
}

FN Wide wide_mul(Wide a, Wide b)
{
    Wide p = wide_of_product(a.head, b.head);
    F64 cross = f64_add(f64_mul(a.head, b.tail), f64_mul(a.tail, b.head));
    return wide_of_ordered(p.head, f64_add(p.tail, cross));
}

/* a + b, where |a| >= |b|. */
FN Wide wide_add(Wide a, Wide b)
{
    Wide s = wide_of_ordered(a.head, b.head);
    return wide_of_ordered(s.head, f64_add(s.tail, f64_add(a.tail, b.tail)));
}

FN Wide wide_quotient(F64 a, Wide b)
{
    F64 q = f64_div(a, b.head);
    Wide back = wide_of_product(q, b.head);
    F64 rest = f64_sub(f64_sub(a, back.head), back.tail);
    rest = f64_sub(rest, f64_mul(q, b.tail));
    return wide_of_ordered(q, f64_div(rest, b.head));
}

/* ln m for 1/2 <= m < 2: 2 artanh s with s = (m - 1)/(m + 1), as a series in s^2. */
FN F64 log10_natural(F64 m)
{
    F64 one = f64_of_bits(F64_ONE);
    Wide above = f64_less(m, one) ? wide_of_ordered(one, m) : wide_of_ordered(m, one);
    Wide s = wide_quotient(f64_sub(m, one), above);
    Wide z = wide_mul(s, s);
    Wide p = { f64_of_bits(0), f64_of_bits(0) };
    for (i32 n = 34; n >= 0; n--) {
        Wide odd = { f64_of_i32(2 * n + 1), f64_of_bits(0) };
        p = wide_add(wide_quotient(one, odd), wide_mul(p, z));
    }
    Wide v = wide_mul(s, p);
    return f64_add(v.head, v.head);
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
