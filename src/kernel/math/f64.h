/*
 * F64: binary64 arithmetic as kernel C writes it, every operation rounded once, to nearest even.
 * This evaluation is the native one.
 */
#ifndef EVQ_MATH_F64_H
#define EVQ_MATH_F64_H

#include "kernel/port/port.h"

typedef native_f64 F64;

FN F64 f64_of_bits(u64 b)
{
    return native_of_bits(b);
}

FN u64 bits_of_f64(F64 a)
{
    return bits_of_native(a);
}

FN F64 f64_of_f32(f32 a)
{
    return (F64)a;
}

FN F64 f64_of_i32(i32 a)
{
    return (F64)a;
}

FN f32 f32_of_f64(F64 a)
{
    return (f32)a;
}

FN F64 f64_add(F64 a, F64 b)
{
    return a + b;
}

FN F64 f64_sub(F64 a, F64 b)
{
    return a - b;
}

FN F64 f64_mul(F64 a, F64 b)
{
    return a * b;
}

FN F64 f64_div(F64 a, F64 b)
{
    return a / b;
}

FN F64 f64_sqrt(F64 a)
{
    return sqrt_native(a);
}

#endif
