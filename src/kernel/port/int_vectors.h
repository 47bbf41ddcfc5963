/*
 * Vectors of integers, where the port has them (EVQ_INT_VECTORS, as everywhere with EVQ_VECTORS):
 * for weighted sums of 16-bit values, two of them at a time, and halves of patterns, which
 * compilers do not find. A plain loop stands beside them.
 */
#ifndef EVQ_PORT_INT_VECTORS_H
#define EVQ_PORT_INT_VECTORS_H

#include "kernel/port/port.h"

#if defined(EVQ_PORT_C11_H) && defined(__AVX2__)
#define EVQ_INT_VECTORS 1

#include <immintrin.h>

typedef u16 U16x16 __attribute__((vector_size(32)));
typedef u32 U32x8 __attribute__((vector_size(32)));
typedef u64 U64x4 __attribute__((vector_size(32)));

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

/* Sixteen values, one of `even` and one of `odd` in turn. */
FN void u32x8_store_in_turn(u32 *to, U32x8 even, U32x8 odd)
{
    u32x8_store(to, __builtin_shufflevector(even, odd, 0, 8, 1, 9, 2, 10, 3, 11));
    u32x8_store(to + 8, __builtin_shufflevector(even, odd, 4, 12, 5, 13, 6, 14, 7, 15));
}

FN U32x8 u32x8_load(const u32 *from)
{
    U32x8 v;
    memcpy(&v, from, sizeof v);
    return v;
}

/* Sum of the elements. */
FN u64 u32x8_total(U32x8 v)
{
    u64 total = 0;
    for (i32 i = 0; i < 8; i++)
        total += v[i];
    return total;
}

FN U32x8 u32x8_look_up(const i32 *table, U32x8 index)
{
    return (U32x8)_mm256_i32gather_epi32(table, (__m256i)index, 4);
}

/* Elements of a and b by turns, eight of each. */
FN U16x16 u16x16_pairs(const u16 *a, const u16 *b)
{
    __m256i x = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)a));
    __m256i y = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)b));
    return (U16x16)_mm256_or_si256(x, _mm256_slli_epi32(y, 16));
}

/* The same of bytes. */
FN U16x16 u16x16_byte_pairs(const u8 *a, const u8 *b)
{
    __m128i x = _mm_loadl_epi64((const __m128i *)a), y = _mm_loadl_epi64((const __m128i *)b);
    return (U16x16)_mm256_cvtepu8_epi16(_mm_unpacklo_epi8(x, y));
}

/* The upper 16 bits of the products. */
FN U16x16 u16x16_mul_high(U16x16 a, U16x16 b)
{
    return (U16x16)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
}

/* sum + v[2 i] factor[0] + v[2 i + 1] factor[1], with all of them taken as having signs, modulo
 * 2^32. */
FN U32x8 u32x8_add_pairs(U32x8 sum, U16x16 v, const u16 *factor)
{
    i32 both;
    memcpy(&both, factor, sizeof both);
    return sum + (U32x8)_mm256_madd_epi16((__m256i)v, _mm256_set1_epi32(both));
}

/* Elements of a and b by turns, and in these halves: of every eight of each the first four, the
 * last four. i16x16_of_sums() puts what is made of both back in order. */
FN U16x16 u16x16_first_turns(U16x16 a, U16x16 b)
{
    return (U16x16)_mm256_unpacklo_epi16((__m256i)a, (__m256i)b);
}

FN U16x16 u16x16_last_turns(U16x16 a, U16x16 b)
{
    return (U16x16)_mm256_unpackhi_epi16((__m256i)a, (__m256i)b);
}

/* Sums with signs divided by 2^shift, rounded down; the results fit 16 bits. */
FN U16x16 i16x16_of_sums(U32x8 first, U32x8 last, i32 shift)
{
    return (U16x16)_mm256_packs_epi32(_mm256_srai_epi32((__m256i)first, shift),
                                      _mm256_srai_epi32((__m256i)last, shift));
}

/* Bytes of even number and of odd. */
FN U16x16 u16x16_even_bytes(U16x16 v)
{
    return v & 0xff;
}

