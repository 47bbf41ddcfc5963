/*
 * ciede: the quick evaluation. The statements of ciede.h that have no table in them are used as
 * they are; the others have a form here that vectorises, whose results are the same floats or,
 * rarely, NaN (undecided.h).
 */
#ifndef EVQ_CIEDE_QUICK_H
#define EVQ_CIEDE_QUICK_H

#include "kernel/ciede/ciede.h"
#include "kernel/ciede/quick_math.h"

/* ---- Section 3 ---- */

/* gamma within 2^-45; which branch is decided on the exact value. */
FN F64 quick_gamma(F64 c)
{
    F64 power =
        quick_pow24((c + native_of_bits(CIEDE_GAMMA_ADD)) * native_of_bits(CIEDE_GAMMA_SCALE));
    F64 line = c * native_of_bits(CIEDE_GAMMA_LINEAR);
    return c > native_of_bits(CIEDE_GAMMA_FROM) ? power : line;
}

/* F: both branches have the same value and slope where they meet, so a t that is off by its error
 * may take either. */
FN f32 quick_f(F64 t, u64 error)
{
    F64 root = quick_cbrt(t);
    F64 line = quick_fma(t, native_of_bits(CIEDE_F_SLOPE) * native_of_bits(CIEDE_F_SCALE),
                         16.0 * native_of_bits(CIEDE_F_SCALE));
    return quick_decide(t > native_of_bits(CIEDE_F_FROM) ? root : line, error);
}

FN F64 quick_mix(F64 r, u64 of_r, F64 g, u64 of_g, F64 b, u64 of_b)
{
    return quick_fma(b, f64_of_bits(of_b), quick_fma(g, f64_of_bits(of_g), r * f64_of_bits(of_r)));
}

/* Where one of r, g, b is negative, x, y or z may be much smaller than its terms: the error grows,
 * and where F's line comes near 0, nothing is decided. */
FN u64 quick_f_error(F64 r, F64 g, F64 b, F64 x, F64 y, F64 z)
{
    F64 least = r < g ? r : g;
    F64 dark = x < y ? x : y;
    least = least < b ? least : b;
    dark = dark < z ? dark : z;
    u64 error = dark < -0.015 ? 0x10000000 : 64 * QUICK_ERROR;
    return least < 0.0 ? error : QUICK_ERROR;
}

/* L is NaN where one of the three roots is undecided. */
FN CiedeLab quick_lab(F64 r, F64 g, F64 b)
{
    F64 x = quick_mix(r, CIEDE_X_R, g, CIEDE_X_G, b, CIEDE_X_B) * native_of_bits(CIEDE_WHITE_X);
    F64 y = quick_mix(r, CIEDE_Y_R, g, CIEDE_Y_G, b, CIEDE_Y_B);
    F64 z = quick_mix(r, CIEDE_Z_R, g, CIEDE_Z_G, b, CIEDE_Z_B) * native_of_bits(CIEDE_WHITE_Z);
    u64 error = quick_f_error(r, g, b, x, y, z);
    return ciede_lab_of_roots(quick_f(x, error), quick_f(y, error), quick_f(z, error));
}

/* ---- Section 4 ---- */

/* Statement 11. */
FN f32 quick_hue(f32 b, f32 a)
{
    f32 t = quick_decide(quick_atan2(b, a), QUICK_ERROR);
    f32 turned = f32_of_f64(f64_add(f64_of_f32(t), f64_of_bits(CIEDE_TURN)));
    t = t < 0.0f ? turned : t;
    return b == 0.0f && a == 0.0f ? 0.0f : t;
}

/* Statement 13. */
FN f32 quick_hue_distance(f32 c1, f32 c2, f32 change, i32 flavour)
{
    F64 exact = f64_of_f32(c1) * f64_of_f32(c2);
    F64 q = flavour ? exact : f64_of_f32(c1 * c2);
    return quick_decide(2.0 * f64_sqrt(q) * quick_sin(f64_of_f32(change * 0.5f)), QUICK_ERROR);
}

