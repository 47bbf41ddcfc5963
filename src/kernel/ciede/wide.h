/*
 * ciede: the quick evaluation for devices that run thousands of work-items side by side. There the
 * number of instructions counts, and little else: doubles by FMA, look-ups in small tables, and
 * roots, inverses and angles from one fast inverse root each. As in quick.h, results are the floats
 * of the defining statements or are left undecided; docs/math.md derives the errors.
 */
#ifndef EVQ_CIEDE_WIDE_H
#define EVQ_CIEDE_WIDE_H

#include "kernel/ciede/quick.h"
#include "kernel/ciede/wide_tables.h"

/* ---- Rounding test ---- */

/*
 * What a pixel's rounding tests found. `nearest` is how near to halfway between two floats the
 * nearest value was, in eighths of a unit in the last place of a double, from -WIDE_ERROR on.
 */
typedef struct WideDoubt {
    u32 nearest;
    i32 open; /* a test of another kind failed */
} WideDoubt;

/* Units in the last place of a double by which a value may be off: 2^-40 of it. */
#define WIDE_ERROR 0x2000

/* By which F may be off where it may be small. */
#define WIDE_F_ERROR 0x1p-42

FN void wide_test(F64 v, WideDoubt *doubt)
{
    u32 above = ((u32)bits_of_f64(v) << 3) + ((u32)(WIDE_ERROR - 0x10000000) << 3);
    doubt->nearest = above < doubt->nearest ? above : doubt->nearest;
}

FN i32 wide_is_undecided(WideDoubt doubt)
{
    return (doubt.nearest < 2 * WIDE_ERROR << 3) | doubt.open;
}

FN f32 wide_round(F64 v, WideDoubt *doubt)
{
    wide_test(v, doubt);
    return f32_of_f64(v);
}

/* The same as a double again: what is not halfway rounds by an addition. */
FN F64 wide_rounded(F64 v, WideDoubt *doubt)
{
    wide_test(v, doubt);
    return f64_of_bits((bits_of_f64(v) + 0x10000000) & ~(u64)0x1fffffff);
}

/* ---- Arithmetic ---- */

FN i32 wide_high(F64 v)
{
    return (i32)(bits_of_f64(v) >> 32);
}

/* A double of a table that is read as floats, four at once. */
FN F64 wide_double(f32 low, f32 high)
{
    return f64_of_bits((u64)bits_of_f32(high) << 32 | (u64)bits_of_f32(low));
}

/* A root, and its inverse as a float and better. */
typedef struct WideRoot {
    F64 root, inverse;
    f32 seed;
} WideRoot;

/* A root from a float near the square, within 2^-41 where rsqrt_f32() is within 2^-21. */
FN WideRoot wide_root_from(F64 square, f32 about)
{
    WideRoot v;
    v.seed = rsqrt_f32(about);
    F64 y = f64_of_f32(v.seed), root = square * y;
    F64 better = quick_fma(root * y, -0.5, 1.5);
    v.root = root * better;
    v.inverse = y * better;
    return v;
}

/* 0 has the root 0 and a finite inverse. */
FN WideRoot wide_root(F64 square)
{
    return wide_root_from(square, f32_of_f64(square) + 0x1p-100f);
}

/* ---- Section 3 ---- */

/* Rows of a table begin with the upper half of the pattern of where they begin. */
FN F32Quad wide_row(GLOBAL const f32 *rows, i32 high, i32 from, u32 last)
{
    u32 row = ((u32)high - (u32)from) >> WIDE_ROW_BITS;
    return f32_quad(rows + 4 * (row < last ? row : last));
}

/* The offset of a double from a row's centre, as a share of it. */
FN F64 wide_offset(F64 v, F32Quad row)
{
    return quick_fma(v, wide_double(row.x, row.y), -1.0);
}

/* Gamma of the operand of its power. Near the end of the line the defining statement decides which
 * branch it is. */
FN F64 wide_gamma(F64 x, GLOBAL const f32 *table, WideDoubt *doubt)
{
    i32 high = wide_high(x);
    F32Quad row = wide_row(table + WIDE_TABLE_GAMMA, high, WIDE_GAMMA_FROM, WIDE_GAMMA_ROWS - 1);
    F64 z = wide_offset(x, row);
    F64 p = quick_fma(z, WIDE_POW24_C3, WIDE_POW24_C2);
    p = quick_fma(quick_fma(p, z, WIDE_POW24_C1), z, 1.0);
    F64 line = quick_fma(x, WIDE_GAMMA_SLOPE, WIDE_GAMMA_AT_0);
    doubt->open |= high == WIDE_GAMMA_FROM;
    return high > WIDE_GAMMA_FROM ? wide_double(row.z, row.w) * p : line;
}

