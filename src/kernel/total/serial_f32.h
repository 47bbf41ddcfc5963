/*
 * The serial sum of a row of floats, each addition rounded, where the row has a work-item of its
 * own: such a work-item waits for memory, and the lanes beside it read other rows, so it asks for
 * much at once and in wide loads.
 */
#ifndef EVQ_TOTAL_SERIAL_F32_H
#define EVQ_TOTAL_SERIAL_F32_H

#include "kernel/port/port.h"

#define SERIAL_QUADS 16

/* `row` is column 0 of a sub-plane. */
FN f32 serial_total_f32(GLOBAL const f32 *row, i32 count)
{
    f32 sum = 0.0f;
    i32 i = 0;
    for (; i + 4 * SERIAL_QUADS <= count; i += 4 * SERIAL_QUADS) {
        F32Quad v[SERIAL_QUADS];
        UNROLL(16)
        for (i32 k = 0; k < SERIAL_QUADS; k++)
            v[k] = f32_quad(row + i + 4 * k);
        UNROLL(16)
        for (i32 k = 0; k < SERIAL_QUADS; k++) {
            sum = sum + v[k].x;
            sum = sum + v[k].y;
            sum = sum + v[k].z;
            sum = sum + v[k].w;
        }
    }
    for (; i < count; i++)
        sum = sum + row[i];
    return sum;
}

#endif
