/* The pictures and golden values printed in docs/spec/vif.md section 8. */
#ifndef EVQ_TESTS_INTEGER_VIF_VALUES_H
#define EVQ_TESTS_INTEGER_VIF_VALUES_H

#include <stddef.h>

#include "patterns.h"

enum { INTEGER_VIF_OUTPUTS = 15 };

typedef struct IntegerVifCase {
    char pattern; /* the spec's letter: A, B, D, E or F */
    int width, height;
    const char *metric; /* text as given to a session */
    const char *suffix; /* of the output names */
    /* In the order of the outputs; NULL where the spec prints none. */
    const char *value[INTEGER_VIF_OUTPUTS];
} IntegerVifCase;

extern const IntegerVifCase integer_vif_cases[];
extern const size_t integer_vif_case_count;

/* The names of the outputs without suffix. */
extern const char *const integer_vif_names[INTEGER_VIF_OUTPUTS];

/* Makes frame t of a pattern, luma alone; returns -1 when memory ran out. */
int integer_vif_pictures(PicturePair *pair, char pattern, int width, int height, int t);

#endif
