/* Oracle of ssimulacra2, typed from docs/spec/ssimulacra2.md; numbers in comments are its sections.
 */
#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ssimulacra2_values.h"

typedef OracleSsimulacra2 Options;

/* ---- Floats ---- */

static float from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static uint32_t to_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* a b + c rounded once, by the host's library. */
static float fused(float a, float b, float c)
{
    return fmaf(a, b, c);
}

/* Fused in the official profile, two roundings in the exact one. */
static float product_sum(const Options *o, float a, float b, float c)
{
    if (!o->exact)
        return fused(a, b, c);
    const float product = a * b;
    return product + c;
}

static float clamp01(float x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* ---- 1.1 encoded to linear ---- */

static float official_eotf(float x)
{
    static const uint32_t p[5] = { 0x3966b677, 0x3c2afd55, 0x3e2661b1, 0x3f4bd0ea, 0x3f522e0f };
    static const uint32_t q[5] = { 0x3e86c025, 0x3f89da5e, 0x3eff5c88, 0xbd61cabc, 0x3bd5afde };
    float above = from_bits(p[4]), below = from_bits(q[4]);
    for (int i = 3; i >= 0; i--) {
        above = fused(above, x, from_bits(p[i]));
        below = fused(below, x, from_bits(q[i]));
    }
    return above / below;
}

static float power24(float u)
{
    float w = from_bits(0x4c2cc3c5 - to_bits(u) / 5);
    for (int i = 0; i < 4; i++) {
        const float w2 = w * w, w4 = w2 * w2, w5 = w4 * w;
        const float uw5 = u * w5, r = 1.0f - uw5;
        const float step = r * from_bits(0x3e4ccccd), change = w * step;
        w = w + change;
    }
    const float z = u * w, z2 = z * z;
    return z2 * z;
}

float oracle_ssimulacra2_eotf(const Options *o, float x)
{
    if (o->transfer == ORACLE_TRANSFER_POWER24)
        return x < 0x1p-20f ? 0.0f : power24(x);
    if (x <= from_bits(0x3d25aee6))
        return x * from_bits(0x3d9e8391);
    if (!o->exact)
        return official_eotf(x);
    const float scaled = x * from_bits(0x3f72a76f);
    return power24(scaled + from_bits(0x3d558919));
}

/* ---- 1.2 YUV ---- */

typedef struct Image {
    int width, height;
    float *plane[3];
} Image;

static int image_alloc(Image *image, int width, int height)
{
    image->width = width;
    image->height = height;
    for (int c = 0; c < 3; c++)
        image->plane[c] = calloc((size_t)width * (size_t)height, sizeof(float));
    return image->plane[0] && image->plane[1] && image->plane[2] ? 0 : -1;
}

static void image_free(Image *image)
{
    for (int c = 0; c < 3; c++)
        free(image->plane[c]);
    memset(image, 0, sizeof(*image));
}

static int clamp_index(int i, int n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static float cubic(float pm, float p0, float p1, float p2, float t)
{
    const float a = 0.5f * (p1 - pm), b = 0.5f * (p2 - p0);
    const float c3 = 2.0f * (p0 - p1) + (a + b);
    const float c2 = 3.0f * (p1 - p0) - (2.0f * a + b);
    return ((c3 * t + c2) * t + a) * t + p0;
}

/* Output sample i of a line that is doubled from n samples `step` apart. */
static float doubled(const float *line, int n, size_t step, int centred, int i)
{
    int base = i >> 1;
    float t = i & 1 ? 0.5f : 0.0f;
    if (centred) {
        t = i & 1 ? 0.25f : 0.75f;
        base -= !(i & 1);
    }
    if (t == 0.0f)
        return line[(size_t)clamp_index(base, n) * step];
    float p[4];
    for (int k = 0; k < 4; k++)
        p[k] = line[(size_t)clamp_index(base - 1 + k, n) * step];
    return cubic(p[0], p[1], p[2], p[3], t);
}

/* A chroma plane, normalised, at luma size. */
static float *chroma_plane(const Options *o, const Picture *picture, int plane)
{
    const int cw = picture->width[plane], ch = picture->height[plane];
    const int w = picture->width[0], h = picture->height[0];
    const int hs = picture->chroma == PICTURE_420 || picture->chroma == PICTURE_422;
    const int vs = picture->chroma == PICTURE_420;
    const int step = 1 << (picture->depth - 8);
    const float scale = (float)(1.0 / (o->full ? (1 << picture->depth) - 1 : 224 * step));
    float *small = malloc((size_t)cw * (size_t)ch * sizeof(float));
    float *wide = malloc((size_t)w * (size_t)ch * sizeof(float));
    float *out = malloc((size_t)w * (size_t)h * sizeof(float));
    if (!small || !wide || !out)
        abort();
    for (int i = 0; i < cw * ch; i++)
        small[i] = scale * (float)((int)picture->plane[plane][i] - 128 * step);
    for (int y = 0; y < ch; y++)
        for (int x = 0; x < w; x++)
            wide[y * w + x] =
                !hs ? small[y * cw + x]
                : o->chroma == ORACLE_CHROMA_NEAREST
                    ? small[y * cw + (x >> 1)]
                    : doubled(small + y * cw, cw, 1, o->chroma == ORACLE_CHROMA_CENTRE, x);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = !vs ? wide[y * w + x]
                             : o->chroma == ORACLE_CHROMA_NEAREST
                                 ? wide[(y >> 1) * w + x]
                                 : doubled(wide + x, ch, (size_t)w, 1, y);
    free(small);
    free(wide);
    return out;
}

static void linear_of_yuv(const Options *o, const Picture *picture, Image *image)
{
    static const double kr[] = { .2126, .299, .2627 }, kb[] = { .0722, .114, .0593 };
    const double r = kr[o->matrix], b = kb[o->matrix], g = 1.0 - r - b;
    const float crv = (float)(2 * (1 - r)), cbu = (float)(2 * (1 - b));
    const float cgu = (float)(-2 * b * (1 - b) / g), cgv = (float)(-2 * r * (1 - r) / g);
    const int step = 1 << (picture->depth - 8);
    const float scale = (float)(1.0 / (o->full ? (1 << picture->depth) - 1 : 219 * step));
    float *u = NULL, *v = NULL;
    if (picture->planes == 3) {
        u = chroma_plane(o, picture, 1);
        v = chroma_plane(o, picture, 2);
    }
    for (int i = 0; i < image->width * image->height; i++) {
        const float luma = scale * (float)((int)picture->plane[0][i] - (o->full ? 0 : 16 * step));
        const float ui = u ? u[i] : 0.0f, vi = v ? v[i] : 0.0f;
        const float rgb[3] = {
            product_sum(o, crv, vi, luma),
            product_sum(o, cgv, vi, product_sum(o, cgu, ui, luma)),
            product_sum(o, cbu, ui, luma),
        };
        for (int c = 0; c < 3; c++)
            image->plane[c][i] = oracle_ssimulacra2_eotf(o, clamp01(rgb[c]));
    }
    free(u);
    free(v);
}

static float over(float v, float a, float background)
{
    const float front = a * v, rest = 1.0f - a, back = rest * background;
    return front + back;
}

/* `opacity` may be NULL. */
static void linear_of_rgb(const Options *o, const Picture *picture, const Picture *opacity,
                          float background, Image *image)
{
    const float scale = (float)(1.0 / ((1 << picture->depth) - 1));
    const int table = picture->depth == 8 && !o->opacity[0] && !o->opacity[1];
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < image->width * image->height; i++) {
            const int v = picture->plane[picture->planes == 1 ? 0 : c][i];
            float x = scale * (float)v;
            if (opacity)
                x = over(x, scale * (float)opacity->plane[0][i], background);
            image->plane[c][i] =
                table ? from_bits(ssimulacra2_eotf8[v][o->exact]) : oracle_ssimulacra2_eotf(o, x);
        }
}

/* ---- 2 linear to X'Y'B' ---- */

static const uint32_t beta_bits = 0x3b789536, minus_root_beta = 0xbe1fb275;

static float official_root(float x)
{
    const uint32_t u = to_bits(x);
    float r = u == 0 ? 0.0f : from_bits(0x54800000u - (u >> 23) * 0x002aaaaau);
    const float third = from_bits(0x3eaaaaab), x3 = x * third;
    for (int i = 0; i < 3; i++) {
        const float r2 = r * r, r4 = r2 * r2, t = r * from_bits(0x3faaaaab);
        r = fused(-x3, r4, t);
    }
    float r2 = r * r;
    const float r4 = r2 * r2, d = fused(-x, r4, r);
    r = fused(third, d, r);
    r2 = r * r;
    return fused(r2, x, from_bits(minus_root_beta));
}

/* The nearest float by 80-bit arithmetic: a cube root is never near enough to a tie to be missed
 * by more bits than that. */
static float exact_root(float x)
{
    return x == 0.0f ? 0.0f : (float)cbrtl((long double)x);
}

float oracle_ssimulacra2_root(const Options *o, float x)
{
    return o->exact ? exact_root(x) + from_bits(minus_root_beta) : official_root(x);
}

static void xyb_of_linear(const Options *o, const Image *linear, Image *xyb)
{
    static const uint32_t matrix[3][3] = { { 0x3e99999a, 0x3f1f3b64, 0x3d9fbe77 },
                                           { 0x3e6b851f, 0x3f3126e9, 0x3d9fbe77 },
                                           { 0x3e7943cc, 0x3e51ae8f, 0x3f0d4369 } };
    for (int i = 0; i < linear->width * linear->height; i++) {
        float c[3];
        for (int row = 0; row < 3; row++) {
            float sum = from_bits(beta_bits);
            for (int k = 2; k >= 0; k--)
                sum = product_sum(o, from_bits(matrix[row][k]), linear->plane[k][i], sum);
            c[row] = oracle_ssimulacra2_root(o, sum > 0.0f ? sum : 0.0f);
        }
        const float x = 0.5f * (c[0] - c[1]), y = 0.5f * (c[0] + c[1]), b = c[2] - y;
        const float x14 = 14.0f * x;
        xyb->plane[0][i] = x14 + from_bits(0x3ed70a3d);
        xyb->plane[1][i] = y + from_bits(0x3c23d70a);
        xyb->plane[2][i] = b + from_bits(0x3f0ccccd);
    }
}

/* ---- 3 pyramid ---- */

static void halve(const Image *in, Image *out)
{
    for (int c = 0; c < 3; c++)
        for (int y = 0; y < out->height; y++)
            for (int x = 0; x < out->width; x++) {
                const int x1 = clamp_index(2 * x + 1, in->width);
                const int y1 = clamp_index(2 * y + 1, in->height);
                const float *row = in->plane[c] + 2 * y * in->width;
                const float *below = in->plane[c] + y1 * in->width;
                const float sum = ((row[2 * x] + row[x1]) + below[2 * x]) + below[x1];
                out->plane[c][y * out->width + x] = 0.25f * sum;
            }
}

/* ---- 4 blur ---- */

static const struct {
    uint32_t n2, d1, in[4], prev[4], prev2[4];
} recursion[3] = {
    { 0x3d627d42,
      0xbff37871,
      { 0x3d627d42, 0x3dd76774, 0x3e143d3a, 0x3e2e43fd },
      { 0x3ff37871, 0x40278dde, 0x4044f8c4, 0x404f1bbd },
      { 0xbf800000, 0xbff37871, 0xc0278dde, 0xc044f8c4 } },
    { 0xbd70febd,
      0xbf967918,
      { 0xbd70febd, 0xbd8da742, 0xbcb81a96, 0x3d2f17da },
      { 0x3f967918, 0x3ec3910d, 0xbf39feb1, 0xbf9e377a },
      { 0xbf800000, 0xbf967918, 0xbec3910d, 0x3f39feb1 } },
    { 0x3c5444a5,
      0xa50d3132,
      { 0x3c5444a5, 0x21ea2532, 0xbc5444a5, 0xa26a2532 },
      { 0x250d3132, 0xbf800000, 0xa58d3132, 0x3f800000 },
      { 0xbf800000, 0xa50d3132, 0x3f800000, 0x258d3132 } },
};

static float at(const float *line, int n, size_t step, int i)
{
    return i >= 0 && i < n ? line[(size_t)i * step] : 0.0f;
}

static void recursive_line(const float *in, float *out, int n)
{
    float p1[3] = { 0 }, p2[3] = { 0 };
    int i = -4;
    while (i < n) {
        if (i >= 8 && i < n - 7) {
            float y[3][4];
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 4; l++) {
                    float t =
                        from_bits(recursion[k].in[l]) * (at(in, n, 1, i - 6) + at(in, n, 1, i + 4));
                    for (int j = 1; j <= l; j++)
                        t = fused(from_bits(recursion[k].in[l - j]),
                                  at(in, n, 1, i + j - 6) + at(in, n, 1, i + j + 4), t);
                    t = fused(from_bits(recursion[k].prev2[l]), p2[k], t);
                    y[k][l] = fused(from_bits(recursion[k].prev[l]), p1[k], t);
                }
            for (int l = 0; l < 4; l++)
                out[i + l] = y[0][l] + (y[1][l] + y[2][l]);
            for (int k = 0; k < 3; k++) {
                p2[k] = y[k][2];
                p1[k] = y[k][3];
            }
            i += 4;
            continue;
        }
        float y[3];
        const float s = at(in, n, 1, i - 6) + at(in, n, 1, i + 4);
        for (int k = 0; k < 3; k++) {
            float t = from_bits(recursion[k].n2) * s;
            t = t - p2[k];
            y[k] = fused(from_bits(recursion[k].prev[0]), p1[k], t);
            p2[k] = p1[k];
            p1[k] = y[k];
        }
        if (i >= 0)
            out[i] = y[0] + (y[1] + y[2]);
        i++;
    }
}

