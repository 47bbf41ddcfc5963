/* vif, the integer one: arithmetic of one sample (docs/spec/vif.md). */
#ifndef EVQ_INTEGER_VIF_H
#define EVQ_INTEGER_VIF_H

#include "kernel/integer_vif/params.h"
#include "kernel/math/f64.h"

/* ---- Section 3: taps, which sum to 2^16; scale s has its own. A 0 at either end ---- */

TABLE u16 ivif_taps17[19] = { 0,    489,  935,  1640, 2640, 3896, 5274, 6547, 7455, 7784,
                              7455, 6547, 5274, 3896, 2640, 1640, 935,  489,  0 };
TABLE u16 ivif_taps9[11] = { 0, 1244, 3663, 7925, 12590, 14692, 12590, 7925, 3663, 1244, 0 };
TABLE u16 ivif_taps5[7] = { 0, 3571, 16004, 26386, 16004, 3571, 0 };
TABLE u16 ivif_taps3[5] = { 0, 10904, 43728, 10904, 0 };

/*
 * Values of 16 bits are kept less 2^15: so are their weighted sums, times 2^16, which then fit 32
 * bits with a sign. This gives the sum back.
 */
FN u32 ivif_unbiased(i32 sum)
{
    return (u32)sum + 0x80000000u;
}

FN i16 ivif_biased(u32 value)
{
    return (i16)(value ^ 0x8000u);
}

/* (sum + half) >> shift; without a shift there is nothing to round. */
FN u32 ivif_rounded(u32 sum, i32 shift)
{
    return shift ? (sum + ((u32)1 << (shift - 1))) >> shift : sum;
}

/* ---- Section 4: what is blurred ---- */

/*
 * Both samples and their three products, or weighted sums of them. Products, of 32 bits, go in
 * halves of 16: the weighted sum of either half fits 32 bits.
 */
typedef struct IvifPlanes {
    u32 ref, dis;
    u32 ref2_high, ref2_low, dis2_high, dis2_low, both_high, both_low;
} IvifPlanes;

/* narrow: the samples have 8 bits, so that products fit 16. */
FN IvifPlanes ivif_planes(const i32 narrow, u32 ref, u32 dis)
{
    u32 ref2 = ref * ref, dis2 = dis * dis, both = ref * dis;
    IvifPlanes v = { ref,
                     dis,
                     narrow ? 0 : ref2 >> 16,
                     narrow ? ref2 : ref2 & 0xffff,
                     narrow ? 0 : dis2 >> 16,
                     narrow ? dis2 : dis2 & 0xffff,
                     narrow ? 0 : both >> 16,
                     narrow ? both : both & 0xffff };
    return v;
}

FN IvifPlanes ivif_add(IvifPlanes sum, u32 tap, IvifPlanes v)
{
    sum.ref += tap * v.ref;
    sum.dis += tap * v.dis;
    sum.ref2_high += tap * v.ref2_high;
    sum.ref2_low += tap * v.ref2_low;
    sum.dis2_high += tap * v.dis2_high;
    sum.dis2_low += tap * v.dis2_low;
    sum.both_high += tap * v.both_high;
    sum.both_low += tap * v.both_low;
    return sum;
}

/* (2^16 high + low + half) >> shift; shift <= 16 and high is 0 where shift is. */
FN u32 ivif_joined(u32 high, u32 low, i32 shift)
{
    return (high << (16 - shift)) + ivif_rounded(low, shift);
}

/* ---- Section 6 ---- */

#define IVIF_NOISE 131072             /* N */
#define IVIF_EPS   0x3edb7cdfd9d7bdbb /* eps */

/* s1, s2 before it is limited, and s12. */
typedef struct IvifVariances {
    i32 ref, dis, both;
} IvifVariances;

/* (a b + 2^31) >> 32 */
FN u32 ivif_mean_product(u32 a, u32 b)
{
    return (u32)(((u64)a * b + 0x80000000u) >> 32);
}

/* Of the blurred samples, products and squares. */
FN IvifVariances ivif_variances(u32 m1, u32 m2, u32 ref2, u32 dis2, u32 both)
{
    IvifVariances v = { (i32)(ref2 - ivif_mean_product(m1, m1)),
                        (i32)(dis2 - ivif_mean_product(m2, m2)),
                        (i32)(both - ivif_mean_product(m1, m2)) };
    return v;
}

/*
 * What a pixel adds: LG(enhanced) - LG(noisy) to the numerator, LG(signal) - LG(N) to the
 * denominator. Where a pixel adds nothing the arguments are such that these are 0. flat: s2 + 1
 * of a flat pixel, else 0.
 */
typedef struct IvifArguments {
    u32 enhanced, noisy, signal, flat;
} IvifArguments;

/*
 * The means are rounded to 2^-9 of a code value of 8 bits, so s1 and s12 are off by at most one
 * squared code value, 65536, and s12^2 <= (s1 + 65536) (s2 + 65536) about: all values stay below
 * 2^31.
 */
FN IvifArguments ivif_arguments(const IvifParams p, IvifVariances v)
{
    i32 s2 = v.dis > 0 ? v.dis : 0;
    i32 s12 = v.both > 0 ? v.both : 0;
    s12 = s2 > 0 ? s12 : 0;
    s12 = v.ref >= IVIF_NOISE ? s12 : 0;
    F64 variance = f64_of_i32(v.ref >= IVIF_NOISE ? v.ref : IVIF_NOISE);
    F64 covariance = f64_of_i32(s12);
    F64 limit = f64_of_bits(p.gain_limit);
    F64 gain = f64_div(covariance, f64_add(variance, f64_of_bits(IVIF_EPS)));
    i32 rest = i32_of_f64(f64_sub(f64_of_i32(s2), f64_mul(gain, covariance)));
    gain = f64_less(limit, gain) ? limit : gain;
    IvifArguments a;
    a.noisy = (u32)((rest > 0 ? rest : 0) + IVIF_NOISE);
    a.enhanced = (u32)i32_of_f64(f64_mul(f64_mul(gain, gain), variance)) + a.noisy;
    a.signal = (u32)(v.ref >= IVIF_NOISE ? v.ref + IVIF_NOISE : IVIF_NOISE);
    a.flat = (u32)(v.ref >= IVIF_NOISE ? 0 : s2 + 1);
    return a;
}

/* ---- Section 5 ---- */

/*
 * The leading bit's position, from bit 15, and the 15 bits behind it; 2^16 <= t < 2^31. They are
 * those of the nearest float, once a bit behind them is cleared so that rounding cannot carry into
 * them.
 */
FN u32 ivif_log_key(u32 t)
{
    return bits_of_f32((f32)(i32)(t & ~(t >> 16))) >> 8;
}

/* LG(t), up to a constant, from the key of t. From entry to entry of T is at most one step in
 * eight: entry i of `table` holds 8 times T[8 i], and by how much that step comes early. */
FN i32 ivif_log(u32 key, GLOBAL const i32 *table)
{
    i32 step = table[(key >> 3) & (IVIF_LOG_ROW - 1)] + (i32)(key & 7);
    return (i32)(key >> 15) * 2048 + (step >> 3);
}

#define IVIF_LOG_OF_NOISE ((17 + 127) * 2048) /* ivif_log of the key of N */

#endif
