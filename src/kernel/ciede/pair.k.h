/* ciede: the evaluation in pairs of floats. */
#ifndef EVQ_CIEDE_PAIR_K_H
#define EVQ_CIEDE_PAIR_K_H

#include "kernel/ciede/codes.h"
#include "kernel/ciede/pair.h"

#define CIEDE_PAIR                                                                                 \
    CiedeCodes ref = CIEDE_CODES(0, ry, ru, rv, x, y);                                             \
    CiedeCodes dis = CIEDE_CODES(3, dy, du, dv, x, y);                                             \
    out[AT(6, 0, x, y)] = ciede_pair_pixel(p, ref, dis);

ROW_KERNEL(7, ciede_pair_u8, CiedeParams,
           (IN(u8, ry), IN(u8, ru), IN(u8, rv), IN(u8, dy), IN(u8, du), IN(u8, dv),
            OUT(f32, out))){ CIEDE_PAIR }

ROW_KERNEL(7, ciede_pair_u16, CiedeParams,
           (IN(u16, ry), IN(u16, ru), IN(u16, rv), IN(u16, dy), IN(u16, du), IN(u16, dv),
            OUT(f32, out)))
{
    CIEDE_PAIR
}

#endif
