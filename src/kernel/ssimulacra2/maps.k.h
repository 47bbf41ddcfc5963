/* Error maps and their exact sums, docs/spec/ssimulacra2.md section 5. */
#ifndef EVQ_SSIMULACRA2_MAPS_K_H
#define EVQ_SSIMULACRA2_MAPS_K_H

#include "kernel/ssimulacra2/params.h"

#define SSIMULACRA2_C2  0x3a6bedfa /* 0.0009 */
#define SSIMULACRA2_ONE 1073741824 /* 2^30, the maps' unit */

/* v >= 0 as an integer, to nearest even; 2^31 at most. */
FN u32 ssimulacra2_round(f32 v)
{
    f32 rounded = (v + 8388608.0f) - 8388608.0f;
    f32 whole = v < 8388608.0f ? rounded : v;
    i32 small = (i32)(whole < 2147483648.0f ? whole : 0.0f);
    return whole < 2147483648.0f ? (u32)small : 0x80000000;
}

FN f32 ssimulacra2_magnitude(f32 v)
{
    return f32_of_bits(bits_of_f32(v) & 0x7fffffff);
}

/* 1 - q in units of 2^-30, 0 where q is a NaN. */
FN u32 ssimulacra2_ssim_error(f32 q)
{
    f32 high = q < 1.0f ? q : 1.0f;
    f32 v = (high > -1.0f ? high : -1.0f) * 1073741824.0f;
    u32 rounded = ssimulacra2_round(ssimulacra2_magnitude(v));
    return v < 0.0f ? SSIMULACRA2_ONE + rounded : SSIMULACRA2_ONE - rounded;
}

FN f32 ssimulacra2_quality(f32 mu1, f32 mu2, f32 s11, f32 s22, f32 s12)
{
    f32 c2 = f32_of_bits(SSIMULACRA2_C2);
    f32 d = mu1 - mu2;
    f32 nm = 1.0f - d * d;
    f32 ns = 2.0f * (s12 - mu1 * mu2) + c2;
    f32 ds = ((s11 - mu1 * mu1) + (s22 - mu2 * mu2)) + c2;
    return (nm * ns) / ds;
}

/* j: a channel of those with products. Kinds 0: ssim. */
ROW_KERNEL(3, ssimulacra2_ssim, Ssimulacra2Params, (IN(f32, mu), IN(f32, product), OUT(u32, map)))
{
    i32 channel = p.first + j;
    f32 q = ssimulacra2_quality(mu[AT(0, 2 * channel, x, y)], mu[AT(0, 2 * channel + 1, x, y)],
                                product[AT(1, 3 * j, x, y)], product[AT(1, 3 * j + 1, x, y)],
                                product[AT(1, 3 * j + 2, x, y)]);
    map[AT(2, j, x, y)] = ssimulacra2_ssim_error(q);
}

/* j: a channel; the sign of a value tells its kind: > 0 ringing, < 0 detail lost. */
ROW_KERNEL(3, ssimulacra2_edges, Ssimulacra2Params, (IN(f32, xyb), IN(f32, mu), OUT(i32, map)))
{
    f32 e1 = ssimulacra2_magnitude(xyb[AT(0, 2 * j, x, y)] - mu[AT(1, 2 * j, x, y)]);
    f32 e2 = ssimulacra2_magnitude(xyb[AT(0, 2 * j + 1, x, y)] - mu[AT(1, 2 * j + 1, x, y)]);
    f32 e = (e2 - e1) / (1.0f + e1);
    u32 size = ssimulacra2_round(ssimulacra2_magnitude(e) * 1073741824.0f);
    map[AT(2, 2 * j, x, y)] = e > 0.0f ? size : 0;
    map[AT(2, 2 * j + 1, x, y)] = e < 0.0f ? size : 0;
}

/* ---- Sums ---- */

/* d and the digits of d^4 in base 2^32, added over samples. With d^2 = 2^31 b + a, d^4 is
 * a^2 + 2^32 a b + 2^62 b^2. */
typedef struct Ssimulacra2Sums {
    u64 sum;
    u64 low0, low1, mid0, mid1, high0, high1; /* 32 bits each of the a^2, of the a b, of the b^2 */
} Ssimulacra2Sums;

