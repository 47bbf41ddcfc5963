/* docs/spec/float_vif.md as scalar code; the numbers in comments are its sections. */
#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

typedef struct FloatPlane {
    int width, height;
    float *sample;
} FloatPlane;

static int plane_alloc(FloatPlane *plane, int width, int height)
{
    plane->width = width;
    plane->height = height;
    plane->sample = malloc((size_t)width * (size_t)height * sizeof(float));
    return plane->sample ? 0 : -1;
}

static void plane_free(FloatPlane *plane)
{
    free(plane->sample);
    plane->sample = NULL;
}

static float *at(const FloatPlane *plane, int x, int y)
{
    return &plane->sample[(size_t)y * (size_t)plane->width + (size_t)x];
}

OracleVifOptions oracle_vif_defaults(void)
{
    OracleVifOptions options = { 0 };
    options.gain_limit = 100.0;
    options.kernelscale = 1.0;
    options.prescale = 1.0;
    options.prescale_method = ORACLE_NEAREST;
    options.sigma_nsq = 2.0;
    return options;
}

/* ---- 3: input ---- */

static int load_luma(FloatPlane *plane, const Picture *picture)
{
    float scale;
    switch (picture->depth) {
    case 8:
        scale = 1;
        break;
    case 10:
        scale = 4;
        break;
    case 12:
        scale = 16;
        break;
    case 16:
        scale = 256;
        break;
    default:
        return -1;
    }
    if (plane_alloc(plane, picture->width[0], picture->height[0]))
        return -1;
    const size_t samples = (size_t)plane->width * (size_t)plane->height;
    for (size_t i = 0; i < samples; i++)
        plane->sample[i] = (float)picture->plane[0][i] / scale + -128.0f;
    return 0;
}

/* ---- 4: prescale ---- */

static int mirror_once(int c, int n)
{
    if (c < 0)
        return -c;
    if (c > n - 1)
        return 2 * (n - 1) - c;
    return c;
}

static float source_coordinate(int i, float ratio)
{
    return (float)(((double)i + 0.5) * (double)ratio - 0.5);
}

