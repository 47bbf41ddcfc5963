/*
 * Gamma's power and F's root for the quick evaluation of ciede: an inverse root in floats, as the
 * upper half of a double, then what it lacks in doubles. docs/math.md has the bounds.
 */
#ifndef EVQ_CIEDE_QUICK_ROOTS_H
#define EVQ_CIEDE_QUICK_ROOTS_H

#include "kernel/ciede/quick_lanes.h"
#include "kernel/ciede/quick_tables.h"

/* ---- Inverse roots ---- */

#define QUICK_BIAS 0x38000000 /* between exponents of doubles and of floats, in upper halves */

/* Doubles from 2^-126 on, by their upper halves, as patterns of floats: cut to 20 places. */
FN QuickWords quick_cut(QuickWords upper)
{
    return (upper - QUICK_BIAS) << 3;
}

/* v^-1/n within 4 %, for the slope 2^16/n: a float's pattern is almost a line of its logarithm. */
FN QuickFloats quick_guess(QuickWords v, u32 at_0, u16 slope)
{
    return quick_floats(at_0 - quick_upper_product(v, slope));
}

/* y (1 - e)^-1/n as an upper half; the constants are the function's in e, less 1, over e. */
FN QuickWords quick_nearer(QuickFloats y, QuickFloats e, f32 c1, f32 c2, f32 c3)
{
    QuickFloats p = quick_fma_floats(e, quick_all_f32(c3), quick_all_f32(c2));
    p = quick_fma_floats(p, e, quick_all_f32(c1));
    return (quick_words(quick_fma_floats(y * e, p, y)) >> 3) + QUICK_BIAS;
}

FN QuickWords quick_third_seed(QuickWords upper)
{
    QuickWords bits = quick_cut(upper);
    QuickFloats y = quick_guess(bits, QUICK_THIRD_AT_0, 0x5555);
    QuickFloats e = quick_fma_floats(y * y, -(quick_floats(bits) * y), quick_all_f32(1.0f));
    return quick_nearer(y, e, QUICK_THIRD_C0, QUICK_THIRD_C1, QUICK_THIRD_C2);
}

FN QuickWords quick_fifth_seed(QuickWords upper)
{
    QuickWords bits = quick_cut(upper);
    QuickFloats y = quick_guess(bits, QUICK_FIFTH_AT_0, 0x3333), yy = y * y;
    QuickFloats e = quick_fma_floats(yy * yy, -(quick_floats(bits) * y), quick_all_f32(1.0f));
    return quick_nearer(y, e, QUICK_FIFTH_C0, QUICK_FIFTH_C1, QUICK_FIFTH_C2);
}

/* ---- Powers ---- */

/* t^1/3 = t y^2 (1 - e)^-2/3, e = 1 - t y^3. */
FN QuickLanes quick_third_root(QuickLanes t, QuickLanes y)
{
    QuickLanes root = t * (y * y), e = quick_fma_lanes(-root, y, quick_all(1.0));
    QuickLanes p = quick_fma_lanes(e, quick_all(5.0 / 9.0), quick_all(2.0 / 3.0));
    return quick_fma_lanes(root * e, p, root);
}

/* x^12/5 = (x y)^3 (1 - e)^-3/5, e = 1 - x y^5. */
FN QuickLanes quick_pow24(QuickLanes x, QuickLanes y)
{
    QuickLanes yy = y * y, xy = x * y, e = quick_fma_lanes(yy * yy, -xy, quick_all(1.0));
    QuickLanes p = quick_fma_lanes(e, quick_all(52.0 / 125.0), quick_all(12.0 / 25.0));
    p = quick_fma_lanes(p, e, quick_all(3.0 / 5.0));
    QuickLanes power = xy * (xy * xy);
    return quick_fma_lanes(power * e, p, power);
}

/* ---- Rounding test ---- */

/* As quick_decide(), for doubles from 2^-126 on and an error that is a power of two. */
FN QuickFloats quick_decide_lanes(const QuickLanes *v, u64 error)
{
    QuickBits moved[QUICK_HALVES], cut[QUICK_HALVES];
    for (i32 h = 0; h < QUICK_HALVES; h++) {
        moved[h] = quick_bits(v[h]) + (0x10000000 + error);
        cut[h] = moved[h] >> 29;
    }
    QuickWords value = quick_lower(cut) - ((u32)QUICK_BIAS << 3);
    QuickWords doubt = quick_is_zero(quick_lower(moved) & (u32)(0x20000000 - 2 * error));
    return quick_in_order(value | doubt);
}

#endif
