/*
 * Scalar oracles of the metrics, typed from docs/spec alone: they share no
 * statement with the library, so a slip has to be made twice to go unseen. Slow and plain on
 * purpose.
 */
#ifndef EVQ_TESTS_ORACLE_H
#define EVQ_TESTS_ORACLE_H

#include <stddef.h>
#include <stdint.h>

#include "patterns.h"

enum {
    ORACLE_OK = 0,
    ORACLE_REFUSED = -1, /* the metric is not defined for these pictures */
    ORACLE_USAGE = -2,   /* unknown metric or option, a value out of range */
};

/* ---- float_vif --------------------------------------------------------------------------- */

typedef enum OraclePrescale {
    ORACLE_NEAREST,
    ORACLE_BILINEAR,
    ORACLE_BICUBIC,
    ORACLE_LANCZOS4,
} OraclePrescale;

typedef struct OracleVifOptions {
    double gain_limit;
    double kernelscale;
    double prescale;
    OraclePrescale prescale_method;
    double min_val[4]; /* of scales 1 to 3; [0] is not an option and stays 0 */
    double sigma_nsq;
    int skip_scale0;
} OracleVifOptions;

typedef struct OracleVifScores {
    double scale[4];
    double vif, num, den;
    double scale_num[4], scale_den[4];
} OracleVifScores;

/* One pixel's statistic. s2 is the value of step 3, s1, g and sv those of step 10. */
typedef struct OracleVifPixel {
    int scale, width, height, x, y;
    float ref, dis;
    float m1, m2, xx, yy, xy;
    float s1, s2, s12, g, sv, num, den;
} OracleVifPixel;

typedef void OracleVifTrace(void *opaque, const OracleVifPixel *pixel);

OracleVifOptions oracle_vif_defaults(void);
/* Does the list of kernel scales hold this value? */
int oracle_vif_kernelscale_known(double kernelscale);
/* The smallest valid side. */
int oracle_vif_min_side(double kernelscale);
/* Fills tap[0 .. n-1] of a kernel of n taps (n <= 127) and returns their total before division. */
float oracle_vif_taps(int n, float *tap);
/* The approximated log2 of the statistic. */
float oracle_vif_log2(float x);
/* `trace` may be NULL. */
int oracle_vif(const OracleVifOptions *options, const Picture *ref, const Picture *dis,
               OracleVifTrace *trace, void *opaque, OracleVifScores *scores);

/* ---- psnr, float_psnr -------------------------------------------------------------------- */

typedef struct OraclePsnrOptions {
    int enable_chroma;
    int reduced_hbd_peak;
    double min_sse;
} OraclePsnrOptions;

typedef struct OraclePsnrPlane {
    double psnr, mse;
    uint64_t sse, samples;
} OraclePsnrPlane;

int oracle_psnr_plane(const OraclePsnrOptions *options, const Picture *ref, const Picture *dis,
                      int plane, OraclePsnrPlane *result);
double oracle_apsnr(const OraclePsnrOptions *options, int depth, uint64_t sse, uint64_t samples);
int oracle_float_psnr(const Picture *ref, const Picture *dis, double *score);

/* ---- ciede ------------------------------------------------------------------------------- */

typedef struct OracleLab {
    float lightness, a, b;
} OracleLab;

/* Sees each value before and after it is rounded to binary32; `what` names it as the spec's lists
 * of roundings do. Quotients of floats come rounded already. */
typedef void OracleCiedeTrace(void *opaque, const char *what, double value, float rounded);

typedef struct OracleCiede {
    int flavour;             /* 0 or 1 */
    OracleCiedeTrace *trace; /* may be NULL */
    void *opaque;
} OracleCiede;

/* One sample of any depth 8 .. 16. */
OracleLab oracle_ciede_lab(const OracleCiede *ciede, int depth, int luma, int cb, int cr);
float oracle_ciede_difference(const OracleCiede *ciede, OracleLab ref, OracleLab dis);
/* Any depth 8 .. 16; luma alone is refused. */
int oracle_ciede(int flavour, const Picture *ref, const Picture *dis, double *sum, double *score);

/* ---- ssimulacra2 ------------------------------------------------------------------------- */

typedef struct OracleSsimulacra2 {
    int exact;                 /* 0: the official profile */
    int rgb;                   /* planes are R, G, B */
    int matrix;                /* 0: BT.709, 1: BT.601, 2: BT.2020 */
    int full;                  /* range */
    int transfer;              /* 0: sRGB, else a power of 2.4 */
    int chroma;                /* nearest, left or centre */
    const Picture *opacity[2]; /* of each picture, in its first plane; NULL: none */
} OracleSsimulacra2;

enum { ORACLE_TRANSFER_SRGB, ORACLE_TRANSFER_POWER24 };
enum { ORACLE_CHROMA_NEAREST, ORACLE_CHROMA_LEFT, ORACLE_CHROMA_CENTRE };

/* Stages of the reference at full size, each of width x height floats. */
typedef struct OracleSsimulacra2Stages {
    float *linear[3], *xyb[3];
    float *horizontal, *mu, *square; /* blurs of Y' and of its square */
} OracleSsimulacra2Stages;

float oracle_ssimulacra2_eotf(const OracleSsimulacra2 *options, float x);
/* The cube root less that of the offset. */
float oracle_ssimulacra2_root(const OracleSsimulacra2 *options, float x);
double oracle_ssimulacra2_power(double g);
void oracle_ssimulacra2_blur(const OracleSsimulacra2 *options, const float *in, int width,
                             int height, float *horizontal, float *out);
/* `stages` and `feature` (108 values) may be NULL. */
int oracle_ssimulacra2(const OracleSsimulacra2 *options, const Picture *ref, const Picture *dis,
                       OracleSsimulacra2Stages *stages, double *feature, double *score);

