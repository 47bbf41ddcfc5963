/* Printed by tools/gen/math_tables.py; edit that instead. */
#ifndef EVQ_MATH_WIDE_TABLES_H
#define EVQ_MATH_WIDE_TABLES_H

#include "kernel/port/port.h"

// clang-format off
#define WIDE_SPLIT 0x41a0000002000000 /* 0x1.0000002000000p+27: splits 53 bits in halves */
// clang-format on

#endif
