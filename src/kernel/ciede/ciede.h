/*
 * ciede: the defining statements of docs/spec/ciede.md for one pixel. Every operation rounds once,
 * in the order written; floats where the spec has binary32, F64 where it has binary64.
 */
#ifndef EVQ_CIEDE_H
#define EVQ_CIEDE_H

#include "kernel/ciede/constants.h"
#include "kernel/ciede/params.h"
#include "kernel/math/atan2.h"
#include "kernel/math/cbrt.h"
#include "kernel/math/exp.h"
#include "kernel/math/f64.h"
#include "kernel/math/pow24.h"
#include "kernel/math/pow7.h"
#include "kernel/math/powf7.h"
#include "kernel/math/sincos.h"

/* A pixel's samples. */
typedef struct CiedeCodes {
    i32 y, u, v;
} CiedeCodes;

typedef struct CiedeLab {
    f32 l, a, b;
} CiedeLab;

/* A constant times v. */
FN F64 ciede_times(u64 factor, F64 v)
{
    return f64_mul(f64_of_bits(factor), v);
}

/* ---- Section 3: samples to Lab ---- */

FN F64 ciede_gamma(F64 c)
{
    if (!f64_less(f64_of_bits(CIEDE_GAMMA_FROM), c))
        return ciede_times(CIEDE_GAMMA_LINEAR, c);
    return f64_pow24(ciede_times(CIEDE_GAMMA_SCALE, f64_add(c, f64_of_bits(CIEDE_GAMMA_ADD))));
}

FN f32 ciede_f(F64 t)
{
    if (f64_less(f64_of_bits(CIEDE_F_FROM), t))
        return f32_of_f64(f64_cbrt(t));
    F64 line = f64_add(ciede_times(CIEDE_F_SLOPE, t), f64_of_bits(CIEDE_F_ADD));
    return f32_of_f64(ciede_times(CIEDE_F_SCALE, line));
}

/* Luma and chroma in units of their range. */
FN F64 ciede_luma(const CiedeParams p, i32 code)
{
    return ciede_times(p.luma_scale, f64_of_i32(code - p.black));
}

FN F64 ciede_chroma(const CiedeParams p, i32 code)
{
    return ciede_times(p.chroma_scale, f64_of_i32(code - p.grey));
}

/* Red, green and blue before gamma. */
FN F64 ciede_red(F64 y, F64 v)
{
    return f64_add(y, ciede_times(CIEDE_R_V, v));
}

FN F64 ciede_green(F64 y, F64 u, F64 v)
{
    return f64_sub(f64_sub(y, ciede_times(CIEDE_G_U, u)), ciede_times(CIEDE_G_V, v));
}

FN F64 ciede_blue(F64 y, F64 u)
{
    return f64_add(y, ciede_times(CIEDE_B_U, u));
}

FN F64 ciede_mix(F64 r, u64 of_r, F64 g, u64 of_g, F64 b, u64 of_b)
{
    return f64_add(f64_add(ciede_times(of_r, r), ciede_times(of_g, g)), ciede_times(of_b, b));
}

/* L, a and b of three cube roots; differences and products are exact, so each rounds once. */
FN CiedeLab ciede_lab_of_roots(f32 fx, f32 fy, f32 fz)
{
    F64 x = f64_of_f32(fx), y = f64_of_f32(fy), z = f64_of_f32(fz);
    CiedeLab lab;
    lab.l = f32_of_f64(f64_sub(ciede_times(CIEDE_L_SCALE, y), f64_of_bits(CIEDE_F_ADD)));
    lab.a = f32_of_f64(ciede_times(CIEDE_A_SCALE, f64_sub(x, y)));
    lab.b = f32_of_f64(ciede_times(CIEDE_B_SCALE, f64_sub(y, z)));
    return lab;
}

FN CiedeLab ciede_lab(const CiedeParams p, CiedeCodes codes)
{
    F64 y = ciede_luma(p, codes.y);
    F64 u = ciede_chroma(p, codes.u);
    F64 v = ciede_chroma(p, codes.v);
    F64 r = ciede_gamma(ciede_red(y, v));
    F64 g = ciede_gamma(ciede_green(y, u, v));
    F64 b = ciede_gamma(ciede_blue(y, u));
    F64 x = ciede_mix(r, CIEDE_X_R, g, CIEDE_X_G, b, CIEDE_X_B);
    F64 light = ciede_mix(r, CIEDE_Y_R, g, CIEDE_Y_G, b, CIEDE_Y_B);
    F64 z = ciede_mix(r, CIEDE_Z_R, g, CIEDE_Z_G, b, CIEDE_Z_B);
    return ciede_lab_of_roots(ciede_f(ciede_times(CIEDE_WHITE_X, x)), ciede_f(light),
                              ciede_f(ciede_times(CIEDE_WHITE_Z, z)));
}

