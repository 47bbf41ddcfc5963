/* Port of kernel C to C11 (CPU). The including file may define EVQ_KERNEL_NAME(name) to rename the
 * entry points, one set per instruction level. */
#ifndef EVQ_PORT_C11_H
#define EVQ_PORT_C11_H

#include <stdint.h>
#include <string.h>

#include "kernel/port/port_each.h"

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef float f32;

#define EVQ_NATIVE_F64 1
typedef double native_f64;

/* FN_CALL: a call on every target; TABLE: a file-scope table of constants; UNIFORM: one that
 * work-items read at one index at a time; GLOBAL: the address space of buffers. */
#define FN      static inline __attribute__((always_inline, unused))
#define FN_CALL static __attribute__((noinline, unused))
#define TABLE   static const __attribute__((unused))
#define UNIFORM static const __attribute__((unused))
#define GLOBAL
#define TABLE_POINTER const

/* FN_SCALAR: a call whose loops look up tables, which gcc makes slower as loops of vectors. */
#if defined(__GNUC__) && !defined(__clang__)
#define FN_SCALAR static __attribute__((noinline, optimize("no-tree-loop-vectorize"), unused))
#else
#define FN_SCALAR FN_CALL
#endif

/* Whether kernels with blocks of a row in local arrays exist: they suit a core, not a work-item. */
#define EVQ_BLOCKS 1

/* Whether converting a float to binary64 takes longer than adding it. */
#define EVQ_SLOW_WIDENING 0

#if defined(__clang__)
#define UNROLL(n)   EVQ_PRAGMA(unroll)
#define ROLLED      EVQ_PRAGMA(clang loop unroll(disable))
#define INDEPENDENT EVQ_PRAGMA(clang loop vectorize(assume_safety))
#else
#define UNROLL(n)   EVQ_PRAGMA(GCC unroll n)
#define ROLLED      EVQ_PRAGMA(GCC unroll 1)
#define INDEPENDENT EVQ_PRAGMA(GCC ivdep)
#endif

FN u32 bits_of_f32(f32 v)
{
    u32 b;
    memcpy(&b, &v, sizeof b);
    return b;
}

FN f32 f32_of_bits(u32 b)
{
    f32 v;
    memcpy(&v, &b, sizeof v);
    return v;
}

FN u64 bits_of_native(native_f64 v)
{
    u64 b;
    memcpy(&b, &v, sizeof b);
    return b;
}

FN native_f64 native_of_bits(u64 b)
{
    native_f64 v;
    memcpy(&v, &b, sizeof v);
    return v;
}

/* Leading zeros of v, not 0. */
FN i32 clz_u64(u64 v)
{
    return __builtin_clzll(v);
}

/* The upper 64 of the 128 bits of a product. */
FN u64 mul_high_u64(u64 a, u64 b)
{
    u64 low = (a & UINT32_MAX) * (b & UINT32_MAX);
    u64 cross = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    u64 other = (a & UINT32_MAX) * (b >> 32) + (cross & UINT32_MAX);
    return (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32);
}

/* 1 where fma_f32 is one instruction. */
#if !defined(EVQ_FMA_F32)
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define EVQ_FMA_F32 1
#else
#define EVQ_FMA_F32 0
#endif
#endif

/* 1 where fma_f64 is one instruction. */
#define EVQ_FMA_F64 EVQ_FMA_F32

/* a b + c, rounded once. */
FN f32 fma_f32(f32 a, f32 b, f32 c)
{
#if EVQ_FMA_F32
    return __builtin_fmaf(a, b, c);
#else
    /* The product is exact, and the sum is rounded to odd: then rounding it to a float is as if the
     * first rounding had not been. */
    native_f64 product = (native_f64)a * (native_f64)b, addend = (native_f64)c;
    native_f64 sum = product + addend;
    native_f64 of_addend = sum - product;
    native_f64 rest = (product - (sum - of_addend)) + (addend - of_addend);
    i32 is_exact = !(rest < 0.0) & !(rest > 0.0); /* or not finite */
    u64 bits = bits_of_native(sum);
    u64 step = (rest > 0.0) == (sum > 0.0) ? 1 : ~(u64)0;
    return (f32)native_of_bits((bits & 1) | (u64)is_exact ? bits : bits + step);
#endif
}

FN native_f64 fma_f64(native_f64 a, native_f64 b, native_f64 c)
{
    return __builtin_fma(a, b, c);
}

/* 1/sqrt(v) within 2^-21 of it, v > 0 and normal; its bits differ between targets. */
FN f32 rsqrt_f32(f32 v)
{
    return 1.0f / __builtin_sqrtf(v);
}

FN f32 sqrt_f32(f32 v)
{
    return __builtin_sqrtf(v);
}

FN native_f64 sqrt_native(native_f64 v)
{
    return __builtin_sqrt(v);
}

/* Four neighbours at an address that is a multiple of 16 bytes. */
typedef struct F32Quad {
    f32 x, y, z, w;
} F32Quad;

FN F32Quad f32_quad(const f32 *from)
{
    F32Quad quad;
    memcpy(&quad, from, sizeof quad);
    return quad;
}

FN void f32_quad_store(f32 *to, F32Quad value)
{
    memcpy(to, &value, sizeof value);
}

#include "kernel/port/vectors_c11.h"

/* ---- Kernels ---- */

#ifndef EVQ_KERNEL_NAME
#define EVQ_KERNEL_NAME(name) name
#endif