/* ---- Functions of the math page, over the operands that metrics have ---------------------- */

/* ---- float_ssim, float_ms_ssim ----------------------------------------------------------- */

typedef struct OracleSsimOptions {
    int enable_db, clip_db;
    int scale; /* 0: automatic */
} OracleSsimOptions;

typedef struct OracleMsSsimOptions {
    int enable_db, clip_db;
    int separable; /* variant b */
} OracleMsSsimOptions;

typedef struct OracleSsimMeans {
    float ssim, l, c, s;
} OracleSsimMeans;

typedef struct OracleSsimPixel {
    float a, b, err, edd, erd;
    float vr, vd, cov, sg;
    double l, c, s, term;
} OracleSsimPixel;

OracleSsimPixel oracle_ssim_pixel(float a, float b, float err, float edd, float erd);
int oracle_ssim(const OracleSsimOptions *options, const Picture *ref, const Picture *dis,
                OracleSsimMeans *mean, double *score);
int oracle_ms_ssim(const OracleMsSsimOptions *options, const Picture *ref, const Picture *dis,
                   OracleSsimMeans mean[5], double *score);

/* ---- float_motion ------------------------------------------------------------------------ */

typedef struct OracleMotionOptions {
    int force_zero, add_scale1, add_uv, filter_size;
    double fps_weight, blend_factor, blend_offset, max_val;
} OracleMotionOptions;

typedef struct OracleMotionScores {
    double motion, motion2, motion3;
} OracleMotionScores;

OracleMotionOptions oracle_motion_defaults(void);
/* The scores of frame i of a sequence. */
int oracle_motion(const OracleMotionOptions *options, const PicturePair *pairs, size_t count,
                  size_t i, OracleMotionScores *scores);

/* ---- motion ------------------------------------------------------------------------------ */

typedef struct OracleIntegerMotionOptions {
    int force_zero, five_frame_window, moving_average, legacy;
    double fps_weight, blend_factor, blend_offset, max_val;
} OracleIntegerMotionOptions;

OracleIntegerMotionOptions oracle_integer_motion_defaults(void);
/* The sum of absolute differences between two pictures. */
int oracle_integer_motion_sad(int legacy, const Picture *previous, const Picture *now,
                              uint64_t *sad);
/* The scores of a frame of a sequence. */
int oracle_integer_motion(const OracleIntegerMotionOptions *options, const PicturePair *pairs,
                          size_t count, size_t frame, OracleMotionScores *scores);
/* ---- vif, the integer one ---------------------------------------------------------------- */

/* Values of section 4; samples are those of the scale. */
typedef struct OracleIntegerVifPixel {
    int scale, x, y;
    int64_t ref, dis;
    int64_t m1, m2, s1, s2, s12;
} OracleIntegerVifPixel;

typedef void OracleIntegerVifTrace(void *opaque, const OracleIntegerVifPixel *pixel);

typedef struct OracleIntegerVif {
    double gain_limit;
    int skip_scale0;
    OracleIntegerVifTrace *trace; /* may be NULL */
    void *opaque;
} OracleIntegerVif;

typedef struct OracleIntegerVifSums {
    int64_t nlog, dlog, nlin, dlin;
} OracleIntegerVifSums;

typedef struct OracleIntegerVifScores {
    OracleIntegerVifSums sums[4];
    double scale[4];
    float num_scale[4], den_scale[4];
    double vif, num, den;
} OracleIntegerVifScores;

/* T[i] of section 5. */
int oracle_integer_vif_log_entry(int i);
int oracle_integer_vif(const OracleIntegerVif *vif, const Picture *ref, const Picture *dis,
                       OracleIntegerVifScores *scores);

/* ---- adm --------------------------------------------------------------------------------- */

typedef struct OracleAdmOptions {
    int csf_mode, ref_display_height, skip_aim, skip_scale0;
    double csf_scale, csf_diag_scale; /* without effect */
    double dlm_weight, gain_limit, min_val, noise_weight, norm_view_dist;
} OracleAdmOptions;

typedef struct OracleAdmScores {
    double adm2, aim, adm3, num, den;
    double scale[4], scale_num[4], scale_den[4];
} OracleAdmScores;

OracleAdmOptions oracle_adm_defaults(void);
int oracle_adm(const OracleAdmOptions *options, const Picture *ref, const Picture *dis,
               OracleAdmScores *scores);

/* log10 as the math page defines it. */
double oracle_log10(double x);
double oracle_pow24(double x);
double oracle_cbrt(double x);
double oracle_pow7(double c);
double oracle_exp(double x);
double oracle_sin(double x);
double oracle_cos(double x);
double oracle_atan2(double y, double x);
/* Before it is rounded to binary32. */
double oracle_powf7(float c);

/* ---- A metric by its text ---------------------------------------------------------------- */

enum { ORACLE_MAX_OUTPUTS = 24 };

typedef struct OracleScores {
    size_t count;
    char name[ORACLE_MAX_OUTPUTS][256];
    double value[ORACLE_MAX_OUTPUTS];
} OracleScores;

/* The number that a text stands for: text -> float -> six digits -> double. */
double oracle_number(const char *text);
/* Scores one pair with a metric given as for evq_session_add_metric. */
int oracle_score(const char *text, const Picture *ref, const Picture *dis, OracleScores *scores);
/* Scores frame i of a sequence, with any metric. */
int oracle_score_frame(const char *text, const PicturePair *pairs, size_t count, size_t i,
                       OracleScores *scores);
/* The values of a whole sequence. */
int oracle_aggregate(const char *text, const PicturePair *pairs, size_t count,
                     OracleScores *aggregates);

#endif
