/* Worker threads: each scores whole frame pairs, so that no bit depends on their number. */
#include "core/session.h"

#include "core/error.h"
#include "core/prediction.h"
#include "core/selftest.h"
#include "core/temporal.h"
#include "device/runner.h"

#include <stdlib.h>

typedef struct Worker {
    EvqSession *session;
    int engine; /* of the team */
    EvqRunner *runner;
    int retires;           /* 1: takes no further pair */
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
static int is_computed(const EvqSession *session, const EvqInstance *instance, size_t frame)
{
    const EvqMetric *metric = instance->metric;
    if (metric->combine)
        return evq_temporal_runs(session, instance, frame);
    return evq_session_wants(session, frame) || (metric->every_frame && metric->total);
}

/* Keeps what a metric gives for a frame. */
static void finish(EvqSession *session, EvqInstance *instance, int engine, size_t frame,
                   const void *result)
{
    const EvqMetric *metric = instance->metric;
    const void *state = instance->variant[engine].state;
    if (metric->total) {
        pthread_mutex_lock(&session->mutex);
        metric->total(state, result, instance->totals);
        pthread_mutex_unlock(&session->mutex);
    }
    double scores[EVQ_METRIC_OUTPUTS];
    if (metric->combine) {
        metric->finish(state, result, scores);
        evq_temporal_put(session, instance, frame, scores[0]);
    } else if (evq_session_wants(session, frame)) {
        metric->finish(state, result, scores);
        evq_prediction_put(session, instance, frame, scores);
    }
}

/* ---- Runners ---- */

static int open_runner(Worker *worker, int engine, EvqError *error)
{
    EvqSession *session = worker->session;
    const EvqPlan **plan = malloc(session->instances * sizeof *plan);
    if (!plan)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a list of plans");
    for (size_t i = 0; i < session->instances; i++)
        plan[i] = &session->instance[i]->variant[engine].plan;
    worker->engine = engine;
    int status = evq_runner_open(&worker->runner, &session->team.engine[engine], plan,
                                 session->instances, error);
    free(plan);
    return status;
}

/* Takes the worker of a lost device to the CPU for the pair in hand, its last one. Returns `status`
 * where the loss ends the session. */
static int leave_device(Worker *worker, size_t frame, int status, EvqError *error)
{
    EvqSession *session = worker->session;
    pthread_mutex_lock(&session->mutex);
    int carries_on = evq_team_lose(&session->team, worker->engine, frame, error->message);
    pthread_mutex_unlock(&session->mutex);
    if (!carries_on)
        return status;
    worker->retires = 1;
    evq_runner_close(&worker->runner);
    return open_runner(worker, session->team.engines - 1, error);
}

static int run(Worker *worker, const EvqPair *pair, EvqError *error)
{
    const EvqFrame *const frame[EVQ_PLAN_INPUTS] = { &pair->reference, &pair->distorted,
                                                     &pair->previous[0], &pair->previous[1] };
    int status = evq_runner_run(worker->runner, frame, worker->wanted, worker->result, error);
    if (status != EVQ_E_DEVICE)
        return status;
    status = leave_device(worker, pair->index, status, error);
    return status < 0
               ? status
               : evq_runner_run(worker->runner, frame, worker->wanted, worker->result, error);
}

/* ---- Pairs ---- */

static void score_pair(Worker *worker, const EvqPair *pair)
{
    EvqSession *session = worker->session;
    EvqError error = { 0 };
    for (size_t i = 0; i < session->instances; i++)
        worker->wanted[i] = (unsigned char)is_computed(session, session->instance[i], pair->index);
    if (run(worker, pair, &error) < 0) {
        keep_failure(session, &error, pair->index);
        return;
    }
    for (size_t i = 0; i < session->instances; i++)
        if (worker->wanted[i])
            finish(session, session->instance[i], worker->engine, pair->index, worker->result[i]);
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
    while (!worker->retires && evq_ring_take(&session->ring, &pair)) {
        if (!has_failed(session))
            score_pair(worker, &pair);
        evq_pair_release(&pair);
    }
    worker_free(worker);
    return NULL;
}

/* ---- Starting and stopping ---- */

static int open_worker(Worker **out, EvqSession *session, int engine, EvqError *error)
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
    return open_runner(worker, engine, error);
}

static int start_one(EvqSession *session, int engine, EvqError *error)
{
    Worker *worker;
    int status = open_worker(&worker, session, engine, error);
    if (status == EVQ_OK &&
        pthread_create(&session->thread[session->running], NULL, work, worker) != 0)
        status = evq_fail(error, EVQ_E_NOMEM, "cannot start a worker thread");
    if (status < 0)
        worker_free(worker);
    else
        session->running++;
    return status;
}

/* Makes room for the threads of one more engine. */
static int reserve_threads(EvqSession *session, int more, EvqError *error)
{
    size_t count = (size_t)(session->running + more);
    pthread_t *thread = realloc(session->thread, count * sizeof *thread);
    if (!thread)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: %zu threads", count);
    session->thread = thread;
    return EVQ_OK;
}

static int start_engine(EvqSession *session, int engine, EvqError *error)
{
    int runners = evq_team_runners(&session->team, engine, session->config.threads), started = 0;
    int status = evq_selftest_engine(session, &session->team.engine[engine], error);
    if (status == EVQ_OK)
        status = reserve_threads(session, runners, error);
    while (status == EVQ_OK && started < runners) {
        status = start_one(session, engine, error);
        started += status == EVQ_OK;
    }
    /* Some threads are enough; the scores are the same. */
    return started ? EVQ_OK : status;
}

/* Devices first: when none of them starts, the CPU is no longer idle. */
static int start_team(EvqSession *session, EvqError *error)
{
    int status = EVQ_OK;
    for (int i = 0; i < session->team.engines && status == EVQ_OK; i++) {
        if (session->team.idle[i])
            continue;
        status = start_engine(session, i, error);
        if (status == EVQ_E_DEVICE && evq_team_drop(&session->team, i, error->message))
            status = EVQ_OK;
    }
    session->threads = session->running;
    return status;
}

int evq_workers_start(EvqSession *session, EvqError *error)
{
    EvqError failure = { 0 };
    /* Each thread holds a pair; one more waits, so the next is there when a thread asks. */
    int status = evq_ring_init(&session->ring, 1, error);
    if (status < 0)
        return status;
    status = start_team(session, &failure);
    if (status < 0) {
        evq_workers_stop(session);
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
