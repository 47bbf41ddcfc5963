/* y4m: a header line, then for each picture a line that begins with FRAME and the planes. */
#include "media/packed.h"
#include "media/y4m_header.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int y4m_next(EvqReader *reader, EvqFrame *frame, EvqError *error);
static int y4m_skip(EvqReader *reader, EvqError *error);
static void y4m_close(EvqReader *reader);

static const EvqReaderKind y4m_kind = { y4m_next, y4m_skip, y4m_close };

static int read_header(EvqReader *reader, EvqY4mHeader *header, EvqError *error)
{
    char *line;
    ssize_t length = evq_source_line(reader->source, &line);
    if (length == -EOVERFLOW)
        return evq_reader_fail(reader, error, "the y4m header is longer than %d bytes",
                               EVQ_LINE_MAX);
    if (length < 0)
        return evq_reader_fail(reader, error, "cannot be read: %s", strerror((int)-length));
    if (length == 0)
        return evq_reader_fail(reader, error, "the file ends within the y4m header");
    for (ssize_t i = 0; i < length - 1; i++)
        if ((unsigned char)line[i] < 0x20)
            return evq_reader_fail(reader, error, "the y4m header has a control character");
    char reason[160];
    if (evq_y4m_parse_header(header, line, reason, sizeof reason) < 0)
        return evq_reader_fail(reader, error, "%s", reason);
    return EVQ_OK;
}

int evq_y4m_open(EvqReader *reader, EvqError *error)
{
    EvqY4mHeader header;
    int result = read_header(reader, &header, error);
    if (result < 0)
        return result;
    if (strchr("tbm", header.interlace))
        evq_reader_warn(reader,
                        "interlaced (tag I%c): frames are compared as they are stored, both "
                        "fields together",
                        header.interlace);
    EvqStreamInfo *info = &reader->info;
    info->format = header.format;
    info->rate_num = header.rate_num;
    info->rate_den = header.rate_den;
    evq_pixel_name(reader->pixel_format, sizeof reader->pixel_format, &info->format);
    info->container = "y4m";
    info->codec = "rawvideo";
    info->pixel_format = reader->pixel_format;

    EvqPacked *packed = calloc(1, sizeof *packed);
    if (!packed)
        return evq_reader_nomem(reader, error);
    reader->kind = &y4m_kind;
    reader->state = packed;
    if (evq_packed_open(packed, &info->format) < 0)
        return evq_reader_nomem(reader, error);
    return EVQ_OK;
}

/* Reads a FRAME line with its parameters, which say nothing about the samples: 1, or 0 at the end.
 */
static int frame_line(EvqReader *reader, EvqError *error)
{
    static const char word[] = "FRAME";
    const size_t length = sizeof word - 1;
    const char *bytes;
    char *line;
    int64_t offset = evq_source_position(reader->source);
    ssize_t there = evq_source_peek(reader->source, length + 1, &bytes);
    if (there < 0)
        return evq_reader_fail_frame(reader, error, "cannot be read: %s", strerror((int)-there));
    if (there == 0)
        return 0;
    size_t same = (size_t)there < length ? (size_t)there : length;
    if (memcmp(bytes, word, same) != 0 ||
        ((size_t)there > length && bytes[length] != ' ' && bytes[length] != '\n'))
        return evq_reader_fail_frame(reader, error, "framing is lost: no FRAME line at byte %lld",
                                     (long long)offset);
    there = evq_source_line(reader->source, &line);
    if (there == -EOVERFLOW)
        return evq_reader_fail_frame(reader, error, "its FRAME line is longer than %d bytes",
                                     EVQ_LINE_MAX);
    if (there < 0)
        return evq_reader_fail_frame(reader, error, "cannot be read: %s", strerror((int)-there));
    if (there == 0)
        return evq_reader_fail_frame(reader, error, "cut off within its FRAME line");
    return 1;
}

static int y4m_next(EvqReader *reader, EvqFrame *frame, EvqError *error)
{
    int result = frame_line(reader, error);
    if (result <= 0)
        return result;
    result = evq_packed_read(reader->state, reader, frame, error);
    return result < 0 ? result : 1;
}

static int y4m_skip(EvqReader *reader, EvqError *error)
{
    int result = frame_line(reader, error);
    if (result <= 0)
        return result;
    result = evq_packed_skip(reader->state, reader, error);
    return result < 0 ? result : 1;
}

static void y4m_close(EvqReader *reader)
{
    evq_packed_close(reader->state);
    free(reader->state);
}
