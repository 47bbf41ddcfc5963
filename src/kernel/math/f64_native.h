/* F64 on hardware that has binary64. f64.h includes this. */
#ifndef EVQ_MATH_F64_NATIVE_H
#define EVQ_MATH_F64_NATIVE_H

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

FN i32 i32_of_f64(F64 a)
{
    return (i32)a;
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

FN i32 f64_less(F64 a, F64 b)
{
    return a < b;
}

#endif
