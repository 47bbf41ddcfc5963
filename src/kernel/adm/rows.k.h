/*
 * adm where items run in order: the wavelet as a pass along columns and one along rows, the split of
 * the details, the masked sums. Columns of even and odd number stand apart, so that every loop reads
 * and writes neighbours. Details exist in the window of a level alone.
 */
#ifndef EVQ_ADM_ROWS_K_H
#define EVQ_ADM_ROWS_K_H

#include "kernel/port/port.h"

#if EVQ_BLOCKS

#include "kernel/adm/adm.h"
#include "kernel/image/mirror.h"

/* ---- Along columns ---- */

/* One filter over a row of pairs of columns. */
#define ADM_FILTER_COLUMNS(filter, shift, even, odd, from, to)                                     \
    INDEPENDENT for (i32 i = from; i < to; i++)                                                    \
    {                                                                                              \
        even[i] = filter(r0[2 * i], r1[2 * i], r2[2 * i], r3[2 * i], shift);                       \
        odd[i] = filter(r0[2 * i + 1], r1[2 * i + 1], r2[2 * i + 1], r3[2 * i + 1], shift);        \
    }

/* The columns beside the picture: mirrored on the left, repeated on the right. */
#define ADM_MIRROR_COLUMNS(filter, shift, even, odd)                                               \
    {                                                                                              \
        i32 last = p.width / 2;                                                                    \
        odd[-1] = odd[0];                                                                          \
        if (p.width & 1) {                                                                         \
            i32 i = p.width - 1;                                                                   \
            even[last] = odd[last] = filter(r0[i], r1[i], r2[i], r3[i], shift);                    \
            even[last + 1] = odd[last - 1];                                                        \
        } else {                                                                                   \
            even[last] = odd[last - 1];                                                            \
        }                                                                                          \
    }

#define ADM_FILTER_ROW(filter, shift, target, from, to)                                            \
    {                                                                                              \
        ADM_FILTER_COLUMNS(filter, shift, (target), (target + pitch), from, to)                    \
        ADM_MIRROR_COLUMNS(filter, shift, (target), (target + pitch))                              \
    }

/* Row y of a picture's low and high bands; four sub-planes: low even, low odd, high even, high odd.
 */
#define ADM_DEFINE_COLUMNS(name, Source, Target, low, high, shift)                                 \
    FN void name(const AdmParams p, i32 y, const Source *source, i32 stride, Target *target,       \
                 i32 pitch)                                                                        \
    {                                                                                              \
        const Source *r0 = source + stride * mirror_index_mixed(2 * y - 1, p.height);              \
        const Source *r1 = source + stride * (2 * y);                                              \
        const Source *r2 = source + stride * mirror_index_mixed(2 * y + 1, p.height);              \
        const Source *r3 = source + stride * mirror_index_mixed(2 * y + 2, p.height);              \
        i32 pairs = p.width / 2;                                                                   \
        i32 from = adm_max(p.window.x0 - 1, 0), to = adm_min(p.window.x1 + 1, pairs);              \
        ADM_FILTER_ROW(low, shift, target, 0, pairs)                                               \
        if (y >= p.window.y0 && y < p.window.y1)                                                   \
            ADM_FILTER_ROW(high, shift, (target + 2 * pitch), from, to)                            \
    }

ADM_DEFINE_COLUMNS(adm_columns_of_u8, u8, i16, adm_picture_low, adm_picture_high, 8)
ADM_DEFINE_COLUMNS(adm_columns_of_u16, u16, i16, adm_picture_low, adm_picture_high, p.depth)
ADM_DEFINE_COLUMNS(adm_columns_of_i16, i16, i32, adm_short_low, adm_short_high, 0)
ADM_DEFINE_COLUMNS(adm_columns_of_i32, i32, i32, adm_wide_low, adm_wide_high, 16)

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

/* Row y of a picture's four bands. */
#define ADM_DEFINE_BANDS(name, Value, low, high)                                                   \
    FN void name(const AdmRowParams p, i32 from, i32 y, const Value *columns, i32 pitch,           \
                 Value *rest, Value *details, i32 details_pitch, i32 shift)                        \
    {                                                                                              \
        const Value *e0 = columns, *o0 = e0 + pitch, *e1 = o0 + pitch, *o1 = e1 + pitch;           \
        Value *h = details, *v = h + details_pitch, *d = v + details_pitch;                        \
        INDEPENDENT for (i32 i = from; i < p.g.x1; i++) rest[i] =                                  \
            (Value)low(ADM_TAKE(e0, o0, i), shift);                                                \
        if (y < p.window.y0 || y >= p.window.y1)                                                   \
            return;                                                                                \
        INDEPENDENT for (i32 i = p.window.x0; i < p.window.x1; i++)                                \
        {                                                                                          \
            h[i] = (Value)low(ADM_TAKE(e1, o1, i), shift);                                         \
            v[i] = (Value)high(ADM_TAKE(e0, o0, i), shift);                                        \
            d[i] = (Value)high(ADM_TAKE(e1, o1, i), shift);                                        \
        }                                                                                          \
    }

ADM_DEFINE_BANDS(adm_bands_of_i16, i16, adm_short_low, adm_short_high)
ADM_DEFINE_BANDS(adm_bands_of_i32, i32, adm_wide_low, adm_wide_high)

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
           (IN(i16, columns), OUT(i16, rest), OUT(i16, details), OUT(u64, sums))){
    ADM_BANDS_ROW(i16, 16)
}

