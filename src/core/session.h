/* Inside of a session: what its parts (session.c, worker.c, pool.c) share. */
#ifndef EVQ_CORE_SESSION_H
#define EVQ_CORE_SESSION_H

#include "core/ledger.h"
#include "core/ring.h"
#include "core/variant.h"
#include "device/team.h"
#include "model/model.h"

/* A metric with its options in effect. */
typedef struct EvqInstance {
    const EvqMetric *metric;
    EvqVariant *variant; /* one for each engine */
    int variants;
    EvqMetricOutputs outputs;
    size_t first_output;
    EvqLedger between;                  /* one value a frame, of a metric with `combine` */
    uint64_t totals[EVQ_METRIC_TOTALS]; /* under EvqSession.mutex while frames are in flight */
    char text[1024];
} EvqInstance;

struct EvqSession {
    EvqConfig config;
    EvqFormat format;
    EvqTeam team;   /* notices and losses under `mutex` while frames are in flight */
    int self_tests; /* 1: devices give known answers before they score */
    EvqInstance **instance;
    size_t instances;
    size_t metric_outputs; /* the first outputs of the ledger; those of models follow */
    struct EvqUsedModel *model;
    size_t models, predictions; /* predictions: scores that models give a frame */
    EvqLedger ledger;
    size_t frames;                  /* pairs pushed */
    int history;                    /* how many earlier reference pictures some metric reads */
    EvqFrame previous[EVQ_HISTORY]; /* those of the last pairs, the last one first */

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

/* Spreads the pairs over devices that stay the caller's, and as the configuration says the CPU. */
int evq_session_open_among(EvqSession **session, const EvqConfig *config, const EvqFormat *format,
                           EvqDevice *const *device, int devices, EvqError *error);

/* For tests and the self-test, before metrics are added: the first engine evaluates on this level
 * and in this way rather than on the fastest. The scores are the same. */
void evq_session_evaluate(EvqSession *session, const EvqCpuLevel *level, EvqEvaluation evaluation);

/* EVQ_E_INPUT or EVQ_E_USAGE when the session cannot score such a picture; `which` one it is stands
 * in the message, `opacity` is its bit in the session's format. */
int evq_session_check_frame(const EvqSession *session, const EvqFrame *frame, const char *which,
                            unsigned opacity, EvqError *error);

/* The instance of a metric with these options (NULL: none), added to the session unless it is
 * there. 0, 1 when it was there, or an error. */
int evq_session_require(EvqSession *session, const char *metric, const char *options,
                        EvqInstance **instance, EvqError *error);

/* Starts the threads; each scores pairs from the ring until it is closed and empty. */
int evq_workers_start(EvqSession *session, EvqError *error);
/* Closes the ring, waits for the threads to finish what is in it. */
void evq_workers_stop(EvqSession *session);

/* Whether a frame's scores are wanted (--subsample). */
int evq_session_wants(const EvqSession *session, size_t frame);

#endif
