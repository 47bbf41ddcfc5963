/*
 * Milliseconds per frame pair on a device: of the kernels alone, in one slot and in several at
 * once, and of a whole session with uploads, from pictures in memory. With 0 frames: of each stage
 * alone, borders included.
 *
 *     device BACKEND[:DEVICE] METRIC WIDTH HEIGHT DEPTH FRAMES [on|off] [THREADS]
 */
#include "core/session.h"
#include "device/kernel_info.h"
#include "device/plan_runner.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 5, SLOTS = 4, REPEATS = 20 };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static void check(int status, const EvqError *error)
{
    if (status < 0) {
        fprintf(stderr, "device: %s\n", error->message);
        exit(1);
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *ms)
{
    qsort(ms, RUNS, sizeof *ms, compare);
    return ms[RUNS / 2];
}

static void fill(EvqFrame *frame, const EvqFormat *format, unsigned seed)
{
    EvqError error;
    check(evq_frame_alloc(frame, format, &error), &error);
    unsigned mask = (1u << format->depth) - 1;
    for (int i = 0; i < evq_format_planes(format); i++)
        for (int y = 0; y < evq_format_plane_height(format, i); y++)
            for (int x = 0; x < evq_format_plane_width(format, i); x++) {
                unsigned noise = (seed = seed * 1664525u + 1013904223u) >> 28;
                unsigned value = ((unsigned)(x + y) * 3 / 4 + noise) & mask;
                unsigned char *row = (unsigned char *)frame->plane[i] + y * frame->stride[i];
                if (format->depth == 8)
                    row[x] = (unsigned char)value;
                else
                    ((uint16_t *)(void *)row)[x] = (uint16_t)value;
            }
}

static EvqSession *open_session(const EvqConfig *config, const EvqFormat *format,
                                const char *metric)
{
    EvqError error;
    EvqSession *session;
    check(evq_session_open(&session, config, format, &error), &error);
    check(evq_session_add_metric(session, metric, &error), &error);
    return session;
}

/* ---- Kernels alone ---- */

static void *repeat(void *runner)
{
    EvqError error;
    check(evq_plan_runner_repeat(runner, REPEATS, &error), &error);
    return NULL;
}

/* ms per pair with so many slots at work. */
static double time_kernels(EvqPlanRunner **runner, int slots)
{
    double ms[RUNS];
    for (int i = 0; i < RUNS; i++) {
        pthread_t thread[SLOTS];
        double start = now_ms();
        for (int k = 0; k < slots; k++)
            pthread_create(&thread[k], NULL, repeat, runner[k]);
        for (int k = 0; k < slots; k++)
            pthread_join(thread[k], NULL);
        ms[i] = (now_ms() - start) / (REPEATS * slots);
    }
    return median(ms);
}

/* A slot that holds the pictures. */
static EvqPlanRunner *open_slot(EvqSession *session, const EvqFrame frame[2])
{
    EvqError error;
    EvqPlanRunner *runner;
    const EvqPlan *plan = &session->instance[0]->variant[0].plan;
    const EvqFrame *const picture[EVQ_PLAN_INPUTS] = { &frame[0], &frame[1], &frame[0] };
    const void *result;
    check(evq_plan_runner_open(&runner, session->team.engine[0].device, &plan, 1, &error), &error);
    check(evq_plan_runner_run(runner, picture, (const unsigned char[]){ 1 }, &result, &error),
          &error);
    return runner;
}

static void measure_stages(EvqSession *session, const EvqFrame frame[2])
{
    EvqError error;
    const EvqPlan *plan = &session->instance[0]->variant[0].plan;
    EvqPlanRunner *runner = open_slot(session, frame);
    for (int s = 0; s < plan->stages; s++) {
        double ms[RUNS];
        for (int i = 0; i < RUNS; i++) {
            double start = now_ms();
            check(evq_plan_runner_repeat_stage(runner, 0, s, REPEATS, &error), &error);
            ms[i] = (now_ms() - start) / REPEATS;
        }
        const EvqStage *stage = &plan->stage[s];
        printf("%8.4f ms  %-28s %5d x %5d x %d\n", median(ms), evq_kernel_info(stage->kernel)->name,
               stage->x1 - stage->x0, stage->items, stage->planes);
    }
    evq_plan_runner_close(&runner);
}

static void measure_kernels(EvqSession *session, const EvqFrame frame[2])
{
    EvqPlanRunner *runner[SLOTS];
    for (int k = 0; k < SLOTS; k++)
        runner[k] = open_slot(session, frame);
    printf("kernels, one slot   %8.3f ms\n", time_kernels(runner, 1));
    printf("kernels, %d slots    %8.3f ms\n", SLOTS, time_kernels(runner, SLOTS));
    for (int k = 0; k < SLOTS; k++)
        evq_plan_runner_close(&runner[k]);
}

/* ---- Whole session ---- */

static void push(EvqSession *session, const EvqFrame frame[2], int frames)
{
    EvqError error;
    for (int i = 0; i < frames; i++) {
        EvqFrame a = frame[0], b = frame[1];
        a.release = b.release = NULL;
        check(evq_session_push(session, &a, &b, &error), &error);
    }
}

static void measure_session(const EvqConfig *config, const EvqFormat *format, const char *metric,
                            const EvqFrame frame[2], int frames)
{
    EvqError error;
    double ms[RUNS];
    uint64_t bytes = 0;
    for (int i = 0; i < RUNS; i++) {
        EvqSession *session = open_session(config, format, metric);
        push(session, frame, 4 * SLOTS); /* starts the threads */
        double start = now_ms();
        push(session, frame, frames);
        check(evq_session_flush(session, &error), &error);
        ms[i] = (now_ms() - start) / frames;
        bytes = evq_session_device_memory(session);
        evq_session_close(&session);
    }
    printf("session             %8.3f ms, %llu MiB on the device\n", median(ms),
           (unsigned long long)(bytes >> 20));
}

int main(int argc, char **argv)
{
    if (argc < 7) {
        fprintf(stderr, "usage: device BACKEND[:DEVICE] METRIC WIDTH HEIGHT DEPTH FRAMES [on|off] "
                        "[THREADS]\n");
        return 2;
    }
    EvqFrame frame[2];
    EvqConfig config = evq_config_default();
    char *colon = strchr(argv[1], ':');
    config.device = colon ? colon + 1 : NULL;
    if (colon)
        *colon = '\0';
    for (int i = 0; i < EVQ_BACKEND_COUNT; i++)
        if (!strcmp(argv[1], evq_backend_name((EvqBackend)i)))
            config.backend = (EvqBackend)i;
    if (argc > 7)
        config.fp64 = strcmp(argv[7], "off") ? EVQ_FP64_ON : EVQ_FP64_OFF;
    if (argc > 8)
        config.threads = atoi(argv[8]);
    EvqFormat format = { .width = atoi(argv[3]),
                         .height = atoi(argv[4]),
                         .depth = atoi(argv[5]),
                         .chroma = EVQ_CHROMA_420 };
    fill(&frame[0], &format, 1);
    fill(&frame[1], &format, 2);
    EvqSession *session = open_session(&config, &format, argv[2]);
    printf("%s, fp64 %s, %s, %dx%d, %d bits\n", evq_session_device(session),
           evq_session_fp64(session) ? "on" : "off", argv[2], format.width, format.height,
           format.depth);
    int frames = atoi(argv[6]);
    if (session->team.engine[0].device && frames)
        measure_kernels(session, frame);
    else if (session->team.engine[0].device)
        measure_stages(session, frame);
    evq_session_close(&session);
    if (frames)
        measure_session(&config, &format, argv[2], frame, frames);
    evq_frame_release(&frame[0]);
    evq_frame_release(&frame[1]);
    return 0;
}
