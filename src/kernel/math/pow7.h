/* c^7 of a float c, within 2.1 ulp. */
#ifndef EVQ_MATH_POW7_H
#define EVQ_MATH_POW7_H

#include "kernel/math/f64.h"

FN F64 f64_pow7(F64 c)
{
    F64 square = f64_mul(c, c);
    F64 fourth = f64_mul(square, square);
    return f64_mul(f64_mul(fourth, square), c);
}

#endif
