/* Where bytes come from: a regular file, a pipe or another stream, or memory. */
#ifndef EVQ_MEDIA_SOURCE_H
#define EVQ_MEDIA_SOURCE_H

#include <exactvq/exactvq.h>

#include <sys/types.h>

typedef struct EvqSource EvqSource;

/* The longest header line that is read, and the longest look ahead. */
#define EVQ_LINE_MAX 65536

/* Opens a path; "-" is standard input, which is not closed at the end. */
int evq_source_open(EvqSource **source, const char *path, EvqError *error);
/* Reads from memory that outlives the source; `name` stands for the path in messages. */
int evq_source_open_memory(EvqSource **source, const char *name, const void *data, size_t size,
                           EvqError *error);
void evq_source_close(EvqSource **source);

const char *evq_source_path(const EvqSource *source);
/* The path as messages show it: "standard input" for "-", long ones without their beginning. */
const char *evq_source_name(const EvqSource *source);
/* Bytes of a regular file or of memory at this moment; -1 for a stream. */
int64_t evq_source_size(const EvqSource *source);
/* The offset of the next byte. */
int64_t evq_source_position(const EvqSource *source);

/*
 * Reads return the number of bytes or a negative errno; -ECANCELED after evq_source_cancel.
 * `read` is short only at the end; `read_some` returns what is there, 0 only at the end; `peek`
 * makes up to `size` (at most EVQ_LINE_MAX) coming bytes visible without consuming them.
 */
ssize_t evq_source_read(EvqSource *source, void *to, size_t size);
ssize_t evq_source_read_some(EvqSource *source, void *to, size_t size);
ssize_t evq_source_peek(EvqSource *source, size_t size, const char **bytes);

/*
 * Reads a line. Returns its length with the newline, which is replaced by a NUL; *line stays valid
 * until the next read. 0: the end comes first, -EOVERFLOW: more than EVQ_LINE_MAX bytes; nothing
 * is consumed then.
 */
ssize_t evq_source_line(EvqSource *source, char **line);

/* Passes over bytes: returns the number passed, less than `size` only at the end. */
int64_t evq_source_skip(EvqSource *source, int64_t size);
/* Goes to an offset; -ESPIPE for streams. */
int evq_source_seek(EvqSource *source, int64_t offset);

/*
 * Maps the next `size` bytes of a regular file and passes over them. Returns their address and
 * sets *mapping for evq_mapping_release; NULL when they cannot be mapped, nothing is consumed then.
 */
const void *evq_source_map(EvqSource *source, size_t size, void **mapping);
void evq_mapping_release(void *mapping);

/* Makes a read of another thread that waits on a stream, and all reads after it, give up. */
void evq_source_cancel(EvqSource *source);

#endif
