/* Printed by tools/gen/math_tables.py; edit that instead. */
#ifndef EVQ_MATH_ATAN2_TABLES_H
#define EVQ_MATH_ATAN2_TABLES_H

#include "kernel/port/port.h"

// clang-format off
#define ATAN2_QUARTER 0x3ff921fb54442d18 /* 0x1.921fb54442d18p+0: pi/2 */
#define ATAN2_QUARTER_REST 0x3c91a62633145c07 /* 0x1.1a62633145c07p-54: its rest */
#define ATAN2_HALF 0x400921fb54442d18 /* 0x1.921fb54442d18p+1: pi */
#define ATAN2_HALF_REST 0x3ca1a62633145c07 /* 0x1.1a62633145c07p-53: its rest */
#define ATAN2_STEPS 0x4040000000000000 /* 0x1.0000000000000p+5: steps to 1 */
#define ATAN2_STEP 0x3fa0000000000000 /* 0x1.0000000000000p-5: a step */
#define ATAN2_C1 0xbfd5555555555555 /* -0x1.5555555555555p-2: (-1)^1/(2*1+1) */
#define ATAN2_C2 0x3fc999999999999a /* 0x1.999999999999ap-3: (-1)^2/(2*2+1) */
#define ATAN2_C3 0xbfc2492492492492 /* -0x1.2492492492492p-3: (-1)^3/(2*3+1) */
#define ATAN2_C4 0x3fbc71c71c71c71c /* 0x1.c71c71c71c71cp-4: (-1)^4/(2*4+1) */

/* Row i: arctan(i/32) and its rest. */
TABLE u64 atan2_table[33][2] = {
    { 0x0000000000000000, 0x0000000000000000 },
    { 0x3f9ffd55bba97625, 0xbc35ec431444912c },
    { 0x3faff55bb72cfdea, 0xbc3c934d86d23f1d },
    { 0x3fb7ee182602f10f, 0xbc5cfb654c0c3d98 },
    { 0x3fbfd5ba9aac2f6e, 0xbc4cd37686760c17 },
    { 0x3fc3d6eee8c6626c, 0x3c661a3b0ce9281b },
    { 0x3fc7b97b4bce5b02, 0x3c5347b0b4f881ca },
    { 0x3fcb90d7529260a2, 0x3c217b10d2e0e5ab },
    { 0x3fcf5b75f92c80dd, 0x3c68ab6e3cf7afbd },
    { 0x3fd18bf5a30bf178, 0x3c630ca4748b1bf9 },
    { 0x3fd362773707ebcc, 0xbc6963a544b672d8 },
    { 0x3fd530ad9951cd4a, 0xbc62566480884082 },
    { 0x3fd6f61941e4def1, 0xbc7c63aae6f6e918 },
    { 0x3fd8b24d394a1b25, 0x3c7b6d0ba3748fa8 },
    { 0x3fda64eec3cc23fd, 0xbc724dec1b50b7ff },
    { 0x3fdc0db4c94ec9f0, 0xbc7cc1ce70934c34 },
    { 0x3fddac670561bb4f, 0x3c7a2b7f222f65e2 },
    { 0x3fdf40dd0b541418, 0xbc6a3992dc382a23 },
    { 0x3fe0657e94db30d0, 0xbc7d5b495f6349e6 },
    { 0x3fe1255d9bfbd2a9, 0xbc52bdaee1c0ee35 },
    { 0x3fe1e00babdefeb4, 0xbc5928df287a668f },
    { 0x3fe2958e59308e31, 0xbc709e73b0c6c087 },
    { 0x3fe345f01cce37bb, 0x3c81021137c71102 },
    { 0x3fe3f13fb89e96f4, 0x3c7ecf8b492644f0 },
    { 0x3fe4978fa3269ee1, 0x3c72419a87f2a458 },
    { 0x3fe538f57b89061f, 0xbc81bb74abda520c },
    { 0x3fe5d58987169b18, 0x3c60028e4bc5e7ca },
    { 0x3fe66d663923e087, 0xbc76ea6febe8bbba },
    { 0x3fe700a7c5784634, 0xbc78c34d25aadef6 },
    { 0x3fe78f6bbd5d315e, 0x3c8406a089803740 },
    { 0x3fe819d0b7158a4d, 0xbc7bf76229d3b917 },
    { 0x3fe89ff5ff57f1f8, 0xbc855b9a5e177a1b },
    { 0x3fe921fb54442d18, 0x3c81a62633145c07 },
};
// clang-format on

#endif
