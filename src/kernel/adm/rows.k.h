/*
 * adm where items run in order: the wavelet as a pass along columns and one along rows, the split
 * of the details, the masked sums. Columns of even and odd number stand apart, so that every loop
 * reads and writes neighbours. Details exist in the window of a level alone.
 */
#ifndef EVQ_ADM_ROWS_K_H
#define EVQ_ADM_ROWS_K_H

#include "kernel/port/port.h"

#if EVQ_BLOCKS

#include "kernel/adm/adm.h"
#include "kernel/image/mirror.h"
#include "kernel/port/int_vectors.h"

#define ADM_BLOCK 256

/* ---- Sixteen sums of numbers of 16 bits at once ---- */

#if EVQ_INT_VECTORS

/* The two pairs of taps of a filter. */
typedef struct AdmPairs {
    u16 ab[2], cd[2];
} AdmPairs;

#define ADM_MINUS(tap) (u16)(0x10000 - (tap))
TABLE AdmPairs adm_low_pairs = { { ADM_TAP0, ADM_TAP1 }, { ADM_TAP2, ADM_MINUS(ADM_TAP3) } };
TABLE AdmPairs adm_high_pairs = { { ADM_MINUS(ADM_TAP3), ADM_MINUS(ADM_TAP2) },
                                  { ADM_TAP1, ADM_MINUS(ADM_TAP0) } };

/* (sum + bias) >> shift, where that fits 16 bits and the sum 32. */
FN U16x16 adm_filter16(AdmPairs taps, U16x16 a, U16x16 b, U16x16 c, U16x16 d, u32 bias, i32 shift)
{
    U32x8 first = (U32x8){ 0 } + bias, last = first;
    first = u32x8_add_pairs(first, u16x16_first_turns(a, b), taps.ab);
    first = u32x8_add_pairs(first, u16x16_first_turns(c, d), taps.cd);
    last = u32x8_add_pairs(last, u16x16_last_turns(a, b), taps.ab);
    last = u32x8_add_pairs(last, u16x16_last_turns(c, d), taps.cd);
    return i16x16_of_sums(first, last, shift);
}

#endif

/* ---- Along columns ---- */

#if EVQ_INT_VECTORS
/* Low and, where wanted, high values of sixteen columns of 8-bit samples: adm_u8_low and
 * adm_u8_high without their factor of 256. */
FN void adm_columns16(U16x16 a, U16x16 b, U16x16 c, U16x16 d, i16 *low, i32 with_high, i16 *high)
{
    const u32 half = 1 << 7, middle = 1 << 7;
    u16x16_store(low, adm_filter16(adm_low_pairs, a, b, c, d, half - ADM_TAPS * middle, 8));
    if (with_high)
        u16x16_store(high, adm_filter16(adm_high_pairs, a, b, c, d, half, 8));
}
#endif

/* For ADM_DEFINE_COLUMNS: makes the first columns of a row, where there is a quick way, and returns
 * how many. */
FN i32 adm_quick_columns_u8(const u8 *r0, const u8 *r1, const u8 *r2, const u8 *r3, i32 width,
                            i32 with_high, i16 *target, i32 pitch)
{
    i32 x = 0;
#if EVQ_INT_VECTORS
    for (; x + 32 <= width; x += 32) {
        U16x16 a = u16x16_load(r0 + x), b = u16x16_load(r1 + x);
        U16x16 c = u16x16_load(r2 + x), d = u16x16_load(r3 + x);
        i16 *t = target + x / 2;
        adm_columns16(u16x16_even_bytes(a), u16x16_even_bytes(b), u16x16_even_bytes(c),
                      u16x16_even_bytes(d), t, with_high, t + 2 * pitch);
        adm_columns16(u16x16_odd_bytes(a), u16x16_odd_bytes(b), u16x16_odd_bytes(c),
                      u16x16_odd_bytes(d), t + pitch, with_high, t + 3 * pitch);
    }
#else
    (void)r0, (void)r1, (void)r2, (void)r3, (void)width, (void)with_high, (void)target, (void)pitch;
#endif
    return x;
}

