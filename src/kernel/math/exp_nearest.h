/*
 * The double nearest to e^x for x <= 0; for the host, some hundred times a frame. Below -708, where
 * results would be subnormal, it is 0; a NaN gives itself.
 */
#ifndef EVQ_MATH_EXP_NEAREST_H
#define EVQ_MATH_EXP_NEAREST_H

#include "kernel/math/exp_tables.h"
#include "kernel/math/pow.h"

#define EXP_LEAST 0xc086200000000000 /* -708 */
#define EXP_ERROR 0x3c20000000000000 /* 2^-61: of the quick sum, relative to a head in [1, 2) */

/* The whole number next to x times `per_unit`, where x is not positive. */
FN i32 exp_steps(F64 x, u64 per_unit)
{
    return i32_of_f64(f64_sub(f64_mul(x, f64_of_bits(per_unit)), f64_of_bits(F64_HALF)));
}

/* To about 94 bits, rounded once. */
FN F64 exp_slow(F64 x)
{
    i32 n = exp_steps(x, POW_INVERSE_LN2);
    Wide r = { x, f64_of_bits(0) };
    Wide p = wide_exp(wide_add(r, pow_multiple_of_ln2(-n)));
    return f64_scale(f64_add(p.head, p.tail), n);
}

/*
 * As f64_exp(), with what its roundings drop: x = k ln 2/32 + r + r_rest, where r and r_rest are
 * exact up to 2^-82, and T (1 + r + q) = T + T r + T q with the product T r exact. What is lost,
 * six roundings and the rest of the series, is below 2^-63.
 */
FN F64 f64_exp_nearest(F64 x)
{
    if (f64_less(x, f64_of_bits(EXP_LEAST)))
        return f64_of_bits(0);
    if (!f64_less(x, f64_of_bits(F64_HIDDEN)))
        return x; /* a NaN */
    i32 k = exp_steps(x, EXP_STEPS);
    F64 steps = f64_of_i32(k);
    F64 taken = f64_sub(x, f64_mul(steps, f64_of_bits(EXP_STEP)));
    F64 rest = f64_mul(steps, f64_of_bits(EXP_STEP_REST));
    F64 r = f64_sub(taken, rest);
    F64 r_rest = f64_sub(f64_sub(taken, r), rest);

    F64 p = f64_of_bits(EXP_C7);
    p = f64_horner(p, r, EXP_C6);
    p = f64_horner(p, r, EXP_C5);
    p = f64_horner(p, r, EXP_C4);
    p = f64_horner(p, r, EXP_C3);
    p = f64_horner(p, r, EXP_C2);
    F64 q = f64_add(r_rest, f64_mul(f64_mul(r, r), p));

    i64 row = (i64)k & 31;
    F64 head = f64_of_bits(exp_table[row][0]);
    F64 head_rest = f64_of_bits(exp_table[row][1]);
    Wide product = wide_of_product(head, r);
    Wide sum = wide_of_ordered(head, product.head);
    F64 small = f64_add(f64_add(head_rest, product.tail), f64_mul(head_rest, f64_add(r, q)));
    F64 tail = f64_add(sum.tail, f64_add(small, f64_mul(head, q)));

    F64 error = f64_of_bits(EXP_ERROR);
    F64 low = f64_add(sum.head, f64_sub(tail, error));
    F64 high = f64_add(sum.head, f64_add(tail, error));
    if (bits_of_f64(low) != bits_of_f64(high))
        return exp_slow(x);
    return f64_scale(low, k >> 5);
}

#endif
