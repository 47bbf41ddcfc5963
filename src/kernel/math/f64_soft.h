/* F64 on integers alone, for targets without binary64. f64.h includes this. */
#ifndef EVQ_MATH_F64_SOFT_H
#define EVQ_MATH_F64_SOFT_H

#include "kernel/math/soft64.h"

/* A struct, so that a statement which forgets an operation does not compile. */
typedef struct F64 {
    u64 bits;
} F64;

FN F64 f64_of_bits(u64 b)
{
    F64 v = { b };
    return v;
}

FN u64 bits_of_f64(F64 a)
{
    return a.bits;
}

FN F64 f64_of_f32(f32 a)
{
    return f64_of_bits(soft64_of_f32(bits_of_f32(a)));
}

FN F64 f64_of_i32(i32 a)
{
    return f64_of_bits(soft64_of_i32(a));
}

FN f32 f32_of_f64(F64 a)
{
    return f32_of_bits(soft64_to_f32(a.bits));
}

FN i32 i32_of_f64(F64 a)
{
    return soft64_to_i32(a.bits);
}

FN F64 f64_add(F64 a, F64 b)
{
    return f64_of_bits(soft64_add(a.bits, b.bits));
}

FN F64 f64_sub(F64 a, F64 b)
{
    return f64_of_bits(soft64_add(a.bits, b.bits ^ SOFT64_SIGN));
}

FN F64 f64_mul(F64 a, F64 b)
{
    return f64_of_bits(soft64_mul(a.bits, b.bits));
}

FN F64 f64_div(F64 a, F64 b)
{
    return f64_of_bits(soft64_div(a.bits, b.bits));
}

FN F64 f64_sqrt(F64 a)
{
    return f64_of_bits(soft64_sqrt(a.bits));
}

FN i32 f64_less(F64 a, F64 b)
{
    return soft64_less(a.bits, b.bits);
}

#endif
