/* docs/spec/vif.md as scalar code; the numbers in comments are its sections. */
#include "oracle.h"
#include "oracle_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- 3: taps, borders, pyramid ---- */

typedef struct Kernel {
    int taps;
    int64_t tap[17];
} Kernel;

static const Kernel kernels[4] = {
    { 17,
      { 489, 935, 1640, 2640, 3896, 5274, 6547, 7455, 7784, 7455, 6547, 5274, 3896, 2640, 1640, 935,
        489 } },
    { 9, { 1244, 3663, 7925, 12590, 14692, 12590, 7925, 3663, 1244 } },
    { 5, { 3571, 16004, 26386, 16004, 3571 } },
    { 3, { 10904, 43728, 10904 } },
};

static int mirror(int i, int n)
{
    if (i < 0)
        return -i;
    return i >= n ? 2 * n - 2 - i : i;
}

typedef struct IntPlane {
    int width, height;
    int64_t *value;
} IntPlane;

static int64_t at(const IntPlane *plane, int x, int y)
{
    return plane->value[(size_t)y * (size_t)plane->width + (size_t)x];
}

static void set(const IntPlane *plane, int x, int y, int64_t value)
{
    plane->value[(size_t)y * (size_t)plane->width + (size_t)x] = value;
}

static int plane_alloc(IntPlane *plane, int width, int height)
{
    plane->width = width;
    plane->height = height;
    plane->value = malloc((size_t)width * (size_t)height * sizeof(int64_t));
    return plane->value ? 0 : -1;
}

static int64_t rounded_shift(int64_t sum, int bits)
{
    return bits ? (sum + ((int64_t)1 << (bits - 1))) >> bits : sum;
}

/* What the blurs are taken of. */
typedef int64_t Sample(const IntPlane *ref, const IntPlane *dis, int x, int y);

static int64_t sample_ref(const IntPlane *ref, const IntPlane *dis, int x, int y)
{
    (void)dis;
    return at(ref, x, y);
}

static int64_t sample_dis(const IntPlane *ref, const IntPlane *dis, int x, int y)
{
    (void)ref;
    return at(dis, x, y);
}

static int64_t sample_ref2(const IntPlane *ref, const IntPlane *dis, int x, int y)
{
    (void)dis;
    return at(ref, x, y) * at(ref, x, y);
}

static int64_t sample_dis2(const IntPlane *ref, const IntPlane *dis, int x, int y)
{
    (void)ref;
    return at(dis, x, y) * at(dis, x, y);
}

static int64_t sample_both(const IntPlane *ref, const IntPlane *dis, int x, int y)
{
    return at(ref, x, y) * at(dis, x, y);
}

static int64_t vertical(const Kernel *kernel, Sample *sample, const IntPlane *ref,
                        const IntPlane *dis, int x, int y)
{
    int64_t sum = 0;
    for (int k = 0; k < kernel->taps; k++)
        sum += kernel->tap[k] * sample(ref, dis, x, mirror(y - kernel->taps / 2 + k, ref->height));
    return sum;
}

static int64_t horizontal(const Kernel *kernel, const IntPlane *plane, int x, int y)
{
    int64_t sum = 0;
    for (int k = 0; k < kernel->taps; k++)
        sum += kernel->tap[k] * at(plane, mirror(x - kernel->taps / 2 + k, plane->width), y);
    return sum;
}

static int halve(const Kernel *kernel, int depth, const IntPlane *from, IntPlane *to)
{
    IntPlane rows;
    if (plane_alloc(&rows, from->width, from->height))
        return -1;
    if (plane_alloc(to, from->width / 2, from->height / 2)) {
        free(rows.value);
        return -1;
    }
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++)
            set(&rows, x, y, rounded_shift(vertical(kernel, sample_ref, from, from, x, y), depth));
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++)
            set(to, x, y, rounded_shift(horizontal(kernel, &rows, 2 * x, 2 * y), 16));
    free(rows.value);
    return 0;
}

/* ---- 5: logarithm ---- */

int oracle_integer_vif_log_entry(int i)
{
    /* log2f rounded correctly: log2 of a double is far more exact than a float can tell. */
    const float log2_i = (float)log2((double)i);
    return (int)floor((double)log2_i * 2048.0 + 0.5);
}

static int64_t log_of(int64_t t)
{
    int k = 0;
    while (t >> k >= 65536)
        k++;
    return oracle_integer_vif_log_entry((int)(t >> k)) + 2048 * k;
}

/* ---- 6: statistic ---- */

static const int64_t noise = 131072;

