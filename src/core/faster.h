/* Which evaluation of a metric is the faster one on a device: measured once, then kept. */
#ifndef EVQ_CORE_FASTER_H
#define EVQ_CORE_FASTER_H

#include "core/device_key.h"
#include "core/variant.h"

/* For an engine that is free. The scores are the same; what cannot be measured is computed in the
 * engine's own evaluation. */
EvqEvaluation evq_faster_evaluation(const EvqOrder *order, const EvqEngine *engine);

/* Where the answer is kept, as "quick\n" or "pair\n". */
EvqCacheKey evq_faster_key(const EvqOrder *order, const EvqEngine *engine);

#endif
