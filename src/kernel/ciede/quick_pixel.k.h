/*
 * ciede: the quick evaluation where a pixel is a work-item; quick.k.h has it in blocks. What it
 * leaves undecided is replayed by a kernel of its own, so that this one stays small.
 */
#ifndef EVQ_CIEDE_QUICK_PIXEL_K_H
#define EVQ_CIEDE_QUICK_PIXEL_K_H

#include "kernel/port/port.h"

#if EVQ_NATIVE_F64 && !defined(EVQ_F64_SOFT)

#include "kernel/ciede/codes.h"
#include "kernel/ciede/quick.h"

/* ---- Section 3 ---- */

FN F64 quick_pixel_gamma(F64 c)
{
    return quick_gamma(c, quick_pow24(quick_pow24_guess(quick_gamma_operand(c))));
}

FN f32 quick_pixel_f(F64 t)
{
    return quick_f(t, quick_cbrt(quick_cbrt_guess(t)));
}

FN CiedeLab quick_pixel_lab(const CiedeParams p, CiedeCodes codes)
{
    F64 y = ciede_luma(p, codes.y);
    F64 u = ciede_chroma(p, codes.u), v = ciede_chroma(p, codes.v);
    QuickXyz t =
        quick_xyz(quick_pixel_gamma(ciede_red(y, v)), quick_pixel_gamma(ciede_green(y, u, v)),
                  quick_pixel_gamma(ciede_blue(y, u)));
    return ciede_lab_of_roots(quick_pixel_f(t.x), quick_pixel_f(t.y), quick_pixel_f(t.z));
}

/* ---- Section 4 ---- */

FN f32 quick_pixel_chroma(f32 a, f32 b)
{
    return quick_chroma(ciede_squares(a, b));
}

FN Pair quick_pixel_stretch(f32 mean)
{
    return quick_stretch(quick_share(quick_pow7(mean)));
}

FN f32 quick_pixel_hue(f32 b, f32 a)
{
    QuickAngle v = quick_angle(b, a);
    Pair slope = quick_slope(v.over, v.under);
    return quick_hue(b, a, quick_rounded_angle(v.from, slope.head, quick_bend(slope)));
}

FN f32 quick_pixel_s_l(f32 mean)
{
    return quick_s_l(quick_lightness(quick_lightness_square(mean)));
}

FN f32 quick_pixel_weight(f32 mean)
{
    QuickReduced v = quick_reduced(mean);
    return quick_hue_weight(quick_turned(quick_sin(v.rest), v.half_turns),
                            quick_turned(quick_cos(v.rest), v.half_turns));
}

/* Statements 17 to 25: R_T's own only where its estimate does not decide. */
FN f32 quick_pixel_distance(f32 l, f32 c, f32 h, f32 hue, f32 chroma, i32 flavour)
{
    f32 theta = ciede_from_blue(hue);
    f32 square = theta * theta;
    f32 turn = quick_turn_estimate(quick_turn_sine(quick_rho_estimate(square)), chroma);
    f32 cross = turn * c * h;
    QuickDifference r = quick_difference(quick_join(l, c, h, cross), cross);
    return r.open ? ciede_distance(l, c, h, quick_turn(square, chroma), flavour) : r.value;
}

FN f32 quick_pixel_difference(CiedeLab p, CiedeLab q, i32 flavour)
{
    f32 mean_of_plain = (quick_pixel_chroma(p.a, p.b) + quick_pixel_chroma(q.a, q.b)) * 0.5f;
    Pair stretch = quick_pixel_stretch(mean_of_plain);
    f32 a1 = quick_stretched(p.a, stretch), a2 = quick_stretched(q.a, stretch);
    f32 c1 = quick_pixel_chroma(a1, p.b), c2 = quick_pixel_chroma(a2, q.b);
    f32 c_mean = (c1 + c2) * 0.5f;

    f32 h1 = quick_pixel_hue(p.b, a1), h2 = quick_pixel_hue(q.b, a2);
    i32 neutral = (c1 == 0.0f) | (c2 == 0.0f);
    f32 change = neutral ? 0.0f : ciede_hue_change(h1, h2);
    f32 mean = ciede_hue_mean(h1, h2);

    f32 l = (q.l - p.l) / (CIEDE_KL_F32 * quick_pixel_s_l((p.l + q.l) * 0.5f));
    f32 c = (c2 - c1) / ciede_s_c(c_mean);
    f32 h = quick_hue_distance(c1, c2, change, flavour) /
            (CIEDE_KH_F32 * ciede_s_h(c_mean, quick_pixel_weight(mean)));
    return quick_pixel_distance(l, c, h, mean, c_mean, flavour);
}

/* The difference, or undecided; equal pixels are exactly 0. */
FN f32 quick_pixel(const CiedeParams p, CiedeCodes ref, CiedeCodes dis)
{
    if (ref.y == dis.y && ref.u == dis.u && ref.v == dis.v)
        return 0.0f;
    return quick_pixel_difference(quick_pixel_lab(p, ref), quick_pixel_lab(p, dis), p.flavour);
}

#define QUICK_PIXEL                                                                                \
    CiedeCodes ref = CIEDE_CODES(0, ry, ru, rv, x, y);                                             \
    CiedeCodes dis = CIEDE_CODES(3, dy, du, dv, x, y);                                             \
    out[AT(6, 0, x, y)] = quick_pixel(p, ref, dis);

ROW_KERNEL(7, ciede_quick_pixel_u8, CiedeParams,
           (IN(u8, ry), IN(u8, ru), IN(u8, rv), IN(u8, dy), IN(u8, du), IN(u8, dv),
            OUT(f32, out))){ QUICK_PIXEL }

ROW_KERNEL(7, ciede_quick_pixel_u16, CiedeParams,
           (IN(u16, ry), IN(u16, ru), IN(u16, rv), IN(u16, dy), IN(u16, du), IN(u16, dv),
            OUT(f32, out)))
{
    QUICK_PIXEL
}

#endif
#endif
