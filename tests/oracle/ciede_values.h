/* The golden frames of docs/spec/ciede.md as the decimal text printed there, for the oracle and for
 * the library alike. The pictures are pattern G. */
#ifndef EVQ_TESTS_CIEDE_VALUES_H
#define EVQ_TESTS_CIEDE_VALUES_H

#include <stddef.h>

#include "patterns.h"

typedef struct CiedeFrame {
    PictureChroma chroma;
    int width, height, depth;
    struct {
        const char *sum, *score; /* NULL where the spec prints none */
    } flavour[2];
} CiedeFrame;

extern const CiedeFrame ciede_frames[];
extern const size_t ciede_frame_count;

#endif
