/* Running a plan on one CPU core: a chain of stages in row bands that fit the cache. */
#ifndef EVQ_CPU_RUNNER_H
#define EVQ_CPU_RUNNER_H

#include "device/cpu/level.h"

typedef struct EvqCpuRunner EvqCpuRunner;

/* Allocates everything that running the plan needs. The plan must outlive the runner. A runner is
 * used by one thread at a time. */
int evq_cpu_runner_open(EvqCpuRunner **runner, const EvqPlan *plan, const EvqCpuLevel *level,
                        EvqError *error);

/* Runs the plan on a pair; *result points to the plan's result buffer until the next run. */
int evq_cpu_runner_run(EvqCpuRunner *runner, const EvqFrame *reference, const EvqFrame *distorted,
                       const void **result, EvqError *error);

void evq_cpu_runner_close(EvqCpuRunner **runner);

#endif
