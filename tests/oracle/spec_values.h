/*
 * The golden values of docs/spec/float_vif.md and docs/spec/psnr.md as the decimal text printed
 * there, for the oracle and for the library alike.
 */
#ifndef EVQ_TESTS_SPEC_VALUES_H
#define EVQ_TESTS_SPEC_VALUES_H

#include <stddef.h>

#include "patterns.h"

typedef enum SpecPair {
    SPEC_AS_IS,
    SPEC_EQUAL,     /* the reference against itself */
    SPEC_NEGATIVE,  /* the reference against its negative */
    SPEC_CONSTANTS, /* 100 against 103 */
} SpecPair;

enum { SPEC_MAX_VALUES = 15, SPEC_MAX_AGGREGATES = 3 };

typedef struct SpecPictures {
    PatternKind pattern;
    SpecPair pair;
    int width, height;
    PictureChroma chroma;
} SpecPictures;

typedef struct SpecCase {
    SpecPictures pictures;
    const char *metric; /* text as given to a session */
    const char *suffix; /* of the output names */
    /* In the order of the outputs; NULL where the spec prints none. */
    const char *value[SPEC_MAX_VALUES];
    const char *aggregate[SPEC_MAX_AGGREGATES];
} SpecCase;

extern const SpecCase spec_cases[];
extern const size_t spec_case_count;

/* Makes the pictures of a case; returns -1 when memory ran out. */
int spec_case_pictures(const SpecCase *c, PicturePair *pair);
/* The name of an output without suffix; NULL past the end. */
const char *spec_output_name(const SpecCase *c, size_t output);

#endif
