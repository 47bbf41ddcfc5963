/*
 * adm: arithmetic of one sample (docs/spec/adm.md). All of it is on integers. At level 0 every
 * value fits 16 bits and every product 32. At the others coefficients stay below 2^31 in magnitude.
 */
#ifndef EVQ_ADM_H
#define EVQ_ADM_H

#include "kernel/adm/params.h"
#include "kernel/math/f64.h"

FN i32 adm_min(i32 a, i32 b)
{
    return a < b ? a : b;
}

FN i32 adm_max(i32 a, i32 b)
{
    return a > b ? a : b;
}

FN u32 adm_magnitude(i32 v)
{
    return v < 0 ? 0 - (u32)v : (u32)v;
}

/* ---- Wavelet, section 3 ---- */

#define ADM_TAP0 15826
#define ADM_TAP1 27411
#define ADM_TAP2 7345
#define ADM_TAP3 4240

/* Four neighbours under the low and the high filter, modulo 2^32. */
FN i32 adm_low(i32 a, i32 b, i32 c, i32 d)
{
    return (i32)(ADM_TAP0 * (u32)a + ADM_TAP1 * (u32)b + ADM_TAP2 * (u32)c - ADM_TAP3 * (u32)d);
}

FN i32 adm_high(i32 a, i32 b, i32 c, i32 d)
{
    return (i32)(ADM_TAP1 * (u32)c - ADM_TAP3 * (u32)a - ADM_TAP2 * (u32)b - ADM_TAP0 * (u32)d);
}

/* A sum divided by 2^shift, shift > 0, rounded. */
FN i32 adm_rounded(i32 sum, i32 shift)
{
    return (sum + (1 << (shift - 1))) >> shift;
}

/*
 * A pass along columns or rows gives a sum as it is, or rounded by a shift. One of samples, with
 * the middle of their range at 0, where no sum leaves 32 bits; the high filter's taps sum to 0.
 * Taps are multiplied by `scale`, and `bits` counts what that makes of a sample's bits.
 */
#define ADM_TAPS 46342 /* their sum, of the low filter */

FN i32 adm_picture_low(i32 a, i32 b, i32 c, i32 d, u32 scale, i32 bits)
{
    u32 middle = 1u << (bits - 1);
    u32 sum = ADM_TAP0 * scale * (u32)a + ADM_TAP1 * scale * (u32)b + ADM_TAP2 * scale * (u32)c -
              ADM_TAP3 * scale * (u32)d;
    return (i32)(sum - ADM_TAPS * middle + middle) >> bits;
}

FN i32 adm_picture_high(i32 a, i32 b, i32 c, i32 d, u32 scale, i32 bits)
{
    u32 middle = 1u << (bits - 1);
    u32 sum = ADM_TAP1 * scale * (u32)c - ADM_TAP3 * scale * (u32)a - ADM_TAP2 * scale * (u32)b -
              ADM_TAP0 * scale * (u32)d;
    return (i32)(sum + middle) >> bits;
}

/* Samples of 8 bits count as if they had 16: then compilers multiply in 32 bits at once. */
FN i32 adm_u8_low(i32 a, i32 b, i32 c, i32 d, i32 depth)
{
    (void)depth;
    return adm_picture_low(a, b, c, d, 256, 16);
}

FN i32 adm_u8_high(i32 a, i32 b, i32 c, i32 d, i32 depth)
{
    (void)depth;
    return adm_picture_high(a, b, c, d, 256, 16);
}

FN i32 adm_u16_low(i32 a, i32 b, i32 c, i32 d, i32 depth)
{
    return adm_picture_low(a, b, c, d, 1, depth);
}

FN i32 adm_u16_high(i32 a, i32 b, i32 c, i32 d, i32 depth)
{
    return adm_picture_high(a, b, c, d, 1, depth);
}

/* Of numbers of 16 bits: */
FN i32 adm_short_low(i32 a, i32 b, i32 c, i32 d, i32 shift)
{
    i32 sum = adm_low(a, b, c, d);
    return shift ? adm_rounded(sum, shift) : sum;
}

FN i32 adm_short_high(i32 a, i32 b, i32 c, i32 d, i32 shift)
{
    i32 sum = adm_high(a, b, c, d);
    return shift ? adm_rounded(sum, shift) : sum;
}

/* v = high 2^shift + low, with a signed low part. */
FN i32 adm_low_part(i32 v, i32 shift)
{
    return (i32)((u32)v << (32 - shift)) >> (32 - shift);
}

FN i32 adm_high_part(i32 v, i32 shift)
{
    return (v - adm_low_part(v, shift)) >> shift;
}

/* The rounded sum of products with numbers of up to 32 bits, from the sums over both parts: the
 * result fits 32 bits, so what the sum over the high parts loses beyond them does not matter. */