/* Statement 15: the multiple angles as polynomials in sine and cosine, those of H or of H - pi. */
FN f32 quick_hue_weight(f32 mean)
{
    F64 h = f64_of_f32(mean);
    F64 rounded = quick_fma(h, 0x1.45f306dc9c883p-2, 0x1.8p52);
    F64 half_turns = rounded - 0x1.8p52;
    F64 r = quick_fma(-half_turns, 0x1.921fb54442dp+1, h);
    r = quick_fma(-half_turns, 0x1.8469898cc517p-47, r);
    u64 flip = bits_of_f64(rounded) << 63;
    F64 s = f64_of_bits(bits_of_f64(quick_sin(r)) ^ flip);
    F64 c = f64_of_bits(bits_of_f64(quick_cos(r)) ^ flip);

    F64 p = quick_fma(c, -0x1.73e8b55d0b19ap-1, 0x1.45e28b142d1c7p+0);
    p = quick_fma(p, c, 0x1.34d5a25c9a07bp+0);
    p = quick_fma(p, c, -0x1.1a1a6680e199cp+0);
    p = quick_fma(p, c, 0x1.56a1a1a64a21fp-1);
    F64 q = quick_fma(c, -0x1.6cf4ce430f057p+0, -0x1.1203dd3fda897p-3);
    q = quick_fma(q, c, 0x1.6cf4ce430f057p-1);
    q = quick_fma(q, c, -0x1.a64e0e45442eep-5);
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

/* R_T within 2^-20, without its roundings, for pixels on whose difference it has little effect; 0
 * for a theta^2 past the limit. */
FN f32 quick_turn_estimate(f32 square, f32 chroma)
{
    /* A mask, as compilers split the loop at a ternary with constants. */
    u32 near = 0u - (u32)(square < CIEDE_NO_TURN_FROM);
    square = f32_of_bits(bits_of_f32(square) & near);
    f32 k = (f32)(i32)(square * 0x1.715476p+0f + 0.5f);
    f32 r = (k * 0.693145751953125f - square) + k * 1.42860682e-6f;
    f32 p = r * 0x1.6c16c2p-10f + 0x1.111112p-7f;
    p = p * r + 0x1.555556p-5f;
    p = p * r + 0x1.555556p-3f;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    f32 rho = p * f32_of_bits((u32)(127 - (i32)k) << 23) * 0x1.0c1524p+0f;
    f32 z = rho * rho;
    f32 high = z * 0x1.71de3ap-19f - 0x1.a01a02p-13f;
    high = (high * z + 0x1.111112p-7f) * z - 0x1.555556p-3f;
    f32 sine = rho + rho * z * high;
    f32 c2 = chroma * chroma;
    f32 power = c2 * c2 * c2 * chroma;
    f32 turn = -2.0f * sqrt_f32(power / (power + CIEDE_25_7_F32)) * sine;
    return f32_of_bits(bits_of_f32(turn) & near);
}

/* A difference, and whether R_T matters so much that its roundings do. */
typedef struct QuickJoin {
    f32 value;
    i32 matters;
} QuickJoin;

/* Statement 25 with the estimate of R_T: where the cross term is below 2^-20 of the whole, the
 * estimate's error is below 2^-41 of it. Where it is above, |R_T| is above 2^-19, so the limits of
 * section 6 are far. */
FN QuickJoin quick_join(f32 l, f32 c, f32 h, f32 square, f32 chroma)
{
    F64 wide_l = f64_of_f32(l), wide_c = f64_of_f32(c), wide_h = f64_of_f32(h);
    f32 turn = quick_turn_estimate(square, chroma);
    f32 cross = turn * c * h;
    F64 sum = quick_fma(wide_h, wide_h, quick_fma(wide_c, wide_c, wide_l * wide_l));
    sum = sum + f64_of_f32(cross);
    QuickJoin r = { quick_decide(f64_sqrt(sum), 4 * QUICK_ERROR),
                    ciede_magnitude(cross) > (f32)sum * 0x1p-20f };
    return r;
}

#endif
