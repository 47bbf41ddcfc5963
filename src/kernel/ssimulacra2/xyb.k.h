/* Kernels of docs/spec/ssimulacra2.md section 2, and the products of section 5. */
#ifndef EVQ_SSIMULACRA2_XYB_K_H
#define EVQ_SSIMULACRA2_XYB_K_H

#include "kernel/ssimulacra2/input.h"
#include "kernel/ssimulacra2/params.h"
#include "kernel/ssimulacra2/xyb.h"

/* X', Y', B' of the reference and the distorted picture by turns; columns outside the picture are
 * made 0, for the filter. */
#define SSIMULACRA2_KEPT(v, mask) f32_of_bits(bits_of_f32(v) & (mask))
#define SSIMULACRA2_OPPONENTS(cl, cm, cs)                                                          \
    f32 dx = 0.5f * (cl - cm), dy = 0.5f * (cl + cm);                                              \
    f32 px = 14.0f * dx + f32_of_bits(0x3ed70a3d), py = dy + f32_of_bits(0x3c23d70a);              \
    f32 pb = (cs - dy) + f32_of_bits(0x3f0ccccd);                                                  \
    u32 mask = 0 - (u32)((u32)x < (u32)p.width); /* a select would become a branch */              \
    xyb[AT(1, j, x, y)] = SSIMULACRA2_KEPT(px, mask);                                              \
    xyb[AT(1, 2 + j, x, y)] = SSIMULACRA2_KEPT(py, mask);                                          \
    xyb[AT(1, 4 + j, x, y)] = SSIMULACRA2_KEPT(pb, mask)

/* j: the picture. In: R, G, B of both. */
#define SSIMULACRA2_XYB(name, sum, root)                                                           \
    ROW_KERNEL(2, name, Ssimulacra2Params, (IN(f32, linear), OUT(f32, xyb)))                       \
    {                                                                                              \
        f32 red = linear[AT(0, 3 * j, x, y)], green = linear[AT(0, 3 * j + 1, x, y)];              \
        f32 blue = linear[AT(0, 3 * j + 2, x, y)];                                                 \
        f32 cl = root(SSIMULACRA2_CONE(sum, 0, red, green, blue));                                 \
        f32 cm = root(SSIMULACRA2_CONE(sum, 1, red, green, blue));                                 \
        f32 cs = root(SSIMULACRA2_CONE(sum, 2, red, green, blue));                                 \
        SSIMULACRA2_OPPONENTS(cl, cm, cs);                                                         \
    }
SSIMULACRA2_XYB(ssimulacra2_xyb, SSIMULACRA2_FUSED, ssimulacra2_root_official)
SSIMULACRA2_XYB(ssimulacra2_xyb_exact, SSIMULACRA2_SPLIT, ssimulacra2_root_exact)

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