FN i32 adm_joined(i32 high_sum, i32 low_sum, i32 shift)
{
    return (i32)((u32)high_sum + (u32)adm_rounded(low_sum, shift));
}

#define ADM_PART(part, shift, a, b, c, d)                                                          \
    part(a, shift), part(b, shift), part(c, shift), part(d, shift)

/* Of such numbers, with a shift of 15 or 16: */
FN i32 adm_wide_low(i32 a, i32 b, i32 c, i32 d, i32 shift)
{
    return adm_joined(adm_low(ADM_PART(adm_high_part, shift, a, b, c, d)),
                      adm_low(ADM_PART(adm_low_part, shift, a, b, c, d)), shift);
}

FN i32 adm_wide_high(i32 a, i32 b, i32 c, i32 d, i32 shift)
{
    return adm_joined(adm_high(ADM_PART(adm_high_part, shift, a, b, c, d)),
                      adm_high(ADM_PART(adm_low_part, shift, a, b, c, d)), shift);
}

/* ---- Decoupling, section 4 ---- */

/* The coefficients of the three bands. */
typedef struct AdmBands {
    i32 band[ADM_BANDS];
} AdmBands;

typedef struct AdmSplit {
    i32 restored[ADM_BANDS], added[ADM_BANDS];
} AdmSplit;

#define ADM_COS2 0x3f7fec0a /* C1: the squared cosine of one degree */

/* Whether the angle between two vectors is at most a degree, by floats; or that this close to a
 * degree floats cannot tell. */
typedef struct AdmAngle {
    i32 near, undecided;
} AdmAngle;

/* From p = the scalar product and the product of the squared lengths, with a margin, relative, for
 * all that was rounded. Where one vector is 0 all is exact. */
FN AdmAngle adm_angle(f32 p, f32 lengths, f32 margin)
{
    f32 bound = f32_of_bits(ADM_COS2) * lengths;
    f32 beyond = p * p - bound;
    f32 limit = margin * bound;
    AdmAngle angle = { (p >= 0.0f) & (beyond >= 0.0f), (beyond < limit) & (0.0f - limit < beyond) };
    return angle;
}

/* The definition; p, o2 and t2 are rounded already. */
FN i32 adm_angle_is_small(f32 p, f32 o2, f32 t2)
{
    F64 bound = f64_mul(f64_of_f32(f32_of_bits(ADM_COS2)), f64_of_f32(o2));
    bound = f64_mul(bound, f64_of_f32(t2));
    F64 square = f64_mul(f64_of_f32(p), f64_of_f32(p));
    return (p >= 0.0f) & !f64_less(square, bound);
}

/* Three floats, each rounded once as in the definition: the margin is for the three products. */
FN AdmAngle adm_angle0(i32 oh, i32 ov, i32 th, i32 tv)
{
    f32 o2 = (f32)(oh * oh + ov * ov), t2 = (f32)(th * th + tv * tv);
    return adm_angle((f32)(oh * th + ov * tv), o2 * t2, 0x1p-22f);
}

FN i32 adm_angle0_is_small(i32 oh, i32 ov, i32 th, i32 tv)
{
    return adm_angle_is_small((f32)(oh * th + ov * tv), (f32)(oh * oh + ov * ov),
                              (f32)(th * th + tv * tv));
}

/* Here each coefficient is rounded, each product and each sum: 23 2^-24 all together. */
FN AdmAngle adm_angle1(i32 oh, i32 ov, i32 th, i32 tv)
{
    f32 a = (f32)oh, b = (f32)ov, c = (f32)th, d = (f32)tv;
    return adm_angle(a * c + b * d, (a * a + b * b) * (c * c + d * d), 0x1p-19f);
}

FN f32 adm_scalar_product(i32 a, i32 b, i32 c, i32 d)
{
    return (f32)((i64)a * c + (i64)b * d);
}

FN i32 adm_angle1_is_small(i32 oh, i32 ov, i32 th, i32 tv)
{
    return adm_angle_is_small(adm_scalar_product(oh, ov, th, tv),
                              adm_scalar_product(oh, ov, oh, ov),
                              adm_scalar_product(th, tv, th, tv));
}

/* trunc(2^30 / m) for 2^14 <= m <= 2^15; the quotient of floats may be one too large. */
FN u32 adm_reciprocal(u32 m)
{
    u32 q = (u32)(i32)(0x1p30f / (f32)(i32)m);
    return q - (q * m > 1u << 30);
}

