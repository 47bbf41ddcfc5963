/* adm, docs/spec/adm.md: what its host files share. */
#ifndef EVQ_METRIC_ADM_H
#define EVQ_METRIC_ADM_H

#include "kernel/adm/params.h"
#include "plan/plan.h"

typedef struct EvqAdmOptions {
    int debug, csf_mode, ref_display_height, skip_aim, skip_scale0;
    double csf_scale, csf_diag_scale; /* of mode 1 alone, which is refused */
    double dlm_weight, gain_limit, min_val, noise_weight, norm_view_dist;
} EvqAdmOptions;

/* A level's bands: their size, the part that is summed, and the shifts of sections 6 and 7. */
typedef struct EvqAdmLevel {
    int width, height;
    AdmRegion region; /* section 6 */
    AdmRegion window; /* the region and the neighbours that its thresholds need */
    f32 weight[2];    /* W: of h and v, of d */
    u32 fixed[2];     /* q */
    int energy_shift, energy_rows, square_shift;
    int mask_shift[2], mask_rows;
} EvqAdmLevel;

/* Section 5: the weights of every level. 0, or -1 where the mode has none for this viewing
 * geometry. Mode 1 is not known here. */
int evq_adm_weights(const EvqAdmOptions *options, f32 weight[ADM_LEVELS][2]);

/* Sections 5 to 7: the levels of a picture. -1 as above. */
int evq_adm_levels(const EvqAdmOptions *options, int width, int height,
                   EvqAdmLevel level[ADM_LEVELS]);

/* Writes the plan. Its result is ADM_SUMS sums a level as 64-bit integers: of the reference, of
 * adm, of aim, each of h, v and d; those of a skipped level are 0. */
void evq_adm_plan(const EvqAdmOptions *options, const EvqFormat *format,
                  const EvqAdmLevel level[ADM_LEVELS], EvqPlan *plan);

#endif
