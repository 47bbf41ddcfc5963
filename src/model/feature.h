/* Which metric gives a feature of a model. */
#ifndef EVQ_MODEL_FEATURE_H
#define EVQ_MODEL_FEATURE_H

typedef struct EvqFeatureSource {
    const char *feature; /* as model files name it */
    const char *metric;
    const char *output; /* as reports name it */
} EvqFeatureSource;

/* NULL: no metric gives it. Static storage. */
const EvqFeatureSource *evq_feature_source(const char *feature);

#endif
