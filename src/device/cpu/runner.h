/* Running a plan on one CPU core: a chain of stages in row bands that fit the cache. */
#ifndef EVQ_CPU_RUNNER_H
#define EVQ_CPU_RUNNER_H

#include "device/cpu/level.h"

typedef struct EvqCpuRunner EvqCpuRunner;

/* Allocates everything that running the plan needs. Items run in order: the plan was chosen with
 * EVQ_FORM_IN_ORDER (or, to test it, side by side). The plan must outlive the runner. A runner is
 * used by one thread at a time. */
int evq_cpu_runner_open(EvqCpuRunner **runner, const EvqPlan *plan, const EvqCpuLevel *level,
                        EvqError *error);

/* Runs the plan on pictures, by EvqPlanInput; those that the plan does not read may be NULL.
 * *result points to the plan's result buffer until the next run. */
int evq_cpu_runner_run(EvqCpuRunner *runner, const EvqFrame *const picture[EVQ_PLAN_INPUTS],
                       const void **result, EvqError *error);

void evq_cpu_runner_close(EvqCpuRunner **runner);

#endif
