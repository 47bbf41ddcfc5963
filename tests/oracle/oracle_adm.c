/* docs/spec/adm.md as scalar code. */
#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 4, BANDS = 3 };

/* A band of 64-bit numbers; the definition's widths are enforced where it narrows. */
typedef struct Band {
    int width, height;
    int64_t *value;
} Band;

typedef struct Wavelet {
    Band rest, detail[BANDS]; /* h, v, d */
} Wavelet;

static int band_alloc(Band *band, int width, int height)
{
    band->width = width;
    band->height = height;
    band->value = calloc((size_t)width * (size_t)height, sizeof(int64_t));
    return band->value ? 0 : -1;
}

static int64_t *at(const Band *band, int x, int y)
{
    return &band->value[(size_t)y * (size_t)band->width + (size_t)x];
}

static int mirror(int i, int n)
{
    return i < 0 ? -i : i >= n ? 2 * n - 1 - i : i;
}

/* Floor of a / 2^n. */
static int64_t floor_shift(int64_t a, int n)
{
    const int64_t divisor = (int64_t)1 << n;
    const int64_t q = a / divisor;
    return a % divisor < 0 ? q - 1 : q;
}

static int64_t wrap32(int64_t v)
{
    return (int32_t)(uint32_t)(uint64_t)v;
}

static int64_t wrap16(int64_t v)
{
    return (int16_t)(uint16_t)(uint64_t)v;
}

/* ---- 3 ---- */

static const int64_t low_taps[4] = { 15826, 27411, 7345, -4240 };
static const int64_t high_taps[4] = { -4240, -7345, 27411, -15826 };

typedef struct Rounding {
    int64_t offset;
    int shift;
} Rounding;

static int filter_columns(Band *out, const Band *in, const int64_t taps[4], Rounding rounding)
{
    if (band_alloc(out, in->width, (in->height + 1) / 2))
        return -1;
    for (int y = 0; y < out->height; y++)
        for (int x = 0; x < out->width; x++) {
            int64_t sum = rounding.offset;
            for (int k = 0; k < 4; k++)
                sum += taps[k] * *at(in, x, mirror(2 * y - 1 + k, in->height));
            *at(out, x, y) = wrap32(floor_shift(sum, rounding.shift));
        }
    return 0;
}

static int filter_rows(Band *out, const Band *in, const int64_t taps[4], Rounding rounding)
{
    if (band_alloc(out, (in->width + 1) / 2, in->height))
        return -1;
    for (int y = 0; y < out->height; y++)
        for (int x = 0; x < out->width; x++) {
            int64_t sum = rounding.offset;
            for (int k = 0; k < 4; k++)
                sum += taps[k] * *at(in, mirror(2 * x - 1 + k, in->width), y);
            *at(out, x, y) = wrap32(floor_shift(sum, rounding.shift));
        }
    return 0;
}

static int transform(Wavelet *out, const Band *in, int level, int depth)
{
    static const Rounding rows[LEVELS] = {
        { 32768, 16 }, { 16384, 15 }, { 32768, 16 }, { 16384, 15 }
    };
    Rounding low = { level >= 2 ? 32768 : 0, level >= 2 ? 16 : 0 };
    Rounding high = low;
    if (level == 0) {
        const int64_t half = (int64_t)1 << (depth - 1);
        low = (Rounding){ half - 46342 * half, depth };
        high = (Rounding){ half, depth };
    }
    Band above = { 0 }, below = { 0 };
    int failed = filter_columns(&above, in, low_taps, low) ||
                 filter_columns(&below, in, high_taps, high) ||
                 filter_rows(&out->rest, &above, low_taps, rows[level]) ||
                 filter_rows(&out->detail[0], &below, low_taps, rows[level]) ||
                 filter_rows(&out->detail[1], &above, high_taps, rows[level]) ||
                 filter_rows(&out->detail[2], &below, high_taps, rows[level]);
    free(above.value);
    free(below.value);
    return failed ? -1 : 0;
}

static void wavelet_free(Wavelet *wavelet)
{
    free(wavelet->rest.value);
    for (int i = 0; i < BANDS; i++)
        free(wavelet->detail[i].value);
    memset(wavelet, 0, sizeof(*wavelet));
}

