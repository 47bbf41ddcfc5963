/* Reflection at the edges of a picture without repeating the edge sample (float_vif.md section 6). */
#ifndef EVQ_IMAGE_MIRROR_H
#define EVQ_IMAGE_MIRROR_H

#include "kernel/port/port.h"

/* The sample of 0 .. n - 1 that stands for index i, -n < i < 2 n - 1. */
FN i32 mirror_index(i32 i, i32 n)
{
    return i < 0 ? -i : i >= n ? 2 * n - 2 - i : i;
}

#endif
