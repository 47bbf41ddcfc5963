/* Printed by tools/gen/ciede_tables.py; edit that instead. */
#ifndef EVQ_CIEDE_WIDE_TABLES_H
#define EVQ_CIEDE_WIDE_TABLES_H

#include "kernel/port/port.h"

// clang-format off
UNIFORM native_f64 wide_constant[] = {
    0x1.4e76e2acc7ba4p-4, /* 1.055/12.92 */
    -0x1.16fc0982c6247p-8, /* -0.055/12.92 */
    0x1.3333333333402p+1, /* (1 + z)^2.4, |z| <= 2^-9: 1 */
    0x1.ae14794400192p+0, /* (1 + z)^2.4, |z| <= 2^-9: 2 */
    0x1.cac07a4d6a47cp-3, /* (1 + z)^2.4, |z| <= 2^-9: 3 */
    0x1.bc5d624db405ep-2, /* 0.4124564390896921/0.95047 */
    0x1.813d20b497a52p-2, /* 0.357576077643909/0.95047 */
    0x1.84caf9fb68aa2p-3, /* 0.18043748326639894/0.95047 */
    0x1.b38dd2ec46132p-3, /* 0.21267285140562248/1 */
    0x1.6e286c5d400c0p-1, /* 0.715152155287818/1 */
    0x1.27a0f73d7379cp-4, /* 0.07217499330655958/1 */
    0x1.22ec7d32a2bc2p-6, /* 0.019333895582329317/1.08883 */
    0x1.c061806a43e02p-4, /* 0.119192025881303/1.08883 */
    0x1.bedc6c09226e2p-1, /* 0.9503040785363677/1.08883 */
    0x1.f25ed097b425fp+2, /* 24389/27/116 */
    0x1.1a7b9611a7b96p-3, /* 16/116 */
    0x1.5555555555d3ep-2, /* (1 + z)^(1/3), |z| <= 2^-9: 1 */
    -0x1.c71c9169df667p-4, /* (1 + z)^(1/3), |z| <= 2^-9: 2 */
    0x1.f9adc2f140fccp-5, /* (1 + z)^(1/3), |z| <= 2^-9: 3 */
    0x1.5555555555555p-3, /* 1/6 */
    0x1.3333333333333p-4, /* 3/40 */
    0x1.eb851eb851eb8p-7, /* 0.015 */
    0x1.ffffffffffe3ap+0, /* 2 sin(x)/x in x^2, |x| <= pi/2: 0 */
    -0x1.5555555543bdep-2, /* 2 sin(x)/x in x^2, |x| <= pi/2: 1 */
    0x1.11111109ef000p-6, /* 2 sin(x)/x in x^2, |x| <= pi/2: 2 */
    -0x1.a019fd48ee1e6p-12, /* 2 sin(x)/x in x^2, |x| <= pi/2: 3 */
    0x1.71dcf81f7d9dep-18, /* 2 sin(x)/x in x^2, |x| <= pi/2: 4 */
    -0x1.ae04489f3e1c3p-25, /* 2 sin(x)/x in x^2, |x| <= pi/2: 5 */
    0x1.52e574529a459p-32, /* 2 sin(x)/x in x^2, |x| <= pi/2: 6 */
};
#define WIDE_GAMMA_SLOPE wide_constant[0]
#define WIDE_GAMMA_AT_0 wide_constant[1]
#define WIDE_POW24_C1 wide_constant[2]
#define WIDE_POW24_C2 wide_constant[3]
#define WIDE_POW24_C3 wide_constant[4]
#define WIDE_X_R wide_constant[5]
#define WIDE_X_G wide_constant[6]
#define WIDE_X_B wide_constant[7]
#define WIDE_Y_R wide_constant[8]
#define WIDE_Y_G wide_constant[9]
#define WIDE_Y_B wide_constant[10]
#define WIDE_Z_R wide_constant[11]
#define WIDE_Z_G wide_constant[12]
#define WIDE_Z_B wide_constant[13]
#define WIDE_F_SLOPE wide_constant[14]
#define WIDE_F_AT_0 wide_constant[15]
#define WIDE_CBRT_C1 wide_constant[16]
#define WIDE_CBRT_C2 wide_constant[17]
#define WIDE_CBRT_C3 wide_constant[18]
#define WIDE_ARCSIN_C3 wide_constant[19]
#define WIDE_ARCSIN_C5 wide_constant[20]
#define WIDE_SL_SCALE wide_constant[21]
#define WIDE_SIN_C0 wide_constant[22]
#define WIDE_SIN_C1 wide_constant[23]
#define WIDE_SIN_C2 wide_constant[24]
#define WIDE_SIN_C3 wide_constant[25]
#define WIDE_SIN_C4 wide_constant[26]
#define WIDE_SIN_C5 wide_constant[27]
#define WIDE_SIN_C6 wide_constant[28]
// clang-format on

#endif
