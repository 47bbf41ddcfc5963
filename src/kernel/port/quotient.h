/* Division of floats where operands and result are far from the ends of the range. */
#ifndef EVQ_PORT_QUOTIENT_H
#define EVQ_PORT_QUOTIENT_H

#include "kernel/port/port.h"

/* a / b, correctly rounded, for b of 2^-40 .. 2^40 and results of that size; smaller results are as
 * small, and may be rounded otherwise. */
FN f32 quotient_f32(f32 a, f32 b)
{
#if defined(__CUDACC__)
    /* The compiler's own steps, without its branch for other operands: nothing overlaps across it.
     */
    f32 r, q;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(b));
    r = fma_f32(fma_f32(-b, r, 1.0f), r, r);
    q = a * r;
    q = fma_f32(fma_f32(-b, q, a), r, q);
    return fma_f32(fma_f32(-b, q, a), r, q);
#else
    return a / b;
#endif
}

#endif