static float bilinear_sample(const FloatPlane *p, float X, float Y)
{
    const int x1 = mirror_once((int)floorf(X), p->width);
    const int x2 = mirror_once((int)ceilf(X), p->width);
    const int y1 = mirror_once((int)floorf(Y), p->height);
    const int y2 = mirror_once((int)ceilf(Y), p->height);
    const float dx = X - (float)x1, dy = Y - (float)y1;
    const float ux = 1.0f - dx, uy = 1.0f - dy;
    return (((uy * ux) * *at(p, x1, y1) + (uy * dx) * *at(p, x2, y1)) +
            (dy * ux) * *at(p, x1, y2)) +
           (dy * dx) * *at(p, x2, y2);
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

static float bicubic_sample(const FloatPlane *p, float X, float Y)
{
    const int x0 = (int)floorf(X), y0 = (int)floorf(Y);
    const float dx = X - (float)x0, dy = Y - (float)y0;
    float acc = 0.0f;
    for (int j = -1; j <= 2; j++) {
        for (int i = -1; i <= 2; i++) {
            const float weight = bicubic_weight((float)i - dx) * bicubic_weight((float)j - dy);
            const int x = mirror_once(x0 + i, p->width), y = mirror_once(y0 + j, p->height);
            acc = acc + *at(p, x, y) * weight;
        }
    }
    return acc;
}

static float lanczos_weight(float t)
{
    if (t == 0.0f)
        return 1.0f;
    if (!(t > -4.0f && t < 4.0f))
        return 0.0f;
    const double a = pi * (double)t;
    return (float)(((4.0 * sin(a)) * sin(a / 4.0)) / (((pi * pi) * (double)t) * (double)t));
}

static float lanczos_sample(const FloatPlane *p, float X, float Y)
{
    const int x0 = (int)floorf(X), y0 = (int)floorf(Y);
    const float dx = X - (float)x0, dy = Y - (float)y0;
    float acc = 0.0f, weights = 0.0f;
    for (int j = -4; j <= 4; j++) {
        for (int i = -4; i <= 4; i++) {
            const float weight = lanczos_weight((float)i - dx) * lanczos_weight((float)j - dy);
            const int x = mirror_once(x0 + i, p->width), y = mirror_once(y0 + j, p->height);
            weights = weights + weight;
            acc = acc + *at(p, x, y) * weight;
        }
    }
    return acc / weights;
}

static float resampled(const FloatPlane *p, OraclePrescale method, int x, int y, float rx, float ry)
{
    if (method == ORACLE_NEAREST)
        return *at(p, (int)((float)x * rx), (int)((float)y * ry));
    const float X = source_coordinate(x, rx), Y = source_coordinate(y, ry);
    if (method == ORACLE_BILINEAR)
        return bilinear_sample(p, X, Y);
    if (method == ORACLE_BICUBIC)
        return bicubic_sample(p, X, Y);
    return lanczos_sample(p, X, Y);
}

static int prescaled_side(int side, double prescale)
{
    return (int)((double)side * prescale + 0.5);
}

/* One reflection must lead back into the plane. */
static int source_large_enough(int width, int height, OraclePrescale method)
{
    const int taps[] = { 0, 1, 2, 5 };
    const int reach = taps[method];
    return width > reach && height > reach;
}

/* Replaces the plane by its resampled form. */
static int prescale(FloatPlane *plane, const OracleVifOptions *options)
{
    const int sw = prescaled_side(plane->width, options->prescale);
    const int sh = prescaled_side(plane->height, options->prescale);
    if (sw == plane->width && sh == plane->height)
        return 0;
    if (!source_large_enough(plane->width, plane->height, options->prescale_method))
        return -1;
    FloatPlane scaled;
    if (plane_alloc(&scaled, sw, sh))
        return -1;
    const float rx = (float)plane->width / (float)sw, ry = (float)plane->height / (float)sh;
    for (int y = 0; y < sh; y++)
        for (int x = 0; x < sw; x++)
            *at(&scaled, x, y) = resampled(plane, options->prescale_method, x, y, rx, ry);
    plane_free(plane);
    *plane = scaled;
    return 0;
}

/* ---- 5: kernel ---- */

int oracle_vif_kernelscale_known(double kernelscale)
{
    static const float list[] = {
        1.0f,        1.0f / 2.0f,  3.0f / 2.0f, 2.0f,         2.0f / 3.0f,  24.0f / 10.0f,
        360.0f / 97, 4.0f / 3.0f,  3.5f / 3.0f, 3.75f / 3.0f, 4.25f / 3.0f, 5.0f / 3.0f,
        3.0f,        1.0f / 2.25f, 1.4746f,     1.54f,        1.6f,         1.06667f,
        0.711111f,   0.74074f,     1.111111f,
    };
    const float ks = (float)kernelscale;
    for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
        const float difference = fabsf(ks - list[i]);
        if ((double)difference < 0.001)
            return 1;
    }
    return 0;
}

static int kernel_width(int scale, double kernelscale)
{
    const float q = (float)((1 << (4 - scale)) + 1) * (float)kernelscale;
    int n = (int)ceilf(q);
    if (n % 2 == 0)
        n++;
    return n < 3 ? 3 : n;
}

float oracle_vif_taps(int n, float *tap)
{
    const int r = n / 2;
    const float sd = (float)n / 5.0f;
    const float d = (float)(1.0 / ((double)sd * sqrt(2.0 * pi)));
    float total = 0.0f;
    for (int k = 0; k < n; k++) {
        const float x = (float)(k - r);
        double e = -0.5 * (double)x;
        e = e / (double)sd;
        e = e * (double)x;
        e = e / (double)sd;
        const float g = (float)exp(e);
        tap[k] = g / d;
        total = total + tap[k];
    }
    for (int k = 0; k < n; k++)
        tap[k] = tap[k] / total;
    return total;
}

/* ---- 6: convolution ---- */

static int reflect(int i, int n)
{
    if (i < 0)
        return -i;
    if (i >= n)
        return 2 * n - 2 - i;
    return i;
}

/* blur(a*b), or blur(a) where b is NULL. */
static int blur(FloatPlane *out, const FloatPlane *a, const FloatPlane *b, const float *tap, int n)
{
    const int width = a->width, height = a->height, r = n / 2;
    float *row = malloc((size_t)width * sizeof(float));
    if (!row || plane_alloc(out, width, height)) {
        free(row);
        return -1;
    }
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            float acc = 0.0f;
            for (int k = 0; k < n; k++) {
                const int source = reflect(y - r + k, height);
                float v = *at(a, x, source);
                if (b)
                    v = v * *at(b, x, source);
                acc = acc + tap[k] * v;
            }
            row[x] = acc;
        }
        for (int x = 0; x < width; x++) {
            float acc = 0.0f;
            for (int k = 0; k < n; k++)
                acc = acc + tap[k] * row[reflect(x - r + k, width)];
            *at(out, x, y) = acc;
        }
    }
    free(row);
    return 0;
}

