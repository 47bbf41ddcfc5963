/*
 * Every metric on a device against the CPU: random small pictures of every kind, the bits of every
 * output compared, with and without the device's fp64.
 *
 *     test_bits [BACKEND[:DEVICE]] [PICTURES] [SEED]
 *
 * Without arguments the first OpenCL device and a few pictures. Exit 77 when there is no such
 * device.
 */
#include "core/session.h"
#include "device/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIPPED = 77, FRAMES = 2, MOST_VALUES = 4096 };

static const char *const variants[] = {
    "float_vif=vif_sigma_nsq=1.7",
    "float_vif=vif_sigma_nsq=0",
    "float_vif=vif_kernelscale=0.5:vif_enhn_gain_limit=1",
    "float_vif=vif_prescale=0.75:vif_prescale_method=bicubic:debug=true",
    "float_vif=vif_prescale=1.5:vif_prescale_method=lanczos4",
    "float_vif=vif_skip_scale0=true",
    "motion=legacy=true",
    "vif=debug=true:vif_enhn_gain_limit=1",
    "vif=debug=true:vif_skip_scale0=true",
    "adm=adm_enhn_gain_limit=1.2:adm_csf_mode=2:adm_norm_view_dist=5",
    "adm=adm_enhn_gain_limit=1:adm_skip_scale0=true",
};

/* ---- Pictures ---- */

static uint64_t state;

static unsigned random_below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % n);
}

typedef enum Content { NOISE, RAMP, EXTREMES, FLAT, NEAR, CONTENTS } Content;

static unsigned sample(Content content, unsigned most, int x, int y, unsigned other)
{
    switch (content) {
    case NOISE:
        return random_below(most + 1);
    case RAMP:
        return (unsigned)(x * 3 + y * 7) * (most >> 8 ? most >> 8 : 1) & most;
    case EXTREMES:
        return random_below(2) ? most : 0;
    case FLAT:
        return most / 3;
    default:
        return random_below(8) ? other : other ^ 1;
    }
}

static void put(void *row, int bytes, int x, unsigned value)
{
    if (bytes == 1)
        ((uint8_t *)row)[x] = (uint8_t)value;
    else
        ((uint16_t *)row)[x] = (uint16_t)value;
}

static unsigned get(const void *row, int bytes, int x)
{
    return bytes == 1 ? ((const uint8_t *)row)[x] : ((const uint16_t *)row)[x];
}

static void *row_of(const EvqFrame *frame, int plane, int y)
{
    return (unsigned char *)frame->plane[plane] + y * frame->stride[plane];
}

static void fill(EvqFrame *frame, const EvqFrame *other, Content content)
{
    const EvqFormat *format = &frame->format;
    int bytes = evq_format_sample_bytes(format);
    unsigned most = (1u << format->depth) - 1;
    for (int plane = 0; plane < evq_format_planes(format); plane++)
        for (int y = 0; y < evq_format_plane_height(format, plane); y++)
            for (int x = 0; x < evq_format_plane_width(format, plane); x++) {
                unsigned old = other ? get(row_of(other, plane, y), bytes, x) : most / 2;
                put(row_of(frame, plane, y), bytes, x, sample(content, most, x, y, old));
            }
}

static EvqFormat random_format(void)
{
    static const int depths[] = { 8, 8, 10, 12, 16 };
    return (EvqFormat){ .width = 16 + (int)random_below(115),
                        .height = 16 + (int)random_below(115),
                        .depth = depths[random_below(5)],
                        .chroma = (EvqChroma)random_below(4) };
}

typedef struct Clip {
    EvqFrame frame[2 * FRAMES];
} Clip;

static int make_clip(Clip *clip, const EvqFormat *format)
{
    EvqError error;
    for (int i = 0; i < 2 * FRAMES; i++) {
        if (evq_frame_alloc(&clip->frame[i], format, &error) < 0)
            return -1;
        /* Odd ones are the distorted pictures of those before them. */
        Content content = (Content)random_below(i % 2 ? CONTENTS : CONTENTS - 1);
        fill(&clip->frame[i], i % 2 ? &clip->frame[i - 1] : NULL, content);
    }
    return 0;
}

/* ---- Scores ---- */

typedef struct Scores {
    double value[MOST_VALUES];
    char name[MOST_VALUES][64];
    int count;
} Scores;

static void keep(Scores *scores, const char *name, double value)
{
    if (scores->count < MOST_VALUES) {
        snprintf(scores->name[scores->count], sizeof *scores->name, "%s", name);
        scores->value[scores->count++] = value;
    }
}

