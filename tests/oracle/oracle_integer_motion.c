/* docs/spec/motion.md as scalar code. */
#include "oracle.h"

#include <stdlib.h>

static const int64_t taps[5] = { 3571, 16004, 26386, 16004, 3571 };

/* Section 3: the edge is not repeated. Section 7: it is, right and below. */
static int index_of(int i, int n, int repeat)
{
    if (i < 0)
        return -i;
    return i < n ? i : repeat ? 2 * n - 1 - i : 2 * n - 2 - i;
}

static int64_t floor_shift(int64_t value, int bits)
{
    const int64_t divisor = (int64_t)1 << bits;
    const int64_t quotient = value / divisor;
    return value % divisor < 0 ? quotient - 1 : quotient;
}

/* Filters columns, then rows; `plane` holds w h values and gets the result. */
static int filter(int64_t *plane, int w, int h, int depth, int repeat)
{
    int64_t *column = malloc((size_t)w * (size_t)h * sizeof(*column));
    if (!column)
        return ORACLE_USAGE;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int64_t sum = (int64_t)1 << (depth - 1);
            for (int k = 0; k < 5; k++)
                sum += taps[k] * plane[index_of(y - 2 + k, h, repeat) * w + x];
            column[y * w + x] = floor_shift(sum, depth);
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int64_t sum = 32768;
            for (int k = 0; k < 5; k++)
                sum += taps[k] * column[y * w + index_of(x - 2 + k, w, repeat)];
            plane[y * w + x] = floor_shift(sum, 16);
        }
    free(column);
    return ORACLE_OK;
}

static uint64_t total_magnitude(const int64_t *plane, int samples)
{
    uint64_t sum = 0;
    for (int i = 0; i < samples; i++)
        sum += (uint64_t)(plane[i] < 0 ? -plane[i] : plane[i]);
    return sum;
}

int oracle_integer_motion_sad(int legacy, const Picture *p, const Picture *c, uint64_t *sad)
{
    const int w = p->width[0], h = p->height[0], samples = w * h;
    int64_t *a = malloc((size_t)samples * sizeof(*a)), *b = malloc((size_t)samples * sizeof(*b));
    int result = a && b ? ORACLE_OK : ORACLE_USAGE;
    for (int i = 0; !result && i < samples; i++) {
        a[i] = legacy ? p->plane[0][i] : p->plane[0][i] - c->plane[0][i];
        b[i] = c->plane[0][i];
    }
    if (!result)
        result = filter(a, w, h, p->depth, legacy);
    if (!result && legacy)
        result = filter(b, w, h, p->depth, legacy);
    for (int i = 0; !result && legacy && i < samples; i++)
        a[i] -= b[i];
    if (!result)
        *sad = total_magnitude(a, samples);
    free(a);
    free(b);
    return result;
}

static double least_of(double p, double q)
{
    return p < q ? p : q;
}

static double sad_of_frame(const OracleIntegerMotionOptions *o, const PicturePair *pairs, int first,
                           size_t i)
{
    uint64_t sad;
    if (o->force_zero || i < (size_t)first)
        return 0;
    const Picture *now = &pairs[i].ref;
    if (oracle_integer_motion_sad(o->legacy, &pairs[i - (size_t)first].ref, now, &sad))
        abort();
    const double samples = (double)(now->width[0] * now->height[0]);
    if (o->legacy)
        return (double)((float)((double)sad / 256.0) / (float)samples);
    return least_of((((double)sad / 256.0) / samples) * o->fps_weight, o->max_val);
}

static double blend(const OracleIntegerMotionOptions *o, double m)
{
    const double f = o->blend_factor;
    return least_of(m * f + (1 - f) * least_of(o->blend_offset, m), o->max_val);
}

OracleIntegerMotionOptions oracle_integer_motion_defaults(void)
{
    return (OracleIntegerMotionOptions){
        .fps_weight = 1, .blend_factor = 1, .blend_offset = 40, .max_val = 10000
    };
}

static int is_refused(const Picture *picture)
{
    const int depth = picture->depth;
    return (depth != 8 && depth != 10 && depth != 12 && depth != 16) || picture->width[0] < 3 ||
           picture->height[0] < 3;
}

/* Section 4, over the whole sequence up to the frame. */
int oracle_integer_motion(const OracleIntegerMotionOptions *o, const PicturePair *pairs,
                          size_t count, size_t frame, OracleMotionScores *scores)
{
    const int first = o->five_frame_window ? 2 : 1;
    if (is_refused(&pairs[0].ref))
        return ORACLE_REFUSED;
    double *sad = calloc(count, sizeof(*sad));
    if (!sad)
        return ORACLE_USAGE;
    for (size_t i = 0; i < count; i++)
        sad[i] = sad_of_frame(o, pairs, first, i);
    const double stamp = count > (size_t)first ? blend(o, sad[first]) : 0;
    double previous = stamp;
    for (size_t i = 0; i <= frame; i++) {
        scores->motion = sad[i];
        scores->motion2 = 0;
        scores->motion3 = stamp;
        if (i < (size_t)first)
            continue;
        if (i + 1 == count)
            scores->motion2 = sad[i];
        else if (!o->five_frame_window)
            scores->motion2 = least_of(sad[i], sad[i + 1]);
        else
            scores->motion2 = i == 2 ? sad[3] : least_of(sad[i - 1], sad[i + 1]);
        const double p = blend(o, scores->motion2);
        scores->motion3 = o->moving_average ? (p + previous) / 2 : p;
        previous = p;
    }
    free(sad);
    return ORACLE_OK;
}
