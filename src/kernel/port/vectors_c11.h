/* Vectors of four, for the few loops that compilers vectorise badly; port_c11.h includes this. */
#ifndef EVQ_PORT_VECTORS_C11_H
#define EVQ_PORT_VECTORS_C11_H

#if defined(__AVX2__) && defined(__FMA__) && !defined(__AVX512F__)
#define EVQ_VECTORS 1

#include <immintrin.h>

typedef f32 F32x4 __attribute__((vector_size(16)));
typedef native_f64 F64x4 __attribute__((vector_size(32)));
typedef f32 F32x8 __attribute__((vector_size(32)));

FN F32x4 f32x4_load(const f32 *from)
{
    F32x4 v;
    memcpy(&v, from, sizeof v);
    return v;
}

/* Elements 0, 2, 4 and 6; reads element 7 too. */
FN F32x4 f32x4_load_even(const f32 *from)
{
    return (F32x4)_mm_shuffle_ps((__m128)f32x4_load(from), (__m128)f32x4_load(from + 4), 0x88);
}

FN void f32x4_store(f32 *to, F32x4 v)
{
    memcpy(to, &v, sizeof v);
}

FN void f64x4_store_bits(u64 *to, F64x4 v)
{
    memcpy(to, &v, sizeof v);
}

/* gcc 12 makes several instructions of __builtin_convertvector. */
FN F64x4 f64x4_of_f32x4(F32x4 v)
{
    return (F64x4)_mm256_cvtps_pd((__m128)v);
}

FN F32x4 f32x4_of_f64x4(F64x4 v)
{
    return (F32x4)_mm256_cvtpd_ps((__m256d)v);
}

FN F64x4 f64x4_load(const native_f64 *from)
{
    F64x4 v;
    memcpy(&v, from, sizeof v);
    return v;
}

FN void f64x4_store(native_f64 *to, F64x4 v)
{
    memcpy(to, &v, sizeof v);
}

FN void f32x8_store(f32 *to, F32x8 v)
{
    memcpy(to, &v, sizeof v);
}

FN F64x4 f64x4_fma(F64x4 a, F64x4 b, F64x4 c)
{
    return (F64x4)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}

FN F32x8 f32x8_fma(F32x8 a, F32x8 b, F32x8 c)
{
    return (F32x8)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}

/* a where v is above the limit, b elsewhere. */
FN F64x4 f64x4_if_above(F64x4 v, F64x4 limit, F64x4 a, F64x4 b)
{
    __m256d above = _mm256_cmp_pd((__m256d)v, (__m256d)limit, _CMP_GT_OQ);
    return (F64x4)_mm256_blendv_pd((__m256d)b, (__m256d)a, above);
}

/* What two places in memory have, one after the other. */
FN __m256d f64x4_load_halves(const u64 *low, const u64 *high)
{
    __m256d v = _mm256_castpd128_pd256((__m128d)_mm_loadu_si128((const __m128i *)low));
    return _mm256_insertf128_pd(v, (__m128d)_mm_loadu_si128((const __m128i *)high), 1);
}

/* The patterns of two doubles at each of four places: the first ones, and the second ones. */
FN void f64x4_load_columns(const u64 *a, const u64 *b, const u64 *c, const u64 *d, F64x4 *first,
                           F64x4 *second)
{
    __m256d ac = f64x4_load_halves(a, c), bd = f64x4_load_halves(b, d);
    *first = (F64x4)_mm256_unpacklo_pd(ac, bd);
    *second = (F64x4)_mm256_unpackhi_pd(ac, bd);
}

#else
#define EVQ_VECTORS 0
#endif

#endif
