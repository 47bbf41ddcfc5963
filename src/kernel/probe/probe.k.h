/* A kernel whose values change where arithmetic is not what kernel C demands. */
#ifndef EVQ_PROBE_K_H
#define EVQ_PROBE_K_H

#include "kernel/probe/params.h"

/* In: three sub-planes a, b, c. Out, as bits: a b - 1 with two roundings, c / 2 (a denormal),
 * a / b, and the root of a. */
ROW_KERNEL(2, probe, ProbeParams, IN(f32, in), OUT(u32, out))
{
    f32 a = in[AT(0, 0, x, y)], b = in[AT(0, 1, x, y)], c = in[AT(0, 2, x, y)];
    out[AT(1, 0, x, y)] = bits_of_f32(a * b - 1.0f);
    out[AT(1, 1, x, y)] = bits_of_f32(c * 0.5f);
    out[AT(1, 2, x, y)] = bits_of_f32(a / b);
    out[AT(1, 3, x, y)] = bits_of_f32(sqrt_f32(a));
}

#endif
