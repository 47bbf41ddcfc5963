/*
 * ciede: the quick evaluation where a pixel is a work-item; quick.k.h has it in blocks. What it
 * leaves undecided is replayed by a kernel of its own, so that this one stays small.
 */
#ifndef EVQ_CIEDE_WIDE_K_H
#define EVQ_CIEDE_WIDE_K_H

#include "kernel/port/port.h"

#if EVQ_NATIVE_F64 && !defined(EVQ_F64_SOFT)

#include "kernel/ciede/codes.h"
#include "kernel/ciede/wide.h"

#define CIEDE_WIDE                                                                                 \
    {                                                                                              \
        CiedeCodes ref = CIEDE_CODES(0, ry, ru, rv, x, y);                                         \
        CiedeCodes dis = CIEDE_CODES(3, dy, du, dv, x, y);                                         \
        out[AT(7, 0, x, y)] = wide_pixel(p, ref, dis, table);                                      \
    }

ROW_KERNEL(8, ciede_wide_u8, CiedeWideParams,
           (IN(u8, ry), IN(u8, ru), IN(u8, rv), IN(u8, dy), IN(u8, du), IN(u8, dv), IN(f32, table),
            OUT(f32, out)))
CIEDE_WIDE

ROW_KERNEL(8, ciede_wide_u16, CiedeWideParams,
           (IN(u16, ry), IN(u16, ru), IN(u16, rv), IN(u16, dy), IN(u16, du), IN(u16, dv),
            IN(f32, table), OUT(f32, out)))
CIEDE_WIDE

#endif
#endif
