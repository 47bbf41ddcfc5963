/* Worker threads: each scores whole frame pairs, so that no bit depends on their number. */
#include "core/session.h"

#include "core/error.h"
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

static int score(Worker *worker, size_t i, const EvqPair *pair, EvqError *error)
{
    EvqSession *session = worker->session;
    EvqInstance *instance = session->instance[i];
    const EvqMetric *metric = instance->metric;
    int wanted = evq_session_wants(session, pair->index);
    if (!wanted && !(metric->every_frame && metric->total))
        return EVQ_OK;

    int status = EVQ_OK;
    if (!worker->runner[i])
        status = evq_cpu_runner_open(&worker->runner[i], &instance->plan, session->level, error);
    const void *result;
    if (status == EVQ_OK)
        status = evq_cpu_runner_run(worker->runner[i], &pair->reference, &pair->distorted, &result,
                                    error);
    if (status < 0)
        return status;
    if (metric->total) {
        pthread_mutex_lock(&session->mutex);
        metric->total(instance->state, result, instance->totals);
        pthread_mutex_unlock(&session->mutex);
    }
    if (wanted) {
        double scores[EVQ_METRIC_OUTPUTS];
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
    if (status < 0) { /* the next pair is a new chance */
        evq_ring_destroy(&session->ring);
        free(session->thread);
        session->thread = NULL;
        return status;
    }
    session->threads = session->running;
    return EVQ_OK;
}

void evq_workers_stop(EvqSession *session)
{
    if (!session->running)
        return;
    evq_ring_close(&session->ring);
    for (; session->running; session->running--)
        pthread_join(session->thread[session->running - 1], NULL);
}
