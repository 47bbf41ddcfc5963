#include "core/faster.h"

#include "device/plan_runner.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* The size that is measured: enough to fill a card, and for every metric. */
enum { WIDTH = 960, HEIGHT = 540 };
enum { MOST_RUNS = 5, ENOUGH_MS = 40 };

static const char *const kept[] = {
    [EVQ_EVALUATION_QUICK] = "quick\n", [EVQ_EVALUATION_PAIR] = "pair\n"
};

/* ---- Two plans ---- */

typedef struct Contest {
    const EvqMetric *metric;
    EvqDevice *device;
    EvqVariant variant[2]; /* quick, pair */
    EvqFrame frame[EVQ_PLAN_INPUTS];
} Contest;

static const EvqEvaluation evaluation[2] = { EVQ_EVALUATION_QUICK, EVQ_EVALUATION_PAIR };

static int open_contest(Contest *contest, const EvqOrder *order, const EvqEngine *engine)
{
    EvqFormat format = *order->format;
    const EvqOrder smaller = { order->metric, order->options, &format };
    EvqMetricOutputs outputs;
    int status = EVQ_OK;
    format.width = WIDTH;
    format.height = HEIGHT;
    for (int i = 0; i < 2 && status == EVQ_OK; i++)
        status = evq_variant_open(&contest->variant[i], &smaller, evq_engine_form(engine),
                                  evaluation[i], &outputs, NULL);
    contest->metric = order->metric;
    contest->device = engine->device;
    return status;
}

static void close_contest(Contest *contest)
{
    for (int i = 0; i < 2; i++)
        evq_variant_close(&contest->variant[i], contest->metric);
    for (int i = 0; i < EVQ_PLAN_INPUTS; i++)
        evq_frame_release(&contest->frame[i]);
}

/* Most metrics have one evaluation alone. */
static int is_the_same(const EvqPlan *a, const EvqPlan *b)
{
    int same = a->stages == b->stages;
    for (int s = 0; s < a->stages && same; s++)
        same = a->stage[s].kernel == b->stage[s].kernel;
    return same;
}

/* ---- Measuring ---- */

static void fill(EvqFrame *frame, uint32_t seed)
{
    unsigned peak = (1u << frame->format.depth) - 1;
    for (int plane = 0; plane < evq_format_planes(&frame->format); plane++)
        for (int y = 0; y < evq_format_plane_height(&frame->format, plane); y++) {
            unsigned char *row = (unsigned char *)frame->plane[plane] + y * frame->stride[plane];
            for (int x = 0; x < evq_format_plane_width(&frame->format, plane); x++) {
                seed = seed * 1664525u + 1013904223u;
                unsigned value = seed >> 8 & peak;
                if (evq_format_sample_bytes(&frame->format) == 1)
                    row[x] = (unsigned char)value;
                else
                    ((uint16_t *)row)[x] = (uint16_t)value;
            }
        }
}

static int make_pictures(Contest *contest, const EvqFormat *like)
{
    EvqFormat format = *like;
    int status = EVQ_OK;
    format.width = WIDTH;
    format.height = HEIGHT;
    for (int i = 0; i < EVQ_PLAN_INPUTS && status == EVQ_OK; i++) {
        status = evq_frame_alloc(&contest->frame[i], &format, NULL);
        if (status == EVQ_OK)
            fill(&contest->frame[i], 1u + (uint32_t)i);
    }
    return status;
}

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* The shortest of a few runs behind a first one, which builds the kernels; negative: it fails. */
static double time_runs(EvqPlanRunner *runner, const Contest *contest)
{
    const EvqFrame *const frame[EVQ_PLAN_INPUTS] = { &contest->frame[0], &contest->frame[1],
                                                     &contest->frame[2] };
    const unsigned char wanted = 1;
    const void *result;
    double best = -1, spent = 0;
    if (evq_plan_runner_run(runner, frame, &wanted, &result, NULL) < 0)
        return -1;
    for (int i = 0; i < MOST_RUNS && (!i || spent < ENOUGH_MS); i++) {
        double start = now_ms();
        if (evq_plan_runner_repeat(runner, 1, NULL) < 0)
            return -1;
        double ms = now_ms() - start;
        spent += ms;
        best = i && best < ms ? best : ms;
    }
    return best;
}

static double measure(const Contest *contest, int i)
{
    const EvqPlan *plan = &contest->variant[i].plan;
    EvqPlanRunner *runner;
    if (evq_plan_runner_open(&runner, contest->device, &plan, 1, NULL) < 0)
        return -1;
    double ms = time_runs(runner, contest);
    evq_plan_runner_close(&runner);
    return ms;
}

/* ---- The answer ---- */

EvqCacheKey evq_faster_key(const EvqOrder *order, const EvqEngine *engine)
{
    char subject[256];
    snprintf(subject, sizeof subject, "%s=%.180s, %d bits, chroma %d", order->metric->info.name,
             order->options, order->format->depth, (int)order->format->chroma);
    return evq_device_key(engine->device, "evaluation", subject);
}

static EvqEvaluation hold(Contest *contest, const EvqOrder *order, EvqEvaluation otherwise,
                          const EvqCacheKey *key)
{
    if (make_pictures(contest, order->format) < 0)
        return otherwise;
    double quick = measure(contest, 0), pair = measure(contest, 1);
    if (quick < 0 || pair < 0)
        return otherwise;
    EvqEvaluation winner = evaluation[pair < quick];
    evq_cache_write(key, (const unsigned char *)kept[winner], strlen(kept[winner]));
    return winner;
}

EvqEvaluation evq_faster_evaluation(const EvqOrder *order, const EvqEngine *engine)
{
    EvqCacheKey key = evq_faster_key(order, engine);
    Contest contest = { 0 };
    EvqEvaluation answer = engine->evaluation;
    for (int i = 0; i < 2; i++)
        if (evq_device_kept(&key, kept[evaluation[i]]))
            return evaluation[i];
    if (open_contest(&contest, order, engine) == EVQ_OK &&
        !is_the_same(&contest.variant[0].plan, &contest.variant[1].plan))
        answer = hold(&contest, order, answer, &key);
    close_contest(&contest);
    return answer;
}
