#include "fixed.h"

#include <math.h>

static const Fixed zero;

static int is_zero(Fixed a)
{
    uint32_t any = 0;
    for (int i = 0; i < FIXED_LIMBS; i++)
        any |= a.limb[i];
    return any == 0;
}

static int is_less(Fixed a, Fixed b)
{
    for (int i = 0; i < FIXED_LIMBS; i++)
        if (a.limb[i] != b.limb[i])
            return a.limb[i] < b.limb[i];
    return 0;
}

Fixed fixed_of_double(double x)
{
    Fixed a;
    for (int i = 0; i < FIXED_LIMBS; i++) {
        a.limb[i] = (uint32_t)x;
        x = (x - a.limb[i]) * 0x1p32;
    }
    return a;
}

Fixed fixed_add(Fixed a, Fixed b)
{
    uint64_t carry = 0;
    for (int i = FIXED_LIMBS - 1; i >= 0; i--) {
        carry += (uint64_t)a.limb[i] + b.limb[i];
        a.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}

Fixed fixed_subtract(Fixed a, Fixed b)
{
    uint64_t borrow = 0;
    for (int i = FIXED_LIMBS - 1; i >= 0; i--) {
        const uint64_t difference = (uint64_t)a.limb[i] - b.limb[i] - borrow;
        a.limb[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    return a;
}

Fixed fixed_multiply(Fixed a, Fixed b)
{
    /* Limb i of the product is sum[i + 1]; sum[0] is past the largest number. */
    uint32_t sum[2 * FIXED_LIMBS] = { 0 };
    for (int i = FIXED_LIMBS - 1; i >= 0; i--) {
        uint64_t carry = 0;
        for (int j = FIXED_LIMBS - 1; j >= 0; j--) {
            carry += (uint64_t)a.limb[i] * b.limb[j] + sum[i + j + 1];
            sum[i + j + 1] = (uint32_t)carry;
            carry >>= 32;
        }
        sum[i] = (uint32_t)carry;
    }
    for (int i = 0; i < FIXED_LIMBS; i++)
        a.limb[i] = sum[i + 1];
    return a;
}

Fixed fixed_scale(Fixed a, uint32_t numerator, uint32_t denominator)
{
    uint64_t carry = 0, remainder = 0;
    for (int i = FIXED_LIMBS - 1; i >= 0; i--) {
        carry += (uint64_t)a.limb[i] * numerator;
        a.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    remainder = carry % denominator;
    for (int i = 0; i < FIXED_LIMBS; i++) {
        remainder = remainder << 32 | a.limb[i];
        a.limb[i] = (uint32_t)(remainder / denominator);
        remainder %= denominator;
    }
    return a;
}

/* 2 (z + z^3/3 + z^5/5 + ...), z = (numerator - denominator) / (numerator + denominator). */
Fixed fixed_ln(uint32_t numerator, uint32_t denominator)
{
    const uint32_t top = numerator - denominator, bottom = numerator + denominator;
    Fixed power = fixed_scale(fixed_of_double(2.0), top, bottom);
    Fixed sum = zero;
    for (uint32_t n = 1; !is_zero(power); n += 2) {
        sum = fixed_add(sum, fixed_scale(power, 1, n));
        power = fixed_scale(fixed_scale(power, top, bottom), top, bottom);
    }
    return sum;
}

Fixed fixed_exp(Fixed x)
{
    Fixed term = fixed_of_double(1.0), sum = zero;
    for (uint32_t n = 1; !is_zero(term); n++) {
        sum = fixed_add(sum, term);
        term = fixed_scale(fixed_multiply(term, x), 1, n);
    }
    return sum;
}

/* Euler's series: with q = z^2 / (1 + z^2) the first term is q / z, and term n that before it
 * times q 2n / (2n + 1). */
Fixed fixed_atan(uint32_t numerator, uint32_t denominator)
{
    const uint32_t top = numerator * numerator, bottom = top + denominator * denominator;
    Fixed term = fixed_scale(fixed_of_double(1.0), numerator * denominator, bottom);
    Fixed sum = zero;
    for (uint32_t n = 2; !is_zero(term); n += 2) {
        sum = fixed_add(sum, term);
        term = fixed_scale(fixed_scale(term, top, bottom), n, n + 1);
    }
    return sum;
}

static unsigned bit(Fixed a, int index)
{
    return index < 32 * FIXED_LIMBS ? a.limb[index / 32] >> (31 - index % 32) & 1 : 0;
}

static double nearest(Fixed a, int bits)
{
    int top = 0;
    if (is_zero(a))
        return 0.0;
    while (!bit(a, top))
        top++;
    uint64_t significand = 0;
    for (int i = 0; i < bits; i++)
        significand = significand << 1 | bit(a, top + i);
    significand += bit(a, top + bits);
    return ldexp((double)significand, 32 - top - bits);
}

FixedParts fixed_parts(Fixed a, int bits)
{
    FixedParts parts = { nearest(a, bits), 0.0 };
    const Fixed head = fixed_of_double(parts.head);
    parts.rest = is_less(a, head) ? -nearest(fixed_subtract(head, a), 53)
                                  : nearest(fixed_subtract(a, head), 53);
    return parts;
}
