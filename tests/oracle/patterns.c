#include "patterns.h"

#include <stdlib.h>
#include <string.h>

int picture_alloc(Picture *picture, int width, int height, int depth, PictureChroma chroma)
{
    memset(picture, 0, sizeof(*picture));
    picture->depth = depth;
    picture->chroma = chroma;
    picture->planes = chroma == PICTURE_400 ? 1 : 3;
    for (int p = 0; p < picture->planes; p++) {
        const int half_width = p > 0 && (chroma == PICTURE_420 || chroma == PICTURE_422);
        const int half_height = p > 0 && chroma == PICTURE_420;
        picture->width[p] = half_width ? (width + 1) / 2 : width;
        picture->height[p] = half_height ? (height + 1) / 2 : height;
        const size_t samples = (size_t)picture->width[p] * (size_t)picture->height[p];
        picture->plane[p] = calloc(samples, sizeof(uint16_t));
        if (!picture->plane[p]) {
            picture_free(picture);
            return -1;
        }
    }
    return 0;
}

void picture_free(Picture *picture)
{
    for (int p = 0; p < 3; p++)
        free(picture->plane[p]);
    memset(picture, 0, sizeof(*picture));
}

void picture_pair_free(PicturePair *pair)
{
    picture_free(&pair->ref);
    picture_free(&pair->dis);
}

int pattern_depth(PatternKind kind)
{
    switch (kind) {
    case PATTERN_A:
    case PATTERN_D:
        return 8;
    case PATTERN_B:
        return 10;
    case PATTERN_F:
        return 12;
    case PATTERN_E:
        return 16;
    default:
        return 0;
    }
}

typedef struct SamplePair {
    int64_t ref, dis; /* dis before it is clamped */
} SamplePair;

static SamplePair pattern_a(int plane, int64_t x, int64_t y)
{
    SamplePair s;
    if (plane == 0) {
        s.ref = (7 * x + 13 * y + x * y / 5) % 256;
        s.dis = s.ref + (11 * x + 5 * y) % 23 - 11;
    } else if (plane == 1) {
        s.ref = (3 * x + 5 * y + 40) % 256;
        s.dis = s.ref + (x + 2 * y) % 7 - 3;
    } else {
        s.ref = (9 * x + 2 * y + 90) % 256;
        s.dis = s.ref + (3 * x + y) % 5 - 2;
    }
    return s;
}

static SamplePair pattern_b(int plane, int64_t x, int64_t y)
{
    SamplePair s;
    if (plane == 0) {
        s.ref = (29 * x + 53 * y + x * y / 3) % 1024;
        s.dis = s.ref + (17 * x + 7 * y) % 61 - 30;
    } else if (plane == 1) {
        s.ref = (13 * x + 21 * y + 160) % 1024;
        s.dis = s.ref + (5 * x + 2 * y) % 29 - 14;
    } else {
        s.ref = (37 * x + 8 * y + 360) % 1024;
        s.dis = s.ref + (3 * x + 4 * y) % 19 - 9;
    }
    return s;
}

static SamplePair pattern_d(int plane, int64_t x, int64_t y)
{
    SamplePair s;
    if (plane == 0) {
        s.ref = (x * x + 3 * y * y) / 16 % 256;
        s.dis = s.ref / 8 * 8 + 4;
    } else if (plane == 1) {
        s.ref = (x * x + y) / 8 % 256;
        s.dis = s.ref / 4 * 4 + 2;
    } else {
        s.ref = (x + y * y) / 8 % 256;
        s.dis = s.ref / 16 * 16 + 8;
    }
    return s;
}

static SamplePair pattern_e(int plane, int64_t x, int64_t y)
{
    SamplePair s;
    s.ref = (1237 * x + 4391 * y + 7 * x * y + 20011 * plane) % 65536;
    s.dis = s.ref + (977 * x + 331 * y) % 4001 - 2000;
    return s;
}

static SamplePair pattern_f(int plane, int64_t x, int64_t y)
{
    SamplePair s;
    s.ref = (211 * x + 97 * y + x * y / 2 + 700 * plane) % 4096;
    s.dis = s.ref + (31 * x + 17 * y) % 127 - 63;
    return s;
}

static SamplePair pattern_g(int64_t peak, int plane, int64_t x, int64_t y)
{
    const int64_t quarter = (peak + 1) / 4, step = (peak + 1) / 256;
    SamplePair s;
    if (plane == 0) {
        s.ref = (7 * x + 13 * y + x * y / 5) & peak;
        s.dis = s.ref + ((3 * x + 5 * y) % 7 - 3) * step;
    } else if (plane == 1) {
        s.ref = (5 * x + 3 * y + x * y / 7 + quarter) & peak;
        s.dis = s.ref + ((x + 2 * y) % 5 - 2) * step;
    } else {
        s.ref = (3 * x + 11 * y + x * y / 9 + quarter / 2) & peak;
        s.dis = s.ref + ((2 * x + y) % 3 - 1) * step;
    }
    return s;
}

