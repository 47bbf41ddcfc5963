/* docs/spec/psnr.md as scalar code, and log10 of docs/spec/math.md 1.8. */
#include "oracle.h"

#include <math.h>

/* A sum of two doubles, about 106 bits. */
typedef struct DoubleDouble {
    double hi, lo;
} DoubleDouble;

static DoubleDouble dd_two_sum(double a, double b)
{
    const double s = a + b;
    const double t = s - a;
    return (DoubleDouble){ s, (a - (s - t)) + (b - t) };
}

static DoubleDouble dd_add(DoubleDouble a, DoubleDouble b)
{
    DoubleDouble s = dd_two_sum(a.hi, b.hi);
    const DoubleDouble t = dd_two_sum(a.lo, b.lo);
    s = dd_two_sum(s.hi, s.lo + t.hi);
    return dd_two_sum(s.hi, s.lo + t.lo);
}

static DoubleDouble dd_mul(DoubleDouble a, DoubleDouble b)
{
    const double p = a.hi * b.hi;
    const double e = fma(a.hi, b.hi, -p);
    return dd_two_sum(p, e + (a.hi * b.lo + a.lo * b.hi));
}

static DoubleDouble dd_div(DoubleDouble a, DoubleDouble b)
{
    DoubleDouble quotient = { 0, 0 };
    for (int i = 0; i < 3; i++) {
        const DoubleDouble q = { a.hi / b.hi, 0 };
        const DoubleDouble product = dd_mul(q, b);
        a = dd_add(a, (DoubleDouble){ -product.hi, -product.lo });
        quotient = dd_add(quotient, q);
    }
    return quotient;
}

/* ln m rounded to double, m in [1/2, 2). */
static double ln_rounded(double m)
{
    if (m == 1.0)
        return 0.0;
    const DoubleDouble sigma = dd_div((DoubleDouble){ m - 1.0, 0 }, dd_two_sum(m, 1.0));
    const DoubleDouble square = dd_mul(sigma, sigma);
    DoubleDouble sum = { 0, 0 };
    for (int n = 34; n >= 0; n--) {
        const DoubleDouble term =
            dd_div((DoubleDouble){ 1, 0 }, (DoubleDouble){ 2.0 * n + 1.0, 0 });
        sum = dd_add(dd_mul(sum, square), term);
    }
    const DoubleDouble ln = dd_mul(sigma, sum);
    return 2.0 * ln.hi;
}

double oracle_log10(double x)
{
    if (x == 0.0)
        return -INFINITY;
    if (!(x > 0.0))
        return NAN;
    if (isinf(x))
        return x;
    int exponent;
    const double fraction = frexp(x, &exponent); /* [1/2, 1) */
    const int k = exponent - 1;
    const int e = k < 0;
    const double m = e ? fraction : 2.0 * fraction;
    const double y = k + e;
    const double log10_2_lo = 0x1.9fef311f12b36p-42;
    const double log10_2_hi = 0x1.34413509f6p-2;
    const double inverse_ln10 = 0x1.bcb7b1526e50ep-2;
    return (y * log10_2_lo + inverse_ln10 * ln_rounded(m)) + y * log10_2_hi;
}

static int depth_known(int depth)
{
    return depth == 8 || depth == 10 || depth == 12 || depth == 16;
}

static uint64_t squared_peak(const OraclePsnrOptions *options, int depth)
{
    const uint64_t peak =
        options->reduced_hbd_peak ? (uint64_t)255 << (depth - 8) : ((uint64_t)1 << depth) - 1;
    return peak * peak;
}

int oracle_psnr_plane(const OraclePsnrOptions *options, const Picture *ref, const Picture *dis,
                      int plane, OraclePsnrPlane *result)
{
    if (!depth_known(ref->depth))
        return ORACLE_REFUSED;
    const uint64_t samples = (uint64_t)ref->width[plane] * (uint64_t)ref->height[plane];
    uint64_t sse = 0;
    for (uint64_t i = 0; i < samples; i++) {
        const int64_t difference = (int64_t)ref->plane[plane][i] - dis->plane[plane][i];
        sse += (uint64_t)(difference * difference);
    }
    const double pk2 = (double)squared_peak(options, ref->depth);
    const double mse = (double)sse / (double)samples;
    const double m = mse > 1e-16 ? mse : 1e-16;
    const double s = 10.0 * oracle_log10(pk2 / m);
    double cap = 6 * ref->depth + 12;
    if (options->min_sse != 0.0)
        cap = ceil(10.0 * oracle_log10(pk2 / (options->min_sse / (double)samples)));
    result->psnr = s < cap ? s : cap;
    result->mse = mse;
    result->sse = sse;
    result->samples = samples;
    return ORACLE_OK;
}

double oracle_apsnr(const OraclePsnrOptions *options, int depth, uint64_t sse, uint64_t samples)
{
    const uint64_t pk2 = squared_peak(options, depth);
    const double a = 10.0 * ((oracle_log10((double)pk2) + oracle_log10((double)samples)) -
                             oracle_log10((double)sse));
    const double limit = ceil(10.0 * oracle_log10((double)(pk2 * samples * 2)));
    return a < limit ? a : limit;
}

int oracle_float_psnr(const Picture *ref, const Picture *dis, double *score)
{
    float scale;
    double peak, cap;
    switch (ref->depth) {
    case 8:
        scale = 1, peak = 255.0, cap = 60.0;
        break;
    case 10:
        scale = 4, peak = 255.75, cap = 72.0;
        break;
    case 12:
        scale = 16, peak = 255.9375, cap = 84.0;
        break;
    case 16:
        scale = 256, peak = 255.99609375, cap = 108.0;
        break;
    default:
        return ORACLE_REFUSED;
    }
    const size_t samples = (size_t)ref->width[0] * (size_t)ref->height[0];
    double sum = 0.0;
    for (size_t i = 0; i < samples; i++) {
        const float a = (float)ref->plane[0][i] / scale;
        const float b = (float)dis->plane[0][i] / scale;
        const float e = a - b;
        const float q = e * e;
        sum = sum + (double)q;
    }
    const double mse = sum / (double)samples;
    const double m = mse > 1e-10 ? mse : 1e-10;
    const double s = 10.0 * oracle_log10(peak * peak / m);
    *score = s < cap ? s : cap;
    return ORACLE_OK;
}
