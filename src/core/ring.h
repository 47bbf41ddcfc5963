/* A bounded queue of frame pairs between the caller that pushes and the workers that score. */
#ifndef EVQ_CORE_RING_H
#define EVQ_CORE_RING_H

#include <exactvq/exactvq.h>
#include <pthread.h>

typedef struct EvqPair {
    EvqFrame reference, distorted;
    EvqFrame previous; /* the reference picture of the frame before; empty where none needs it */
    size_t index;
} EvqPair;

typedef struct EvqRing {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    EvqPair *pair;
    size_t capacity, first, count;
    int closed;
} EvqRing;

int evq_ring_init(EvqRing *ring, size_t capacity, EvqError *error);
/* Releases the pairs that nobody took. */
void evq_ring_destroy(EvqRing *ring);
/* Waits for room, then moves the pair in. */
void evq_ring_put(EvqRing *ring, EvqPair *pair);
/* Waits for a pair: 1, or 0 when the ring is closed and empty. */
int evq_ring_take(EvqRing *ring, EvqPair *pair);
/* No pair will follow. */
void evq_ring_close(EvqRing *ring);

void evq_pair_release(EvqPair *pair);

#endif
