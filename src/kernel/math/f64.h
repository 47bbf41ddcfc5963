/*
 * F64: binary64 arithmetic as kernel C writes it, every operation rounded once, to nearest even.
 *
 * A statement is written once, against the operations below, and evaluated by what the translation
 * unit chooses: natively, or, where the target has no binary64 or EVQ_F64_SOFT is defined, on
 * integers. Both give the same bits for normal numbers and zeros, which is all that a metric
 * meets; docs/math.md has the rest.
 *
 *     f64_of_bits   bits_of_f64              the 64-bit pattern
 *     f64_of_f32    f64_of_i32               exact
 *     f32_of_f64                             nearest even, subnormals included
 *     i32_of_f64                             toward zero
 *     f64_add  f64_sub  f64_mul  f64_div  f64_sqrt
 *     f64_less                               1 where a < b, else 0
 *
 * Table rows are numbered in 64 bits: gcc makes gathers of the loads only then.
 * Constants are patterns: 0x3ff0000000000000, without a suffix, is 64 bits wide on every target.
 */
#ifndef EVQ_MATH_F64_H
#define EVQ_MATH_F64_H

#include "kernel/port/port.h"

#if EVQ_NATIVE_F64 && !defined(EVQ_F64_SOFT)
#include "kernel/math/f64_native.h"
#else
#include "kernel/math/f64_soft.h"
#endif

/* Patterns that statements name. */
#define F64_SIGN     0x8000000000000000
#define F64_HIDDEN   0x0010000000000000 /* the bit above the fraction */
#define F64_INFINITY 0x7ff0000000000000
#define F64_NAN      0x7ff8000000000000
#define F64_HALF     0x3fe0000000000000
#define F64_ONE      0x3ff0000000000000

/* a with its sign flipped where flip is 1. */
FN F64 f64_flip(F64 a, i32 flip)
{
    return f64_of_bits(bits_of_f64(a) ^ ((u64)flip << 63));
}

FN F64 f64_abs(F64 a)
{
    return f64_of_bits(bits_of_f64(a) & ~F64_SIGN);
}

/* a times 2^n by its exponent field; a and the result are normal. */
FN F64 f64_scale(F64 a, i32 n)
{
    return f64_of_bits(bits_of_f64(a) + ((u64)(i64)n << 52));
}

/* One step of Horner's rule: p z plus the coefficient with pattern c. */
FN F64 f64_horner(F64 p, F64 z, u64 c)
{
    return f64_add(f64_mul(p, z), f64_of_bits(c));
}

#endif
