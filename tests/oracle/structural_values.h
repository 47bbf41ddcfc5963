/*
 * The golden values of docs/spec/float_ssim.md, float_ms_ssim.md and float_motion.md as the decimal
 * text printed there, for the oracles and for the library alike.
 */
#ifndef EVQ_TESTS_STRUCTURAL_VALUES_H
#define EVQ_TESTS_STRUCTURAL_VALUES_H

#include <stddef.h>

#include "patterns.h"

/* Pictures by the formulas of float_ssim.md section 9 and float_motion.md section 8. */
typedef enum StructuralPictures {
    PICTURES_R8_D8,
    PICTURES_R8_R8,
    PICTURES_R10_D10,
    PICTURES_W8_Q8,
    PICTURES_W8_NEGATIVE,
    PICTURES_FLAT,   /* FR, FD */
    PICTURES_235_16, /* constants */
    PICTURES_R8T,    /* moving, both the same */
    PICTURES_R10T,
} StructuralPictures;

enum { STRUCTURAL_FRAMES = 4, STRUCTURAL_VALUES = 16 };

typedef struct StructuralCase {
    StructuralPictures pictures;
    int width, height;
    const char *metric; /* text as given to a session */
    size_t frames;
    const char *name[STRUCTURAL_VALUES]; /* of the outputs */
    /* By frame and output; NULL where the spec prints none, "nan" for a NaN. */
    const char *value[STRUCTURAL_FRAMES][STRUCTURAL_VALUES];
} StructuralCase;

extern const StructuralCase structural_cases[];
extern const size_t structural_case_count;

/* Makes the pair of a frame; returns -1 when memory ran out. */
int structural_pictures(const StructuralCase *c, size_t frame, PicturePair *pair);

#endif
