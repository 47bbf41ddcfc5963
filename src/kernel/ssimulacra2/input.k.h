/* Kernels from samples to linear light and its pyramid, docs/spec/ssimulacra2.md sections 1 and 3.
 * Sub-planes: R, G, B of the reference, then of the distorted picture. */
#ifndef EVQ_SSIMULACRA2_INPUT_K_H
#define EVQ_SSIMULACRA2_INPUT_K_H

#include "kernel/ssimulacra2/input.h"

/* ---- Chroma at the width, then at the height of luma; sub-planes u, v of each picture ---- */

#define SSIMULACRA2_CHROMA_AT(plane, i, column)                                                    \
    SSIMULACRA2_VALUE(plane[AT(i, 0, (i64)ssimulacra2_inside(column, p.chroma_width), y)],         \
                      p.chroma_scale, p.chroma_zero)

/* The sample of chroma that stands for column x of luma. */
#define SSIMULACRA2_WIDE(plane, i)                                                                 \
    {                                                                                              \
        i32 odd = x & 1, back = p.centred & (odd ^ 1);                                             \
        i32 base = (x >> 1) - back;                                                                \
        f32 t = p.centred ? (odd ? 0.25f : 0.75f) : 0.5f;                                          \
        f32 here = SSIMULACRA2_CHROMA_AT(plane, i, base);                                          \
        f32 between = ssimulacra2_cubic(SSIMULACRA2_CHROMA_AT(plane, i, base - 1), here,           \
                                        SSIMULACRA2_CHROMA_AT(plane, i, base + 1),                 \
                                        SSIMULACRA2_CHROMA_AT(plane, i, base + 2), t);             \
        out[AT(4, i, x, y)] = !odd && !p.centred ? here : between;                                 \
    }

#define SSIMULACRA2_CHROMA_H(type)                                                                 \
    ROW_KERNEL(5, ssimulacra2_chroma_h_##type, Ssimulacra2ColourParams,                            \
               (IN(type, cb0), IN(type, cr0), IN(type, cb1), IN(type, cr1), OUT(f32, out)))        \
    {                                                                                              \
        SSIMULACRA2_WIDE(cb0, 0)                                                                   \
        SSIMULACRA2_WIDE(cr0, 1)                                                                   \
        SSIMULACRA2_WIDE(cb1, 2)                                                                   \
        SSIMULACRA2_WIDE(cr1, 3)                                                                   \
    }
SSIMULACRA2_CHROMA_H(u8)
SSIMULACRA2_CHROMA_H(u16)

/* Rows 2y and 2y + 1 of luma lie at 3/4 between rows y - 1 and y, and at 1/4 after row y. */
ROW_KERNEL(2, ssimulacra2_chroma_v, Ssimulacra2ColourParams, (IN(f32, in), OUT(f32, out)))
{
    f32 v[5];
    UNROLL(5)
    for (i32 k = 0; k < 5; k++)
        v[k] = in[AT(0, j, x, ssimulacra2_inside(y + k - 2, p.chroma_height))];
    out[AT(1, j, x, 2 * y)] = ssimulacra2_cubic(v[0], v[1], v[2], v[3], 0.75f);
    out[AT(1, j, x, 2 * y + 1)] = ssimulacra2_cubic(v[1], v[2], v[3], v[4], 0.25f);
}

/* x: a column of chroma. The nearest sample of chroma is that of the column itself, or of its pair.
 */
#define SSIMULACRA2_SAME(plane, i)                                                                 \
    out[AT(4, i, x, y)] =                                                                          \
        SSIMULACRA2_VALUE(plane[AT(i, 0, x, y >> p.down)], p.chroma_scale, p.chroma_zero);
#define SSIMULACRA2_TWICE(plane, i)                                                                \
    {                                                                                              \
        f32 v = SSIMULACRA2_VALUE(plane[AT(i, 0, x, y >> p.down)], p.chroma_scale, p.chroma_zero); \
        out[AT(4, i, 2 * x, y)] = v;                                                               \
        out[AT(4, i, 2 * x + 1, y)] = v;                                                           \
    }