/* ---- Section 4: the difference; numbers are those of its table ---- */

FN f32 ciede_magnitude(f32 v)
{
    return f32_of_bits(bits_of_f32(v) & 0x7fffffff);
}

/* Statements 3 and 7. */
FN f32 ciede_chroma_of(f32 a, f32 b)
{
    F64 wide_a = f64_of_f32(a), wide_b = f64_of_f32(b);
    return f32_of_f64(f64_sqrt(f64_add(f64_mul(wide_a, wide_a), f64_mul(wide_b, wide_b))));
}

/* Statement 5. */
FN F64 ciede_stretch(f32 mean)
{
    F64 power = f64_pow7(f64_of_f32(mean));
    F64 share = f64_div(power, f64_add(power, f64_of_bits(CIEDE_25_7)));
    return f64_sub(f64_of_bits(F64_ONE), f64_sqrt(share));
}

/* Statement 6. */
FN f32 ciede_stretched(f32 a, F64 g)
{
    return f32_of_f64(f64_add(f64_of_f32(a), f64_mul(f64_of_f32(a * 0.5f), g)));
}

/* Statement 11. */
FN f32 ciede_hue(f32 b, f32 a)
{
    if (b == 0.0f && a == 0.0f)
        return 0.0f;
    f32 t = f32_of_f64(f64_atan2(f64_of_f32(b), f64_of_f32(a)));
    return t < 0.0f ? f32_of_f64(f64_add(f64_of_f32(t), f64_of_bits(CIEDE_TURN))) : t;
}

/* Statement 12 for colours that both have chroma. */
FN f32 ciede_hue_change(f32 h1, f32 h2)
{
    f32 d = h2 - h1;
    F64 turn = f64_flip(f64_of_bits(CIEDE_TURN), d > 0.0f);
    f32 shorter = f32_of_f64(f64_add(f64_of_f32(d), turn));
    return ciede_magnitude(d) < CIEDE_ABOVE_PI ? d : shorter;
}

/* Statement 14. */
FN f32 ciede_hue_mean(f32 h1, f32 h2)
{
    f32 sum = h1 + h2;
    F64 twice = f64_add(f64_of_f32(sum), f64_of_bits(CIEDE_TURN));
    f32 turned = f32_of_f64(f64_mul(twice, f64_of_bits(F64_HALF)));
    return ciede_magnitude(h1 - h2) < CIEDE_ABOVE_PI ? sum * 0.5f : turned;
}

/* Statement 13. */
FN f32 ciede_hue_distance(f32 c1, f32 c2, f32 change, i32 flavour)
{
    F64 q = flavour ? f64_mul(f64_of_f32(c1), f64_of_f32(c2)) : f64_of_f32(c1 * c2);
    F64 halved = f64_of_f32(change * 0.5f);
    return f32_of_f64(f64_mul(ciede_times(CIEDE_2, f64_sqrt(q)), f64_sin(halved)));
}

/* Statement 15. */
FN f32 ciede_hue_weight(f32 mean)
{
    F64 h = f64_of_f32(mean);
    F64 one = f64_cos(f64_sub(h, f64_of_bits(CIEDE_T1_PHASE)));
    F64 two = f64_cos(ciede_times(CIEDE_2, h));
    F64 three = f64_cos(f64_add(ciede_times(CIEDE_3, h), f64_of_bits(CIEDE_T3_PHASE)));
    F64 four = f64_cos(f64_sub(ciede_times(CIEDE_4, h), f64_of_bits(CIEDE_T4_PHASE)));
    F64 t = f64_sub(f64_of_bits(F64_ONE), ciede_times(CIEDE_T1, one));
    t = f64_add(t, ciede_times(CIEDE_T2, two));
    t = f64_add(t, ciede_times(CIEDE_T3, three));
    return f32_of_f64(f64_sub(t, ciede_times(CIEDE_T4, four)));
}

/* Statement 9. */
FN f32 ciede_s_l(f32 mean)
{
    F64 from_grey = f64_of_f32(mean - 50.0f);
    F64 q = f64_mul(from_grey, from_grey);
    F64 part =
        f64_div(ciede_times(CIEDE_SL_SCALE, q), f64_sqrt(f64_add(f64_of_bits(CIEDE_SL_ADD), q)));
    return f32_of_f64(f64_add(f64_of_bits(F64_ONE), part));
}

