/* Still WebP pictures through libwebp. */
#include "media/image.h"

#include "core/error.h"

#include <string.h>

#include <webp/decode.h>

static int is_webp(const unsigned char *start, size_t size)
{
    return size >= 12 && memcmp(start, "RIFF", 4) == 0 && memcmp(start + 8, "WEBP", 4) == 0;
}

static int decode(EvqReader *reader, const unsigned char *bytes, size_t size, EvqImage *image,
                  EvqError *error)
{
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, size, &features) != VP8_STATUS_OK)
        return evq_reader_fail(reader, error, "is damaged: not a WebP picture");
    if (features.has_animation)
        return evq_reader_fail(reader, error, "is an animation, which is not read");
    *image = (EvqImage){ .width = features.width,
                         .height = features.height,
                         .depth = 8,
                         .channels = features.has_alpha ? 4 : 3 };
    int status = evq_image_alloc(reader, image, error);
    if (status < 0)
        return status;
    int stride = image->width * image->channels;
    size_t room = (size_t)stride * image->height;
    uint8_t *decoded = features.has_alpha
                           ? WebPDecodeRGBAInto(bytes, size, image->samples, room, stride)
                           : WebPDecodeRGBInto(bytes, size, image->samples, room, stride);
    return decoded ? EVQ_OK
                   : evq_reader_fail(reader, error, "is damaged: libwebp cannot decode it");
}

const EvqImageFormat evq_image_webp = { "webp", "libwebp", is_webp, decode };
