/*
 * Running the plans of a session on a device that keeps whole planes. A runner is one slot: it has
 * its own queue, planes and scratch memory, and runs one frame pair at a time; the runners of
 * several threads keep several pairs in flight.
 */
#ifndef EVQ_DEVICE_PLAN_RUNNER_H
#define EVQ_DEVICE_PLAN_RUNNER_H

#include "device/device.h"
#include "device/placement.h"

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

/* The same with one stage of one plan alone. */
int evq_plan_runner_repeat_stage(EvqPlanRunner *runner, size_t plan, int stage, int times,
                                 EvqError *error);

/*
 * Going through one plan stage by stage, for tracing. Every buffer keeps its own memory, which
 * holds zeros at first, so that what is read does not depend on what else was run.
 */
int evq_plan_runner_open_steps(EvqPlanRunner **runner, EvqDevice *device, const EvqPlan *plan,
                               EvqError *error);
int evq_plan_runner_upload(EvqPlanRunner *runner, const EvqFrame *const frame[EVQ_PLAN_INPUTS],
                           EvqError *error);
int evq_plan_runner_step(EvqPlanRunner *runner, int stage, EvqError *error);
/* The kernel that fills a buffer's border once a stage was run, EVQ_KERNEL_COUNT: none does. */
EvqKernelId evq_plan_runner_border(const EvqPlanRunner *runner, int stage, int buffer);
int evq_plan_runner_fill(EvqPlanRunner *runner, int buffer, EvqError *error);
/* How a buffer that stages write lies in memory. */
const EvqPlace *evq_plan_runner_place(const EvqPlanRunner *runner, int buffer);
/* Reads such a buffer whole and waits for it. */
int evq_plan_runner_read(EvqPlanRunner *runner, int buffer, void *to, EvqError *error);

void evq_plan_runner_close(EvqPlanRunner **runner);

#endif
