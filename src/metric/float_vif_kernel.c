#include "metric/float_vif_kernel.h"

#include "kernel/math/exp.h"
#include "kernel/math/sincos.h"

#include <math.h>

static const double pi = 0x1.921fb54442d18p+1;

/* ---- Blur kernels, float_vif.md section 5 ---- */

int evq_vif_kernelscale_valid(double kernelscale)
{
    static const float accepted[] = {
        1.0f,        1.0f / 2.0f,  3.0f / 2.0f,  2.0f,        2.0f / 3.0f, 24.0f / 10.0f,
        360.0f / 97, 4.0f / 3.0f,  3.5f / 3.0f,  3.75f / 3,   4.25f / 3,   5.0f / 3.0f,
        3.0f,        1.0f / 2.25f, 1.4746f,      1.54f,       1.6f,        1.06667f,
        0.711111f,   0.74074f,     1.111111f,
    };
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++)
        if (fabs((double)((float)kernelscale - accepted[i])) < 0.001)
            return 1;
    return 0;
}

int evq_vif_taps_count(double kernelscale, int scale)
{
    float width = (float)((1 << (4 - scale)) + 1) * (float)kernelscale;
    int count = (int)ceilf(width);
    count += count % 2 == 0;
    return count < 3 ? 3 : count;
}

void evq_vif_taps(int count, f32 taps[EVQ_VIF_MAX_TAPS])
{
    float sd = (float)count / 5.0f;
    float density = (float)(1.0 / ((double)sd * f64_sqrt(2.0 * pi)));
    float total = 0.0f;
    for (int k = 0; k < count; k++) {
        double x = (float)(k - count / 2);
        double e = -0.5 * x;
        e = e / (double)sd;
        e = e * x;
        e = e / (double)sd;
        taps[k] = (float)f64_exp(e) / density;
        total = total + taps[k];
    }
    for (int k = 0; k < count; k++)
        taps[k] = taps[k] / total;
}

/* ---- Resampling, float_vif.md section 4 ---- */

/* One reflection, as the spec's m(c, n). */
static int reflect(int c, int n)
{
    return c < 0 ? -c : c > n - 1 ? 2 * (n - 1) - c : c;
}

static float bicubic_weight(float t)
{
    t = fabsf(t);
    if (t < 1.0f)
        return ((1.25f * t - 2.25f) * t) * t + 1.0f;
    if (t < 2.0f)
        return (((t - 5.0f) * t + 8.0f) * t - 4.0f) * -0.75f;
    return 0.0f;
}

static float lanczos4_weight(float t)
{
    if (t == 0.0f)
        return 1.0f;
    if (!(t > -4.0f && t < 4.0f))
        return 0.0f;
    double a = pi * (double)t;
    return (float)(((4.0 * f64_sin(a)) * f64_sin(a / 4.0)) / (((pi * pi) * (double)t) * (double)t));
}

int evq_vif_resample_taps(EvqVifResample method)
{
    static const int taps[] = { 1, 2, 4, 9 };
    return taps[method];
}

/* Positions and weights of one output position; X is the source coordinate. */
static void bilinear_entry(float X, int from, int *position, float *weight)
{
    position[0] = reflect((int)floorf(X), from);
    position[1] = reflect((int)ceilf(X), from);
    float d = X - (float)position[0];
    weight[0] = 1.0f - d;
    weight[1] = d;
}

static void windowed_entry(EvqVifResample method, float X, int from, int *position, float *weight)
{
    int taps = evq_vif_resample_taps(method);
    int first = method == EVQ_VIF_BICUBIC ? -1 : -4;
    int base = (int)floorf(X);
    float d = X - (float)base;
    for (int k = 0; k < taps; k++) {
        float t = (float)(first + k) - d;
        position[k] = reflect(base + first + k, from);
        weight[k] = method == EVQ_VIF_BICUBIC ? bicubic_weight(t) : lanczos4_weight(t);
    }
}

int evq_vif_resample_table(EvqVifResample method, int from, int to, i32 *table)
{
    int taps = evq_vif_resample_taps(method);
    float ratio = (float)from / (float)to;
    for (int i = 0; i < to; i++) {
        int position[9];
        float weight[9];
        float X = (float)(((double)i + 0.5) * (double)ratio - 0.5);
        if (method == EVQ_VIF_NEAREST) {
            position[0] = (int)((float)i * ratio);
            weight[0] = 1.0f;
        } else if (method == EVQ_VIF_BILINEAR) {
            bilinear_entry(X, from, position, weight);
        } else {
            windowed_entry(method, X, from, position, weight);
        }
        for (int k = 0; k < taps; k++) {
            if (position[k] < 0 || position[k] >= from)
                return -1;
            *table++ = position[k];
        }
        for (int k = 0; k < taps; k++)
            *table++ = (i32)bits_of_f32(weight[k]);
    }
    return 0;
}
