/* The pictures of the self-test and a session on them. */
#include "core/error.h"
#include "core/selftest.h"

/* How a picture looks. */
typedef enum Content {
    CONTENT_TEXTURE,  /* slopes that wrap around, slightly disturbed */
    CONTENT_NOISE,    /* noise and other noise */
    CONTENT_EXTREMES, /* 0, the middle and the peak */
} Content;

/* Sides are odd, even and large enough for every metric; all chroma formats with three planes. */
static const struct TestPicture {
    EvqFormat format;
    Content content;
} pictures[EVQ_SELFTEST_PICTURES] = {
    { { .width = 67, .height = 51, .depth = 8, .chroma = EVQ_CHROMA_420 }, CONTENT_TEXTURE },
    { { .width = 64, .height = 48, .depth = 10, .chroma = EVQ_CHROMA_422 }, CONTENT_NOISE },
    { { .width = 35, .height = 33, .depth = 16, .chroma = EVQ_CHROMA_444 }, CONTENT_EXTREMES },
    { { .width = 192, .height = 180, .depth = 8, .chroma = EVQ_CHROMA_420 }, CONTENT_TEXTURE },
};

/* A hash of the position. */
static uint32_t noise(uint32_t seed, uint32_t x, uint32_t y)
{
    uint32_t h = seed * 0x9e3779b9u ^ x * 0x85ebca6bu;
    h = (h ^ h >> 15) * 0xc2b2ae35u ^ y * 0x27d4eb2fu;
    h = (h ^ h >> 13) * 0x165667b1u;
    return h ^ h >> 16;
}

static uint32_t clamp(int32_t value, int32_t peak)
{
    return (uint32_t)(value < 0 ? 0 : value > peak ? peak : value);
}

/* `source` tells the pictures of a sequence and their planes apart; the lowest bit: distorted. */
static uint32_t sample(Content content, int depth, uint32_t source, uint32_t x, uint32_t y)
{
    uint32_t peak = (1u << depth) - 1, n = noise(source, x, y);
    uint32_t slope = (7 * x + 13 * y + x * y / 5 + 40 * (source >> 1)) << (depth - 8);
    uint32_t step = (source & 1) << (depth - 8);
    switch (content) {
    case CONTENT_TEXTURE:
        return clamp((int32_t)(slope & peak) + (int32_t)(n % 9 * step) - (int32_t)(4 * step),
                     (int32_t)peak);
    case CONTENT_NOISE:
        return n & peak;
    default:
        return n % 5 == 4 ? (peak + 1) / 2 : n % 2 * peak;
    }
}

static void fill(EvqFrame *frame, Content content, uint32_t source)
{
    int wide = evq_format_sample_bytes(&frame->format) == 2, depth = frame->format.depth;
    for (int plane = 0; plane < evq_format_planes(&frame->format); plane++, source += 2)
        for (int y = 0; y < evq_format_plane_height(&frame->format, plane); y++) {
            uint8_t *row = (uint8_t *)frame->plane[plane] + y * frame->stride[plane];
            for (int x = 0; x < evq_format_plane_width(&frame->format, plane); x++) {
                uint32_t value = sample(content, depth, source, (uint32_t)x, (uint32_t)y);
                if (wide)
                    ((uint16_t *)row)[x] = (uint16_t)value;
                else
                    row[x] = (uint8_t)value;
            }
        }
}

static int push(EvqSession *session, Content content, uint32_t index, EvqError *error)
{
    EvqFrame frame[2] = { 0 };
    for (uint32_t i = 0; i < 2; i++) {
        int status = evq_frame_alloc(&frame[i], &session->format, error);
        if (status < 0) {
            evq_frame_release(&frame[0]);
            return status;
        }
        fill(&frame[i], content, 6 * index + i);
    }
    return evq_session_push(session, &frame[0], &frame[1], error);
}

int evq_selftest_score(EvqSession **session, const char *metric, int picture, EvqDevice *device,
                       const EvqCpuLevel *level, EvqError *error)
{
    const struct TestPicture *p = &pictures[picture];
    EvqConfig config = { .threads = 1, .backend = EVQ_BACKEND_CPU };
    int status = evq_session_open_on(session, &config, &p->format, device, error);
    if (status < 0)
        return status;
    if (level)
        evq_session_evaluate(*session, level, (*session)->evaluation);
    status = evq_session_add_metric(*session, metric, error);
    for (uint32_t i = 0; i < EVQ_SELFTEST_FRAMES && status >= 0; i++)
        status = push(*session, p->content, i, error);
    if (status >= 0)
        status = evq_session_flush(*session, error);
    if (status < 0)
        evq_session_close(session);
    return status;
}
