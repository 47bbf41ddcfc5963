/* Printed by tools/gen/math_tables.py; edit that instead. */
#ifndef EVQ_MATH_LOG10_TABLES_H
#define EVQ_MATH_LOG10_TABLES_H

#include "kernel/port/port.h"

// clang-format off
#define LOG10_2_HIGH 0x3fd34413509f6000 /* 0x1.34413509f6000p-2: log10 2 cut to 40 bits */
#define LOG10_2_LOW 0x3d59fef311f12b36 /* 0x1.9fef311f12b36p-42: its rest */
#define LOG10_OF_E 0x3fdbcb7b1526e50e /* 0x1.bcb7b1526e50ep-2: 1/ln 10 */
#define LOG10_LIFT 0x4350000000000000 /* 0x1.0000000000000p+54: makes subnormals normal */
#define LOG10_LIFT_BITS 54
// clang-format on

#endif
