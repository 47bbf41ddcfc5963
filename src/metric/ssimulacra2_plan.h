/* Building the plan of ssimulacra2. */
#ifndef EVQ_METRIC_SSIMULACRA2_PLAN_H
#define EVQ_METRIC_SSIMULACRA2_PLAN_H

#include "metric/ssimulacra2.h"

/* Columns beside a picture that kernels may touch. */
#define SSIMULACRA2_MARGIN 8

typedef struct Ssimulacra2Build {
    const Ssimulacra2 *s;
    const EvqFormat *format;
    EvqPlan *plan;
    EvqForm form;      /* of the stages that are added */
    int width, height; /* of the scale */
    Ssimulacra2Params params;
    Ssimulacra2ColourParams colour;
} Ssimulacra2Build;

/* A buffer of floats as large as the scale. */
int evq_ssimulacra2_rows(const Ssimulacra2Build *b, int planes);
EvqStage *evq_ssimulacra2_stage(const Ssimulacra2Build *b, EvqKernelId kernel, int columns,
                                int items, const void *params, size_t params_bytes);
/* The size of a scale and the maps to sum, in the params too. */
void evq_ssimulacra2_set_scale(Ssimulacra2Build *b, int pass, int scale);

int evq_ssimulacra2_is_exact(const Ssimulacra2Build *b);
int evq_ssimulacra2_is_deep(const Ssimulacra2Build *b);

/* ---- Input ---- */

void evq_ssimulacra2_set_colour(Ssimulacra2Build *b);
/* The sRGB curve, or the pure power, which is 0 where it is negligible. */
Ssimulacra2PowerParams evq_ssimulacra2_power(const Ssimulacra2Build *b);
void evq_ssimulacra2_read_plane(const Ssimulacra2Build *b, EvqStage *stage, int input, int plane);
/* Encoded R, G, B of both pictures; then their light in a pass. They return the buffer. */
int evq_ssimulacra2_encoded(const Ssimulacra2Build *b);
int evq_ssimulacra2_linear(const Ssimulacra2Build *b, int encoded, int pass);

/* ---- The form for devices that run items side by side ---- */

/* Whether it begins with samples, without a buffer of linear light. */
int evq_ssimulacra2_wide_from_samples(const Ssimulacra2Build *b);
/* The buffer of sums of all passes and scales: a row for each lane. */
int evq_ssimulacra2_wide_lanes(const Ssimulacra2Build *b);
void evq_ssimulacra2_wide_pass(Ssimulacra2Build *b, int pass, int linear, int lanes);
void evq_ssimulacra2_wide_total(const Ssimulacra2Build *b, int lanes);

#endif
