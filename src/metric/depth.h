/* The depths that libvmaf's metrics score. */
#ifndef EVQ_METRIC_DEPTH_H
#define EVQ_METRIC_DEPTH_H

#include "kernel/port/port.h"

#include <exactvq/exactvq.h>

/* EVQ_E_INPUT, in the metric's name, for other depths than 8, 10, 12 and 16. */
int evq_depth_check(const char *metric, const EvqFormat *format, EvqError *error);

/* What samples are multiplied with to be in units of 8 bits; a power of two. */
f32 evq_depth_scale(const EvqFormat *format);

#endif
