/* The recursive blur of profile official, docs/spec/ssimulacra2.md section 4: three oscillators
 * whose sum is the filtered value. Every operation is rounded as written there. */
#ifndef EVQ_SSIMULACRA2_BLUR_H
#define EVQ_SSIMULACRA2_BLUR_H

#include "kernel/port/lanes.h"

/* Patterns of the constants for each oscillator; [i] serves sample i of a step of four. */
TABLE u32 ssimulacra2_in[3][4] = {
    { 0x3d627d42, 0x3dd76774, 0x3e143d3a, 0x3e2e43fd },
    { 0xbd70febd, 0xbd8da742, 0xbcb81a96, 0x3d2f17da },
    { 0x3c5444a5, 0x21ea2532, 0xbc5444a5, 0xa26a2532 },
};
TABLE u32 ssimulacra2_prev[3][4] = {
    { 0x3ff37871, 0x40278dde, 0x4044f8c4, 0x404f1bbd },
    { 0x3f967918, 0x3ec3910d, 0xbf39feb1, 0xbf9e377a },
    { 0x250d3132, 0xbf800000, 0xa58d3132, 0x3f800000 },
};
TABLE u32 ssimulacra2_prev2[3][4] = {
    { 0xbf800000, 0xbff37871, 0xc0278dde, 0xc044f8c4 },
    { 0xbf800000, 0xbf967918, 0xbec3910d, 0x3f39feb1 },
    { 0xbf800000, 0xa50d3132, 0x3f800000, 0x258d3132 },
};

/* The last two values of each oscillator. */
typedef struct Ssimulacra2State {
    Lanes p1[3], p2[3];
} Ssimulacra2State;

FN Ssimulacra2State ssimulacra2_silence(void)
{
    Ssimulacra2State state;
    UNROLL(3)
    for (i32 k = 0; k < 3; k++)
        state.p1[k] = state.p2[k] = lanes_of(0.0f);
    return state;
}

FN Lanes ssimulacra2_constant(u32 bits)
{
    return lanes_of(f32_of_bits(bits));
}

FN Lanes ssimulacra2_output(const Lanes *y)
{
    return y[0] + (y[1] + y[2]);
}

/* One sample along a row; s is the sum of the two samples that enter. */
FN Lanes ssimulacra2_across(Ssimulacra2State *state, Lanes s)
{
    Lanes y[3];
    UNROLL(3)
    for (i32 k = 0; k < 3; k++) {
        Lanes t = ssimulacra2_constant(ssimulacra2_in[k][0]) * s - state->p2[k];
        y[k] = lanes_fma(ssimulacra2_constant(ssimulacra2_prev[k][0]), state->p1[k], t);
        state->p2[k] = state->p1[k];
        state->p1[k] = y[k];
    }
    return ssimulacra2_output(y);
}

/* Sample i of four for oscillator k. */
FN Lanes ssimulacra2_ahead(const Ssimulacra2State *state, const Lanes *s, i32 k, i32 i)
{
    Lanes t = ssimulacra2_constant(ssimulacra2_in[k][i]) * s[0];
    UNROLL(3)
    for (i32 n = 1; n <= i; n++)
        t = lanes_fma(ssimulacra2_constant(ssimulacra2_in[k][i - n]), s[n], t);
    t = lanes_fma(ssimulacra2_constant(ssimulacra2_prev2[k][i]), state->p2[k], t);
    return lanes_fma(ssimulacra2_constant(ssimulacra2_prev[k][i]), state->p1[k], t);
}

/* Four samples along a row. */
FN void ssimulacra2_across4(Ssimulacra2State *state, const Lanes *s, Lanes *out)
{
    Lanes y[3][4];
    UNROLL(3)
    for (i32 k = 0; k < 3; k++) {
        y[k][0] = ssimulacra2_ahead(state, s, k, 0);
        y[k][1] = ssimulacra2_ahead(state, s, k, 1);
        y[k][2] = ssimulacra2_ahead(state, s, k, 2);
        y[k][3] = ssimulacra2_ahead(state, s, k, 3);
        state->p2[k] = y[k][2];
        state->p1[k] = y[k][3];
    }
    UNROLL(4)
    for (i32 i = 0; i < 4; i++)
        out[i] = y[0][i] + (y[1][i] + y[2][i]);
}

/* One sample down a column. prev[0] is -d1. */
FN Lanes ssimulacra2_down(Ssimulacra2State *state, Lanes s)
{
    Lanes y[3];
    UNROLL(3)
    for (i32 k = 0; k < 3; k++) {
        Lanes t =
            lanes_fma(ssimulacra2_constant(ssimulacra2_prev[k][0]), state->p1[k], -state->p2[k]);
        y[k] = lanes_fma(ssimulacra2_constant(ssimulacra2_in[k][0]), s, t);
        state->p2[k] = state->p1[k];
        state->p1[k] = y[k];
    }
    return ssimulacra2_output(y);
}

#endif
