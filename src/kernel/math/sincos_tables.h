/* Printed by tools/gen/math_tables.py; edit that instead. */
#ifndef EVQ_MATH_SINCOS_TABLES_H
#define EVQ_MATH_SINCOS_TABLES_H

#include "kernel/port/port.h"

// clang-format off
#define SINCOS_QUARTERS 0x3fe45f306dc9c883 /* 0x1.45f306dc9c883p-1: 2/pi */
#define SINCOS_QUARTER 0x3ff921fb54442e00 /* 0x1.921fb54442e00p+0: pi/2 to 44 bits */
#define SINCOS_QUARTER_REST 0xbd2cf72cece675d2 /* -0x1.cf72cece675d2p-45: its rest */
#define SIN_C1 0xbfc5555555555555 /* -0x1.5555555555555p-3: (-1)^1/(2*1+1)! */
#define SIN_C2 0x3f81111111111111 /* 0x1.1111111111111p-7: (-1)^2/(2*2+1)! */
#define SIN_C3 0xbf2a01a01a01a01a /* -0x1.a01a01a01a01ap-13: (-1)^3/(2*3+1)! */
#define SIN_C4 0x3ec71de3a556c734 /* 0x1.71de3a556c734p-19: (-1)^4/(2*4+1)! */
#define SIN_C5 0xbe5ae64567f544e4 /* -0x1.ae64567f544e4p-26: (-1)^5/(2*5+1)! */
#define SIN_C6 0x3de6124613a86d09 /* 0x1.6124613a86d09p-33: (-1)^6/(2*6+1)! */
#define SIN_C7 0xbd6ae7f3e733b81f /* -0x1.ae7f3e733b81fp-41: (-1)^7/(2*7+1)! */
#define SIN_C8 0x3ce952c77030ad4a /* 0x1.952c77030ad4ap-49: (-1)^8/(2*8+1)! */
#define COS_C2 0x3fa5555555555555 /* 0x1.5555555555555p-5: (-1)^2/(2*2)! */
#define COS_C3 0xbf56c16c16c16c17 /* -0x1.6c16c16c16c17p-10: (-1)^3/(2*3)! */
#define COS_C4 0x3efa01a01a01a01a /* 0x1.a01a01a01a01ap-16: (-1)^4/(2*4)! */
#define COS_C5 0xbe927e4fb7789f5c /* -0x1.27e4fb7789f5cp-22: (-1)^5/(2*5)! */
#define COS_C6 0x3e21eed8eff8d898 /* 0x1.1eed8eff8d898p-29: (-1)^6/(2*6)! */
#define COS_C7 0xbda93974a8c07c9d /* -0x1.93974a8c07c9dp-37: (-1)^7/(2*7)! */
#define COS_C8 0x3d2ae7f3e733b81f /* 0x1.ae7f3e733b81fp-45: (-1)^8/(2*8)! */
// clang-format on

#endif