/* ---- 4 ---- */

static int is_near(int64_t oh, int64_t ov, int64_t th, int64_t tv)
{
    const double c1 = 0x1.ffd814p-1;
    const double p = (double)(float)(oh * th + ov * tv) / 4096;
    const double o2 = (double)(float)(oh * oh + ov * ov) / 4096;
    const double t2 = (double)(float)(th * th + tv * tv) / 4096;
    return p >= 0 && p * p >= (c1 * o2) * t2;
}

static int bit_length(int64_t v)
{
    int n = 0;
    for (; v; v >>= 1)
        n++;
    return n;
}

static int64_t ratio(int64_t o, int64_t t)
{
    const int64_t sign = o < 0 ? -1 : 1, magnitude = sign * o, one = (int64_t)1 << 30;
    int64_t k;
    if (o == 0)
        return 32768;
    if (magnitude < 32768) {
        k = floor_shift(sign * (one / magnitude) * t + 16384, 15);
    } else {
        const int e = bit_length(magnitude) - 15;
        const int64_t m = (magnitude + ((int64_t)1 << (e - 1))) >> e;
        k = floor_shift(sign * (one / m) * t + ((int64_t)1 << (14 + e)), 15 + e);
    }
    return k < 0 ? 0 : k > 32768 ? 32768 : k;
}

static int64_t restored(int64_t o, int64_t t, int near, double limit)
{
    const int64_t k = ratio(o, t);
    const int64_t r = floor_shift(k * o + 16384, 15);
    if (near && k > 0 && o > 0)
        return (int64_t)fmin((double)r * limit, (double)t);
    if (near && k > 0 && o < 0)
        return (int64_t)fmax((double)r * limit, (double)t);
    return r;
}

/* Splits the details of a level into what is restored and what is added. */
static int split(const OracleAdmOptions *options, const Wavelet *ref, const Wavelet *dis,
                 Band kept[BANDS], Band added[BANDS])
{
    const int w = ref->rest.width, h = ref->rest.height;
    for (int i = 0; i < BANDS; i++)
        if (band_alloc(&kept[i], w, h) || band_alloc(&added[i], w, h))
            return -1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const int near = is_near(*at(&ref->detail[0], x, y), *at(&ref->detail[1], x, y),
                                     *at(&dis->detail[0], x, y), *at(&dis->detail[1], x, y));
            for (int i = 0; i < BANDS; i++) {
                const int64_t t = *at(&dis->detail[i], x, y);
                const int64_t r =
                    restored(*at(&ref->detail[i], x, y), t, near, options->gain_limit);
                *at(&kept[i], x, y) = r;
                *at(&added[i], x, y) = t - r;
            }
        }
    return 0;
}

/* ---- 5 ---- */

typedef struct Weights {
    float w[LEVELS][2];
    int64_t q[LEVELS][2];
} Weights;

static float watson(const OracleAdmOptions *options, int k, int diagonal)
{
    static const float amplitude[LEVELS][2] = { { 0.67234f, 0.72709f },
                                                { 0.41317f, 0.49428f },
                                                { 0.22727f, 0.28688f },
                                                { 0.11792f, 0.15214f } };
    const float a = 0.495f, kk = 0.466f, f0 = 0.401f, g = diagonal ? 0.534f : 1.0f;
    const float r = (float)(options->norm_view_dist * options->ref_display_height * M_PI / 180);
    const float t = (float)log10(pow(2, k + 1) * (double)f0 * (double)g / (double)r);
    const float kt = kk * t;
    const float e = kt * t;
    const float q = (float)(2.0 * (double)a * pow(10, (double)e) / (double)amplitude[k][diagonal]);
    return 1.0f / q;
}

typedef struct TableRow {
    int height;
    double distance;
    float w[2][2][LEVELS];
} TableRow;

