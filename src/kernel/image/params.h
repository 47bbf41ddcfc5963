/* Params of the kernels that suit every metric. */
#ifndef EVQ_IMAGE_PARAMS_H
#define EVQ_IMAGE_PARAMS_H

#include "kernel/port/port.h"

typedef struct BorderParams {
    Geometry g;
    i32 width, height; /* of the inside */
    i32 border;
    i32 repeat; /* 1: the edge sample is repeated */
} BorderParams;

/* Samples around a picture. */
FN i32 border_cells(i32 width, i32 height, i32 border)
{
    return 2 * border * (width + 2 * border + height);
}

#endif
