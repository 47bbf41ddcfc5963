/* docs/spec/float_ssim.md and docs/spec/float_ms_ssim.md as scalar code. */
#include "oracle.h"

#include <math.h>
#include <stdlib.h>

typedef struct Image {
    int width, height;
    float *sample;
} Image;

static int image_alloc(Image *image, int width, int height)
{
    image->width = width;
    image->height = height;
    image->sample = malloc((size_t)width * (size_t)height * sizeof(float));
    return image->sample ? 0 : -1;
}

static float at(const Image *image, int x, int y)
{
    return image->sample[(size_t)y * (size_t)image->width + (size_t)x];
}

static void set(Image *image, int x, int y, float value)
{
    image->sample[(size_t)y * (size_t)image->width + (size_t)x] = value;
}

/* The border that repeats the edge sample. */
static float at_mirrored(const Image *image, int x, int y)
{
    const int w = image->width, h = image->height;
    x = x < 0 ? -1 - x : x >= w ? 2 * w - 1 - x : x;
    y = y < 0 ? -1 - y : y >= h ? 2 * h - 1 - y : y;
    return at(image, x, y);
}

/* Section 2. */
static int image_of_luma(Image *image, const Picture *picture)
{
    float divisor;
    switch (picture->depth) {
    case 8:
        divisor = 1;
        break;
    case 10:
        divisor = 4;
        break;
    case 12:
        divisor = 16;
        break;
    case 16:
        divisor = 256;
        break;
    default:
        return ORACLE_REFUSED;
    }
    if (image_alloc(image, picture->width[0], picture->height[0]))
        return ORACLE_USAGE;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            set(image, x, y, (float)picture->plane[0][y * image->width + x] / divisor);
    return ORACLE_OK;
}

/* Section 3. */
static int automatic_factor(int width, int height)
{
    const int least = width < height ? width : height;
    const int factor = (int)floor(least / 256.0 + 0.5);
    return factor > 1 ? factor : 1;
}

static int downscale(Image *out, const Image *in, int f)
{
    if (image_alloc(out, in->width / f + in->width % 2, in->height / f + in->height % 2))
        return ORACLE_USAGE;
    const float area = (float)(f * f);
    const float tap = 1.0f / area;
    for (int y = 0; y < out->height; y++) {
        for (int x = 0; x < out->width; x++) {
            double acc = 0;
            for (int j = 0; j < f; j++) {
                for (int i = 0; i < f; i++) {
                    const float product =
                        at_mirrored(in, x * f - f / 2 + i, y * f - f / 2 + j) * tap;
                    acc = acc + (double)product;
                }
            }
            set(out, x, y, (float)acc);
        }
    }
    return ORACLE_OK;
}

/* Section 4. */
static const float window[11] = {
    0x1.0d7beap-10f, 0x1.f2021p-8f,  0x1.26eb92p-5f,  0x1.bff152p-4f,
    0x1.b43c7ep-3f,  0x1.106574p-2f, 0x1.b43c7ep-3f,  0x1.bff152p-4f,
    0x1.26eb92p-5f,  0x1.f2021p-8f,  0x1.0d7beap-10f,
};

static int filter(Image *out, const Image *in)
{
    Image mid;
    if (image_alloc(&mid, in->width - 10, in->height))
        return ORACLE_USAGE;
    if (image_alloc(out, in->width - 10, in->height - 10)) {
        free(mid.sample);
        return ORACLE_USAGE;
    }
    for (int y = 0; y < mid.height; y++) {
        for (int x = 0; x < mid.width; x++) {
            double acc = 0;
            for (int k = 0; k < 11; k++) {
                const float product = at(in, x + k, y) * window[k];
                acc = acc + (double)product;
            }
            set(&mid, x, y, (float)acc);
        }
    }
    for (int y = 0; y < out->height; y++) {
        for (int x = 0; x < out->width; x++) {
            double acc = 0;
            for (int k = 0; k < 11; k++) {
                const float product = at(&mid, x, y + k) * window[k];
                acc = acc + (double)product;
            }
            set(out, x, y, (float)acc);
        }
    }
    free(mid.sample);
    return ORACLE_OK;
}

static int filter_product(Image *out, const Image *a, const Image *b)
{
    Image product;
    if (image_alloc(&product, a->width, a->height))
        return ORACLE_USAGE;
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++)
            set(&product, x, y, at(a, x, y) * at(b, x, y));
    const int result = filter(out, &product);
    free(product.sample);
    return result;
}