static void add_pixel(double gain_limit, const OracleIntegerVifPixel *pixel,
                      OracleIntegerVifSums *sums)
{
    const double eps = 65536 * 1.0e-10;
    const int64_t s1 = pixel->s1, s2 = pixel->s2, s12 = pixel->s12;
    if (s1 < noise) {
        sums->nlin += s2;
        sums->dlin += 1;
        return;
    }
    sums->dlog += log_of(noise + s1) - 34816;
    if (s12 <= 0 || s2 <= 0)
        return;
    double g = (double)s12 / ((double)s1 + eps);
    int64_t sv = (int64_t)((double)s2 - g * (double)s12);
    if (sv < 0)
        sv = 0;
    if (g > gain_limit)
        g = gain_limit;
    const int64_t n1 = sv + noise;
    const int64_t n2 = (int64_t)((g * g) * (double)s1) + n1;
    sums->nlog += log_of(n2) - log_of(n1);
}

static int64_t mean_product(int64_t a, int64_t b)
{
    return (int64_t)(((uint64_t)a * (uint64_t)b + 0x80000000u) >> 32);
}

/* ---- 4: moments ---- */

enum { MEAN1, MEAN2, SQUARE1, SQUARE2, PRODUCT, MOMENTS };

static void moments_at(const Kernel *kernel, const IntPlane rows[MOMENTS], int x, int y,
                       OracleIntegerVifPixel *pixel)
{
    const int64_t m1 = horizontal(kernel, &rows[MEAN1], x, y);
    const int64_t m2 = horizontal(kernel, &rows[MEAN2], x, y);
    const int64_t xx = rounded_shift(horizontal(kernel, &rows[SQUARE1], x, y), 16);
    const int64_t yy = rounded_shift(horizontal(kernel, &rows[SQUARE2], x, y), 16);
    const int64_t xy = rounded_shift(horizontal(kernel, &rows[PRODUCT], x, y), 16);
    pixel->m1 = m1;
    pixel->m2 = m2;
    pixel->s1 = xx - mean_product(m1, m1);
    pixel->s2 = yy - mean_product(m2, m2);
    if (pixel->s2 < 0)
        pixel->s2 = 0;
    pixel->s12 = xy - mean_product(m1, m2);
}

static int blur_rows(int scale, int depth, const IntPlane *ref, const IntPlane *dis,
                     IntPlane rows[MOMENTS])
{
    static Sample *const sample[MOMENTS] = { sample_ref, sample_dis, sample_ref2, sample_dis2,
                                             sample_both };
    const int v = scale ? 16 : depth, q = scale ? 16 : 2 * (depth - 8);
    for (int i = 0; i < MOMENTS; i++) {
        if (plane_alloc(&rows[i], ref->width, ref->height))
            return -1;
        for (int y = 0; y < ref->height; y++)
            for (int x = 0; x < ref->width; x++)
                set(&rows[i], x, y,
                    rounded_shift(vertical(&kernels[scale], sample[i], ref, dis, x, y),
                                  i < SQUARE1 ? v : q));
    }
    return 0;
}

static int add_scale(const OracleIntegerVif *vif, int scale, int depth, const IntPlane *ref,
                     const IntPlane *dis, OracleIntegerVifSums *sums)
{
    IntPlane rows[MOMENTS] = { { 0 } };
    int result = blur_rows(scale, depth, ref, dis, rows);
    memset(sums, 0, sizeof(*sums));
    for (int y = 0; !result && y < ref->height; y++)
        for (int x = 0; x < ref->width; x++) {
            OracleIntegerVifPixel pixel = { .scale = scale, .x = x, .y = y };
            pixel.ref = at(ref, x, y);
            pixel.dis = at(dis, x, y);
            moments_at(&kernels[scale], rows, x, y, &pixel);
            add_pixel(vif->gain_limit, &pixel, sums);
            if (vif->trace)
                vif->trace(vif->opaque, &pixel);
        }
    for (int i = 0; i < MOMENTS; i++)
        free(rows[i].value);
    return result;
}

/* ---- 6, last part: scores ---- */

static void finish(const OracleIntegerVif *vif, OracleIntegerVifScores *scores)
{
    for (int s = 0; s < 4; s++) {
        const OracleIntegerVifSums *sums = &scores->sums[s];
        scores->num_scale[s] =
            (float)((double)sums->nlog / 2048.0 +
                    ((double)sums->dlin - ((double)sums->nlin / 16384.0) / 65025.0));
        scores->den_scale[s] = (float)((double)sums->dlog / 2048.0 + (double)sums->dlin);
        if (s == 0 && vif->skip_scale0) {
            scores->num_scale[s] = 0;
            scores->den_scale[s] = -1;
            scores->scale[s] = 0;
            continue;
        }
        scores->scale[s] = (double)(scores->num_scale[s] / scores->den_scale[s]);
        scores->num += (double)scores->num_scale[s];
        scores->den += (double)scores->den_scale[s];
    }
    scores->vif = scores->den == 0 ? 1 : scores->num / scores->den;
}

