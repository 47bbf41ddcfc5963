/*
 * The two forms of a plan, for devices that run items in order and for those that run them side by
 * side, give the same bits; also where the serial sum is made of runs, which is rare by itself.
 */
#include "device/cpu/runner.h"
#include "kernel/total/params.h"
#include "metric/metric.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "patterns.h"

enum { RESULTS = 512 };

typedef struct Outcome {
    double scores[EVQ_METRIC_OUTPUTS];
    int count;
    unsigned char result[RESULTS * 8]; /* the plan's */
    size_t result_bytes;
} Outcome;

static EvqFrame frame_of(const Picture *picture)
{
    EvqFrame frame = { .format = { .width = picture->width[0],
                                   .height = picture->height[0],
                                   .depth = picture->depth,
                                   .chroma = (EvqChroma)picture->chroma } };
    for (int p = 0; p < picture->planes; p++) {
        frame.plane[p] = picture->plane[p];
        frame.stride[p] = picture->width[p] * 2;
    }
    return frame;
}

/* Makes every total undecided, so that the sums are made of runs. Returns how many. */
static int demand_order(EvqPlan *plan)
{
    int changed = 0;
    for (int s = 0; s < plan->stages; s++) {
        TotalParams params;
        if (plan->stage[s].kernel != EVQ_KERNEL_total_guess)
            continue;
        double error = 1e30;
        memcpy(&params, plan->stage[s].params, sizeof params);
        memcpy(&params.error, &error, sizeof error);
        memcpy(plan->stage[s].params, &params, sizeof params);
        changed++;
    }
    return changed;
}

/* What is run, on which pictures. */
typedef struct Case {
    const char *text; /* the metric, with options after = */
    EvqEvaluation evaluation;
    const PicturePair *before, *now;
} Case;

static void run(const Case *c, EvqForm form, int demanding, Outcome *out)
{
    char name[64];
    const char *text = c->text;
    const PicturePair *before = c->before, *now = c->now;
    EvqError error = { 0 };
    const char *options = strchr(text, '=');
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
    const EvqMetric *metric = evq_metric_find(name);
    assert_non_null(metric);
    void *state = calloc(1, metric->state_size);
    EvqPlan *plan = calloc(1, sizeof *plan);
    EvqMetricOutputs outputs = { 0 };
    plan->evaluation = c->evaluation;
    EvqFrame previous = frame_of(&before->ref);
    EvqFrame reference = frame_of(&now->ref), distorted = frame_of(&now->dis);
    const EvqFrame *const picture[EVQ_PLAN_INPUTS] = { &reference, &distorted, &previous };
    evq_options_default(&metric->options, state);
    assert_int_equal(
        evq_options_parse(&metric->options, state, name, options ? options + 1 : NULL, &error), 0);
    assert_int_equal(metric->init(state, &reference.format, plan, &outputs, &error), 0);
    evq_plan_choose(plan, form);
    if (demanding)
        assert_true(demand_order(plan) > 0);

    EvqCpuRunner *runner;
    const void *result;
    assert_int_equal(evq_cpu_runner_open(&runner, plan, evq_cpu_level(0), &error), 0);
    assert_int_equal(evq_cpu_runner_run(runner, picture, &result, &error), 0);
    const EvqBuffer *buffer = &plan->buffer[plan->result];
    out->result_bytes = (size_t)buffer->width * (size_t)buffer->element_bytes;
    assert_true(out->result_bytes <= sizeof out->result);
    memcpy(out->result, result, out->result_bytes);
    metric->finish(state, result, out->scores);
    out->count = metric->combine ? 1 : outputs.count;
    evq_cpu_runner_close(&runner);
    if (metric->destroy)
        metric->destroy(state);
    free(plan);
    free(state);
}

/* Samples of 8 bits as bytes; rows stay where they are. */
static void narrow(Picture *picture)
{
    for (int p = 0; p < picture->planes && picture->depth == 8; p++)
        for (int y = 0; y < picture->height[p]; y++) {
            uint16_t *from = picture->plane[p] + (size_t)y * (size_t)picture->width[p];
            uint8_t *to = (uint8_t *)from;
            for (int x = 0; x < picture->width[p]; x++)
                to[x] = (uint8_t)from[x];
        }
}

