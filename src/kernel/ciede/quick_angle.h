/*
 * The angle of a point in floats, for the quick evaluation of ciede: in three steps, each short
 * enough to keep a processor busy with several of them. docs/math.md has the bound.
 */
#ifndef EVQ_CIEDE_QUICK_ANGLE_H
#define EVQ_CIEDE_QUICK_ANGLE_H

#include "kernel/ciede/quick_math.h"

/* An angle and the arctangent of a quotient; `from` is a multiple of 2^-21. */
typedef struct QuickAngle {
    Pair from;
    f32 over; /* of the quotient, exact */
    Pair under;
} QuickAngle;

/*
 * The angle of the point (x, |y|). In the first octant it is arctan c + arctan (n - c d)/(d + c n),
 * c = 0, 1/4, 1/2 or 1; the other octants go forth or back from quarters of a turn. The quotient is
 * below 0.182, and below 0.125 for c = 0.
 */
FN QuickAngle quick_angle(f32 y, f32 x)
{
    f32 across = pair_magnitude(x), up = pair_magnitude(y);
    i32 steep = across < up;
    f32 n = steep ? across : up, d = steep ? up : across;
    i32 above1 = 0.125f * d < n, above2 = 0.375f * d < n, above3 = 0.75f * d < n;
    f32 c = above1 ? 0.25f : 0.0f;
    f32 angle = above1 ? QUICK_ARCTAN_1_4 : 0.0f;
    f32 angle_tail = above1 ? QUICK_ARCTAN_1_4_TAIL : 0.0f;
    c = above2 ? 0.5f : c;
    angle = above2 ? QUICK_ARCTAN_1_2 : angle;
    angle_tail = above2 ? QUICK_ARCTAN_1_2_TAIL : angle_tail;
    c = above3 ? 1.0f : c;
    angle = above3 ? QUICK_ARCTAN_1 : angle;
    angle_tail = above3 ? QUICK_ARCTAN_1_TAIL : angle_tail;
    f32 from = x < 0.0f ? 2.0f * QUICK_QUARTER : 0.0f;
    f32 from_tail = x < 0.0f ? 2.0f * QUICK_QUARTER_TAIL : 0.0f;
    from = steep ? QUICK_QUARTER : from;
    from_tail = steep ? QUICK_QUARTER_TAIL : from_tail;
    u32 back = ((0u - (u32)steep) ^ bits_of_f32(x)) & 0x80000000; /* a sign */

    f32 more = c * n, under = d + more;
    QuickAngle v;
    v.from = pair_of(from + quick_flip(angle, back), from_tail + quick_flip(angle_tail, back));
    v.over = quick_flip(n - c * d, back);
    v.under = pair_of(under, more - (under - d));
    return v;
}

/* The quotient. */
FN Pair quick_slope(f32 over, Pair under)
{
    return quick_quotient(pair_of(over, 0.0f), under, 1.0f / under.head);
}

/* The slope's arctangent without its head, as a float and what it lacks. */
FN Pair quick_bend(Pair slope)
{
    Pair w = pair_of_product(slope.head, slope.head);
    f32 ww = w.head * w.head;
    f32 p = quick_fma_f32(quick_fma_f32(QUICK_BEND_C3, w.head, QUICK_BEND_C2), ww,
                          quick_fma_f32(QUICK_BEND_C1, w.head, QUICK_BEND_C0));
    Pair third = pair_of_product(w.head, QUICK_THIRD_HEAD);
    f32 low = quick_fma_f32(w.head, QUICK_THIRD_TAIL, w.tail * QUICK_THIRD_HEAD) + third.tail;
    Pair bend = pair_of_product(slope.head, third.head);
    bend.tail = quick_fma_f32(slope.head, quick_fma_f32(ww, p, low), bend.tail);
    bend.tail += quick_fma_f32(slope.tail, ww - w.head, slope.tail);
    return bend;
}

/* The angle, and what the sum of its parts may be off. */
FN Pair quick_angle_of(Pair from, f32 slope, Pair bend)
{
    f32 sum = from.head + slope;
    f32 lacks = slope - (sum - from.head);
    Pair v = quick_sum_ordered(sum, bend.head, from.tail + bend.tail);
    return pair_of(v.head, v.tail + lacks);
}

/* The bend's floats are off by at most 1.2 u w^2 of a slope that is below 0.182. */
FN f32 quick_angle_error(f32 value, f32 slope)
{
    f32 w = slope * slope;
    return quick_fma_f32(w * w, 0x1.2p-26f, value * 0x1p-42f);
}

FN f32 quick_rounded_angle(Pair from, f32 slope, Pair bend)
{
    Pair v = quick_angle_of(from, slope, bend);
    return quick_decide_pair(v.head, v.tail, quick_angle_error(v.head, slope));
}

#endif