#define ADM_NO_QUICK_COLUMNS(r0, r1, r2, r3, width, with_high, target, pitch) 0

/* `size` columns of a row of the low band, and of the high one where it is wanted. */
#define ADM_DEFINE_COLUMN_BLOCK(name, Source, Target, low_of, high_of)                             \
    FN void name##_low(const Source *r0, const Source *r1, const Source *r2, const Source *r3,     \
                       i32 shift, i32 size, Target *low)                                           \
    {                                                                                              \
        INDEPENDENT for (i32 i = 0; i < size; i++) low[i] =                                        \
            (Target)low_of(r0[i], r1[i], r2[i], r3[i], shift);                                     \
    }                                                                                              \
    FN void name##_both(const Source *r0, const Source *r1, const Source *r2, const Source *r3,    \
                        i32 shift, i32 size, Target *low, Target *high)                            \
    {                                                                                              \
        INDEPENDENT for (i32 i = 0; i < size; i++)                                                 \
        {                                                                                          \
            low[i] = (Target)low_of(r0[i], r1[i], r2[i], r3[i], shift);                            \
            high[i] = (Target)high_of(r0[i], r1[i], r2[i], r3[i], shift);                          \
        }                                                                                          \
    }                                                                                              \
    FN void name##_sort(const Target *columns, i32 pairs, Target *even, Target *odd)               \
    {                                                                                              \
        INDEPENDENT for (i32 i = 0; i < pairs; i++)                                                \
        {                                                                                          \
            even[i] = columns[2 * i];                                                              \
            odd[i] = columns[2 * i + 1];                                                           \
        }                                                                                          \
    }                                                                                              \
    /* The columns beside the picture: mirrored on the left, repeated on the right. */             \
    FN void name##_edges(i32 width, Target *even, Target *odd)                                     \
    {                                                                                              \
        i32 last = width / 2;                                                                      \
        odd[-1] = odd[0];                                                                          \
        if (width & 1) {                                                                           \
            odd[last] = even[last];                                                                \
            even[last + 1] = odd[last - 1];                                                        \
        } else {                                                                                   \
            even[last] = odd[last - 1];                                                            \
        }                                                                                          \
    }

/*
 * Row y of a picture's low and high bands; four sub-planes: low even, low odd, high even, high odd.
 * High ones are made in the blocks that the window needs. QUICK makes the first columns.
 */
#define ADM_DEFINE_COLUMNS(name, Source, Target, low_of, high_of, shift, QUICK)                    \
    ADM_DEFINE_COLUMN_BLOCK(name, Source, Target, low_of, high_of)                                 \
    FN void name(const AdmParams p, i32 y, const Source *source, i32 stride, Target *target,       \
                 i32 pitch)                                                                        \
    {                                                                                              \
        const Source *r0 = source + stride * mirror_index_mixed(2 * y - 1, p.height);              \
        const Source *r1 = source + stride * (2 * y);                                              \
        const Source *r2 = source + stride * mirror_index_mixed(2 * y + 1, p.height);              \
        const Source *r3 = source + stride * mirror_index_mixed(2 * y + 2, p.height);              \
        Target low[ADM_BLOCK], high[ADM_BLOCK];                                                    \
        i32 inside = y >= p.window.y0 && y < p.window.y1;                                          \
        i32 from = 2 * p.window.x0 - 1, to = 2 * p.window.x1 + 1;                                  \
        i32 x = QUICK(r0, r1, r2, r3, p.width, inside, target, pitch);                             \
        for (; x < p.width; x += ADM_BLOCK) {                                                      \
            i32 size = adm_min(p.width - x, ADM_BLOCK), pairs = (size + 1) / 2;                    \
            Target *t = target + x / 2;                                                            \
            if (inside && x + size > from && x < to) {                                             \
                name##_both(r0 + x, r1 + x, r2 + x, r3 + x, shift, size, low, high);               \
                name##_sort(high, pairs, t + 2 * pitch, t + 3 * pitch);                            \
            } else {                                                                               \
                name##_low(r0 + x, r1 + x, r2 + x, r3 + x, shift, size, low);                      \
            }                                                                                      \
            name##_sort(low, pairs, t, t + pitch);                                                 \
        }                                                                                          \
        name##_edges(p.width, target, target + pitch);                                             \
        name##_edges(p.width, target + 2 * pitch, target + 3 * pitch);                             \
    }

