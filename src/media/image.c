#include "media/image.h"

#include "core/error.h"
#include "media/image_formats.h" /* written by the build */

#include <stdlib.h>
#include <string.h>

/* A picture of the longest sides with four channels of 16 bits, stored as it is. */
#define MOST_BYTES ((size_t)2 << 30)

static const EvqImageFormat *const formats[] = {
#if EVQ_HAVE_PNG
    &evq_image_png,
#endif
#if EVQ_HAVE_JPEG
    &evq_image_jpeg,
#endif
#if EVQ_HAVE_WEBP
    &evq_image_webp,
#endif
    NULL,
};

const EvqImageFormat *evq_image_format(const unsigned char *start, size_t size)
{
    for (int i = 0; formats[i]; i++)
        if (formats[i]->is(start, size))
            return formats[i];
    return NULL;
}

int evq_image_alloc(const EvqReader *reader, EvqImage *image, EvqError *error)
{
    if (image->width < 1 || image->height < 1 || image->width > EVQ_MAX_SIDE ||
        image->height > EVQ_MAX_SIDE)
        return evq_reader_fail(reader, error, "is %dx%d; pictures must be 1x1 to %dx%d",
                               image->width, image->height, EVQ_MAX_SIDE, EVQ_MAX_SIDE);
    size_t pixels = (size_t)image->width * image->height;
    image->samples = malloc(pixels * image->channels * (image->depth / 8));
    return image->samples ? EVQ_OK : evq_reader_nomem(reader, error);
}

/* ---- The whole file ---- */

typedef struct Bytes {
    unsigned char *data;
    size_t size, room;
} Bytes;

static int grow(const EvqReader *reader, Bytes *bytes, EvqError *error)
{
    size_t room = bytes->room ? 2 * bytes->room : (size_t)1 << 20;
    unsigned char *data = room <= MOST_BYTES ? realloc(bytes->data, room) : NULL;
    if (!data)
        return evq_reader_nomem(reader, error);
    bytes->data = data;
    bytes->room = room;
    return EVQ_OK;
}

static int read_all(const EvqReader *reader, Bytes *bytes, EvqError *error)
{
    for (;;) {
        int status = bytes->size == bytes->room ? grow(reader, bytes, error) : EVQ_OK;
        if (status < 0)
            return status;
        ssize_t got =
            evq_source_read(reader->source, bytes->data + bytes->size, bytes->room - bytes->size);
        if (got < 0)
            return evq_reader_fail(reader, error, "cannot be read: %s", strerror((int)-got));
        if (got == 0)
            return EVQ_OK;
        bytes->size += (size_t)got;
    }
}

/* ---- Planes ---- */

static int sample_at(const EvqImage *image, size_t index)
{
    return image->depth > 8 ? ((const uint16_t *)image->samples)[index]
                            : ((const uint8_t *)image->samples)[index];
}

static int is_opaque(const EvqImage *image)
{
    size_t pixels = (size_t)image->width * image->height;
    for (size_t i = 0; image->channels == 4 && i < pixels; i++)
        if (sample_at(image, 4 * i + 3) != (1 << image->depth) - 1)
            return 0;
    return 1;
}

static void split_row(const EvqImage *image, const EvqFrame *frame, int plane, int y)
{
    void *row = (char *)frame->plane[plane] + y * frame->stride[plane];
    size_t first = (size_t)y * image->width * image->channels + plane;
    for (int x = 0; x < image->width; x++) {
        int v = sample_at(image, first + (size_t)x * image->channels);
        if (image->depth > 8)
            ((uint16_t *)row)[x] = (uint16_t)v;
        else
            ((uint8_t *)row)[x] = (uint8_t)v;
    }
}

static int make_frame(const EvqReader *reader, const EvqImage *image, EvqFrame *frame,
                      EvqError *error)
{
    EvqFormat format = { .width = image->width,
                         .height = image->height,
                         .depth = image->depth,
                         .chroma = EVQ_CHROMA_444,
                         .model = EVQ_MODEL_RGB,
                         .opacity = !is_opaque(image),
                         .colour = { .primaries = 1, .transfer = 13, .range = 2 } };
    if (evq_frame_alloc(frame, &format, NULL) < 0)
        return evq_reader_nomem(reader, error);
    for (int plane = 0; plane < 3 + (int)format.opacity; plane++)
        for (int y = 0; y < image->height; y++)
            split_row(image, frame, plane, y);
    return EVQ_OK;
}

/* ---- The reader; its state is the picture until it is handed out ---- */

static int image_next(EvqReader *reader, EvqFrame *frame, EvqError *error)
{
    (void)error;
    EvqFrame *picture = reader->state;
    if (!picture->plane[0])
        return 0;
    *frame = *picture;
    memset(picture, 0, sizeof *picture);
    return 1;
}

static void image_close(EvqReader *reader)
{
    if (reader->state)
        evq_frame_release(reader->state);
    free(reader->state);
}

static const EvqReaderKind kind = { .next = image_next, .close = image_close };

static void describe(EvqReader *reader, const EvqImageFormat *format)
{
    const EvqFrame *picture = reader->state;
    EvqStreamInfo *info = &reader->info;
    info->format = picture->format;
    info->container = format->name;
    info->codec = format->codec;
    info->frame_count = 1;
    evq_pixel_name(reader->pixel_format, sizeof reader->pixel_format, &info->format);
    info->pixel_format = reader->pixel_format;
}

int evq_image_open(EvqReader *reader, const EvqImageFormat *format, EvqError *error)
{
    Bytes bytes = { 0 };
    EvqImage image = { 0 };
    reader->kind = &kind;
    reader->state = calloc(1, sizeof(EvqFrame));
    int status = reader->state ? EVQ_OK : evq_reader_nomem(reader, error);
    if (status == EVQ_OK)
        status = read_all(reader, &bytes, error);
    if (status == EVQ_OK)
        status = format->decode(reader, bytes.data, bytes.size, &image, error);
    if (status == EVQ_OK)
        status = make_frame(reader, &image, reader->state, error);
    if (status == EVQ_OK)
        describe(reader, format);
    free(image.samples);
    free(bytes.data);
    return status;
}
