/* Constants of docs/spec/ciede.md as patterns of doubles, each the value beside it rounded once. */
#ifndef EVQ_CIEDE_CONSTANTS_H
#define EVQ_CIEDE_CONSTANTS_H

/* Section 3 */
#define CIEDE_R_V          0x3ff47c3b4f616723 /* 1.28033 */
#define CIEDE_G_U          0x3fcb7f38c5436b90 /* 0.21482 */
#define CIEDE_G_V          0x3fd85b9628cbd124 /* 0.38059 */
#define CIEDE_B_U          0x4001061a60d4562e /* 2.12798 */
#define CIEDE_GAMMA_FROM   0x3fa4141414141414 /* 10/255 */
#define CIEDE_GAMMA_ADD    0x3fac28f5c28f5c29 /* 0.055 */
#define CIEDE_GAMMA_SCALE  0x3fee54edcd0aeb60 /* 1/1.055 */
#define CIEDE_GAMMA_LINEAR 0x3fb3d0722149b580 /* 1/12.92 */
#define CIEDE_X_R          0x3fda65afb13a8ccc /* 0.4124564390896921 */
#define CIEDE_X_G          0x3fd6e286c5d400c0 /* 0.357576077643909 */
#define CIEDE_X_B          0x3fc7189350cd0583 /* 0.18043748326639894 */
#define CIEDE_Y_R          0x3fcb38dd2ec46132 /* 0.21267285140562248 */
#define CIEDE_Y_G          0x3fe6e286c5d400c0 /* 0.715152155287818 */
#define CIEDE_Y_B          0x3fb27a0f73d7379c /* 0.07217499330655958 */
#define CIEDE_Z_R          0x3f93cc43c4ebe999 /* 0.019333895582329317 */
#define CIEDE_Z_G          0x3fbe835e5d1aabab /* 0.119192025881303 */
#define CIEDE_Z_B          0x3fee68e419523630 /* 0.9503040785363677 */
#define CIEDE_WHITE_X      0x3ff0d57268615430 /* 1/0.95047 */
#define CIEDE_WHITE_Z      0x3fed63ac153514f5 /* 1/1.08883 */
#define CIEDE_F_FROM       0x3f822354d28f7cd6 /* 216/24389 */
#define CIEDE_F_SLOPE      0x408c3a5ed097b426 /* 24389/27 */
#define CIEDE_F_ADD        0x4030000000000000 /* 16 */
#define CIEDE_F_SCALE      0x3f81a7b9611a7b96 /* 1/116 */
#define CIEDE_L_SCALE      0x405d000000000000 /* 116 */
#define CIEDE_A_SCALE      0x407f400000000000 /* 500 */
#define CIEDE_B_SCALE      0x4069000000000000 /* 200 */

/* Section 4 */
#define CIEDE_25_7      0x41f6bcc41e900000 /* 25^7 = 6103515625 */
#define CIEDE_SL_SCALE  0x3f8eb851eb851eb8 /* 0.015, of S_L and S_H */
#define CIEDE_SL_ADD    0x4034000000000000 /* 20 */
#define CIEDE_SC_SCALE  0x3fa70a3d70a3d70a /* 0.045 */
#define CIEDE_TURN      0x401921fb54442d18 /* 2 pi */
#define CIEDE_2         0x4000000000000000
#define CIEDE_3         0x4008000000000000
#define CIEDE_4         0x4010000000000000
#define CIEDE_T1        0x3fc5c28f5c28f5c3 /* 0.17 */
#define CIEDE_T2        0x3fceb851eb851eb8 /* 0.24 */
#define CIEDE_T3        0x3fd47ae147ae147b /* 0.32 */
#define CIEDE_T4        0x3fc999999999999a /* 0.2 */
#define CIEDE_T1_PHASE  0x3fe0c152382d7365 /* pi/6 */
#define CIEDE_T3_PHASE  0x3fbacee9f37bebd5 /* pi/30 */
#define CIEDE_T4_PHASE  0x3ff197c987c952c4 /* 7 pi/20 */
#define CIEDE_DEGREES   0x404ca5dc1a63c1f8 /* 180/pi */
#define CIEDE_BLUE      0x4071300000000000 /* 275 */
#define CIEDE_BLUE_UNIT 0x3fa47ae147ae147b /* 1/25 */
#define CIEDE_EPS_SCALE 0x404e000000000000 /* 60 */
#define CIEDE_RADIANS   0x3f91df46a2529d39 /* pi/180 */

/* The same as floats, and the limits of section 6. */
#define CIEDE_25_7_F32      6103515648.0f
#define CIEDE_25_7_TAIL     -23.0f
#define CIEDE_KL_F32        0x1.4cccccp-1f /* k_L = 0.65 */
#define CIEDE_KH_F32        4.0f           /* k_H */
#define CIEDE_ABOVE_PI      0x1.921fb6p+1f /* the smallest float above pi */
#define CIEDE_NO_TURN_FROM  39.0f          /* theta^2 from which R_T cannot matter */
#define CIEDE_NO_TURN_BELOW 0x1p-12f       /* mean C' below which it cannot */

#endif
