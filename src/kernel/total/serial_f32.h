/*
 * The serial sum of a row of floats, each addition rounded, where the row has a work-item of its
 * own: such a work-item waits for memory, and the lanes beside it read other rows, so it asks for
 * much at once and in wide loads.
 */
#ifndef EVQ_TOTAL_SERIAL_F32_H
#define EVQ_TOTAL_SERIAL_F32_H

#include "kernel/port/port.h"

#define SERIAL_QUADS 16

/* The values of a row that are asked for at once. */
typedef struct SerialBlock {
    F32Quad v[SERIAL_QUADS];
} SerialBlock;

FN SerialBlock serial_block(GLOBAL const f32 *from)
{
    SerialBlock b;
    UNROLL(16)
    for (i32 k = 0; k < SERIAL_QUADS; k++)
        b.v[k] = f32_quad(from + 4 * k);
    return b;
}

FN f32 serial_add(f32 sum, SerialBlock b)
{
    UNROLL(16)
    for (i32 k = 0; k < SERIAL_QUADS; k++) {
        sum = sum + b.v[k].x;
        sum = sum + b.v[k].y;
        sum = sum + b.v[k].z;
        sum = sum + b.v[k].w;
    }
    return sum;
}

/* `row` is column 0 of a sub-plane. */
FN f32 serial_total_f32(GLOBAL const f32 *row, i32 count)
{
    const i32 step = 4 * SERIAL_QUADS;
    f32 sum = 0.0f;
    i32 i = 0;
    if (count >= step) {
        SerialBlock now = serial_block(row);
        for (; i + 2 * step <= count; i += step) {
            SerialBlock next = serial_block(row + i + step);
            sum = serial_add(sum, now);
            now = next;
        }
        sum = serial_add(sum, now);
        i += step;
    }
    for (; i < count; i++)
        sum = sum + row[i];
    return sum;
}

#endif
