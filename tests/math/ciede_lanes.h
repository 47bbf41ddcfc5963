/* One value in all lanes of ciede's quick evaluation, for tests. */
#ifndef EVQ_TESTS_MATH_CIEDE_LANES_H
#define EVQ_TESTS_MATH_CIEDE_LANES_H

#include "kernel/ciede/quick.h"

static inline void fill_lanes(double *lanes, double v)
{
    for (int i = 0; i < QUICK_STEP; i++)
        lanes[i] = v;
}

/* T of a hue before its rounding. */
static inline double weight_of_hue(const u64 *wide_table, float mean)
{
    QuickNearest at = quick_nearest(mean);
    double off[QUICK_STEP];
    u64 row[QUICK_STEP];
    fill_lanes(off, at.off);
    for (int i = 0; i < QUICK_STEP; i++)
        row[i] = at.row;
    quick_store(off, quick_weight(wide_table, off, row));
    return off[0];
}

#endif
