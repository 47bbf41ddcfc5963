/* The blur of profile official, docs/spec/ssimulacra2.md section 4: along the rows, then down the
 * columns. j: the sub-plane. Outside the picture everything is 0. */
#ifndef EVQ_SSIMULACRA2_BLUR_K_H
#define EVQ_SSIMULACRA2_BLUR_K_H

#include "kernel/ssimulacra2/blur.h"
#include "kernel/ssimulacra2/params.h"

/* Column i of rows that begin at `row`, 0 outside. */
FN Lanes ssimulacra2_column(GLOBAL const f32 *row, i32 stride, i32 i, i32 width)
{
    return i >= 0 && i < width ? lanes_load_rows(row + i, stride) : lanes_of(0.0f);
}

FN Lanes ssimulacra2_entering(GLOBAL const f32 *row, i32 stride, i32 n, i32 width)
{
    return ssimulacra2_column(row, stride, n - 6, width) +
           ssimulacra2_column(row, stride, n + 4, width);
}

/* A lane is one of the item's rows. */
LANE_KERNEL(2, ssimulacra2_blur_h, Ssimulacra2Params, (IN(f32, in), OUT(f32, out)))
{
    GLOBAL const f32 *from = in + AT(0, j, 0, y * SSIMULACRA2_ROWS + x);
    GLOBAL f32 *to = out + AT(1, j, 0, y * SSIMULACRA2_ROWS + x);
    i32 from_stride = p.g.stride[0], to_stride = p.g.stride[1];
    Ssimulacra2State state = ssimulacra2_silence();
    i32 n = -4;
    for (; n < 0; n++)
        ssimulacra2_across(&state, ssimulacra2_entering(from, from_stride, n, p.width));
    for (; n < p.width && n < 8; n++)
        lanes_store_rows(
            to + n, to_stride,
            ssimulacra2_across(&state, ssimulacra2_entering(from, from_stride, n, p.width)));
    for (; n < p.width - 7; n += 4) {
        Lanes s[4], ahead[4], blurred[4];
        lanes_load_rows4(s, from + n - 6, from_stride);
        lanes_load_rows4(ahead, from + n + 4, from_stride);
        UNROLL(4)
        for (i32 i = 0; i < 4; i++)
            s[i] = s[i] + ahead[i];
        ssimulacra2_across4(&state, s, blurred);
        lanes_store_rows4(to + n, to_stride, blurred);
    }
    for (; n < p.width; n++)
        lanes_store_rows(
            to + n, to_stride,
            ssimulacra2_across(&state, ssimulacra2_entering(from, from_stride, n, p.width)));
}

/* The rows of an item below rows above it; `edge`: some that it reads lie outside the picture. */
FN Lanes ssimulacra2_row(GLOBAL const f32 *in, i32 stride, i32 n, i32 height, i32 edge)
{
    return !edge || (n >= 0 && n < height) ? lanes_load(in + (i64)n * stride) : lanes_of(0.0f);
}

FN void ssimulacra2_blur_rows(Ssimulacra2State *state, GLOBAL const f32 *in, i32 stride,
                              GLOBAL f32 *out, i32 out_stride, i32 first, i32 height, i32 edge)
{
    UNROLL(8)
    for (i32 i = 0; i < SSIMULACRA2_ROWS; i++) {
        i32 n = first + i;
        Lanes s = ssimulacra2_row(in, stride, n - 6, height, edge) +
                  ssimulacra2_row(in, stride, n + 4, height, edge);
        lanes_store(out + (i64)n * out_stride, ssimulacra2_down(state, s));
    }
}

/* A lane is a column; `kept` hands its oscillators from item to item. */
COLUMN_KERNEL(3, ssimulacra2_blur_v, Ssimulacra2Params,
              (IN(f32, in), OUT(f32, kept), OUT(f32, out)))
{
    GLOBAL const f32 *from = in + AT(0, j, x, 0);
    i32 stride = p.g.stride[0], first = y * SSIMULACRA2_ROWS;
    Ssimulacra2State state;
    UNROLL(3)
    for (i32 k = 0; k < 3; k++) {
        state.p1[k] = y ? lanes_load(kept + AT(1, j, x, k)) : lanes_of(0.0f);
        state.p2[k] = y ? lanes_load(kept + AT(1, j, x, 3 + k)) : lanes_of(0.0f);
    }
    for (i32 n = -4; n < 0 && y == 0; n++)
        ssimulacra2_down(&state, ssimulacra2_row(from, stride, n + 4, p.height, 1));
    GLOBAL f32 *to = out + AT(2, j, x, 0);
    if (first >= 6 && first + SSIMULACRA2_ROWS + 4 <= p.height)
        ssimulacra2_blur_rows(&state, from, stride, to, p.g.stride[2], first, p.height, 0);
    else
        ssimulacra2_blur_rows(&state, from, stride, to, p.g.stride[2], first, p.height, 1);
    UNROLL(3)
    for (i32 k = 0; k < 3; k++) {
        lanes_store(kept + AT(1, j, x, k), state.p1[k]);
        lanes_store(kept + AT(1, j, x, 3 + k), state.p2[k]);
    }
}

#endif
