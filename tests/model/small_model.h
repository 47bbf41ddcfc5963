/* A model over motion, small enough to be changed by hand; everything that a file may hold. */
#ifndef EVQ_TESTS_SMALL_MODEL_H
#define EVQ_TESTS_SMALL_MODEL_H

#define SMALL_SVM                                                                                  \
    "svm_type nu_svr\\nkernel_type rbf\\ngamma 0.5\\nnr_class 2\\ntotal_sv 3\\nrho -0.25\\nSV\\n"  \
    "-1.5 1:0.25 2:0.5 \\n2 2:0.125 \\n0.75 1:-1e-1 \\n"

#define SMALL_PREDICTOR(type, slope)                                                               \
    "{ \"param_dict\": { \"C\": 4 }, \"model_dict\": {\n"                                          \
    "  \"model_type\": \"" type "\",\n"                                                            \
    "  \"norm_type\": \"linear_rescale\",\n"                                                       \
    "  \"feature_names\": [\"VMAF_integer_feature_motion2_score\",\n"                              \
    "                      \"VMAF_integer_feature_motion3_score\"],\n"                             \
    "  \"feature_opts_dicts\": [{}, { \"motion_blend_factor\": 0.5, \"motion_blend_offset\": 2,\n" \
    "                                 \"motion_moving_average\": true }],\n"                       \
    "  \"slopes\": [0.0125, 0.02, " slope "],\n"                                                   \
    "  \"intercepts\": [-0.3, -0.01, 0.125],\n"                                                    \
    "  \"score_clip\": [0, 100],\n"                                                                \
    "  \"score_transform\": { \"enabled\": false, \"p0\": 1.5, \"p1\": 1.25, \"p2\": -0.005,\n"    \
    "                         \"knots\": [[0, 1], [50, 60.5], [100, 100]],\n"                      \
    "                         \"out_gte_in\": \"true\", \"out_lte_in\": \"false\" },\n"            \
    "  \"model\": \"" SMALL_SVM "\" } }"

#define SMALL_MODEL SMALL_PREDICTOR("LIBSVMNUSVR", "0.03")
#define SMALL_COLLECTION                                                                           \
    "{ \"0\": " SMALL_PREDICTOR("BOOTSTRAP_LIBSVMNUSVR",                                           \
                                "0.03") ",\n"                                                      \
                                        "\"1\": " SMALL_PREDICTOR(                                 \
                                            "BOOTSTRAP_LIBSVMNUSVR",                               \
                                            "0.04") ",\n"                                          \
                                                    "\"2\": " SMALL_PREDICTOR(                     \
                                                        "RESIDUEBOOTSTRAP_LIBSVMNUSVR",            \
                                                        "0.05") ",\n"                              \
                                                                "\"3\": " SMALL_PREDICTOR(         \
                                                                    "BOOTSTRAP_LIBSVMNUSVR",       \
                                                                    "0.06") " }"

#endif
