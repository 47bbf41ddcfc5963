/* How one engine computes a metric: its plan, in the form and the evaluation that suit. */
#ifndef EVQ_CORE_VARIANT_H
#define EVQ_CORE_VARIANT_H

#include "device/engine.h"
#include "metric/metric.h"

typedef struct EvqVariant {
    void *state;
    EvqPlan plan;
} EvqVariant;

/* A metric as it was asked for. */
typedef struct EvqOrder {
    const EvqMetric *metric;
    const char *options;
    const EvqFormat *format;
} EvqOrder;

/* Fails as EvqMetric.init and evq_options_parse() do; nothing is to be freed then. */
int evq_variant_open(EvqVariant *variant, const EvqOrder *order, EvqForm form,
                     EvqEvaluation evaluation, EvqMetricOutputs *outputs, EvqError *error);
void evq_variant_close(EvqVariant *variant, const EvqMetric *metric);

#endif
