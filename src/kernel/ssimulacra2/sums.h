/* Exact sums of a map and of its fourth powers along a row, docs/spec/ssimulacra2.md section 5. */
#ifndef EVQ_SSIMULACRA2_SUMS_H
#define EVQ_SSIMULACRA2_SUMS_H

#include "kernel/port/int_vectors.h"
#include "kernel/ssimulacra2/params.h"

/* d and the digits of d^4 in base 2^32, added over samples. With d^2 = 2^31 b + a, d^4 is
 * a^2 + 2^32 a b + 2^62 b^2. */
typedef struct Ssimulacra2Sums {
    u64 sum;
    u64 low0, low1, mid0, mid1, high0, high1; /* 32 bits each of the a^2, of the a b, of the b^2 */
} Ssimulacra2Sums;

/* Sums of at most three samples: a product is 2^62 at most. */
#define SSIMULACRA2_ADD(s, d)                                                                      \
    {                                                                                              \
        u64 value = (d);                                                                           \
        u64 square = value * value;                                                                \
        u64 a = square & 0x7fffffff, b = square >> 31;                                             \
        s.sum += value;                                                                            \
        low += a * a;                                                                              \
        mid += a * b;                                                                              \
        high += b * b;                                                                             \
    }
#define SSIMULACRA2_SPLIT_SUMS(s)                                                                  \
    s.low0 += low & 0xffffffff;                                                                    \
    s.low1 += low >> 32;                                                                           \
    s.mid0 += mid & 0xffffffff;                                                                    \
    s.mid1 += mid >> 32;                                                                           \
    s.high0 += high & 0xffffffff;                                                                  \
    s.high1 += high >> 32

#if EVQ_INT_VECTORS

/* Four of each. */
typedef struct Ssimulacra2Sums4 {
    U64x4 sum, low0, low1, mid0, mid1, high0, high1;
} Ssimulacra2Sums4;

#define SSIMULACRA2_ADD4(s, from)                                                                  \
    {                                                                                              \
        U64x4 value = u64x4_of_u32(from);                                                          \
        U64x4 square = u64x4_product_of_lower(value, value);                                       \
        U64x4 a = square & 0x7fffffff, b = square >> 31;                                           \
        s.sum += value;                                                                            \
        low += u64x4_product_of_lower(a, a);                                                       \
        mid += u64x4_product_of_lower(a, b);                                                       \
        high += u64x4_product_of_lower(b, b);                                                      \
    }

/* The first 3 n samples of a row, n a multiple of 4. */
FN Ssimulacra2Sums ssimulacra2_sum_thirds(GLOBAL const u32 *row, i32 n)
{
    const U64x4 none = { 0, 0, 0, 0 };
    Ssimulacra2Sums4 s = { none, none, none, none, none, none, none };
    for (i32 i = 0; i < n; i += 4) {
        U64x4 low = none, mid = none, high = none;
        SSIMULACRA2_ADD4(s, row + i)
        SSIMULACRA2_ADD4(s, row + i + n)
        SSIMULACRA2_ADD4(s, row + i + 2 * n)
        SSIMULACRA2_SPLIT_SUMS(s);
    }
    Ssimulacra2Sums total = { u64x4_total(s.sum),  u64x4_total(s.low0), u64x4_total(s.low1),
                              u64x4_total(s.mid0), u64x4_total(s.mid1), u64x4_total(s.high0),
                              u64x4_total(s.high1) };
    return total;
}

#else

FN Ssimulacra2Sums ssimulacra2_sum_thirds(GLOBAL const u32 *row, i32 n)
{
    Ssimulacra2Sums s = { 0, 0, 0, 0, 0, 0, 0 };
    for (i32 i = 0; i < n; i++) {
        u64 low = 0, mid = 0, high = 0;
        SSIMULACRA2_ADD(s, row[i])
        SSIMULACRA2_ADD(s, row[i + n])
        SSIMULACRA2_ADD(s, row[i + 2 * n])
        SSIMULACRA2_SPLIT_SUMS(s);
    }
    return s;
}

#endif

FN Ssimulacra2Sums ssimulacra2_sum_row(GLOBAL const u32 *row, i32 count)
{
    i32 third = count / 12 * 4;
    Ssimulacra2Sums s = ssimulacra2_sum_thirds(row, third);
    for (i32 i = 3 * third; i < count; i++) {
        u64 low = 0, mid = 0, high = 0;
        SSIMULACRA2_ADD(s, row[i])
        SSIMULACRA2_SPLIT_SUMS(s);
    }
    return s;
}

/* As digits: SSIMULACRA2_DIGITS values. */
FN void ssimulacra2_store_sums(GLOBAL u64 *to, Ssimulacra2Sums s)
{
    to[0] = s.sum;
    to[1] = s.low0;
    to[2] = s.low1 + s.mid0 + ((s.high0 & 3) << 30);
    to[3] = s.mid1 + (s.high0 >> 2) + ((s.high1 & 3) << 30);
    to[4] = s.high1 >> 2;
}

#endif
