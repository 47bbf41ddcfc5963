/*
 * ssimulacra2 on devices that run thousands of work-items side by side: samples, or linear light,
 * to X', Y', B' and to the linear light of the next scale at once, since memory is what they wait
 * for. Item y makes rows 2 y and 2 y + 1 and column x columns 4 x .. 4 x + 3 of picture j.
 */
#ifndef EVQ_SSIMULACRA2_WIDE_INPUT_K_H
#define EVQ_SSIMULACRA2_WIDE_INPUT_K_H

#include "kernel/ssimulacra2/input.h"
#include "kernel/ssimulacra2/params.h"
#include "kernel/ssimulacra2/xyb.h"

typedef struct Ssimulacra2Light {
    f32 red, green, blue;
} Ssimulacra2Light;

#define SSIMULACRA2_STORE_QUAD(index, plane, row, v, member)                                       \
    {                                                                                              \
        F32Quad quad;                                                                              \
        quad.x = SSIMULACRA2_KEPT(v[0].member, mask[0]);                                           \
        quad.y = SSIMULACRA2_KEPT(v[1].member, mask[1]);                                           \
        quad.z = SSIMULACRA2_KEPT(v[2].member, mask[2]);                                           \
        quad.w = SSIMULACRA2_KEPT(v[3].member, mask[3]);                                           \
        f32_quad_store(xyb + AT(index, plane, 4 * x, row), quad);                                  \
    }

/* Adds two samples to a sum of four, in the order of section 3: those of a row. */
#define SSIMULACRA2_ADD_PAIR(sum, member, c)                                                       \
    sum.member = (k ? sum.member + light[c].member : light[c].member) + light[(c) + 1].member

#define SSIMULACRA2_ADD_PAIRS(sum, c)                                                              \
    SSIMULACRA2_ADD_PAIR(sum, red, c);                                                             \
    SSIMULACRA2_ADD_PAIR(sum, green, c);                                                           \
    SSIMULACRA2_ADD_PAIR(sum, blue, c)

#define SSIMULACRA2_STORE_HALF(index, sum, column)                                                 \
    halved[AT(index, 3 * j, column, y)] = 0.25f * sum.red;                                         \
    halved[AT(index, 3 * j + 1, column, y)] = 0.25f * sum.green;                                   \
    halved[AT(index, 3 * j + 2, column, y)] = 0.25f * sum.blue

/* LIGHT(column, row) is the light of a sample inside; the last row and column stand for those
 * beyond. Buffer `to` is that of X', Y', B', the next one that of the next scale. */
#define SSIMULACRA2_WIDE_ROWS(to, sum, root, LIGHT)                                                \
    Ssimulacra2Light left = { 0.0f, 0.0f, 0.0f }, right = left;                                    \
    u32 mask[4];                                                                                   \
    UNROLL(4)                                                                                      \
    for (i32 c = 0; c < 4; c++)                                                                    \
        mask[c] = 0 - (u32)((u32)(4 * x + c) < (u32)p.width);                                      \
    UNROLL(1)                                                                                      \
    for (i32 k = 0; k < 2; k++) {                                                                  \
        i32 row = ssimulacra2_inside(2 * y + k, p.height);                                         \
        Ssimulacra2Light light[4];                                                                 \
        Ssimulacra2Opponents v[4];                                                                 \
        UNROLL(4)                                                                                  \
        for (i32 c = 0; c < 4; c++) {                                                              \
            i32 column = ssimulacra2_inside(4 * x + c, p.width);                                   \
            LIGHT(light[c])                                                                        \
            v[c] = SSIMULACRA2_OPPONENTS(sum, root, light[c].red, light[c].green, light[c].blue);  \
        }                                                                                          \
        SSIMULACRA2_STORE_QUAD(to, j, 2 * y + k, v, x)                                             \
        SSIMULACRA2_STORE_QUAD(to, 2 + j, 2 * y + k, v, y)                                         \
        SSIMULACRA2_STORE_QUAD(to, 4 + j, 2 * y + k, v, b)                                         \
        SSIMULACRA2_ADD_PAIRS(left, 0);                                                            \
        SSIMULACRA2_ADD_PAIRS(right, 2);                                                           \
    }                                                                                              \
    SSIMULACRA2_STORE_HALF((to) + 1, left, 2 * x);                                                 \
    SSIMULACRA2_STORE_HALF((to) + 1, right, 2 * x + 1);

/* ---- From linear light ---- */

