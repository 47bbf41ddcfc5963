/* Still pictures as R, G, B: what the decoders of single formats share. */
#ifndef EVQ_MEDIA_IMAGE_H
#define EVQ_MEDIA_IMAGE_H

#include "media/reader.h"

/* A decoded picture, samples of a pixel side by side; 16-bit samples in host order. */
typedef struct EvqImage {
    int width, height;
    int depth;    /* 8 or 16 */
    int channels; /* 3, or 4 with opacity last */
    void *samples;
} EvqImage;

/* Allocates the samples. EVQ_E_INPUT for a size that is out of range. */
int evq_image_alloc(const EvqReader *reader, EvqImage *image, EvqError *error);

typedef struct EvqImageFormat {
    const char *name;  /* "png" */
    const char *codec; /* "libpng" */
    int (*is)(const unsigned char *start, size_t size);
    /* Decodes a whole file; the samples are freed by the caller, also after a failure. */
    int (*decode)(EvqReader *reader, const unsigned char *bytes, size_t size, EvqImage *image,
                  EvqError *error);
} EvqImageFormat;

extern const EvqImageFormat evq_image_png, evq_image_jpeg, evq_image_webp;

/* The format of this build that a file starts as; NULL when it is none. */
const EvqImageFormat *evq_image_format(const unsigned char *start, size_t size);

/* Fills kind, state and info of a reader. */
int evq_image_open(EvqReader *reader, const EvqImageFormat *format, EvqError *error);

#endif
