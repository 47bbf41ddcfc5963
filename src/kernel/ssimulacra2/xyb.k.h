/* Kernels of docs/spec/ssimulacra2.md section 2, and the products of section 5. */
#ifndef EVQ_SSIMULACRA2_XYB_K_H
#define EVQ_SSIMULACRA2_XYB_K_H

#include "kernel/ssimulacra2/input.h"
#include "kernel/ssimulacra2/params.h"
#include "kernel/ssimulacra2/xyb.h"

/* X', Y', B' of the reference and the distorted picture by turns; columns outside the picture are
 * made 0, for the filter. j: the picture. In: R, G, B of both. */
#define SSIMULACRA2_STORE_XYB(v, column)                                                           \
    u32 mask = 0 - (u32)((u32)(column) < (u32)p.width);                                            \
    xyb[AT(1, j, column, y)] = SSIMULACRA2_KEPT(v.x, mask);                                        \
    xyb[AT(1, 2 + j, column, y)] = SSIMULACRA2_KEPT(v.y, mask);                                    \
    xyb[AT(1, 4 + j, column, y)] = SSIMULACRA2_KEPT(v.b, mask)

#if EVQ_BLOCKS

/* Roots of `size` values in place, in loops as short as a step: then several steps are under way at
 * once. */
FN void ssimulacra2_roots_official(f32 *x, i32 size)
{
    f32 r[SSIMULACRA2_BLOCK];
    for (i32 i = 0; i < size; i++)
        r[i] = ssimulacra2_official_step(x[i], ssimulacra2_official_seed(x[i]));
    for (i32 i = 0; i < size; i++)
        r[i] = ssimulacra2_official_step(x[i], ssimulacra2_official_step(x[i], r[i]));
    for (i32 i = 0; i < size; i++)
        x[i] = ssimulacra2_official_end(x[i], r[i]);
}

FN void ssimulacra2_roots_exact(f32 *x, i32 size)
{
#if EVQ_NATIVE_F64 && !defined(EVQ_F64_SOFT)
    f32 z[SSIMULACRA2_BLOCK];
    for (i32 i = 0; i < size; i++)
        z[i] = ssimulacra2_inverse_root(x[i]);
    for (i32 i = 0; i < size; i++)
        x[i] = ssimulacra2_root_near(x[i], z[i]) + f32_of_bits(SSIMULACRA2_ROOT);
#else
    for (i32 i = 0; i < size; i++)
        x[i] = ssimulacra2_root_exact(x[i]);
#endif
}

#define SSIMULACRA2_XYB(name, sum, root)                                                           \
    SPAN_KERNEL(2, name, Ssimulacra2Params, (IN(f32, linear), OUT(f32, xyb)))                      \
    {                                                                                              \
        f32 cone[3][SSIMULACRA2_BLOCK];                                                            \
        for (i32 at = x; at < SPAN_END; at += SSIMULACRA2_BLOCK) {                                 \
            i32 size = ssimulacra2_block_size(at, SPAN_END);                                       \
            const f32 *from = linear + AT(0, 3 * j, at, y);                                        \
            for (i32 i = 0; i < size; i++) {                                                       \
                f32 red = from[i], green = from[i + p.g.pitch[0]];                                 \
                f32 blue = from[i + 2 * p.g.pitch[0]];                                             \
                cone[0][i] = SSIMULACRA2_CONE(sum, 0, red, green, blue);                           \
                cone[1][i] = SSIMULACRA2_CONE(sum, 1, red, green, blue);                           \
                cone[2][i] = SSIMULACRA2_CONE(sum, 2, red, green, blue);                           \
            }                                                                                      \
            for (i32 k = 0; k < 3; k++)                                                            \
                root(cone[k], size);                                                               \
            INDEPENDENT for (i32 i = 0; i < size; i++)                                             \
            {                                                                                      \
                Ssimulacra2Opponents v =                                                           \
                    ssimulacra2_opponents(cone[0][i], cone[1][i], cone[2][i]);                     \
                SSIMULACRA2_STORE_XYB(v, at + i);                                                  \
            }                                                                                      \
        }                                                                                          \
    }
SSIMULACRA2_XYB(ssimulacra2_xyb, SSIMULACRA2_FUSED, ssimulacra2_roots_official)
SSIMULACRA2_XYB(ssimulacra2_xyb_exact, SSIMULACRA2_SPLIT, ssimulacra2_roots_exact)

#else

#define SSIMULACRA2_XYB(name, sum, root)                                                           \
    ROW_KERNEL(2, name, Ssimulacra2Params, (IN(f32, linear), OUT(f32, xyb)))                       \
    {                                                                                              \
        Ssimulacra2Opponents v =                                                                   \
            SSIMULACRA2_OPPONENTS(sum, root, linear[AT(0, 3 * j, x, y)],                           \
                                  linear[AT(0, 3 * j + 1, x, y)], linear[AT(0, 3 * j + 2, x, y)]); \
        SSIMULACRA2_STORE_XYB(v, x);                                                               \
    }
SSIMULACRA2_XYB(ssimulacra2_xyb, SSIMULACRA2_FUSED, ssimulacra2_root_official)
SSIMULACRA2_XYB(ssimulacra2_xyb_exact, SSIMULACRA2_SPLIT, ssimulacra2_root_exact)

#endif

/* j: a channel, from the first whose products are needed; its three products x1 x1, x2 x2, x1 x2.
 */
ROW_KERNEL(2, ssimulacra2_products, Ssimulacra2Params, (IN(f32, xyb), OUT(f32, products)))
{
    i32 channel = p.first + j;
    f32 x1 = xyb[AT(0, 2 * channel, x, y)], x2 = xyb[AT(0, 2 * channel + 1, x, y)];
    products[AT(1, 3 * j, x, y)] = x1 * x1;
    products[AT(1, 3 * j + 1, x, y)] = x2 * x2;
    products[AT(1, 3 * j + 2, x, y)] = x1 * x2;
}

#endif
