/*
 * Numbers of about 106 bits made of two doubles, with their logarithm and exponential; for the
 * host, where a function of few arguments shall be rounded once.
 */
#ifndef EVQ_MATH_WIDE_H
#define EVQ_MATH_WIDE_H

#include "kernel/math/f64.h"
#include "kernel/math/wide_tables.h"

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
    F64 split = f64_of_bits(WIDE_SPLIT);
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
FN Wide wide_log(F64 m)
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
    v.head = f64_add(v.head, v.head);
    v.tail = f64_add(v.tail, v.tail);
    return v;
}

/* e^r for |r| < 1/2, by its series. */
FN Wide wide_exp(Wide r)
{
    F64 one = f64_of_bits(F64_ONE);
    Wide whole = { one, f64_of_bits(0) };
    Wide p = whole;
    for (i32 n = 28; n > 0; n--) {
        Wide divisor = { f64_of_i32(n), f64_of_bits(0) };
        p = wide_add(whole, wide_mul(wide_mul(r, wide_quotient(one, divisor)), p));
    }
    return p;
}

#endif
