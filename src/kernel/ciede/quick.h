/*
 * ciede: the quick evaluation. The statements of ciede.h that have no table in them are used as
 * they are; the others have a form here that vectorises, whose results are the same floats or,
 * rarely, NaN (undecided.h). docs/math.md derives the errors that the rounding tests are given.
 */
#ifndef EVQ_CIEDE_QUICK_H
#define EVQ_CIEDE_QUICK_H

#include "kernel/ciede/ciede.h"
#include "kernel/ciede/quick_angle.h"
#include "kernel/ciede/quick_math.h"
#include "kernel/ciede/quick_roots.h"
#include "kernel/ciede/quick_rows.h"
#include "kernel/ciede/undecided.h"

/* ---- Section 3 ---- */

/* The operand of gamma's power. */
FN F64 quick_gamma_operand(F64 c)
{
    return (c + native_of_bits(CIEDE_GAMMA_ADD)) * native_of_bits(CIEDE_GAMMA_SCALE);
}

/* Gamma of c and its power; which branch is decided on the exact value. */
FN F64 quick_gamma(F64 c, F64 power)
{
    F64 line = c * native_of_bits(CIEDE_GAMMA_LINEAR);
    return c > native_of_bits(CIEDE_GAMMA_FROM) ? power : line;
}

/* The same of the operand, for 8 bits, where no c is within 2^-29 of the end of the line. */
FN QuickLanes quick_gamma_of_operand(QuickLanes x, QuickLanes power)
{
    F64 slope = native_of_bits(CIEDE_GAMMA_LINEAR) / native_of_bits(CIEDE_GAMMA_SCALE);
    F64 at_0 = native_of_bits(CIEDE_GAMMA_LINEAR) * -native_of_bits(CIEDE_GAMMA_ADD);
    QuickLanes line = quick_fma_lanes(x, quick_all(slope), quick_all(at_0));
    return quick_if_above(x, quick_gamma_operand(native_of_bits(CIEDE_GAMMA_FROM)), power, line);
}

typedef struct QuickXyz {
    F64 x, y, z; /* in units of white's */
} QuickXyz;

FN F64 quick_mix(F64 r, F64 of_r, F64 g, F64 of_g, F64 b, F64 of_b)
{
    return quick_fma(b, of_b, quick_fma(g, of_g, r * of_r));
}

/* A weight of the mix, in units of white's. */
#define QUICK_OF_X(weight) (native_of_bits(weight) * native_of_bits(CIEDE_WHITE_X))
#define QUICK_OF_Z(weight) (native_of_bits(weight) * native_of_bits(CIEDE_WHITE_Z))

FN QuickXyz quick_xyz(F64 r, F64 g, F64 b)
{
    QuickXyz v;
    v.x = quick_mix(r, QUICK_OF_X(CIEDE_X_R), g, QUICK_OF_X(CIEDE_X_G), b, QUICK_OF_X(CIEDE_X_B));
    v.y = quick_mix(r, native_of_bits(CIEDE_Y_R), g, native_of_bits(CIEDE_Y_G), b,
                    native_of_bits(CIEDE_Y_B));
    v.z = quick_mix(r, QUICK_OF_Z(CIEDE_Z_R), g, QUICK_OF_Z(CIEDE_Z_G), b, QUICK_OF_Z(CIEDE_Z_B));
    return v;
}

#define QUICK_F_ERROR  (QUICK_ERROR / 8)
#define QUICK_F_BRIGHT 0x1.23p-7 /* from here on F is a root */

/* F of t before it is rounded. Both branches have the same value and slope where they meet, so a t
 * that is off by its error may take either. */
FN QuickLanes quick_f_of(QuickLanes t, QuickLanes root)
{
    F64 slope = native_of_bits(CIEDE_F_SLOPE) * native_of_bits(CIEDE_F_SCALE);
    F64 at_0 = native_of_bits(CIEDE_F_ADD) * native_of_bits(CIEDE_F_SCALE);
    QuickLanes line = quick_fma_lanes(t, quick_all(slope), quick_all(at_0));
    return quick_if_above(t, native_of_bits(CIEDE_F_FROM), root, line);
}

/* F where no t is negative, and anywhere. */
FN QuickFloats quick_f_positive(const QuickLanes *f)
{
    return quick_decide_lanes(f, QUICK_F_ERROR);
}

FN f32 quick_f(F64 f)
{
    return quick_decide_within(f, 0x1p-45);
}

/* scale (f - g) rounded once, for f and g from 1/16 to 2 and a scale of 7 bits: the difference has
 * 28 bits, so what it lacks as a float has 4, and its product is exact. */
