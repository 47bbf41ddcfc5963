/*
 * Neighbouring pixels side by side, for the parts of ciede's quick evaluation that compilers do not
 * vectorise well: as many as the port has vectors for, or one. QuickLanes are QUICK_LANES doubles
 * and QuickBits their patterns; QuickFloats and QuickWords are QUICK_STEP floats or integers of 32
 * bits, which QUICK_HALVES times as many lanes stand beside. + - * & | << >> work on all of them.
 */
#ifndef EVQ_CIEDE_QUICK_LANES_H
#define EVQ_CIEDE_QUICK_LANES_H

#include "kernel/ciede/quick_math.h"
#include "kernel/port/int_vectors.h"

#define QUICK_STEP (QUICK_LANES * QUICK_HALVES)

#if EVQ_VECTORS

#define QUICK_LANES  4
#define QUICK_HALVES 2
typedef F64x4 QuickLanes;
typedef U64x4 QuickBits;
typedef F32x8 QuickFloats;
typedef U32x8 QuickWords;

FN QuickLanes quick_all(F64 v)
{
    QuickLanes all = { v, v, v, v };
    return all;
}

FN QuickFloats quick_all_f32(f32 v)
{
    QuickFloats all = { v, v, v, v, v, v, v, v };
    return all;
}

FN QuickLanes quick_load(const F64 *from)
{
    return f64x4_load(from);
}

FN void quick_store(F64 *to, QuickLanes v)
{
    f64x4_store(to, v);
}

FN QuickWords quick_load_words(const u32 *from)
{
    return u32x8_load(from);
}

FN void quick_store_words(u32 *to, QuickWords v)
{
    u32x8_store(to, v);
}

FN void quick_store_floats(f32 *to, QuickFloats v)
{
    f32x8_store(to, v);
}

FN QuickLanes quick_fma_lanes(QuickLanes a, QuickLanes b, QuickLanes c)
{
    return f64x4_fma(a, b, c);
}

FN QuickFloats quick_fma_floats(QuickFloats a, QuickFloats b, QuickFloats c)
{
    return f32x8_fma(a, b, c);
}

FN QuickLanes quick_if_above(QuickLanes v, F64 limit, QuickLanes a, QuickLanes b)
{
    return f64x4_if_above(v, quick_all(limit), a, b);
}

FN QuickBits quick_bits(QuickLanes v)
{
    return (QuickBits)v;
}

FN QuickWords quick_words(QuickFloats v)
{
    return (QuickWords)v;
}

FN QuickFloats quick_floats(QuickWords v)
{
    return (QuickFloats)v;
}

/* The upper half of a's times factor, cut, in the place of the upper half. */
FN QuickWords quick_upper_product(QuickWords a, u16 factor)
{
    return u32x8_upper_product(a, factor);
}

/* All ones where v is 0, or 0. */
FN QuickWords quick_is_zero(QuickWords v)
{
    return (QuickWords)(v == 0);
}

/* The least of both as signed integers. */
FN QuickWords quick_least(QuickWords a, QuickWords b)
{
    return i32x8_least(a, b);
}

FN i32 quick_least_of(QuickWords v)
{
    return i32x8_least_of(v);
}

/* Upper halves of QUICK_STEP doubles, in an order of their own. */
FN QuickWords quick_upper(const F64 *from)
{
    return u32x8_upper((U64x4)f64x4_load(from), (U64x4)f64x4_load(from + QUICK_LANES));
}

/* Doubles that have these upper halves: the first or the second QUICK_LANES of them. */
FN QuickLanes quick_of_upper(QuickWords upper, i32 second)
{
    return (QuickLanes)u64x4_of_upper(upper, second);
}

/* Lower halves of QUICK_HALVES patterns, in the same order. */
FN QuickWords quick_lower(const QuickBits *v)
{
    return u32x8_lower(v[0], v[1]);
}

FN QuickFloats quick_in_order(QuickWords v)
{
    return (QuickFloats)u32x8_in_order(v);
}

#else

#define QUICK_LANES  1
#define QUICK_HALVES 1
typedef F64 QuickLanes;
typedef u64 QuickBits;
typedef f32 QuickFloats;
typedef u32 QuickWords;

FN QuickLanes quick_all(F64 v)
{
    return v;
}

FN QuickFloats quick_all_f32(f32 v)
{
    return v;
}

FN QuickLanes quick_load(const F64 *from)
{
    return *from;
}

FN void quick_store(F64 *to, QuickLanes v)
{
    *to = v;
}

FN QuickWords quick_load_words(const u32 *from)
{
    return *from;
}

FN void quick_store_words(u32 *to, QuickWords v)
{
    *to = v;
}

FN void quick_store_floats(f32 *to, QuickFloats v)
{
    *to = v;
}

FN QuickLanes quick_fma_lanes(QuickLanes a, QuickLanes b, QuickLanes c)
{
    return quick_fma(a, b, c);
}

FN QuickFloats quick_fma_floats(QuickFloats a, QuickFloats b, QuickFloats c)
{
    return quick_fma_f32(a, b, c);
}

FN QuickLanes quick_if_above(QuickLanes v, F64 limit, QuickLanes a, QuickLanes b)
{
    return v > limit ? a : b;
}

FN QuickBits quick_bits(QuickLanes v)
{
    return bits_of_f64(v);
}

FN QuickWords quick_words(QuickFloats v)
{
    return bits_of_f32(v);
}

FN QuickFloats quick_floats(QuickWords v)
{
    return f32_of_bits(v);
}

FN QuickWords quick_upper_product(QuickWords a, u16 factor)
{
    return (a >> 16) * factor & 0xffff0000;
}

FN QuickWords quick_is_zero(QuickWords v)
{
    return 0u - (u32)(v == 0);
}

FN QuickWords quick_least(QuickWords a, QuickWords b)
{
    return (i32)a < (i32)b ? a : b;
}

FN i32 quick_least_of(QuickWords v)
{
    return (i32)v;
}

FN QuickWords quick_upper(const F64 *from)
{
    return (u32)(bits_of_f64(*from) >> 32);
}

FN QuickLanes quick_of_upper(QuickWords upper, i32 second)
{
    (void)second;
    return f64_of_bits((u64)upper << 32);
}

FN QuickWords quick_lower(const QuickBits *v)
{
    return (u32)*v;
}

FN QuickFloats quick_in_order(QuickWords v)
{
    return f32_of_bits(v);
}

#endif
#endif
