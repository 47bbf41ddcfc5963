/* psnr and float_psnr: arithmetic of one sample (docs/spec/psnr.md). */
#ifndef EVQ_PSNR_H
#define EVQ_PSNR_H

#include "kernel/math/f64.h"
#include "kernel/psnr/params.h"

/* Squared difference of two samples of up to 16 bits; fits 32 bits unsigned. */
FN u32 squared_error(i32 a, i32 b)
{
    u32 d = (u32)(a > b ? a - b : b - a);
    return d * d;
}

/* Part A at 16 bits: the float q = e * e in units of 2^-16, which is the integer square rounded to
 * 24 significant bits. */
FN f32 squared_error_f32(i32 a, i32 b)
{
    f32 e = (f32)(a - b);
    return e * e;
}

#endif
