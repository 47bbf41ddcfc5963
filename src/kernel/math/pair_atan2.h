/* Angle of the point (x, y) in pairs; not both zero. */
#ifndef EVQ_MATH_PAIR_ATAN2_H
#define EVQ_MATH_PAIR_ATAN2_H

#include "kernel/math/pair.h"
#include "kernel/math/pair_atan2_tables.h"

/* As f64_atan2, in steps of 1/64. */
FN Pair pair_atan2(f32 y, f32 x)
{
    f32 across = pair_magnitude(x);
    f32 up = pair_magnitude(y);
    i32 steep = across < up;
    i32 left = (i32)(bits_of_f32(x) >> 31);
    f32 n = steep ? across : up;
    f32 d = steep ? up : across;

    i32 row = (i32)(n / d * 64.0f + 0.5f);
    f32 c = (f32)row * 0.015625f;
    Pair z = pair_div(pair_add_f32(pair_negate(pair_of_product(c, d)), n),
                      pair_add_f32(pair_of_product(c, n), d));

    Pair square = pair_mul(z, z);
    f32 w = square.head;
    f32 high = z.head * w * w * (PAIR_ATAN2_C5 + w * PAIR_ATAN2_C7);
    Pair third = pair_mul(pair_mul(square, z), pair_of(PAIR_ATAN2_C3_HEAD, PAIR_ATAN2_C3_TAIL));
    Pair angle = pair_of(pair_atan2_table[row][0], pair_atan2_table[row][1]);
    angle = pair_add(angle, pair_add(z, pair_add_f32(third, high)));

    if (steep ^ left)
        angle = pair_negate(angle);
    if (steep)
        angle = pair_add(pair_of(PAIR_ATAN2_QUARTER_HEAD, PAIR_ATAN2_QUARTER_TAIL), angle);
    else if (left)
        angle = pair_add(pair_of(PAIR_ATAN2_HALF_HEAD, PAIR_ATAN2_HALF_TAIL), angle);
    return bits_of_f32(y) >> 31 ? pair_negate(angle) : angle;
}

#endif