static int has_totals(const char *text)
{
    return !strstr(text, "motion") && !strstr(text, "ciede") && !strstr(text, "adm") &&
           !strstr(text, "ssimulacra2") && strncmp(text, "vif", 3);
}

static void check_pictures(const Case *c)
{
    Outcome in_order, aside;
    run(c, EVQ_FORM_IN_ORDER, 0, &in_order);
    run(c, EVQ_FORM_SIDE_BY_SIDE, 0, &aside);
    assert_memory_equal(aside.scores, in_order.scores, (size_t)in_order.count * sizeof(double));
    if (has_totals(c->text))
        run(c, EVQ_FORM_SIDE_BY_SIDE, 1, &aside);
    /* Those of motion lie elsewhere; digits of ssimulacra2's sums have carries of their own. */
    if (!strstr(c->text, "motion") && !strstr(c->text, "ssimulacra2")) {
        assert_int_equal(aside.result_bytes, in_order.result_bytes);
        assert_memory_equal(aside.result, in_order.result, in_order.result_bytes);
    }
}

static void check_forms(const char *text, EvqEvaluation evaluation, PatternKind kind, int width,
                        int height, int depth)
{
    PicturePair before, now;
    Case c = { text, evaluation, &before, &now };
    assert_int_equal(pattern_make(&before, kind, width, height, depth, PICTURE_420, 1), 0);
    assert_int_equal(pattern_make(&now, kind, width, height, depth, PICTURE_420, 2), 0);
    narrow(&before.ref);
    narrow(&now.ref);
    narrow(&now.dis);
    check_pictures(&c);
    picture_pair_free(&before);
    picture_pair_free(&now);
}

static void test_forms(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "float_ssim=scale=1",
        "float_ssim=enable_lcs=true:scale=1",
        "float_ssim=enable_lcs=true:scale=3",
        "float_ms_ssim",
        "float_ms_ssim=enable_lcs=true:filter=separable",
        "float_motion",
        "float_motion=motion_add_scale1=true:motion_add_uv=true",
        "motion",
        "motion=legacy=true",
        "vif=debug=true",
        "vif=debug=true:vif_skip_scale0=true",
        "adm=debug=true",
        "adm=adm_enhn_gain_limit=1.2",
        "adm=adm_skip_scale0=true",
        "ssimulacra2",
        "ssimulacra2=profile=exact",
        "ssimulacra2=chroma=left:transfer=bt709-power2.4",
        "ssimulacra2=profile=exact:chroma=centre",
    };
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
        for (int kind = PATTERN_FIRST_SYNTHETIC; kind < PATTERN_COUNT; kind++) {
            check_forms(texts[t], EVQ_EVALUATION_EXACT, (PatternKind)kind, 211, 198, 10);
            check_forms(texts[t], EVQ_EVALUATION_EXACT, (PatternKind)kind, 300, 177 + kind, 10);
            check_forms(texts[t], EVQ_EVALUATION_EXACT, (PatternKind)kind, 201, 180 + kind, 8);
            check_forms(texts[t], EVQ_EVALUATION_EXACT, (PatternKind)kind, 190, 181, 16);
        }
}

/* In every evaluation; sizes around the chunks and groups of ciede's sum. */
static void test_ciede(void **state)
{
    (void)state;
    static const char *const texts[] = { "ciede", "ciede=flavour=1" };
    for (int i = 0; i < 6; i++)
        for (int kind = PATTERN_FIRST_SYNTHETIC; kind < PATTERN_COUNT; kind++) {
            EvqEvaluation evaluation = (EvqEvaluation)(i % 3);
            check_forms(texts[i / 3], evaluation, (PatternKind)kind, 65 + kind, 33 + i, 8);
            check_forms(texts[i / 3], evaluation, (PatternKind)kind, 300, 177 + kind, 10);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_forms),
                                        cmocka_unit_test(test_ciede) };
    return cmocka_run_group_tests_name("plan-forms", tests, NULL, NULL);
}
