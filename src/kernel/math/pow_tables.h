/* Printed by tools/gen/math_tables.py; edit that instead. */
#ifndef EVQ_MATH_POW_TABLES_H
#define EVQ_MATH_POW_TABLES_H

#include "kernel/port/port.h"

// clang-format off
#define POW_LN2 0x3fe62e42fefa39ef /* 0x1.62e42fefa39efp-1: ln 2 */
#define POW_LN2_REST 0x3c7abc9e3b39803f /* 0x1.abc9e3b39803fp-56: its rest */
#define POW_INVERSE_LN2 0x3ff71547652b82fe /* 0x1.71547652b82fep+0: 1/ln 2 */
// clang-format on

#endif
