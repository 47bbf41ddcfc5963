/* Port of kernel C to OpenCL C 1.2. */
#ifndef EVQ_PORT_OPENCL_H
#define EVQ_PORT_OPENCL_H

#include "kernel/port/port_each.h"

#pragma OPENCL FP_CONTRACT OFF

typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef short i16;
typedef int i32;
typedef long i64;
typedef float f32;

#if defined(EVQ_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define EVQ_NATIVE_F64 1
typedef double native_f64;
#define bits_of_native(v) as_ulong(v)
#define native_of_bits(b) as_double(b)
#define sqrt_native(v)    sqrt(v)
#define fma_f64           fma
#if defined(FP_FAST_FMA) /* fma_f64 is one instruction */
#define EVQ_FMA_F64 1
#else
#define EVQ_FMA_F64 0
#endif
#else
#define EVQ_NATIVE_F64 0
#endif

#define FN            static inline
#define FN_CALL       static __attribute__((noinline, unused))
#define TABLE         constant
#define UNIFORM       constant
#define GLOBAL        global
#define TABLE_POINTER constant

#define UNROLL(n) EVQ_PRAGMA(unroll n)
#define INDEPENDENT
#define EVQ_VECTORS 0
#define EVQ_BLOCKS  0

/* Whether converting a float to binary64 takes longer than adding it. */
#if defined(__NV_CL_C_VERSION)
#define EVQ_SLOW_WIDENING 1
#else
#define EVQ_SLOW_WIDENING 0
#endif

#define bits_of_f32(v) as_uint(v)
#define f32_of_bits(b) as_float(b)
#define sqrt_f32(v)    sqrt(v)
#define rsqrt_f32(v)   rsqrt(v)
#define fma_f32        fma
#define clz_u64(v)     ((i32)clz((u64)(v)))
#define mul_high_u64   mul_hi

#if defined(FP_FAST_FMAF) /* fma_f32 is one instruction */
#define EVQ_FMA_F32 1
#else
#define EVQ_FMA_F32 0
#endif

/* Four neighbours at an address that is a multiple of 16 bytes. */
typedef float4 F32Quad;
#define f32_quad(from)            vload4(0, from)
#define f32_quad_store(to, value) vstore4(value, 0, to)

#define IN(type, name)  (global const type *restrict, name)
#define OUT(type, name) (global type *restrict, name)

#define EVQ_ENTRY(n, name, Params, when, list)                                                     \
    FN void name##_body(const Params p, EVQ_PLACE EVQ_PARAMETERS(n, list));                        \
    kernel void name(const Params p EVQ_PARAMETERS(n, list))                                       \
    {                                                                                              \
        i32 x = p.g.x0 + (i32)get_global_id(0);                                                    \
        i32 y = (i32)get_global_id(1);                                                             \
        i32 j = (i32)get_global_id(2);                                                             \
        when name##_body(p, j, x, y EVQ_ARGUMENTS(n, list));                                       \
    }                                                                                              \
    FN void name##_body(const Params p, EVQ_PLACE EVQ_PARAMETERS(n, list))

#define EVQ_IN_GRID  if (x < p.g.x1 && y < p.g.items)
#define EVQ_IN_FIRST if (x == p.g.x0 && y < p.g.items)
#define EVQ_IN_ORDER                                                                               \
    if (x < p.g.x1 && y == 0)                                                                      \
        for (; y < p.g.items; y++)

#define ROW_KERNEL(n, name, Params, list)    EVQ_ENTRY(n, name, Params, EVQ_IN_GRID, list)
#define SUM_KERNEL(n, name, Params, list)    EVQ_ENTRY(n, name, Params, EVQ_IN_FIRST, list)
#define COLUMN_KERNEL(n, name, Params, list) EVQ_ENTRY(n, name, Params, EVQ_IN_ORDER, list)
#define LANE_KERNEL                          ROW_KERNEL
#define REPLAY_KERNEL                        EVQ_REPLAY_ITEM
#define SPAN_KERNEL                          ROW_KERNEL
#define SPAN_END                             (x + 1)

#endif
