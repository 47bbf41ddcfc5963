/*
 * float_ssim and float_ms_ssim on devices that run thousands of work-items side by side: what
 * the window filters is made on the way, and so are the terms, since memory is what they wait for.
 * The arithmetic is that of ssim.h and weighted.h, in the same order.
 */
#ifndef EVQ_SSIM_WIDE_K_H
#define EVQ_SSIM_WIDE_K_H

#include "kernel/math/widen.h"
#include "kernel/ssim/ssim.h"

/*
 * Images made from samples hold 0 and floats of at least 2^-16, and their filtered products 0 and
 * floats of at least 2^-36: such floats can be widened without a conversion, which is slow. Those
 * of the coarser scales may be negative or tiny.
 */
#define SSIM_WIDEN_SAMPLES(v, k) f64_beside_f32(v, k)
#define SSIM_NARROW_SAMPLES      f32_of_sum_beside
#define SSIM_WIDEN_IMAGES(v, k)  f64_of_f32(v)
#define SSIM_NARROW_IMAGES       f32_of_f64

/* v times tap k, widened. The taps are symmetric: sums that weigh a value alike share it. */
#define SSIM_FOLD(k)               ((k) < SSIM_TAPS / 2 ? (k) : SSIM_TAPS - 1 - (k))
#define SSIM_TIMES_TAP(v, k, KIND) SSIM_WIDEN_##KIND((v)*ssim_taps[SSIM_FOLD(k)], SSIM_FOLD(k))

/* ---- Section 4, rows: item y makes columns 8 x .. 8 x + 7, which share what they read ---- */

#define SSIM_REACH   (SSIM_COLUMNS + SSIM_TAPS - 1)

/* Sub-plane `plane` of `out`, buffer `index`, from the values v under the taps. */
#define SSIM_ACROSS(out, index, plane, v, KIND)                                                    \
    {                                                                                              \
        F64 s[SSIM_COLUMNS];                                                                       \
        UNROLL(8)                                                                                  \
        for (i32 c = 0; c < SSIM_COLUMNS; c++) {                                                   \
            s[c] = f64_of_i32(0);                                                                  \
            UNROLL(11)                                                                             \
            for (i32 k = 0; k < SSIM_TAPS; k++)                                                    \
                s[c] = f64_add(s[c], SSIM_TIMES_TAP(v[c + k], k, KIND));                           \
        }                                                                                          \
        UNROLL(2)                                                                                  \
        for (i32 c = 0; c < SSIM_COLUMNS; c += 4) {                                                \
            F32Quad quad;                                                                          \
            quad.x = SSIM_NARROW_##KIND(s[c]), quad.y = SSIM_NARROW_##KIND(s[c + 1]);              \
            quad.z = SSIM_NARROW_##KIND(s[c + 2]), quad.w = SSIM_NARROW_##KIND(s[c + 3]);          \
            f32_quad_store(out + AT(index, plane, SSIM_COLUMNS * x + c, y), quad);                 \
        }                                                                                          \
    }

#define SSIM_PRODUCT_ACROSS(out, index, plane, a, b, KIND)                                         \
    {                                                                                              \
        f32 v[SSIM_REACH];                                                                         \
        UNROLL(18)                                                                                 \
        for (i32 k = 0; k < SSIM_REACH; k++)                                                       \
            v[k] = a[k] * b[k];                                                                    \
        SSIM_ACROSS(out, index, plane, v, KIND)                                                    \
    }

/* The five images of section 5, filtered along rows. REF and DIS: the sample at `column`. Columns
 * past the last are made of the last; nothing reads them. */
#define SSIM_WIDE_H(n, name, list, index, REF, DIS, KIND)                                          \
    ROW_KERNEL(n, name, SsimParams, list)                                                          \
    {                                                                                              \
        f32 a[SSIM_REACH], b[SSIM_REACH];                                                          \
        UNROLL(18)                                                                                 \
        for (i32 k = 0; k < SSIM_REACH; k++) {                                                     \
            i32 column = SSIM_COLUMNS * x + k;                                                     \
            column = column < p.width ? column : p.width - 1;                                      \
            a[k] = REF;                                                                            \
            b[k] = DIS;                                                                            \
        }                                                                                          \
        SSIM_ACROSS(out, index, 0, a, KIND)                                                        \
        SSIM_ACROSS(out, index, 1, b, KIND)                                                        \
        SSIM_PRODUCT_ACROSS(out, index, 2, a, a, KIND)                                             \
        SSIM_PRODUCT_ACROSS(out, index, 3, b, b, KIND)                                             \
        SSIM_PRODUCT_ACROSS(out, index, 4, a, b, KIND)                                             \
    }

