/* Printed by tools/gen/ciede_tables.py; edit that instead. */
#ifndef EVQ_CIEDE_QUICK_TABLES_H
#define EVQ_CIEDE_QUICK_TABLES_H

#include "kernel/port/port.h"

// clang-format off
#define QUICK_THIRD_AT_0 0x54a100afu
/* ((1 - e)^-1/3 - 1)/e, |e| <= 0.11 */
#define QUICK_THIRD_C0 0x1.55555p-2f
#define QUICK_THIRD_C1 0x1.c9cf54p-3f
#define QUICK_THIRD_C2 0x1.645d2ep-3f
#define QUICK_FIFTH_AT_0 0x4c2a6e98u
/* ((1 - e)^-1/5 - 1)/e, |e| <= 0.167 */
#define QUICK_FIFTH_C0 0x1.999988p-3f
#define QUICK_FIFTH_C1 0x1.f1a6eap-4f
#define QUICK_FIFTH_C2 0x1.6dad36p-4f

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

/* sin(x)/x in x^2, |x| <= pi/2 */
#define QUICK_SIN_C0 0x1.fffffffffffffp-1
#define QUICK_SIN_C1 -0x1.555555555547fp-3
#define QUICK_SIN_C2 0x1.1111111109f2dp-7
#define QUICK_SIN_C3 -0x1.a01a019a541c3p-13
#define QUICK_SIN_C4 0x1.71de380899061p-19
#define QUICK_SIN_C5 -0x1.ae63578ccf2acp-26
#define QUICK_SIN_C6 0x1.60e727f4571e8p-33
#define QUICK_SIN_C7 -0x1.9f241fcbfca1fp-41

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
