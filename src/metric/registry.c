/* Every metric, in the order in which they are scored by default. */
#include "metric/metric.h"

#include <string.h>

extern const EvqMetric evq_metric_float_vif;
extern const EvqMetric evq_metric_psnr;
extern const EvqMetric evq_metric_float_psnr;
extern const EvqMetric evq_metric_float_ssim;
extern const EvqMetric evq_metric_float_ms_ssim;
extern const EvqMetric evq_metric_float_motion;
extern const EvqMetric evq_metric_ciede;
extern const EvqMetric evq_metric_motion;
extern const EvqMetric evq_metric_vif;
extern const EvqMetric evq_metric_adm;
extern const EvqMetric evq_metric_ssimulacra2;

static const EvqMetric *const metrics[] = {
    &evq_metric_float_vif,  &evq_metric_psnr,          &evq_metric_float_psnr,
    &evq_metric_float_ssim, &evq_metric_float_ms_ssim, &evq_metric_float_motion,
    &evq_metric_ciede,      &evq_metric_adm,           &evq_metric_vif,
    &evq_metric_motion,     &evq_metric_ssimulacra2,
};

const EvqMetricInfo *evq_metric_info(size_t index)
{
    return index < sizeof metrics / sizeof *metrics ? &metrics[index]->info : NULL;
}

const EvqMetric *evq_metric_find(const char *name)
{
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
        if (strcmp(metrics[i]->info.name, name) == 0)
            return metrics[i];
    return NULL;
}
