/* Reflection at the edges of a picture, by minima and maxima: compilers vectorise loops with them.
 */
#ifndef EVQ_IMAGE_MIRROR_H
#define EVQ_IMAGE_MIRROR_H

#include "kernel/port/port.h"

/* The sample of 0 .. n - 1 that stands for index i, -n < i < 2 n - 1; the edge is not repeated. */
FN i32 mirror_index(i32 i, i32 n)
{
    i32 m = i < 0 ? -i : i;
    i32 other = 2 * n - 2 - m;
    return m < other ? m : other;
}

/* The same with the mirror between two samples, so that the edge is repeated; -n <= i < 2 n. */
FN i32 mirror_index_repeat(i32 i, i32 n)
{
    i32 other = -1 - i;
    i32 m = i > other ? i : other;
    other = 2 * n - 1 - m;
    return m < other ? m : other;
}

/* The edge is repeated at the end alone; -n < i < 2 n. */
FN i32 mirror_index_mixed(i32 i, i32 n)
{
    i32 m = i < 0 ? -i : i;
    i32 other = 2 * n - 1 - m;
    return m < other ? m : other;
}

/* By the EvqEdge of a buffer: mirrored, repeated, repeated at the end. */
FN i32 mirror_index_of_edge(i32 edge, i32 i, i32 n)
{
    return edge == 0   ? mirror_index(i, n)
           : edge == 1 ? mirror_index_repeat(i, n)
                       : mirror_index_mixed(i, n);
}

#endif
