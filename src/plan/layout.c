#include "plan/layout.h"

#define LINE_ELEMENTS 16 /* 64 bytes of floats */

static int round_up(int value, int unit)
{
    return (value + unit - 1) / unit * unit;
}

EvqLayout evq_layout_of(const EvqBuffer *buffer)
{
    int side = buffer->border > buffer->margin ? buffer->border : buffer->margin;
    EvqLayout layout = { .left = round_up(side, LINE_ELEMENTS) };
    layout.pitch = layout.left + round_up(buffer->width + side, LINE_ELEMENTS);
    /* Rows or sub-planes a multiple of 4096 bytes apart would share cache sets. */
    if (layout.pitch * buffer->element_bytes % 4096 == 0)
        layout.pitch += LINE_ELEMENTS;
    layout.stride = layout.pitch * buffer->planes;
    if (layout.stride * buffer->element_bytes % 4096 == 0)
        layout.stride += LINE_ELEMENTS;
    return layout;
}
