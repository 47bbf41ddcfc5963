#include "device/engine.h"

#include <sched.h>

#define DEVICE_RUNNERS      (2 * EVQ_DEVICE_TURNS) /* half of them copy pictures */
#define MOST_DEVICE_RUNNERS 16

EvqEngine evq_engine(const EvqCpuLevel *level, EvqDevice *device)
{
    EvqEngine engine = { .level = level, .device = device, .evaluation = EVQ_EVALUATION_QUICK };
    if (device && !evq_device_uses_fp64(device))
        engine.evaluation = EVQ_EVALUATION_PAIR;
    engine.is_free = evq_engine_has_choice(&engine) && evq_device_is_free(device);
    return engine;
}

int evq_engine_has_choice(const EvqEngine *engine)
{
    return engine->device && evq_device_uses_fp64(engine->device) &&
           evq_device_about(engine->device)->gpu;
}

void evq_engine_close(EvqEngine *engine)
{
    if (!engine->borrowed)
        evq_device_close(&engine->device);
    engine->device = NULL;
}

EvqForm evq_engine_form(const EvqEngine *engine)
{
    return engine->device ? EVQ_FORM_SIDE_BY_SIDE : EVQ_FORM_IN_ORDER;
}

const char *evq_engine_name(const EvqEngine *engine)
{
    return engine->device ? evq_device_label(engine->device) : "cpu";
}

/* A processor has one turn, and what prepares the next picture takes cores from it. */
static int default_runners(const EvqEngine *engine)
{
    return evq_device_about(engine->device)->gpu ? DEVICE_RUNNERS : 1;
}

int evq_engine_runners(const EvqEngine *engine, int configured)
{
    cpu_set_t set;
    if (engine->device)
        return !configured                        ? default_runners(engine)
               : configured < MOST_DEVICE_RUNNERS ? configured
                                                  : MOST_DEVICE_RUNNERS;
    if (configured)
        return configured;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}
