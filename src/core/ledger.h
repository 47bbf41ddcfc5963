/* The score ledger: one slot per frame and output, which holds any double or "not computed". */
#ifndef EVQ_CORE_LEDGER_H
#define EVQ_CORE_LEDGER_H

#include <exactvq/exactvq.h>
#include <pthread.h>

typedef struct EvqLedger {
    pthread_mutex_t mutex;
    size_t outputs;
    size_t chunks;
    struct EvqLedgerChunk **chunk;
    size_t done; /* frames whose every metric has answered */
} EvqLedger;

void evq_ledger_init(EvqLedger *ledger);
void evq_ledger_destroy(EvqLedger *ledger);

/* Makes slots for frames 0 .. frames - 1; `outputs` must not change after the first call. */
int evq_ledger_reserve(EvqLedger *ledger, size_t frames, EvqError *error);

/* Stores the scores of `count` outputs from `first` on; the slots were reserved. Returns how many
 * of the frame's outputs are computed then. */
size_t evq_ledger_set(EvqLedger *ledger, size_t frame, size_t first, const double *scores,
                      size_t count);

int evq_ledger_get(EvqLedger *ledger, size_t output, size_t frame, double *value);

/* 1 when every output of the frame was computed (and there is at least one). */
int evq_ledger_complete(EvqLedger *ledger, size_t frame);

void evq_ledger_count_done(EvqLedger *ledger);
size_t evq_ledger_done(EvqLedger *ledger);

#endif