/* ---- 7: pyramid ---- */

static int halve(FloatPlane *plane, const float *tap, int n)
{
    FloatPlane smooth = { 0 }, half = { 0 };
    if (blur(&smooth, plane, NULL, tap, n))
        return -1;
    if (plane_alloc(&half, plane->width / 2, plane->height / 2)) {
        plane_free(&smooth);
        return -1;
    }
    for (int y = 0; y < half.height; y++)
        for (int x = 0; x < half.width; x++)
            *at(&half, x, y) = *at(&smooth, 2 * x, 2 * y);
    plane_free(&smooth);
    plane_free(plane);
    *plane = half;
    return 0;
}

/* ---- 8: statistic ---- */

float oracle_vif_log2(float x)
{
    static const float c[9] = {
        -0.012671635276421f, 0.064841182402670f,  -0.157048836463065f,
        0.257167726303123f,  -0.353800560300520f, 0.480131410397451f,
        -0.721314327952201f, 1.442694803896991f,  0.0f,
    };
    if (x == 0.0f)
        return -INFINITY;
    if (x < 0.0f)
        return NAN;
    uint32_t u;
    memcpy(&u, &x, sizeof(u));
    const int exponent = (int)(u >> 23 & 255) - 127;
    const uint32_t mantissa = (u & 0x7fffff) | 0x3f800000;
    float m;
    memcpy(&m, &mantissa, sizeof(m));
    const float f = m - 1.0f;
    float p = 0.0f;
    for (int i = 0; i < 9; i++)
        p = p * f + c[i];
    return (float)exponent + p;
}

/* den of step 13. At nsq = 0 the quotient is infinite, or 0/0 as x86 gives it, by definition. */
static float log_of_reference_energy(float s1, double nsq)
{
    if (nsq == 0.0)
        return s1 > 0.0f ? 128.0f : 0x1.012b8p+7f;
    return oracle_vif_log2((float)(1.0 + (double)s1 / nsq));
}

static void statistic(OracleVifPixel *p, const OracleVifOptions *options)
{
    const float eps = 1.0e-10f;
    const float limit = (float)options->gain_limit;
    const double nsq = options->sigma_nsq;
    const float nsq32 = (float)nsq;
    const float K = (float)((double)(nsq32 * nsq32) / 65025.0);

    const float aa = p->m1 * p->m1;
    const float bb = p->m2 * p->m2;
    const float ab = p->m1 * p->m2;
    float s1 = p->xx - aa;
    float s2 = p->yy - bb;
    const float s12 = p->xy - ab;
    s1 = s1 > 0.0f ? s1 : 0.0f;
    s2 = s2 > 0.0f ? s2 : 0.0f;
    float g = s12 / (s1 + eps);
    float sv = s2 - g * s12;
    if (s1 < eps) {
        g = 0.0f;
        sv = s2;
        s1 = 0.0f;
    }
    if (s2 < eps) {
        g = 0.0f;
        sv = 0.0f;
    }
    if (g < 0.0f) {
        sv = s2;
        g = 0.0f;
    }
    sv = sv > eps ? sv : eps;
    g = g < limit ? g : limit;
    const float t = (g * g) * s1;
    float num = oracle_vif_log2((float)(1.0 + (double)t / ((double)sv + nsq)));
    float den = log_of_reference_energy(s1, nsq);
    if (s12 < 0.0f)
        num = 0.0f;
    if ((double)s1 < nsq) {
        num = 1.0f - s2 * K;
        den = 1.0f;
    }
    p->s1 = s1;
    p->s2 = s2;
    p->s12 = s12;
    p->g = g;
    p->sv = sv;
    p->num = num;
    p->den = den;
}

typedef struct Moments {
    FloatPlane m1, m2, xx, yy, xy;
} Moments;

static void moments_free(Moments *m)
{
    plane_free(&m->m1);
    plane_free(&m->m2);
    plane_free(&m->xx);
    plane_free(&m->yy);
    plane_free(&m->xy);
}

static int moments_make(Moments *m, const FloatPlane *ref, const FloatPlane *dis, const float *tap,
                        int n)
{
    memset(m, 0, sizeof(*m));
    if (blur(&m->m1, ref, NULL, tap, n) || blur(&m->m2, dis, NULL, tap, n) ||
        blur(&m->xx, ref, ref, tap, n) || blur(&m->yy, dis, dis, tap, n) ||
        blur(&m->xy, ref, dis, tap, n)) {
        moments_free(m);
        return -1;
    }
    return 0;
}

