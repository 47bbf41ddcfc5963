/* Picture geometry and allocation. */
#include "core/error.h"

#include <stdlib.h>
#include <string.h>

#define ROW_ALIGNMENT 64

int evq_format_planes(const EvqFormat *format)
{
    return format->chroma == EVQ_CHROMA_400 ? 1 : 3;
}

int evq_format_plane_width(const EvqFormat *format, int plane)
{
    int halved =
        plane > 0 && (format->chroma == EVQ_CHROMA_420 || format->chroma == EVQ_CHROMA_422);
    return halved ? (format->width + 1) / 2 : format->width;
}

int evq_format_plane_height(const EvqFormat *format, int plane)
{
    int halved = plane > 0 && format->chroma == EVQ_CHROMA_420;
    return halved ? (format->height + 1) / 2 : format->height;
}

int evq_format_sample_bytes(const EvqFormat *format)
{
    return format->depth > 8 ? 2 : 1;
}

int evq_frame_alloc(EvqFrame *frame, const EvqFormat *format, EvqError *error)
{
    memset(frame, 0, sizeof *frame);
    int planes = format->opacity ? 4 : evq_format_planes(format);
    size_t stride[4] = { 0 }, offset[4] = { 0 }, size = 0;
    for (int i = 0; i < planes; i++) {
        size_t row = (size_t)evq_format_plane_width(format, i) * evq_format_sample_bytes(format);
        stride[i] = (row + ROW_ALIGNMENT - 1) & ~(size_t)(ROW_ALIGNMENT - 1);
        offset[i] = size;
        size += stride[i] * evq_format_plane_height(format, i);
    }
    char *memory = aligned_alloc(ROW_ALIGNMENT, size);
    if (!memory)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a picture of %zu bytes", size);
    frame->format = *format;
    for (int i = 0; i < planes; i++) {
        frame->plane[i] = memory + offset[i];
        frame->stride[i] = (ptrdiff_t)stride[i];
    }
    frame->release = free;
    frame->opaque = memory;
    return EVQ_OK;
}

void evq_frame_release(EvqFrame *frame)
{
    if (frame->release)
        frame->release(frame->opaque);
    memset(frame, 0, sizeof *frame);
}
