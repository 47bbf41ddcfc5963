/* Reflection at the edges of a picture. */
#ifndef EVQ_IMAGE_MIRROR_H
#define EVQ_IMAGE_MIRROR_H

#include "kernel/port/port.h"

/* The sample of 0 .. n - 1 that stands for index i, -n < i < 2 n - 1; the edge is not repeated. */
FN i32 mirror_index(i32 i, i32 n)
{
    return i < 0 ? -i : i >= n ? 2 * n - 2 - i : i;
}

/* The same with the mirror between two samples, so that the edge is repeated; -n <= i < 2 n. */
FN i32 mirror_index_repeat(i32 i, i32 n)
{
    return i < 0 ? -1 - i : i >= n ? 2 * n - 1 - i : i;
}

#endif
