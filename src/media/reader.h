/* What the kinds of readers share: y4m, headerless and libav behind one interface. */
#ifndef EVQ_MEDIA_READER_H
#define EVQ_MEDIA_READER_H

#include "media/source.h"

#include <exactvq/media.h>

#include <pthread.h>

#define EVQ_WARNINGS_MAX 8

typedef struct EvqReaderKind {
    /* As evq_reader_next; not called again after the end or a failure. */
    int (*next)(EvqReader *reader, EvqFrame *frame, EvqError *error);
    /* Passes over a picture with the answers of `next`; NULL: next and release. */
    int (*skip)(EvqReader *reader, EvqError *error);
    /* Frees `state`, which may be NULL. */
    void (*close)(EvqReader *reader);
} EvqReaderKind;

struct EvqReader {
    const EvqReaderKind *kind;
    void *state;
    EvqSource *source;
    EvqStreamInfo info;
    char pixel_format[40], container[40];
    uint64_t frame; /* number of the next picture */

    int outcome; /* 1, or the last answer: 0 or a failure, which `failure` describes */
    EvqError failure;

    pthread_mutex_t warnings_lock;
    char *warning[EVQ_WARNINGS_MAX];
    size_t warning_count;
};

/* evq_reader_open for a source that is open already; takes the source in every case. */
int evq_reader_open_source(EvqReader **reader, EvqSource **source, const EvqRawFormat *raw,
                           EvqError *error);

/* Passes over the next picture: the answers of evq_reader_next. */
int evq_reader_skip(EvqReader *reader, EvqError *error);
/* Makes a read that waits on a pipe, and all later ones, give up. From any thread. */
void evq_reader_cancel(EvqReader *reader);

/* The kinds: fill kind, state and info. What they set up is freed by evq_reader_close. */
int evq_y4m_open(EvqReader *reader, EvqError *error);
int evq_raw_open(EvqReader *reader, const EvqRawFormat *raw, EvqError *error);
int evq_libav_open(EvqReader *reader, EvqError *error);

/* Failures of the input with the file's name, and with the number of the next picture. */
#if defined(__GNUC__)
#define EVQ_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define EVQ_PRINTF(text, first)
#endif
int evq_reader_fail(const EvqReader *reader, EvqError *error, const char *format, ...)
    EVQ_PRINTF(3, 4);
int evq_reader_fail_frame(const EvqReader *reader, EvqError *error, const char *format, ...)
    EVQ_PRINTF(3, 4);
int evq_reader_nomem(const EvqReader *reader, EvqError *error);

/* Adds a warning; a text that is there already is not added again. */
void evq_reader_warn(EvqReader *reader, const char *format, ...) EVQ_PRINTF(2, 3);

/* Name of planar samples: gray, yuv420p, yuv422p10, rgb ... */
void evq_pixel_name(char *name, size_t size, const EvqFormat *format);

#endif
