#include "failing_alloc.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

enum { SLOTS = 1 << 14 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t countdown; /* attempts until the first failure, 0: none is to fail */
static FailMode fail_mode;
static size_t failed;
static void *live[SLOTS]; /* a hash table with linear probing */
static size_t live_count;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
int __real_vasprintf(char **text, const char *format, va_list arguments);
void __real_free(void *memory);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
int __wrap_vasprintf(char **text, const char *format, va_list arguments);
int __wrap_asprintf(char **text, const char *format, ...);
void __wrap_free(void *memory);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

void failing_start(size_t first, FailMode mode)
{
    pthread_mutex_lock(&lock);
    countdown = first;
    fail_mode = mode;
    failed = 0;
    pthread_mutex_unlock(&lock);
}

size_t failing_stop(void)
{
    pthread_mutex_lock(&lock);
    countdown = 0;
    size_t count = failed;
    pthread_mutex_unlock(&lock);
    return count;
}

size_t failing_live(void)
{
    pthread_mutex_lock(&lock);
    size_t count = live_count;
    pthread_mutex_unlock(&lock);
    return count;
}

/* Counts an attempt. Returns 1 when it is to fail. */
static int fails(void)
{
    pthread_mutex_lock(&lock);
    int now = countdown == 1;
    if (countdown > 1 || (now && fail_mode == FAIL_ONE))
        countdown--;
    failed += (size_t)now;
    pthread_mutex_unlock(&lock);
    return now;
}

/* ---- The pieces that are alive ------------------------------------------------------------- */

static size_t home_of(const void *memory)
{
    return ((uintptr_t)memory >> 4) * 2654435761u % SLOTS;
}

static void *remember(void *memory)
{
    if (!memory)
        return NULL;
    pthread_mutex_lock(&lock);
    size_t slot = home_of(memory);
    while (live[slot] && live[slot] != memory) /* a piece that somebody else freed comes again */
        slot = (slot + 1) % SLOTS;
    live_count += !live[slot];
    live[slot] = memory;
    pthread_mutex_unlock(&lock);
    return memory;
}

/* Forgets a piece; one that came from elsewhere is not there. */
static void forget(const void *memory)
{
    pthread_mutex_lock(&lock);
    size_t slot = home_of(memory);
    while (live[slot] && live[slot] != memory)
        slot = (slot + 1) % SLOTS;
    if (live[slot]) {
        live_count--;
        live[slot] = NULL;
        /* What was pushed on by this piece moves back. */
        for (size_t next = (slot + 1) % SLOTS; live[next]; next = (next + 1) % SLOTS) {
            size_t home = home_of(live[next]);
            if ((next - home) % SLOTS >= (next - slot) % SLOTS) {
                live[slot] = live[next];
                live[next] = NULL;
                slot = next;
            }
        }
    }
    pthread_mutex_unlock(&lock);
}

/* ---- The functions in the way -------------------------------------------------------------- */

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : remember(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : remember(__real_calloc(count, size));
}

void *__wrap_realloc(void *memory, size_t size)
{
    if (fails())
        return NULL;
    forget(memory);
    return remember(__real_realloc(memory, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : remember(__real_aligned_alloc(alignment, size));
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : remember(__real_strdup(text));
}

int __wrap_vasprintf(char **text, const char *format, va_list arguments)
{
    if (fails())
        return -1;
    int length = __real_vasprintf(text, format, arguments);
    if (length >= 0)
        remember(*text);
    return length;
}

int __wrap_asprintf(char **text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __wrap_vasprintf(text, format, arguments);
    va_end(arguments);
    return length;
}

void __wrap_free(void *memory)
{
    if (memory)
        forget(memory);
    __real_free(memory);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    return fails() ? EAGAIN : __real_pthread_create(thread, attributes, start, argument);
}
