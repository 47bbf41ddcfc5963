/* c^7 in pairs. */
#ifndef EVQ_MATH_PAIR_POW7_H
#define EVQ_MATH_PAIR_POW7_H

#include "kernel/math/pair.h"

FN Pair pair_pow7(f32 c)
{
    Pair square = pair_of_product(c, c);
    Pair fourth = pair_mul(square, square);
    return pair_mul_f32(pair_mul(fourth, square), c);
}

#endif
