/* Angle of the point (x, y), floats widened and not both zero, within 1.1 ulp. */
#ifndef EVQ_MATH_ATAN2_H
#define EVQ_MATH_ATAN2_H

#include "kernel/math/f64.h"
#include "kernel/math/atan2_tables.h"

/*
 * In the first octant arctan(n/d) = arctan c + arctan z with c the multiple of 1/32 nearest to n/d
 * and z = (n - c d)/(d + c n). The other octants add or subtract that from a quarter or a half
 * turn; nothing is lost of any of the parts until the last addition.
 */
FN F64 f64_atan2(F64 y, F64 x)
{
    F64 across = f64_abs(x);
    F64 up = f64_abs(y);
    i32 steep = f64_less(across, up);
    i32 left = (i32)(bits_of_f64(x) >> 63);
    F64 n = steep ? across : up;
    F64 d = steep ? up : across;

    F64 t = f64_mul(f64_div(n, d), f64_of_bits(ATAN2_STEPS));
    i32 step = i32_of_f64(f64_add(t, f64_of_bits(F64_HALF)));
    F64 c = f64_mul(f64_of_i32(step), f64_of_bits(ATAN2_STEP));
    F64 z = f64_div(f64_sub(n, f64_mul(c, d)), f64_add(d, f64_mul(c, n)));

    F64 w = f64_mul(z, z);
    F64 p = f64_of_bits(ATAN2_C4);
    p = f64_horner(p, w, ATAN2_C3);
    p = f64_horner(p, w, ATAN2_C2);
    p = f64_horner(p, w, ATAN2_C1);
    F64 series = f64_mul(f64_mul(z, w), p);

    i64 row = (i64)step & 63;
    i32 minus = steep ^ left;
    F64 angle = f64_flip(f64_of_bits(atan2_table[row][0]), minus);
    F64 low = f64_add(z, f64_add(series, f64_of_bits(atan2_table[row][1])));
    F64 base = f64_of_bits(steep ? ATAN2_QUARTER : left ? ATAN2_HALF : 0);
    F64 base_low = f64_of_bits(steep ? ATAN2_QUARTER_REST : left ? ATAN2_HALF_REST : 0);
    F64 sum = f64_add(base, angle);
    F64 lost = f64_add(f64_sub(base, sum), angle);
    F64 v = f64_add(sum, f64_add(f64_add(lost, base_low), f64_flip(low, minus)));
    return f64_flip(v, (i32)(bits_of_f64(y) >> 63));
}

#endif