FN f32 quick_opponent(f32 f, f32 g, f32 scale)
{
    Pair difference = pair_of_sum(f, -g);
    return quick_fma_f32(difference.head, scale, difference.tail * scale);
}

/* L, a and b of F that are above 1/16. */
FN CiedeLab quick_lab_of_roots(f32 fx, f32 fy, f32 fz)
{
#if EVQ_FMA_F32
    CiedeLab lab = { fma_f32(116.0f, fy, -16.0f), quick_opponent(fx, fy, 500.0f),
                     quick_opponent(fy, fz, 200.0f) };
    return lab;
#else
    return ciede_lab_of_roots(fx, fy, fz);
#endif
}

/* ---- Section 4 ---- */

/* Statements 3 and 7 from the sum of the squares. */
FN f32 quick_chroma(Pair squares)
{
    CiedeRoot root = ciede_root(squares);
    return quick_decide_pair(root.head, root.tail, root.head * 0x1p-44f);
}

/* Statement 5: p/(p + 25^7). */
FN Pair quick_share(Pair power)
{
    Pair under = ciede_add(power, pair_of(CIEDE_25_7_F32, CIEDE_25_7_TAIL));
    return quick_quotient(power, under, 1.0f / under.head);
}

/* Half of G. */
FN Pair quick_stretch(Pair share)
{
    CiedeRoot root = ciede_root(share);
    return quick_sum_ordered(0.5f, -0.5f * root.head, -0.5f * root.tail);
}

/* Statement 6. */
FN Pair quick_stretched_of(f32 a, Pair stretch)
{
    Pair more = pair_of_product(a, stretch.head);
    return quick_sum_ordered(a, more.head, quick_fma_f32(a, stretch.tail, more.tail));
}

/* The less half of G differs from 1/2, the less it is off. */
FN f32 quick_stretched_error(f32 value, Pair stretch)
{
    return value * quick_fma_f32(0.5f - stretch.head, 0x1p-41f, 0x1p-45f);
}

FN f32 quick_stretched(f32 a, Pair stretch)
{
    Pair v = quick_stretched_of(a, stretch);
    return quick_decide_pair(v.head, v.tail, quick_stretched_error(v.head, stretch));
}

/* Statement 11 from the angle of (a', |b|). */
FN f32 quick_hue(f32 b, f32 a, f32 angle)
{
    f32 rest = QUICK_TURN_HEAD - angle;
    f32 lacks = (QUICK_TURN_HEAD - rest) - angle;
    f32 below = quick_decide_pair(rest, lacks + QUICK_TURN_TAIL, 0x1p-44f);
    f32 hue = b < 0.0f ? below : angle;
    return ((b == 0.0f) & (a == 0.0f)) ? 0.0f : hue;
}

/* Statements 12 and 14 for hues that are more than half a turn apart: of their difference, or 0
 * where there is no chroma, and of half of their sum. */
FN f32 quick_hue_change(f32 d)
{
    u32 back = (bits_of_f32(d) & 0x80000000) ^ 0x80000000;
    f32 turned = f32_of_f64(f64_of_bits(CIEDE_TURN) - f64_of_f32(ciede_magnitude(d)));
    return quick_either(0u - (u32)(d == 0.0f), d, quick_flip(turned, back));
}

FN f32 quick_hue_mean(f32 mean)
{
    return f32_of_f64(f64_of_f32(mean) + 0.5 * f64_of_bits(CIEDE_TURN));
}

/* Statement 9: q; 0.015 q over the root of 20 + q; and S_L. */
FN Pair quick_lightness_square(f32 mean)
{
    f32 from_grey = mean - 50.0f;
    return pair_of_product(from_grey, from_grey);
}

FN CiedeRoot quick_lightness_root(Pair q)
{
    return ciede_root(ciede_add(q, pair_of(20.0f, 0.0f)));
}

FN Pair quick_lightness(Pair q, CiedeRoot root)
{
    Pair part = pair_of_product(q.head, QUICK_SL_SCALE_HEAD);
    part.tail += quick_fma_f32(q.head, QUICK_SL_SCALE_TAIL, q.tail * QUICK_SL_SCALE_HEAD);
    return quick_quotient(part, pair_of(root.head, root.tail), root.inverse * 2.0f);
}

FN f32 quick_s_l(Pair quotient)
{
    Pair sum = ciede_add(quotient, pair_of(1.0f, 0.0f));
    return quick_decide_pair(sum.head, sum.tail, 0x1p-42f);
}

/* Statement 13: the root, and all of it. */
FN Pair quick_product_root(f32 c1, f32 c2, i32 flavour)
{
    Pair q = pair_of_product(c1, c2);
    q.tail = flavour ? q.tail : 0.0f;
    CiedeRoot root = ciede_root(q);
    return pair_of(root.head, root.tail);
}

