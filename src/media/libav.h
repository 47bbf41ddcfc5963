/* Between the libav reader and its picture conversion. */
#ifndef EVQ_MEDIA_LIBAV_H
#define EVQ_MEDIA_LIBAV_H

#include "media/packed.h"

#include <libavutil/frame.h>
#include <libavutil/pixdesc.h>

typedef struct EvqLibavLayout {
    const AVPixFmtDescriptor *pixels;
    int in_place; /* the planes are an EvqFrame's planes already */
} EvqLibavLayout;

/*
 * Sets depth, chroma format, and the range where the pixel format implies it. Returns 0, or -1 with
 * the reason in `reason` for what is not 8 to 16 bit Y'CbCr or grey.
 */
int evq_libav_layout(EvqLibavLayout *layout, EvqFormat *format, enum AVPixelFormat pixels,
                     char *reason, size_t reason_size);

/*
 * Makes an EvqFrame of a decoded picture: in place with a reference of its own where that is
 * possible, else copied into a picture of `packed`. EVQ_OK or EVQ_E_NOMEM without a message.
 */
int evq_libav_frame(const EvqLibavLayout *layout, EvqPacked *packed, const AVFrame *picture,
                    EvqFrame *frame);

#endif