static const TableRow table[] = {
    { 1080,
      3,
      { { { 0.01183f, 0.025026f, 0.04295f, 0.058621f },
          { 0.004302f, 0.011778f, 0.023918f, 0.035901f } },
        { { 0.011249f, 0.022606f, 0.035930f, 0.045673f },
          { 0.004097f, 0.010921f, 0.021430f, 0.031313f } } } },
    { 1080,
      5,
      { { { 0.004212f, 0.014809f, 0.029642f, 0.047464f },
          { 0.000984f, 0.005852f, 0.0146f, 0.027574f } },
        { { 0.004052f, 0.013939f, 0.026298f, 0.038833f },
          { 0.000927f, 0.005544f, 0.013415f, 0.024515f } } } },
    { 2160,
      3,
      { { { 0.00226f, 0.01183f, 0.025026f, 0.04295f },
          { 0.000479f, 0.004302f, 0.011778f, 0.023918f } },
        { { 0.002166f, 0.011249f, 0.022606f, 0.035930f },
          { 0.000447f, 0.004097f, 0.010921f, 0.021430f } } } },
    { 2160,
      5,
      { { { 0.000092f, 0.004212f, 0.014809f, 0.029642f },
          { 0.000050f, 0.000984f, 0.005852f, 0.0146f } },
        { { 0.000077f, 0.004052f, 0.013939f, 0.026298f },
          { 0.000045f, 0.000927f, 0.005544f, 0.013415f } } } },
    { 720,
      5,
      { { { 0.010144f, 0.022561f, 0.040309f, 0.05672f },
          { 0.003463f, 0.010282f, 0.021839f, 0.034641f } },
        { { 0.009689f, 0.020577f, 0.034162f, 0.044523f },
          { 0.003302f, 0.009579f, 0.019661f, 0.030318f } } } },
};

static int make_weights(const OracleAdmOptions *options, Weights *weights)
{
    const double geometry = options->norm_view_dist * options->ref_display_height;
    const TableRow *row = NULL;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (table[i].height == options->ref_display_height &&
            table[i].distance == options->norm_view_dist)
            row = &table[i];
    if (options->ref_display_height == 2160 && options->norm_view_dist == 1.5)
        row = &table[0];
    if (options->csf_mode == 1 || geometry < 3240 || (options->csf_mode && !row))
        return ORACLE_USAGE;
    for (int k = 0; k < LEVELS; k++)
        for (int i = 0; i < 2; i++) {
            const float w =
                options->csf_mode ? row->w[options->csf_mode - 2][i][k] : watson(options, k, i);
            weights->w[k][i] = w;
            weights->q[k][i] = (int64_t)((double)w * (k ? 0x1p32 : i ? 0x1p23 : 0x1p21));
        }
    if (options->csf_mode == 0 && fabs(geometry - 3240) < 1e-8) {
        weights->q[0][0] = 36453;
        weights->q[0][1] = 49417;
    }
    return ORACLE_OK;
}

/* ---- 6, 7 ---- */

static int ceil_log2(double n)
{
    return (int)ceil(log2(n));
}

static int edge(int n)
{
    return (int)(n * 0.1 - 0.5);
}

static float cube_root(double z)
{
    const float third = 1.0f / 3;
    return powf((float)z, third);
}

static float noise_of(const Band *band, double weight)
{
    const double cols = band->width - 2 * edge(band->width);
    const double rows = band->height - 2 * edge(band->height);
    return cube_root(cols * rows * weight);
}

static float reference_term(const OracleAdmOptions *options, const Band *band, int k, float w)
{
    static const int qs[LEVELS] = { 0, 31, 30, 31 }, exponent[LEVELS] = { 18, 32, 27, 23 };
    const int x0 = edge(band->width), y0 = edge(band->height);
    const int cols = band->width - 2 * x0, rows = band->height - 2 * y0;
    const int c = k ? ceil_log2(cols) : 0;
    int z = k ? ceil_log2(rows) : (int)ceil(log2((double)cols * rows) - 20);
    z = z < 0 ? 0 : z;
    uint64_t total = 0;
    for (int y = y0; y < y0 + rows; y++) {
        uint64_t sum = 0;
        for (int x = x0; x < x0 + cols; x++) {
            const uint64_t m = (uint64_t)llabs(*at(band, x, y));
            const uint64_t square = k ? (m * m + ((uint64_t)1 << qs[k])) >> qs[k] : m * m;
            sum += (square * m + (c ? (uint64_t)1 << (c - 1) : 0)) >> c;
        }
        total += (sum + (z ? (uint64_t)1 << (z - 1) : 0)) >> z;
    }
    const double d = (double)total / pow(2, exponent[k] - z - c) * pow((double)w, 3);
    return cube_root(d) + noise_of(band, options->noise_weight);
}