#define SSIMULACRA2_NEAREST(name, type, store)                                                     \
    ROW_KERNEL(5, ssimulacra2_##name##_##type, Ssimulacra2ColourParams,                            \
               (IN(type, cb0), IN(type, cr0), IN(type, cb1), IN(type, cr1), OUT(f32, out)))        \
    {                                                                                              \
        store(cb0, 0) store(cr0, 1) store(cb1, 2) store(cr1, 3)                                    \
    }
SSIMULACRA2_NEAREST(chroma_same, u8, SSIMULACRA2_SAME)
SSIMULACRA2_NEAREST(chroma_same, u16, SSIMULACRA2_SAME)
SSIMULACRA2_NEAREST(chroma_twice, u8, SSIMULACRA2_TWICE)
SSIMULACRA2_NEAREST(chroma_twice, u16, SSIMULACRA2_TWICE)

/* ---- Encoded R, G, B ---- */

/* From luma, and chroma at its size. */
#define SSIMULACRA2_PICTURE(sum, picture, plane_y)                                                 \
    {                                                                                              \
        f32 luma = SSIMULACRA2_VALUE(plane_y[AT(picture, 0, x, y)], p.luma_scale, p.luma_zero);    \
        f32 u = chroma[AT(2, 2 * (picture), x, y)], v = chroma[AT(2, 2 * (picture) + 1, x, y)];    \
        out[AT(3, 3 * (picture), x, y)] = SSIMULACRA2_RED(sum, luma, u, v);                        \
        out[AT(3, 3 * (picture) + 1, x, y)] = SSIMULACRA2_GREEN(sum, luma, u, v);                  \
        out[AT(3, 3 * (picture) + 2, x, y)] = SSIMULACRA2_BLUE(sum, luma, u, v);                   \
    }

#define SSIMULACRA2_YUV(name, type, sum)                                                           \
    ROW_KERNEL(4, name##_##type, Ssimulacra2ColourParams,                                          \
               (IN(type, luma0), IN(type, luma1), IN(f32, chroma), OUT(f32, out)))                 \
    {                                                                                              \
        SSIMULACRA2_PICTURE(sum, 0, luma0)                                                         \
        SSIMULACRA2_PICTURE(sum, 1, luma1)                                                         \
    }
SSIMULACRA2_YUV(ssimulacra2_yuv, u8, SSIMULACRA2_FUSED)
SSIMULACRA2_YUV(ssimulacra2_yuv, u16, SSIMULACRA2_FUSED)
SSIMULACRA2_YUV(ssimulacra2_yuv_exact, u8, SSIMULACRA2_SPLIT)
SSIMULACRA2_YUV(ssimulacra2_yuv_exact, u16, SSIMULACRA2_SPLIT)

/* Six planes that are scaled alike: R, G, B of both pictures, or luma alone three times each. */
#define SSIMULACRA2_ENCODED(i, plane)                                                              \
    out[AT(6, i, x, y)] =                                                                          \
        ssimulacra2_clamp(SSIMULACRA2_VALUE(plane[AT(i, 0, x, y)], p.luma_scale, p.luma_zero))

#define SSIMULACRA2_RGB(type)                                                                      \
    ROW_KERNEL(7, ssimulacra2_rgb_##type, Ssimulacra2ColourParams,                                 \
               (IN(type, r0), IN(type, g0), IN(type, b0), IN(type, r1), IN(type, g1),              \
                IN(type, b1), OUT(f32, out)))                                                      \
    {                                                                                              \
        SSIMULACRA2_ENCODED(0, r0);                                                                \
        SSIMULACRA2_ENCODED(1, g0);                                                                \
        SSIMULACRA2_ENCODED(2, b0);                                                                \
        SSIMULACRA2_ENCODED(3, r1);                                                                \
        SSIMULACRA2_ENCODED(4, g1);                                                                \
        SSIMULACRA2_ENCODED(5, b1);                                                                \
    }
SSIMULACRA2_RGB(u8)
SSIMULACRA2_RGB(u16)