#define IN(type, name)  (const type *restrict, name)
#define OUT(type, name) (type *restrict, name)

#define EVQ_BIND(qualified, name)          qualified name = buffers[next++];
#define EVQ_BINDS1(a)                      EVQ_BIND a
#define EVQ_BINDS2(a, b)                   EVQ_BINDS1(a) EVQ_BIND b
#define EVQ_BINDS3(a, b, c)                EVQ_BINDS2(a, b) EVQ_BIND c
#define EVQ_BINDS4(a, b, c, d)             EVQ_BINDS3(a, b, c) EVQ_BIND d
#define EVQ_BINDS5(a, b, c, d, e)          EVQ_BINDS4(a, b, c, d) EVQ_BIND e
#define EVQ_BINDS6(a, b, c, d, e, f)       EVQ_BINDS5(a, b, c, d, e) EVQ_BIND f
#define EVQ_BINDS7(a, b, c, d, e, f, g)    EVQ_BINDS6(a, b, c, d, e, f) EVQ_BIND g
#define EVQ_BINDS8(a, b, c, d, e, f, g, h) EVQ_BINDS7(a, b, c, d, e, f, g) EVQ_BIND h

/* The CPU calls an entry point with the items it wants: y0 .. y1 - 1. */
#define EVQ_ENTRY(n, name, Params, loop, list)                                                     \
    FN void name##_body(const Params p, EVQ_PLACE EVQ_PARAMETERS(n, list));                        \
    void EVQ_KERNEL_NAME(name)(const void *params, void *const *buffers, i32 y0, i32 y1);          \
    void EVQ_KERNEL_NAME(name)(const void *params, void *const *buffers, i32 y0, i32 y1)           \
    {                                                                                              \
        Params p;                                                                                  \
        memcpy(&p, params, sizeof p);                                                              \
        i32 next = 0;                                                                              \
        EVQ_BINDS##n list for (i32 y = y0; y < y1; y++)                                            \
            loop name##_body(p, j, x, y EVQ_ARGUMENTS(n, list));                                   \
    }                                                                                              \
    FN void name##_body(const Params p, EVQ_PLACE EVQ_PARAMETERS(n, list))

#define EVQ_EVERY_X                                                                                \
    for (i32 j = 0; j < p.g.planes; j++)                                                           \
    INDEPENDENT for (i32 x = p.g.x0; x < p.g.x1; x++)
#define EVQ_FIRST_X     for (i32 j = 0, x = p.g.x0; j < 1; j++)
#define EVQ_EVERY_PLANE for (i32 j = 0, x = p.g.x0; j < p.g.planes; j++)
#define EVQ_EVERY_LANE                                                                             \
    for (i32 j = 0; j < p.g.planes; j++)                                                           \
        for (i32 x = p.g.x0; x < p.g.x1; x += EVQ_LANES)

/* ROW_KERNEL: the body is sample x of item y and writes only its own outputs. SUM_KERNEL: the body
 * is the whole of item y and loops over x0 .. x1 - 1 itself. n is the number of buffers; a row
 * kernel that works on sub-planes alike finds the number of its one in j. */
#define ROW_KERNEL(n, name, Params, list) EVQ_ENTRY(n, name, Params, EVQ_EVERY_X, list)
#define SUM_KERNEL(n, name, Params, list) EVQ_ENTRY(n, name, Params, EVQ_FIRST_X, list)

/* SPAN_KERNEL: the body is columns x .. SPAN_END - 1 of item y and sub-plane j: as many as suit the
 * target. */
#define SPAN_KERNEL(n, name, Params, list) EVQ_ENTRY(n, name, Params, EVQ_EVERY_PLANE, list)
#define SPAN_END                           p.g.x1

/* LANE_KERNEL, COLUMN_KERNEL (lanes.h): the body is EVQ_LANES samples from x on. Items are done in
 * order on the CPU. */
#define LANE_KERNEL(n, name, Params, list) EVQ_ENTRY(n, name, Params, EVQ_EVERY_LANE, list)
#define COLUMN_KERNEL                      LANE_KERNEL

/* REPLAY_KERNEL (port_each.h): the quick evaluation of a block is one loop without branches; a
 * block with an undecided sample is done again. */
#define EVQ_REPLAY_BLOCK 256
#define REPLAY_KERNEL(n, name, Params, list)                                                       \
    EVQ_SAMPLE(n, name, Params, list);                                                             \
    FN void name##_block(const Params p, EVQ_PLACE, i32 end EVQ_PARAMETERS(n, list))               \
    {                                                                                              \
        i32 undecided = 0;                                                                         \
        INDEPENDENT for (i32 i = x; i < end; i++) undecided |=                                     \
            name##_sample(p, j, i, y, 0 EVQ_ARGUMENTS(n, list));                                   \
        for (i32 i = x; undecided && i < end; i++)                                                 \
            name##_sample(p, j, i, y, 1 EVQ_ARGUMENTS(n, list));                                   \
    }                                                                                              \
    SUM_KERNEL(n, name, Params, list)                                                              \
    {                                                                                              \
        for (; x < p.g.x1; x += EVQ_REPLAY_BLOCK) {                                                \
            i32 end = x + EVQ_REPLAY_BLOCK < p.g.x1 ? x + EVQ_REPLAY_BLOCK : p.g.x1;               \
            name##_block(p, j, x, y, end EVQ_ARGUMENTS(n, list));                                  \
        }                                                                                          \
    }                                                                                              \
    EVQ_SAMPLE(n, name, Params, list)

#endif