ADM_DEFINE_COLUMNS(adm_columns_of_u8, u8, i16, adm_u8_low, adm_u8_high, 8, adm_quick_columns_u8)
ADM_DEFINE_COLUMNS(adm_columns_of_u16, u16, i16, adm_u16_low, adm_u16_high, p.depth,
                   ADM_NO_QUICK_COLUMNS)
ADM_DEFINE_COLUMNS(adm_columns_of_i16, i16, i32, adm_short_low, adm_short_high, 0,
                   ADM_NO_QUICK_COLUMNS)
ADM_DEFINE_COLUMNS(adm_columns_of_i32, i32, i32, adm_wide_low, adm_wide_high, 16,
                   ADM_NO_QUICK_COLUMNS)

#define ADM_COLUMNS(name, source, i, plane, target, k, picture)                                    \
    name(p, y, source + AT(i, plane, x, 0), p.g.stride[i], target + AT(k, 4 * picture, x, y),      \
         p.g.pitch[k])

SUM_KERNEL(3, adm_columns_u8, AdmParams, (IN(u8, ref), IN(u8, dis), OUT(i16, columns)))
{
    ADM_COLUMNS(adm_columns_of_u8, ref, 0, 0, columns, 2, 0);
    ADM_COLUMNS(adm_columns_of_u8, dis, 1, 0, columns, 2, 1);
}

SUM_KERNEL(3, adm_columns_u16, AdmParams, (IN(u16, ref), IN(u16, dis), OUT(i16, columns)))
{
    ADM_COLUMNS(adm_columns_of_u16, ref, 0, 0, columns, 2, 0);
    ADM_COLUMNS(adm_columns_of_u16, dis, 1, 0, columns, 2, 1);
}

SUM_KERNEL(2, adm_columns_i16, AdmParams, (IN(i16, approximation), OUT(i32, columns)))
{
    ADM_COLUMNS(adm_columns_of_i16, approximation, 0, 0, columns, 1, 0);
    ADM_COLUMNS(adm_columns_of_i16, approximation, 0, 1, columns, 1, 1);
}

SUM_KERNEL(2, adm_columns_i32, AdmParams, (IN(i32, approximation), OUT(i32, columns)))
{
    ADM_COLUMNS(adm_columns_of_i32, approximation, 0, 0, columns, 1, 0);
    ADM_COLUMNS(adm_columns_of_i32, approximation, 0, 1, columns, 1, 1);
}

/* ---- Along rows ---- */

#define ADM_TAKE(even, odd, i) odd[(i)-1], even[i], odd[i], even[(i) + 1]

/* For ADM_DEFINE_BANDS: makes the first columns of i .. end - 1, where there is a quick way, and
 * returns the next; `filter` is low or high. */
#define ADM_NO_QUICK_ROW(filter, even, odd, i, end, shift, to) i

#if EVQ_INT_VECTORS
FN i32 adm_row16(AdmPairs taps, const i16 *even, const i16 *odd, i32 i, i32 end, i32 shift, i16 *to)
{
    for (; i + 16 <= end; i += 16)
        u16x16_store(to + i, adm_filter16(taps, u16x16_load(odd + i - 1), u16x16_load(even + i),
                                          u16x16_load(odd + i), u16x16_load(even + i + 1),
                                          1u << (shift - 1), shift));
    return i;
}

