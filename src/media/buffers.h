/* Recycled picture memory: warm pages instead of fresh ones for every picture. */
#ifndef EVQ_MEDIA_BUFFERS_H
#define EVQ_MEDIA_BUFFERS_H

#include <stddef.h>

typedef struct EvqBufferPool EvqBufferPool;

typedef struct EvqBuffer {
    void *data; /* 64-byte aligned */
    EvqBufferPool *pool;
    struct EvqBuffer *next;
} EvqBuffer;

/* A pool of buffers of one size. NULL when memory ran out. */
EvqBufferPool *evq_buffer_pool_new(size_t size);
/* Gives the pool up. Buffers that are out stay valid; the last one frees it. */
void evq_buffer_pool_close(EvqBufferPool **pool);

/* NULL when memory ran out. The pool never waits: the number of pictures that are out is bounded by
 * whoever holds them. */
EvqBuffer *evq_buffer_get(EvqBufferPool *pool);
/* Takes a buffer back, from any thread. The argument is an EvqBuffer, as EvqFrame's release has it.
 */
void evq_buffer_release(void *buffer);

#endif
