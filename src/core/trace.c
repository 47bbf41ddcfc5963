/* Tracing a metric's plan on a device or a level of the CPU against the lowest level. */
#include "core/session.h"
#include "device/dummy/dummy.h"
#include "device/trace.h"

static int reads_previous(const EvqPlan *plan)
{
    for (int b = 0; b < plan->buffers; b++)
        if (plan->buffer[b].kind == EVQ_BUFFER_INPUT && plan->buffer[b].input == EVQ_INPUT_PREVIOUS)
            return 1;
    return 0;
}

/* `device` NULL: a device of the session's level, on whole planes as well. */
static int trace_plan(EvqTrace *trace, const EvqSession *session, EvqDevice *device,
                      const EvqFrame *const frame[EVQ_PLAN_INPUTS], EvqError *error)
{
    EvqDevice *expected = NULL, *level = NULL;
    int status = evq_dummy_open_sound(&expected, evq_cpu_level(~0u), error);
    if (status == EVQ_OK && !device)
        status = evq_dummy_open_sound(&level, session->team.engine[0].level, error);
    if (status == EVQ_OK)
        status = evq_trace_plan(trace, &session->instance[0]->variant[0].plan, expected,
                                device ? device : level, frame, error);
    evq_device_close(&level);
    evq_device_close(&expected);
    return status;
}

int evq_trace(EvqTrace *trace, const char *metric, EvqDevice *device, unsigned cpumask,
              const EvqFrame *reference, const EvqFrame *distorted, const EvqFrame *previous,
              EvqError *error)
{
    const EvqFrame *const frame[EVQ_PLAN_INPUTS] = { reference, distorted, previous };
    EvqConfig config = evq_config_default();
    EvqFormat format = reference->format;
    EvqSession *session;
    *trace = (EvqTrace){ 0 };
    config.threads = 1;
    config.cpumask = cpumask;
    format.opacity = (reference->format.opacity ? EVQ_OPACITY_REFERENCE : 0) |
                     (distorted->format.opacity ? EVQ_OPACITY_DISTORTED : 0);
    int status = evq_session_open_on(&session, &config, &format, device, error);
    if (status < 0)
        return status;
    status = evq_session_add_metric(session, metric, error);
    for (int i = 0; i < EVQ_PLAN_INPUTS && status >= 0; i++)
        if (frame[i])
            status = evq_session_check_frame(
                session, frame[i], "traced",
                i == EVQ_INPUT_DISTORTED ? EVQ_OPACITY_DISTORTED : EVQ_OPACITY_REFERENCE, error);
    if (status >= 0 && (previous || !reads_previous(&session->instance[0]->variant[0].plan)))
        status = trace_plan(trace, session, device, frame, error);
    evq_session_close(&session);
    return status;
}
