/* Params of the adm kernels. */
#ifndef EVQ_ADM_PARAMS_H
#define EVQ_ADM_PARAMS_H

#include "kernel/port/port.h"

#define ADM_LEVELS 4
#define ADM_BANDS  3  /* h, v, d */
#define ADM_SUMS   9  /* of a level: of the reference, of adm and of aim, each of h, v and d */
#define ADM_LANES  64 /* work-items that share a row */
#define ADM_FOLDS  32 /* sums of rows of a level, before its totals */

/* Columns x0 .. x1 - 1 of rows y0 .. y1 - 1. */
typedef struct AdmRegion {
    i32 x0, x1, y0, y1;
} AdmRegion;

/* The transform of a level and the split of its details. */
typedef struct AdmParams {
    Geometry g;
    i32 width, height; /* of what is transformed */
    i32 depth;         /* bits of its samples, at level 0 */
    i32 column_shift;  /* at levels 1 and above: after the pass along columns, 0 or 16 */
    i32 row_shift;     /* and after that along rows, 15 or 16 */
    i32 limit;         /* of the enhancement gain, where that is an integer, else 0 */
    i32 limit_cap;     /* the largest value that may be multiplied by it */
    u32 weight[2];     /* of the masking band: of h and v, of d */
    AdmRegion window;  /* of the bands: the region with the neighbours that it needs */
    u64 limit_bits;    /* the limit as a double */
} AdmParams;

/* The sums over the region of a level, section 6 and 7. Shifts that round a sum: those of a sample
 * and those of a row. */
typedef struct AdmSumParams {
    Geometry g;
    AdmRegion region;  /* in the buffers that are read */
    i32 square_shift;  /* of the reference: of a squared sample, at levels 1 and above */
    i32 energy_shift;  /* of the reference: of a sample, at levels 1 and above */
    i32 energy_rows;   /* and of a row */
    i32 mask_shift[2]; /* of adm and aim: of a sample of h and v, of d */
    i32 mask_rows;     /* and of a row */
    u32 weight[2];
    i32 with_aim;
    i32 slot;          /* of the first sum in the result; where lanes add, the first row */
    i32 width, height; /* of a band, where lanes add */
} AdmSumParams;

/* Sums of rows, of all levels one below the other. */
typedef struct AdmTotalParams {
    Geometry g;
    i32 first_row[ADM_LEVELS + 1];
    i32 energy_rows[ADM_LEVELS], mask_rows[ADM_LEVELS]; /* as above */
} AdmTotalParams;

/* The passes along rows, with the sums of the reference. */
typedef struct AdmRowParams {
    Geometry g;
    i32 shift; /* at levels 1 and above, 15 or 16 */
    AdmRegion window, region;
    i32 square_shift, energy_shift, energy_rows, slot; /* as above */
} AdmRowParams;

#endif
