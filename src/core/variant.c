#include "core/variant.h"

#include "core/error.h"

#include <stdlib.h>

int evq_variant_open(EvqVariant *variant, const EvqOrder *order, EvqForm form,
                     EvqEvaluation evaluation, EvqMetricOutputs *outputs, EvqError *error)
{
    const EvqMetric *metric = order->metric;
    *outputs = (EvqMetricOutputs){ 0 };
    variant->plan = (EvqPlan){ .evaluation = evaluation };
    variant->state = calloc(1, metric->state_size);
    if (!variant->state)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: metric %s", metric->info.name);
    evq_options_default(&metric->options, variant->state);
    int status = evq_options_parse(&metric->options, variant->state, metric->info.name,
                                   order->options, error);
    if (status == EVQ_OK && order->format->model == EVQ_MODEL_RGB && !metric->rgb)
        status = evq_fail(error, EVQ_E_INPUT, "%s scores YUV pictures, these are RGB",
                          metric->info.name);
    if (status == EVQ_OK)
        status = metric->init(variant->state, order->format, &variant->plan, outputs, error);
    if (status < 0) {
        free(variant->state);
        variant->state = NULL;
        return status;
    }
    evq_plan_choose(&variant->plan, form);
    return EVQ_OK;
}

void evq_variant_close(EvqVariant *variant, const EvqMetric *metric)
{
    if (metric->destroy && variant->state)
        metric->destroy(variant->state);
    free(variant->state);
    variant->state = NULL;
}