static void read_scores(Scores *scores, const EvqSession *session)
{
    double value;
    for (size_t output = 0; output < evq_session_output_count(session); output++)
        for (size_t frame = 0; frame < FRAMES; frame++)
            if (evq_session_score(session, output, frame, &value) == 1)
                keep(scores, evq_session_output_name(session, output), value);
    for (size_t i = 0; i < evq_session_aggregate_count(session); i++)
        keep(scores, evq_session_aggregate_name(session, i),
             evq_session_aggregate_value(session, i));
}

/* Metrics that cannot score the format are left out, on every device alike. */
static void add_metrics(EvqSession *session)
{
    const EvqMetricInfo *metric;
    EvqError error;
    for (size_t i = 0; (metric = evq_metric_info(i)); i++)
        evq_session_add_metric(session, metric->name, &error);
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        evq_session_add_metric(session, variants[i], &error);
}

static int score(Scores *scores, const Clip *clip, EvqDevice *device)
{
    EvqError error = { 0 };
    EvqSession *session;
    EvqConfig config = evq_config_default();
    config.backend = EVQ_BACKEND_CPU;
    config.threads = 2;
    scores->count = 0;
    int status = evq_session_open_on(&session, &config, &clip->frame[0].format, device, &error);
    if (status < 0)
        return printf("%s\n", error.message), -1;
    add_metrics(session);
    for (int i = 0; i < FRAMES && status == 0; i++) {
        EvqFrame reference = clip->frame[2 * i], distorted = clip->frame[2 * i + 1];
        reference.release = distorted.release = NULL; /* the clip keeps them */
        status = evq_session_push(session, &reference, &distorted, &error);
    }
    if (status == 0)
        status = evq_session_flush(session, &error);
    if (status == 0)
        read_scores(scores, session);
    else
        printf("%s\n", error.message);
    evq_session_close(&session);
    return status;
}

static int compare(const Scores *expected, const Scores *got, const EvqFormat *format,
                   const char *where)
{
    if (expected->count != got->count || expected->count == 0)
        return printf("%s: %d scores, not %d\n", where, got->count, expected->count), -1;
    for (int i = 0; i < got->count; i++)
        if (memcmp(&expected->value[i], &got->value[i], sizeof(double)) != 0)
            return printf("%s: %dx%d, %d bits, chroma %d: %s is %a, not %a\n", where, format->width,
                          format->height, format->depth, (int)format->chroma, got->name[i],
                          got->value[i], expected->value[i]),
                   -1;
    return 0;
}

/* ---- Devices ---- */

static int open_device(EvqEngine *engine, const char *text, EvqFp64 fp64, EvqError *error)
{
    EvqConfig config = evq_config_default();
    size_t length = strcspn(text, ":");
    config.backend = EVQ_BACKEND_COUNT;
    for (int i = 0; i < EVQ_BACKEND_COUNT; i++)
        if (strncmp(evq_backend_name((EvqBackend)i), text, length) == 0)
            config.backend = (EvqBackend)i;
    config.device = text[length] ? text + length + 1 : NULL;
    config.fp64 = fp64;
    return evq_engine_open(engine, &config, error);
}

static int check_picture(EvqEngine *engine, int engines, long *scores)
{
    static Scores expected, got;
    EvqFormat format = random_format();
    Clip clip = { 0 };
    int status = make_clip(&clip, &format);
    if (status == 0)
        status = score(&expected, &clip, NULL);
    for (int i = 0; i < engines && status == 0; i++) {
        char where[256];
        snprintf(where, sizeof where, "%s, fp64 %s", evq_engine_name(&engine[i]),
                 evq_device_uses_fp64(engine[i].device) ? "on" : "off");
        status = score(&got, &clip, engine[i].device);
        if (status == 0)
            status = compare(&expected, &got, &format, where);
        *scores += got.count;
    }
    for (int i = 0; i < 2 * FRAMES; i++)
        evq_frame_release(&clip.frame[i]);
    return status;
}

int main(int argc, char **argv)
{
    const char *text = argc > 1 ? argv[1] : "opencl";
    int pictures = argc > 2 ? atoi(argv[2]) : 24;
    EvqEngine engine[2] = { 0 };
    EvqError error = { 0 };
    int engines = 0, failed = 0;
    long scores = 0;
    state = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;

    int status = open_device(&engine[engines], text, EVQ_FP64_OFF, &error);
    if (status < 0) {
        printf("skipped: %s\n", error.message);
        return SKIPPED;
    }
    engines++;
    if (open_device(&engine[engines], text, EVQ_FP64_ON, &error) == 0)
        engines++;
    else
        printf("%s\n", error.message);
    for (int i = 0; i < pictures && !failed; i++)
        failed = check_picture(engine, engines, &scores) != 0;
    printf("%s: %d pictures, %ld scores compared\n", evq_engine_name(&engine[0]), pictures, scores);
    for (int i = 0; i < engines; i++)
        evq_engine_close(&engine[i]);
    printf("%d passed, %d failed\n", !failed, failed);
    return failed;
}
