/* e^x for -121 <= x <= 0, within 0.53 ulp. */
#ifndef EVQ_MATH_EXP_H
#define EVQ_MATH_EXP_H

#include "kernel/math/f64.h"
#include "kernel/math/exp_tables.h"

/* x = k ln 2/32 + r with the multiple taken off in two parts, the first of them exact; then
 * 2^(k/32) from the table and the exponent field, and e^r by its series. */
FN F64 f64_exp(F64 x)
{
    i32 k = i32_of_f64(f64_sub(f64_mul(x, f64_of_bits(EXP_STEPS)), f64_of_bits(F64_HALF)));
    F64 steps = f64_of_i32(k);
    F64 r = f64_sub(x, f64_mul(steps, f64_of_bits(EXP_STEP)));
    r = f64_sub(r, f64_mul(steps, f64_of_bits(EXP_STEP_REST)));

    F64 p = f64_of_bits(EXP_C7);
    p = f64_horner(p, r, EXP_C6);
    p = f64_horner(p, r, EXP_C5);
    p = f64_horner(p, r, EXP_C4);
    p = f64_horner(p, r, EXP_C3);
    p = f64_horner(p, r, EXP_C2);
    p = f64_add(r, f64_mul(f64_mul(r, r), p));

    i64 row = (i64)k & 31;
    F64 head = f64_of_bits(exp_table[row][0]);
    F64 rest = f64_of_bits(exp_table[row][1]);
    return f64_scale(f64_add(head, f64_add(rest, f64_mul(head, p))), k >> 5);
}

#endif