/* A hash of the position, so that a sample does not depend on the order of visits. */
static uint32_t noise(uint32_t seed, int plane, int64_t x, int64_t y)
{
    uint32_t h = seed * 0x9e3779b9u + (uint32_t)plane * 0x85ebca6bu;
    h ^= (uint32_t)x * 0xc2b2ae35u;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    h ^= (uint32_t)y * 0x27d4eb2fu;
    h = (h ^ h >> 12) * 0x297a2d39u;
    return h ^ h >> 15;
}

static int64_t extreme(uint32_t seed, int64_t peak, int plane, int64_t x, int64_t y)
{
    const uint32_t n = noise(seed, plane, x, y) % 5;
    return n == 4 ? (peak + 1) / 2 : n % 2 * peak;
}

static int64_t few_steps(uint32_t seed, int plane, int64_t x, int64_t y)
{
    return (int64_t)(noise(seed, plane, x, y) % 5) - 2;
}

static SamplePair synthetic(PatternKind kind, uint32_t seed, int64_t peak, int plane, int64_t x,
                            int64_t y)
{
    const int64_t n = noise(seed, plane, x, y) % (peak + 1);
    const int64_t small = noise(seed + 1, plane, x, y) % (peak / 16 + 1) - peak / 32;
    switch (kind) {
    case PATTERN_NOISE:
        return (SamplePair){ n, noise(seed + 2, plane, x, y) % (peak + 1) };
    case PATTERN_NOISE_CLOSE:
        return (SamplePair){ n, n + small };
    case PATTERN_RAMP: {
        const int64_t ramp = (x + y + plane) * (peak / 64) % (peak + 1);
        return (SamplePair){ ramp, ramp / 8 * 8 };
    }
    case PATTERN_CHECKERBOARD:
        return (SamplePair){ (x + y) % 2 * peak, (x + y + 1) % 2 * peak };
    case PATTERN_BLOCKS: {
        const int64_t block = (x / 11 + y / 7) % 2 * peak;
        return (SamplePair){ block, block + small };
    }
    case PATTERN_EQUAL_NOISE:
        return (SamplePair){ n, n };
    case PATTERN_EXTREMES:
        return (SamplePair){ extreme(seed, peak, plane, x, y),
                             extreme(seed + 1, peak, plane, x, y) };
    case PATTERN_NEUTRAL: {
        const int64_t centre = plane == 0 ? n : (peak + 1) / 2;
        return (SamplePair){ centre + few_steps(seed + 3, plane, x, y),
                             centre + few_steps(seed + 4, plane, x, y) };
    }
    default:
        return (SamplePair){ 0, peak };
    }
}

static SamplePair sample(PatternKind kind, uint32_t seed, int64_t peak, int plane, int64_t x,
                         int64_t y)
{
    switch (kind) {
    case PATTERN_A:
        return pattern_a(plane, x, y);
    case PATTERN_B:
        return pattern_b(plane, x, y);
    case PATTERN_D:
        return pattern_d(plane, x, y);
    case PATTERN_E:
        return pattern_e(plane, x, y);
    case PATTERN_F:
        return pattern_f(plane, x, y);
    case PATTERN_G:
        return pattern_g(peak, plane, x, y);
    default:
        return synthetic(kind, seed, peak, plane, x, y);
    }
}

static uint16_t clamp(int64_t value, int64_t peak)
{
    return (uint16_t)(value < 0 ? 0 : value > peak ? peak : value);
}

int pattern_make(PicturePair *pair, PatternKind kind, int width, int height, int depth,
                 PictureChroma chroma, uint32_t seed)
{
    if (pattern_depth(kind))
        depth = pattern_depth(kind);
    memset(pair, 0, sizeof(*pair));
    if (picture_alloc(&pair->ref, width, height, depth, chroma) ||
        picture_alloc(&pair->dis, width, height, depth, chroma)) {
        picture_pair_free(pair);
        return -1;
    }
    const int64_t peak = (1 << depth) - 1;
    for (int p = 0; p < pair->ref.planes; p++) {
        uint16_t *ref = pair->ref.plane[p], *dis = pair->dis.plane[p];
        for (int y = 0; y < pair->ref.height[p]; y++) {
            for (int x = 0; x < pair->ref.width[p]; x++) {
                const SamplePair s = sample(kind, seed, peak, p, x, y);
                *ref++ = clamp(s.ref, peak);
                *dis++ = clamp(s.dis, peak);
            }
        }
    }
    return 0;
}

static size_t plane_samples(const Picture *picture, int plane)
{
    return (size_t)picture->width[plane] * (size_t)picture->height[plane];
}

void pattern_copy_reference(PicturePair *pair)
{
    for (int p = 0; p < pair->ref.planes; p++)
        memcpy(pair->dis.plane[p], pair->ref.plane[p],
               plane_samples(&pair->ref, p) * sizeof(uint16_t));
}

void pattern_negate_reference(PicturePair *pair)
{
    const int peak = (1 << pair->ref.depth) - 1;
    for (int p = 0; p < pair->ref.planes; p++)
        for (size_t i = 0; i < plane_samples(&pair->ref, p); i++)
            pair->dis.plane[p][i] = (uint16_t)(peak - pair->ref.plane[p][i]);
}

void picture_fill(Picture *picture, uint16_t value)
{
    for (int p = 0; p < picture->planes; p++)
        for (size_t i = 0; i < plane_samples(picture, p); i++)
            picture->plane[p][i] = value;
}
