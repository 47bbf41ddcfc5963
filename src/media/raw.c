/* Headerless files: nothing but pictures one after another. */
#include "media/packed.h"

#include "core/error.h"

#include <stdlib.h>
#include <string.h>

static int raw_next(EvqReader *reader, EvqFrame *frame, EvqError *error);
static int raw_skip(EvqReader *reader, EvqError *error);
static void raw_close(EvqReader *reader);

static const EvqReaderKind raw_kind = { raw_next, raw_skip, raw_close };

static int check_geometry(const EvqReader *reader, const EvqRawFormat *raw, EvqError *error)
{
    const char *name = evq_source_name(reader->source);
    if (raw->width < 1 || raw->width > EVQ_MAX_SIDE || raw->height < 1 ||
        raw->height > EVQ_MAX_SIDE)
        return evq_fail(error, EVQ_E_USAGE, "%s: size %dx%d is not within 1x1 .. %dx%d", name,
                        raw->width, raw->height, EVQ_MAX_SIDE, EVQ_MAX_SIDE);
    if (raw->depth < 8 || raw->depth > 16)
        return evq_fail(error, EVQ_E_USAGE, "%s: depth %d is not within 8 .. 16", name, raw->depth);
    if (raw->chroma < EVQ_CHROMA_400 || raw->chroma > EVQ_CHROMA_444)
        return evq_fail(error, EVQ_E_USAGE, "%s: unknown chroma format %d", name, (int)raw->chroma);
    return EVQ_OK;
}

int evq_raw_open(EvqReader *reader, const EvqRawFormat *raw, EvqError *error)
{
    int result = check_geometry(reader, raw, error);
    if (result < 0)
        return result;
    EvqStreamInfo *info = &reader->info;
    info->format = (EvqFormat){ .width = raw->width,
                                .height = raw->height,
                                .depth = raw->depth,
                                .chroma = raw->chroma,
                                .colour = { .primaries = 2, .transfer = 2, .matrix = 2 } };
    evq_pixel_name(reader->pixel_format, sizeof reader->pixel_format, &info->format);
    info->container = "raw";
    info->codec = "rawvideo";
    info->pixel_format = reader->pixel_format;

    EvqPacked *packed = calloc(1, sizeof *packed);
    if (!packed)
        return evq_reader_nomem(reader, error);
    reader->kind = &raw_kind;
    reader->state = packed;
    if (evq_packed_open(packed, &info->format) < 0)
        return evq_reader_nomem(reader, error);
    if (info->file_bytes >= 0)
        info->frame_count =
            (info->file_bytes - evq_source_position(reader->source)) / (int64_t)packed->bytes;
    return EVQ_OK;
}

/* 1 when a picture follows, 0 at the end. */
static int at_picture(EvqReader *reader, EvqError *error)
{
    const char *byte;
    ssize_t there = evq_source_peek(reader->source, 1, &byte);
    if (there < 0)
        return evq_reader_fail_frame(reader, error, "cannot be read: %s", strerror((int)-there));
    return there > 0;
}

static int raw_next(EvqReader *reader, EvqFrame *frame, EvqError *error)
{
    int result = at_picture(reader, error);
    if (result <= 0)
        return result;
    result = evq_packed_read(reader->state, reader, frame, error);
    return result < 0 ? result : 1;
}

static int raw_skip(EvqReader *reader, EvqError *error)
{
    int result = at_picture(reader, error);
    if (result <= 0)
        return result;
    result = evq_packed_skip(reader->state, reader, error);
    return result < 0 ? result : 1;
}

static void raw_close(EvqReader *reader)
{
    evq_packed_close(reader->state);
    free(reader->state);
}
