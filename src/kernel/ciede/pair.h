/*
 * ciede: the evaluation in pairs of floats, for devices without binary64 or with little of it. Each
 * statement is given with the bound of its error; what may round to another float is undecided.
 * Numbers are those of the table in section 4 of docs/spec/ciede.md.
 */
#ifndef EVQ_CIEDE_PAIR_H
#define EVQ_CIEDE_PAIR_H

#include "kernel/ciede/ciede.h"
#include "kernel/ciede/root.h"
#include "kernel/ciede/pair_constants.h"
#include "kernel/ciede/undecided.h"
#include "kernel/math/pair.h"
#include "kernel/math/pair_atan2.h"
#include "kernel/math/pair_cbrt.h"
#include "kernel/math/pair_exp.h"
#include "kernel/math/pair_pow24.h"
#include "kernel/math/pair_pow7.h"
#include "kernel/math/pair_sincos.h"

/* v rounded, with an error of at most share |v|. */
FN Rounded pair_rounded(Pair v, f32 share)
{
    return pair_to_f32(v, pair_magnitude(v.head) * share);
}

/* ---- Section 3 ---- */

typedef struct PairLab {
    CiedeLab lab;
    i32 undecided;
} PairLab;

typedef struct PairGamma {
    Pair value;
    i32 undecided;
} PairGamma;

FN PairGamma ciede_pair_gamma(Pair c)
{
    f32 above = pair_sub(c, CIEDE_PAIR_GAMMA_FROM).head;
    PairGamma v = { pair_mul(c, CIEDE_PAIR_GAMMA_LINEAR), pair_magnitude(above) < 0x1p-40f };
    if (above > 0.0f)
        v.value = pair_pow24(pair_mul(pair_add(c, CIEDE_PAIR_GAMMA_ADD), CIEDE_PAIR_GAMMA_SCALE));
    return v;
}

/* spread: the sum of the magnitudes of red, green and blue where one of them is negative, so that t
 * may be much smaller than its terms; else 0. Both branches of F have the same value and slope
 * where they meet, so a t that is off by its error may take either. */
FN Rounded ciede_pair_f(Pair t, f32 spread)
{
    if (t.head > 0x1.2234d6p-7f) {
        f32 loss = spread > t.head ? spread / t.head : 1.0f;
        return pair_rounded(pair_cbrt(t), 0x1p-40f * loss);
    }
    Pair line = pair_mul(pair_add_f32(pair_mul(t, CIEDE_PAIR_F_SLOPE), 16.0f), CIEDE_PAIR_F_SCALE);
    return pair_to_f32(line, 0x1p-42f * (1.0f + spread));
}

/* L = 116 f - 16, exact and rounded once. */
FN f32 ciede_pair_l(f32 f)
{
    Pair product = pair_of_product(116.0f, f);
    Pair sum = pair_of_sum(product.head, -16.0f);
    return sum.head + (sum.tail + product.tail);
}

/* a or b: scale (f - g), exact but where f - g is no float. */
FN Rounded ciede_pair_opponent(f32 f, f32 g, f32 scale)
{
    Pair difference = pair_of_sum(f, -g);
    Pair v = pair_of_product(scale, difference.head);
    v.tail = v.tail + scale * difference.tail;
    f32 error = difference.tail == 0.0f ? 0.0f : pair_magnitude(v.head) * 0x1p-46f;
    Rounded r = pair_to_f32(v, error);
    r.undecided &= difference.tail != 0.0f;
    return r;
}

FN Pair ciede_pair_mix(Pair r, Pair of_r, Pair g, Pair of_g, Pair b, Pair of_b)
{
    return pair_add(pair_add(pair_mul(r, of_r), pair_mul(g, of_g)), pair_mul(b, of_b));
}

