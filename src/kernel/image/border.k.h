/* Fills the border around a picture by mirroring, for devices that keep whole planes: column x of
 * the grid is one border sample. */
#ifndef EVQ_IMAGE_BORDER_K_H
#define EVQ_IMAGE_BORDER_K_H

#include "kernel/image/mirror.h"
#include "kernel/image/params.h"

typedef struct BorderCell {
    i32 x, y;
} BorderCell;

/* The rows above and below, whole, then the columns left and right. */
FN BorderCell border_cell(const BorderParams p, i32 i)
{
    i32 line = p.width + 2 * p.border;
    i32 beside = i - 2 * p.border * line;
    i32 row = i / line, column = i % line;
    i32 side_row = beside / (2 * p.border), side = beside % (2 * p.border);
    BorderCell outer = { column - p.border,
                         row < p.border ? row - p.border : row - p.border + p.height };
    BorderCell inner = { side < p.border ? side - p.border : side - p.border + p.width, side_row };
    BorderCell cell = { beside < 0 ? outer.x : inner.x, beside < 0 ? outer.y : inner.y };
    return cell;
}

FN i32 border_source(const BorderParams p, i32 i, i32 n)
{
    return p.repeat ? mirror_index_repeat(i, n) : mirror_index(i, n);
}

#define BORDER_FILL(plane)                                                                         \
    BorderCell cell = border_cell(p, x);                                                           \
    plane[AT(0, j, cell.x, cell.y)] =                                                              \
        plane[AT(0, j, border_source(p, cell.x, p.width), border_source(p, cell.y, p.height))]

ROW_KERNEL(1, border_u8, BorderParams, (OUT(u8, plane)))
{
    BORDER_FILL(plane);
}

ROW_KERNEL(1, border_u16, BorderParams, (OUT(u16, plane)))
{
    BORDER_FILL(plane);
}

ROW_KERNEL(1, border_u32, BorderParams, (OUT(u32, plane)))
{
    BORDER_FILL(plane);
}

ROW_KERNEL(1, border_u64, BorderParams, (OUT(u64, plane)))
{
    BORDER_FILL(plane);
}

#endif