/* F before it is rounded. Both branches agree next to where they meet. */
FN F64 wide_f_of(F64 t, GLOBAL const f32 *table)
{
    i32 high = wide_high(t);
    F32Quad row = wide_row(table + WIDE_TABLE_F, high, WIDE_F_FROM, WIDE_F_ROWS - 1);
    F64 z = wide_offset(t, row);
    F64 p = quick_fma(z, WIDE_CBRT_C3, WIDE_CBRT_C2);
    p = quick_fma(quick_fma(p, z, WIDE_CBRT_C1), z, 1.0);
    F64 line = quick_fma(t, WIDE_F_SLOPE, WIDE_F_AT_0);
    return high > WIDE_F_FROM ? wide_double(row.z, row.w) * p : line;
}

FN i32 wide_f_is_open(F64 f)
{
    return f32_of_f64(f + WIDE_F_ERROR) != f32_of_f64(f - WIDE_F_ERROR);
}

FN F64 wide_mix(F64 r, F64 of_r, F64 g, F64 of_g, F64 b, F64 of_b)
{
    return quick_fma(b, of_b, quick_fma(g, of_g, r * of_r));
}

/* A code less an offset; the pattern is that of 2^16 + code. */
FN F64 wide_code(i32 code, u64 offset)
{
    return f64_of_bits((u64)(0x40f00000 + 16 * (u32)code) << 32) - f64_of_bits(offset);
}

FN CiedeLab wide_lab(const CiedeWideParams p, CiedeCodes codes, GLOBAL const f32 *table,
                     WideDoubt *doubt)
{
    F64 u = wide_code(codes.u, p.grey), v = wide_code(codes.v, p.grey);
    F64 y = quick_fma(wide_code(codes.y, p.black), f64_of_bits(p.of_y), f64_of_bits(p.at_black));
    F64 r = wide_gamma(quick_fma(v, f64_of_bits(p.r_v), y), table, doubt);
    F64 b = wide_gamma(quick_fma(u, f64_of_bits(p.b_u), y), table, doubt);
    y = quick_fma(v, f64_of_bits(p.g_v), y);
    F64 g = wide_gamma(quick_fma(u, f64_of_bits(p.g_u), y), table, doubt);

    F64 tx = wide_mix(r, WIDE_X_R, g, WIDE_X_G, b, WIDE_X_B), fx = wide_f_of(tx, table);
    F64 ty = wide_mix(r, WIDE_Y_R, g, WIDE_Y_G, b, WIDE_Y_B), fy = wide_f_of(ty, table);
    F64 tz = wide_mix(r, WIDE_Z_R, g, WIDE_Z_G, b, WIDE_Z_B), fz = wide_f_of(tz, table);
    /* What a negative t is off by may be more than the test allows for, as F has a zero there. */
    if ((wide_high(tx) | wide_high(ty) | wide_high(tz)) < 0)
        doubt->open |= wide_f_is_open(fx) | wide_f_is_open(fy) | wide_f_is_open(fz);
    fx = wide_rounded(fx, doubt);
    fy = wide_rounded(fy, doubt);
    fz = wide_rounded(fz, doubt);
    CiedeLab lab = { f32_of_f64(quick_fma(fy, 116.0, -16.0)), f32_of_f64((fx - fy) * 500.0),
                     f32_of_f64((fy - fz) * 200.0) }; /* exact, then rounded */
    return lab;
}

/* ---- Section 4 ---- */

/* Statement 3. */
FN f32 wide_chroma(f32 a, f32 b, WideDoubt *doubt)
{
    F64 wide_a = f64_of_f32(a), wide_b = f64_of_f32(b);
    return wide_round(wide_root(quick_fma(wide_a, wide_a, wide_b * wide_b)).root, doubt);
}

/* Statement 5: 1 + G/2. */
FN F64 wide_stretch(f32 mean)
{
    F64 c = f64_of_f32(mean);
    F64 cube = c * c * c, power = cube * cube * c;
    F64 under = power + native_of_bits(CIEDE_25_7);
    return quick_fma(power * wide_root(power * under).inverse, -0.5, 1.5);
}

/* Statements 7 and 11. */
typedef struct WidePolar {
    f32 chroma, hue;
} WidePolar;

/* The angle of (|x|, |y|), less being above 1/64 of the other's multiples: arcsine of the sine of
 * what it has beyond an angle of the table, whose rows have the half plane's four octants. */