FN PairLab ciede_pair_lab(const CiedeParams p, CiedeCodes codes)
{
    Pair luma_scale = pair_of(p.luma_head, p.luma_tail);
    Pair chroma_scale = pair_of(p.chroma_head, p.chroma_tail);
    Pair y = pair_mul_f32(luma_scale, (f32)(codes.y - p.black));
    Pair u = pair_mul_f32(chroma_scale, (f32)(codes.u - p.grey));
    Pair v = pair_mul_f32(chroma_scale, (f32)(codes.v - p.grey));
    PairGamma r = ciede_pair_gamma(pair_add(y, pair_mul(v, CIEDE_PAIR_R_V)));
    PairGamma g = ciede_pair_gamma(
        pair_sub(pair_sub(y, pair_mul(u, CIEDE_PAIR_G_U)), pair_mul(v, CIEDE_PAIR_G_V)));
    PairGamma b = ciede_pair_gamma(pair_add(y, pair_mul(u, CIEDE_PAIR_B_U)));

    f32 rh = r.value.head, gh = g.value.head, bh = b.value.head;
    f32 spread = rh < 0.0f || gh < 0.0f || bh < 0.0f
                     ? pair_magnitude(rh) + pair_magnitude(gh) + pair_magnitude(bh)
                     : 0.0f;
    Pair x =
        ciede_pair_mix(r.value, CIEDE_PAIR_X_R, g.value, CIEDE_PAIR_X_G, b.value, CIEDE_PAIR_X_B);
    Pair light =
        ciede_pair_mix(r.value, CIEDE_PAIR_Y_R, g.value, CIEDE_PAIR_Y_G, b.value, CIEDE_PAIR_Y_B);
    Pair z =
        ciede_pair_mix(r.value, CIEDE_PAIR_Z_R, g.value, CIEDE_PAIR_Z_G, b.value, CIEDE_PAIR_Z_B);
    Rounded fx = ciede_pair_f(pair_mul(x, CIEDE_PAIR_WHITE_X), spread);
    Rounded fy = ciede_pair_f(light, spread);
    Rounded fz = ciede_pair_f(pair_mul(z, CIEDE_PAIR_WHITE_Z), spread);
    Rounded a = ciede_pair_opponent(fx.value, fy.value, 500.0f);
    Rounded opponent = ciede_pair_opponent(fy.value, fz.value, 200.0f);

    PairLab result = { { ciede_pair_l(fy.value), a.value, opponent.value },
                       r.undecided | g.undecided | b.undecided | fx.undecided | fy.undecided |
                           fz.undecided | a.undecided | opponent.undecided };
    return result;
}

/* ---- Section 4 ---- */

/* Statement 5; below 2^-11 G is 1. */
FN Pair ciede_pair_stretch(f32 mean)
{
    if (mean < 0x1p-11f)
        return pair_of(1.0f, 0.0f);
    Pair power = pair_pow7(mean);
    Pair root = pair_sqrt(pair_div(power, pair_add(power, CIEDE_PAIR_25_7)));
    return pair_add_f32(pair_negate(root), 1.0f);
}

/* Statement 6. */
FN Rounded ciede_pair_stretched(f32 a, Pair g)
{
    return pair_rounded(pair_add_f32(pair_mul_f32(g, a * 0.5f), a), 0x1p-42f);
}

/* Statement 11. */
FN Rounded ciede_pair_hue(f32 b, f32 a)
{
    Rounded none = { 0.0f, 0 };
    if (b == 0.0f && a == 0.0f)
        return none;
    Rounded t = pair_rounded(pair_atan2(b, a), 0x1p-42f);
    if (t.value >= 0.0f)
        return t;
    Rounded turned = pair_to_f32(pair_add_f32(CIEDE_PAIR_TURN, t.value), 0x1p-39f);
    turned.undecided |= t.undecided;
    return turned;
}

/* Statement 12. */
FN Rounded ciede_pair_hue_change(f32 h1, f32 h2)
{
    Rounded d = { h2 - h1, 0 };
    if (ciede_magnitude(d.value) < CIEDE_ABOVE_PI)
        return d;
    Pair turn = d.value > 0.0f ? pair_negate(CIEDE_PAIR_TURN) : CIEDE_PAIR_TURN;
    return pair_to_f32(pair_add_f32(turn, d.value), 0x1p-40f);
}

/* Statement 14. */
FN Rounded ciede_pair_hue_mean(f32 h1, f32 h2)
{
    Rounded middle = { (h1 + h2) * 0.5f, 0 };
    if (ciede_magnitude(h1 - h2) < CIEDE_ABOVE_PI)
        return middle;
    return pair_to_f32(pair_scale(pair_add_f32(CIEDE_PAIR_TURN, h1 + h2), 0.5f), 0x1p-39f);
}

