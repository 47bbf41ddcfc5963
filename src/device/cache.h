/*
 * What is kept on disk, under $XDG_CACHE_HOME/exactvq or ~/.cache/exactvq: program binaries and
 * passed self-tests. An entry appears whole or not at all, and one that does not match its key or
 * is damaged is as good as absent. Nothing here fails: without a cache the work is done every time.
 */
#ifndef EVQ_DEVICE_CACHE_H
#define EVQ_DEVICE_CACHE_H

#include <stddef.h>
#include <stdint.h>

typedef struct EvqCacheKey {
    uint64_t hash[2];
} EvqCacheKey;

/* Of strings, in order; the list ends with NULL. */
EvqCacheKey evq_cache_key(const char *const *strings);

/* The entry's bytes, malloc'd, or NULL. */
unsigned char *evq_cache_read(const EvqCacheKey *key, size_t *bytes);
void evq_cache_write(const EvqCacheKey *key, const unsigned char *binary, size_t bytes);

#endif
