#include "media/packed.h"

#include "core/error.h"

#include <string.h>

/* Below this a copy is cheaper than a mapping. */
#define MAP_AT_LEAST 131072

static size_t plane_bytes(const EvqFormat *format, int plane)
{
    return (size_t)evq_format_plane_width(format, plane) * evq_format_plane_height(format, plane) *
           evq_format_sample_bytes(format);
}

int evq_packed_open(EvqPacked *packed, const EvqFormat *format)
{
    packed->format = *format;
    packed->bytes = 0;
    for (int i = 0; i < evq_format_planes(format); i++)
        packed->bytes += plane_bytes(format, i);
    packed->pool = evq_buffer_pool_new(packed->bytes);
    return packed->pool ? EVQ_OK : EVQ_E_NOMEM;
}

void evq_packed_close(EvqPacked *packed)
{
    evq_buffer_pool_close(&packed->pool);
}

static void set_planes(const EvqPacked *packed, const void *memory, EvqFrame *frame)
{
    const char *at = memory;
    frame->format = packed->format;
    for (int i = 0; i < evq_format_planes(&packed->format); i++) {
        frame->plane[i] = at;
        frame->stride[i] = (ptrdiff_t)evq_format_plane_width(&packed->format, i) *
                           evq_format_sample_bytes(&packed->format);
        at += plane_bytes(&packed->format, i);
    }
}

int evq_packed_alloc(EvqPacked *packed, EvqFrame *frame)
{
    EvqBuffer *buffer = evq_buffer_get(packed->pool);
    if (!buffer)
        return EVQ_E_NOMEM;
    set_planes(packed, buffer->data, frame);
    frame->release = evq_buffer_release;
    frame->opaque = buffer;
    return EVQ_OK;
}

static int truncated(const EvqPacked *packed, const EvqReader *reader, int64_t there,
                     EvqError *error)
{
    return evq_reader_fail_frame(reader, error, "cut off, the file has %lld of its %zu bytes",
                                 (long long)there, packed->bytes);
}

/* Maps the picture where its samples can be used in place. Returns 1 when it is mapped. */
static int map_picture(const EvqPacked *packed, EvqSource *source, EvqFrame *frame)
{
    int wide = packed->format.depth > 8;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    if (wide)
        return 0;
#endif
    if (packed->bytes < MAP_AT_LEAST || (wide && evq_source_position(source) % 2))
        return 0;
    void *mapping;
    const void *memory = evq_source_map(source, packed->bytes, &mapping);
    if (!memory)
        return 0;
    set_planes(packed, memory, frame);
    frame->release = evq_mapping_release;
    frame->opaque = mapping;
    return 1;
}

/* Files are little endian. */
static void to_host_order(const EvqPacked *packed, void *memory)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    uint16_t *sample = memory;
    for (size_t i = 0; packed->format.depth > 8 && i < packed->bytes / 2; i++)
        sample[i] = (uint16_t)(sample[i] << 8 | sample[i] >> 8);
#else
    (void)packed;
    (void)memory;
#endif
}

static int copy_picture(EvqPacked *packed, EvqReader *reader, EvqFrame *frame, EvqError *error)
{
    if (evq_packed_alloc(packed, frame) < 0)
        return evq_reader_nomem(reader, error);
    void *memory = (void *)frame->plane[0];
    ssize_t got = evq_source_read(reader->source, memory, packed->bytes);
    if (got < 0)
        return evq_reader_fail_frame(reader, error, "cannot be read: %s", strerror((int)-got));
    if ((size_t)got < packed->bytes)
        return truncated(packed, reader, got, error);
    to_host_order(packed, memory);
    return EVQ_OK;
}

/* A file's size is compared first: a damaged header must not allocate what the file cannot hold. */
static int check_remaining(const EvqPacked *packed, const EvqReader *reader, EvqError *error)
{
    int64_t size = evq_source_size(reader->source);
    int64_t left = size - evq_source_position(reader->source);
    if (size >= 0 && left < (int64_t)packed->bytes)
        return truncated(packed, reader, left > 0 ? left : 0, error);
    return EVQ_OK;
}

int evq_packed_read(EvqPacked *packed, EvqReader *reader, EvqFrame *frame, EvqError *error)
{
    int result = check_remaining(packed, reader, error);
    if (result == EVQ_OK && !map_picture(packed, reader->source, frame))
        result = copy_picture(packed, reader, frame, error);
    if (result == EVQ_OK)
        result = evq_check_samples(reader, frame, error);
    if (result < 0)
        evq_frame_release(frame);
    return result;
}

int evq_packed_skip(EvqPacked *packed, EvqReader *reader, EvqError *error)
{
    int64_t got = evq_source_skip(reader->source, (int64_t)packed->bytes);
    if (got < 0)
        return evq_reader_fail_frame(reader, error, "cannot be read: %s", strerror((int)-got));
    if ((size_t)got < packed->bytes)
        return truncated(packed, reader, got, error);
    return EVQ_OK;
}

static int refuse_sample(const EvqReader *reader, const EvqFrame *frame, int plane, int y,
                         EvqError *error)
{
    const uint16_t *row =
        (const uint16_t *)((const char *)frame->plane[plane] + y * frame->stride[plane]);
    int x = 0;
    while (row[x] >> frame->format.depth == 0)
        x++;
    return evq_reader_fail_frame(
        reader, error,
        "sample %d at plane %d, row %d, column %d is above the maximum of %d bits, %d", row[x],
        plane, y, x, frame->format.depth, (1 << frame->format.depth) - 1);
}

int evq_check_samples(const EvqReader *reader, const EvqFrame *frame, EvqError *error)
{
    int depth = frame->format.depth;
    if (depth == 8 || depth == 16)
        return EVQ_OK;
    for (int i = 0; i < evq_format_planes(&frame->format); i++) {
        int width = evq_format_plane_width(&frame->format, i);
        int height = evq_format_plane_height(&frame->format, i);
        for (int y = 0; y < height; y++) {
            const uint16_t *row =
                (const uint16_t *)((const char *)frame->plane[i] + y * frame->stride[i]);
            uint16_t bits = 0;
            for (int x = 0; x < width; x++)
                bits |= row[x];
            if (bits >> depth)
                return refuse_sample(reader, frame, i, y, error);
        }
    }
    return EVQ_OK;
}
