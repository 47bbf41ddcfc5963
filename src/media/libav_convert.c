/*
 * Decoded pictures as EvqFrames. libavutil describes each component of a pixel format by its plane,
 * distance, offset, shift and depth; one loop over this description unpacks semi-planar, packed,
 * left aligned and big-endian samples alike.
 */
#include "media/libav.h"

#include <stdio.h>
#include <string.h>

static const char *refusal(const AVPixFmtDescriptor *pixels)
{
    if (pixels->flags & AV_PIX_FMT_FLAG_PAL)
        return "palettes are not supported; convert the pictures to RGB first";
    if (pixels->flags & AV_PIX_FMT_FLAG_BAYER)
        return "sensor patterns are not supported; convert the pictures to RGB first";
    if (strncmp(pixels->name, "xyz", 3) == 0)
        return "XYZ is neither Y'CbCr nor RGB";
    if (pixels->flags & AV_PIX_FMT_FLAG_ALPHA)
        return "pictures with alpha are not supported";
    if (pixels->flags & (AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_FLOAT))
        return "only integer samples in main memory are supported";
    if (pixels->comp[0].depth < 8 || pixels->comp[0].depth > 16 ||
        (pixels->flags & AV_PIX_FMT_FLAG_BITSTREAM))
        return "only 8 to 16 bits per sample are supported";
    return NULL;
}

/* -1: a subsampling that is not ours, such as 4:1:1. */
static int chroma_of(const AVPixFmtDescriptor *pixels)
{
    if (pixels->nb_components == 1)
        return EVQ_CHROMA_400;
    if (pixels->log2_chroma_w == 0 && pixels->log2_chroma_h == 0)
        return EVQ_CHROMA_444;
    if (pixels->log2_chroma_w == 1)
        return pixels->log2_chroma_h == 0   ? EVQ_CHROMA_422
               : pixels->log2_chroma_h == 1 ? EVQ_CHROMA_420
                                            : -1;
    return -1;
}

static int is_host_order(const AVPixFmtDescriptor *pixels)
{
    int big = (pixels->flags & AV_PIX_FMT_FLAG_BE) != 0;
    return pixels->comp[0].depth == 8 || big == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

static int is_in_place(const AVPixFmtDescriptor *pixels)
{
    int bytes = pixels->comp[0].depth > 8 ? 2 : 1;
    for (int i = 0; i < pixels->nb_components; i++) {
        const AVComponentDescriptor *c = &pixels->comp[i];
        if (c->plane != i || c->step != bytes || c->offset || c->shift)
            return 0;
    }
    return is_host_order(pixels);
}

int evq_libav_layout(EvqLibavLayout *layout, EvqFormat *format, enum AVPixelFormat number,
                     char *reason, size_t reason_size)
{
    const AVPixFmtDescriptor *pixels = av_pix_fmt_desc_get(number);
    const char *why = pixels ? refusal(pixels) : "it is unknown";
    int chroma = why ? -1 : chroma_of(pixels);
    if (!why && chroma < 0)
        why = "only 4:0:0, 4:2:0, 4:2:2 and 4:4:4 are supported";
    if (why) {
        snprintf(reason, reason_size, "pixel format %s: %s", pixels ? pixels->name : "none", why);
        return -1;
    }
    layout->pixels = pixels;
    layout->in_place = is_in_place(pixels);
    format->depth = pixels->comp[0].depth;
    format->chroma = (EvqChroma)chroma;
    /* libav lists the components of RGB in this order, wherever they lie. */
    format->model = pixels->flags & AV_PIX_FMT_FLAG_RGB ? EVQ_MODEL_RGB : EVQ_MODEL_YUV;
    if (strncmp(pixels->name, "yuvj", 4) == 0)
        format->colour.range = 2;
    return 0;
}

static void release_picture(void *opaque)
{
    AVFrame *picture = opaque;
    av_frame_free(&picture);
}

/* Decoders may hand out pictures with rows from bottom to top or at odd addresses. */
static int usable_in_place(const AVFrame *picture, const EvqFormat *format)
{
    for (int i = 0; i < evq_format_planes(format); i++) {
        if (picture->linesize[i] <= 0)
            return 0;
        if (format->depth > 8 &&
            ((uintptr_t)picture->data[i] | (uintptr_t)picture->linesize[i]) % 2)
            return 0;
    }
    return 1;
}

static int reference_picture(const EvqPacked *packed, const AVFrame *picture, EvqFrame *frame)
{
    AVFrame *own = av_frame_clone(picture);
    if (!own)
        return EVQ_E_NOMEM;
    frame->format = packed->format;
    for (int i = 0; i < evq_format_planes(&packed->format); i++) {
        frame->plane[i] = own->data[i];
        frame->stride[i] = own->linesize[i];
    }
    frame->release = release_picture;
    frame->opaque = own;
    return EVQ_OK;
}

static void unpack_row8(const uint8_t *from, int step, uint8_t *to, int width)
{
    for (int x = 0; x < width; x++)
        to[x] = from[x * step];
}

/* Byte by byte: the result does not depend on alignment or on the host's byte order. */
static void unpack_row16(const uint8_t *from, int step, int big, int shift, int mask, uint16_t *to,
                         int width)
{
    for (int x = 0; x < width; x++, from += step) {
        int word = big ? from[0] << 8 | from[1] : from[1] << 8 | from[0];
        to[x] = (uint16_t)(word >> shift & mask);
    }
}

static void unpack_plane(const AVPixFmtDescriptor *pixels, const AVFrame *picture, int plane,
                         EvqFrame *frame)
{
    const AVComponentDescriptor *c = &pixels->comp[plane];
    int width = evq_format_plane_width(&frame->format, plane);
    int height = evq_format_plane_height(&frame->format, plane);
    int big = (pixels->flags & AV_PIX_FMT_FLAG_BE) != 0;
    /* Right aligned samples are left whole, so that those above the maximum are seen as such. */
    int mask = c->shift ? (1 << c->depth) - 1 : 0xffff;
    for (int y = 0; y < height; y++) {
        const uint8_t *from =
            picture->data[c->plane] + (ptrdiff_t)y * picture->linesize[c->plane] + c->offset;
        char *to = (char *)frame->plane[plane] + y * frame->stride[plane];
        if (c->depth == 8)
            unpack_row8(from, c->step, (uint8_t *)to, width);
        else
            unpack_row16(from, c->step, big, c->shift, mask, (uint16_t *)to, width);
    }
}

int evq_libav_frame(const EvqLibavLayout *layout, EvqPacked *packed, const AVFrame *picture,
                    EvqFrame *frame)
{
    if (layout->in_place && usable_in_place(picture, &packed->format))
        return reference_picture(packed, picture, frame);
    int result = evq_packed_alloc(packed, frame);
    for (int i = 0; result == EVQ_OK && i < evq_format_planes(&packed->format); i++)
        unpack_plane(layout->pixels, picture, i, frame);
    return result;
}