static void recursive_column(const float *in, float *out, int n, size_t step)
{
    float p1[3] = { 0 }, p2[3] = { 0 };
    for (int i = -4; i < n; i++) {
        float y[3];
        const float s = at(in, n, step, i - 6) + at(in, n, step, i + 4);
        for (int k = 0; k < 3; k++) {
            const float t = fused(-from_bits(recursion[k].d1), p1[k], -p2[k]);
            y[k] = fused(from_bits(recursion[k].n2), s, t);
            p2[k] = p1[k];
            p1[k] = y[k];
        }
        if (i >= 0)
            out[(size_t)i * step] = y[0] + (y[1] + y[2]);
    }
}

static void fir_line(const float *in, float *out, int n, size_t step)
{
    static const uint32_t tap[5] = { 0x3e877c6b, 0x3e5a09f4, 0x3ddfeb39, 0x3d138064, 0x3c1a3eb8 };
    for (int i = 0; i < n; i++) {
        float a = from_bits(tap[0]) * at(in, n, step, i);
        for (int j = 1; j <= 4; j++) {
            const float pair = at(in, n, step, i - j) + at(in, n, step, i + j);
            const float term = from_bits(tap[j]) * pair;
            a = a + term;
        }
        out[(size_t)i * step] = a;
    }
}

