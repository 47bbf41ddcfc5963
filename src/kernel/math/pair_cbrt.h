/* Cube root in pairs for 2^-9 <= x < 8. */
#ifndef EVQ_MATH_PAIR_CBRT_H
#define EVQ_MATH_PAIR_CBRT_H

#include "kernel/math/pair.h"
#include "kernel/math/pair_cbrt_tables.h"

/* The root as a float, within 2 ulp: a table entry times three terms of (1 + h)^(1/3). */
FN f32 pair_cbrt_seed(f32 x)
{
    u32 bits = bits_of_f32(x);
    u32 exponent = (bits >> 23) - (127 - 9);
    u32 thirds = exponent / 3;
    u32 octave = exponent - 3 * thirds;
    u32 m = (bits & 0x7fffff) | (127 + octave) << 23;
    u32 row = 32 * octave + (bits >> 18 & 31);
    f32 c = f32_of_bits(((m >> 18) * 2 + 1) << 17);
    f32 h = (f32_of_bits(m) - c) * pair_cbrt_table[row][0];
    f32 root = pair_cbrt_table[row][1];
    f32 p = (PAIR_CBRT_B3 * h + PAIR_CBRT_B2) * h + PAIR_CBRT_B1;
    return (root + root * (p * h)) * f32_of_bits((127 - 3 + thirds) << 23);
}

/* x = y^3 (1 + t), and the root is y (1 + t/3 - t^2/9). */
FN Pair pair_cbrt(Pair x)
{
    f32 y = pair_cbrt_seed(x.head);
    Pair cube = pair_mul_f32(pair_of_product(y, y), y);
    f32 t = ((x.head - cube.head) + (x.tail - cube.tail)) / cube.head;
    return pair_of_ordered(y, y * (t * (PAIR_CBRT_B1 + t * PAIR_CBRT_B2)));
}

#endif
