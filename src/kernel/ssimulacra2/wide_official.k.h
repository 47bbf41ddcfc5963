/*
 * Profile official of ssimulacra2 on devices that run thousands of work-items side by side: a
 * recursion is a work-item, those of all rows and images run at once, and so do those of all
 * columns and channels. The arithmetic is that of blur.h, in the same order.
 *
 * Blurred rows are written turned, row by row of the picture side by side: neighbouring work-items
 * then write neighbouring floats, and who goes down a column reads what lies side by side.
 */
#ifndef EVQ_SSIMULACRA2_WIDE_OFFICIAL_K_H
#define EVQ_SSIMULACRA2_WIDE_OFFICIAL_K_H

#define EVQ_ONE_LANE
#include "kernel/ssimulacra2/blur.h"
#include "kernel/ssimulacra2/wide.h"
#include "kernel/ssimulacra2/xyb.h"

/* Work-items are few and their recursions long: so many columns or rows are read ahead. A core
 * needs none of it, but the loop. */
#if EVQ_BLOCKS
#define SSIMULACRA2_AHEAD      4
#define SSIMULACRA2_AHEAD_ROWS 4
#else
#define SSIMULACRA2_AHEAD      32
#define SSIMULACRA2_AHEAD_ROWS 8
#endif
/* What a sum of entering samples spans: those from 6 before to 3 after a sample were read. */
#define SSIMULACRA2_SPAN 10

FN void ssimulacra2_read(f32 *to, GLOBAL const f32 *from, const i32 count)
{
    UNROLL(8)
    for (i32 i = 0; i < count; i += 4) {
        F32Quad quad = f32_quad(from + i);
        to[i] = quad.x, to[i + 1] = quad.y, to[i + 2] = quad.z, to[i + 3] = quad.w;
    }
}

/* ---- Along a row ---- */

/* An image: a plane, or the product of two. */
typedef struct Ssimulacra2Image {
    GLOBAL const f32 *a, *b;
    i32 factors;
} Ssimulacra2Image;

FN f32 ssimulacra2_pixel(Ssimulacra2Image image, i32 n, i32 width)
{
    if (n < 0 || n >= width)
        return 0.0f;
    return image.factors > 1 ? image.a[n] * image.b[n] : image.a[n];
}

FN f32 ssimulacra2_entering_pixel(Ssimulacra2Image image, i32 n, i32 width)
{
    return ssimulacra2_pixel(image, n - 6, width) + ssimulacra2_pixel(image, n + 4, width);
}

#define SSIMULACRA2_TURNED(n, v) to[(i64)(n)*stride] = f32_of_bits(bits_of_f32(v) & mask)

/* Columns n .. n + 3 from the sums of entering samples. */
FN void ssimulacra2_turn4(Ssimulacra2State *state, const f32 *s, GLOBAL f32 *to, i32 stride,
                          u32 mask, i32 n)
{
    f32 blurred[4];
    ssimulacra2_across4(state, s, blurred);
    UNROLL(4)
    for (i32 i = 0; i < 4; i++)
        SSIMULACRA2_TURNED(n + i, blurred[i]);
}

/* Steps of four from column 8 on, as long as a whole SSIMULACRA2_AHEAD of them is left; returns
 * the column after them. */
