/* docs/spec/float_motion.md as scalar code. */
#include "oracle.h"

#include <math.h>
#include <stdlib.h>

typedef struct Plane {
    int width, height, pitch; /* pitch: samples from row to row in memory, the rest is 0 */
    float *sample;
} Plane;

static int plane_alloc(Plane *plane, int width, int height, int pitch)
{
    plane->width = width;
    plane->height = height;
    plane->pitch = pitch;
    plane->sample = calloc((size_t)pitch * (size_t)height, sizeof(float));
    return plane->sample ? 0 : -1;
}

static float *at(const Plane *plane, int x, int y)
{
    return &plane->sample[(size_t)y * (size_t)plane->pitch + (size_t)x];
}

static int round_up_8(int width)
{
    return (width + 7) / 8 * 8;
}

/* Section 3: the edge is not repeated. */
static int mirror(int i, int n)
{
    return i < 0 ? -i : i >= n ? 2 * n - 2 - i : i;
}

static int taps_of_size(int size, const float **taps)
{
    static const float five[5] = { 0x1.be5f0ep-5f, 0x1.f41fd6p-3f, 0x1.9c4868p-2f, 0x1.f41fd6p-3f,
                                   0x1.be5f0ep-5f };
    static const float three[3] = { 0x1.54be4p-3f, 0x1.55a0ep-1f, 0x1.54be4p-3f };
    static const float identity[1] = { 1 };
    *taps = size == 1 ? identity : size == 3 ? three : five;
    return size == 1 ? 1 : size == 3 ? 3 : 5;
}

/* Sections 2 and 3. */
static int blurred_plane(Plane *out, const Picture *picture, int index, int size)
{
    const int w = picture->width[index], h = picture->height[index];
    const float divisor = (float)(1 << (picture->depth - 8));
    const float *taps;
    const int n = taps_of_size(size, &taps);
    Plane mid;
    if (plane_alloc(&mid, w, h, w))
        return ORACLE_USAGE;
    if (plane_alloc(out, w, h, round_up_8(picture->width[0]))) {
        free(mid.sample);
        return ORACLE_USAGE;
    }
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            float acc = 0;
            for (int k = 0; k < n; k++) {
                const int row = mirror(y - n / 2 + k, h);
                const float p = (float)picture->plane[index][row * w + x] / divisor - 128.0f;
                const float product = taps[k] * p;
                acc = acc + product;
            }
            *at(&mid, x, y) = acc;
        }
    }
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            float acc = 0;
            for (int k = 0; k < n; k++) {
                const float product = taps[k] * *at(&mid, mirror(x - n / 2 + k, w), y);
                acc = acc + product;
            }
            *at(out, x, y) = acc;
        }
    }
    free(mid.sample);
    return ORACLE_OK;
}

/* Section 4. */
static float sad_mean(const Plane *a, const Plane *b)
{
    float total = 0;
    for (int y = 0; y < a->height; y++) {
        float row = 0;
        for (int x = 0; x < a->width; x++) {
            const float difference = *at(a, x, y) - *at(b, x, y);
            row = row + fabsf(difference);
        }
        total = total + row;
    }
    return total / (float)(a->width * a->height);
}

typedef struct Position {
    int first, second;
    float fraction;
} Position;

static Position position(int x, int from, int to)
{
    const float ratio = (float)from / (float)to;
    const float xx = (float)((x + 0.5) * (double)ratio - 0.5);
    Position p = { (int)floorf(xx), (int)ceilf(xx), 0 };
    p.first = mirror(p.first, from);
    p.second = mirror(p.second, from);
    p.fraction = xx - (float)p.first;
    return p;
}

