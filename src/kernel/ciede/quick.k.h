/*
 * ciede: kernels of the quick evaluation, one for each part of a pixel's work, so that each fits a
 * vectorising compiler. They exist where binary64 is native.
 */
#ifndef EVQ_CIEDE_QUICK_K_H
#define EVQ_CIEDE_QUICK_K_H

#include "kernel/port/port.h"

#if EVQ_NATIVE_F64 && !defined(EVQ_F64_SOFT)

#include "kernel/ciede/quick.h"

/* ---- Section 3: codes to Lab, sub-planes L, a, b ---- */

FN void quick_store_lab(const CiedeParams p, i32 i, i32 x, i32 y, CiedeLab v, GLOBAL f32 *lab)
{
    lab[AT(i, 0, x, y)] = v.l;
    lab[AT(i, 1, x, y)] = v.a;
    lab[AT(i, 2, x, y)] = v.b;
}

ROW_KERNEL(2, ciede_quick_lab, CiedeParams, IN(i32, codes), OUT(f32, lab))
{
    F64 luma = ciede_luma(p, codes[AT(0, 0, x, y)]);
    F64 u = ciede_chroma(p, codes[AT(0, 1, x, y)]);
    F64 v = ciede_chroma(p, codes[AT(0, 2, x, y)]);
    CiedeLab result =
        quick_lab(quick_gamma(ciede_red(luma, v)), quick_gamma(ciede_green(luma, u, v)),
                  quick_gamma(ciede_blue(luma, u)));
    quick_store_lab(p, 1, x, y, result, lab);
}

/* At 8 bits red and blue come from tables by 256 chroma + luma. */
ROW_KERNEL(4, ciede_quick_lab_tables, CiedeParams, IN(i32, codes), IN(u64, red), IN(u64, blue),
           OUT(f32, lab))
{
    i64 code_y = codes[AT(0, 0, x, y)];
    i64 code_u = codes[AT(0, 1, x, y)];
    i64 code_v = codes[AT(0, 2, x, y)];
    F64 green = ciede_green(ciede_luma(p, (i32)code_y), ciede_chroma(p, (i32)code_u),
                            ciede_chroma(p, (i32)code_v));
    CiedeLab result = quick_lab(f64_of_bits(red[256 * code_v + code_y]), quick_gamma(green),
                                f64_of_bits(blue[256 * code_u + code_y]));
    quick_store_lab(p, 3, x, y, result, lab);
}

/* ---- Section 4 ---- */

/* Statements 3 to 7: sub-planes a1', a2', C1', C2'. */
ROW_KERNEL(3, ciede_quick_chroma, CiedeParams, IN(f32, lab1), IN(f32, lab2), OUT(f32, polar))
{
    f32 a1 = lab1[AT(0, 1, x, y)], b1 = lab1[AT(0, 2, x, y)];
    f32 a2 = lab2[AT(1, 1, x, y)], b2 = lab2[AT(1, 2, x, y)];
    f32 mean = (ciede_chroma_of(a1, b1) + ciede_chroma_of(a2, b2)) * 0.5f;
    F64 stretch = ciede_stretch(mean);
    a1 = ciede_stretched(a1, stretch);
    a2 = ciede_stretched(a2, stretch);
    polar[AT(2, 0, x, y)] = a1;
    polar[AT(2, 1, x, y)] = a2;
    polar[AT(2, 2, x, y)] = ciede_chroma_of(a1, b1);
    polar[AT(2, 3, x, y)] = ciede_chroma_of(a2, b2);
}

