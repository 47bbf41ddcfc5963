/* Parts of ssimulacra2: options and colours, plan, score. */
#ifndef EVQ_METRIC_SSIMULACRA2_H
#define EVQ_METRIC_SSIMULACRA2_H

#include "kernel/ssimulacra2/params.h"
#include "metric/metric.h"

enum {
    SSIMULACRA2_SCALES = 6,
    SSIMULACRA2_MAPS = 9, /* channels X, Y, B; kinds ssim, ringing, detail lost */
    SSIMULACRA2_RESULTS = SSIMULACRA2_MAPS * SSIMULACRA2_DIGITS, /* of a scale */
};

/* Choices of the colour options; 0 is "auto" until the format is known. */
enum { SSIMULACRA2_OFFICIAL, SSIMULACRA2_EXACT };
enum { SSIMULACRA2_MATRIX_AUTO, SSIMULACRA2_709, SSIMULACRA2_601, SSIMULACRA2_2020 };
enum { SSIMULACRA2_RANGE_AUTO, SSIMULACRA2_LIMITED, SSIMULACRA2_FULL };
enum { SSIMULACRA2_TRANSFER_AUTO, SSIMULACRA2_SRGB, SSIMULACRA2_POWER };
enum { SSIMULACRA2_CHROMA_AUTO, SSIMULACRA2_NEAREST_CHROMA, SSIMULACRA2_LEFT, SSIMULACRA2_CENTRE };

typedef struct Ssimulacra2Scale {
    int width, height;
} Ssimulacra2Scale;

typedef struct Ssimulacra2 {
    int profile, matrix, range, transfer, chroma;
    int passes; /* over backgrounds, where pictures are transparent: the lowest score counts */
    int scales;
    Ssimulacra2Scale scale[SSIMULACRA2_SCALES];
} Ssimulacra2;

/* The scales of a picture; their number, 0 when it is too small. */
int evq_ssimulacra2_scales(int width, int height, Ssimulacra2Scale scale[SSIMULACRA2_SCALES]);

/* Whether map 3 * channel + kind of a scale has a weight. */
int evq_ssimulacra2_counts(int scales, int scale, int map);

/* The result is SSIMULACRA2_RESULTS sums of each scale of each pass. */
void evq_ssimulacra2_plan(const Ssimulacra2 *s, const EvqFormat *format, EvqPlan *plan);

/* From the sums of one pass. */
double evq_ssimulacra2_score(const Ssimulacra2 *s, const uint64_t *result);

#endif
