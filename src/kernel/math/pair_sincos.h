/* Sine and cosine of a pair, |x| <= 32. */
#ifndef EVQ_MATH_PAIR_SINCOS_H
#define EVQ_MATH_PAIR_SINCOS_H

#include "kernel/math/pair.h"
#include "kernel/math/pair_sincos_tables.h"

/* Sine of r, |r| <= pi/128. */
FN Pair pair_sincos_sine(Pair r)
{
    Pair square = pair_mul(r, r);
    f32 h = r.head;
    f32 z = square.head;
    f32 high = h * z * z * (PAIR_SIN_C5 + z * PAIR_SIN_C7);
    Pair third = pair_mul(pair_mul(square, r), pair_of(PAIR_SIN_C3_HEAD, PAIR_SIN_C3_TAIL));
    return pair_add(r, pair_add_f32(third, high));
}

/* Cosine of r, less 1, |r| <= pi/128. */
FN Pair pair_sincos_cosine_less_1(Pair r)
{
    Pair square = pair_mul(r, r);
    f32 z = square.head;
    return pair_add_f32(pair_scale(square, -0.5f), z * z * (PAIR_COS_C4 + z * PAIR_COS_C6));
}

/* sin(x + ahead pi/64): x = k pi/64 + r, the multiple taken off in three parts, of which k, 10 bits
 * long, leaves the first two products exact; then sin and cos of (k + ahead) pi/64 from the table.
 */
FN Pair pair_sincos_ahead(Pair x, i32 ahead)
{
    f32 t = x.head * PAIR_SINCOS_STEPS;
    i32 k = (i32)(t < 0.0f ? t - 0.5f : t + 0.5f);
    f32 steps = (f32)k;
    Pair r = pair_add_f32(pair_of(x.head - steps * PAIR_SINCOS_STEP1, x.tail),
                          -(steps * PAIR_SINCOS_STEP2));
    r = pair_add(r, pair_negate(pair_of_product(steps, PAIR_SINCOS_STEP3)));

    i32 row = (k + ahead) & 127;
    Pair sine = pair_of(pair_sincos_table[row][0], pair_sincos_table[row][1]);
    Pair cosine = pair_of(pair_sincos_table[row + 32][0], pair_sincos_table[row + 32][1]);
    Pair from_sine = pair_mul(sine, pair_sincos_cosine_less_1(r));
    Pair from_cosine = pair_mul(cosine, pair_sincos_sine(r));
    return pair_add(sine, pair_add(from_cosine, from_sine));
}

FN Pair pair_sin(Pair x)
{
    return pair_sincos_ahead(x, 0);
}

FN Pair pair_cos(Pair x)
{
    return pair_sincos_ahead(x, 32);
}

#endif