/* Statement 13. */
FN Rounded ciede_pair_hue_distance(f32 c1, f32 c2, f32 change, i32 flavour)
{
    Pair q = flavour ? pair_of_product(c1, c2) : pair_of(c1 * c2, 0.0f);
    Pair sine = pair_sin(pair_of(change * 0.5f, 0.0f));
    return pair_rounded(pair_scale(pair_mul(pair_sqrt(q), sine), 2.0f), 0x1p-42f);
}

/* Statement 15. */
FN Rounded ciede_pair_hue_weight(f32 mean)
{
    Pair one = pair_cos(pair_add_f32(pair_negate(CIEDE_PAIR_T1_PHASE), mean));
    Pair two = pair_cos(pair_of(2.0f * mean, 0.0f));
    Pair three = pair_cos(pair_add(pair_of_product(3.0f, mean), CIEDE_PAIR_T3_PHASE));
    Pair four = pair_cos(pair_add_f32(pair_negate(CIEDE_PAIR_T4_PHASE), 4.0f * mean));
    Pair t = pair_add_f32(pair_negate(pair_mul(one, CIEDE_PAIR_T1)), 1.0f);
    t = pair_add(t, pair_mul(two, CIEDE_PAIR_T2));
    t = pair_add(t, pair_mul(three, CIEDE_PAIR_T3));
    return pair_to_f32(pair_sub(t, pair_mul(four, CIEDE_PAIR_T4)), 0x1p-41f);
}

/* Statement 9. */
FN Rounded ciede_pair_s_l(f32 mean)
{
    f32 from_grey = mean - 50.0f;
    Pair q = pair_of_product(from_grey, from_grey);
    Pair part = pair_div(pair_mul(q, CIEDE_PAIR_SL_SCALE), pair_sqrt(pair_add_f32(q, 20.0f)));
    return pair_to_f32(pair_add_f32(part, 1.0f), 0x1p-41f);
}

/* Statement 10. 0.045 is 9/200 and C' often has a factor of 25, so exact ties are common: this
 * statement alone is replayed, in place. */
FN f32 ciede_pair_s_c(f32 mean)
{
    Rounded v = pair_rounded(pair_add_f32(pair_mul_f32(CIEDE_PAIR_SC_SCALE, mean), 1.0f), 0x1p-42f);
    return v.undecided ? ciede_s_c(mean) : v.value;
}

/* Statement 16. */
FN Rounded ciede_pair_s_h(f32 mean, f32 weight)
{
    Pair part = pair_mul_f32(pair_mul_f32(CIEDE_PAIR_SL_SCALE, mean), weight);
    return pair_rounded(pair_add_f32(part, 1.0f), 0x1p-42f);
}

/* Statements 17 and 18. */
FN Rounded ciede_pair_from_blue(f32 hue)
{
    Rounded degrees = pair_rounded(pair_mul_f32(CIEDE_PAIR_DEGREES, hue), 0x1p-42f);
    Pair off = pair_of_sum(degrees.value, -275.0f);
    Rounded theta = pair_rounded(pair_mul(off, CIEDE_PAIR_BLUE_UNIT), 0x1p-42f);
    theta.undecided |= degrees.undecided;
    return theta;
}

/* Statement 21: the value before the rounding is within 2^-32.11 of the power; replayed in place.
 */
FN f32 ciede_pair_powf7(f32 chroma)
{
    Rounded v = pair_rounded(pair_pow7(chroma), 0x1p-32f);
    return v.undecided ? powf7(chroma) : v.value;
}

