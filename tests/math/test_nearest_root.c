/*
 * The cube root of ssimulacra2's profile exact on every significand: the result is the nearest
 * float, by integers. (2 r - 1)^3 < 8 m < (2 r + 1)^3 for the integer r, in units where all are
 * whole.
 */
#include "kernel/ssimulacra2/xyb.h"

#include <stdio.h>

static int is_nearest(u64 root, u32 significand)
{
    unsigned __int128 m = (unsigned __int128)significand << 49;
    unsigned __int128 low = 2 * root - 1, high = 2 * root + 1;
    return low * low * low < m && m < high * high * high;
}

int main(void)
{
    for (u32 bits = 0x3f800000; bits < 0x41000000; bits++) { /* 1 .. 8 */
        f32 root = ssimulacra2_nearest_root(f32_of_bits(bits));
        u32 significand = ((bits & 0x7fffff) | 0x800000) << ((bits >> 23) - 127);
        if (!is_nearest((u64)(root * 8388608.0f), significand)) {
            printf("the root of %a is not %a\n", (double)f32_of_bits(bits), (double)root);
            return 1;
        }
        /* The exponent is taken off and put on: the same significand in other ranges. */
        for (u32 k = 1; k < 4; k++)
            if (ssimulacra2_nearest_root(f32_of_bits(bits - k * (3u << 23))) !=
                root * f32_of_bits((127 - k) << 23)) {
                printf("the root of %a 8^-%u differs\n", (double)f32_of_bits(bits), k);
                return 1;
            }
    }
    return 0;
}
