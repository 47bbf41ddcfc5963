/* Inside of a session: what its parts (session.c, worker.c, pool.c) share. */
#ifndef EVQ_CORE_SESSION_H
#define EVQ_CORE_SESSION_H

#include "core/ledger.h"
#include "core/ring.h"
#include "device/engine.h"
#include "metric/metric.h"

/* A metric with its options in effect. */
typedef struct EvqInstance {
    const EvqMetric *metric;
    void *state;
    EvqPlan plan;
    EvqMetricOutputs outputs;
    size_t first_output;
    EvqLedger between;                  /* one value a frame, of a metric with `combine` */
    uint64_t totals[EVQ_METRIC_TOTALS]; /* under EvqSession.mutex while frames are in flight */
    char text[1024];
} EvqInstance;

struct EvqSession {
    EvqConfig config;
    EvqFormat format;
    EvqEngine engine;
    EvqEvaluation evaluation;
    int self_tests; /* 1: the device gives known answers before it scores */
    EvqInstance **instance;
    size_t instances;
    EvqLedger ledger;
    size_t frames;     /* pairs pushed */
    int is_temporal;   /* some metric reads the previous reference picture */
    EvqFrame previous; /* that of the last pair, then */

    int threads;
    pthread_t *thread;
    int running; /* threads started and not joined */
    int flushed;
    EvqRing ring;
    pthread_mutex_t mutex; /* guards totals and failure */
    EvqError failure;      /* the first failure of a worker; status 0: none */

    const char *aggregate_name[EVQ_METRIC_AGGREGATES * 8];
    double aggregate_value[EVQ_METRIC_AGGREGATES * 8];
    size_t aggregates;
};

/* As evq_session_open_shared(), without a self-test. */
int evq_session_open_on(EvqSession **session, const EvqConfig *config, const EvqFormat *format,
                        EvqDevice *device, EvqError *error);

/* For tests and the self-test, before metrics are added: evaluates on this level and in this way
 * rather than on the fastest. The scores are the same. */
void evq_session_evaluate(EvqSession *session, const EvqCpuLevel *level, EvqEvaluation evaluation);

/* Starts the threads; each scores pairs from the ring until it is closed and empty. */
int evq_workers_start(EvqSession *session, EvqError *error);
/* Closes the ring, waits for the threads to finish what is in it. */
void evq_workers_stop(EvqSession *session);

/* Whether a frame's scores are wanted (--subsample). */
int evq_session_wants(const EvqSession *session, size_t frame);

#endif
