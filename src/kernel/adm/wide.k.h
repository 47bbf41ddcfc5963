/*
 * adm on devices that run thousands of work-items side by side. A level is two kernels: one sample
 * of every band from its sixteen samples, split at once; then lanes that add. Lane x of a row takes
 * every ADM_LANES-th sample, so that neighbouring lanes read neighbouring samples; integer sums are
 * exact in every order.
 */
#ifndef EVQ_ADM_WIDE_K_H
#define EVQ_ADM_WIDE_K_H

#include "kernel/adm/adm.h"
#include "kernel/image/mirror.h"

/* ---- A sample of every band ---- */

/* Four neighbours along a row, or what the passes along columns make of them. */
typedef struct AdmFour {
    i32 v[4];
} AdmFour;

typedef struct AdmSpectrum {
    i32 rest;
    AdmBands details;
} AdmSpectrum;

FN i32 adm_is_inside(const AdmRegion region, i32 x, i32 y)
{
    return (x >= region.x0) & (x < region.x1) & (y >= region.y0) & (y < region.y1);
}

/* The filters of a level's passes: `columns` and `rows` are short, wide or picture. */
#define ADM_COLUMN(columns, filter, source, i, plane, shift)                                       \
    adm_##columns##_##filter(source[AT(i, plane, column, r0)], source[AT(i, plane, column, r1)],   \
                             source[AT(i, plane, column, r2)], source[AT(i, plane, column, r3)],   \
                             shift)

#define ADM_ROW(rows, filter, four, shift)                                                         \
    adm_##rows##_##filter(four.v[0], four.v[1], four.v[2], four.v[3], shift)

#define ADM_TRANSFORM(columns, rows, source, i, plane, column_shift, row_shift, spectrum)          \
    {                                                                                              \
        AdmFour low, high;                                                                         \
        i32 r0 = mirror_index_mixed(2 * y - 1, p.height), r1 = 2 * y;                              \
        i32 r2 = mirror_index_mixed(2 * y + 1, p.height);                                          \
        i32 r3 = mirror_index_mixed(2 * y + 2, p.height);                                          \
        UNROLL(4)                                                                                  \
        for (i32 k = 0; k < 4; k++) {                                                              \
            i32 column = mirror_index_mixed(2 * x - 1 + k, p.width);                               \
            low.v[k] = ADM_COLUMN(columns, low, source, i, plane, column_shift);                   \
            high.v[k] = ADM_COLUMN(columns, high, source, i, plane, column_shift);                 \
        }                                                                                          \
        spectrum.rest = ADM_ROW(rows, low, low, row_shift);                                        \
        spectrum.details.band[0] = ADM_ROW(rows, low, high, row_shift);                            \
        spectrum.details.band[1] = ADM_ROW(rows, high, low, row_shift);                            \
        spectrum.details.band[2] = ADM_ROW(rows, high, high, row_shift);                           \
    }