/* Section 5 with its quirk: the scaler walks the memory with its own pitch. */
static int halve(Plane *out, const Plane *in)
{
    const int pitch = round_up_8(in->width);
    const int w = (int)(in->width / 2.0 + 0.5), h = (int)(in->height / 2.0 + 0.5);
    if (plane_alloc(out, w, h, w))
        return ORACLE_USAGE;
    for (int y = 0; y < h; y++) {
        const Position py = position(y, in->height, h);
        const float dy = py.fraction;
        for (int x = 0; x < w; x++) {
            const Position px = position(x, in->width, w);
            const float dx = px.fraction;
            const float *above = in->sample + (size_t)py.first * (size_t)pitch;
            const float *below = in->sample + (size_t)py.second * (size_t)pitch;
            const float p = ((1 - dy) * (1 - dx)) * above[px.first];
            const float q = ((1 - dy) * dx) * above[px.second];
            const float u = (dy * (1 - dx)) * below[px.first];
            const float v = (dy * dx) * below[px.second];
            *at(out, x, y) = ((p + q) + u) + v;
        }
    }
    return ORACLE_OK;
}

/* Sections 4 and 5 for one plane. */
static int plane_motion(const OracleMotionOptions *options, const Picture *before,
                        const Picture *now, int index, float *motion)
{
    Plane a = { 0 }, b = { 0 }, small_a = { 0 }, small_b = { 0 };
    int result = blurred_plane(&a, before, index, options->filter_size);
    if (!result)
        result = blurred_plane(&b, now, index, options->filter_size);
    if (!result)
        *motion = sad_mean(&a, &b);
    if (!result && options->add_scale1) {
        result = halve(&small_a, &a);
        if (!result)
            result = halve(&small_b, &b);
        if (!result)
            *motion = *motion + sad_mean(&small_a, &small_b);
    }
    free(a.sample);
    free(b.sample);
    free(small_a.sample);
    free(small_b.sample);
    return result;
}

static int check(const OracleMotionOptions *options, const Picture *picture)
{
    const float *taps;
    const int least = taps_of_size(options->filter_size, &taps) / 2 + 1;
    const int planes = options->add_uv ? 3 : 1;
    if (picture->depth != 8 && picture->depth != 10 && picture->depth != 12 && picture->depth != 16)
        return ORACLE_REFUSED;
    if (planes > picture->planes)
        return ORACLE_REFUSED;
    for (int p = 0; p < planes; p++)
        if (picture->width[p] < least || picture->height[p] < least)
            return ORACLE_REFUSED;
    return ORACLE_OK;
}

static int pair_motion(const OracleMotionOptions *options, const Picture *before,
                       const Picture *now, double *motion)
{
    *motion = 0;
    for (int p = 0; p < (options->add_uv ? 3 : 1); p++) {
        float m;
        const int result = plane_motion(options, before, now, p, &m);
        if (result)
            return result;
        *motion = *motion + (double)m;
    }
    return ORACLE_OK;
}

static double least_of(double p, double q)
{
    return p < q ? p : q;
}

static double blend(const OracleMotionOptions *options, double q)
{
    const double f = options->blend_factor, o = options->blend_offset;
    return q * f + (1 - f) * (o < q ? o : q);
}

OracleMotionOptions oracle_motion_defaults(void)
{
    return (OracleMotionOptions){
        .fps_weight = 1, .blend_factor = 1, .blend_offset = 40, .filter_size = 5, .max_val = 10000
    };
}

/* Section 7. */
int oracle_motion(const OracleMotionOptions *options, const PicturePair *pairs, size_t count,
                  size_t i, OracleMotionScores *scores)
{
    *scores = (OracleMotionScores){ 0 };
    const int result = check(options, &pairs[i].ref);
    if (result || options->force_zero || count == 1)
        return result;
    double before = 0, after = 0;
    if (i > 0 && pair_motion(options, &pairs[i - 1].ref, &pairs[i].ref, &before))
        return ORACLE_USAGE;
    if (i + 1 < count && pair_motion(options, &pairs[i].ref, &pairs[i + 1].ref, &after))
        return ORACLE_USAGE;
    const double w = options->fps_weight, x = options->max_val;
    if (i == 0) {
        scores->motion3 = least_of(blend(options, after * w), x);
        return ORACLE_OK;
    }
    const double least = i + 1 < count ? least_of(before, after) : before;
    scores->motion = least_of(before * w, x);
    scores->motion2 = least_of(least * w, x);
    scores->motion3 = least_of(blend(options, least * w), x);
    return ORACLE_OK;
}
