/*
 * Profile exact of ssimulacra2 on devices that run thousands of work-items side by side: one kernel
 * from X', Y', B' to sums, since memory is what they wait for. Column x of item y goes down
 * p.segment rows, whose images it filters across on the way.
 */
#ifndef EVQ_SSIMULACRA2_WIDE_EXACT_K_H
#define EVQ_SSIMULACRA2_WIDE_EXACT_K_H

#include "kernel/ssimulacra2/filter.h"
#include "kernel/ssimulacra2/wide.h"

#define SSIMULACRA2_TAPS (2 * SSIMULACRA2_EDGE + 1)
/* Rows that are made at once. */
#define SSIMULACRA2_BAND 4

#define SSIMULACRA2_BESIDE_OF(v, d) (v[SSIMULACRA2_EDGE - (d)] + v[SSIMULACRA2_EDGE + (d)])
#define SSIMULACRA2_BESIDE_A(d)     SSIMULACRA2_BESIDE_OF(a, d)
#define SSIMULACRA2_BESIDE_AB(d)                                                                   \
    (a[SSIMULACRA2_EDGE - (d)] * b[SSIMULACRA2_EDGE - (d)] +                                       \
     a[SSIMULACRA2_EDGE + (d)] * b[SSIMULACRA2_EDGE + (d)])

FN f32 ssimulacra2_filtered(const f32 *a)
{
    return SSIMULACRA2_FILTER(f32_of_bits, a[SSIMULACRA2_EDGE], SSIMULACRA2_BESIDE_A);
}

FN f32 ssimulacra2_filtered_product(const f32 *a, const f32 *b)
{
    return SSIMULACRA2_FILTER(f32_of_bits, (a[SSIMULACRA2_EDGE] * b[SSIMULACRA2_EDGE]),
                              SSIMULACRA2_BESIDE_AB);
}

/* The images of a channel at column 0 of a row, filtered across: both pictures, then their
 * products; 0 where the row lies outside the picture. */
FN void ssimulacra2_filter_images(f32 *to, const i32 images, GLOBAL const f32 *x1,
                                  GLOBAL const f32 *x2, i32 inside)
{
    f32 a[SSIMULACRA2_TAPS], b[SSIMULACRA2_TAPS];
    UNROLL(9)
    for (i32 i = 0; i < SSIMULACRA2_TAPS; i++) {
        a[i] = x1[i - SSIMULACRA2_EDGE];
        b[i] = x2[i - SSIMULACRA2_EDGE];
    }
    to[0] = ssimulacra2_filtered(a);
    to[1] = ssimulacra2_filtered(b);
    if (images > 2) {
        to[2] = ssimulacra2_filtered_product(a, a);
        to[3] = ssimulacra2_filtered_product(b, b);
        to[4] = ssimulacra2_filtered_product(a, b);
    }
    UNROLL(5)
    for (i32 k = 0; k < images; k++)
        to[k] = inside ? to[k] : 0.0f;
}

/* Row `row` of the picture; outside, what is read of the nearest one does not count. */
#define SSIMULACRA2_IMAGES_OF(to, images, row)                                                     \
    {                                                                                              \
        i32 inside = (row) >= 0 && (row) < p.height;                                               \
        i64 at = (i64)((row) < 0 ? 0 : inside ? (row) : p.height - 1) * p.g.stride[0];             \
        ssimulacra2_filter_images(to, images, x1 + at, x2 + at, inside);                           \
    }

#define SSIMULACRA2_BESIDE_LINE(d)                                                                 \
    (lines[i + SSIMULACRA2_EDGE - (d)][k] + lines[i + SSIMULACRA2_EDGE + (d)][k])

#define SSIMULACRA2_WIDE_FILTER(name, images)                                                      \
    ROW_KERNEL(2, name, Ssimulacra2Params, (IN(f32, xyb), OUT(u64, sums)))                         \
    {                                                                                              \
        i32 channel = SSIMULACRA2_CHANNEL(p, j);                                                   \
        u32 counted = SSIMULACRA2_COUNTED(p, channel);                                             \
        GLOBAL const f32 *x1 = xyb + AT(0, 2 * channel, x, 0);                                     \
        GLOBAL const f32 *x2 = xyb + AT(0, 2 * channel + 1, x, 0);                                 \
        i32 first = y * p.segment, end = first + p.segment;                                        \
        Ssimulacra2Errors errors = ssimulacra2_no_errors();                                        \
        f32 lines[2 * SSIMULACRA2_EDGE + SSIMULACRA2_BAND][images];                                \
        end = end < p.height ? end : p.height;                                                     \
        UNROLL(8)                                                                                  \
        for (i32 i = 0; i < 2 * SSIMULACRA2_EDGE; i++)                                             \
            SSIMULACRA2_IMAGES_OF(lines[i], images, first + i - SSIMULACRA2_EDGE)                  \
        for (i32 n = first; n < end; n += SSIMULACRA2_BAND) {                                      \
            UNROLL(4)                                                                              \
            for (i32 i = 0; i < SSIMULACRA2_BAND; i++)                                             \
                SSIMULACRA2_IMAGES_OF(lines[2 * SSIMULACRA2_EDGE + i], images,                     \
                                      n + i + SSIMULACRA2_EDGE)                                    \
            f32 m[SSIMULACRA2_BAND * (images)], now1[SSIMULACRA2_BAND], now2[SSIMULACRA2_BAND];    \
            UNROLL(4)                                                                              \
            for (i32 i = 0; i < SSIMULACRA2_BAND; i++) {                                           \
                i64 at = (i64)(n + i < p.height ? n + i : p.height - 1) * p.g.stride[0];           \
                now1[i] = x1[at];                                                                  \
                now2[i] = x2[at];                                                                  \
                UNROLL(5)                                                                          \
                for (i32 k = 0; k < (images); k++)                                                 \
                    m[i * (images) + k] = SSIMULACRA2_FILTER(                                      \
                        f32_of_bits, lines[i + SSIMULACRA2_EDGE][k], SSIMULACRA2_BESIDE_LINE);     \
            }                                                                                      \
            ssimulacra2_add_rows(&errors, images, counted, SSIMULACRA2_BAND, end - n, m, now1,     \
                                 now2, 0);                                                         \
            UNROLL(8)                                                                              \
            for (i32 i = 0; i < 2 * SSIMULACRA2_EDGE; i++) {                                       \
                UNROLL(5)                                                                          \
                for (i32 k = 0; k < (images); k++)                                                 \
                    lines[i][k] = lines[i + SSIMULACRA2_BAND][k];                                  \
            }                                                                                      \
        }                                                                                          \
        SSIMULACRA2_STORE_ERRORS(sums, 1, counted, errors)                                         \
    }

SSIMULACRA2_WIDE_FILTER(ssimulacra2_wide_filter, 5)
SSIMULACRA2_WIDE_FILTER(ssimulacra2_wide_filter_edges, 2)

#endif