/* `k`: the first written buffer. */
#define ADM_STORE(level, k, Value, Sum, ref, dis)                                                  \
    rest[AT(k, 0, x, y)] = (Value)ref.rest;                                                        \
    rest[AT(k, 1, x, y)] = (Value)dis.rest;                                                        \
    if (adm_is_inside(p.window, x, y)) {                                                           \
        AdmBands o = ref.details, t = dis.details;                                                 \
        AdmAngle angle = adm_angle##level(o.band[0], o.band[1], t.band[0], t.band[1]);             \
        i32 near = angle.near;                                                                     \
        if (angle.undecided)                                                                       \
            near = adm_angle##level##_is_small(o.band[0], o.band[1], t.band[0], t.band[1]);        \
        AdmSplit s =                                                                               \
            p.limit ? adm_split##level(p, o, t, near) : adm_split##level##_any(p, o, t, near);     \
        UNROLL(3)                                                                                  \
        for (i32 band = 0; band < ADM_BANDS; band++) {                                             \
            s.restored[band] = adm_part##level(s.restored[band], p.weight[band == 2]);             \
            s.added[band] = adm_part##level(s.added[band], p.weight[band == 2]);                   \
            details[AT(k + 1, band, x, y)] = (Value)o.band[band];                                  \
            parts[AT(k + 2, band, x, y)] = (Value)s.restored[band];                                \
            parts[AT(k + 2, ADM_BANDS + band, x, y)] = (Value)s.added[band];                       \
        }                                                                                          \
        neighbours[AT(k + 3, 0, x, y)] =                                                           \
            (Sum)ADM_OF_BANDS(adm_neighbour##level, s.added[0], s.added[1], s.added[2], p.weight); \
        neighbours[AT(k + 3, 1, x, y)] = (Sum)ADM_OF_BANDS(                                        \
            adm_neighbour##level, s.restored[0], s.restored[1], s.restored[2], p.weight);          \
    }

#define ADM_PICTURES(columns)                                                                      \
    {                                                                                              \
        AdmSpectrum a, b;                                                                          \
        ADM_TRANSFORM(columns, short, ref, 0, 0, p.depth, 16, a)                                   \
        ADM_TRANSFORM(columns, short, dis, 1, 0, p.depth, 16, b)                                   \
        ADM_STORE(0, 2, i16, u16, a, b)                                                            \
    }

#define ADM_APPROXIMATIONS(columns)                                                                \
    {                                                                                              \
        AdmSpectrum a, b;                                                                          \
        ADM_TRANSFORM(columns, wide, source, 0, 0, p.column_shift, p.row_shift, a)                 \
        ADM_TRANSFORM(columns, wide, source, 0, 1, p.column_shift, p.row_shift, b)                 \
        ADM_STORE(1, 1, i32, i32, a, b)                                                            \
    }

ROW_KERNEL(6, adm_level_u8, AdmParams,
           (IN(u8, ref), IN(u8, dis), OUT(i16, rest), OUT(i16, details), OUT(i16, parts),
            OUT(u16, neighbours))){ ADM_PICTURES(u8) }

ROW_KERNEL(6, adm_level_u16, AdmParams,
           (IN(u16, ref), IN(u16, dis), OUT(i16, rest), OUT(i16, details), OUT(i16, parts),
            OUT(u16, neighbours))){ ADM_PICTURES(u16) }

ROW_KERNEL(5, adm_level_i16, AdmParams,
           (IN(i16, source), OUT(i32, rest), OUT(i32, details), OUT(i32, parts),
            OUT(i32, neighbours))){ ADM_APPROXIMATIONS(short) }

ROW_KERNEL(5, adm_level_i32, AdmParams,
           (IN(i32, source), OUT(i32, rest), OUT(i32, details), OUT(i32, parts),
            OUT(i32, neighbours))){ ADM_APPROXIMATIONS(wide) }

/* ---- Sums ---- */

/* The threshold at (column, row), with `first` the masker's first band and `plane` that of its
 * neighbours' weights. */
#define ADM_THRESHOLD(level, first, plane, result)                                                 \
    {                                                                                              \
        i32 left = mirror_index_mixed(column - 1, p.width);                                        \
        i32 right = mirror_index_mixed(column + 1, p.width);                                       \
        result = neighbours[AT(2, plane, left, above)] + neighbours[AT(2, plane, column, above)] + \
                 neighbours[AT(2, plane, right, above)] + neighbours[AT(2, plane, left, row)] +    \
                 neighbours[AT(2, plane, right, row)] + neighbours[AT(2, plane, left, below)] +    \
                 neighbours[AT(2, plane, column, below)] +                                         \
                 neighbours[AT(2, plane, right, below)] +                                          \
                 ADM_OF_BANDS(adm_centre##level, parts[AT(1, first, column, row)],                 \
                              parts[AT(1, (first) + 1, column, row)],                              \
                              parts[AT(1, (first) + 2, column, row)], p.weight);                   \
    }

#define ADM_MASKED(level, plane, threshold, diagonal)                                              \
    adm_masked(adm_left##level(parts[AT(1, plane, column, row)], threshold, p.weight[diagonal],    \
                               diagonal),                                                          \
               adm_square_shift##level(diagonal), p.mask_shift[diagonal])

FN u64 adm_masked(i32 left, i32 square_shift, i32 shift)
{
    return (u64)adm_cube(adm_square(left, square_shift), left, shift);
}

/* Lane x of row y of the region. energy(v) is a sample's. */
#define ADM_ADD_LANES(level, energy)                                                               \
    {                                                                                              \
        i32 row = y + p.region.y0;                                                                 \
        i32 above = mirror_index_mixed(row - 1, p.height);                                         \
        i32 below = mirror_index_mixed(row + 1, p.height);                                         \
        u64 sum[ADM_SUMS] = { 0, 0, 0, 0, 0, 0, 0, 0, 0 };                                         \
        for (i32 column = p.region.x0 + x; column < p.region.x1; column += ADM_LANES) {            \
            i32 adm, aim;                                                                          \
            ADM_THRESHOLD(level, ADM_BANDS, 0, adm)                                                \
            ADM_THRESHOLD(level, 0, 1, aim)                                                        \
            UNROLL(3)                                                                              \
            for (i32 band = 0; band < ADM_BANDS; band++) {                                         \
                sum[band] += energy(details[AT(0, band, column, row)]);                            \
                sum[3 + band] += ADM_MASKED(level, band, adm, band == 2);                          \
                sum[6 + band] += ADM_MASKED(level, ADM_BANDS + band, aim, band == 2);              \
            }                                                                                      \
        }                                                                                          \
        UNROLL(9)                                                                                  \
        for (i32 i = 0; i < ADM_SUMS; i++)                                                         \
            lanes[AT(3, i, x, p.slot + y)] = sum[i];                                               \
    }

#define ADM_ENERGY0(v) adm_energy0(v)
#define ADM_ENERGY1(v) adm_energy1(v, p.square_shift, p.energy_shift)

ROW_KERNEL(4, adm_lanes_i16, AdmSumParams,
           (IN(i16, details), IN(i16, parts), IN(u16, neighbours),
            OUT(u64, lanes))){ ADM_ADD_LANES(0, ADM_ENERGY0) }

ROW_KERNEL(4, adm_lanes_i32, AdmSumParams,
           (IN(i32, details), IN(i32, parts), IN(i32, neighbours),
            OUT(u64, lanes))){ ADM_ADD_LANES(1, ADM_ENERGY1) }

/* Sum x of row y, of all levels. */
ROW_KERNEL(2, adm_lane_sums, AdmTotalParams, (IN(u64, lanes), OUT(u64, rows)))
{
    i32 level = (y >= p.first_row[1]) + (y >= p.first_row[2]) + (y >= p.first_row[3]);
    u64 sum = 0;
    UNROLL(8)
    for (i32 i = 0; i < ADM_LANES; i++)
        sum += lanes[AT(0, x, i, y)];
    rows[AT(1, 0, x, y)] = x < ADM_BANDS ? adm_energy_row(sum, p.energy_rows[level])
                                         : adm_mask_row(sum, p.mask_rows[level]);
}

/* Item y: fold y mod ADM_FOLDS of a level's rows. */
ROW_KERNEL(2, adm_fold, AdmTotalParams, (IN(u64, rows), OUT(u64, folds)))
{
    i32 level = y / ADM_FOLDS, end = p.first_row[level + 1];
    u64 sum = 0;
    UNROLL(4)
    for (i32 row = p.first_row[level] + y % ADM_FOLDS; row < end; row += ADM_FOLDS)
        sum += rows[AT(0, 0, x, row)];
    folds[AT(1, 0, x, y)] = sum;
}

/* Sum x of level y. */
ROW_KERNEL(2, adm_total, AdmTotalParams, (IN(u64, folds), OUT(u64, sums)))
{
    u64 sum = 0;
    UNROLL(8)
    for (i32 i = 0; i < ADM_FOLDS; i++)
        sum += folds[AT(0, 0, x, ADM_FOLDS * y + i)];
    sums[AT(1, 0, ADM_SUMS * y + x, 0)] = sum;
}

#endif