SUM_KERNEL(4, adm_rows15_i32, AdmRowParams,
           (IN(i32, columns), OUT(i32, rest), OUT(i32, details), OUT(u64, sums))){
    ADM_BANDS_ROW(i32, 15)
}

SUM_KERNEL(4, adm_rows16_i32, AdmRowParams,
           (IN(i32, columns), OUT(i32, rest), OUT(i32, details), OUT(u64, sums)))
{
    ADM_BANDS_ROW(i32, 16)
}

/* ---- Split ---- */

/* Sample x of row y of the window: what is restored and what is added, then what both weigh in
 * their neighbours' thresholds. */
#define ADM_SPLIT_SAMPLE(level, split_of, Value, Sum)                                              \
    {                                                                                              \
        i32 column = x + p.window.x0, row = y + p.window.y0;                                       \
        AdmBands o = { { details[AT(0, 0, column, row)], details[AT(0, 1, column, row)],           \
                         details[AT(0, 2, column, row)] } };                                       \
        AdmBands t = { { details[AT(0, 3, column, row)], details[AT(0, 4, column, row)],           \
                         details[AT(0, 5, column, row)] } };                                       \
        AdmAngle angle = adm_angle##level(o.band[0], o.band[1], t.band[0], t.band[1]);             \
        i32 near = replay ? adm_angle##level##_is_small(o.band[0], o.band[1], t.band[0],           \
                                                        t.band[1])                                 \
                          : angle.near;                                                            \
        AdmSplit s = split_of(p, o, t, near);                                                      \
        parts[AT(1, 0, x, y)] = (Value)s.restored[0];                                              \
        parts[AT(1, 1, x, y)] = (Value)s.restored[1];                                              \
        parts[AT(1, 2, x, y)] = (Value)s.restored[2];                                              \
        parts[AT(1, 3, x, y)] = (Value)s.added[0];                                                 \
        parts[AT(1, 4, x, y)] = (Value)s.added[1];                                                 \
        parts[AT(1, 5, x, y)] = (Value)s.added[2];                                                 \
        neighbours[AT(2, 0, x, y)] = (Sum)adm_neighbours##level(                                   \
            s.added[0], s.added[1], s.added[2], p.weight[0], p.weight[1]);                         \
        neighbours[AT(2, 1, x, y)] = (Sum)adm_neighbours##level(                                   \
            s.restored[0], s.restored[1], s.restored[2], p.weight[0], p.weight[1]);                \
        return angle.undecided;                                                                    \
    }

REPLAY_KERNEL(3, adm_split_i16, AdmParams,
              (IN(i16, details), OUT(i16, parts), OUT(u16, neighbours))){
    ADM_SPLIT_SAMPLE(0, adm_split0, i16, u16)
}

REPLAY_KERNEL(3, adm_split_any_i16, AdmParams,
              (IN(i16, details), OUT(i16, parts), OUT(u16, neighbours))){
    ADM_SPLIT_SAMPLE(0, adm_split0_any, i16, u16)
}

REPLAY_KERNEL(3, adm_split_i32, AdmParams,
              (IN(i32, details), OUT(i32, parts), OUT(i32, neighbours))){
    ADM_SPLIT_SAMPLE(1, adm_split1, i32, i32)
}

REPLAY_KERNEL(3, adm_split_any_i32, AdmParams,
              (IN(i32, details), OUT(i32, parts), OUT(i32, neighbours)))
{
    ADM_SPLIT_SAMPLE(1, adm_split1_any, i32, i32)
}

/* ---- Masked sums ---- */

#define ADM_BLOCK 256

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
            threshold[i] =                                                                         \
                around + adm_centres##level(h[i], v[i], d[i], p.weight[0], p.weight[1]);           \
        }                                                                                          \
    }                                                                                              \
    FN u64 adm_masked_##type(const AdmSumParams p, const Value *signal, const i32 *threshold,      \
                             i32 size, const i32 diagonal)                                         \
    {                                                                                              \
        u64 sum = 0;                                                                               \
        for (i32 i = 0; i < size; i++) {                                                           \
            i32 left = adm_left##level(signal[i], threshold[i], p.weight[diagonal], diagonal);     \
            sum += (u64)adm_cube(left, adm_square_shift##level(diagonal), p.mask_shift[diagonal]); \
        }                                                                                          \
        return sum;                                                                                \
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
                                      p.g.pitch[0], neighbours + AT(1, 1, x, row),                 \
                                      p.g.stride[1], size, sum + ADM_BANDS);                       \
        }                                                                                          \
        for (i32 i = 0; i < 2 * ADM_BANDS; i++) {                                                  \
            i32 slot = p.slot + ADM_BANDS + i;                                                     \
            u64 before = y == 0 ? 0 : sums[AT(2, 0, slot, 0)];                                     \
            sums[AT(2, 0, slot, 0)] = before + adm_mask_row(sum[i], p.mask_rows);                  \
        }                                                                                          \
    }

SUM_KERNEL(3, adm_masks_i16, AdmSumParams, (IN(i16, parts), IN(u16, neighbours), OUT(u64, sums))){
    ADM_MASK_ROW(i16)
}

SUM_KERNEL(3, adm_masks_i32, AdmSumParams, (IN(i32, parts), IN(i32, neighbours), OUT(u64, sums)))
{
    ADM_MASK_ROW(i32)
}

#endif
#endif