FN F64 wide_angle(F64 less, F64 more, F64 inverse, GLOBAL const f32 *row)
{
    F32Quad at = f32_quad(row), angle = f32_quad(row + 4);
    F64 beyond = quick_fma(more, wide_double(at.z, at.w), less * wide_double(at.x, at.y)) * inverse;
    F64 z = beyond * beyond;
    F64 bend = quick_fma(z, WIDE_ARCSIN_C5, WIDE_ARCSIN_C3);
    return quick_fma(z * beyond, bend, beyond) + wide_double(angle.x, angle.y);
}

typedef struct WidePlane {
    F64 radius, angle; /* of (a, |b|) */
} WidePlane;

FN WidePlane wide_plane(f32 a, f32 b, GLOBAL const f32 *table)
{
    f32 across = pair_magnitude(a), up = pair_magnitude(b);
    i32 steep = across < up;
    f32 least = steep ? across : up;
    F64 less = f64_of_f32(least), more = f64_of_f32(steep ? up : across);
    WideRoot root = wide_root(quick_fma(less, less, more * more));
    f32 sine = quick_fma_f32(least * root.seed, 64.0f, 0x1.8p23f); /* rounds to 64ths */
    u32 row = (bits_of_f32(sine) & 63) | (steep ? 64u : 0u) | (bits_of_f32(a) >> 24 & 128);
    WidePlane v = { root.root,
                    wide_angle(less, more, root.inverse, table + WIDE_TABLE_ANGLE + 8 * row) };
    return v;
}

FN WidePolar wide_polar(f32 a, f32 b, GLOBAL const f32 *table, WideDoubt *doubt)
{
    WidePlane plane = wide_plane(a, b, table);
    f32 above = wide_round(plane.angle, doubt);
    f32 below = f32_of_f64(native_of_bits(CIEDE_TURN) - f64_of_f32(above)); /* as defined */
    WidePolar v = { wide_round(plane.radius, doubt), b < 0.0f ? below : above };
    return v;
}

/* Statement 9. */
FN F64 wide_s_l(f32 mean)
{
    f32 from_grey = mean - 50.0f;
    F64 wide = f64_of_f32(from_grey), q = wide * wide;
    WideRoot under = wide_root_from(q + 20.0, quick_fma_f32(from_grey, from_grey, 20.0f));
    return quick_fma(q * under.inverse, WIDE_SL_SCALE, 1.0);
}

/* 2 sin x, |x| <= pi/2 */
FN F64 wide_sine(F64 x)
{
    F64 z = x * x;
    F64 p = quick_fma(quick_fma(z, WIDE_SIN_C6, WIDE_SIN_C5), z, WIDE_SIN_C4);
    p = quick_fma(quick_fma(p, z, WIDE_SIN_C3), z, WIDE_SIN_C2);
    return x * quick_fma(quick_fma(p, z, WIDE_SIN_C1), z, WIDE_SIN_C0);
}

/* Statement 13. */
FN F64 wide_hue_distance(f32 c1, f32 c2, f32 change, i32 flavour)
{
    f32 product = c1 * c2;
    F64 q = flavour ? f64_of_f32(c1) * f64_of_f32(c2) : f64_of_f32(product);
    WideRoot root = wide_root_from(q, product + 0x1p-100f);
    return root.root * wide_sine(f64_of_f32(change * 0.5f));
}

/* Statement 15: a polynomial about the nearest multiple of 1/64, from which the hue differs by a
 * float. */
FN F64 wide_hue_weight(f32 mean, GLOBAL const f32 *table)
{
    f32 rounded = mean + 0x1p17f;
    F64 off = f64_of_f32(mean - (rounded - 0x1p17f));
    GLOBAL const f32 *row = table + WIDE_TABLE_T + 12 * (bits_of_f32(rounded) & (WIDE_T_ROWS - 1));
    F32Quad low = f32_quad(row), middle = f32_quad(row + 4), high = f32_quad(row + 8);
    F64 p = quick_fma(wide_double(high.z, high.w), off, wide_double(high.x, high.y));
    p = quick_fma(quick_fma(p, off, wide_double(middle.z, middle.w)), off,
                  wide_double(middle.x, middle.y));
    return quick_fma(quick_fma(p, off, wide_double(low.z, low.w)), off, wide_double(low.x, low.y));
}

/* Statement 23 for a ratio above 0. */
FN F64 wide_turn_of(f32 ratio, f32 rho)
{
    return -wide_root_from(f64_of_f32(ratio), ratio).root * wide_sine(f64_of_f32(rho));
}

/* Statements 19 to 23 for a theta^2 below the limit and a chroma above it (section 6). */
FN f32 wide_turn(f32 square, f32 chroma, WideDoubt *doubt)
{
    f32 epsilon = wide_round(60.0 * quick_exp(f64_of_f32(-square)), doubt);
    f32 rho = f32_of_f64(f64_mul(f64_of_f32(epsilon), f64_of_bits(CIEDE_RADIANS)));
    f32 power = powf7(chroma);
    f32 ratio = power / (power + CIEDE_25_7_F32);
    return wide_round(wide_turn_of(ratio, rho), doubt);
}

