/*
 * Vectors of integers, where the port has them (EVQ_INT_VECTORS): for weighted sums of 16-bit
 * values, two of them at a time, which compilers do not find. As with EVQ_VECTORS a plain loop
 * stands beside them.
 */
#ifndef EVQ_PORT_INT_VECTORS_H
#define EVQ_PORT_INT_VECTORS_H

#include "kernel/port/port.h"

#if defined(EVQ_PORT_C11_H) && defined(__AVX2__)
#define EVQ_INT_VECTORS 1

#include <immintrin.h>

typedef u16 U16x16 __attribute__((vector_size(32)));
typedef u32 U32x8 __attribute__((vector_size(32)));

FN U16x16 u16x16_load(const void *from)
{
    U16x16 v;
    memcpy(&v, from, sizeof v);
    return v;
}

FN void u32x8_store(u32 *to, U32x8 v)
{
    memcpy(to, &v, sizeof v);
}

FN U32x8 u32x8_of_u16(const u16 *from)
{
    __m128i v;
    memcpy(&v, from, sizeof v);
    return (U32x8)_mm256_cvtepu16_epi32(v);
}

/* Elements of a and b by turns, eight of each. */
FN U16x16 u16x16_pairs(const u16 *a, const u16 *b)
{
    return (U16x16)(u32x8_of_u16(a) | u32x8_of_u16(b) << 16);
}

/* The upper 16 bits of the products. */
FN U16x16 u16x16_mul_high(U16x16 a, U16x16 b)
{
    return (U16x16)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
}

/* sum + v[2 i] first + v[2 i + 1] second, with v taken as having signs; modulo 2^32. */
FN U32x8 u32x8_add_pairs(U32x8 sum, U16x16 v, i32 first, i32 second)
{
    __m256i taps = _mm256_set1_epi32((i32)((u32)second << 16 | (u32)(u16)first));
    return sum + (U32x8)_mm256_madd_epi16((__m256i)v, taps);
}

/* The lower halves of a, then those of b; upper halves are 0. */
FN U16x16 u16x16_of_u32x8(U32x8 a, U32x8 b)
{
    __m256i v = _mm256_packus_epi32((__m256i)a, (__m256i)b);
    return (U16x16)_mm256_permute4x64_epi64(v, 0xd8);
}

/* Eight elements each. */
FN void u16x16_store_halves(void *low, void *high, U16x16 v)
{
    memcpy(low, &v, 16);
    memcpy(high, (const u16 *)&v + 8, 16);
}

#else
#define EVQ_INT_VECTORS 0
#endif

#endif
