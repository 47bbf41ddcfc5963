#include "device/cpu/window.h"

#include "kernel/image/mirror.h"
#include "plan/layout.h"

#include <string.h>

size_t evq_window_layout(EvqWindow *window, const EvqBuffer *buffer, int capacity)
{
    EvqLayout layout = evq_layout_of(buffer);
    window->element_bytes = buffer->element_bytes;
    window->width = buffer->width;
    window->height = buffer->height;
    window->planes = buffer->planes;
    window->border = buffer->border;
    window->left = layout.left;
    window->pitch = layout.pitch;
    window->stride = layout.stride;
    window->edge = buffer->edge;
    window->capacity = capacity;
    return (size_t)window->stride * window->element_bytes * capacity;
}

void evq_window_reset(EvqWindow *window)
{
    window->first = -window->border;
    window->made = 0;
}

static unsigned char *row_start(const EvqWindow *window, int row)
{
    size_t bytes = (size_t)window->stride * window->element_bytes;
    return window->memory + (size_t)(row - window->first) * bytes;
}

void evq_window_slide(EvqWindow *window, int keep)
{
    if (keep <= window->first)
        return;
    /* The bottom border, once filled, is kept too. */
    int end = window->made + (window->made == window->height ? window->border : 0);
    if (keep < end)
        memmove(window->memory, row_start(window, keep),
                (size_t)(end - keep) * window->stride * window->element_bytes);
    window->first = keep;
}

int evq_window_holds(const EvqWindow *window, int row)
{
    return row - window->first < window->capacity;
}

/* The sample that stands for one outside of 0 .. n - 1. */
static int mirrored(const EvqWindow *window, int i, int n)
{
    return window->edge == EVQ_EDGE_REPEAT ? mirror_index_repeat(i, n) : mirror_index(i, n);
}

static void fill_columns(const EvqWindow *window, int row)
{
    size_t size = window->element_bytes;
    for (int plane = 0; plane < window->planes; plane++) {
        unsigned char *start =
            row_start(window, row) + (window->left + plane * window->pitch) * size;
        for (int i = 1; i <= window->border; i++) {
            int last = window->width - 1;
            memcpy(start - i * size, start + mirrored(window, -i, window->width) * size, size);
            memcpy(start + (last + i) * size,
                   start + mirrored(window, last + i, window->width) * size, size);
        }
    }
}

static void copy_row(const EvqWindow *window, int to, int from)
{
    memcpy(row_start(window, to), row_start(window, from),
           (size_t)window->stride * window->element_bytes);
}

void evq_window_advance(EvqWindow *window, int made)
{
    if (made > window->height)
        made = window->height;
    for (int row = window->made; row < made && window->border; row++) {
        fill_columns(window, row);
        int above = window->edge == EVQ_EDGE_REPEAT ? -1 - row : -row;
        if (above < 0 && above >= -window->border && above >= window->first)
            copy_row(window, above, row);
    }
    window->made = made;
    for (int i = 0; i < window->border && made == window->height; i++)
        copy_row(window, made + i, mirrored(window, made + i, window->height));
}

int evq_window_offset(const EvqWindow *window)
{
    return window->left - window->first * window->stride;
}