FN i32 ssimulacra2_turn_steps(Ssimulacra2State *state, Ssimulacra2Image image, const i32 factors,
                              GLOBAL f32 *to, i32 stride, u32 mask, i32 width)
{
    f32 v[SSIMULACRA2_SPAN + SSIMULACRA2_AHEAD], a[SSIMULACRA2_AHEAD], b[SSIMULACRA2_AHEAD];
    i32 n = 8, last = width - 7 - SSIMULACRA2_AHEAD + 3;
    if (n > last)
        return n;
    UNROLL(10)
    for (i32 i = 0; i < SSIMULACRA2_SPAN; i++)
        v[i] = factors > 1 ? image.a[n - 6 + i] * image.b[n - 6 + i] : image.a[n - 6 + i];
    ssimulacra2_read(a, image.a + n + 4, SSIMULACRA2_AHEAD);
    if (factors > 1)
        ssimulacra2_read(b, image.b + n + 4, SSIMULACRA2_AHEAD);
    for (; n <= last; n += SSIMULACRA2_AHEAD) {
        UNROLL(32)
        for (i32 i = 0; i < SSIMULACRA2_AHEAD; i++)
            v[SSIMULACRA2_SPAN + i] = factors > 1 ? a[i] * b[i] : a[i];
        if (n + SSIMULACRA2_AHEAD <= last) {
            ssimulacra2_read(a, image.a + n + SSIMULACRA2_AHEAD + 4, SSIMULACRA2_AHEAD);
            if (factors > 1)
                ssimulacra2_read(b, image.b + n + SSIMULACRA2_AHEAD + 4, SSIMULACRA2_AHEAD);
        }
        UNROLL(8)
        for (i32 i = 0; i < SSIMULACRA2_AHEAD; i += 4) {
            f32 s[4];
            UNROLL(4)
            for (i32 k = 0; k < 4; k++)
                s[k] = v[i + k] + v[i + k + SSIMULACRA2_SPAN];
            ssimulacra2_turn4(state, s, to, stride, mask, n + i);
        }
        UNROLL(10)
        for (i32 i = 0; i < SSIMULACRA2_SPAN; i++)
            v[i] = v[SSIMULACRA2_AHEAD + i];
    }
    return n;
}

FN void ssimulacra2_turn_row(Ssimulacra2Image image, GLOBAL f32 *to, i32 stride, u32 mask,
                             i32 width)
{
    Ssimulacra2State state = ssimulacra2_silence();
    i32 n = -4;
    for (; n < 0; n++)
        ssimulacra2_across(&state, ssimulacra2_entering_pixel(image, n, width));
    for (; n < width && n < 8; n++)
        SSIMULACRA2_TURNED(n,
                           ssimulacra2_across(&state, ssimulacra2_entering_pixel(image, n, width)));
    if (n == 8 && image.factors > 1)
        n = ssimulacra2_turn_steps(&state, image, 2, to, stride, mask, width);
    else if (n == 8)
        n = ssimulacra2_turn_steps(&state, image, 1, to, stride, mask, width);
    for (; n < width - 7; n += 4) {
        f32 s[4];
        UNROLL(4)
        for (i32 i = 0; i < 4; i++)
            s[i] = ssimulacra2_entering_pixel(image, n + i, width);
        ssimulacra2_turn4(&state, s, to, stride, mask, n);
    }
    for (; n < width; n++)
        SSIMULACRA2_TURNED(n,
                           ssimulacra2_across(&state, ssimulacra2_entering_pixel(image, n, width)));
}

/* x: a row of the picture, or one below it, which is 0 for the columns. j: an image: X', Y', B' of
 * both pictures by turns, then the products x1 x1, x2 x2, x1 x2 of the channels from the first. */
ROW_KERNEL(2, ssimulacra2_wide_turn, Ssimulacra2Params, (IN(f32, xyb), OUT(f32, turned)))
{
    i32 row = x < p.height ? x : p.height - 1;
    i32 product = j - 6, channel = p.first + product / 3, kind = product % 3;
    Ssimulacra2Image image;
    image.factors = j < 6 ? 1 : 2;
    image.a = xyb + AT(0, j < 6 ? j : 2 * channel + (kind == 1), 0, row);
    image.b = xyb + AT(0, j < 6 ? j : 2 * channel + (kind != 0), 0, row);
    ssimulacra2_turn_row(image, turned + AT(1, j, x, 0), p.g.stride[1], 0 - (u32)(x < p.height),
                         p.width);
}

/* ---- Down a column ---- */

/* The recursion above the picture; v becomes rows -6 .. 3. */
FN void ssimulacra2_begin_column(Ssimulacra2State *state, f32 *v, GLOBAL const f32 *from)
{
    UNROLL(6)
    for (i32 i = 0; i < 6; i++)
        v[i] = 0.0f;
    ssimulacra2_read(v + 6, from, 4);
    UNROLL(4)
    for (i32 i = 0; i < 4; i++)
        ssimulacra2_down(state, 0.0f + v[6 + i]);
}

/* Rows are read SSIMULACRA2_AHEAD_ROWS at a time, those of the images a turn before they are
 * needed. */
