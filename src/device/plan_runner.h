/*
 * Running the plans of a session on a device that keeps whole planes. A runner is one slot: it has
 * its own queue, planes and scratch memory, and runs one frame pair at a time; the runners of
 * several threads keep several pairs in flight.
 */
#ifndef EVQ_DEVICE_PLAN_RUNNER_H
#define EVQ_DEVICE_PLAN_RUNNER_H

#include "device/device.h"

typedef struct EvqPlanRunner EvqPlanRunner;

/* Builds the kernels and allocates all that running the plans needs. Plans and device must outlive
 * the runner. */
int evq_plan_runner_open(EvqPlanRunner **runner, EvqDevice *device, const EvqPlan *const *plan,
                         size_t plans, EvqError *error);

/* Runs the plans with wanted[i] != 0 on pictures; result[i] points to the result buffer of plan i
 * until the next run. Planes that several plans read are uploaded once. */
int evq_plan_runner_run(EvqPlanRunner *runner, const EvqFrame *const frame[EVQ_PLAN_INPUTS],
                        const unsigned char *wanted, const void **result, EvqError *error);

/* Runs every plan so many times on the pictures uploaded last, without transfers: for measuring. */
int evq_plan_runner_repeat(EvqPlanRunner *runner, int times, EvqError *error);

void evq_plan_runner_close(EvqPlanRunner **runner);

#endif