void oracle_ssimulacra2_blur(const Options *o, const float *in, int width, int height,
                             float *horizontal, float *out)
{
    for (int y = 0; y < height; y++)
        if (o->exact)
            fir_line(in + y * width, horizontal + y * width, width, 1);
        else
            recursive_line(in + y * width, horizontal + y * width, width);
    for (int x = 0; x < width; x++)
        if (o->exact)
            fir_line(horizontal + x, out + x, height, (size_t)width);
        else
            recursive_column(horizontal + x, out + x, height, (size_t)width);
}

/* ---- 5 maps and sums ---- */

typedef struct Sums {
    uint64_t s1;
    uint64_t digit[4];
} Sums;

static void add(Sums *sums, uint32_t d)
{
    const unsigned __int128 square = (unsigned __int128)d * d, fourth = square * square;
    sums->s1 += d;
    for (int i = 0; i < 4; i++)
        sums->digit[i] += (uint32_t)(fourth >> (32 * i));
}

static uint32_t quantised(float v)
{
    const float scaled = v * 0x1p30f;
    return scaled >= 0x1p31f ? 0x80000000u : (uint32_t)rintf(scaled);
}

static uint32_t ssim_error(float q)
{
    if (!(q < 1.0f))
        return 0;
    return (uint32_t)(0x40000000 - (int64_t)rintf((q > -1.0f ? q : -1.0f) * 0x1p30f));
}

