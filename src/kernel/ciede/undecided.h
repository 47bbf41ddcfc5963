/*
 * How an evaluation of ciede that is cheaper than the defining statements says that it could not
 * decide a pixel: with a NaN. Differences are never NaN themselves, and what is computed from a NaN
 * is one, so a doubt about L travels through the rest.
 */
#ifndef EVQ_CIEDE_UNDECIDED_H
#define EVQ_CIEDE_UNDECIDED_H

#include "kernel/port/port.h"

#define CIEDE_UNDECIDED 0x7fc00000

FN i32 ciede_is_undecided(f32 v)
{
    return (bits_of_f32(v) & 0x7fffffff) > 0x7f800000;
}

/* v, or undecided where doubt is not 0. */
FN f32 ciede_unless(i32 doubt, f32 v)
{
    return doubt ? f32_of_bits(CIEDE_UNDECIDED) : v;
}

#endif