/* |G|; and F and C, which narrow at level 0. */
static int64_t weighted(int64_t m, int64_t q, int k, int diagonal)
{
    if (k)
        return llabs(wrap32(floor_shift(q * m + (1 << 27), 28)));
    return llabs(
        wrap16(diagonal ? floor_shift(q * m + 65535, 17) : floor_shift(q * m + 16384, 15)));
}

static int64_t neighbour_weight(int64_t g, int k)
{
    return k ? floor_shift(143165577 * g - ((int64_t)1 << 31), 32)
             : wrap16(floor_shift(4369 * g + 2048, 12));
}

static int64_t centre_weight(int64_t g, int k)
{
    return k ? floor_shift(286331153 * g - ((int64_t)1 << 31), 32)
             : wrap16(floor_shift(8738 * g + 2048, 12));
}

static int64_t threshold(const Band masker[BANDS], const Weights *weights, int k, int x, int y)
{
    int64_t sum = 0;
    for (int i = 0; i < BANDS; i++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                const int64_t m = *at(&masker[i], mirror(x + dx, masker[i].width),
                                      mirror(y + dy, masker[i].height));
                const int64_t g = weighted(m, weights->q[k][i == 2], k, i == 2);
                sum += dx || dy ? neighbour_weight(g, k) : centre_weight(g, k);
            }
    return wrap32(sum);
}

static int64_t left_of(int64_t s, int64_t q, int64_t thr, int k, int diagonal)
{
    int64_t u;
    if (k)
        u = wrap32(weighted(s, q, k, diagonal) - thr);
    else
        u = wrap32(llabs(q * s) - thr * (diagonal ? 4096 : 1024));
    return u > 0 ? u : 0;
}

static float masked_term(const Band *signal, const Band masker[BANDS], const Weights *weights,
                         int k, int diagonal)
{
    static const int exponent[LEVELS] = { 52, 45, 39, 36 };
    const int w = signal->width, h = signal->height, x0 = edge(w), y0 = edge(h);
    const int c = k ? ceil_log2(w) : (int)ceil(log2(w) - (diagonal ? 3 : 4)), z = ceil_log2(h);
    const int square = k || diagonal ? 30 : 29;
    int64_t total = 0;
    for (int y = y0; y < h - y0; y++) {
        int64_t sum = 0;
        for (int x = x0; x < w - x0; x++) {
            const int64_t u = left_of(*at(signal, x, y), weights->q[k][diagonal],
                                      threshold(masker, weights, k, x, y), k, diagonal);
            const int64_t s = wrap32(floor_shift(u * u + ((int64_t)1 << (square - 1)), square));
            sum += floor_shift(s * u + (c ? (int64_t)1 << (c - 1) : 0), c);
        }
        total += floor_shift(sum + (z ? (int64_t)1 << (z - 1) : 0), z);
    }
    if (k)
        return cube_root((double)((float)total / powf(2, (float)(exponent[k] - c - z))));
    return cube_root((double)total / pow(2, exponent[k] + (diagonal ? 5 : 0) - c - z));
}

static float masked_sum(const Band signal[BANDS], const Band masker[BANDS], const Weights *weights,
                        int k, double noise_weight)
{
    float term[BANDS];
    for (int i = 0; i < BANDS; i++)
        term[i] = masked_term(&signal[i], masker, weights, k, i == 2) +
                  noise_of(&signal[i], noise_weight);
    const float sum = term[0] + term[1];
    return sum + term[2];
}

static float reference_sum(const OracleAdmOptions *options, const Wavelet *ref,
                           const Weights *weights, int k)
{
    float term[BANDS];
    for (int i = 0; i < BANDS; i++)
        term[i] = reference_term(options, &ref->detail[i], k, weights->w[k][i == 2]);
    const float sum = term[0] + term[1];
    return sum + term[2];
}

/* ---- 8 ---- */

typedef struct Sums {
    float num[LEVELS], den[LEVELS], aim[LEVELS];
} Sums;