/* The blur of a b, of a alone where b is NULL. */
static void blurred_product(const Options *o, const float *a, const float *b, int width, int height,
                            float *out)
{
    const size_t n = (size_t)width * (size_t)height;
    float *product = malloc(n * sizeof(float)), *between = malloc(n * sizeof(float));
    if (!product || !between)
        abort();
    for (size_t i = 0; i < n; i++)
        product[i] = b ? a[i] * b[i] : a[i];
    oracle_ssimulacra2_blur(o, product, width, height, between, out);
    free(product);
    free(between);
}

static void map_channel(const Options *o, const float *x1, const float *x2, int width, int height,
                        Sums sums[3])
{
    const size_t n = (size_t)width * (size_t)height;
    const float c2 = from_bits(0x3a6bedfa);
    float *b[5];
    const float *const left[5] = { x1, x2, x1, x2, x1 };
    const float *const right[5] = { NULL, NULL, x1, x2, x2 };
    for (int i = 0; i < 5; i++) {
        b[i] = malloc(n * sizeof(float));
        if (!b[i])
            abort();
        blurred_product(o, left[i], right[i], width, height, b[i]);
    }
    for (size_t i = 0; i < n; i++) {
        const float mu1 = b[0][i], mu2 = b[1][i];
        const float d = mu1 - mu2, dd = d * d, nm = 1.0f - dd;
        const float m12 = mu1 * mu2, m11 = mu1 * mu1, m22 = mu2 * mu2;
        const float cov = b[4][i] - m12, ns = 2.0f * cov + c2;
        const float v1 = b[2][i] - m11, v2 = b[3][i] - m22, ds = (v1 + v2) + c2;
        const float num = nm * ns, q = num / ds;
        const float e1 = fabsf(x1[i] - mu1), e2 = fabsf(x2[i] - mu2);
        const float up = e2 - e1, down = 1.0f + e1, e = up / down;
        add(&sums[0], ssim_error(q));
        add(&sums[1], e > 0.0f ? quantised(e) : 0);
        add(&sums[2], e < 0.0f ? quantised(-e) : 0);
    }
    for (int i = 0; i < 5; i++)
        free(b[i]);
}