/* Section 6 for one pixel. */
OracleSsimPixel oracle_ssim_pixel(float a, float b, float err, float edd, float erd)
{
    const float c1 = 0x1.a028f4p+2f, c2 = 0x1.d42e12p+5f, c3 = 0x1.d42e12p+4f;
    OracleSsimPixel p = { .a = a, .b = b, .err = err, .edd = edd, .erd = erd };
    const float aa = a * a, bb = b * b, ab = a * b;
    p.vr = err - aa;
    if (p.vr < 0)
        p.vr = 0;
    p.vd = edd - bb;
    if (p.vd < 0)
        p.vd = 0;
    p.cov = erd - ab;
    const float product = p.vr * p.vd;
    p.sg = sqrtf(product);
    const float sum1 = aa + bb, den1 = sum1 + c1;
    p.l = (2.0 * (double)a * (double)b + (double)c1) / (double)den1;
    const float sum2 = p.vr + p.vd, den2 = sum2 + c2;
    p.c = (2.0 * (double)p.sg + (double)c2) / (double)den2;
    if (p.cov < 0 && p.sg <= 0)
        p.cov = 0;
    const float top = p.cov + c3, bottom = p.sg + c3;
    const float quotient = top / bottom;
    p.s = (double)quotient;
    p.term = (p.l * p.c) * p.s;
    return p;
}

/* Sections 5 to 7 without decibels; the pictures are large enough. */
static int means(const Image *r, const Image *d, OracleSsimMeans *mean)
{
    Image g[5] = { { 0 } };
    int result = filter(&g[0], r);
    if (!result)
        result = filter(&g[1], d);
    if (!result)
        result = filter_product(&g[2], r, r);
    if (!result)
        result = filter_product(&g[3], d, d);
    if (!result)
        result = filter_product(&g[4], r, d);
    double total = 0, l = 0, c = 0, s = 0;
    for (int y = 0; !result && y < g[0].height; y++) {
        for (int x = 0; x < g[0].width; x++) {
            const OracleSsimPixel p =
                oracle_ssim_pixel(at(&g[0], x, y), at(&g[1], x, y), at(&g[2], x, y),
                                  at(&g[3], x, y), at(&g[4], x, y));
            total = total + p.term;
            l = l + p.l;
            c = c + p.c;
            s = s + p.s;
        }
    }
    const double n = (double)((int64_t)g[0].width * g[0].height);
    mean->ssim = (float)(total / n);
    mean->l = (float)(l / n);
    mean->c = (float)(c / n);
    mean->s = (float)(s / n);
    for (int i = 0; i < 5; i++)
        free(g[i].sample);
    return result;
}

/* Section 7, dB, of the size before downscaling. */
static double decibels(double score, int clip, const Picture *ref)
{
    double limit = INFINITY;
    if (clip) {
        const double peak = pow(2, ref->depth) - 1;
        const double least = 0.5 / ((double)ref->width[0] * ref->height[0]);
        limit = ceil(10.0 * oracle_log10(peak * peak / least));
    }
    const double q = -10.0 * oracle_log10(1.0 - score);
    return q < limit ? q : limit;
}

int oracle_ssim(const OracleSsimOptions *options, const Picture *ref, const Picture *dis,
                OracleSsimMeans *mean, double *score)
{
    Image r = { 0 }, d = { 0 }, small_r = { 0 }, small_d = { 0 };
    int result = image_of_luma(&r, ref);
    if (!result)
        result = image_of_luma(&d, dis);
    const int f = options->scale ? options->scale : automatic_factor(ref->width[0], ref->height[0]);
    if (!result && f > 1) {
        result = downscale(&small_r, &r, f);
        if (!result)
            result = downscale(&small_d, &d, f);
    }
    const Image *a = f > 1 ? &small_r : &r, *b = f > 1 ? &small_d : &d;
    if (!result && (a->width < 11 || a->height < 11))
        result = ORACLE_REFUSED;
    if (!result)
        result = means(a, b, mean);
    if (!result)
        *score = options->enable_db ? decibels((double)mean->ssim, options->clip_db, ref)
                                    : (double)mean->ssim;
    free(r.sample);
    free(d.sample);
    free(small_r.sample);
    free(small_d.sample);
    return result;
}

/* ---- float_ms_ssim ---- */