SSIM_WIDE_H(3, ssim_wide_h_u8, (IN(u8, ref), IN(u8, dis), OUT(f32, out)), 2,
            ssim_sample(ref[AT(0, 0, column, y)], p.scale),
            ssim_sample(dis[AT(1, 0, column, y)], p.scale), SAMPLES)
SSIM_WIDE_H(3, ssim_wide_h_u16, (IN(u16, ref), IN(u16, dis), OUT(f32, out)), 2,
            ssim_sample(ref[AT(0, 0, column, y)], p.scale),
            ssim_sample(dis[AT(1, 0, column, y)], p.scale), SAMPLES)
SSIM_WIDE_H(2, ssim_wide_h_f32, (IN(f32, image), OUT(f32, out)), 1, image[AT(0, 0, column, y)],
            image[AT(0, 1, column, y)], IMAGES)

/* ---- Sections 4, columns, and 6: item y makes the terms of rows 8 y .. 8 y + 7 ---- */

/* The rows of filtered image j, into member `at` of the moments. */
#define SSIM_DOWN(j, at, KIND)                                                                     \
    {                                                                                              \
        F64 s[SSIM_ROWS];                                                                          \
        UNROLL(8)                                                                                  \
        for (i32 row = 0; row < SSIM_ROWS; row++)                                                  \
            s[row] = f64_of_i32(0);                                                                \
        UNROLL(18)                                                                                 \
        for (i32 k = 0; k < SSIM_TAPS + SSIM_ROWS - 1; k++) {                                      \
            f32 v = rows[AT(0, j, x, SSIM_ROWS * y + k)];                                          \
            UNROLL(8)                                                                              \
            for (i32 row = 0; row < SSIM_ROWS; row++)                                              \
                if (k >= row && k - row < SSIM_TAPS)                                               \
                    s[row] = f64_add(s[row], SSIM_TIMES_TAP(v, k - row, KIND));                    \
        }                                                                                          \
        UNROLL(8)                                                                                  \
        for (i32 row = 0; row < SSIM_ROWS; row++)                                                  \
            m[row].at = SSIM_NARROW_##KIND(s[row]);                                                \
    }

#define SSIM_WIDE_TERMS(name, KIND, STORE)                                                         \
    ROW_KERNEL(2, name, SsimParams, (IN(f32, rows), OUT(u64, terms)))                              \
    {                                                                                              \
        SsimMoments m[SSIM_ROWS];                                                                  \
        SSIM_DOWN(0, r, KIND)                                                                      \
        SSIM_DOWN(1, d, KIND)                                                                      \
        SSIM_DOWN(2, rr, KIND)                                                                     \
        SSIM_DOWN(3, dd, KIND)                                                                     \
        SSIM_DOWN(4, rd, KIND)                                                                     \
        UNROLL(8)                                                                                  \
        for (i32 row = 0; row < SSIM_ROWS; row++)                                                  \
            STORE(terms, 1, m[row], SSIM_ROWS *y + row)                                            \
    }

SSIM_WIDE_TERMS(ssim_wide_terms_samples, SAMPLES, SSIM_STORE_PRODUCT)
SSIM_WIDE_TERMS(ssim_wide_terms_images, IMAGES, SSIM_STORE_PRODUCT)
SSIM_WIDE_TERMS(ssim_wide_terms_lcs_samples, SAMPLES, SSIM_STORE_LCS)
SSIM_WIDE_TERMS(ssim_wide_terms_lcs_images, IMAGES, SSIM_STORE_LCS)
SSIM_WIDE_TERMS(ssim_wide_terms_cs_samples, SAMPLES, SSIM_STORE_CS)
SSIM_WIDE_TERMS(ssim_wide_terms_cs_images, IMAGES, SSIM_STORE_CS)

#endif
