/* float_vif: the blur kernels and resampling tables of a session (host side). */
#ifndef EVQ_METRIC_FLOAT_VIF_KERNEL_H
#define EVQ_METRIC_FLOAT_VIF_KERNEL_H

#include "kernel/port/port.h"

#define EVQ_VIF_SCALES   4
#define EVQ_VIF_MAX_TAPS 65

/* Whether a kernel scale is one that the metric accepts (float_vif.md section 5). */
int evq_vif_kernelscale_valid(double kernelscale);

/* Odd number of taps of scale 0 .. 3. */
int evq_vif_taps_count(double kernelscale, int scale);

/* The normalised taps for a count. */
void evq_vif_taps(int count, f32 taps[EVQ_VIF_MAX_TAPS]);

typedef enum EvqVifResample {
    EVQ_VIF_NEAREST,
    EVQ_VIF_BILINEAR,
    EVQ_VIF_BICUBIC,
    EVQ_VIF_LANCZOS4,
} EvqVifResample;

/* Source samples per direction that a method uses. */
int evq_vif_resample_taps(EvqVifResample method);

/*
 * Tabulates one direction: for each of `to` output positions the source positions, then the bits
 * of the weights, 2 * evq_vif_resample_taps() values. Returns 0, or -1 when `from` is so small that
 * a position would fall outside the source.
 */
int evq_vif_resample_table(EvqVifResample method, int from, int to, i32 *table);

#endif