static int load(IntPlane *plane, const Picture *picture)
{
    if (plane_alloc(plane, picture->width[0], picture->height[0]))
        return -1;
    for (int i = 0; i < plane->width * plane->height; i++)
        plane->value[i] = picture->plane[0][i];
    return 0;
}

static int add_scales(const OracleIntegerVif *vif, int depth, IntPlane ref[4], IntPlane dis[4],
                      OracleIntegerVifScores *scores)
{
    for (int s = 0; s < 4; s++) {
        const int before = s == 1 ? depth : 16;
        if (s && (halve(&kernels[s], before, &ref[s - 1], &ref[s]) ||
                  halve(&kernels[s], before, &dis[s - 1], &dis[s])))
            return -1;
        if ((s || !vif->skip_scale0) &&
            add_scale(vif, s, depth, &ref[s], &dis[s], &scores->sums[s]))
            return -1;
    }
    return 0;
}

int oracle_integer_vif(const OracleIntegerVif *vif, const Picture *ref, const Picture *dis,
                       OracleIntegerVifScores *scores)
{
    const int depth = ref->depth;
    memset(scores, 0, sizeof(*scores));
    if (ref->width[0] < 16 || ref->height[0] < 16 ||
        (depth != 8 && depth != 10 && depth != 12 && depth != 16))
        return ORACLE_REFUSED;
    IntPlane r[4] = { { 0 } }, d[4] = { { 0 } };
    int result = load(&r[0], ref) || load(&d[0], dis) ? -1 : 0;
    if (!result)
        result = add_scales(vif, depth, r, d, scores);
    if (!result)
        finish(vif, scores);
    for (int s = 0; s < 4; s++) {
        free(r[s].value);
        free(d[s].value);
    }
    return result;
}

/* ---- 1 and 2: options and outputs ---- */

typedef struct Request {
    OracleIntegerVif vif;
    int debug;
} Request;

static int parse(char *text, Request *request)
{
    char *state = NULL;
    for (char *word = strtok_r(text, ":", &state); word; word = strtok_r(NULL, ":", &state)) {
        if (!strcmp(word, "debug=true") || !strcmp(word, "debug=false"))
            request->debug = !strcmp(word, "debug=true");
        else if (!strcmp(word, "vif_skip_scale0=true") || !strcmp(word, "vif_skip_scale0=false"))
            request->vif.skip_scale0 = !strcmp(word, "vif_skip_scale0=true");
        else if (!strncmp(word, "vif_enhn_gain_limit=", 20))
            request->vif.gain_limit = oracle_number(word + 20);
        else
            return ORACLE_USAGE;
    }
    const double limit = request->vif.gain_limit;
    return limit >= 1 && limit <= 100 ? ORACLE_OK : ORACLE_USAGE;
}

int oracle_score_integer_vif(char *text, const Picture *ref, const Picture *dis, OracleScores *out)
{
    Request request = { .vif = { .gain_limit = 100 } };
    OracleIntegerVifScores scores;
    char suffix[64] = "", name[64];
    int result = parse(text, &request);
    if (!result)
        result = oracle_integer_vif(&request.vif, ref, dis, &scores);
    if (result)
        return result;
    if (request.vif.gain_limit != 100)
        snprintf(suffix, sizeof(suffix), "_egl_%g", request.vif.gain_limit);
    if (request.vif.skip_scale0)
        strcat(suffix, "_ssclz");
    for (int s = 0; s < 4; s++) {
        snprintf(name, sizeof(name), "integer_vif_scale%d", s);
        oracle_put(out, name, suffix, scores.scale[s]);
    }
    if (!request.debug)
        return ORACLE_OK;
    oracle_put(out, "integer_vif", suffix, scores.vif);
    oracle_put(out, "integer_vif_num", suffix, scores.num);
    oracle_put(out, "integer_vif_den", suffix, scores.den);
    for (int s = 0; s < 4; s++) {
        snprintf(name, sizeof(name), "integer_vif_num_scale%d", s);
        oracle_put(out, name, suffix, (double)scores.num_scale[s]);
        snprintf(name, sizeof(name), "integer_vif_den_scale%d", s);
        oracle_put(out, name, suffix, (double)scores.den_scale[s]);
    }
    return ORACLE_OK;
}
