/*
 * Pairs of floats: about 48 bits from binary32 operations alone, each rounded to nearest and none
 * contracted or reordered. A pair (head, tail) stands for head + tail, and head is that sum,
 * rounded.
 *
 * What pairs compute is close to a binary64 statement, not equal to it. pair_to_f32() rounds a pair
 * to a float and tells where the binary64 value might round to another one; such samples are
 * replayed by the defining statements (f64.h).
 */
#ifndef EVQ_MATH_PAIR_H
#define EVQ_MATH_PAIR_H

#include "kernel/port/port.h"

typedef struct Pair {
    f32 head, tail;
} Pair;

FN Pair pair_of(f32 head, f32 tail)
{
    Pair v = { head, tail };
    return v;
}

FN f32 pair_magnitude(f32 a)
{
    return f32_of_bits(bits_of_f32(a) & 0x7fffffff);
}

/* ---- Exact transformations ---- */

/* a + b, where |a| >= |b| or a = 0. */
FN Pair pair_of_ordered(f32 a, f32 b)
{
    f32 sum = a + b;
    return pair_of(sum, b - (sum - a));
}

/* a + b */
FN Pair pair_of_sum(f32 a, f32 b)
{
    f32 sum = a + b;
    f32 b_part = sum - a;
    f32 a_part = sum - b_part;
    return pair_of(sum, (a - a_part) + (b - b_part));
}

/* a b: exact while its last bit is 2^-149 or more. Both forms give the same pair. */
FN Pair pair_of_product(f32 a, f32 b)
{
    f32 product = a * b;
#if EVQ_FMA_F32
    return pair_of(product, fma_f32(a, b, -product));
#else
    f32 t = 4097.0f * a; /* splits the 24 bits in halves */
    f32 a_high = t - (t - a);
    f32 a_low = a - a_high;
    t = 4097.0f * b;
    f32 b_high = t - (t - b);
    f32 b_low = b - b_high;
    f32 rest = a_high * b_high - product;
    rest = rest + a_high * b_low;
    rest = rest + a_low * b_high;
    return pair_of(product, rest + a_low * b_low);
#endif
}

/* ---- Arithmetic, within about 2^-46 of the result ---- */

/* v - a b, exact where a b is v but for a's last place. Both forms give the same float. */
FN f32 pair_rest(f32 v, f32 a, f32 b)
{
#if EVQ_FMA_F32
    return fma_f32(-a, b, v);
#else
    Pair back = pair_of_product(a, b);
    return (v - back.head) - back.tail;
#endif
}

FN Pair pair_negate(Pair a)
{
    return pair_of(-a.head, -a.tail);
}

/* a 2^n, exactly; scale is 2^n. */
FN Pair pair_scale(Pair a, f32 scale)
{
    return pair_of(a.head * scale, a.tail * scale);
}

FN Pair pair_add(Pair a, Pair b)
{
    Pair s = pair_of_sum(a.head, b.head);
    Pair t = pair_of_sum(a.tail, b.tail);
    s = pair_of_ordered(s.head, s.tail + t.head);
    return pair_of_ordered(s.head, s.tail + t.tail);
}

FN Pair pair_add_f32(Pair a, f32 b)
{
    Pair s = pair_of_sum(a.head, b);
    return pair_of_ordered(s.head, s.tail + a.tail);
}

FN Pair pair_sub(Pair a, Pair b)
{
    return pair_add(a, pair_negate(b));
}

FN Pair pair_mul(Pair a, Pair b)
{
    Pair p = pair_of_product(a.head, b.head);
    return pair_of_ordered(p.head, p.tail + (a.head * b.tail + a.tail * b.head));
}

FN Pair pair_mul_f32(Pair a, f32 b)
{
    Pair p = pair_of_product(a.head, b);
    return pair_of_ordered(p.head, p.tail + a.tail * b);
}

/* An approximate quotient, and what it leaves of a, which is exact but for the tails. */
FN Pair pair_div(Pair a, Pair b)
{
    f32 inverse = 1.0f / b.head;
    f32 q = a.head * inverse;
    f32 rest = (pair_rest(a.head, q, b.head) - q * b.tail) + a.tail;
    return pair_of_ordered(q, rest * inverse);
}

/* a >= 0 */
FN Pair pair_sqrt(Pair a)
{
    if (a.head == 0.0f)
        return a;
    f32 r = sqrt_f32(a.head);
    f32 rest = pair_rest(a.head, r, r) + a.tail;
    return pair_of_ordered(r, rest * (0.5f / r));
}

/* ---- Rounding ---- */

/* A float, and whether it might not be the one that the binary64 statement rounds to. */
typedef struct Rounded {
    f32 value;
    i32 undecided;
} Rounded;

/* v to a float, where v is known to be within error of the binary64 value. */
FN Rounded pair_to_f32(Pair v, f32 error)
{
    Pair n = pair_of_ordered(v.head, v.tail);
    Rounded r = { n.head,
                  n.head + (n.tail + error) != n.head || n.head + (n.tail - error) != n.head };
    return r;
}

#endif
