/*
 * ciede, side by side: the pixels of a chunk that a cheaper evaluation left undecided, in place,
 * and about what the chunk adds to the sum. Undecided pixels are rare, so a work-item looks for
 * those of a chunk first: then neighbouring items do theirs at once.
 */
#ifndef EVQ_CIEDE_REPLAY_K_H
#define EVQ_CIEDE_REPLAY_K_H

#include "kernel/ciede/chunk.h"
#include "kernel/ciede/ciede.h"
#include "kernel/ciede/codes.h"
#include "kernel/ciede/undecided.h"

FN u64 ciede_guess(f32 v)
{
    return (u64)(v * (f32)(1 << CIEDE_SUM_SCALE));
}

#define CIEDE_FIND(v)                                                                              \
    {                                                                                              \
        i32 is_undecided = ciede_is_undecided(v);                                                  \
        undecided = undecided << 1 | (u64)is_undecided;                                            \
        total += ciede_guess(is_undecided ? 0.0f : v);                                             \
    }

/* Chunk x of row y. */
#define CIEDE_REPLAY_CHUNK                                                                         \
    {                                                                                              \
        u64 total = 0, undecided = 0; /* a bit for each value, the last one's lowest */            \
        i32 start = x * CIEDE_CHUNK, count = ciede_sum_end(start, CIEDE_CHUNK, p.width) - start;   \
        CIEDE_EACH(values + AT(6, 0, start, y), count, CIEDE_FIND)                                 \
        while (undecided) {                                                                        \
            i32 bit = 63 - clz_u64(undecided), i = start + count - 1 - bit;                        \
            CiedeCodes ref = CIEDE_CODES(0, ry, ru, rv, i, y);                                     \
            CiedeCodes dis = CIEDE_CODES(3, dy, du, dv, i, y);                                     \
            f32 v = ciede_pixel(p, ref, dis);                                                      \
            values[AT(6, 0, i, y)] = v;                                                            \
            total += ciede_guess(v);                                                               \
            undecided ^= (u64)1 << bit;                                                            \
        }                                                                                          \
        chunks[AT(7, 0, x, y)] = total;                                                            \
    }

ROW_KERNEL(8, ciede_replay_chunks_u8, CiedeParams,
           (IN(u8, ry), IN(u8, ru), IN(u8, rv), IN(u8, dy), IN(u8, du), IN(u8, dv),
            OUT(f32, values), OUT(u64, chunks)))
CIEDE_REPLAY_CHUNK

ROW_KERNEL(8, ciede_replay_chunks_u16, CiedeParams,
           (IN(u16, ry), IN(u16, ru), IN(u16, rv), IN(u16, dy), IN(u16, du), IN(u16, dv),
            OUT(f32, values), OUT(u64, chunks)))
CIEDE_REPLAY_CHUNK

#endif
