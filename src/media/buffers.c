#include "media/buffers.h"

#include <pthread.h>
#include <stdlib.h>

#define KEPT 4 /* idle buffers: as many as usually come back before the next is asked for */

struct EvqBufferPool {
    pthread_mutex_t lock;
    size_t size;
    size_t out;
    int open;
    int idle_count;
    EvqBuffer *idle;
};

static void buffer_free(EvqBuffer *buffer)
{
    free(buffer->data);
    free(buffer);
}

static EvqBuffer *buffer_new(EvqBufferPool *pool)
{
    EvqBuffer *buffer = malloc(sizeof *buffer);
    if (!buffer)
        return NULL;
    *buffer =
        (EvqBuffer){ .data = aligned_alloc(64, (pool->size + 63) & ~(size_t)63), .pool = pool };
    if (!buffer->data) {
        free(buffer);
        return NULL;
    }
    return buffer;
}

EvqBufferPool *evq_buffer_pool_new(size_t size)
{
    EvqBufferPool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->size = size;
    pool->open = 1;
    pthread_mutex_init(&pool->lock, NULL);
    return pool;
}

/* Called locked; frees the pool, and unlocks it otherwise. */
static void unlock_or_free(EvqBufferPool *pool)
{
    int last = !pool->open && pool->out == 0;
    pthread_mutex_unlock(&pool->lock);
    if (last) {
        pthread_mutex_destroy(&pool->lock);
        free(pool);
    }
}

void evq_buffer_pool_close(EvqBufferPool **pool)
{
    EvqBufferPool *p = *pool;
    if (!p)
        return;
    *pool = NULL;
    pthread_mutex_lock(&p->lock);
    p->open = 0;
    while (p->idle) {
        EvqBuffer *buffer = p->idle;
        p->idle = buffer->next;
        buffer_free(buffer);
    }
    unlock_or_free(p);
}

EvqBuffer *evq_buffer_get(EvqBufferPool *pool)
{
    pthread_mutex_lock(&pool->lock);
    EvqBuffer *buffer = pool->idle;
    if (buffer) {
        pool->idle = buffer->next;
        pool->idle_count--;
    } else {
        buffer = buffer_new(pool);
    }
    if (buffer)
        pool->out++;
    pthread_mutex_unlock(&pool->lock);
    return buffer;
}

void evq_buffer_release(void *opaque)
{
    EvqBuffer *buffer = opaque;
    EvqBufferPool *pool = buffer->pool;
    pthread_mutex_lock(&pool->lock);
    pool->out--;
    if (pool->open && pool->idle_count < KEPT) {
        buffer->next = pool->idle;
        pool->idle = buffer;
        pool->idle_count++;
    } else {
        buffer_free(buffer);
    }
    unlock_or_free(pool);
}
