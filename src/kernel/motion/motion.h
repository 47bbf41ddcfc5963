/* Integer motion: arithmetic of one sample (docs/spec/motion.md). */
#ifndef EVQ_MOTION_H
#define EVQ_MOTION_H

#include "kernel/motion/params.h"

/*
 * The five-tap filter of section 3 on signed values v, |v| <= 65535: (S + 2^(shift - 1)) >> shift,
 * where S = 3571 outer + 16004 inner + 26386 centre and outer and inner are the sums of the two
 * values under equal taps. S needs 34 bits, its half T does not: |T| < 2^31 - 2^15. The bit that
 * T = floor(S / 2) drops is below the one that the shift rounds. Shifts of negative numbers are
 * arithmetic on every target.
 */
FN i32 sad_filter(i32 outer, i32 inner, i32 centre, i32 shift)
{
    i32 half_sum = 8002 * inner + 13193 * centre + ((3571 * outer) >> 1);
    return (half_sum + (1 << (shift - 2))) >> (shift - 1);
}

FN i32 sad_filter5(i32 a, i32 b, i32 c, i32 d, i32 e, i32 shift)
{
    return sad_filter(a + e, b + d, c, shift);
}

FN u32 sad_absolute(i32 v)
{
    return (u32)(v < 0 ? -v : v);
}

/* The same filter on samples, section 7: unsigned and within 32 bits. */
FN u32 sad_blur5(u32 a, u32 b, u32 c, u32 d, u32 e, i32 shift)
{
    u32 sum = 3571 * (a + e) + 16004 * (b + d) + 26386 * c;
    return (sum + ((u32)1 << (shift - 1))) >> shift;
}

#endif
