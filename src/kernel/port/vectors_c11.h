/* Vectors of four, for the few loops that compilers vectorise badly; port_c11.h includes this. */
#ifndef EVQ_PORT_VECTORS_C11_H
#define EVQ_PORT_VECTORS_C11_H

#if defined(__AVX2__) && !defined(__AVX512F__)
#define EVQ_VECTORS 1

#include <immintrin.h>

typedef f32 F32x4 __attribute__((vector_size(16)));
typedef native_f64 F64x4 __attribute__((vector_size(32)));

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

#else
#define EVQ_VECTORS 0
#endif

#endif
