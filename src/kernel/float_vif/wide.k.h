/*
 * float_vif on devices that run thousands of work-items side by side: what takes the CPU three
 * kernels is one here, since memory is what it waits for, and every sum has a work-item of its own.
 * The arithmetic is that of float_vif.h, in the same order.
 */
#ifndef EVQ_FLOAT_VIF_WIDE_K_H
#define EVQ_FLOAT_VIF_WIDE_K_H

#include "kernel/float_vif/blur.h"

/* ---- Sections 6 and 8: horizontal pass, statistic and logarithms ---- */

FN i32 vif_terms_at(i32 n, const VifParams p, i32 x, i32 y, const i32 replay,
                    GLOBAL const f32 *rows, GLOBAL const f32 *taps, GLOBAL f32 *terms)
{
    VifMoments m = {
        vif_blurred(n, p, 0, x, y, rows, taps), vif_blurred(n, p, 1, x, y, rows, taps),
        vif_blurred(n, p, 2, x, y, rows, taps), vif_blurred(n, p, 3, x, y, rows, taps),
        vif_blurred(n, p, 4, x, y, rows, taps),
    };
    i32 undecided = 0;
    VifTerms t = vif_terms(vif_arguments_exact(p, vif_gain(m, p.gain_limit), replay, &undecided));
    terms[AT(2, 0, x, y)] = t.num;
    terms[AT(2, 1, x, y)] = t.den;
    return undecided;
}

REPLAY_KERNEL(3, vif_terms17, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, terms)))
{
    return vif_terms_at(17, p, x, y, replay, rows, taps, terms);
}

REPLAY_KERNEL(3, vif_terms9, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, terms)))
{
    return vif_terms_at(9, p, x, y, replay, rows, taps, terms);
}

REPLAY_KERNEL(3, vif_terms5, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, terms)))
{
    return vif_terms_at(5, p, x, y, replay, rows, taps, terms);
}

REPLAY_KERNEL(3, vif_terms3, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, terms)))
{
    return vif_terms_at(3, p, x, y, replay, rows, taps, terms);
}

REPLAY_KERNEL(3, vif_terms_any, VifParams, (IN(f32, rows), IN(f32, taps), OUT(f32, terms)))
{
    return vif_terms_at(p.taps, p, x, y, replay, rows, taps, terms);
}

/* ---- Section 9 ---- */

/* Column 0 adds the numerators of row y, column 1 the denominators. A sum has a row of its own, one
 * column a picture row. */
ROW_KERNEL(2, vif_row_sum, VifParams, (IN(f32, terms), OUT(f32, sums)))
{
    GLOBAL const f32 *row = terms + AT(0, x, 0, y);
    f32 sum = 0.0f;
    UNROLL(32) /* so many loads are under way at once */
    for (i32 i = 0; i < p.width; i++)
        sum = sum + row[i];
    sums[AT(1, 0, y, 2 * p.slot + x)] = sum;
}

/* Column x is sum x of the frame: numerator and denominator of each scale in turn. */
ROW_KERNEL(2, vif_frame_sum, VifParams, (IN(f32, sums), OUT(f32, total)))
{
    GLOBAL const f32 *row = sums + AT(0, 0, 0, x);
    i32 rows = p.rows >> (x / 2);
    f32 sum = 0.0f;
    UNROLL(32)
    for (i32 i = 0; i < rows; i++)
        sum = sum + row[i];
    total[AT(1, 0, x, y)] = sum;
}

#endif
