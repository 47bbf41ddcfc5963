#include "media/reader.h"

#include "core/error.h"
#include "media/image.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that tell the formats of still pictures apart. */
#define IMAGE_START 12

static EvqReader *reader_new(EvqSource **source)
{
    EvqReader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return NULL;
    pthread_mutex_init(&reader->warnings_lock, NULL);
    reader->source = *source;
    *source = NULL;
    reader->outcome = 1;
    reader->info.file_bytes = evq_source_size(reader->source);
    reader->info.frame_count = -1;
    return reader;
}

static int open_kind(EvqReader *reader, const EvqRawFormat *raw, EvqError *error)
{
    static const char signature[] = "YUV4MPEG2";
    const size_t length = sizeof signature - 1;
    const char *bytes;
    ssize_t there = evq_source_peek(reader->source, length, &bytes);
    if (there < 0)
        return evq_reader_fail(reader, error, "cannot be read: %s", strerror((int)-there));
    int y4m = (size_t)there == length && memcmp(bytes, signature, length) == 0;
    if (raw && y4m)
        return evq_reader_fail(reader, error,
                               "is a y4m file and says its own format; leave out the options for "
                               "headerless files (-w -h -p -b)");
    if (raw)
        return evq_raw_open(reader, raw, error);
    if (there == 0)
        return evq_reader_fail(reader, error, "is empty");
    if (y4m)
        return evq_y4m_open(reader, error);
    there = evq_source_peek(reader->source, IMAGE_START, &bytes);
    const EvqImageFormat *image =
        there > 0 ? evq_image_format((const unsigned char *)bytes, (size_t)there) : NULL;
    return image ? evq_image_open(reader, image, error) : evq_libav_open(reader, error);
}

int evq_reader_open_source(EvqReader **reader, EvqSource **source, const EvqRawFormat *raw,
                           EvqError *error)
{
    *reader = reader_new(source);
    if (!*reader) {
        evq_source_close(source);
        return evq_fail(error, EVQ_E_NOMEM, "out of memory");
    }
    int result = open_kind(*reader, raw, error);
    if (result < 0) {
        evq_reader_close(reader);
        return result;
    }
    return EVQ_OK;
}

int evq_reader_open(EvqReader **reader, const char *path, const EvqRawFormat *raw, EvqError *error)
{
    *reader = NULL;
    EvqSource *source;
    int result = evq_source_open(&source, path, error);
    return result < 0 ? result : evq_reader_open_source(reader, &source, raw, error);
}

void evq_reader_close(EvqReader **reader)
{
    EvqReader *r = *reader;
    if (!r)
        return;
    if (r->kind)
        r->kind->close(r);
    evq_source_close(&r->source);
    for (size_t i = 0; i < r->warning_count; i++)
        free(r->warning[i]);
    pthread_mutex_destroy(&r->warnings_lock);
    free(r);
    *reader = NULL;
}

const EvqStreamInfo *evq_reader_info(const EvqReader *reader)
{
    return &reader->info;
}

const char *evq_reader_path(const EvqReader *reader)
{
    return evq_source_path(reader->source);
}

/* Keeps the answer of a step: the end and failures are repeated from then on. */
static int conclude(EvqReader *reader, int result, const EvqError *failure)
{
    if (result > 0) {
        reader->frame++;
        return result;
    }
    reader->outcome = result;
    if (result < 0)
        reader->failure = *failure;
    return result;
}

static int repeat(const EvqReader *reader, EvqError *error)
{
    if (reader->outcome < 0 && error)
        *error = reader->failure;
    return reader->outcome;
}

int evq_reader_next(EvqReader *reader, EvqFrame *frame, EvqError *error)
{
    memset(frame, 0, sizeof *frame);
    if (reader->outcome > 0) {
        EvqError failure;
        int result = reader->kind->next(reader, frame, &failure);
        if (conclude(reader, result, &failure) > 0)
            return result;
    }
    return repeat(reader, error);
}

int evq_reader_skip(EvqReader *reader, EvqError *error)
{
    if (!reader->kind->skip) {
        EvqFrame frame;
        int result = evq_reader_next(reader, &frame, error);
        evq_frame_release(&frame);
        return result;
    }
    if (reader->outcome > 0) {
        EvqError failure;
        int result = reader->kind->skip(reader, &failure);
        if (conclude(reader, result, &failure) > 0)
            return result;
    }
    return repeat(reader, error);
}

void evq_reader_cancel(EvqReader *reader)
{
    evq_source_cancel(reader->source);
}

int evq_reader_fail(const EvqReader *reader, EvqError *error, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return evq_fail(error, EVQ_E_INPUT, "%s: %s", evq_source_name(reader->source), text);
}

int evq_reader_fail_frame(const EvqReader *reader, EvqError *error, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return evq_reader_fail(reader, error, "frame %llu: %s", (unsigned long long)reader->frame,
                           text);
}

int evq_reader_nomem(const EvqReader *reader, EvqError *error)
{
    return evq_fail(error, EVQ_E_NOMEM, "%s: frame %llu: out of memory",
                    evq_source_name(reader->source), (unsigned long long)reader->frame);
}

static int warned(const EvqReader *reader, const char *text)
{
    for (size_t i = 0; i < reader->warning_count; i++)
        if (!strcmp(reader->warning[i], text))
            return 1;
    return 0;
}

void evq_reader_warn(EvqReader *reader, const char *format, ...)
{
    char reason[256], text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    snprintf(text, sizeof text, "%s: %s", evq_source_name(reader->source), reason);
    pthread_mutex_lock(&reader->warnings_lock);
    if (reader->warning_count < EVQ_WARNINGS_MAX && !warned(reader, text)) {
        char *copy = strdup(text);
        if (copy)
            reader->warning[reader->warning_count++] = copy;
    }
    pthread_mutex_unlock(&reader->warnings_lock);
}

const char *evq_reader_warning(const EvqReader *reader, size_t index)
{
    /* The lock is no part of what the reader says. */
    pthread_mutex_t *lock = (pthread_mutex_t *)&reader->warnings_lock;
    pthread_mutex_lock(lock);
    const char *text = index < reader->warning_count ? reader->warning[index] : NULL;
    pthread_mutex_unlock(lock);
    return text;
}

void evq_pixel_name(char *name, size_t size, const EvqFormat *format)
{
    static const char *const base[] = {
        [EVQ_CHROMA_400] = "gray",
        [EVQ_CHROMA_420] = "yuv420p",
        [EVQ_CHROMA_422] = "yuv422p",
        [EVQ_CHROMA_444] = "yuv444p",
    };
    const char *layout = format->model != EVQ_MODEL_RGB ? base[format->chroma]
                         : format->opacity              ? "rgba"
                                                        : "rgb";
    if (format->depth == 8)
        snprintf(name, size, "%s", layout);
    else
        snprintf(name, size, "%s%d", layout, format->depth);
}
