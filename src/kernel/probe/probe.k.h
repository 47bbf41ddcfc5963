/* A kernel whose values change where arithmetic is not what kernel C demands. */
#ifndef EVQ_PROBE_K_H
#define EVQ_PROBE_K_H

#include "kernel/math/f64.h"
#include "kernel/math/pair.h"
#include "kernel/probe/params.h"

/* In: three sub-planes a, b, c. Out, as bits: a b - 1 with two roundings, c / 2 (a denormal),
 * a / b, the root of a, and the product's rounding error by a pair (by fma where there is one). */
ROW_KERNEL(2, probe, ProbeParams, (IN(f32, in), OUT(u32, out)))
{
    f32 a = in[AT(0, 0, x, y)], b = in[AT(0, 1, x, y)], c = in[AT(0, 2, x, y)];
    out[AT(1, 0, x, y)] = bits_of_f32(a * b - 1.0f);
    out[AT(1, 1, x, y)] = bits_of_f32(c * 0.5f);
    out[AT(1, 2, x, y)] = bits_of_f32(a / b);
    out[AT(1, 3, x, y)] = bits_of_f32(sqrt_f32(a));
    out[AT(1, 4, x, y)] = bits_of_f32(pair_of_product(a, b).tail);
}

/* The same of F64, native or on integers: a b - 1 with two roundings, a / b, the root of a, a
 * subnormal product rounded to a float, and whether a is less than b. */
ROW_KERNEL(2, probe_f64, ProbeParams, (IN(f32, in), OUT(u64, out)))
{
    F64 a = f64_div(f64_of_f32(in[AT(0, 0, x, y)]), f64_of_i32(3));
    F64 b = f64_div(f64_of_f32(in[AT(0, 1, x, y)]), f64_of_i32(7));
    F64 c = f64_of_f32(in[AT(0, 2, x, y)]);
    F64 q = f64_div(a, b);
    out[AT(1, 0, x, y)] = bits_of_f64(f64_sub(f64_mul(a, b), f64_of_i32(1)));
    out[AT(1, 1, x, y)] = bits_of_f64(q);
    out[AT(1, 2, x, y)] = bits_of_f64(f64_sqrt(a));
    out[AT(1, 3, x, y)] = bits_of_f32(f32_of_f64(f64_mul(q, c)));
    out[AT(1, 4, x, y)] = (u64)f64_less(a, b);
}

#endif