FN U16x16 u16x16_odd_bytes(U16x16 v)
{
    return v >> 8;
}

FN void u16x16_store(void *to, U16x16 v)
{
    memcpy(to, &v, sizeof v);
}

/* (a b + 2^31) >> 32 */
FN U32x8 u32x8_mul_rounded_high(U32x8 a, U32x8 b)
{
    const __m256i half = _mm256_set1_epi64x((i64)1 << 31);
    __m256i even = _mm256_mul_epu32((__m256i)a, (__m256i)b);
    __m256i odd =
        _mm256_mul_epu32(_mm256_srli_epi64((__m256i)a, 32), _mm256_srli_epi64((__m256i)b, 32));
    even = _mm256_srli_epi64(_mm256_add_epi64(even, half), 32);
    odd = _mm256_add_epi64(odd, half);
    return (U32x8)_mm256_blend_epi32(even, odd, 0xaa);
}

/* The lower halves of a, then those of b; upper halves are 0. */
FN U16x16 u16x16_of_u32x8(U32x8 a, U32x8 b)
{
    __m256i v = _mm256_packus_epi32((__m256i)a, (__m256i)b);
    return (U16x16)_mm256_permute4x64_epi64(v, 0xd8);
}

/* The first eight elements. */
FN void u16x8_store(void *to, U16x16 v)
{
    memcpy(to, &v, 16);
}

/* Eight elements each. */
FN void u16x16_store_halves(void *low, void *high, U16x16 v)
{
    memcpy(low, &v, 16);
    memcpy(high, (const u16 *)&v + 8, 16);
}

FN U64x4 u64x4_of_u32(const u32 *from)
{
    return (U64x4)_mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)from));
}

/* The products of the lower halves of elements. */
FN U64x4 u64x4_product_of_lower(U64x4 a, U64x4 b)
{
    return (U64x4)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

FN u64 u64x4_total(U64x4 v)
{
    return v[0] + v[1] + v[2] + v[3];
}

/* The upper half of a's times factor, cut, in the place of the upper half. */
FN U32x8 u32x8_upper_product(U32x8 a, u16 factor)
{
    return (U32x8)_mm256_mulhi_epu16((__m256i)a, _mm256_set1_epi32((i32)factor << 16));
}

/* The least of both as signed integers. */
FN U32x8 i32x8_least(U32x8 a, U32x8 b)
{
    return (U32x8)_mm256_min_epi32((__m256i)a, (__m256i)b);
}

FN i32 i32x8_least_of(U32x8 v)
{
    __m128i low = _mm256_castsi256_si128((__m256i)v);
    __m128i least = _mm_min_epi32(low, _mm256_extracti128_si256((__m256i)v, 1));
    least = _mm_min_epi32(least, _mm_shuffle_epi32(least, 0x4e));
    least = _mm_min_epi32(least, _mm_shuffle_epi32(least, 0xb1));
    return _mm_cvtsi128_si32(least);
}

/* The lower or the upper halves of eight, in an order of their own, which u32x8_in_order() and
 * u64x4_of_upper() undo. */
FN U32x8 u32x8_lower(U64x4 a, U64x4 b)
{
    return (U32x8)_mm256_shuffle_ps((__m256)a, (__m256)b, 0x88);
}

FN U32x8 u32x8_upper(U64x4 a, U64x4 b)
{
    return (U32x8)_mm256_shuffle_ps((__m256)a, (__m256)b, 0xdd);
}

FN U32x8 u32x8_in_order(U32x8 v)
{
    return (U32x8)_mm256_permute4x64_epi64((__m256i)v, 0xd8);
}

/* Patterns that have these upper halves, and 0 below: the first or the second four of them. */
FN U64x4 u64x4_of_upper(U32x8 v, i32 second)
{
    __m256i zero = _mm256_setzero_si256(), upper = (__m256i)v;
    return (U64x4)(second ? _mm256_unpackhi_epi32(zero, upper)
                          : _mm256_unpacklo_epi32(zero, upper));
}

#else
#define EVQ_INT_VECTORS 0
#endif

#endif
