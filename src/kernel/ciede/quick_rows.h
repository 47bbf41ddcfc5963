/*
 * Look-ups for the quick evaluation of ciede, in the tables of the wide one (params.h): a row with
 * a short polynomial costs less than a long polynomial. Compilers make gathers of such loops, which
 * are slow, so they are written for as many pixels at once as the port has vectors for.
 */
#ifndef EVQ_CIEDE_QUICK_ROWS_H
#define EVQ_CIEDE_QUICK_ROWS_H

#include "kernel/ciede/params.h"
#include "kernel/ciede/quick_math.h"
#include "kernel/ciede/wide_tables.h"

/* ---- Doubles of neighbouring pixels ---- */

/* Two neighbouring columns of a table, of a row for each pixel. */
#if EVQ_VECTORS

typedef F64x4 QuickLanes;
#define QUICK_LANES 4

typedef struct QuickColumns {
    QuickLanes first, second;
} QuickColumns;

FN QuickLanes quick_all(F64 v)
{
    QuickLanes all = { v, v, v, v };
    return all;
}

FN QuickLanes quick_load(const F64 *from)
{
    return f64x4_load(from);
}

FN void quick_store(F64 *to, QuickLanes v)
{
    f64x4_store(to, v);
}

FN QuickLanes quick_fma_lanes(QuickLanes a, QuickLanes b, QuickLanes c)
{
    return f64x4_fma(a, b, c);
}

FN QuickColumns quick_columns(GLOBAL const u64 *table, const u64 *row)
{
    QuickColumns v;
    f64x4_load_columns(table + row[0], table + row[1], table + row[2], table + row[3], &v.first,
                       &v.second);
    return v;
}

#else

typedef F64 QuickLanes;
#define QUICK_LANES 1

typedef struct QuickColumns {
    QuickLanes first, second;
} QuickColumns;

FN QuickLanes quick_all(F64 v)
{
    return v;
}

FN QuickLanes quick_load(const F64 *from)
{
    return *from;
}

FN void quick_store(F64 *to, QuickLanes v)
{
    *to = v;
}

FN QuickLanes quick_fma_lanes(QuickLanes a, QuickLanes b, QuickLanes c)
{
    return quick_fma(a, b, c);
}

FN QuickColumns quick_columns(GLOBAL const u64 *table, const u64 *row)
{
    QuickColumns v = { f64_of_bits(table[*row]), f64_of_bits(table[*row + 1]) };
    return v;
}

#endif

/* ---- Gamma's power and F's root ---- */

/* Where the row of v is in a table whose first row begins at the upper half `from`; what is below
 * has the first row. */
FN u64 quick_row(F64 v, u32 from)
{
    u64 first = (u64)from << 32;
    F64 inside = v > native_of_bits(first) ? v : native_of_bits(first);
    return (bits_of_f64(inside) - first) >> (32 + WIDE_ROW_BITS - 1) & ~(u64)1;
}

/* An operand of gamma's power that is in its table, as is every one of samples that have their
 * depth. F of what comes of it is no further past its own table than that of all evaluations goes
 * on. */
FN F64 quick_within_gamma(F64 x)
{
    u64 end = (u64)(WIDE_GAMMA_FROM + (WIDE_GAMMA_ROWS << WIDE_ROW_BITS)) << 32;
    return x < native_of_bits(end - 1) ? x : native_of_bits(end - 1);
}

/* The table's function of x. */
FN QuickLanes quick_by_row(QuickLanes x, QuickColumns row, F64 c1, F64 c2, F64 c3)
{
    QuickLanes z = quick_fma_lanes(x, row.first, quick_all(-1.0));
    QuickLanes p = quick_fma_lanes(z, quick_all(c3), quick_all(c2));
    p = quick_fma_lanes(quick_fma_lanes(p, z, quick_all(c1)), z, quick_all(1.0));
    return row.second * p;
}

/* table: of all the wide evaluation's rows. */
FN QuickLanes quick_power(GLOBAL const u64 *table, const F64 *x, const u64 *row)
{
    return quick_by_row(quick_load(x), quick_columns(table + WIDE_TABLE_GAMMA / 2, row),
                        WIDE_POW24_C1, WIDE_POW24_C2, WIDE_POW24_C3);
}

FN QuickLanes quick_root(GLOBAL const u64 *table, const F64 *t, const u64 *row)
{
    return quick_by_row(quick_load(t), quick_columns(table + WIDE_TABLE_F / 2, row), WIDE_CBRT_C1,
                        WIDE_CBRT_C2, WIDE_CBRT_C3);
}

/* ---- Statement 15 ---- */

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