/* ---- 6 norms and score ---- */

static double norm1(const Sums *sums, double ip)
{
    const double s = (double)sums->s1 * 0x1p-30;
    return ip * s;
}

static double norm4(const Sums *sums, double ip)
{
    uint64_t t[4];
    memcpy(t, sums->digit, sizeof(t));
    for (int i = 0; i < 3; i++) {
        t[i + 1] += t[i] >> 32;
        t[i] &= 0xffffffffu;
    }
    double v = (double)t[3];
    for (int i = 2; i >= 0; i--) {
        v = v * 0x1p32;
        v = v + (double)t[i];
    }
    const double scaled = v * 0x1p-120;
    return sqrt(sqrt(ip * scaled));
}

/* g^p with more than a hundred bits: exp(p ln g). */
double oracle_ssimulacra2_power(double g)
{
    typedef __float128 Quad;
    int exponent;
    const Quad m = frexp(g, &exponent);
    const Quad z = (m - 1) / (m + 1), z2 = z * z;
    Quad term = z, ln = 0, ln2 = 0;
    for (int i = 1; i < 200; i += 2, term *= z2)
        ln += 2 * term / i;
    term = (Quad)1 / 3;
    for (int i = 1; i < 200; i += 2, term /= 9)
        ln2 += 2 * term / i;
    Quad e = (ln + exponent * ln2) * (Quad)0.6276336467831387;
    const int scale = (int)rint((double)(e / ln2));
    e -= scale * ln2;
    Quad sum = 1;
    term = 1;
    for (int i = 1; i < 60; i++) {
        term *= e / i;
        sum += term;
    }
    return ldexp((double)sum, scale);
}

static double score_of(double total)
{
    const double s = 0.9562382616834844 * total;
    const double a = 2.326765642916932 * s;
    const double b = 0.020884521182843837 * s, bs = b * s;
    const double c = 6.248496625763138e-05 * s, cs = c * s, css = cs * s;
    const double difference = a - bs, g = difference + css;
    if (!(g > 0.0))
        return 100.0;
    const double p = 10.0 * oracle_ssimulacra2_power(g);
    return 100.0 - p;
}

