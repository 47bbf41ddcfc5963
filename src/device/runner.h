/* Running the plans of a session, whatever the engine. */
#ifndef EVQ_DEVICE_RUNNER_H
#define EVQ_DEVICE_RUNNER_H

#include "device/engine.h"

typedef struct EvqRunner EvqRunner;

/* Plans and engine must outlive the runner, the array of plans need not. A runner is used by one
 * thread at a time; several runners of an engine work side by side. */
int evq_runner_open(EvqRunner **runner, const EvqEngine *engine, const EvqPlan *const *plan,
                    size_t plans, EvqError *error);

/* Runs the plans with wanted[i] != 0 on pictures, by EvqPlanInput; those that no wanted plan reads
 * may be empty. result[i] points to the result buffer of plan i until the next run, and stays what
 * it is for a plan without stages. */
int evq_runner_run(EvqRunner *runner, const EvqFrame *const frame[EVQ_PLAN_INPUTS],
                   const unsigned char *wanted, const void **result, EvqError *error);

void evq_runner_close(EvqRunner **runner);

#endif