#define SSIMULACRA2_LINEAR_AT(light)                                                               \
    light.red = linear[AT(0, 3 * j, column, row)];                                                 \
    light.green = linear[AT(0, 3 * j + 1, column, row)];                                           \
    light.blue = linear[AT(0, 3 * j + 2, column, row)];

#define SSIMULACRA2_WIDE_XYB(name, sum, root)                                                      \
    ROW_KERNEL(3, name, Ssimulacra2Params, (IN(f32, linear), OUT(f32, xyb), OUT(f32, halved)))     \
    {                                                                                              \
        SSIMULACRA2_WIDE_ROWS(1, sum, root, SSIMULACRA2_LINEAR_AT)                                 \
    }
SSIMULACRA2_WIDE_XYB(ssimulacra2_wide_xyb, SSIMULACRA2_FUSED, ssimulacra2_root_official)
SSIMULACRA2_WIDE_XYB(ssimulacra2_wide_xyb_exact, SSIMULACRA2_SPLIT, ssimulacra2_root_exact)

/* ---- From samples, with the nearest sample of chroma ---- */

#define SSIMULACRA2_POWER_CURVE(v)                                                                 \
    ssimulacra2_linear_power(v, p.threshold, p.slope, p.scale, p.offset)
#define SSIMULACRA2_OFFICIAL_CURVE(v)                                                              \
    (p.power ? SSIMULACRA2_POWER_CURVE(v) : ssimulacra2_linear_official(v))

/* Of the reference or of the distorted picture: planes 0 .. 2 and 3 .. 5 of the list. */
#define SSIMULACRA2_OF(index, plane, column, row)                                                  \
    (i32)(j ? plane##1 [AT(3 + (index), 0, column, row)] : plane##0 [AT(index, 0, column, row)])

#define SSIMULACRA2_LIGHT_OF_YUV(sum, curve, light)                                                \
    {                                                                                              \
        i32 beside = column >> p.across, below = row >> p.down;                                    \
        f32 luma =                                                                                 \
            SSIMULACRA2_VALUE(SSIMULACRA2_OF(0, luma, column, row), p.luma_scale, p.luma_zero);    \
        f32 u = SSIMULACRA2_VALUE(SSIMULACRA2_OF(1, cb, beside, below), p.chroma_scale,            \
                                  p.chroma_zero);                                                  \
        f32 v = SSIMULACRA2_VALUE(SSIMULACRA2_OF(2, cr, beside, below), p.chroma_scale,            \
                                  p.chroma_zero);                                                  \
        light.red = curve(SSIMULACRA2_RED(sum, luma, u, v));                                       \
        light.green = curve(SSIMULACRA2_GREEN(sum, luma, u, v));                                   \
        light.blue = curve(SSIMULACRA2_BLUE(sum, luma, u, v));                                     \
    }
#define SSIMULACRA2_OFFICIAL_LIGHT(light)                                                          \
    SSIMULACRA2_LIGHT_OF_YUV(SSIMULACRA2_FUSED, SSIMULACRA2_OFFICIAL_CURVE, light)
#define SSIMULACRA2_EXACT_LIGHT(light)                                                             \
    SSIMULACRA2_LIGHT_OF_YUV(SSIMULACRA2_SPLIT, SSIMULACRA2_POWER_CURVE, light)

#define SSIMULACRA2_WIDE_YUV(name, type, sum, root, LIGHT)                                         \
    ROW_KERNEL(8, name##_##type, Ssimulacra2WideParams,                                            \
               (IN(type, luma0), IN(type, cb0), IN(type, cr0), IN(type, luma1), IN(type, cb1),     \
                IN(type, cr1), OUT(f32, xyb), OUT(f32, halved)))                                   \
    {                                                                                              \
        SSIMULACRA2_WIDE_ROWS(6, sum, root, LIGHT)                                                 \
    }
#define SSIMULACRA2_WIDE_YUVS(type)                                                                \
    SSIMULACRA2_WIDE_YUV(ssimulacra2_wide_yuv, type, SSIMULACRA2_FUSED, ssimulacra2_root_official, \
                         SSIMULACRA2_OFFICIAL_LIGHT)                                               \
    SSIMULACRA2_WIDE_YUV(ssimulacra2_wide_yuv_exact, type, SSIMULACRA2_SPLIT,                      \
                         ssimulacra2_root_exact, SSIMULACRA2_EXACT_LIGHT)
SSIMULACRA2_WIDE_YUVS(u8)
SSIMULACRA2_WIDE_YUVS(u16)

#endif
