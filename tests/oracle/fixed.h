/* Positive numbers of 32 integer and 224 fraction bits: enough to round the tables of the math page
 * from their formulas. Results are truncated, so a handful of the last bits is wrong. */
#ifndef EVQ_TESTS_FIXED_H
#define EVQ_TESTS_FIXED_H

#include <stdint.h>

enum { FIXED_LIMBS = 8 };

typedef struct Fixed {
    uint32_t limb[FIXED_LIMBS]; /* limb i counts 2^(-32 i) */
} Fixed;

/* Exact for 2^-170 <= x < 2^32. */
Fixed fixed_of_double(double x);
Fixed fixed_add(Fixed a, Fixed b);
/* a >= b. */
Fixed fixed_subtract(Fixed a, Fixed b);
Fixed fixed_multiply(Fixed a, Fixed b);
Fixed fixed_scale(Fixed a, uint32_t numerator, uint32_t denominator);

/* ln(numerator / denominator), numerator >= denominator. */
Fixed fixed_ln(uint32_t numerator, uint32_t denominator);
/* e^x, x < 20. */
Fixed fixed_exp(Fixed x);
/* The angle whose tangent is numerator / denominator, both below 2^15. */
Fixed fixed_atan(uint32_t numerator, uint32_t denominator);

/* A double of `bits` significant bits, nearest, and the double nearest to what it leaves. */
typedef struct FixedParts {
    double head, rest;
} FixedParts;

FixedParts fixed_parts(Fixed a, int bits);

#endif
