/* ciede: samples as 32-bit integers with the chroma at luma resolution (section 2). Loops over
 * bytes and loops over doubles do not vectorise well together. */
#ifndef EVQ_CIEDE_CODES_K_H
#define EVQ_CIEDE_CODES_K_H

#include "kernel/ciede/params.h"

/* Sub-planes of the result: luma, Cb, Cr. An odd width writes one column more. */
#define CIEDE_CODES_OF(luma, cb, cr, out)                                                          \
    {                                                                                              \
        i32 row = y >> p.shift_y;                                                                  \
        for (i32 i = x; i < p.g.x1; i++)                                                           \
            out[AT(3, 0, i, y)] = luma[AT(0, 0, i, y)];                                            \
        if (p.shift_x) {                                                                           \
            for (i32 i = x; i < (p.g.x1 + 1) / 2; i++) {                                           \
                out[AT(3, 1, 2 * i, y)] = cb[AT(1, 0, i, row)];                                    \
                out[AT(3, 1, 2 * i + 1, y)] = cb[AT(1, 0, i, row)];                                \
                out[AT(3, 2, 2 * i, y)] = cr[AT(2, 0, i, row)];                                    \
                out[AT(3, 2, 2 * i + 1, y)] = cr[AT(2, 0, i, row)];                                \
            }                                                                                      \
        } else {                                                                                   \
            for (i32 i = x; i < p.g.x1; i++) {                                                     \
                out[AT(3, 1, i, y)] = cb[AT(1, 0, i, row)];                                        \
                out[AT(3, 2, i, y)] = cr[AT(2, 0, i, row)];                                        \
            }                                                                                      \
        }                                                                                          \
    }

SUM_KERNEL(4, ciede_codes_u8, CiedeParams, IN(u8, luma), IN(u8, cb), IN(u8, cr),
           OUT(i32, out)){ CIEDE_CODES_OF(luma, cb, cr, out) }

SUM_KERNEL(4, ciede_codes_u16, CiedeParams, IN(u16, luma), IN(u16, cb), IN(u16, cr), OUT(i32, out))
{
    CIEDE_CODES_OF(luma, cb, cr, out)
}

#endif
