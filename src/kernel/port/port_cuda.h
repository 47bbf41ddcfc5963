/* Port of kernel C to CUDA. Compiled with -fmad=false: contraction is nvcc's default. */
#ifndef EVQ_PORT_CUDA_H
#define EVQ_PORT_CUDA_H

#include "kernel/port/port_each.h"

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef float f32;

#if defined(EVQ_FP64)
#define EVQ_NATIVE_F64 1
typedef double native_f64;
#define bits_of_native(v) ((u64)__double_as_longlong(v))
#define native_of_bits(b) __longlong_as_double((i64)(b))
#define sqrt_native(v)    __dsqrt_rn(v)
#define fma_f64           __fma_rn
#define EVQ_FMA_F64       1
#else
#define EVQ_NATIVE_F64 0
#endif

/* Tables are plain global memory: divergent look-ups would serialise in constant memory. */
#define FN      static __device__ __forceinline__
#define FN_CALL static __device__ __noinline__
#define TABLE   static __device__ const
#define UNIFORM static __constant__
#define GLOBAL
#define TABLE_POINTER const

#define UNROLL(n) EVQ_PRAGMA(unroll n)
#define INDEPENDENT
#define EVQ_VECTORS 0
#define EVQ_BLOCKS  0

/* Converting a float to binary64 takes longer than adding it. */
#define EVQ_SLOW_WIDENING 1

#define bits_of_f32(v) __float_as_uint(v)
#define f32_of_bits(b) __uint_as_float(b)
#define sqrt_f32(v)    __fsqrt_rn(v)
#define fma_f32        __fmaf_rn
#define rsqrt_f32      evq_rsqrt
#define clz_u64(v)     ((i32)__clzll((i64)(v)))
#define mul_high_u64   __umul64hi

#define EVQ_FMA_F32 1

/* Within 2^-22.9 for normal operands. */
FN f32 evq_rsqrt(f32 v)
{
    f32 root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(v));
    return root;
}

/* Four neighbours at an address that is a multiple of 16 bytes. */
typedef float4 F32Quad;
#define f32_quad(from)            (*(const float4 *)(from))
#define f32_quad_store(to, value) (*(float4 *)(to) = (value))

#define IN(type, name)  (const type *__restrict__, name)
#define OUT(type, name) (type *__restrict__, name)

#define EVQ_ENTRY(n, name, Params, when, list)                                                     \
    FN void name##_body(const Params &p, EVQ_PLACE EVQ_PARAMETERS(n, list));                       \
    extern "C" __global__ void __launch_bounds__(128)                                              \
        name(const __grid_constant__ Params p EVQ_PARAMETERS(n, list))                             \
    {                                                                                              \
        i32 x = p.g.x0 + (i32)(blockIdx.x * blockDim.x + threadIdx.x);                             \
        i32 y = (i32)(blockIdx.y * blockDim.y + threadIdx.y);                                      \
        i32 j = (i32)blockIdx.z;                                                                   \
        when name##_body(p, j, x, y EVQ_ARGUMENTS(n, list));                                       \
    }                                                                                              \
    FN void name##_body(const Params &p, EVQ_PLACE EVQ_PARAMETERS(n, list))

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
