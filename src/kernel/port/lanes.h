/*
 * Several samples at once for recurrences, which compilers do not vectorise across: Lanes holds
 * EVQ_LANES neighbouring columns or rows and + - * work on it. On a graphics card a work-item is
 * one lane and Lanes a float; so it is where the including file defines EVQ_ONE_LANE.
 *
 * Lanes of columns are loaded and stored where they lie; lanes of rows, `stride` apart, are
 * turned on the way.
 */
#ifndef EVQ_LANES_H
#define EVQ_LANES_H

#include "kernel/port/port.h"

#if defined(__OPENCL_C_VERSION__) || defined(__CUDACC__) || defined(EVQ_ONE_LANE)

#define EVQ_LANES 1
typedef f32 Lanes;

#define lanes_of(v)                    (v)
#define lanes_fma(a, b, c)             fma_f32(a, b, c)
#define lanes_load(p)                  (*(p))
#define lanes_store(p, v)              (*(p) = (v))
#define lanes_load_rows(p, stride)     (*(p))
#define lanes_store_rows(p, stride, v) (*(p) = (v))

FN void lanes_load_rows4(Lanes *v, GLOBAL const f32 *p, i32 stride)
{
    (void)stride;
    UNROLL(4)
    for (i32 i = 0; i < 4; i++)
        v[i] = p[i];
}

FN void lanes_store_rows4(GLOBAL f32 *p, i32 stride, const Lanes *v)
{
    (void)stride;
    UNROLL(4)
    for (i32 i = 0; i < 4; i++)
        p[i] = v[i];
}

#else

#if defined(__AVX__)
#include <immintrin.h>
#define EVQ_LANES 8
#else
#define EVQ_LANES 4
#endif
typedef f32 Lanes __attribute__((vector_size(4 * EVQ_LANES)));
typedef f32 Quad __attribute__((vector_size(16)));

FN Lanes lanes_of(f32 v)
{
    Lanes lanes = { 0 };
    for (i32 i = 0; i < EVQ_LANES; i++)
        lanes[i] = v;
    return lanes;
}

FN Lanes lanes_load(const f32 *p)
{
    Lanes v;
    memcpy(&v, p, sizeof v);
    return v;
}

FN void lanes_store(f32 *p, Lanes v)
{
    memcpy(p, &v, sizeof v);
}

/* Every second of twice as many neighbours, a then b, from the first or from the second on; on AVX
 * in an order of their own, which lanes_in_order() of a sum of such lanes undoes. */
#if EVQ_LANES == 8
#define LANES_EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14)
#define LANES_ODD(a, b)  __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15)
#else
#define LANES_EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6)
#define LANES_ODD(a, b)  __builtin_shufflevector(a, b, 1, 3, 5, 7)
#endif

FN Lanes lanes_in_order(Lanes v)
{
#if EVQ_LANES == 8
    return __builtin_shufflevector(v, v, 0, 1, 4, 5, 2, 3, 6, 7);
#else
    return v;
#endif
}

FN Lanes lanes_fma(Lanes a, Lanes b, Lanes c)
{
#if defined(__FMA__) && EVQ_LANES == 8
    return (Lanes)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#else
    f32 x[EVQ_LANES], y[EVQ_LANES], z[EVQ_LANES];
    lanes_store(x, a);
    lanes_store(y, b);
    lanes_store(z, c);
    for (i32 i = 0; i < EVQ_LANES; i++)
        x[i] = fma_f32(x[i], y[i], z[i]);
    return lanes_load(x);
#endif
}

/* One column of EVQ_LANES rows. */
FN Lanes lanes_load_rows(const f32 *p, i32 stride)
{
    f32 v[EVQ_LANES];
    for (i32 i = 0; i < EVQ_LANES; i++)
        v[i] = p[(i64)i * stride];
    return lanes_load(v);
}

FN void lanes_store_rows(f32 *p, i32 stride, Lanes v)
{
    for (i32 i = 0; i < EVQ_LANES; i++)
        p[(i64)i * stride] = v[i];
}

FN Quad quad_load(const f32 *p)
{
    Quad v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Four vectors of four values (in each half, where there are two): rows become columns. */
#if EVQ_LANES == 8
#define LANES_LOW(a, b)   __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define LANES_HIGH(a, b)  __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define LANES_FRONT(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define LANES_BACK(a, b)  __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#else
#define LANES_LOW(a, b)   __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define LANES_HIGH(a, b)  __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define LANES_FRONT(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define LANES_BACK(a, b)  __builtin_shufflevector(a, b, 2, 3, 6, 7)
#endif

FN void lanes_turn4(Lanes *v)
{
    Lanes low01 = LANES_LOW(v[0], v[1]), high01 = LANES_HIGH(v[0], v[1]);
    Lanes low23 = LANES_LOW(v[2], v[3]), high23 = LANES_HIGH(v[2], v[3]);
    v[0] = LANES_FRONT(low01, low23);
    v[1] = LANES_BACK(low01, low23);
    v[2] = LANES_FRONT(high01, high23);
    v[3] = LANES_BACK(high01, high23);
}

/* Four columns from p on. */
FN void lanes_load_rows4(Lanes *v, const f32 *p, i32 stride)
{
    UNROLL(4)
    for (i32 i = 0; i < 4; i++) {
        const f32 *row = p + (i64)i * stride;
#if EVQ_LANES == 8
        v[i] = __builtin_shufflevector(quad_load(row), quad_load(row + (i64)4 * stride), 0, 1, 2, 3,
                                       4, 5, 6, 7);
#else
        v[i] = quad_load(row);
#endif
    }
    lanes_turn4(v);
}

FN void lanes_store_rows4(f32 *p, i32 stride, const Lanes *v)
{
    Lanes t[4] = { v[0], v[1], v[2], v[3] };
    lanes_turn4(t);
    UNROLL(4)
    for (i32 i = 0; i < 4; i++) {
        f32 *row = p + (i64)i * stride;
        memcpy(row, &t[i], sizeof(Quad));
#if EVQ_LANES == 8
        Quad upper = __builtin_shufflevector(t[i], t[i], 4, 5, 6, 7);
        memcpy(row + (i64)4 * stride, &upper, sizeof upper);
#endif
    }
}

#endif
#endif