/* Statements 11, 12 and 14: sub-planes of the hues' change and mean. */
ROW_KERNEL(4, ciede_quick_hue, CiedeParams, IN(f32, lab1), IN(f32, lab2), IN(f32, polar),
           OUT(f32, hue))
{
    f32 h1 = quick_hue(lab1[AT(0, 2, x, y)], polar[AT(2, 0, x, y)]);
    f32 h2 = quick_hue(lab2[AT(1, 2, x, y)], polar[AT(2, 1, x, y)]);
    i32 neutral = (polar[AT(2, 2, x, y)] == 0.0f) | (polar[AT(2, 3, x, y)] == 0.0f);
    hue[AT(3, 0, x, y)] = neutral ? 0.0f : ciede_hue_change(h1, h2);
    hue[AT(3, 1, x, y)] = ciede_hue_mean(h1, h2);
}

/* Statements 1, 2, 8 to 10, 13, 15, 16 and 24: sub-planes l, c, h. */
ROW_KERNEL(5, ciede_quick_parts, CiedeParams, IN(f32, lab1), IN(f32, lab2), IN(f32, polar),
           IN(f32, hue), OUT(f32, parts))
{
    f32 l1 = lab1[AT(0, 0, x, y)], l2 = lab2[AT(1, 0, x, y)];
    f32 c1 = polar[AT(2, 2, x, y)], c2 = polar[AT(2, 3, x, y)];
    f32 mean = (c1 + c2) * 0.5f;
    f32 distance = quick_hue_distance(c1, c2, hue[AT(3, 0, x, y)], p.flavour);
    f32 s_h = ciede_s_h(mean, quick_hue_weight(hue[AT(3, 1, x, y)]));
    parts[AT(4, 0, x, y)] = (l2 - l1) / (CIEDE_KL_F32 * ciede_s_l((l1 + l2) * 0.5f));
    parts[AT(4, 1, x, y)] = (c2 - c1) / ciede_s_c(mean);
    parts[AT(4, 2, x, y)] = distance / (CIEDE_KH_F32 * s_h);
}

/* Statements 17 to 25. The pixels of a block whose R_T matters are put together and done again with
 * the statements of R_T. */
#define CIEDE_BLOCK 256

SUM_KERNEL(4, ciede_quick_join, CiedeParams, IN(f32, polar), IN(f32, hue), IN(f32, parts),
           OUT(f32, out))
{
    i32 matters[CIEDE_BLOCK], list[CIEDE_BLOCK];
    f32 square[CIEDE_BLOCK], chroma[CIEDE_BLOCK];
    f32 l[CIEDE_BLOCK], c[CIEDE_BLOCK], h[CIEDE_BLOCK];
    for (i32 start = x; start < p.g.x1; start += CIEDE_BLOCK) {
        i32 size = p.g.x1 - start < CIEDE_BLOCK ? p.g.x1 - start : CIEDE_BLOCK;
        for (i32 i = 0; i < size; i++) {
            f32 theta = ciede_from_blue(hue[AT(1, 1, start + i, y)]);
            square[i] = theta * theta;
            chroma[i] = (polar[AT(0, 2, start + i, y)] + polar[AT(0, 3, start + i, y)]) * 0.5f;
            QuickJoin v = quick_join(parts[AT(2, 0, start + i, y)], parts[AT(2, 1, start + i, y)],
                                     parts[AT(2, 2, start + i, y)], square[i], chroma[i]);
            out[AT(3, 0, start + i, y)] = v.value;
            matters[i] = v.matters;
        }
        i32 count = 0;
        for (i32 i = 0; i < size; i++) {
            list[count] = i;
            count += matters[i];
        }
        for (i32 k = 0; k < count; k++) {
            i32 i = list[k];
            square[k] = square[i];
            chroma[k] = chroma[i];
            l[k] = parts[AT(2, 0, start + i, y)];
            c[k] = parts[AT(2, 1, start + i, y)];
            h[k] = parts[AT(2, 2, start + i, y)];
        }
        for (i32 k = 0; k < count; k++)
            l[k] = ciede_distance(l[k], c[k], h[k], quick_turn(square[k], chroma[k]), p.flavour);
        for (i32 k = 0; k < count; k++)
            out[AT(3, 0, start + list[k], y)] = l[k];
    }
}

#endif
#endif