/* Statement 10. */
FN f32 ciede_s_c(f32 mean)
{
    return f32_of_f64(f64_add(f64_of_bits(F64_ONE), ciede_times(CIEDE_SC_SCALE, f64_of_f32(mean))));
}

/* Statement 16. */
FN f32 ciede_s_h(f32 mean, f32 weight)
{
    F64 part = f64_mul(ciede_times(CIEDE_SL_SCALE, f64_of_f32(mean)), f64_of_f32(weight));
    return f32_of_f64(f64_add(f64_of_bits(F64_ONE), part));
}

/* Statements 17 and 18. */
FN f32 ciede_from_blue(f32 hue)
{
    f32 degrees = f32_of_f64(f64_mul(f64_of_f32(hue), f64_of_bits(CIEDE_DEGREES)));
    F64 off = f64_sub(f64_of_f32(degrees), f64_of_bits(CIEDE_BLUE));
    return f32_of_f64(f64_mul(off, f64_of_bits(CIEDE_BLUE_UNIT)));
}

/* Statements 19 to 23, and 0 where they cannot matter (section 6). */
FN f32 ciede_turn(f32 hue, f32 chroma)
{
    f32 theta = ciede_from_blue(hue);
    f32 square = theta * theta;
    if (square >= CIEDE_NO_TURN_FROM || chroma < CIEDE_NO_TURN_BELOW)
        return 0.0f;
    f32 epsilon = f32_of_f64(ciede_times(CIEDE_EPS_SCALE, f64_exp(f64_of_f32(-square))));
    f32 rho = f32_of_f64(f64_mul(f64_of_f32(epsilon), f64_of_bits(CIEDE_RADIANS)));
    f32 power = powf7(chroma);
    f32 ratio = power / (power + CIEDE_25_7_F32);
    F64 minus_two = f64_of_i32(-2);
    F64 twice = f64_mul(minus_two, f64_sqrt(f64_of_f32(ratio)));
    return f32_of_f64(f64_mul(twice, f64_sin(f64_of_f32(rho))));
}

/* Statement 25. */
FN f32 ciede_distance(f32 l, f32 c, f32 h, f32 turn, i32 flavour)
{
    F64 wide_l = f64_of_f32(l), wide_c = f64_of_f32(c), wide_h = f64_of_f32(h);
    F64 cross =
        flavour ? f64_mul(f64_mul(f64_of_f32(turn), wide_c), wide_h) : f64_of_f32((turn * c) * h);
    F64 sum = f64_add(f64_mul(wide_l, wide_l), f64_mul(wide_c, wide_c));
    sum = f64_add(f64_add(sum, f64_mul(wide_h, wide_h)), cross);
    return f32_of_f64(f64_sqrt(sum));
}

FN f32 ciede_difference(CiedeLab p, CiedeLab q, i32 flavour)
{
    f32 chroma1 = ciede_chroma_of(p.a, p.b);
    f32 chroma2 = ciede_chroma_of(q.a, q.b);
    F64 stretch = ciede_stretch((chroma1 + chroma2) * 0.5f);
    f32 a1 = ciede_stretched(p.a, stretch);
    f32 a2 = ciede_stretched(q.a, stretch);
    f32 c1 = ciede_chroma_of(a1, p.b);
    f32 c2 = ciede_chroma_of(a2, q.b);
    f32 c_mean = (c1 + c2) * 0.5f;

    f32 h1 = ciede_hue(p.b, a1);
    f32 h2 = ciede_hue(q.b, a2);
    i32 neutral = chroma1 == 0.0f || chroma2 == 0.0f;
    f32 change = neutral ? 0.0f : ciede_hue_change(h1, h2);
    f32 mean = ciede_hue_mean(h1, h2);

    f32 l = (q.l - p.l) / (CIEDE_KL_F32 * ciede_s_l((p.l + q.l) * 0.5f));
    f32 c = (c2 - c1) / ciede_s_c(c_mean);
    f32 h = ciede_hue_distance(c1, c2, change, flavour) /
            (CIEDE_KH_F32 * ciede_s_h(c_mean, ciede_hue_weight(mean)));
    return ciede_distance(l, c, h, ciede_turn(mean, c_mean), flavour);
}

/* The whole of it; equal pixels are exactly 0 (section 6). */
FN f32 ciede_pixel(const CiedeParams p, CiedeCodes ref, CiedeCodes dis)
{
    if (ref.y == dis.y && ref.u == dis.u && ref.v == dis.v)
        return 0.0f;
    return ciede_difference(ciede_lab(p, ref), ciede_lab(p, dis), p.flavour);
}

#endif
