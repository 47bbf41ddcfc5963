#include "core/ledger.h"

#include "core/error.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_FRAMES 256

typedef struct EvqLedgerChunk {
    size_t computed[CHUNK_FRAMES]; /* outputs computed of each frame */
    unsigned char *is_computed;    /* by frame, then output; behind the scores */
    double score[];
} EvqLedgerChunk;

void evq_ledger_init(EvqLedger *ledger)
{
    memset(ledger, 0, sizeof *ledger);
    pthread_mutex_init(&ledger->mutex, NULL);
}

void evq_ledger_destroy(EvqLedger *ledger)
{
    for (size_t i = 0; i < ledger->chunks; i++)
        free(ledger->chunk[i]);
    free(ledger->chunk);
    pthread_mutex_destroy(&ledger->mutex);
}

static int add_chunk(EvqLedger *ledger)
{
    size_t slots = CHUNK_FRAMES * ledger->outputs;
    EvqLedgerChunk **chunk = realloc(ledger->chunk, (ledger->chunks + 1) * sizeof *chunk);
    if (!chunk)
        return -1;
    ledger->chunk = chunk;
    chunk[ledger->chunks] = calloc(1, sizeof **chunk + slots * (sizeof(double) + 1));
    if (!chunk[ledger->chunks])
        return -1;
    chunk[ledger->chunks]->is_computed = (unsigned char *)(chunk[ledger->chunks]->score + slots);
    ledger->chunks++;
    return 0;
}

int evq_ledger_reserve(EvqLedger *ledger, size_t frames, EvqError *error)
{
    int status = 0;
    pthread_mutex_lock(&ledger->mutex);
    while (status == 0 && ledger->chunks * CHUNK_FRAMES < frames)
        status = add_chunk(ledger);
    pthread_mutex_unlock(&ledger->mutex);
    return status == 0
               ? EVQ_OK
               : evq_fail(error, EVQ_E_NOMEM, "out of memory: scores of %zu frames", frames);
}

size_t evq_ledger_set(EvqLedger *ledger, size_t frame, size_t first, const double *scores,
                      size_t count)
{
    pthread_mutex_lock(&ledger->mutex);
    EvqLedgerChunk *chunk = ledger->chunk[frame / CHUNK_FRAMES];
    size_t slot = frame % CHUNK_FRAMES * ledger->outputs + first;
    memcpy(&chunk->score[slot], scores, count * sizeof *scores);
    memset(&chunk->is_computed[slot], 1, count);
    chunk->computed[frame % CHUNK_FRAMES] += count;
    size_t computed = chunk->computed[frame % CHUNK_FRAMES];
    pthread_mutex_unlock(&ledger->mutex);
    return computed;
}

int evq_ledger_get(EvqLedger *ledger, size_t output, size_t frame, double *value)
{
    int computed = 0;
    pthread_mutex_lock(&ledger->mutex);
    if (output < ledger->outputs && frame / CHUNK_FRAMES < ledger->chunks) {
        const EvqLedgerChunk *chunk = ledger->chunk[frame / CHUNK_FRAMES];
        size_t slot = frame % CHUNK_FRAMES * ledger->outputs + output;
        computed = chunk->is_computed[slot];
        if (computed)
            *value = chunk->score[slot];
    }
    pthread_mutex_unlock(&ledger->mutex);
    return computed;
}

int evq_ledger_complete(EvqLedger *ledger, size_t frame)
{
    pthread_mutex_lock(&ledger->mutex);
    int complete =
        ledger->outputs && frame / CHUNK_FRAMES < ledger->chunks &&
        ledger->chunk[frame / CHUNK_FRAMES]->computed[frame % CHUNK_FRAMES] == ledger->outputs;
    pthread_mutex_unlock(&ledger->mutex);
    return complete;
}

void evq_ledger_count_done(EvqLedger *ledger)
{
    pthread_mutex_lock(&ledger->mutex);
    ledger->done++;
    pthread_mutex_unlock(&ledger->mutex);
}

size_t evq_ledger_done(EvqLedger *ledger)
{
    pthread_mutex_lock(&ledger->mutex);
    size_t done = ledger->done;
    pthread_mutex_unlock(&ledger->mutex);
    return done;
}
