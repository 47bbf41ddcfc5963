/* The golden values of docs/spec/adm.md section 10 as the decimal text printed there, for the oracle
 * and for the library alike. */
#ifndef EVQ_TESTS_ADM_VALUES_H
#define EVQ_TESTS_ADM_VALUES_H

#include <stddef.h>

#include "patterns.h"

enum { ADM_VALUES = 18 };

typedef struct AdmCase {
    PatternKind pattern;
    int width, height;
    int equal;          /* the reference against itself */
    const char *metric; /* text as given to a session */
    const char *suffix; /* of the output names */
    /* In the order of the outputs; NULL past those that the case has. */
    const char *value[ADM_VALUES];
} AdmCase;

extern const AdmCase adm_cases[];
extern const size_t adm_case_count;

/* Makes the pictures of a case; returns -1 when memory ran out. */
int adm_case_pictures(const AdmCase *c, PicturePair *pair);

#endif
