/* What a session computes on: the CPU at some level, or a device. The one place where a backend is
 * chosen. */
#ifndef EVQ_DEVICE_ENGINE_H
#define EVQ_DEVICE_ENGINE_H

#include "device/cpu/level.h"
#include "device/device.h"

typedef struct EvqEngine {
    const EvqCpuLevel *level; /* also of the host's part of a device session */
    EvqDevice *device;        /* NULL: the CPU */
    int borrowed;             /* 1: the device is closed by someone else */
    char notice[512];         /* why the choice passed over a device; "": it did not */
} EvqEngine;

/* Opens what the configuration asks for. EVQ_E_DEVICE: it is not there or unfit; with
 * EVQ_BACKEND_AUTO the CPU takes its place. */
int evq_engine_open(EvqEngine *engine, const EvqConfig *config, EvqError *error);
void evq_engine_close(EvqEngine *engine);

/* Leaves the device for the CPU; no runner of it may be open. */
void evq_engine_fall_back(EvqEngine *engine, const char *reason);

/* The form of a plan that suits it. */
EvqForm evq_engine_form(const EvqEngine *engine);

/* "cpu", or the device's label. */
const char *evq_engine_name(const EvqEngine *engine);
/* The number of runners for a configured number of threads, 0: as many as suit it. */
int evq_engine_runners(const EvqEngine *engine, int configured);

#endif
