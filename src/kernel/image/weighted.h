/*
 * Weighted sums of floats as float_ssim filters: each product rounded to binary32, the sum in
 * binary64 in the order of the taps, rounded to binary32 once.
 */
#ifndef EVQ_IMAGE_WEIGHTED_H
#define EVQ_IMAGE_WEIGHTED_H

#include "kernel/math/f64.h"

/*
 * Left to itself the compiler multiplies eight floats at once and takes the halves apart for the
 * conversion, which is what costs; four at once, in four independent sums, take two thirds of the
 * time.
 */
#if EVQ_VECTORS
#define WEIGHTED_STEP 16

typedef struct WeightedSums {
    F64x4 a, b, c, d;
} WeightedSums;

FN WeightedSums weighted_add(WeightedSums s, const f32 *in, f32 tap)
{
    s.a += f64x4_of_f32x4(f32x4_load(in) * tap);
    s.b += f64x4_of_f32x4(f32x4_load(in + 4) * tap);
    s.c += f64x4_of_f32x4(f32x4_load(in + 8) * tap);
    s.d += f64x4_of_f32x4(f32x4_load(in + 12) * tap);
    return s;
}

FN void weighted_store(f32 *out, WeightedSums s)
{
    f32x4_store(out, f32x4_of_f64x4(s.a));
    f32x4_store(out + 4, f32x4_of_f64x4(s.b));
    f32x4_store(out + 8, f32x4_of_f64x4(s.c));
    f32x4_store(out + 12, f32x4_of_f64x4(s.d));
}
#endif

/*
 * Sums at `count` columns of one row, or of two that share what they read: n taps, `step` elements
 * from one value under a tap to the next, `next` from the first row of sums to the second.
 */
FN void weighted_span(i32 two, i32 n, GLOBAL const f32 *in, i32 step, TABLE_POINTER f32 *taps,
                      GLOBAL f32 *out, i32 next, i32 count)
{
    i32 x = 0;
#if EVQ_VECTORS
    for (; x + WEIGHTED_STEP <= count; x += WEIGHTED_STEP) {
        WeightedSums a = { { 0 }, { 0 }, { 0 }, { 0 } }, b = a;
        UNROLL(12)
        for (i32 k = 0; k < n + two; k++) {
            if (k < n)
                a = weighted_add(a, in + x + k * step, taps[k]);
            if (two && k > 0)
                b = weighted_add(b, in + x + k * step, taps[k - 1]);
        }
        weighted_store(out + x, a);
        if (two)
            weighted_store(out + next + x, b);
    }
#endif
    INDEPENDENT
    for (; x < count; x++) {
        F64 a = f64_of_i32(0), b = a;
        UNROLL(12)
        for (i32 k = 0; k < n + two; k++) {
            f32 v = in[x + k * step];
            if (k < n)
                a = f64_add(a, f64_of_f32(v * taps[k]));
            if (two && k > 0)
                b = f64_add(b, f64_of_f32(v * taps[k - 1]));
        }
        out[x] = f32_of_f64(a);
        if (two)
            out[next + x] = f32_of_f64(b);
    }
}

#endif
