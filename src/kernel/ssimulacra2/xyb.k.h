/* Kernels of docs/spec/ssimulacra2.md section 2, and the products of section 5. */
#ifndef EVQ_SSIMULACRA2_XYB_K_H
#define EVQ_SSIMULACRA2_XYB_K_H

#include "kernel/ssimulacra2/input.h"
#include "kernel/ssimulacra2/params.h"
#include "kernel/ssimulacra2/xyb.h"

FN f32 ssimulacra2_positive(f32 v)
{
    return v > 0.0f ? v : 0.0f;
}

/* j: the picture. In: R, G, B of both; out: X', Y', B' of the reference and the distorted picture
 * by turns. Columns outside the picture are made 0, for the filter. */
#define SSIMULACRA2_MIX(sum)                                                                       \
    f32 red = linear[AT(0, 3 * j, x, y)], green = linear[AT(0, 3 * j + 1, x, y)];                  \
    f32 blue = linear[AT(0, 3 * j + 2, x, y)];                                                     \
    f32 l = SSIMULACRA2_ROW(sum, 0x3e99999a, 0x3f1f3b64, 0x3d9fbe77, red, green, blue);            \
    f32 m = SSIMULACRA2_ROW(sum, 0x3e6b851f, 0x3f3126e9, 0x3d9fbe77, red, green, blue);            \
    f32 s = SSIMULACRA2_ROW(sum, 0x3e7943cc, 0x3e51ae8f, 0x3f0d4369, red, green, blue);            \
    l = ssimulacra2_positive(l), m = ssimulacra2_positive(m), s = ssimulacra2_positive(s)

#define SSIMULACRA2_OPPONENTS(cl, cm, cs)                                                          \
    f32 dx = 0.5f * (cl - cm), dy = 0.5f * (cl + cm);                                              \
    i32 inside = x >= 0 && x < p.width;                                                            \
    f32 px = 14.0f * dx + f32_of_bits(0x3ed70a3d), py = dy + f32_of_bits(0x3c23d70a);              \
    f32 pb = (cs - dy) + f32_of_bits(0x3f0ccccd);                                                  \
    xyb[AT(1, j, x, y)] = inside ? px : 0.0f;                                                      \
    xyb[AT(1, 2 + j, x, y)] = inside ? py : 0.0f;                                                  \
    xyb[AT(1, 4 + j, x, y)] = inside ? pb : 0.0f

ROW_KERNEL(2, ssimulacra2_xyb, Ssimulacra2Params, IN(f32, linear), OUT(f32, xyb))
{
    SSIMULACRA2_MIX(SSIMULACRA2_FUSED);
    f32 cl = ssimulacra2_root_official(l), cm = ssimulacra2_root_official(m);
    f32 cs = ssimulacra2_root_official(s);
    SSIMULACRA2_OPPONENTS(cl, cm, cs);
}

REPLAY_KERNEL(2, ssimulacra2_xyb_exact, Ssimulacra2Params, IN(f32, linear), OUT(f32, xyb))
{
    i32 undecided = 0;
    SSIMULACRA2_MIX(SSIMULACRA2_SPLIT);
    f32 cl = ssimulacra2_root_exact(l, replay, &undecided);
    f32 cm = ssimulacra2_root_exact(m, replay, &undecided);
    f32 cs = ssimulacra2_root_exact(s, replay, &undecided);
    SSIMULACRA2_OPPONENTS(cl, cm, cs);
    return undecided;
}

/* j: a channel, from the first whose products are needed; its three products x1 x1, x2 x2, x1 x2.
 */
ROW_KERNEL(2, ssimulacra2_products, Ssimulacra2Params, IN(f32, xyb), OUT(f32, products))
{
    i32 channel = p.first + j;
    f32 x1 = xyb[AT(0, 2 * channel, x, y)], x2 = xyb[AT(0, 2 * channel + 1, x, y)];
    products[AT(1, 3 * j, x, y)] = x1 * x1;
    products[AT(1, 3 * j + 1, x, y)] = x2 * x2;
    products[AT(1, 3 * j + 2, x, y)] = x1 * x2;
}

#endif
