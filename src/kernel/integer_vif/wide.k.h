/*
 * vif, the integer one, on devices that run thousands of work-items side by side: what takes the
 * CPU three kernels is one here, since memory is what it waits for. Lane x of row y adds every
 * SSE_LANES-th pixel of a picture row, so that neighbouring lanes read neighbouring pixels; the
 * rows of a coarse scale, which has few, are shared by several items.
 */
#ifndef EVQ_INTEGER_VIF_WIDE_K_H
#define EVQ_INTEGER_VIF_WIDE_K_H

#include "kernel/integer_vif/two_rows.h"
#include "kernel/psnr/params.h"

/* ---- Section 4, vertical ---- */

FN void ivif_store_wide(const IvifParams p, i32 x, i32 y, IvifPlanes sum, GLOBAL u32 *rows)
{
    rows[AT(1, IVIF_WIDE_MEANS, x, y)] =
        ivif_rounded(sum.ref, p.mean_shift) | ivif_rounded(sum.dis, p.mean_shift) << 16;
    rows[AT(1, IVIF_WIDE_REF2, x, y)] = ivif_joined(sum.ref2_high, sum.ref2_low, p.square_shift);
    rows[AT(1, IVIF_WIDE_DIS2, x, y)] = ivif_joined(sum.dis2_high, sum.dis2_low, p.square_shift);
    rows[AT(1, IVIF_WIDE_BOTH, x, y)] = ivif_joined(sum.both_high, sum.both_low, p.square_shift);
}

FN void ivif_wide_rows_at(const i32 n, const i32 narrow, const IvifParams p, i32 x, i32 y,
                          GLOBAL const u8 *bytes, GLOBAL const u16 *words, TABLE_POINTER u16 *taps,
                          GLOBAL u32 *rows)
{
    IvifTwoRows sum = ivif_two_rows(n, narrow, p, x, y, bytes, words, taps);
    ivif_store_wide(p, x, 2 * y, sum.even, rows);
    ivif_store_wide(p, x, 2 * y + 1, sum.odd, rows);
}

ROW_KERNEL(2, ivif_wide_rows17_u8, IvifParams, (IN(u8, image), OUT(u32, rows)))
{
    ivif_wide_rows_at(17, 1, p, x, y, image, 0, ivif_taps17, rows);
}

ROW_KERNEL(2, ivif_wide_rows17, IvifParams, (IN(u16, image), OUT(u32, rows)))
{
    ivif_wide_rows_at(17, 0, p, x, y, 0, image, ivif_taps17, rows);
}

ROW_KERNEL(2, ivif_wide_rows9, IvifParams, (IN(u16, image), OUT(u32, rows)))
{
    ivif_wide_rows_at(9, 0, p, x, y, 0, image, ivif_taps9, rows);
}

ROW_KERNEL(2, ivif_wide_rows5, IvifParams, (IN(u16, image), OUT(u32, rows)))
{
    ivif_wide_rows_at(5, 0, p, x, y, 0, image, ivif_taps5, rows);
}

ROW_KERNEL(2, ivif_wide_rows3, IvifParams, (IN(u16, image), OUT(u32, rows)))
{
    ivif_wide_rows_at(3, 0, p, x, y, 0, image, ivif_taps3, rows);
}

/* ---- Sections 4, horizontal, and 6 ---- */

FN IvifVariances ivif_wide_variances(const i32 n, const IvifParams p, i32 x, i32 y,
                                     GLOBAL const u32 *rows, TABLE_POINTER u16 *taps)
{
    u32 m1 = 0, m2 = 0;
    u64 ref2 = 32768, dis2 = 32768, both = 32768; /* rounds the shifts below */
    UNROLL(17)
    for (i32 k = 0; k < n; k++) {
        i32 column = x - n / 2 + k;
        u32 tap = taps[k + 1], means = rows[AT(0, IVIF_WIDE_MEANS, column, y)];
        m1 += tap * (means & 0xffff);
        m2 += tap * (means >> 16);
        ref2 += (u64)tap * rows[AT(0, IVIF_WIDE_REF2, column, y)];
        dis2 += (u64)tap * rows[AT(0, IVIF_WIDE_DIS2, column, y)];
        both += (u64)tap * rows[AT(0, IVIF_WIDE_BOTH, column, y)];
    }
    return ivif_variances(m1, m2, (u32)(ref2 >> 16), (u32)(dis2 >> 16), (u32)(both >> 16));
}

FN void ivif_lanes_at(const i32 n, const IvifParams p, i32 x, i32 y, GLOBAL const u32 *rows,
                      GLOBAL const i32 *table, TABLE_POINTER u16 *taps, GLOBAL u64 *lanes)
{
    i32 row = y >> p.scale, parts = 1 << p.scale;
    i32 first = x + SSE_LANES * (y & (parts - 1));
    i32 end = row < p.height ? p.width : 0;
    i32 numerator = 0, denominator = 0, flat = 0;
    u64 variance = 0;
    for (i32 i = first; i < end; i += SSE_LANES * parts) {
        IvifArguments a = ivif_arguments(p, ivif_wide_variances(n, p, i, row, rows, taps));
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

ROW_KERNEL(3, ivif_lanes17, IvifParams, (IN(u32, rows), IN(i32, table), OUT(u64, lanes)))
{
    ivif_lanes_at(17, p, x, y, rows, table, ivif_taps17, lanes);
}

ROW_KERNEL(3, ivif_lanes9, IvifParams, (IN(u32, rows), IN(i32, table), OUT(u64, lanes)))
{
    ivif_lanes_at(9, p, x, y, rows, table, ivif_taps9, lanes);
}

ROW_KERNEL(3, ivif_lanes5, IvifParams, (IN(u32, rows), IN(i32, table), OUT(u64, lanes)))
{
    ivif_lanes_at(5, p, x, y, rows, table, ivif_taps5, lanes);
}

ROW_KERNEL(3, ivif_lanes3, IvifParams, (IN(u32, rows), IN(i32, table), OUT(u64, lanes)))
{
    ivif_lanes_at(3, p, x, y, rows, table, ivif_taps3, lanes);
}

#endif
