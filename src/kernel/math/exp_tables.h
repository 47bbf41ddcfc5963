/* Printed by tools/gen/math_tables.py; edit that instead. */
#ifndef EVQ_MATH_EXP_TABLES_H
#define EVQ_MATH_EXP_TABLES_H

#include "kernel/port/port.h"

// clang-format off
#define EXP_STEPS 0x40471547652b82fe /* 0x1.71547652b82fep+5: 32/ln 2 */
#define EXP_STEP 0x3f962e42fefa0000 /* 0x1.62e42fefa0000p-6: ln 2/32 to 38 bits */
#define EXP_STEP_REST 0x3d2cf79abc9e3b3a /* 0x1.cf79abc9e3b3ap-45: its rest */
#define EXP_C2 0x3fe0000000000000 /* 0x1.0000000000000p-1: 1/2! */
#define EXP_C3 0x3fc5555555555555 /* 0x1.5555555555555p-3: 1/3! */
#define EXP_C4 0x3fa5555555555555 /* 0x1.5555555555555p-5: 1/4! */
#define EXP_C5 0x3f81111111111111 /* 0x1.1111111111111p-7: 1/5! */
#define EXP_C6 0x3f56c16c16c16c17 /* 0x1.6c16c16c16c17p-10: 1/6! */
#define EXP_C7 0x3f2a01a01a01a01a /* 0x1.a01a01a01a01ap-13: 1/7! */

/* Row j: 2^(j/32) and its rest. */
TABLE u64 exp_table[32][2] = {
    { 0x3ff0000000000000, 0x0000000000000000 },
    { 0x3ff059b0d3158574, 0x3c8d73e2a475b465 },
    { 0x3ff0b5586cf9890f, 0x3c98a62e4adc610b },
    { 0x3ff11301d0125b51, 0xbc96c51039449b3a },
    { 0x3ff172b83c7d517b, 0xbc819041b9d78a76 },
    { 0x3ff1d4873168b9aa, 0x3c9e016e00a2643c },
    { 0x3ff2387a6e756238, 0x3c99b07eb6c70573 },
    { 0x3ff29e9df51fdee1, 0x3c8612e8afad1255 },
    { 0x3ff306fe0a31b715, 0x3c86f46ad23182e4 },
    { 0x3ff371a7373aa9cb, 0xbc963aeabf42eae2 },
    { 0x3ff3dea64c123422, 0x3c8ada0911f09ebc },
    { 0x3ff44e086061892d, 0x3c489b7a04ef80d0 },
    { 0x3ff4bfdad5362a27, 0x3c7d4397afec42e2 },
    { 0x3ff5342b569d4f82, 0xbc807abe1db13cad },
    { 0x3ff5ab07dd485429, 0x3c96324c054647ad },
    { 0x3ff6247eb03a5585, 0xbc9383c17e40b497 },
    { 0x3ff6a09e667f3bcd, 0xbc9bdd3413b26456 },
    { 0x3ff71f75e8ec5f74, 0xbc816e4786887a99 },
    { 0x3ff7a11473eb0187, 0xbc841577ee04992f },
    { 0x3ff82589994cce13, 0xbc9d4c1dd41532d8 },
    { 0x3ff8ace5422aa0db, 0x3c96e9f156864b27 },
    { 0x3ff93737b0cdc5e5, 0xbc675fc781b57ebc },
    { 0x3ff9c49182a3f090, 0x3c7c7c46b071f2be },
    { 0x3ffa5503b23e255d, 0xbc9d2f6edb8d41e1 },
    { 0x3ffae89f995ad3ad, 0x3c97a1cd345dcc81 },
    { 0x3ffb7f76f2fb5e47, 0xbc75584f7e54ac3b },
    { 0x3ffc199bdd85529c, 0x3c811065895048dd },
    { 0x3ffcb720dcef9069, 0x3c7503cbd1e949db },
    { 0x3ffd5818dcfba487, 0x3c82ed02d75b3707 },
    { 0x3ffdfc97337b9b5f, 0xbc91a5cd4f184b5c },
    { 0x3ffea4afa2a490da, 0xbc9e9c23179c2893 },
    { 0x3fff50765b6e4540, 0x3c99d3e12dd8a18b },
};
// clang-format on

#endif
