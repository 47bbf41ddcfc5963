/* Sums of ssimulacra2's maps on devices that run thousands of work-items side by side, from those
 * of segments of columns. */
#ifndef EVQ_SSIMULACRA2_WIDE_SUMS_K_H
#define EVQ_SSIMULACRA2_WIDE_SUMS_K_H

#include "kernel/ssimulacra2/wide.h"

/* x: a lane, which adds every SSIMULACRA2_LANES-th column; y: a digit of a map, from the channels
 * with ssim or from those without. A row of the result is a lane, of all scales. */
ROW_KERNEL(3, ssimulacra2_wide_fold, Ssimulacra2Params,
           (IN(u64, with_ssim), IN(u64, without), OUT(u64, lanes)))
{
    i32 map = y / SSIMULACRA2_DIGITS, channel = map / 3;
    if (p.counted >> map & 1) {
        i32 plane = y - 3 * SSIMULACRA2_DIGITS * (channel - ssimulacra2_place(p, channel));
        i32 ssim = (i32)(SSIMULACRA2_COUNTED(p, channel) & 1);
        GLOBAL const u64 *from =
            ssim ? with_ssim + AT(0, plane, 0, 0) : without + AT(1, plane, 0, 0);
        i32 stride = ssim ? p.g.stride[0] : p.g.stride[1];
        u64 sum = 0;
        for (i32 group = 0; group < p.groups; group++) {
            UNROLL(4)
            for (i32 column = x; column < p.width; column += SSIMULACRA2_LANES)
                sum += from[(i64)group * stride + column];
        }
        lanes[AT(2, 0, p.slot + y, x)] = sum;
    }
}

/* x: a digit of a map of a scale. */
ROW_KERNEL(2, ssimulacra2_wide_total, Ssimulacra2Params, (IN(u64, lanes), OUT(u64, result)))
{
    u64 sum = 0;
    UNROLL(16)
    for (i32 lane = 0; lane < SSIMULACRA2_LANES; lane++)
        sum += lanes[AT(0, 0, x, lane)];
    result[AT(1, 0, x, 0)] = sum;
}

#endif