#define ADM_QUICK_ROW_I16(filter, even, odd, i, end, shift, to)                                    \
    adm_row16(adm_##filter##_pairs, even, odd, i, end, shift, to)
#else
#define ADM_QUICK_ROW_I16 ADM_NO_QUICK_ROW
#endif

/* Row y of a picture's four bands. */
#define ADM_DEFINE_BANDS(name, Value, low_of, high_of, QUICK)                                      \
    FN void name(const AdmRowParams p, i32 from, i32 y, const Value *columns, i32 pitch,           \
                 Value *rest, Value *details, i32 details_pitch, i32 shift)                        \
    {                                                                                              \
        const Value *e0 = columns, *o0 = e0 + pitch, *e1 = o0 + pitch, *o1 = e1 + pitch;           \
        Value *h = details, *v = h + details_pitch, *d = v + details_pitch;                        \
        i32 i = QUICK(low, e0, o0, from, p.g.x1, shift, rest);                                     \
        INDEPENDENT for (; i < p.g.x1; i++) rest[i] = (Value)low_of(ADM_TAKE(e0, o0, i), shift);   \
        if (y < p.window.y0 || y >= p.window.y1)                                                   \
            return;                                                                                \
        const i32 x0 = p.window.x0, x1 = p.window.x1;                                              \
        i = QUICK(low, e1, o1, x0, x1, shift, h);                                                  \
        i = QUICK(high, e0, o0, x0, x1, shift, v);                                                 \
        i = QUICK(high, e1, o1, x0, x1, shift, d);                                                 \
        INDEPENDENT for (; i < x1; i++)                                                            \
        {                                                                                          \
            h[i] = (Value)low_of(ADM_TAKE(e1, o1, i), shift);                                      \
            v[i] = (Value)high_of(ADM_TAKE(e0, o0, i), shift);                                     \
            d[i] = (Value)high_of(ADM_TAKE(e1, o1, i), shift);                                     \
        }                                                                                          \
    }

ADM_DEFINE_BANDS(adm_bands_of_i16, i16, adm_short_low, adm_short_high, ADM_QUICK_ROW_I16)
ADM_DEFINE_BANDS(adm_bands_of_i32, i32, adm_wide_low, adm_wide_high, ADM_NO_QUICK_ROW)

FN u64 adm_row_energy_i16(const i16 *band, const AdmRowParams p)
{
    u64 sum = 0;
    for (i32 i = p.region.x0; i < p.region.x1; i++)
        sum += adm_energy0(band[i]);
    return adm_energy_row(sum, p.energy_rows);
}

FN u64 adm_row_energy_i32(const i32 *band, const AdmRowParams p)
{
    u64 sum = 0;
    for (i32 i = p.region.x0; i < p.region.x1; i++)
        sum += adm_energy1(band[i], p.square_shift, p.energy_shift);
    return adm_energy_row(sum, p.energy_rows);
}

/* Both pictures' bands, and the sums of the reference's. */
#define ADM_BANDS_ROW(type, shift)                                                                 \
    {                                                                                              \
        for (i32 picture = 0; picture < 2; picture++)                                              \
            adm_bands_of_##type(p, x, y, columns + AT(0, 4 * picture, 0, y), p.g.pitch[0],         \
                                rest + AT(1, picture, 0, y),                                       \
                                details + AT(2, ADM_BANDS * picture, 0, y), p.g.pitch[2], shift);  \
        for (i32 band = 0; band < ADM_BANDS && y >= p.region.y0 && y < p.region.y1; band++) {      \
            u64 before = y == p.region.y0 ? 0 : sums[AT(3, 0, p.slot + band, 0)];                  \
            sums[AT(3, 0, p.slot + band, 0)] =                                                     \
                before + adm_row_energy_##type(details + AT(2, band, 0, y), p);                    \
        }                                                                                          \
    }

SUM_KERNEL(4, adm_rows_i16, AdmRowParams,
           (IN(i16, columns), OUT(i16, rest), OUT(i16, details),
            OUT(u64, sums))){ ADM_BANDS_ROW(i16, 16) }

SUM_KERNEL(4, adm_rows15_i32, AdmRowParams,
           (IN(i32, columns), OUT(i32, rest), OUT(i32, details),
            OUT(u64, sums))){ ADM_BANDS_ROW(i32, 15) }

SUM_KERNEL(4, adm_rows16_i32, AdmRowParams,
           (IN(i32, columns), OUT(i32, rest), OUT(i32, details),
            OUT(u64, sums))){ ADM_BANDS_ROW(i32, 16) }

