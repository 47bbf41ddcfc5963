/*
 * ciede: the quick evaluation. The statements of ciede.h that have no table in them are used as
 * they are; the others have a form here that vectorises, whose results are the same floats or,
 * rarely, NaN (undecided.h).
 */
#ifndef EVQ_CIEDE_QUICK_H
#define EVQ_CIEDE_QUICK_H

#include "kernel/ciede/ciede.h"
#include "kernel/ciede/hypot.h"
#include "kernel/ciede/quick_math.h"
#include "kernel/ciede/undecided.h"

/* ---- Section 3 ---- */

/* Gamma within 2^-50 from the seed of its operand; which branch is decided on the exact value. */
FN F64 quick_gamma_operand(F64 c)
{
    return (c + native_of_bits(CIEDE_GAMMA_ADD)) * native_of_bits(CIEDE_GAMMA_SCALE);
}

FN f32 quick_gamma_seed(F64 c)
{
    return quick_pow24_seed(f32_of_f64(quick_gamma_operand(c)));
}

FN F64 quick_gamma(F64 c, f32 seed)
{
    F64 power = quick_pow24(quick_gamma_operand(c), seed);
    F64 line = c * native_of_bits(CIEDE_GAMMA_LINEAR);
    return c > native_of_bits(CIEDE_GAMMA_FROM) ? power : line;
}

typedef struct QuickXyz {
    F64 x, y, z; /* in units of white's */
} QuickXyz;

FN F64 quick_mix(F64 r, u64 of_r, F64 g, u64 of_g, F64 b, u64 of_b)
{
    return quick_fma(b, f64_of_bits(of_b), quick_fma(g, f64_of_bits(of_g), r * f64_of_bits(of_r)));
}

/* Within 2^-48 absolute. */
FN QuickXyz quick_xyz(F64 r, F64 g, F64 b)
{
    QuickXyz v;
    v.x = quick_mix(r, CIEDE_X_R, g, CIEDE_X_G, b, CIEDE_X_B) * native_of_bits(CIEDE_WHITE_X);
    v.y = quick_mix(r, CIEDE_Y_R, g, CIEDE_Y_G, b, CIEDE_Y_B);
    v.z = quick_mix(r, CIEDE_Z_R, g, CIEDE_Z_G, b, CIEDE_Z_B) * native_of_bits(CIEDE_WHITE_Z);
    return v;
}

/* F, within 2^-45 absolute, from the seed of t's cube root. Both branches have the same value and
 * slope where they meet, so a t that is off by its error may take either. */
FN f32 quick_f(F64 t, f32 seed)
{
    F64 root = quick_cbrt(t, seed);
    F64 line = quick_fma(t, native_of_bits(CIEDE_F_SLOPE) * native_of_bits(CIEDE_F_SCALE),
                         16.0 * native_of_bits(CIEDE_F_SCALE));
    return quick_decide_within(t > native_of_bits(CIEDE_F_FROM) ? root : line, 0x1p-44);
}

/* ---- Section 4 ---- */

/* Statements 3 and 7. */
FN f32 quick_hypot(f32 a, f32 b)
{
    Rounded v = ciede_hypot(a, b);
    return f32_of_bits(bits_of_f32(v.value) | (0u - (u32)v.undecided));
}

/* Statement 11. */
FN f32 quick_hue(f32 b, f32 a, QuickAngle angle)
{
    f32 t = quick_decide(quick_atan2(angle), QUICK_ERROR);
    f32 turned = f32_of_f64(f64_add(f64_of_f32(t), f64_of_bits(CIEDE_TURN)));
    t = t < 0.0f ? turned : t;
    return ((b == 0.0f) & (a == 0.0f)) ? 0.0f : t;
}

/* Statement 13. */
FN f32 quick_hue_distance(f32 c1, f32 c2, f32 change, i32 flavour)
{
    F64 exact = f64_of_f32(c1) * f64_of_f32(c2);
    F64 q = flavour ? exact : f64_of_f32(c1 * c2);
    return quick_decide(2.0 * f64_sqrt(q) * quick_sin(f64_of_f32(change * 0.5f)), QUICK_ERROR);
}

/* Sine and cosine of H: of H or H - pi, with its sign. */
typedef struct QuickTurned {
    F64 sine, cosine;
} QuickTurned;

FN QuickTurned quick_sine_cosine(f32 mean)
{
    F64 h = f64_of_f32(mean);
    F64 rounded = quick_fma(h, 0x1.45f306dc9c883p-2, 0x1.8p52);
    F64 half_turns = rounded - 0x1.8p52;
    F64 r = quick_fma(-half_turns, 0x1.921fb54442dp+1, h);
    r = quick_fma(-half_turns, 0x1.8469898cc517p-47, r);
    u64 flip = bits_of_f64(rounded) << 63;
    QuickTurned v = { f64_of_bits(bits_of_f64(quick_sin(r)) ^ flip),
                      f64_of_bits(bits_of_f64(quick_cos(r)) ^ flip) };
    return v;
}

