#include "media/source.h"

#include "core/error.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_MAX_SHOWN 200
#define FILL           4096 /* what a look ahead reads at once: lines are short, pictures are not */

struct EvqSource {
    char *path;
    const char *name;
    char short_name[NAME_MAX_SHOWN + 8];
    int fd;     /* -1: memory */
    int cancel; /* eventfd, for streams; else -1 */
    int regular;
    int own; /* a file of this user: the kernel tells others nothing about its cached pages */
    const char *memory;
    size_t memory_size;
    int64_t position;              /* of the next byte for the caller */
    char buffer[EVQ_LINE_MAX + 1]; /* bytes that were read ahead: one more for a line's NUL */
    size_t begin, end;
};

static const char *shown_name(EvqSource *source)
{
    size_t length = strlen(source->path);
    if (!strcmp(source->path, "-"))
        return "standard input";
    if (length <= NAME_MAX_SHOWN)
        return source->path;
    strcpy(source->short_name, "...");
    strcat(source->short_name, source->path + length - NAME_MAX_SHOWN);
    return source->short_name;
}

static EvqSource *source_new(const char *path)
{
    EvqSource *source = calloc(1, sizeof *source);
    if (!source)
        return NULL;
    source->fd = source->cancel = -1;
    source->path = strdup(path);
    if (!source->path) {
        free(source);
        return NULL;
    }
    source->name = shown_name(source);
    return source;
}

int evq_source_open_memory(EvqSource **source, const char *name, const void *data, size_t size,
                           EvqError *error)
{
    EvqSource *s = *source = source_new(name);
    if (!s)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory");
    s->memory = data;
    s->memory_size = size;
    return EVQ_OK;
}

/* Finds out what the descriptor is and prepares reading from it. Returns 0 or an errno. */
static int set_up(EvqSource *source)
{
    struct stat status;
    if (fstat(source->fd, &status))
        return errno;
    if (S_ISDIR(status.st_mode))
        return EISDIR;
    if (S_ISREG(status.st_mode)) {
        /* Standard input may be a file that somebody has read a part of. */
        source->position = lseek(source->fd, 0, SEEK_CUR);
        source->regular = source->position >= 0;
        source->own = status.st_uid == geteuid();
        return source->regular ? 0 : errno;
    }
    source->cancel = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return source->cancel < 0 ? errno : 0;
}

int evq_source_open(EvqSource **source, const char *path, EvqError *error)
{
    EvqSource *s = *source = source_new(path);
    if (!s)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory");
    if (strcmp(path, "-") == 0)
        s->fd = STDIN_FILENO;
    else
        s->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    int failed = s->fd < 0 ? errno : set_up(s);
    if (!failed)
        return EVQ_OK;
    evq_fail(error, EVQ_E_INPUT, "%s: cannot be opened: %s", s->name, strerror(failed));
    evq_source_close(source);
    return EVQ_E_INPUT;
}

void evq_source_close(EvqSource **source)
{
    EvqSource *s = *source;
    if (!s)
        return;
    if (s->fd >= 0 && s->fd != STDIN_FILENO)
        close(s->fd);
    if (s->cancel >= 0)
        close(s->cancel);
    free(s->path);
    free(s);
    *source = NULL;
}

const char *evq_source_path(const EvqSource *source)
{
    return source->path;
}

const char *evq_source_name(const EvqSource *source)
{
    return source->name;
}

int64_t evq_source_size(const EvqSource *source)
{
    struct stat status;
    if (source->memory)
        return (int64_t)source->memory_size;
    if (!source->regular || fstat(source->fd, &status))
        return -1;
    return status.st_size;
}

int64_t evq_source_position(const EvqSource *source)
{
    return source->position;
}

static ssize_t read_memory(EvqSource *source, int64_t offset, void *to, size_t size)
{
    size_t left = (uint64_t)offset < source->memory_size ? source->memory_size - offset : 0;
    size_t part = size < left ? size : left;
    if (part)
        memcpy(to, source->memory + offset, part);
    return (ssize_t)part;
}

