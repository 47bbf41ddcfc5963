/* What a plan is computed on: the CPU at some level, or a device. */
#ifndef EVQ_DEVICE_ENGINE_H
#define EVQ_DEVICE_ENGINE_H

#include "device/cpu/level.h"
#include "device/device.h"

typedef struct EvqEngine {
    const EvqCpuLevel *level; /* also of the host's part of a device session */
    EvqDevice *device;        /* NULL: the CPU */
    int borrowed;             /* 1: the device is closed by someone else */
    EvqEvaluation evaluation; /* that suits it in general */
    int is_free;              /* 1: each metric may take a faster one */
} EvqEngine;

/* On the CPU where the device is NULL. */
EvqEngine evq_engine(const EvqCpuLevel *level, EvqDevice *device);
void evq_engine_close(EvqEngine *engine);

/* Whether another evaluation may be faster for some metric: a graphics card with fp64 computes with
 * pairs of floats as well, and much faster where its fp64 is slow. */
int evq_engine_has_choice(const EvqEngine *engine);

/* The form of a plan that suits it. */
EvqForm evq_engine_form(const EvqEngine *engine);

/* "cpu", or the device's label. */
const char *evq_engine_name(const EvqEngine *engine);
/* The number of runners for a configured number of threads, 0: as many as suit it. */
int evq_engine_runners(const EvqEngine *engine, int configured);

#endif
