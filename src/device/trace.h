/* Where two devices part: a plan run on both, stage by stage. */
#ifndef EVQ_DEVICE_TRACE_H
#define EVQ_DEVICE_TRACE_H

#include "device/device.h"

/* Returns 1 with the first element that differs after the first stage (or filling of a border)
 * after which any does, 0 when none does, or a failure. Two NaNs are no difference; a buffer that
 * several stages write is compared after the last of them. */
int evq_trace_plan(EvqTrace *trace, const EvqPlan *plan, EvqDevice *expected, EvqDevice *got,
                   const EvqFrame *const frame[EVQ_PLAN_INPUTS], EvqError *error);

#endif
