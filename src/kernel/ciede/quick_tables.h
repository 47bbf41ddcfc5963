/* Printed by tools/gen/ciede_tables.py; edit that instead. */
#ifndef EVQ_CIEDE_QUICK_TABLES_H
#define EVQ_CIEDE_QUICK_TABLES_H

#include "kernel/port/port.h"

// clang-format off
#define QUICK_CBRT_SHARE 0x1.5555555555555p-2 /* 1/3 */
#define QUICK_CBRT_ONE 0x1.55aa943d55555p+52 /* 2^52 (1 + 1/3) + bits of a guess */
/* (1 - e)^(-2/3), |e| <= 0.1035 */
#define QUICK_CBRT_C0 0x1.00000000001afp+0
#define QUICK_CBRT_C1 0x1.555555555589ap-1
#define QUICK_CBRT_C2 0x1.1c71c7189ab40p-1
#define QUICK_CBRT_C3 0x1.f9add3b95778fp-2
#define QUICK_CBRT_C4 0x1.cf8a187cffd05p-2
#define QUICK_CBRT_C5 0x1.b0a3069afdeeap-2
#define QUICK_CBRT_C6 0x1.98831723d7fdbp-2
#define QUICK_CBRT_C7 0x1.850ebc92f732fp-2
#define QUICK_CBRT_C8 0x1.7e618fae4290dp-2
#define QUICK_CBRT_C9 0x1.7048807e5b434p-2

#define QUICK_POW24_SHARE 0x1.999999999999ap-3 /* 1/5 */
#define QUICK_POW24_ONE 0x1.337febd0ccccdp+52 /* 2^52 (1 + 1/5) + bits of a guess */
/* (1 - e)^(-3/5), |e| <= 0.156 */
#define QUICK_POW24_C0 0x1.0000000000000p+0
#define QUICK_POW24_C1 0x1.3333333332d3cp-1
#define QUICK_POW24_C2 0x1.eb851eb851320p-2
#define QUICK_POW24_C3 0x1.a9fbe76fe4926p-2
#define QUICK_POW24_C4 0x1.7f62b6b1be611p-2
#define QUICK_POW24_C5 0x1.60b6f5b21423dp-2
#define QUICK_POW24_C6 0x1.49334b8d23122p-2
#define QUICK_POW24_C7 0x1.3665ee97b4471p-2
#define QUICK_POW24_C8 0x1.26e0e2eabb11ap-2
#define QUICK_POW24_C9 0x1.1923a7d5e6bbbp-2
#define QUICK_POW24_C10 0x1.0de2ecfb1284cp-2
#define QUICK_POW24_C11 0x1.18e55912a7360p-2
#define QUICK_POW24_C12 0x1.0fa1e8e34b646p-2

#define QUICK_QUARTER 0x1.921fb8p+0f /* pi/2, to 21 places */
#define QUICK_QUARTER_TAIL -0x1.5dde98p-23f /* its rest */
#define QUICK_ARCTAN_1_4 0x1.f5b74p-3f /* arctan 1/4, to 21 places */
#define QUICK_ARCTAN_1_4_TAIL 0x1.f92c8p-23f /* its rest */
#define QUICK_ARCTAN_1_2 0x1.dac68p-2f /* arctan 1/2, to 21 places */
#define QUICK_ARCTAN_1_2_TAIL -0x1.f53c8ap-23f /* its rest */
#define QUICK_ARCTAN_1 0x1.921fbp-1f /* arctan 1, to 21 places */
#define QUICK_ARCTAN_1_TAIL 0x1.5110b4p-23f /* its rest */
#define QUICK_THIRD_HEAD -0x1.555556p-2f /* -1/3 */
#define QUICK_THIRD_TAIL 0x1.555556p-27f
/* (arctan(z)/z - 1 + w/3)/w^2, w = z^2 <= 0.0332 */
#define QUICK_BEND_C0 0x1.99999ap-3f
#define QUICK_BEND_C1 -0x1.2491fp-3f
#define QUICK_BEND_C2 0x1.c6b2dap-4f
#define QUICK_BEND_C3 -0x1.603e12p-4f
#define QUICK_TURN_HEAD 0x1.921fb6p+2f /* 2 pi */
#define QUICK_TURN_TAIL -0x1.777a5cp-23f

