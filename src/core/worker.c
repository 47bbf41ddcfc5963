/* Worker threads: each scores whole frame pairs, so that no bit depends on their number. */
#include "core/session.h"

#include "core/error.h"
#include "core/temporal.h"
#include "device/cpu/runner.h"

#include <sched.h>
#include <stdlib.h>

typedef struct Worker {
    EvqSession *session;
    EvqCpuRunner **runner; /* one per metric, opened at its first frame */
} Worker;

static void keep_failure(EvqSession *session, const EvqError *error, size_t frame)
{
    pthread_mutex_lock(&session->mutex);
    if (!session->failure.status)
        evq_fail(&session->failure, error->status, "frame %zu: %.400s", frame, error->message);
    pthread_mutex_unlock(&session->mutex);
}

static int has_failed(EvqSession *session)
{
    pthread_mutex_lock(&session->mutex);
    int failed = session->failure.status != 0;
    pthread_mutex_unlock(&session->mutex);
    return failed;
}

/* Whether the metric has anything to compute for a frame. */
static int runs(const EvqSession *session, const EvqInstance *instance, size_t frame)
{
    const EvqMetric *metric = instance->metric;
    if (metric->combine)
        return evq_temporal_runs(session, frame);
    return evq_session_wants(session, frame) || (metric->every_frame && metric->total);
}

/* *result: the plan's, NULL for a plan without stages. */
static int run(Worker *worker, size_t i, const EvqPair *pair, const void **result, EvqError *error)
{
    EvqSession *session = worker->session;
    const EvqPlan *plan = &session->instance[i]->plan;
    const EvqFrame *const picture[EVQ_PLAN_INPUTS] = { &pair->reference, &pair->distorted,
                                                       &pair->previous };
    *result = NULL;
    if (!plan->stages)
        return EVQ_OK;
    int status = EVQ_OK;
    if (!worker->runner[i])
        status = evq_cpu_runner_open(&worker->runner[i], plan, session->level, error);
    if (status == EVQ_OK)
        status = evq_cpu_runner_run(worker->runner[i], picture, result, error);
    return status;
}

static int score(Worker *worker, size_t i, const EvqPair *pair, EvqError *error)
{
    EvqSession *session = worker->session;
    EvqInstance *instance = session->instance[i];
    const EvqMetric *metric = instance->metric;
    if (!runs(session, instance, pair->index))
        return EVQ_OK;

    const void *result;
    int status = run(worker, i, pair, &result, error);
    if (status < 0)
        return status;
    if (metric->total) {
        pthread_mutex_lock(&session->mutex);
        metric->total(instance->state, result, instance->totals);
        pthread_mutex_unlock(&session->mutex);
    }
    double scores[EVQ_METRIC_OUTPUTS];
    if (metric->combine) {
        metric->finish(instance->state, result, scores);
        evq_temporal_put(session, instance, pair->index, scores[0]);
    } else if (evq_session_wants(session, pair->index)) {
        metric->finish(instance->state, result, scores);
        evq_ledger_set(&session->ledger, pair->index, instance->first_output, scores,
                       instance->outputs.count);
    }
    return EVQ_OK;
}

static void score_pair(Worker *worker, const EvqPair *pair)
{
    EvqSession *session = worker->session;
    for (size_t i = 0; i < session->instances; i++) {
        EvqError error = { 0 };
        if (score(worker, i, pair, &error) < 0) {
            keep_failure(session, &error, pair->index);
            return;
        }
    }
    evq_ledger_count_done(&session->ledger);
}

static void *work(void *opaque)
{
    Worker *worker = opaque;
    EvqSession *session = worker->session;
    EvqPair pair;
    while (evq_ring_take(&session->ring, &pair)) {
        if (!has_failed(session))
            score_pair(worker, &pair);
        evq_pair_release(&pair);
    }
    for (size_t i = 0; i < session->instances; i++)
        evq_cpu_runner_close(&worker->runner[i]);
    free(worker->runner);
    free(worker);
    return NULL;
}

int evq_worker_count(int configured)
{
    cpu_set_t set;
    if (configured)
        return configured;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static int start_one(EvqSession *session)
{
    Worker *worker = calloc(1, sizeof *worker);
    EvqCpuRunner **runner = calloc(session->instances, sizeof *runner);
    if (worker && runner) {
        *worker = (Worker){ .session = session, .runner = runner };
        if (pthread_create(&session->thread[session->running], NULL, work, worker) == 0) {
            session->running++;
            return 0;
        }
    }
    free(runner);
    free(worker);
    return -1;
}

int evq_workers_start(EvqSession *session, EvqError *error)
{
    session->thread = calloc(session->threads, sizeof *session->thread);
    if (!session->thread)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: %d threads", session->threads);
    /* Each thread holds a pair; one more waits, so the next is there when a thread asks. */
    int status = evq_ring_init(&session->ring, 1, error);
    while (status == EVQ_OK && session->running < session->threads) {
        if (start_one(session) < 0) {
            /* Some threads are enough; the scores are the same. */
            if (session->running)
                break;
            status = evq_fail(error, EVQ_E_NOMEM, "cannot start a worker thread");
        }
    }
    session->threads = session->running;
    return status;
}

void evq_workers_stop(EvqSession *session)
{
    if (!session->running)
        return;
    evq_ring_close(&session->ring);
    for (; session->running; session->running--)
        pthread_join(session->thread[session->running - 1], NULL);
}