/* ---- Split ---- */

/* `size` angles, those that floats cannot tell by the definition. `o` and `t` are the h bands of
 * both pictures, followed by the v bands. */
#define ADM_DEFINE_ANGLES(name, angle_of, Value)                                                   \
    FN void name(const Value *o, const Value *t, i32 pitch, i32 size, i32 *near)                   \
    {                                                                                              \
        i32 undecided = 0;                                                                         \
        INDEPENDENT for (i32 i = 0; i < size; i++)                                                 \
        {                                                                                          \
            AdmAngle angle = angle_of(o[i], o[i + pitch], t[i], t[i + pitch]);                     \
            near[i] = angle.near;                                                                  \
            undecided |= angle.undecided;                                                          \
        }                                                                                          \
        for (i32 i = 0; undecided && i < size; i++)                                                \
            if (angle_of(o[i], o[i + pitch], t[i], t[i + pitch]).undecided)                        \
                near[i] = angle_of##_is_small(o[i], o[i + pitch], t[i], t[i + pitch]);             \
    }

ADM_DEFINE_ANGLES(adm_angles_i16, adm_angle0, i16)
    ADM_DEFINE_ANGLES(adm_angles_i32, adm_angle1, i32)

    /* Whether every coefficient of a block is below 2^14 in magnitude. */
    FN i32 adm_is_small(const i16 *band, i32 pitch, i32 size)
{
    u32 any = 0;
    for (i32 i = 0; i < size; i++)
        any |= adm_magnitude(band[i]) | adm_magnitude(band[i + pitch]) |
               adm_magnitude(band[i + 2 * pitch]);
    return any < 1 << 14;
}

/* The parts of a block, restored and added. */
#define ADM_DEFINE_PARTS(name, split_of, part_of, Value)                                           \
    FN void name(const AdmParams p, const Value *o, i32 details_pitch, const i32 *near, i32 size,  \
                 Value *part, i32 pitch)                                                           \
    {                                                                                              \
        const Value *t = o + ADM_BANDS * details_pitch;                                            \
        INDEPENDENT for (i32 i = 0; i < size; i++)                                                 \
        {                                                                                          \
            AdmBands ref = { { o[i], o[i + details_pitch], o[i + 2 * details_pitch] } };           \
            AdmBands dis = { { t[i], t[i + details_pitch], t[i + 2 * details_pitch] } };           \
            AdmSplit s = split_of(p, ref, dis, near[i]);                                           \
            part[i] = (Value)part_of(s.restored[0], p.weight[0]);                                  \
            part[i + pitch] = (Value)part_of(s.restored[1], p.weight[0]);                          \
            part[i + 2 * pitch] = (Value)part_of(s.restored[2], p.weight[1]);                      \
            part[i + 3 * pitch] = (Value)part_of(s.added[0], p.weight[0]);                         \
            part[i + 4 * pitch] = (Value)part_of(s.added[1], p.weight[0]);                         \
            part[i + 5 * pitch] = (Value)part_of(s.added[2], p.weight[1]);                         \
        }                                                                                          \
    }

ADM_DEFINE_PARTS(adm_parts_small_i16, adm_split0_small, adm_part0, i16)
ADM_DEFINE_PARTS(adm_parts_i16, adm_split0, adm_part0, i16)
ADM_DEFINE_PARTS(adm_parts_any_i16, adm_split0_any, adm_part0, i16)
ADM_DEFINE_PARTS(adm_parts_i32, adm_split1, adm_part1, i32)
ADM_DEFINE_PARTS(adm_parts_any_i32, adm_split1_any, adm_part1, i32)

/* What the parts of three bands weigh in their neighbours' thresholds. */
#define ADM_DEFINE_WEIGHTS(name, neighbour_of, Value, Sum)                                         \
    FN void name(const AdmParams p, const Value *part, i32 pitch, i32 size, Sum *weights)          \
    {                                                                                              \
        INDEPENDENT for (i32 i = 0; i < size; i++) weights[i] = (Sum)ADM_OF_BANDS(                 \
            neighbour_of, part[i], part[i + pitch], part[i + 2 * pitch], p.weight);                \
    }