/* Sums of at most three samples: a product is 2^62 at most. */
#define SSIMULACRA2_ADD(d)                                                                         \
    {                                                                                              \
        u64 value = (d);                                                                           \
        u64 square = value * value;                                                                \
        u64 a = square & 0x7fffffff, b = square >> 31;                                             \
        sum += value;                                                                              \
        low += a * a;                                                                              \
        mid += a * b;                                                                              \
        high += b * b;                                                                             \
    }
#define SSIMULACRA2_SPLIT_SUMS                                                                     \
    s.sum += sum;                                                                                  \
    s.low0 += low & 0xffffffff;                                                                    \
    s.low1 += low >> 32;                                                                           \
    s.mid0 += mid & 0xffffffff;                                                                    \
    s.mid1 += mid >> 32;                                                                           \
    s.high0 += high & 0xffffffff;                                                                  \
    s.high1 += high >> 32

FN Ssimulacra2Sums ssimulacra2_sum_row(GLOBAL const u32 *row, i32 count)
{
    Ssimulacra2Sums s = { 0, 0, 0, 0, 0, 0, 0 };
    i32 third = count / 3;
    for (i32 i = 0; i < third; i++) {
        u64 sum = 0, low = 0, mid = 0, high = 0;
        SSIMULACRA2_ADD(row[i])
        SSIMULACRA2_ADD(row[i + third])
        SSIMULACRA2_ADD(row[i + 2 * third])
        SSIMULACRA2_SPLIT_SUMS;
    }
    for (i32 i = 3 * third; i < count; i++) {
        u64 sum = 0, low = 0, mid = 0, high = 0;
        SSIMULACRA2_ADD(row[i])
        SSIMULACRA2_SPLIT_SUMS;
    }
    return s;
}

/* x: chunk x % chunks of map x / chunks of the list. */
ROW_KERNEL(3, ssimulacra2_sums, Ssimulacra2Params, (IN(u32, ssim), IN(u32, edges), OUT(u64, sums)))
{
    i32 entry = x / p.chunks, first = x % p.chunks * SSIMULACRA2_CHUNK;
    i32 map = (i32)(p.maps[entry >> 3] >> (4 * (entry & 7)) & 15);
    i32 channel = map / 3, kind = map % 3;
    GLOBAL const u32 *row = kind == 0 ? ssim + AT(0, channel - p.first, 0, y)
                                      : edges + AT(1, 2 * channel + kind - 1, 0, y);
    i32 rest = p.width - first;
    Ssimulacra2Sums s =
        ssimulacra2_sum_row(row + first, rest < SSIMULACRA2_CHUNK ? rest : (i32)SSIMULACRA2_CHUNK);
    i32 to = x * SSIMULACRA2_DIGITS;
    sums[AT(2, 0, to, y)] = s.sum;
    sums[AT(2, 0, to + 1, y)] = s.low0;
    sums[AT(2, 0, to + 2, y)] = s.low1 + s.mid0 + ((s.high0 & 3) << 30);
    sums[AT(2, 0, to + 3, y)] = s.mid1 + (s.high0 >> 2) + ((s.high1 & 3) << 30);
    sums[AT(2, 0, to + 4, y)] = s.high1 >> 2;
}

/* Adds the rows of an item. */
ROW_KERNEL(2, ssimulacra2_fold, Ssimulacra2Params, (IN(u64, sums), OUT(u64, out)))
{
    i32 first = y * SSIMULACRA2_FOLD;
    u64 sum = 0;
    for (i32 row = first; row < first + SSIMULACRA2_FOLD && row < p.height; row++)
        sum += sums[AT(0, 0, x, row)];
    out[AT(1, 0, x, y)] = sum;
}

/* x: a digit of a map of the list. Adds its chunks and groups of rows. */
ROW_KERNEL(2, ssimulacra2_total, Ssimulacra2Params, (IN(u64, folded), OUT(u64, result)))
{
    i32 entry = x / SSIMULACRA2_DIGITS, digit = x % SSIMULACRA2_DIGITS;
    i32 map = (i32)(p.maps[entry >> 3] >> (4 * (entry & 7)) & 15);
    u64 sum = 0;
    for (i32 group = 0; group < p.groups; group++)
        for (i32 chunk = 0; chunk < p.chunks; chunk++)
            sum += folded[AT(0, 0, (entry * p.chunks + chunk) * SSIMULACRA2_DIGITS + digit, group)];
    result[AT(1, 0, p.slot + map * SSIMULACRA2_DIGITS + digit, 0)] = sum;
}

#endif
