/*
 * vif, the integer one, on devices that run thousands of work-items side by side: what takes the
 * CPU three kernels is one here, since memory is what it waits for. Lane x of row y adds every
 * SSE_LANES-th pixel of a picture row, so that neighbouring lanes read neighbouring pixels; the
 * rows of a coarse scale, which has few, are shared by several items.
 */
#ifndef EVQ_INTEGER_VIF_WIDE_K_H
#define EVQ_INTEGER_VIF_WIDE_K_H

#include "kernel/integer_vif/variances.h"
#include "kernel/psnr/params.h"

FN void ivif_lanes_at(const i32 n, const IvifParams p, i32 x, i32 y, GLOBAL const i16 *rows,
                      GLOBAL const i32 *table, TABLE_POINTER u16 *taps, GLOBAL u64 *lanes)
{
    i32 row = y >> p.scale, parts = 1 << p.scale;
    i32 first = x + SSE_LANES * (y & (parts - 1));
    i32 end = row < p.height ? p.width : 0;
    i32 numerator = 0, denominator = 0, flat = 0;
    u64 variance = 0;
    for (i32 i = first; i < end; i += SSE_LANES * parts) {
        IvifArguments a = ivif_arguments(p, ivif_variances_at(n, p, i, row, rows, taps));
        numerator += ivif_log(ivif_log_key(a.enhanced), table);
        numerator -= ivif_log(ivif_log_key(a.noisy), table);
        denominator += ivif_log(ivif_log_key(a.signal), table) - IVIF_LOG_OF_NOISE;
        flat += a.flat != 0;
        variance += a.flat;
    }
    lanes[AT(2, IVIF_SUMS * p.slot, x, y)] = (u64)(i64)numerator;
    lanes[AT(2, IVIF_SUMS * p.slot + 1, x, y)] = (u64)(i64)denominator;
    lanes[AT(2, IVIF_SUMS * p.slot + 2, x, y)] = variance - (u64)(i64)flat;
    lanes[AT(2, IVIF_SUMS * p.slot + 3, x, y)] = (u64)(i64)flat;
}

ROW_KERNEL(3, ivif_lanes17, IvifParams, (IN(i16, rows), IN(i32, table), OUT(u64, lanes)))
{
    ivif_lanes_at(17, p, x, y, rows, table, ivif_taps17, lanes);
}

ROW_KERNEL(3, ivif_lanes9, IvifParams, (IN(i16, rows), IN(i32, table), OUT(u64, lanes)))
{
    ivif_lanes_at(9, p, x, y, rows, table, ivif_taps9, lanes);
}

ROW_KERNEL(3, ivif_lanes5, IvifParams, (IN(i16, rows), IN(i32, table), OUT(u64, lanes)))
{
    ivif_lanes_at(5, p, x, y, rows, table, ivif_taps5, lanes);
}

ROW_KERNEL(3, ivif_lanes3, IvifParams, (IN(i16, rows), IN(i32, table), OUT(u64, lanes)))
{
    ivif_lanes_at(3, p, x, y, rows, table, ivif_taps3, lanes);
}

#endif