/*
 * The restored magnitude, from the reference's o and from t, which is the distorted one's where
 * their signs agree, else negative. The quotient k rounds so that below 2^14 the result is t within
 * 0 .. o: its error is at most 1/2 + o 2^-15, which times o 2^-15 stays below 1/2. `negative`: the
 * reference's sign, for the rounding of halves. The first form is for o < 2^15, where a larger t
 * than o + 1 changes nothing.
 */
FN i32 adm_restored0(i32 o, i32 t, i32 negative)
{
    i32 least = adm_max(t, 0);
    u32 m = (u32)adm_max(o, 1 << 14);
    u32 k = (adm_reciprocal(m) * (u32)adm_min(least, (i32)m + 1) + (1 << 14)) >> 15;
    u32 bounded = k < 1u << 15 ? k : 1u << 15;
    i32 scaled = (i32)((bounded * (u32)o + (1 << 14) - (u32)negative) >> 15);
    return o < 1 << 14 ? adm_min(least, o) : scaled;
}

/* And below 2^14 alone. */
FN i32 adm_restored_small(i32 o, i32 t, i32 negative)
{
    (void)negative;
    return adm_min(adm_max(t, 0), o);
}

/* Bits of v, 0 < v < 2^31: the exponent of a float that rounding cannot carry over. */
FN i32 adm_bits(i32 v)
{
    return (i32)(bits_of_f32((f32)(v & ~(v >> 1))) >> 23) - 126;
}

/*
 * The other form, for all o. A larger t than o + o 2^-13 + 1 changes nothing. Products of more than
 * 32 bits are made of two, from the parts of a factor above and below a bit.
 */
FN i32 adm_restored1(i32 o, i32 t, i32 negative)
{
    u32 least = (u32)adm_min(adm_max(t, 0), o + (o >> 13) + 1);
    i32 e = adm_max(adm_bits(o), 15) - 15;
    u32 m = ((u32)o + (1u << e >> 1)) >> e;
    u32 q = adm_reciprocal(m > 1u << 14 ? m : 1u << 14);
    u32 k = (q * (least >> e) + (q * (least & ((1u << e) - 1)) >> e)) >> 14;
    u32 bounded = k < 1u << 16 ? (k + 1) >> 1 : 1u << 15;
    u32 low = bounded * ((u32)o & 0x7fff) + (1 << 14) - (u32)negative;
    u32 scaled = bounded * ((u32)o >> 15) + (low >> 15);
    return o < 1 << 14 ? adm_min((i32)least, o) : (i32)scaled;
}

/* What the enhancement gain makes of a restored magnitude, at most t > 0. */
FN i32 adm_enhanced(const AdmParams p, i32 restored, i32 t)
{
    return adm_min(adm_min(restored, p.limit_cap) * p.limit, t);
}

/* The same where the limit is no integer. */
FN i32 adm_enhanced_any(const AdmParams p, i32 restored, i32 t)
{
    F64 most = f64_of_i32(t), v = f64_mul(f64_of_i32(restored), f64_of_bits(p.limit_bits));
    return i32_of_f64(f64_less(v, most) ? v : most);
}

/* One band: `restore` and `enhance` are functions above. */
#define ADM_SPLIT_BAND(restore, enhance, o, t, near, split, i)                                     \
    {                                                                                              \
        i32 negative = (o) < 0;                                                                    \
        i32 magnitude = negative ? -(o) : (o), same = negative ? -(t) : (t);                       \
        i32 restored = restore(magnitude, same, negative);                                         \
        restored = ((near) & (same > 0)) ? enhance(p, restored, same) : restored;                  \
        split.restored[i] = negative ? -restored : restored;                                       \
        split.added[i] = (t)-split.restored[i];                                                    \
    }

#define ADM_DEFINE_SPLIT(name, restore, enhance)                                                   \
    FN AdmSplit name(const AdmParams p, AdmBands o, AdmBands t, i32 near)                          \
    {                                                                                              \
        AdmSplit split;                                                                            \
        ADM_SPLIT_BAND(restore, enhance, o.band[0], t.band[0], near, split, 0)                     \
        ADM_SPLIT_BAND(restore, enhance, o.band[1], t.band[1], near, split, 1)                     \
        ADM_SPLIT_BAND(restore, enhance, o.band[2], t.band[2], near, split, 2)                     \
        return split;                                                                              \
    }

ADM_DEFINE_SPLIT(adm_split0_small, adm_restored_small, adm_enhanced)
ADM_DEFINE_SPLIT(adm_split0, adm_restored0, adm_enhanced)
ADM_DEFINE_SPLIT(adm_split0_any, adm_restored0, adm_enhanced_any)
ADM_DEFINE_SPLIT(adm_split1, adm_restored1, adm_enhanced)
ADM_DEFINE_SPLIT(adm_split1_any, adm_restored1, adm_enhanced_any)

/* ---- Masking, section 7 ---- */

