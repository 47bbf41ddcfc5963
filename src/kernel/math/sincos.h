/* Sine and cosine for |x| <= 64, within 0.91 ulp. */
#ifndef EVQ_MATH_SINCOS_H
#define EVQ_MATH_SINCOS_H

#include "kernel/math/f64.h"
#include "kernel/math/sincos_tables.h"

/* Sine of r + rest, |r| <= pi/4. */
FN F64 sincos_sine(F64 r, F64 rest)
{
    F64 z = f64_mul(r, r);
    F64 p = f64_of_bits(SIN_C8);
    p = f64_horner(p, z, SIN_C7);
    p = f64_horner(p, z, SIN_C6);
    p = f64_horner(p, z, SIN_C5);
    p = f64_horner(p, z, SIN_C4);
    p = f64_horner(p, z, SIN_C3);
    p = f64_horner(p, z, SIN_C2);
    p = f64_horner(p, z, SIN_C1);
    return f64_add(r, f64_add(f64_mul(f64_mul(r, z), p), rest));
}

/* Cosine of r + rest, |r| <= pi/4. */
FN F64 sincos_cosine(F64 r, F64 rest)
{
    F64 one = f64_of_bits(F64_ONE);
    F64 z = f64_mul(r, r);
    F64 p = f64_of_bits(COS_C8);
    p = f64_horner(p, z, COS_C7);
    p = f64_horner(p, z, COS_C6);
    p = f64_horner(p, z, COS_C5);
    p = f64_horner(p, z, COS_C4);
    p = f64_horner(p, z, COS_C3);
    p = f64_horner(p, z, COS_C2);
    F64 g = f64_mul(f64_of_bits(F64_HALF), z);
    F64 w = f64_sub(one, g);
    F64 lost = f64_sub(f64_sub(one, w), g);
    F64 series = f64_sub(f64_mul(f64_mul(z, z), p), f64_mul(r, rest));
    return f64_add(w, f64_add(lost, series));
}

/* sin(x + ahead pi/2): the nearest multiple of pi/2 is taken off in two parts, the first of them
 * exact, and the quarter decides which series and which sign. */
FN F64 sincos_ahead(F64 x, i32 ahead)
{
    F64 t = f64_mul(x, f64_of_bits(SINCOS_QUARTERS));
    F64 rounder = f64_of_bits(F64_HALF | (bits_of_f64(t) & F64_SIGN));
    i32 k = i32_of_f64(f64_add(t, rounder));
    F64 quarters = f64_of_i32(k);
    F64 d = f64_sub(x, f64_mul(quarters, f64_of_bits(SINCOS_QUARTER)));
    F64 w = f64_mul(quarters, f64_of_bits(SINCOS_QUARTER_REST));
    F64 r = f64_sub(d, w);
    F64 rest = f64_sub(f64_sub(d, r), w);

    i32 n = (k + ahead) & 3;
    F64 v = (n & 1) ? sincos_cosine(r, rest) : sincos_sine(r, rest);
    return f64_flip(v, n >> 1);
}

FN F64 f64_sin(F64 x)
{
    return sincos_ahead(x, 0);
}

FN F64 f64_cos(F64 x)
{
    return sincos_ahead(x, 1);
}

#endif
