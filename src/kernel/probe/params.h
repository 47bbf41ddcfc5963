/* Params of the probe kernel. */
#ifndef EVQ_PROBE_PARAMS_H
#define EVQ_PROBE_PARAMS_H

#include "kernel/port/port.h"

typedef struct ProbeParams {
    Geometry g;
} ProbeParams;

#endif
