/* Worker threads: each scores whole frame pairs, so that no bit depends on their number. */
#include "core/session.h"

#include "core/error.h"
#include "core/selftest.h"
#include "core/temporal.h"
#include "device/runner.h"

#include <stdlib.h>

typedef struct Worker {
    EvqSession *session;
    EvqRunner *runner;
    unsigned char *wanted; /* one per metric, for the pair in hand */
    const void **result;
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

/* Whether the metric has anything to compute for a frame: for its scores or for its aggregates. */
static int is_computed(const EvqSession *session, const EvqMetric *metric, size_t frame)
{
    if (metric->combine)
        return evq_temporal_runs(session, frame);
    return evq_session_wants(session, frame) || (metric->every_frame && metric->total);
}

/* Keeps what a metric gives for a frame. */
static void finish(EvqSession *session, EvqInstance *instance, size_t frame, const void *result)
{
    const EvqMetric *metric = instance->metric;
    if (metric->total) {
        pthread_mutex_lock(&session->mutex);
        metric->total(instance->state, result, instance->totals);
        pthread_mutex_unlock(&session->mutex);
    }
    double scores[EVQ_METRIC_OUTPUTS];
    if (metric->combine) {
        metric->finish(instance->state, result, scores);
        evq_temporal_put(session, instance, frame, scores[0]);
    } else if (evq_session_wants(session, frame)) {
        metric->finish(instance->state, result, scores);
        evq_ledger_set(&session->ledger, frame, instance->first_output, scores,
                       instance->outputs.count);
    }
}

static void score_pair(Worker *worker, const EvqPair *pair)
{
    EvqSession *session = worker->session;
    const EvqFrame *const frame[EVQ_PLAN_INPUTS] = { &pair->reference, &pair->distorted,
                                                     &pair->previous };
    EvqError error = { 0 };
    for (size_t i = 0; i < session->instances; i++)
        worker->wanted[i] =
            (unsigned char)is_computed(session, session->instance[i]->metric, pair->index);
    if (evq_runner_run(worker->runner, frame, worker->wanted, worker->result, &error) < 0) {
        keep_failure(session, &error, pair->index);
        return;
    }
    for (size_t i = 0; i < session->instances; i++)
        if (worker->wanted[i])
            finish(session, session->instance[i], pair->index, worker->result[i]);
    evq_ledger_count_done(&session->ledger);
}

static void worker_free(Worker *worker)
{
    if (!worker)
        return;
    evq_runner_close(&worker->runner);
    free(worker->wanted);
    free(worker->result);
    free(worker);
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
    worker_free(worker);
    return NULL;
}

/* ---- Starting and stopping ---- */

static int open_runner(EvqSession *session, EvqRunner **runner, EvqError *error)
{
    const EvqPlan **plan = malloc(session->instances * sizeof *plan);
    if (!plan)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a list of plans");
    for (size_t i = 0; i < session->instances; i++)
        plan[i] = &session->instance[i]->plan;
    int status = evq_runner_open(runner, &session->engine, plan, session->instances, error);
    free(plan);
    return status;
}

static int open_worker(Worker **out, EvqSession *session, EvqError *error)
{
    Worker *worker = calloc(1, sizeof *worker);
    *out = worker;
    if (!worker)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a worker");
    worker->session = session;
    worker->wanted = calloc(session->instances, sizeof *worker->wanted);
    worker->result = calloc(session->instances, sizeof *worker->result);
    if (!worker->wanted || !worker->result)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a worker");
    return open_runner(session, &worker->runner, error);
}

static int start_one(EvqSession *session, EvqError *error)
{
    Worker *worker;
    int status = open_worker(&worker, session, error);
    if (status == EVQ_OK &&
        pthread_create(&session->thread[session->running], NULL, work, worker) != 0)
        status = evq_fail(error, EVQ_E_NOMEM, "cannot start a worker thread");
    if (status < 0)
        worker_free(worker);
    else
        session->running++;
    return status;
}

static int start_threads(EvqSession *session, EvqError *error)
{
    session->threads = evq_engine_runners(&session->engine, session->config.threads);
    free(session->thread);
    session->thread = calloc(session->threads, sizeof *session->thread);
    if (!session->thread)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: %d threads", session->threads);
    int status = EVQ_OK;
    while (status == EVQ_OK && session->running < session->threads)
        status = start_one(session, error);
    session->threads = session->running;
    /* Some threads are enough; the scores are the same. */
    return session->running ? EVQ_OK : status;
}

int evq_workers_start(EvqSession *session, EvqError *error)
{
    EvqError failure = { 0 };
    /* Each thread holds a pair; one more waits, so the next is there when a thread asks. */
    int status = evq_ring_init(&session->ring, 1, error);
    if (status < 0)
        return status;
    status = evq_selftest_session(session, &failure);
    if (status == EVQ_OK)
        status = start_threads(session, &failure);
    if (status == EVQ_E_DEVICE && session->config.backend == EVQ_BACKEND_AUTO) {
        evq_engine_fall_back(&session->engine, failure.message);
        status = start_threads(session, &failure);
    }
    if (status < 0) {
        evq_ring_destroy(&session->ring);
        evq_fail(error, status, "%s", failure.message);
    }
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
