/* Cube root for 2^-9 <= x < 8, within 0.52 ulp. */
#ifndef EVQ_MATH_CBRT_H
#define EVQ_MATH_CBRT_H

#include "kernel/math/f64.h"
#include "kernel/math/cbrt_tables.h"

/* x = m 2^(3 (thirds - 3)) with 1 <= m < 8; the root of m is that of c, the middle of m's 32nd of
 * an octave, times (1 + h)^(1/3). */
FN F64 f64_cbrt(F64 x)
{
    u64 bits = bits_of_f64(x);
    u32 exponent = (u32)(bits >> 52) - (1023 - 9);
    u32 thirds = exponent / 3;
    u32 octave = exponent - 3 * thirds;
    u64 m = (bits & (F64_HIDDEN - 1)) | (u64)(1023 + octave) << 52;
    u64 row = 32 * (u64)octave + (bits >> 47 & 31);
    F64 c = f64_of_bits(((m >> 47) * 2 + 1) << 46);
    F64 h = f64_mul(f64_sub(f64_of_bits(m), c), f64_of_bits(cbrt_table[row][0]));

    F64 p = f64_of_bits(CBRT_B9);
    p = f64_horner(p, h, CBRT_B8);
    p = f64_horner(p, h, CBRT_B7);
    p = f64_horner(p, h, CBRT_B6);
    p = f64_horner(p, h, CBRT_B5);
    p = f64_horner(p, h, CBRT_B4);
    p = f64_horner(p, h, CBRT_B3);
    p = f64_horner(p, h, CBRT_B2);
    p = f64_horner(p, h, CBRT_B1);
    p = f64_mul(p, h);

    F64 head = f64_of_bits(cbrt_table[row][1]);
    F64 rest = f64_of_bits(cbrt_table[row][2]);
    return f64_scale(f64_add(head, f64_add(rest, f64_mul(head, p))), (i32)thirds - 3);
}

#endif