/* float_ms_ssim.md section 3, variant a, row |j|, column |i|. */
static const float pyramid[5][5] = {
    { 0x1.743aa8p-2f, 0x1.497e14p-3f, -0x1.823e9ep-5f, -0x1.4c76d2p-7f, 0x1.080304p-6f },
    { 0x1.497e14p-3f, 0x1.23a9f4p-4f, -0x1.55e28ap-6f, -0x1.2641b4p-8f, 0x1.d3671ap-8f },
    { -0x1.823e9ep-5f, -0x1.55e28ap-6f, 0x1.90c0aep-8f, 0x1.58fb44p-10f, -0x1.11f0c4p-9f },
    { -0x1.4c76d2p-7f, -0x1.2641b4p-8f, 0x1.58fb44p-10f, 0x1.28bf3cp-12f, -0x1.d7dbf4p-12f },
    { 0x1.080304p-6f, 0x1.d3671ap-8f, -0x1.11f0c4p-9f, -0x1.d7dbf4p-12f, 0x1.765776p-11f },
};

static int halve_upstream(Image *out, const Image *in)
{
    if (image_alloc(out, (in->width + 1) / 2, (in->height + 1) / 2))
        return ORACLE_USAGE;
    for (int y = 0; y < out->height; y++) {
        for (int x = 0; x < out->width; x++) {
            double acc = 0;
            for (int j = -4; j <= 4; j++) {
                for (int i = -4; i <= 4; i++) {
                    const float product =
                        at_mirrored(in, 2 * x + i, 2 * y + j) * pyramid[abs(j)][abs(i)];
                    acc = acc + (double)product;
                }
            }
            set(out, x, y, (float)acc);
        }
    }
    return ORACLE_OK;
}

/* Variant b. */
static int halve_separable(Image *out, const Image *in)
{
    static const float tap[9] = { 0x1.b5e52ap-6f,  -0x1.13b5cp-6f, -0x1.404fb2p-4f,
                                  0x1.114014p-2f,  0x1.34b124p-1f, 0x1.114014p-2f,
                                  -0x1.404fb2p-4f, -0x1.13b5cp-6f, 0x1.b5e52ap-6f };
    Image mid;
    const int width = (in->width + 1) / 2, height = (in->height + 1) / 2;
    if (image_alloc(&mid, width, in->height))
        return ORACLE_USAGE;
    if (image_alloc(out, width, height)) {
        free(mid.sample);
        return ORACLE_USAGE;
    }
    for (int y = 0; y < in->height; y++) {
        for (int x = 0; x < width; x++) {
            float acc = 0;
            for (int i = 0; i < 9; i++)
                acc = fmaf(at_mirrored(in, 2 * x + i - 4, y), tap[i], acc);
            set(&mid, x, y, acc);
        }
    }
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            float acc = 0;
            for (int i = 0; i < 9; i++)
                acc = fmaf(at_mirrored(&mid, x, 2 * y + i - 4), tap[i], acc);
            set(out, x, y, acc);
        }
    }
    free(mid.sample);
    return ORACLE_OK;
}

/* Section 5, with the C library's pow. */
static double combine(const OracleSsimMeans mean[5])
{
    static const float alpha[5] = { 0, 0, 0, 0, 0x1.10ff98p-3f };
    static const float beta[5] = { 0x1.6f0068p-5f, 0x1.247454p-2f, 0x1.334d6ap-2f, 0x1.e3f142p-3f,
                                   0x1.10ff98p-3f };
    double m = 1;
    for (int k = 0; k < 5; k++) {
        const double l = pow((double)mean[k].l, (double)alpha[k]);
        const double c = pow((double)mean[k].c, (double)beta[k]);
        const double s = pow((double)mean[k].s, (double)beta[k]);
        m = m * ((l * c) * s);
    }
    return isnan(m) ? NAN : m; /* of either sign so far */
}

/* Section 2: halved with floor four times, 11 must remain. */
static int too_small(int side)
{
    return side / 16 < 11;
}

int oracle_ms_ssim(const OracleMsSsimOptions *options, const Picture *ref, const Picture *dis,
                   OracleSsimMeans mean[5], double *score)
{
    Image r[5] = { { 0 } }, d[5] = { { 0 } };
    if (too_small(ref->width[0]) || too_small(ref->height[0]))
        return ORACLE_REFUSED;
    int (*const halve)(Image *, const Image *) =
        options->separable ? halve_separable : halve_upstream;
    int result = image_of_luma(&r[0], ref);
    if (!result)
        result = image_of_luma(&d[0], dis);
    for (int k = 0; k < 5 && !result; k++) {
        if (k > 0) {
            result = halve(&r[k], &r[k - 1]);
            if (!result)
                result = halve(&d[k], &d[k - 1]);
        }
        if (!result)
            result = means(&r[k], &d[k], &mean[k]);
    }
    if (!result) {
        *score = combine(mean);
        if (options->enable_db)
            *score = decibels(*score, options->clip_db, ref);
    }
    for (int k = 0; k < 5; k++) {
        free(r[k].sample);
        free(d[k].sample);
    }
    return result;
}
