/*
 * CPU time per frame of reading and of each metric, one thread, as long run minus short run over
 * the difference in frames; and, with the plan run directly, of its kernels, also without vectors.
 * Medians; the least shows what other work on the machine adds.
 *
 *     measure REFERENCE DISTORTED SHORT LONG [METRIC ..]
 */
#include <exactvq/exactvq.h>
#include <exactvq/media.h>

#include "device/cpu/runner.h"
#include "metric/metric.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 5, KERNEL_RUNS = 9, SCALAR_RUNS = 3 };

typedef struct Times {
    double median, least; /* ms */
} Times;

static const char *const *paths;

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static void check(int status, const EvqError *error)
{
    if (status < 0) {
        fprintf(stderr, "measure: %s\n", error->message);
        exit(1);
    }
}

static EvqPairing *open_pairing(EvqFormat *format, int frames)
{
    EvqError error;
    EvqReader *reader[2];
    EvqPairing *pairing;
    EvqPairingConfig config = { .frame_count = frames };
    for (int i = 0; i < 2; i++)
        check(evq_reader_open(&reader[i], paths[i], NULL, &error), &error);
    *format = evq_reader_info(reader[0])->format;
    check(evq_pairing_open(&pairing, &reader[0], &reader[1], &config, &error), &error);
    return pairing;
}

/* CPU time of scoring `frames` pairs; metric NULL: only reading. */
static double time_session(const char *metric, int frames)
{
    EvqError error;
    EvqFormat format;
    EvqFrame a, b;
    EvqSession *session = NULL;
    double start = cpu_ms();
    EvqPairing *pairing = open_pairing(&format, frames);
    EvqConfig config = evq_config_default();
    config.threads = 1;
    if (metric) {
        check(evq_session_open(&session, &config, &format, &error), &error);
        check(evq_session_add_metric(session, metric, &error), &error);
    }
    while (evq_pairing_next(pairing, &a, &b, &error) > 0) {
        if (session) {
            check(evq_session_push(session, &a, &b, &error), &error);
        } else {
            evq_frame_release(&a);
            evq_frame_release(&b);
        }
    }
    if (session)
        check(evq_session_flush(session, &error), &error);
    evq_session_close(&session);
    evq_pairing_close(&pairing);
    return cpu_ms() - start;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static Times times_of(double *ms, int runs)
{
    qsort(ms, (size_t)runs, sizeof *ms, compare);
    return (Times){ ms[runs / 2], ms[0] };
}

static Times per_frame(const char *metric, int few, int many)
{
    double ms[RUNS];
    for (int i = 0; i < RUNS; i++) {
        double first = time_session(metric, few);
        ms[i] = (time_session(metric, many) - first) / (many - few);
    }
    return times_of(ms, RUNS);
}

/* CPU time of one plan run at a level. The first run, which meets new memory, is not counted. */
static Times time_plan(const char *text, const EvqCpuLevel *level, int runs)
{
    static EvqPlan plan;
    static EvqMetricOutputs outputs;
    EvqError error;
    EvqFormat format;
    EvqFrame a, b, previous, unused;
    EvqCpuRunner *runner;
    const void *result;
    double ms[KERNEL_RUNS];
    plan = (EvqPlan){ 0 };
    outputs = (EvqMetricOutputs){ 0 };
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
    const EvqMetric *metric = evq_metric_find(name);
    if (!metric) {
        fprintf(stderr, "measure: there is no metric \"%s\"\n", name);
        exit(2);
    }
    EvqPairing *pairing = open_pairing(&format, 2);
    check(evq_pairing_next(pairing, &previous, &unused, &error), &error);
    check(evq_pairing_next(pairing, &a, &b, &error), &error);
    const EvqFrame *const picture[EVQ_PLAN_INPUTS] = { &a, &b, &previous };
    void *state = calloc(1, metric->state_size);
    evq_options_default(&metric->options, state);
    plan.evaluation = EVQ_EVALUATION_QUICK;
    const char *options = strchr(text, '=');
    check(evq_options_parse(&metric->options, state, name, options ? options + 1 : NULL, &error),
          &error);
    check(metric->init(state, &format, &plan, &outputs, &error), &error);
    evq_plan_choose(&plan, EVQ_FORM_IN_ORDER);
    check(evq_cpu_runner_open(&runner, &plan, level, &error), &error);
    for (int i = -1; i < runs; i++) {
        double start = cpu_ms();
        check(evq_cpu_runner_run(runner, picture, &result, &error), &error);
        if (i >= 0)
            ms[i] = cpu_ms() - start;
    }
    evq_cpu_runner_close(&runner);
    if (metric->destroy)
        metric->destroy(state);
    free(state);
    evq_frame_release(&a);
    evq_frame_release(&b);
    evq_frame_release(&previous);
    evq_frame_release(&unused);
    evq_pairing_close(&pairing);
    return times_of(ms, runs);
}

static void measure(const char *metric, int few, int many)
{
    Times total = per_frame(metric, few, many);
    Times kernels = time_plan(metric, evq_cpu_level(0), KERNEL_RUNS);
    Times scalar = time_plan(metric, evq_cpu_level_scalar(), SCALAR_RUNS);
    printf("%-26s %8.2f %8.2f  %8.2f %8.2f  %8.2f %6.1f\n", metric, total.median, total.least,
           kernels.median, kernels.least, scalar.median, scalar.median / kernels.median);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    /* Costly options of metrics, beside every metric with its defaults. */
    static const char *const more[] = { "float_ssim=scale=1", "float_ms_ssim=filter=separable",
                                        "ssimulacra2=profile=exact" };
    if (argc < 5) {
        fprintf(stderr, "usage: measure REFERENCE DISTORTED SHORT LONG [METRIC ..]\n");
        return 2;
    }
    paths = (const char *const *)argv + 1;
    int few = atoi(argv[3]), many = atoi(argv[4]);
    printf("CPU level %s, one thread, ms of CPU time per frame\n", evq_cpu_level(0)->name);
    printf("%-26s %8s %8s  %8s %8s  %8s %6s\n", "", "total", "least", "kernels", "least", "scalar",
           "ratio");
    if (argc > 5) {
        for (int i = 5; i < argc; i++)
            measure(argv[i], few, many);
        return 0;
    }
    Times read = per_frame(NULL, few, many);
    printf("%-26s %8.2f %8.2f\n", "read", read.median, read.least);
    for (size_t i = 0; evq_metric_info(i); i++)
        measure(evq_metric_info(i)->name, few, many);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        measure(more[i], few, many);
    return 0;
}