/* Waits until the stream has bytes or has ended, or until the wait is cancelled. */
static int wait_for_stream(EvqSource *source)
{
    struct pollfd wait[2] = { { .fd = source->fd, .events = POLLIN },
                              { .fd = source->cancel, .events = POLLIN } };
    while (poll(wait, 2, -1) < 0)
        if (errno != EINTR)
            return -errno;
    return wait[1].revents ? -ECANCELED : 0;
}

/* One read behind the bytes that were read ahead: 0 only at the end. */
static ssize_t read_behind(EvqSource *source, void *to, size_t size)
{
    int64_t offset = source->position + (int64_t)(source->end - source->begin);
    if (source->memory)
        return read_memory(source, offset, to, size);
    for (;;) {
        int waited = source->regular ? 0 : wait_for_stream(source);
        if (waited)
            return waited;
        ssize_t got =
            source->regular ? pread(source->fd, to, size, offset) : read(source->fd, to, size);
        if (got >= 0)
            return got;
        if (errno != EINTR && errno != EAGAIN)
            return -errno;
    }
}

/* Hands over bytes that were read ahead. */
static size_t take(EvqSource *source, void *to, size_t size)
{
    size_t part = source->end - source->begin;
    if (part > size)
        part = size;
    if (to)
        memcpy(to, source->buffer + source->begin, part);
    source->begin += part;
    source->position += (int64_t)part;
    return part;
}

ssize_t evq_source_read_some(EvqSource *source, void *to, size_t size)
{
    size_t part = take(source, to, size);
    if (part || !size)
        return (ssize_t)part;
    ssize_t got = read_behind(source, to, size);
    if (got > 0)
        source->position += got;
    return got;
}