static int level_sums(const OracleAdmOptions *options, const Weights *weights, int k,
                      const Wavelet *ref, const Wavelet *dis, Sums *sums)
{
    if (k == 0 && options->skip_scale0) {
        sums->den[0] = (float)1e-10;
        return 0;
    }
    Band kept[BANDS] = { { 0 } }, added[BANDS] = { { 0 } };
    const int failed = split(options, ref, dis, kept, added);
    if (!failed) {
        sums->den[k] = reference_sum(options, ref, weights, k);
        sums->num[k] = masked_sum(kept, added, weights, k, options->noise_weight);
        sums->aim[k] = options->skip_aim ? 0 : masked_sum(added, kept, weights, k, 0.0);
    }
    for (int i = 0; i < BANDS; i++) {
        free(kept[i].value);
        free(added[i].value);
    }
    return failed;
}

static int load(Band *band, const Picture *picture)
{
    if (band_alloc(band, picture->width[0], picture->height[0]))
        return -1;
    for (int i = 0; i < band->width * band->height; i++)
        band->value[i] = picture->plane[0][i];
    return 0;
}

static int all_levels(const OracleAdmOptions *options, const Weights *weights, const Picture *ref,
                      const Picture *dis, Sums *sums)
{
    Wavelet before[2] = { { { 0 }, { { 0 } } }, { { 0 }, { { 0 } } } };
    int failed = load(&before[0].rest, ref) || load(&before[1].rest, dis);
    for (int k = 0; k < LEVELS && !failed; k++) {
        Wavelet now[2] = { { { 0 }, { { 0 } } }, { { 0 }, { { 0 } } } };
        failed = transform(&now[0], &before[0].rest, k, ref->depth) ||
                 transform(&now[1], &before[1].rest, k, ref->depth) ||
                 level_sums(options, weights, k, &now[0], &now[1], sums);
        wavelet_free(&before[0]);
        wavelet_free(&before[1]);
        memcpy(before, now, sizeof(before));
    }
    wavelet_free(&before[0]);
    wavelet_free(&before[1]);
    return failed ? ORACLE_USAGE : ORACLE_OK;
}

static double sum_of(const float value[LEVELS])
{
    double sum = 0;
    for (int k = 0; k < LEVELS; k++)
        sum += (double)value[k];
    return sum;
}

OracleAdmOptions oracle_adm_defaults(void)
{
    return (OracleAdmOptions){ .ref_display_height = 1080,
                               .csf_scale = 1,
                               .csf_diag_scale = 1,
                               .dlm_weight = 0.5,
                               .gain_limit = 100,
                               .noise_weight = 0.03125,
                               .norm_view_dist = 3 };
}

int oracle_adm(const OracleAdmOptions *options, const Picture *ref, const Picture *dis,
               OracleAdmScores *scores)
{
    Weights weights;
    Sums sums = { { 0 }, { 0 }, { 0 } };
    const int depth = ref->depth;
    if (make_weights(options, &weights))
        return ORACLE_USAGE;
    if (ref->width[0] < 33 || ref->height[0] < 33 ||
        (depth != 8 && depth != 10 && depth != 12 && depth != 16))
        return ORACLE_REFUSED;
    const int result = all_levels(options, &weights, ref, dis, &sums);
    if (result)
        return result;
    const double least = 1e-10 * (ref->width[0] * ref->height[0]) / (1920.0 * 1080.0);
    scores->num = sum_of(sums.num);
    scores->den = sum_of(sums.den);
    scores->num = scores->num < least ? 0 : scores->num;
    scores->den = scores->den < least ? 0 : scores->den;
    scores->adm2 = scores->den == 0 ? 1 : scores->num / scores->den;
    scores->aim = scores->den == 0 ? 0 : sum_of(sums.aim) / scores->den;
    scores->adm3 =
        scores->adm2 * options->dlm_weight + (1 - scores->aim) * (1 - options->dlm_weight);
    if (!(scores->adm3 > options->min_val))
        scores->adm3 = options->min_val;
    for (int k = 0; k < LEVELS; k++) {
        scores->scale_num[k] = (double)sums.num[k];
        scores->scale_den[k] = (double)sums.den[k];
        scores->scale[k] = scores->scale_num[k] / scores->scale_den[k];
    }
    return ORACLE_OK;
}
