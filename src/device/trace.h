/* Where two devices part: a plan run on both, stage by stage. */
#ifndef EVQ_DEVICE_TRACE_H
#define EVQ_DEVICE_TRACE_H

#include "device/device.h"

/* Returns 1 with the first element that differs after the first stage (or filling of a border)
 * after which any does, 0 when none does, or a failure. Two NaNs are no difference. */
int evq_trace_plan(EvqTrace *trace, const EvqPlan *plan, EvqDevice *expected, EvqDevice *got,
                   const EvqFrame *const frame[EVQ_PLAN_INPUTS], EvqError *error);

/* Whether an output of a stage is compared: not where rows are finished in place by the next stage
 * that uses them once all before are done, as a replay does with samples left undecided, which need
 * not be the same on all devices. */
int evq_trace_compares(const EvqPlan *plan, int stage, int output);

#endif
