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

#endif
