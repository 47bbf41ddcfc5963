/* What float_ssim and float_ms_ssim share: stages of a plan, the dB form of a score. */
#ifndef EVQ_METRIC_SSIM_PLAN_H
#define EVQ_METRIC_SSIM_PLAN_H

#include "metric/metric.h"

#define EVQ_SSIM_WINDOW 11

/* The size of a pair of images. */
typedef struct EvqSsimSize {
    int width, height;
} EvqSsimSize;

/* A buffer for reference and distorted, with a border that repeats the edge. */
int evq_ssim_image(EvqPlan *plan, EvqSsimSize size, int border);
/* Loads luma into such a buffer. */
void evq_ssim_load(EvqPlan *plan, const EvqFormat *format, int image);

/* Which sums a scale gives, in this order, from a slot on. */
typedef enum EvqSsimSums {
    EVQ_SSIM_PRODUCT,            /* (l c) s */
    EVQ_SSIM_EVERY,              /* (l c) s, l, c, s */
    EVQ_SSIM_CONTRAST_STRUCTURE, /* c, s */
} EvqSsimSums;

/* What the window filters, from luma or from such a buffer; each returns a buffer. */
int evq_ssim_products_of_samples(EvqPlan *plan, const EvqFormat *format);
int evq_ssim_products(EvqPlan *plan, EvqSsimSize size, int image);
/* Window, statistic and sums. */
void evq_ssim_scale(EvqPlan *plan, EvqSsimSize size, int products, EvqSsimSums sums, int slot);
/* A total of `result` as the mean over the pixels of a scale, rounded to float. */
float evq_ssim_mean(const void *result, int slot, EvqSsimSize size);

/* The upper limit of a score in dB: infinity, or with `clip` that of the format. */
double evq_ssim_decibel_limit(int clip, const EvqFormat *format);
double evq_ssim_decibel(double score, double limit);

#endif
