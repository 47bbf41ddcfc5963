#include "device/runner.h"

#include "core/error.h"
#include "device/cpu/runner.h"
#include "device/plan_runner.h"

#include <stdlib.h>

struct EvqRunner {
    const EvqEngine *engine;
    EvqPlanRunner *on_device; /* NULL: the CPU */
    size_t plans;
    struct {
        const EvqPlan *plan;
        EvqCpuRunner *cpu; /* opened when the plan is first run */
    } plan[];
};

int evq_runner_open(EvqRunner **out, const EvqEngine *engine, const EvqPlan *const *plan,
                    size_t plans, EvqError *error)
{
    EvqRunner *runner = calloc(1, sizeof *runner + plans * sizeof *runner->plan);
    *out = runner;
    if (!runner)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a runner");
    runner->engine = engine;
    runner->plans = plans;
    for (size_t i = 0; i < plans; i++)
        runner->plan[i].plan = plan[i];
    int status = EVQ_OK;
    if (engine->device)
        status = evq_plan_runner_open(&runner->on_device, engine->device, plan, plans, error);
    if (status < 0)
        evq_runner_close(out);
    return status;
}

void evq_runner_close(EvqRunner **out)
{
    EvqRunner *runner = *out;
    if (!runner)
        return;
    evq_plan_runner_close(&runner->on_device);
    for (size_t i = 0; i < runner->plans; i++)
        evq_cpu_runner_close(&runner->plan[i].cpu);
    free(runner);
    *out = NULL;
}

static int run_on_cpu(EvqRunner *runner, size_t i, const EvqFrame *const frame[EVQ_PLAN_INPUTS],
                      const void **result, EvqError *error)
{
    EvqCpuRunner **cpu = &runner->plan[i].cpu;
    int status = EVQ_OK;
    if (!*cpu)
        status = evq_cpu_runner_open(cpu, runner->plan[i].plan, runner->engine->level, error);
    return status < 0 ? status : evq_cpu_runner_run(*cpu, frame, result, error);
}

int evq_runner_run(EvqRunner *runner, const EvqFrame *const frame[EVQ_PLAN_INPUTS],
                   const unsigned char *wanted, const void **result, EvqError *error)
{
    if (runner->on_device)
        return evq_plan_runner_run(runner->on_device, frame, wanted, result, error);
    int status = EVQ_OK;
    for (size_t i = 0; i < runner->plans && status == EVQ_OK; i++)
        if (wanted[i] && runner->plan[i].plan->stages)
            status = run_on_cpu(runner, i, frame, &result[i], error);
    return status;
}
