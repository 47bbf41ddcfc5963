/* What the wide evaluation of ciede (kernel/ciede/wide.h) is given. */
#ifndef EVQ_METRIC_CIEDE_WIDE_H
#define EVQ_METRIC_CIEDE_WIDE_H

#include "kernel/ciede/params.h"

/* Params for the same pictures as these. */
CiedeWideParams evq_ciede_wide_params(const CiedeParams *params);

/* Fills WIDE_TABLE_SIZE / 2 doubles, WIDE_TABLE_.. of params.h. */
void evq_ciede_wide_table(u64 *table);

#endif