ADM_DEFINE_WEIGHTS(adm_weights_i16, adm_neighbour0, i16, u16)
ADM_DEFINE_WEIGHTS(adm_weights_i32, adm_neighbour1, i32, i32)

/* A row of the window. SPLIT: how a block's parts are made of `o`. */
#define ADM_SPLIT_ROW(type, Value, SPLIT)                                                          \
    for (; x < p.g.x1; x += ADM_BLOCK) {                                                           \
        i32 near[ADM_BLOCK], size = adm_min(p.g.x1 - x, ADM_BLOCK);                                \
        const Value *o = details + AT(0, 0, x + p.window.x0, y + p.window.y0);                     \
        adm_angles_##type(o, o + ADM_BANDS * p.g.pitch[0], p.g.pitch[0], size, near);              \
        SPLIT(p, o, p.g.pitch[0], near, size, parts + AT(1, 0, x, y), p.g.pitch[1]);               \
        adm_weights_##type(p, parts + AT(1, ADM_BANDS, x, y), p.g.pitch[1], size,                  \
                           neighbours + AT(2, 0, x, y));                                           \
        adm_weights_##type(p, parts + AT(1, 0, x, y), p.g.pitch[1], size,                          \
                           neighbours + AT(2, 1, x, y));                                           \
    }

/* The common case, told by a look at a block, is much quicker. */
FN void adm_parts_of_size_i16(const AdmParams p, const i16 *o, i32 details_pitch, const i32 *near,
                              i32 size, i16 *part, i32 pitch)
{
    if (adm_is_small(o, details_pitch, size))
        adm_parts_small_i16(p, o, details_pitch, near, size, part, pitch);
    else
        adm_parts_i16(p, o, details_pitch, near, size, part, pitch);
}

SUM_KERNEL(3, adm_split_i16, AdmParams, (IN(i16, details), OUT(i16, parts), OUT(u16, neighbours))){
    ADM_SPLIT_ROW(i16, i16, adm_parts_of_size_i16)
}

SUM_KERNEL(3, adm_split_any_i16, AdmParams,
           (IN(i16, details), OUT(i16, parts),
            OUT(u16, neighbours))){ ADM_SPLIT_ROW(i16, i16, adm_parts_any_i16) }

SUM_KERNEL(3, adm_split_i32, AdmParams, (IN(i32, details), OUT(i32, parts), OUT(i32, neighbours))){
    ADM_SPLIT_ROW(i32, i32, adm_parts_i32)
}

SUM_KERNEL(3, adm_split_any_i32, AdmParams,
           (IN(i32, details), OUT(i32, parts),
            OUT(i32, neighbours))){ ADM_SPLIT_ROW(i32, i32, adm_parts_any_i32) }

/* ---- Masked sums ---- */

/* Cubes of what is left of a block; most often much of it is 0, and seldom large. */
FN u64 adm_sum_cubes(const i32 *left, i32 size, i32 square_shift, i32 shift)
{
    i32 square[ADM_BLOCK];
    u32 any = 0;
    u64 sum = 0;
    for (i32 i = 0; i < size; i++)
        any |= (u32)left[i];
    if (any == 0)
        return 0;
    for (i32 i = 0; i < size; i++)
        square[i] = adm_square(left[i], square_shift);
    if (any >> 30)
        for (i32 i = 0; i < size; i++)
            sum += (u64)adm_cube(square[i], left[i], shift);
    else
        for (i32 i = 0; i < size; i++)
            sum += adm_small_cube((u32)square[i], (u32)left[i], shift);
    return sum;
}

/* Thresholds of `size` samples from three rows of their neighbours' weights and from the masking
 * bands themselves, which lie `pitch` apart. */
