#include "core/ring.h"

#include "core/error.h"

#include <stdlib.h>
#include <string.h>

void evq_pair_release(EvqPair *pair)
{
    evq_frame_release(&pair->reference);
    evq_frame_release(&pair->distorted);
    evq_frame_release(&pair->previous);
}

int evq_ring_init(EvqRing *ring, size_t capacity, EvqError *error)
{
    memset(ring, 0, sizeof *ring);
    ring->pair = calloc(capacity, sizeof *ring->pair);
    if (!ring->pair)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a ring of %zu pairs", capacity);
    ring->capacity = capacity;
    pthread_mutex_init(&ring->mutex, NULL);
    pthread_cond_init(&ring->changed, NULL);
    return EVQ_OK;
}

void evq_ring_destroy(EvqRing *ring)
{
    if (!ring->pair)
        return;
    for (; ring->count; ring->count--) {
        evq_pair_release(&ring->pair[ring->first]);
        ring->first = (ring->first + 1) % ring->capacity;
    }
    pthread_cond_destroy(&ring->changed);
    pthread_mutex_destroy(&ring->mutex);
    free(ring->pair);
    ring->pair = NULL;
}

void evq_ring_put(EvqRing *ring, EvqPair *pair)
{
    pthread_mutex_lock(&ring->mutex);
    while (ring->count == ring->capacity)
        pthread_cond_wait(&ring->changed, &ring->mutex);
    ring->pair[(ring->first + ring->count) % ring->capacity] = *pair;
    ring->count++;
    memset(pair, 0, sizeof *pair);
    pthread_cond_broadcast(&ring->changed);
    pthread_mutex_unlock(&ring->mutex);
}

int evq_ring_take(EvqRing *ring, EvqPair *pair)
{
    pthread_mutex_lock(&ring->mutex);
    while (!ring->count && !ring->closed)
        pthread_cond_wait(&ring->changed, &ring->mutex);
    int taken = ring->count > 0;
    if (taken) {
        *pair = ring->pair[ring->first];
        memset(&ring->pair[ring->first], 0, sizeof *pair);
        ring->first = (ring->first + 1) % ring->capacity;
        ring->count--;
        pthread_cond_broadcast(&ring->changed);
    }
    pthread_mutex_unlock(&ring->mutex);
    return taken;
}

void evq_ring_close(EvqRing *ring)
{
    pthread_mutex_lock(&ring->mutex);
    ring->closed = 1;
    pthread_cond_broadcast(&ring->changed);
    pthread_mutex_unlock(&ring->mutex);
}
