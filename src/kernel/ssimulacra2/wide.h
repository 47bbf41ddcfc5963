/* What a work-item of ssimulacra2 does with the blurred images of a channel: errors, and their sums
 * down a column. Sums are exact integers, so that any order gives the same. */
#ifndef EVQ_SSIMULACRA2_WIDE_H
#define EVQ_SSIMULACRA2_WIDE_H

#include "kernel/ssimulacra2/maps.h"
#include "kernel/ssimulacra2/params.h"

/* d, and the digits of d^4 in base 2^32, added over samples. */
typedef struct Ssimulacra2Digits {
    u64 sum, digit0, digit1, digit2, digit3;
} Ssimulacra2Digits;

FN Ssimulacra2Digits ssimulacra2_no_digits(void)
{
    Ssimulacra2Digits none = { 0, 0, 0, 0, 0 };
    return none;
}

/* With d^2 = 2^32 b + a, d^4 is a^2 + 2^32 2 a b + 2^64 b^2; d <= 2^31. */
FN Ssimulacra2Digits ssimulacra2_digits_add(Ssimulacra2Digits s, u32 d)
{
    u64 square = (u64)d * d;
    u32 a = (u32)square, b = (u32)(square >> 32);
    u64 low = (u64)a * a, mid = (u64)a * (2 * b), high = (u64)b * b;
    s.sum += d;
    s.digit0 += (u32)low;
    s.digit1 += (low >> 32) + (u32)mid;
    s.digit2 += (mid >> 32) + (u32)high;
    s.digit3 += high >> 32;
    return s;
}

/* Of the three maps of a channel. */
typedef struct Ssimulacra2Errors {
    Ssimulacra2Digits ssim, ringing, lost;
} Ssimulacra2Errors;

FN Ssimulacra2Errors ssimulacra2_no_errors(void)
{
    Ssimulacra2Errors none;
    none.ssim = none.ringing = none.lost = ssimulacra2_no_digits();
    return none;
}

/* Channel j of those of a stage. */
#define SSIMULACRA2_CHANNEL(p, j) ((i32)((p).channels >> (4 * (j)) & 15))

/* Which channel of its stage a channel is: ssim is counted for all of them or for none. */
FN i32 ssimulacra2_place(const Ssimulacra2Params p, i32 channel)
{
    u32 with_ssim = SSIMULACRA2_COUNTED(p, channel) & 1;
    i32 place = 0;
    for (i32 before = 0; before < channel; before++) {
        u32 counted = SSIMULACRA2_COUNTED(p, before);
        place += counted && (counted & 1) == with_ssim;
    }
    return place;
}

#define SSIMULACRA2_MOST_ROWS 8

/* Of `rows` values, a constant, the first `inside`. */
FN Ssimulacra2Digits ssimulacra2_digits_add_rows(Ssimulacra2Digits s, const u32 *d, const i32 rows,
                                                 i32 inside)
{
    UNROLL(8)
    for (i32 i = 0; i < rows; i++)
        s = ssimulacra2_digits_add(s, i < inside ? d[i] : 0);
    return s;
}

/*
 * The errors of `rows` samples of a column, the first `inside` of which count. Of each, m are the
 * `images` blurred images: both pictures and, where ssim is counted, their products. Nothing
 * branches between samples, so that their long chains of operations overlap.
 */
FN void ssimulacra2_add_rows(Ssimulacra2Errors *errors, const i32 images, u32 counted,
                             const i32 rows, i32 inside, const f32 *m, const f32 *x1, const f32 *x2,
                             const i32 overlapping)
{
    u32 ssim[SSIMULACRA2_MOST_ROWS], ringing[SSIMULACRA2_MOST_ROWS], lost[SSIMULACRA2_MOST_ROWS];
    UNROLL(8)
    for (i32 i = 0; i < rows; i++) {
        const f32 *of = m + i * images;
        f32 e = ssimulacra2_edge(x1[i], of[0], x2[i], of[1], overlapping);
        u32 size = ssimulacra2_edge_size(e);
        ringing[i] = e > 0.0f ? size : 0;
        lost[i] = e < 0.0f ? size : 0;
        if (images > 2)
            ssim[i] = ssimulacra2_ssim_error(
                ssimulacra2_quality(of[0], of[1], of[2], of[3], of[4], overlapping));
    }
    if (images > 2)
        errors->ssim = ssimulacra2_digits_add_rows(errors->ssim, ssim, rows, inside);
    if (counted & 2)
        errors->ringing = ssimulacra2_digits_add_rows(errors->ringing, ringing, rows, inside);
    if (counted & 4)
        errors->lost = ssimulacra2_digits_add_rows(errors->lost, lost, rows, inside);
}

/* Buffer `index`: a sub-plane for each digit of each map of the channels of a stage, a row for each
 * segment of the columns. */
#define SSIMULACRA2_STORE_DIGITS(sums, index, map, s)                                              \
    sums[AT(index, SSIMULACRA2_DIGITS * (map), x, y)] = (s).sum;                                   \
    sums[AT(index, SSIMULACRA2_DIGITS * (map) + 1, x, y)] = (s).digit0;                            \
    sums[AT(index, SSIMULACRA2_DIGITS * (map) + 2, x, y)] = (s).digit1;                            \
    sums[AT(index, SSIMULACRA2_DIGITS * (map) + 3, x, y)] = (s).digit2;                            \
    sums[AT(index, SSIMULACRA2_DIGITS * (map) + 4, x, y)] = (s).digit3;

#define SSIMULACRA2_STORE_ERRORS(sums, index, counted, errors)                                     \
    if ((counted)&1) {                                                                             \
        SSIMULACRA2_STORE_DIGITS(sums, index, 3 * j, (errors).ssim)                                \
    }                                                                                              \
    if ((counted)&2) {                                                                             \
        SSIMULACRA2_STORE_DIGITS(sums, index, 3 * j + 1, (errors).ringing)                         \
    }                                                                                              \
    if ((counted)&4) {                                                                             \
        SSIMULACRA2_STORE_DIGITS(sums, index, 3 * j + 2, (errors).lost)                            \
    }

#endif