#define ADM_DEFINE_MASKS(type, level, Value, Sum)                                                  \
    FN void adm_thresholds_##type(const AdmSumParams p, const Sum *above, const Sum *here,         \
                                  const Sum *below, const Value *h, i32 pitch, i32 size,           \
                                  i32 *threshold)                                                  \
    {                                                                                              \
        const Value *v = h + pitch, *d = v + pitch;                                                \
        INDEPENDENT for (i32 i = 0; i < size; i++)                                                 \
        {                                                                                          \
            i32 around = above[i - 1] + above[i] + above[i + 1] + here[i - 1] + here[i + 1] +      \
                         below[i - 1] + below[i] + below[i + 1];                                   \
            threshold[i] = around + ADM_OF_BANDS(adm_centre##level, h[i], v[i], d[i], p.weight);   \
        }                                                                                          \
    }                                                                                              \
    FN u64 adm_masked_##type(const AdmSumParams p, const Value *signal, const i32 *threshold,      \
                             i32 size, const i32 diagonal)                                         \
    {                                                                                              \
        i32 left[ADM_BLOCK];                                                                       \
        INDEPENDENT for (i32 i = 0; i < size; i++) left[i] =                                       \
            adm_left##level(signal[i], threshold[i], p.weight[diagonal], diagonal);                \
        return adm_sum_cubes(left, size, adm_square_shift##level(diagonal),                        \
                             p.mask_shift[diagonal]);                                              \
    }                                                                                              \
    FN void adm_mask_block_##type(const AdmSumParams p, const Value *signal, const Value *masker,  \
                                  i32 pitch, const Sum *weights, i32 stride, i32 size, u64 *sum)   \
    {                                                                                              \
        i32 threshold[ADM_BLOCK];                                                                  \
        adm_thresholds_##type(p, weights - stride, weights, weights + stride, masker, pitch, size, \
                              threshold);                                                          \
        sum[0] += adm_masked_##type(p, signal, threshold, size, 0);                                \
        sum[1] += adm_masked_##type(p, signal + pitch, threshold, size, 0);                        \
        sum[2] += adm_masked_##type(p, signal + 2 * pitch, threshold, size, 1);                    \
    }

ADM_DEFINE_MASKS(i16, 0, i16, u16)
ADM_DEFINE_MASKS(i32, 1, i32, i32)

/* The sums of adm, where what is added masks, and of aim, where what is restored does. */
#define ADM_MASK_ROW(type)                                                                         \
    {                                                                                              \
        u64 sum[2 * ADM_BANDS] = { 0 };                                                            \
        i32 row = y + p.region.y0;                                                                 \
        for (; x < p.g.x1; x += ADM_BLOCK) {                                                       \
            i32 size = adm_min(p.g.x1 - x, ADM_BLOCK);                                             \
            adm_mask_block_##type(p, parts + AT(0, 0, x, row), parts + AT(0, 3, x, row),           \
                                  p.g.pitch[0], neighbours + AT(1, 0, x, row), p.g.stride[1],      \
                                  size, sum);                                                      \
            if (p.with_aim)                                                                        \
                adm_mask_block_##type(p, parts + AT(0, 3, x, row), parts + AT(0, 0, x, row),       \
                                      p.g.pitch[0], neighbours + AT(1, 1, x, row), p.g.stride[1],  \
                                      size, sum + ADM_BANDS);                                      \
        }                                                                                          \
        for (i32 i = 0; i < 2 * ADM_BANDS; i++) {                                                  \
            i32 slot = p.slot + ADM_BANDS + i;                                                     \
            u64 before = y == 0 ? 0 : sums[AT(2, 0, slot, 0)];                                     \
            sums[AT(2, 0, slot, 0)] = before + adm_mask_row(sum[i], p.mask_rows);                  \
        }                                                                                          \
    }

SUM_KERNEL(3, adm_masks_i16, AdmSumParams,
           (IN(i16, parts), IN(u16, neighbours), OUT(u64, sums))){ ADM_MASK_ROW(i16) }

SUM_KERNEL(3, adm_masks_i32, AdmSumParams, (IN(i32, parts), IN(i32, neighbours), OUT(u64, sums)))
{
    ADM_MASK_ROW(i32)
}

#endif
#endif
