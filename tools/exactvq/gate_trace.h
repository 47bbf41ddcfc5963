/* exactvq gate --trace: the kernel in which a cell's scores begin to differ. */
#ifndef EVQ_TOOL_GATE_TRACE_H
#define EVQ_TOOL_GATE_TRACE_H

#include "gate_result.h"
#include "gate_run.h"

/* The pairs of a source, from its beginning; settles row->trace where the row's first difference
 * is. A fault of the device is no failure: it finds nothing then. */
int evq_cli_gate_trace(EvqGateRow *row, const EvqMetricList *metrics, const EvqPairSource *source,
                       EvqError *error);

#endif
