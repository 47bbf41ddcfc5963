/* Printed by tools/gen/math_tables.py; edit that instead. */
#ifndef EVQ_MATH_POWF7_TABLES_H
#define EVQ_MATH_POWF7_TABLES_H

#include "kernel/port/port.h"

// clang-format off
#define POWF7_A0 0x3fd27616c9496e0b /* 0x1.27616c9496e0bp-2: of log2(1 + r) */
#define POWF7_A1 0xbfd71969a075c67a /* -0x1.71969a075c67ap-2: of log2(1 + r) */
#define POWF7_A2 0x3fdec70a6ca7badd /* 0x1.ec70a6ca7baddp-2: of log2(1 + r) */
#define POWF7_A3 0xbfe7154748bef6c8 /* -0x1.7154748bef6c8p-1: of log2(1 + r) */
#define POWF7_A4 0x3ff71547652ab82b /* 0x1.71547652ab82bp+0: of log2(1 + r) */
#define POWF7_C0 0x3fac6af84b912394 /* 0x1.c6af84b912394p-5: of 2^s */
#define POWF7_C1 0x3fcebfce50fac4f3 /* 0x1.ebfce50fac4f3p-3: of 2^s */
#define POWF7_C2 0x3fe62e42ff0c52d6 /* 0x1.62e42ff0c52d6p-1: of 2^s */
#define POWF7_SEVEN 0x401c000000000000 /* 0x1.c000000000000p+2: the exponent */
#define POWF7_ROUND 0x42e8000000000000 /* 0x1.8000000000000p+47: rounds an addend to 1/32 */

/* Row i: inverse centre of the interval, minus its binary logarithm. */
TABLE u64 powf7_table[16][2] = {
    { 0x3ff661ec79f8f3be, 0xbfdefec65b963019 },
    { 0x3ff571ed4aaf883d, 0xbfdb0b6832d4fca4 },
    { 0x3ff49539f0f010b0, 0xbfd7418b0a1fb77b },
    { 0x3ff3c995b0b80385, 0xbfd39de91a6dcf7b },
    { 0x3ff30d190c8864a5, 0xbfd01d9bf3f2b631 },
    { 0x3ff25e227b0b8ea0, 0xbfc97c1d1b3b7af0 },
    { 0x3ff1bb4a4a1a343f, 0xbfc2f9e393af3c9f },
    { 0x3ff12358f08ae5ba, 0xbfb960cbbf788d5c },
    { 0x3ff0953f419900a7, 0xbfaa6f9db6475fce },
    { 0x3ff0000000000000, 0x0000000000000000 },
    { 0x3fee608cfd9a47ac, 0x3fb338ca9f24f53d },
    { 0x3feca4b31f026aa0, 0x3fc476a9543891ba },
    { 0x3feb2036576afce6, 0x3fce840b4ac4e4d2 },
    { 0x3fe9c2d163a1aa2d, 0x3fd40645f0c6651c },
    { 0x3fe886e6037841ed, 0x3fd88e9c2c1b9ff8 },
    { 0x3fe767dcf5534862, 0x3fdce0a44eb17bcc },
};
// clang-format on

#endif