#define QUICK_HALF_TURNS 0x1.45f306dc9c883p-2 /* 1/pi */
#define QUICK_HALF_TURN 0x1.921fb54443000p+1 /* pi to 42 bits */
#define QUICK_HALF_TURN_REST -0x1.73dcb3b399d74p-42 /* its rest */
/* sin(x)/x in x^2, |x| <= pi/2 */
#define QUICK_SIN_C0 0x1.fffffffffffffp-1
#define QUICK_SIN_C1 -0x1.555555555547fp-3
#define QUICK_SIN_C2 0x1.1111111109f2dp-7
#define QUICK_SIN_C3 -0x1.a01a019a541c3p-13
#define QUICK_SIN_C4 0x1.71de380899061p-19
#define QUICK_SIN_C5 -0x1.ae63578ccf2acp-26
#define QUICK_SIN_C6 0x1.60e727f4571e8p-33
#define QUICK_SIN_C7 -0x1.9f241fcbfca1fp-41
/* cos x in x^2, |x| <= pi/2 */
#define QUICK_COS_C0 0x1.fffffffffffefp-1
#define QUICK_COS_C1 -0x1.ffffffffff8ebp-2
#define QUICK_COS_C2 0x1.55555555372ecp-5
#define QUICK_COS_C3 -0x1.6c16c15fdc8fdp-10
#define QUICK_COS_C4 0x1.a019fcc0d35d3p-16
#define QUICK_COS_C5 -0x1.27e3ed65a555ep-22
#define QUICK_COS_C6 0x1.1eacaea7b4d18p-29
#define QUICK_COS_C7 -0x1.834edbb5ac400p-37

/* T: powers of the cosine */
#define QUICK_T_C0 0x1.56a1a1a64a21fp-1
#define QUICK_T_C1 -0x1.1a1a6680e199cp+0
#define QUICK_T_C2 0x1.34d5a25c9a07bp+0
#define QUICK_T_C3 0x1.45e28b142d1c7p+0
#define QUICK_T_C4 -0x1.73e8b55d0b19ap-1
/* and those that the sine multiplies */
#define QUICK_T_S0 -0x1.a64e0e45442eep-5
#define QUICK_T_S1 0x1.6cf4ce430f057p-1
#define QUICK_T_S2 -0x1.1203dd3fda897p-3
#define QUICK_T_S3 -0x1.6cf4ce430f057p+0

#define QUICK_SL_SCALE_HEAD 0x1.eb851ep-7f /* 0.015, the double */
#define QUICK_SL_SCALE_TAIL 0x1.70a3d8p-32f

#define QUICK_EXP_STEPS 0x1.71547652b82fep+0 /* 1/ln 2 */
#define QUICK_EXP_STEP 0x1.62e42fefa4000p-1 /* ln 2 to 41 bits */
#define QUICK_EXP_STEP_REST -0x1.8432a1b0e2634p-43 /* its rest */
/* e^r, |r| <= ln 2/2 */
#define QUICK_EXP_C0 0x1.000000000003dp+0
#define QUICK_EXP_C1 0x1.0000000000006p+0
#define QUICK_EXP_C2 0x1.ffffffffe74f1p-2
#define QUICK_EXP_C3 0x1.5555555550d88p-3
#define QUICK_EXP_C4 0x1.55555588b8403p-5
#define QUICK_EXP_C5 0x1.11111123bf154p-7
#define QUICK_EXP_C6 0x1.6c162bb7d965cp-10
#define QUICK_EXP_C7 0x1.a01994c849582p-13
#define QUICK_EXP_C8 0x1.a17df0d914d6cp-16
#define QUICK_EXP_C9 0x1.72e107c874de9p-19

#define QUICK_RHO_STEPS 0x1.715476p+0f /* 1/ln 2 */
#define QUICK_RHO_STEP 0x1.62e4p-1f /* ln 2 to 16 bits */
#define QUICK_RHO_STEP_REST 0x1.7f7d1cp-20f /* its rest */
#define QUICK_RHO 0x1.0c1524p+0f /* pi/3 */
#define QUICK_RHO_C3 0x1.555556p-3f /* 1/3! */
#define QUICK_RHO_C4 0x1.555556p-5f /* 1/4! */
#define QUICK_RHO_C5 0x1.111112p-7f /* 1/5! */
#define QUICK_RHO_C6 0x1.6c16c2p-10f /* 1/6! */
#define QUICK_RHO_SIN_C3 -0x1.555556p-3f /* -1/3! */
#define QUICK_RHO_SIN_C5 0x1.111112p-7f /* 1/5! */
#define QUICK_RHO_SIN_C7 -0x1.a01a02p-13f /* -1/7! */
#define QUICK_RHO_SIN_C9 0x1.71de3ap-19f /* 1/9! */
// clang-format on

#endif
