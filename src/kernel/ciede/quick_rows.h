/*
 * Statement 15 for the quick evaluation of ciede: T from a table of the wide one (params.h), as a
 * row with a short polynomial costs less than a long polynomial. Compilers make gathers of such
 * loops, which are slow.
 */
#ifndef EVQ_CIEDE_QUICK_ROWS_H
#define EVQ_CIEDE_QUICK_ROWS_H

#include "kernel/ciede/params.h"
#include "kernel/ciede/quick_lanes.h"
#include "kernel/ciede/wide_tables.h"

/* Two neighbouring columns of a table, of a row for each pixel. */
typedef struct QuickColumns {
    QuickLanes first, second;
} QuickColumns;

FN QuickColumns quick_columns(GLOBAL const u64 *table, const u64 *row)
{
    QuickColumns v;
#if EVQ_VECTORS
    f64x4_load_columns(table + row[0], table + row[1], table + row[2], table + row[3], &v.first,
                       &v.second);
#else
    v.first = f64_of_bits(table[*row]);
    v.second = f64_of_bits(table[*row + 1]);
#endif
    return v;
}

/* A hue as the nearest multiple of 1/64, by where its row is, and an exact rest. An undecided one
 * has a row too. */
typedef struct QuickNearest {
    F64 off;
    u64 row;
} QuickNearest;

FN QuickNearest quick_nearest(f32 hue)
{
    f32 rounded = hue + 0x1p17f;
    QuickNearest v = { f64_of_f32(hue - (rounded - 0x1p17f)),
                       6 * (bits_of_f32(rounded) & (WIDE_T_ROWS - 1)) };
    return v;
}

FN QuickLanes quick_weight(GLOBAL const u64 *table, const F64 *off, const u64 *row)
{
    GLOBAL const u64 *from = table + WIDE_TABLE_T / 2;
    QuickColumns low = quick_columns(from, row), middle = quick_columns(from + 2, row);
    QuickColumns high = quick_columns(from + 4, row);
    QuickLanes x = quick_load(off), xx = x * x;
    QuickLanes p = quick_fma_lanes(quick_fma_lanes(high.second, x, high.first), xx,
                                   quick_fma_lanes(middle.second, x, middle.first));
    return quick_fma_lanes(p, xx, quick_fma_lanes(low.second, x, low.first));
}

#endif