ssize_t evq_source_read(EvqSource *source, void *to, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t got = evq_source_read_some(source, (char *)to + done, size - done);
        if (got < 0)
            return got;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

/* Reads further ahead. Returns the number of new bytes, 0 at the end or when the buffer is full. */
static ssize_t fill(EvqSource *source)
{
    if (source->begin == source->end) {
        source->begin = source->end = 0;
    } else if (source->end + FILL > EVQ_LINE_MAX) {
        memmove(source->buffer, source->buffer + source->begin, source->end - source->begin);
        source->end -= source->begin;
        source->begin = 0;
    }
    size_t room = EVQ_LINE_MAX - source->end;
    ssize_t got = read_behind(source, source->buffer + source->end, room < FILL ? room : FILL);
    if (got > 0)
        source->end += (size_t)got;
    return got;
}

ssize_t evq_source_peek(EvqSource *source, size_t size, const char **bytes)
{
    while (source->end - source->begin < size) {
        ssize_t got = fill(source);
        if (got < 0)
            return got;
        if (got == 0)
            break;
    }
    *bytes = source->buffer + source->begin;
    size_t there = source->end - source->begin;
    return (ssize_t)(there < size ? there : size);
}

ssize_t evq_source_line(EvqSource *source, char **line)
{
    size_t seen = 0;
    for (;;) {
        char *start = source->buffer + source->begin;
        size_t there = source->end - source->begin;
        char *newline = memchr(start + seen, '\n', there - seen);
        if (newline) {
            *newline = '\0';
            *line = start;
            return (ssize_t)take(source, NULL, (size_t)(newline - start) + 1);
        }
        if (there == EVQ_LINE_MAX)
            return -EOVERFLOW;
        seen = there;
        ssize_t got = fill(source);
        if (got <= 0)
            return got;
    }
}

int evq_source_seek(EvqSource *source, int64_t offset)
{
    if (!source->regular && !source->memory)
        return -ESPIPE;
    if (offset < 0)
        return -EINVAL;
    source->begin = source->end = 0;
    source->position = offset;
    return 0;
}

int64_t evq_source_skip(EvqSource *source, int64_t size)
{
    int64_t total = evq_source_size(source);
    if (total >= 0) {
        int64_t left = total > source->position ? total - source->position : 0;
        int64_t part = size < left ? size : left;
        evq_source_seek(source, source->position + part);
        return part;
    }
    char scratch[16384];
    int64_t done = 0;
    while (done < size) {
        size_t part =
            size - done < (int64_t)sizeof scratch ? (size_t)(size - done) : sizeof scratch;
        ssize_t got = evq_source_read_some(source, scratch, part);
        if (got < 0)
            return got;
        if (got == 0)
            break;
        done += got;
    }
    return done;
}

typedef struct Mapping {
    char *address;
    size_t size;
} Mapping;

/*
 * One mapping per picture: its end is its release, and neither address space nor page tables grow
 * with the file. The pages are brought in here, on the reading thread, which also turns an I/O
 * error or a file that has just shrunk into a refusal; the caller then reads and gets the exact
 * reason. What remains: another process that truncates the file between this call and the last use
 * of the picture raises SIGBUS, as with any mapped file.
 */
#ifdef MADV_POPULATE_READ

/* A fault maps the cached pages around its own as well, Linux' default is as many bytes. That takes
 * half the time of asking for each page. */
#define FAULT_AROUND 65536

static int populate(char *address, size_t size)
{
    /* EINVAL: a kernel older than 5.14 */
    return madvise(address, size, MADV_POPULATE_READ) && errno != EINVAL ? -errno : 0;
}

static int is_resident(char *address, size_t size)
{
    unsigned char pages[1024];
    size_t page = (size_t)sysconf(_SC_PAGESIZE), most = sizeof pages * page;
    for (size_t at = 0; at < size; at += most) {
        size_t part = size - at < most ? size - at : most;
        if (mincore(address + at, part, pages))
            return 0;
        for (size_t i = 0; i < (part + page - 1) / page; i++)
            if (!(pages[i] & 1))
                return 0;
    }
    return 1;
}

static int bring_in(const EvqSource *source, const Mapping *mapping)
{
    if (source->own) {
        for (size_t at = 0; at < mapping->size; at += FAULT_AROUND) {
            int failed = populate(mapping->address + at, 1);
            if (failed)
                return failed;
        }
        if (is_resident(mapping->address, mapping->size))
            return 0;
    }
    return populate(mapping->address, mapping->size);
}

#else

static int bring_in(const EvqSource *source, const Mapping *mapping)
{
    (void)source;
    (void)mapping;
    return 0;
}

#endif

const void *evq_source_map(EvqSource *source, size_t size, void **mapping)
{
    if (!source->regular || evq_source_size(source) - source->position < (int64_t)size)
        return NULL;
    int64_t page = sysconf(_SC_PAGESIZE);
    int64_t start = source->position / page * page;
    size_t lead = (size_t)(source->position - start);
    Mapping *m = malloc(sizeof *m);
    if (!m)
        return NULL;
    m->size = lead + size;
    m->address = mmap(NULL, m->size, PROT_READ, MAP_SHARED, source->fd, start);
    if (m->address == MAP_FAILED) {
        free(m);
        return NULL;
    }
    if (bring_in(source, m)) {
        evq_mapping_release(m);
        return NULL;
    }
    evq_source_seek(source, source->position + (int64_t)size);
    *mapping = m;
    return m->address + lead;
}

void evq_mapping_release(void *mapping)
{
    Mapping *m = mapping;
    munmap(m->address, m->size);
    free(m);
}

void evq_source_cancel(EvqSource *source)
{
    uint64_t one = 1;
    if (source->cancel >= 0) {
        /* Can only fail when the counter is full, and then it is readable, which is what counts. */
        ssize_t written = write(source->cancel, &one, sizeof one);
        (void)written;
    }
}
