#include "device/cache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_BYTES ((uint64_t)1 << 28)

typedef struct Header {
    char magic[8];
    EvqCacheKey key;
    uint64_t bytes, check; /* of the binary that follows */
} Header;

static const char magic[8] = "EVQPROG1";

/* ---- Hash: FNV-1a ---- */

static uint64_t hash(uint64_t state, const void *data, size_t bytes)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < bytes; i++)
        state = (state ^ byte[i]) * 0x100000001b3;
    return state;
}

EvqCacheKey evq_cache_key(const char *const *strings)
{
    EvqCacheKey key = { { 0xcbf29ce484222325, 0x9ae16a3b2f90404f } };
    for (; *strings; strings++)
        for (int i = 0; i < 2; i++)
            key.hash[i] = hash(key.hash[i], *strings, strlen(*strings) + 1);
    return key;
}

static Header header_of(const EvqCacheKey *key, const unsigned char *binary, size_t bytes)
{
    Header header = { .key = *key, .bytes = bytes, .check = hash(key->hash[0], binary, bytes) };
    memcpy(header.magic, magic, sizeof magic);
    return header;
}

/* ---- Paths ---- */

/* $XDG_CACHE_HOME or $HOME/.cache; relative ones are ignored, as the convention says. */
static int folder(char *path, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    int length = -1;
    if (cache && cache[0] == '/')
        length = snprintf(path, size, "%s/exactvq", cache);
    else if (home && home[0] == '/')
        length = snprintf(path, size, "%s/.cache/exactvq", home);
    return length > 0 && (size_t)length < size ? 0 : -1;
}

static int make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash)
            *slash = '\0';
        int failed = mkdir(path, 0700) < 0 && errno != EEXIST;
        if (!slash)
            return failed ? -1 : 0;
        *slash = '/';
    }
}

static int entry(char *path, size_t size, const EvqCacheKey *key)
{
    char base[3072];
    if (folder(base, sizeof base) < 0)
        return -1;
    int length = snprintf(path, size, "%s/%016llx%016llx.bin", base,
                          (unsigned long long)key->hash[0], (unsigned long long)key->hash[1]);
    return (size_t)length < size ? 0 : -1;
}

/* ---- Reading and writing ---- */

static unsigned char *read_entry(FILE *file, const EvqCacheKey *key, size_t *bytes)
{
    Header header;
    if (fread(&header, sizeof header, 1, file) != 1 || !header.bytes || header.bytes > MOST_BYTES)
        return NULL;
    unsigned char *binary = malloc(header.bytes);
    if (!binary)
        return NULL;
    *bytes = header.bytes;
    if (fread(binary, 1, header.bytes, file) == header.bytes && fgetc(file) == EOF) {
        Header expected = header_of(key, binary, header.bytes);
        if (memcmp(&header, &expected, sizeof header) == 0)
            return binary;
    }
    free(binary);
    return NULL;
}

unsigned char *evq_cache_read(const EvqCacheKey *key, size_t *bytes)
{
    char path[4096];
    FILE *file = entry(path, sizeof path, key) < 0 ? NULL : fopen(path, "rbe");
    if (!file)
        return NULL;
    unsigned char *binary = read_entry(file, key, bytes);
    fclose(file);
    return binary;
}

void evq_cache_write(const EvqCacheKey *key, const unsigned char *binary, size_t bytes)
{
    char path[4096], part[4128];
    Header header = header_of(key, binary, bytes);
    if (folder(path, sizeof path) < 0 || make_folders(path) < 0 ||
        entry(path, sizeof path, key) < 0)
        return;
    snprintf(part, sizeof part, "%s.XXXXXX", path);
    int fd = mkstemp(part);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!file) {
        if (fd >= 0) {
            close(fd);
            unlink(part);
        }
        return;
    }
    int written =
        fwrite(&header, sizeof header, 1, file) == 1 && fwrite(binary, 1, bytes, file) == bytes;
    if (fclose(file) || !written || rename(part, path) < 0)
        unlink(part);
}