/* ---- Whole ---- */

static void keep_stages(const Options *o, const Image *linear, const Image *xyb,
                        OracleSsimulacra2Stages *stages)
{
    const int w = linear->width, h = linear->height;
    const size_t bytes = (size_t)w * (size_t)h * sizeof(float);
    for (int c = 0; c < 3; c++) {
        memcpy(stages->linear[c], linear->plane[c], bytes);
        memcpy(stages->xyb[c], xyb->plane[c], bytes);
    }
    oracle_ssimulacra2_blur(o, xyb->plane[1], w, h, stages->horizontal, stages->mu);
    blurred_product(o, xyb->plane[1], xyb->plane[1], w, h, stages->square);
}

static void score_scale(const Options *o, const Image linear[2], Sums sums[3][3],
                        OracleSsimulacra2Stages *stages)
{
    Image xyb[2];
    for (int i = 0; i < 2; i++) {
        if (image_alloc(&xyb[i], linear[i].width, linear[i].height))
            abort();
        xyb_of_linear(o, &linear[i], &xyb[i]);
    }
    if (stages)
        keep_stages(o, &linear[0], &xyb[0], stages);
    for (int c = 0; c < 3; c++)
        map_channel(o, xyb[0].plane[c], xyb[1].plane[c], linear[0].width, linear[0].height,
                    sums[c]);
    image_free(&xyb[0]);
    image_free(&xyb[1]);
}

static void shrink(Image *image)
{
    Image half;
    if (image_alloc(&half, (image->width + 1) / 2, (image->height + 1) / 2))
        abort();
    halve(image, &half);
    image_free(image);
    *image = half;
}

static int score_over(const Options *o, const Picture *ref, const Picture *dis, float background,
                      OracleSsimulacra2Stages *stages, double *feature, double *score)
{
    const Picture *const picture[2] = { ref, dis };
    const int w = ref->width[0], h = ref->height[0];
    Image linear[2];
    double f[6][3][6];
    int scales = 0;
    if (w < 8 || h < 8)
        return ORACLE_REFUSED;
    for (int i = 0; i < 2; i++) {
        if (image_alloc(&linear[i], w, h))
            abort();
        if (o->rgb)
            linear_of_rgb(o, picture[i], o->opacity[i], background, &linear[i]);
        else
            linear_of_yuv(o, picture[i], &linear[i]);
    }
    for (int cw = w, ch = h; scales < 6 && cw >= 8 && ch >= 8; scales++) {
        Sums sums[3][3];
        memset(sums, 0, sizeof(sums));
        if (scales > 0) {
            cw = linear[0].width;
            ch = linear[0].height;
            shrink(&linear[0]);
            shrink(&linear[1]);
        }
        score_scale(o, linear, sums, scales ? NULL : stages);
        const double ip = 1.0 / ((double)linear[0].width * linear[0].height);
        for (int c = 0; c < 3; c++)
            for (int map = 0; map < 3; map++) {
                f[scales][c][map] = norm1(&sums[c][map], ip);
                f[scales][c][3 + map] = norm4(&sums[c][map], ip);
            }
        cw = linear[0].width;
        ch = linear[0].height;
    }
    image_free(&linear[0]);
    image_free(&linear[1]);
    double total = 0.0;
    int i = 0;
    for (int c = 0; c < 3; c++)
        for (int s = 0; s < scales; s++)
            for (int k = 0; k < 6; k++, i++) {
                const double weighted = ssimulacra2_weight[i] * f[s][c][k];
                total = total + weighted;
                if (feature)
                    feature[i] = f[s][c][k];
            }
    *score = score_of(total);
    return ORACLE_OK;
}

int oracle_ssimulacra2(const Options *o, const Picture *ref, const Picture *dis,
                       OracleSsimulacra2Stages *stages, double *feature, double *score)
{
    double light;
    if (!o->opacity[0])
        return score_over(o, ref, dis, 0.5f, stages, feature, score);
    const int result = score_over(o, ref, dis, 0.1f, stages, feature, score);
    if (result == ORACLE_OK && score_over(o, ref, dis, 0.9f, NULL, NULL, &light) == ORACLE_OK &&
        light < *score)
        *score = light;
    return result;
}