/* R_T within 29 u, without its roundings. */
FN f32 wide_turn_estimate(f32 square, f32 chroma)
{
    f32 c2 = chroma * chroma;
    f32 power = (c2 * c2) * (c2 * chroma);
    f32 root = power * rsqrt_f32(power * (power + CIEDE_25_7_F32) + 0x1p-100f);
    return -2.0f * root * quick_turn_sine(quick_rho_estimate(square));
}

/* Statement 25 with a given cross term. */
FN WideRoot wide_distance(f32 l, f32 c, f32 h, F64 cross)
{
    F64 wide_l = f64_of_f32(l), wide_c = f64_of_f32(c), wide_h = f64_of_f32(h);
    F64 sum = quick_fma(wide_h, wide_h, quick_fma(wide_c, wide_c, wide_l * wide_l));
    return wide_root(sum + cross);
}

/* Statements 17 to 25: R_T's own only where its estimate does not decide. */
FN f32 wide_join(f32 l, f32 c, f32 h, f32 hue, f32 chroma, i32 flavour, WideDoubt *doubt)
{
    f32 theta = ciede_from_blue(hue);
    f32 square = theta * theta;
    f32 cross = wide_turn_estimate(square, chroma) * c * h;
    WideRoot root = wide_distance(l, c, h, f64_of_f32(cross));
    /* Half of the cross term's error counts, over the root. */
    f32 off = pair_magnitude(cross) * root.seed * 0x1.dp-21f;
    F64 error = quick_fma(root.root, 0x1p-40, f64_of_f32(off));
    f32 high = f32_of_f64(root.root + error), low = f32_of_f64(root.root - error);
    if (high == low)
        return high;
    f32 turn = wide_turn(square, chroma, doubt);
    F64 exact =
        flavour ? f64_of_f32(turn) * f64_of_f32(c) * f64_of_f32(h) : f64_of_f32((turn * c) * h);
    return wide_round(wide_distance(l, c, h, exact).root, doubt);
}

FN f32 wide_difference(CiedeLab ref, CiedeLab dis, i32 flavour, GLOBAL const f32 *table,
                       WideDoubt *doubt)
{
    f32 plain1 = wide_chroma(ref.a, ref.b, doubt), plain2 = wide_chroma(dis.a, dis.b, doubt);
    F64 stretch = wide_stretch((plain1 + plain2) * 0.5f);
    f32 a1 = wide_round(f64_of_f32(ref.a) * stretch, doubt);
    f32 a2 = wide_round(f64_of_f32(dis.a) * stretch, doubt);
    WidePolar p = wide_polar(a1, ref.b, table, doubt), q = wide_polar(a2, dis.b, table, doubt);
    f32 c_mean = (p.chroma + q.chroma) * 0.5f;
    i32 neutral = (p.chroma == 0.0f) | (q.chroma == 0.0f);
    f32 change = q.hue - p.hue, mean = (p.hue + q.hue) * 0.5f;
    if (ciede_magnitude(change) >= CIEDE_ABOVE_PI) {
        change = ciede_hue_change(p.hue, q.hue);
        mean = ciede_hue_mean(p.hue, q.hue);
    }

    f32 s_l = wide_round(wide_s_l((ref.l + dis.l) * 0.5f), doubt);
    f32 weight = wide_round(wide_hue_weight(mean, table), doubt);
    F64 turned = wide_hue_distance(p.chroma, q.chroma, neutral ? 0.0f : change, flavour);
    f32 l = (dis.l - ref.l) / (CIEDE_KL_F32 * s_l);
    f32 c = (q.chroma - p.chroma) / ciede_s_c(c_mean);
    f32 h = wide_round(turned, doubt) / (CIEDE_KH_F32 * ciede_s_h(c_mean, weight));
    return wide_join(l, c, h, mean, c_mean, flavour, doubt);
}

/* The difference, or undecided; equal pixels are exactly 0. */
FN f32 wide_pixel(const CiedeWideParams p, CiedeCodes ref, CiedeCodes dis, GLOBAL const f32 *table)
{
    if (ref.y == dis.y && ref.u == dis.u && ref.v == dis.v)
        return 0.0f;
    WideDoubt doubt = { 0xffffffff, 0 };
    CiedeLab lab1 = wide_lab(p, ref, table, &doubt), lab2 = wide_lab(p, dis, table, &doubt);
    f32 v = wide_difference(lab1, lab2, p.flavour, table, &doubt);
    return ciede_unless(wide_is_undecided(doubt), v);
}

#endif
