#include "random_pair.h"

#include <stdio.h>

enum { LEAST_SIDE = 16, MOST_SIDE = 130 };

typedef enum Content {
    CONTENT_NOISE,
    CONTENT_RAMP,
    CONTENT_EXTREMES,
    CONTENT_FLAT,
    CONTENT_NEAR, /* the other picture with some lowest bits turned: distorted pictures alone */
    CONTENT_SAME, /* the other picture */
} Content;

static const char *const content_names[] = { "noise",     "a ramp",        "extremes",
                                             "one value", "nearly itself", "itself" };

/* ---- Random numbers: splitmix64 ---- */

static uint64_t draw(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static unsigned below(uint64_t *state, unsigned n)
{
    return (unsigned)((draw(state) >> 32) * n >> 32);
}

/* ---- Pictures ---- */

/* What is drawn once for a picture. */
typedef struct Style {
    Content content;
    unsigned across, down, value; /* slopes of a ramp; the one value, and where a ramp begins */
} Style;

static Style draw_style(uint64_t *state, unsigned contents, unsigned peak)
{
    Style style = { .content = (Content)below(state, contents) };
    style.across = below(state, peak / 16);
    style.down = below(state, peak / 16);
    style.value = below(state, peak + 1);
    return style;
}

static unsigned sample(const Style *style, uint64_t *state, unsigned peak, int x, int y,
                       unsigned other)
{
    switch (style->content) {
    case CONTENT_NOISE:
        return below(state, peak + 1);
    case CONTENT_RAMP:
        return ((unsigned)x * style->across + (unsigned)y * style->down + style->value) & peak;
    case CONTENT_EXTREMES:
        return below(state, 2) * peak;
    case CONTENT_FLAT:
        return style->value;
    case CONTENT_NEAR:
        return below(state, 8) ? other : other ^ 1;
    default:
        return other;
    }
}

static void *row_of(const EvqFrame *frame, int plane, int y)
{
    return (unsigned char *)frame->plane[plane] + y * frame->stride[plane];
}

static unsigned get(const EvqFrame *frame, int plane, int x, int y)
{
    const void *row = row_of(frame, plane, y);
    return frame->format.depth > 8 ? ((const uint16_t *)row)[x] : ((const uint8_t *)row)[x];
}

static void put(const EvqFrame *frame, int plane, int x, int y, unsigned value)
{
    void *row = row_of(frame, plane, y);
    if (frame->format.depth > 8)
        ((uint16_t *)row)[x] = (uint16_t)value;
    else
        ((uint8_t *)row)[x] = (uint8_t)value;
}

/* `other` NULL: there is none. */
static void fill(EvqFrame *frame, const EvqFrame *other, const Style *style, uint64_t *state)
{
    const EvqFormat *format = &frame->format;
    unsigned peak = (1u << format->depth) - 1;
    for (int plane = 0; plane < evq_format_planes(format); plane++)
        for (int y = 0; y < evq_format_plane_height(format, plane); y++)
            for (int x = 0; x < evq_format_plane_width(format, plane); x++) {
                unsigned old = other ? get(other, plane, x, y) : 0;
                put(frame, plane, x, y, sample(style, state, peak, x, y, old));
            }
}

static EvqFormat draw_format(uint64_t *state)
{
    static const int depths[] = { 8, 8, 10, 12, 16 };
    EvqFormat format = { .colour = { 2, 2, 2, 0, 0 } };
    format.width = LEAST_SIDE + (int)below(state, MOST_SIDE - LEAST_SIDE + 1);
    format.height = LEAST_SIDE + (int)below(state, MOST_SIDE - LEAST_SIDE + 1);
    format.depth = depths[below(state, sizeof depths / sizeof *depths)];
    format.chroma = (EvqChroma)below(state, 4);
    return format;
}

static void describe(EvqRandomPair *pair, const Style style[2])
{
    static const char *const chroma[] = { "4:0:0", "4:2:0", "4:2:2", "4:4:4" };
    const EvqFormat *format = &pair->frame[0].format;
    snprintf(pair->about, sizeof pair->about, "%dx%d, %d bits, %s, %s and %s", format->width,
             format->height, format->depth, chroma[format->chroma], content_names[style[0].content],
             content_names[style[1].content]);
}

int evq_cli_random_pair(EvqRandomPair *pair, uint64_t seed, uint64_t index, EvqError *error)
{
    uint64_t state = seed;
    state = draw(&state) ^ index;
    const EvqFormat format = draw_format(&state);
    unsigned peak = (1u << format.depth) - 1;
    Style style[2];
    *pair = (EvqRandomPair){ 0 };
    for (int i = 0; i < 2; i++) {
        int status = evq_frame_alloc(&pair->frame[i], &format, error);
        if (status < 0) {
            evq_cli_random_pair_free(pair);
            return status;
        }
        style[i] = draw_style(&state, i ? CONTENT_SAME + 1 : CONTENT_NEAR, peak);
        fill(&pair->frame[i], i ? &pair->frame[0] : NULL, &style[i], &state);
    }
    describe(pair, style);
    return EVQ_OK;
}

void evq_cli_random_pair_free(EvqRandomPair *pair)
{
    evq_frame_release(&pair->frame[0]);
    evq_frame_release(&pair->frame[1]);
}
