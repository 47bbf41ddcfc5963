/* ciede: a pixel's samples from the planes, the chroma by repetition (docs/spec/ciede.md section
 * 2). */
#ifndef EVQ_CIEDE_CODES_H
#define EVQ_CIEDE_CODES_H

#include "kernel/ciede/params.h"

/* Index of pixel (x, y)'s chroma in buffer i. */
#define CIEDE_CHROMA_AT(i, x, y) AT(i, 0, (x) >> p.shift_x, (y) >> p.shift_y)

/* Samples of pixel (x, y) from three buffers, the first of them number i of the kernel's. */
#define CIEDE_CODES(i, luma, cb, cr, x, y)                                                         \
    {                                                                                              \
        luma[AT(i, 0, x, y)], cb[CIEDE_CHROMA_AT(i + 1, x, y)], cr[CIEDE_CHROMA_AT(i + 2, x, y)]   \
    }

#endif
