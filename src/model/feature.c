#include "model/feature.h"

#include <stddef.h>
#include <string.h>

static const EvqFeatureSource sources[] = {
    { "VMAF_integer_feature_adm2_score", "adm", "integer_adm2" },
    { "VMAF_integer_feature_adm3_score", "adm", "integer_adm3" },
    { "VMAF_integer_feature_aim_score", "adm", "integer_aim" },
    { "integer_adm_scale0", "adm", "integer_adm_scale0" },
    { "integer_adm_scale1", "adm", "integer_adm_scale1" },
    { "integer_adm_scale2", "adm", "integer_adm_scale2" },
    { "integer_adm_scale3", "adm", "integer_adm_scale3" },
    { "VMAF_integer_feature_motion_score", "motion", "integer_motion" },
    { "VMAF_integer_feature_motion2_score", "motion", "integer_motion2" },
    { "VMAF_integer_feature_motion3_score", "motion", "integer_motion3" },
    { "VMAF_integer_feature_vif_scale0_score", "vif", "integer_vif_scale0" },
    { "VMAF_integer_feature_vif_scale1_score", "vif", "integer_vif_scale1" },
    { "VMAF_integer_feature_vif_scale2_score", "vif", "integer_vif_scale2" },
    { "VMAF_integer_feature_vif_scale3_score", "vif", "integer_vif_scale3" },
};

const EvqFeatureSource *evq_feature_source(const char *feature)
{
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (strcmp(sources[i].feature, feature) == 0)
            return &sources[i];
    return NULL;
}