/*
 * A level keeps of what is restored and of what is added a part: at level 0 the coefficient, at the
 * others its weighted magnitude, |G|, which is all that is needed of it.
 */
FN i32 adm_part0(i32 v, u32 weight)
{
    (void)weight;
    return v;
}

/* The product of 28 and 31 bits divided by 2^28, from four products of 14 bits and 16. */
FN i32 adm_part1(i32 v, u32 weight)
{
    u32 m = adm_magnitude(v), high = m >> 16, low = m & 0xffff;
    u32 weight_high = weight >> 14, weight_low = weight & 0x3fff;
    u32 rest = (weight_low * low + (1 << 27) - (v < 0)) >> 14;
    u32 middle = weight_high * low + 4 * weight_low * high + rest;
    return (i32)(4 * weight_high * high + (middle >> 14));
}

/* |G| at level 0. */
FN i32 adm_weighted(i32 v, u32 weight, i32 diagonal)
{
    i32 product = (i32)weight * v;
    i32 rounded = diagonal ? (product + 65535) >> 17 : (product + 16384) >> 15;
    return rounded < 0 ? -rounded : rounded;
}

/* F: what a part adds to the thresholds of its neighbours. */
FN i32 adm_neighbour0(i32 part, u32 weight, i32 diagonal)
{
    return (4369 * adm_weighted(part, weight, diagonal) + 2048) >> 12;
}

FN i32 adm_neighbour1(i32 part, u32 weight, i32 diagonal)
{
    (void)weight, (void)diagonal;
    return (i32)(((u64)143165577 * (u32)part + ((u64)1 << 31)) >> 32) - 1;
}

/* C: what it adds to its own. */
FN i32 adm_centre0(i32 part, u32 weight, i32 diagonal)
{
    return (i16)((8738 * adm_weighted(part, weight, diagonal) + 2048) >> 12);
}

FN i32 adm_centre1(i32 part, u32 weight, i32 diagonal)
{
    (void)weight, (void)diagonal;
    return (i32)(((u64)286331153 * (u32)part + ((u64)1 << 31)) >> 32) - 1;
}

/* F or C of the three bands at once. */
#define ADM_OF_BANDS(function, h, v, d, weight)                                                    \
    (function(h, weight[0], 0) + function(v, weight[0], 0) + function(d, weight[1], 1))

/* What is left of a signal above its threshold. The differences wrap, as in the definition. */
FN i32 adm_left0(i32 part, i32 threshold, u32 weight, i32 diagonal)
{
    u32 weighted = adm_magnitude((i32)weight * part);
    return adm_max((i32)(weighted - ((u32)threshold << (diagonal ? 12 : 10))), 0);
}

FN i32 adm_left1(i32 part, i32 threshold, u32 weight, i32 diagonal)
{
    (void)weight, (void)diagonal;
    return adm_max((i32)((u32)part - (u32)threshold), 0);
}

/* The shift of its square. */
FN i32 adm_square_shift0(i32 diagonal)
{
    return diagonal ? 30 : 29;
}

FN i32 adm_square_shift1(i32 diagonal)
{
    (void)diagonal;
    return 30;
}

/* The rounded cube of what is left: its square, which may wrap, and then the product. */
FN i32 adm_square(i32 left, i32 square_shift)
{
    u64 square = (u64)(u32)left * (u32)left + ((u64)1 << (square_shift - 1));
    return (i32)(u32)(square >> square_shift);
}

FN i64 adm_cube(i32 square, i32 left, i32 shift)
{
    return ((i64)square * left + ((i64)1 << shift >> 1)) >> shift;
}

/* The same where the square did not wrap. */
FN u64 adm_small_cube(u32 square, u32 left, i32 shift)
{
    return ((u64)square * left + ((u64)1 << shift >> 1)) >> shift;
}

/* ---- Sums ---- */

/* Of the reference, section 6. */
FN u64 adm_energy0(i32 coefficient)
{
    u32 m = adm_magnitude(coefficient);
    return (u64)(m * m) * m;
}

FN u64 adm_energy1(i32 coefficient, i32 square_shift, i32 shift)
{
    u32 m = adm_magnitude(coefficient);
    u32 square = (u32)((u64)m * m >> square_shift) + 1;
    return ((u64)square * m + ((u64)1 << shift >> 1)) >> shift;
}

/* A row's sum, divided by 2^shift and rounded; of adm and aim it has a sign. */
FN u64 adm_energy_row(u64 sum, i32 shift)
{
    return (sum + ((u64)1 << shift >> 1)) >> shift;
}

FN u64 adm_mask_row(u64 sum, i32 shift)
{
    return (u64)(((i64)sum + ((i64)1 << shift >> 1)) >> shift);
}

#endif
