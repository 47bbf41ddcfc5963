/* Adding to a plan the sum of binary64 terms in raster order, in a form for every device. */
#ifndef EVQ_METRIC_TOTAL_H
#define EVQ_METRIC_TOTAL_H

#include "plan/plan.h"

#define EVQ_TOTAL_PLANES 4

/*
 * Sums each sub-plane (1, 2 or 4) of `terms`, width x height bits of doubles, into the plan's
 * result, which holds u64, from `slot` on. A total is the bits of a double S such that the float
 * nearest to S / count is that of the sum in raster order; count is width * height.
 */
void evq_plan_totals(EvqPlan *plan, int terms, int width, int height, int planes, int slot);

#endif
