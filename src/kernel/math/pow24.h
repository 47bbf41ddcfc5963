/* x^2.4 for 1/16 <= x < 2.25, within 0.61 ulp; 2.4 is the binary64 number. */
#ifndef EVQ_MATH_POW24_H
#define EVQ_MATH_POW24_H

#include "kernel/math/f64.h"
#include "kernel/math/pow24_tables.h"

/* c^2.4 (1 + h)^2.4 with c the middle of x's 32nd of an octave and x = c (1 + h). */
FN F64 f64_pow24(F64 x)
{
    u64 bits = bits_of_f64(x);
    u64 row = (bits >> 47) - (1023 - 4) * 32;
    F64 c = f64_of_bits(((bits >> 47) * 2 + 1) << 46);
    F64 h = f64_mul(f64_sub(x, c), f64_of_bits(pow24_table[row][0]));

    F64 p = f64_of_bits(POW24_B9);
    p = f64_horner(p, h, POW24_B8);
    p = f64_horner(p, h, POW24_B7);
    p = f64_horner(p, h, POW24_B6);
    p = f64_horner(p, h, POW24_B5);
    p = f64_horner(p, h, POW24_B4);
    p = f64_horner(p, h, POW24_B3);
    p = f64_horner(p, h, POW24_B2);
    p = f64_horner(p, h, POW24_B1);
    p = f64_mul(p, h);

    F64 head = f64_of_bits(pow24_table[row][1]);
    F64 rest = f64_of_bits(pow24_table[row][2]);
    return f64_add(head, f64_add(rest, f64_mul(head, p)));
}

#endif