/* j: R, G, B. Opacity of a picture that has none is not looked at. */
#define SSIMULACRA2_OVER(i, opacity, plane, used)                                                  \
    {                                                                                              \
        f32 v = in[AT(0, plane, x, y)], a = p.scale * (f32)(i32)opacity[AT(i, 0, x, y)];           \
        f32 over = a * v + (1.0f - a) * p.background;                                              \
        out[AT(3, plane, x, y)] = (used) ? over : v;                                               \
    }
#define SSIMULACRA2_BLEND(type)                                                                    \
    ROW_KERNEL(4, ssimulacra2_blend_##type, Ssimulacra2BlendParams,                                \
               (IN(f32, in), IN(type, reference), IN(type, distorted), OUT(f32, out)))             \
    {                                                                                              \
        SSIMULACRA2_OVER(1, reference, j, p.reference)                                             \
        SSIMULACRA2_OVER(2, distorted, 3 + j, p.distorted)                                         \
    }
SSIMULACRA2_BLEND(u8)
SSIMULACRA2_BLEND(u16)

/* ---- Linear R, G, B ---- */

ROW_KERNEL(2, ssimulacra2_linear, Ssimulacra2PowerParams, (IN(f32, in), OUT(f32, out)))
{
    out[AT(1, j, x, y)] = ssimulacra2_linear_official(in[AT(0, j, x, y)]);
}

#if EVQ_BLOCKS

/* Loops as short as an iteration: then several of them are under way at once. */
FN void ssimulacra2_linear_block(const Ssimulacra2PowerParams p, const f32 *restrict in,
                                 f32 *restrict out, i32 size)
{
    f32 u[SSIMULACRA2_BLOCK], w[SSIMULACRA2_BLOCK];
    for (i32 i = 0; i < size; i++)
        u[i] = in[i] * p.scale + p.offset;
    for (i32 i = 0; i < size; i++)
        w[i] = ssimulacra2_root_seed(u[i]);
    for (i32 k = 0; k < 4; k++)
        for (i32 i = 0; i < size; i++)
            w[i] = ssimulacra2_root_step(u[i], w[i]);
    for (i32 i = 0; i < size; i++) {
        f32 line = in[i] * p.slope, curve = ssimulacra2_power_of_root(u[i], w[i]);
        out[i] = in[i] <= p.threshold ? line : curve;
    }
}

SPAN_KERNEL(2, ssimulacra2_linear_exact, Ssimulacra2PowerParams, (IN(f32, in), OUT(f32, out)))
{
    for (i32 at = x; at < SPAN_END; at += SSIMULACRA2_BLOCK)
        ssimulacra2_linear_block(p, in + AT(0, j, at, y), out + AT(1, j, at, y),
                                 ssimulacra2_block_size(at, SPAN_END));
}

#else

ROW_KERNEL(2, ssimulacra2_linear_exact, Ssimulacra2PowerParams, (IN(f32, in), OUT(f32, out)))
{
    out[AT(1, j, x, y)] =
        ssimulacra2_linear_power(in[AT(0, j, x, y)], p.threshold, p.slope, p.scale, p.offset);
}

#endif

/* By a table of the 256 values that samples of 8 bits have: x = v / 255. */
ROW_KERNEL(3, ssimulacra2_linear_table, Ssimulacra2PowerParams,
           (IN(f32, in), IN(f32, table), OUT(f32, out)))
{
    i32 v = (i32)(in[AT(0, j, x, y)] * 255.0f + 0.5f);
    out[AT(2, j, x, y)] = table[(i64)v];
}

/* The mean of four samples; the last row and column stand for those beyond. */
ROW_KERNEL(2, ssimulacra2_halve, Ssimulacra2Params, (IN(f32, in), OUT(f32, out)))
{
    i32 below = 2 * y + 1 < p.height ? 2 * y + 1 : 2 * y;
    f32 a = in[AT(0, j, 2 * x, 2 * y)], b = in[AT(0, j, 2 * x + 1, 2 * y)];
    f32 c = in[AT(0, j, 2 * x, below)], d = in[AT(0, j, 2 * x + 1, below)];
    i32 inside = 2 * x + 1 < p.width;
    b = inside ? b : a;
    d = inside ? d : c;
    out[AT(1, j, x, y)] = 0.25f * (((a + b) + c) + d);
}

#endif