/* Statements 17 to 23. */
FN Rounded ciede_pair_turn(f32 hue, f32 chroma)
{
    Rounded theta = ciede_pair_from_blue(hue);
    Rounded none = { 0.0f, theta.undecided };
    f32 square = theta.value * theta.value;
    if (square >= CIEDE_NO_TURN_FROM || chroma < CIEDE_NO_TURN_BELOW)
        return none;
    Rounded epsilon = pair_rounded(pair_mul_f32(pair_exp(-square), 60.0f), 0x1p-42f);
    Rounded rho = pair_rounded(pair_mul_f32(CIEDE_PAIR_RADIANS, epsilon.value), 0x1p-42f);
    f32 power = ciede_pair_powf7(chroma);
    Pair root = pair_sqrt(pair_of(power / (power + CIEDE_25_7_F32), 0.0f));
    Pair turn = pair_scale(pair_mul(root, pair_sin(pair_of(rho.value, 0.0f))), -2.0f);
    Rounded r = pair_rounded(turn, 0x1p-42f);
    r.undecided |= theta.undecided | epsilon.undecided | rho.undecided;
    return r;
}

/* Statement 25. Below 2^-25 the squares' tails would not be exact. */
FN Rounded ciede_pair_distance(f32 l, f32 c, f32 h, f32 turn, i32 flavour)
{
    Pair cross =
        flavour ? pair_mul_f32(pair_of_product(turn, c), h) : pair_of((turn * c) * h, 0.0f);
    Pair sum = pair_add(pair_of_product(l, l), pair_of_product(c, c));
    sum = pair_add(pair_add(sum, pair_of_product(h, h)), cross);
    Rounded r = pair_rounded(pair_sqrt(sum), 0x1p-42f);
    f32 most = ciede_magnitude(l) + ciede_magnitude(c) + ciede_magnitude(h);
    r.undecided |= most < 0x1p-25f && most != 0.0f;
    return r;
}

/* The difference, or undecided. */
FN f32 ciede_pair_difference(PairLab ref, PairLab dis, i32 flavour)
{
    CiedeLab p = ref.lab, q = dis.lab;
    i32 doubt = ref.undecided | dis.undecided;
    Rounded chroma1 = ciede_hypot(p.a, p.b), chroma2 = ciede_hypot(q.a, q.b);
    Pair stretch = ciede_pair_stretch((chroma1.value + chroma2.value) * 0.5f);
    Rounded a1 = ciede_pair_stretched(p.a, stretch), a2 = ciede_pair_stretched(q.a, stretch);
    Rounded c1 = ciede_hypot(a1.value, p.b), c2 = ciede_hypot(a2.value, q.b);
    f32 c_mean = (c1.value + c2.value) * 0.5f;
    doubt |= chroma1.undecided | chroma2.undecided | a1.undecided | a2.undecided | c1.undecided |
             c2.undecided;

    Rounded h1 = ciede_pair_hue(p.b, a1.value), h2 = ciede_pair_hue(q.b, a2.value);
    Rounded change = ciede_pair_hue_change(h1.value, h2.value);
    if (chroma1.value == 0.0f || chroma2.value == 0.0f)
        change.value = 0.0f;
    Rounded mean = ciede_pair_hue_mean(h1.value, h2.value);
    doubt |= h1.undecided | h2.undecided | change.undecided | mean.undecided;

    Rounded s_l = ciede_pair_s_l((p.l + q.l) * 0.5f);
    Rounded distance = ciede_pair_hue_distance(c1.value, c2.value, change.value, flavour);
    Rounded weight = ciede_pair_hue_weight(mean.value);
    Rounded s_h = ciede_pair_s_h(c_mean, weight.value);
    Rounded turn = ciede_pair_turn(mean.value, c_mean);
    doubt |= s_l.undecided | distance.undecided | weight.undecided | s_h.undecided | turn.undecided;

    f32 l = (q.l - p.l) / (CIEDE_KL_F32 * s_l.value);
    f32 c = (c2.value - c1.value) / ciede_pair_s_c(c_mean);
    f32 h = distance.value / (CIEDE_KH_F32 * s_h.value);
    Rounded v = ciede_pair_distance(l, c, h, turn.value, flavour);
    return ciede_unless(doubt | v.undecided, v.value);
}

/* The whole of it; equal pixels are exactly 0. */
FN f32 ciede_pair_pixel(const CiedeParams p, CiedeCodes ref, CiedeCodes dis)
{
    if (ref.y == dis.y && ref.u == dis.u && ref.v == dis.v)
        return 0.0f;
    return ciede_pair_difference(ciede_pair_lab(p, ref), ciede_pair_lab(p, dis), p.flavour);
}

#endif