/* Statement 15: the multiple angles as polynomials in sine and cosine. */
FN f32 quick_hue_weight(F64 s, F64 c)
{
    F64 cc = c * c;
    F64 p = quick_cubic(c, cc, 0x1.56a1a1a64a21fp-1, -0x1.1a1a6680e199cp+0, 0x1.34d5a25c9a07bp+0,
                        0x1.45e28b142d1c7p+0);
    p = quick_fma(cc * cc, -0x1.73e8b55d0b19ap-1, p);
    F64 q = quick_cubic(c, cc, -0x1.a64e0e45442eep-5, 0x1.6cf4ce430f057p-1, -0x1.1203dd3fda897p-3,
                        -0x1.6cf4ce430f057p+0);
    return quick_decide(quick_fma(q, s, p), 4 * QUICK_ERROR);
}

/* Statements 19 to 23 for a theta^2 below the limit and a chroma above it (section 6). */
FN f32 quick_turn(f32 square, f32 chroma)
{
    f32 epsilon = quick_decide(60.0 * quick_exp(f64_of_f32(-square)), QUICK_ERROR);
    f32 rho = f32_of_f64(f64_mul(f64_of_f32(epsilon), f64_of_bits(CIEDE_RADIANS)));
    f32 power = powf7(chroma);
    f32 ratio = power / (power + CIEDE_25_7_F32);
    return quick_decide(-2.0 * f64_sqrt(f64_of_f32(ratio)) * quick_sin(f64_of_f32(rho)),
                        QUICK_ERROR);
}

/* rho = pi/3 e^(-theta^2) within 2^-22, 0 past the limit. */
FN f32 quick_rho_estimate(f32 square)
{
    /* A mask, as compilers split the loop at a ternary with constants. */
    u32 near = 0u - (u32)(square < CIEDE_NO_TURN_FROM);
    square = f32_of_bits(bits_of_f32(square) & near);
    f32 k = (f32)(i32)quick_fma_f32(square, 0x1.715476p+0f, 0.5f);
    f32 r = quick_fma_f32(k, 0.693145751953125f, -square) + k * 1.42860682e-6f;
    f32 rr = r * r;
    f32 high = quick_fma_f32(quick_fma_f32(r, 0x1.6c16c2p-10f, 0x1.111112p-7f), r, 0x1.555556p-5f);
    f32 low = quick_fma_f32(quick_fma_f32(r, 0x1.555556p-3f, 0.5f), rr, r + 1.0f);
    f32 p = quick_fma_f32(high, rr * rr, low);
    f32 rho = p * f32_of_bits((u32)(127 - (i32)k) << 23) * 0x1.0c1524p+0f;
    return f32_of_bits(bits_of_f32(rho) & near);
}

/* R_T within 2^-20, without its roundings. */
FN f32 quick_turn_estimate(f32 rho, f32 chroma)
{
    f32 z = rho * rho;
    f32 high = quick_fma_f32(z, 0x1.71de3ap-19f, -0x1.a01a02p-13f);
    f32 low = quick_fma_f32(z, 0x1.111112p-7f, -0x1.555556p-3f);
    f32 sine = quick_fma_f32(rho * z, quick_fma_f32(high, z * z, low), rho);
    f32 c2 = chroma * chroma;
    f32 power = (c2 * c2) * (c2 * chroma);
    return -2.0f * sqrt_f32(power / (power + CIEDE_25_7_F32)) * sine;
}

/* A difference, and whether it is undecided without the roundings of R_T. */
typedef struct QuickJoin {
    f32 value;
    i32 open;
} QuickJoin;

/* Statement 25 with an estimate of R_T, whose error is below 2^-20. */
FN QuickJoin quick_join(f32 l, f32 c, f32 h, f32 turn)
{
    F64 wide_l = f64_of_f32(l), wide_c = f64_of_f32(c), wide_h = f64_of_f32(h);
    f32 cross = turn * c * h;
    F64 sum = quick_fma(wide_h, wide_h, quick_fma(wide_c, wide_c, wide_l * wide_l));
    F64 root = f64_sqrt(sum + f64_of_f32(cross));
    f32 near = f32_of_f64(root);
    f32 rest = f32_of_f64(root - f64_of_f32(near));
    /* Half of the cross term's error over the root, and the root's own. */
    f32 error = near * 0x1p-42f + ciede_magnitude(cross) / (near + 0x1p-100f) * 0x1p-21f;
    QuickJoin r = { near + (rest + error), near + (rest - error) != near + (rest + error) };
    return r;
}

#endif
