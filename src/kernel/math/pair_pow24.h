/* x^2.4 in pairs for 1/16 <= x < 2.25. */
#ifndef EVQ_MATH_PAIR_POW24_H
#define EVQ_MATH_PAIR_POW24_H

#include "kernel/math/pair.h"
#include "kernel/math/pair_pow24_tables.h"

/* The fifth root as a float, within 2 ulp: a table entry times three terms of (1 + h)^(1/5). */
FN f32 pair_pow24_seed(f32 x)
{
    u32 bits = bits_of_f32(x);
    i32 row = (i32)(bits >> 18) - (127 - 4) * 32;
    f32 c = f32_of_bits(((bits >> 18) * 2 + 1) << 17);
    f32 h = (x - c) * pair_pow24_table[row][0];
    f32 root = pair_pow24_table[row][1];
    f32 p = (PAIR_POW24_B3 * h + PAIR_POW24_B2) * h + PAIR_POW24_B1;
    return root + root * (p * h);
}

/* x = y^5 (1 + t), and x^2.4 = x^2 y^2 (1 + 2 t/5 - 3 t^2/25). */
FN Pair pair_pow24(Pair x)
{
    f32 y = pair_pow24_seed(x.head);
    Pair square = pair_of_product(y, y);
    Pair fifth = pair_mul_f32(pair_mul(square, square), y);
    f32 t = ((x.head - fifth.head) + (x.tail - fifth.tail)) / fifth.head;
    f32 more = t * (0.4f - 0.12f * t);
    Pair w = pair_of_ordered(square.head, square.tail + square.head * more);
    return pair_mul(pair_mul(x, x), w);
}

#endif