FN F64 quick_hue_distance_of(Pair root, F64 sine)
{
    return 2.0 * (f64_of_f32(root.head) + f64_of_f32(root.tail)) * sine;
}

FN f32 quick_hue_distance(Pair root, F64 sine)
{
    return quick_decide(quick_hue_distance_of(root, sine), QUICK_ERROR / 2);
}

/* Statement 15. */
FN f32 quick_hue_weight(F64 weight)
{
    return quick_decide(weight, 2 * QUICK_ERROR);
}

/* Statements 19 to 23 for a theta^2 below the limit and a chroma above it (section 6). */
FN F64 quick_turn_of(f32 ratio, f32 rho)
{
    return -2.0 * f64_sqrt(f64_of_f32(ratio)) * quick_sin(f64_of_f32(rho));
}

FN f32 quick_turn(f32 square, f32 chroma)
{
    f32 epsilon = quick_decide(60.0 * quick_exp(f64_of_f32(-square)), QUICK_ERROR / 4);
    f32 rho = f32_of_f64(f64_mul(f64_of_f32(epsilon), f64_of_bits(CIEDE_RADIANS)));
    f32 power = powf7(chroma);
    f32 ratio = power / (power + CIEDE_25_7_F32);
    return quick_decide(quick_turn_of(ratio, rho), QUICK_ERROR / 64);
}

/* rho = pi/3 e^(-theta^2) within 2^-22, 0 past the limit. */
FN f32 quick_rho_estimate(f32 square)
{
    /* A mask, as compilers split the loop at a ternary with constants. */
    u32 near = 0u - (u32)(square < CIEDE_NO_TURN_FROM);
    square = f32_of_bits(bits_of_f32(square) & near);
    f32 rounded = quick_fma_f32(square, QUICK_RHO_STEPS, 0x1.8p23f);
    f32 k = rounded - 0x1.8p23f;
    f32 r = quick_fma_f32(k, QUICK_RHO_STEP, -square) + k * QUICK_RHO_STEP_REST;
    f32 rr = r * r;
    f32 high = quick_fma_f32(quick_fma_f32(r, QUICK_RHO_C6, QUICK_RHO_C5), r, QUICK_RHO_C4);
    f32 low = quick_fma_f32(quick_fma_f32(r, QUICK_RHO_C3, 0.5f), rr, r + 1.0f);
    f32 p = quick_fma_f32(high, rr * rr, low);
    f32 rho = p * f32_of_bits((127u << 23) - (bits_of_f32(rounded) << 23)) * QUICK_RHO;
    return f32_of_bits(bits_of_f32(rho) & near);
}

/* R_T within 2^-19.9, without its roundings: sin rho, and what it is multiplied with. */
FN f32 quick_turn_sine(f32 rho)
{
    f32 z = rho * rho;
    f32 high = quick_fma_f32(z, QUICK_RHO_SIN_C9, QUICK_RHO_SIN_C7);
    f32 low = quick_fma_f32(z, QUICK_RHO_SIN_C5, QUICK_RHO_SIN_C3);
    return quick_fma_f32(rho * z, quick_fma_f32(high, z * z, low), rho);
}

FN f32 quick_turn_estimate(f32 sine, f32 chroma)
{
    f32 c2 = chroma * chroma;
    f32 power = (c2 * c2) * (c2 * chroma);
    return -2.0f * sqrt_f32(power / (power + CIEDE_25_7_F32)) * sine;
}

/* Statement 25 under the root: the squares, and with the cross term. */
FN Pair quick_three_squares(f32 l, f32 c, f32 h)
{
    return ciede_add(ciede_squares(l, c), pair_of_product(h, h));
}

FN Pair quick_join(Pair squares, f32 cross)
{
    return quick_sum_ordered(squares.head, cross, squares.tail);
}

/* A difference, and whether it is undecided without the roundings of R_T. */
typedef struct QuickDifference {
    f32 value;
    i32 open;
} QuickDifference;

/* The root. Of the cross term, which an R_T within 2^-19.9 is in, half of the error counts, over
 * the root. Squares of numbers below 2^-46 are not exact. */
FN QuickDifference quick_difference(Pair join, f32 cross)
{
    CiedeRoot root = ciede_root(join);
    f32 error = quick_fma_f32(root.head, 0x1p-41f, 0x1p-70f);
    error += pair_magnitude(cross) * root.inverse * 0x1.6p-20f;
    Rounded v = ciede_rounded(root.head, root.tail, error);
    QuickDifference r = { v.value, v.undecided };
    return r;
}

#endif