typedef struct Run {
    const OracleVifOptions *options;
    OracleVifTrace *trace;
    void *opaque;
} Run;

/* ---- 9: sums ---- */

static int score_scale(const Run *run, int scale, const FloatPlane *ref, const FloatPlane *dis,
                       const float *tap, int n, OracleVifScores *scores)
{
    Moments m;
    if (moments_make(&m, ref, dis, tap, n))
        return -1;
    float N = 0.0f, D = 0.0f;
    for (int y = 0; y < ref->height; y++) {
        float rn = 0.0f, rd = 0.0f;
        for (int x = 0; x < ref->width; x++) {
            OracleVifPixel p = {
                .scale = scale,
                .width = ref->width,
                .height = ref->height,
                .x = x,
                .y = y,
                .ref = *at(ref, x, y),
                .dis = *at(dis, x, y),
                .m1 = *at(&m.m1, x, y),
                .m2 = *at(&m.m2, x, y),
                .xx = *at(&m.xx, x, y),
                .yy = *at(&m.yy, x, y),
                .xy = *at(&m.xy, x, y),
            };
            statistic(&p, run->options);
            if (run->trace)
                run->trace(run->opaque, &p);
            rn = rn + p.num;
            rd = rd + p.den;
        }
        N = N + rn;
        D = D + rd;
    }
    moments_free(&m);
    scores->scale_num[scale] = (double)N;
    scores->scale_den[scale] = (double)D;
    return 0;
}

static void finish(const OracleVifOptions *options, OracleVifScores *scores)
{
    scores->num = scores->den = 0.0;
    for (int s = 0; s < 4; s++) {
        if (s == 0 && options->skip_scale0) {
            scores->scale[0] = 0.0;
            scores->scale_num[0] = 0.0;
            scores->scale_den[0] = -1.0;
            continue;
        }
        const double q = scores->scale_num[s] / scores->scale_den[s];
        scores->scale[s] = s == 0 || q > options->min_val[s] ? q : options->min_val[s];
        scores->num = scores->num + scores->scale_num[s];
        scores->den = scores->den + scores->scale_den[s];
    }
    scores->vif = scores->den == 0.0 ? 1.0 : scores->num / scores->den;
}

/* ---- 10: sizes ---- */

int oracle_vif_min_side(double kernelscale)
{
    int side = 0;
    for (int s = 0; s < 4; s++) {
        const int need = (kernel_width(s, kernelscale) / 2 + 1) << s;
        side = need > side ? need : side;
    }
    return side;
}

static int size_valid(const OracleVifOptions *options, int sw, int sh)
{
    for (int s = options->skip_scale0 ? 1 : 0; s < 4; s++) {
        const int need = kernel_width(s, options->kernelscale) / 2 + 1;
        if (sw >> s < need || sh >> s < need)
            return 0;
    }
    return 1;
}

static int score_pyramid(const Run *run, FloatPlane *ref, FloatPlane *dis, OracleVifScores *scores)
{
    for (int s = 0; s < 4; s++) {
        float tap[127];
        const int n = kernel_width(s, run->options->kernelscale);
        oracle_vif_taps(n, tap);
        if (s > 0 && (halve(ref, tap, n) || halve(dis, tap, n)))
            return -1;
        if (s == 0 && run->options->skip_scale0)
            continue;
        if (score_scale(run, s, ref, dis, tap, n, scores))
            return -1;
    }
    return 0;
}

int oracle_vif(const OracleVifOptions *options, const Picture *ref, const Picture *dis,
               OracleVifTrace *trace, void *opaque, OracleVifScores *scores)
{
    if (!oracle_vif_kernelscale_known(options->kernelscale))
        return ORACLE_USAGE;
    if (!size_valid(options, prescaled_side(ref->width[0], options->prescale),
                    prescaled_side(ref->height[0], options->prescale)))
        return ORACLE_REFUSED;
    const Run run = { options, trace, opaque };
    FloatPlane r = { 0 }, d = { 0 };
    memset(scores, 0, sizeof(*scores));
    int result = ORACLE_REFUSED;
    if (!load_luma(&r, ref) && !load_luma(&d, dis) && !prescale(&r, options) &&
        !prescale(&d, options) && !score_pyramid(&run, &r, &d, scores)) {
        finish(options, scores);
        result = ORACLE_OK;
    }
    plane_free(&r);
    plane_free(&d);
    return result;
}