#define SSIMULACRA2_READ_SAMPLES(n)                                                                \
    UNROLL(8)                                                                                      \
    for (i32 i = 0; i < SSIMULACRA2_AHEAD_ROWS; i++) {                                             \
        sample1[i] = x1[(i64)((n) + i) * p.g.stride[1]];                                           \
        sample2[i] = x2[(i64)((n) + i) * p.g.stride[1]];                                           \
    }

#define SSIMULACRA2_WIDE_COLUMNS(name, images)                                                     \
    ROW_KERNEL(3, name, Ssimulacra2Params, (IN(f32, turned), IN(f32, xyb), OUT(u64, sums)))        \
    {                                                                                              \
        i32 channel = SSIMULACRA2_CHANNEL(p, j), products = 6 + 3 * (channel - p.first);           \
        u32 counted = SSIMULACRA2_COUNTED(p, channel);                                             \
        GLOBAL const f32 *x1 = xyb + AT(1, 2 * channel, x, 0);                                     \
        GLOBAL const f32 *x2 = xyb + AT(1, 2 * channel + 1, x, 0);                                 \
        GLOBAL const f32 *from[images];                                                            \
        Ssimulacra2Errors errors = ssimulacra2_no_errors();                                        \
        Ssimulacra2State state[images];                                                            \
        f32 v[images][SSIMULACRA2_SPAN + SSIMULACRA2_AHEAD_ROWS],                                  \
            next[images][SSIMULACRA2_AHEAD_ROWS];                                                  \
        f32 sample1[SSIMULACRA2_AHEAD_ROWS], sample2[SSIMULACRA2_AHEAD_ROWS];                      \
        UNROLL(5)                                                                                  \
        for (i32 k = 0; k < (images); k++) {                                                       \
            from[k] = turned + AT(0, k < 2 ? 2 * channel + k : products + k - 2, 0, x);            \
            state[k] = ssimulacra2_silence();                                                      \
            ssimulacra2_begin_column(&state[k], v[k], from[k]);                                    \
            ssimulacra2_read(next[k], from[k] + 4, SSIMULACRA2_AHEAD_ROWS);                        \
        }                                                                                          \
        SSIMULACRA2_READ_SAMPLES(0)                                                                \
        for (i32 n = 0; n < p.height; n += SSIMULACRA2_AHEAD_ROWS) {                               \
            f32 m[SSIMULACRA2_AHEAD_ROWS * (images)];                                              \
            UNROLL(5)                                                                              \
            for (i32 k = 0; k < (images); k++) {                                                   \
                UNROLL(8)                                                                          \
                for (i32 i = 0; i < SSIMULACRA2_AHEAD_ROWS; i++)                                   \
                    v[k][SSIMULACRA2_SPAN + i] = next[k][i];                                       \
                if (n + SSIMULACRA2_AHEAD_ROWS < p.height)                                         \
                    ssimulacra2_read(next[k], from[k] + n + SSIMULACRA2_AHEAD_ROWS + 4,            \
                                     SSIMULACRA2_AHEAD_ROWS);                                      \
            }                                                                                      \
            UNROLL(5)                                                                              \
            for (i32 k = 0; k < (images); k++) {                                                   \
                UNROLL(8)                                                                          \
                for (i32 i = 0; i < SSIMULACRA2_AHEAD_ROWS; i++)                                   \
                    m[i * (images) + k] =                                                          \
                        ssimulacra2_down(&state[k], v[k][i] + v[k][i + SSIMULACRA2_SPAN]);         \
                UNROLL(10)                                                                         \
                for (i32 i = 0; i < SSIMULACRA2_SPAN; i++)                                         \
                    v[k][i] = v[k][SSIMULACRA2_AHEAD_ROWS + i];                                    \
            }                                                                                      \
            ssimulacra2_add_rows(&errors, images, counted, SSIMULACRA2_AHEAD_ROWS, p.height - n,   \
                                 m, sample1, sample2, 1);                                          \
            SSIMULACRA2_READ_SAMPLES(n + SSIMULACRA2_AHEAD_ROWS)                                   \
        }                                                                                          \
        SSIMULACRA2_STORE_ERRORS(sums, 2, counted, errors)                                         \
    }

SSIMULACRA2_WIDE_COLUMNS(ssimulacra2_wide_columns, 5)
SSIMULACRA2_WIDE_COLUMNS(ssimulacra2_wide_edges, 2)

#endif
