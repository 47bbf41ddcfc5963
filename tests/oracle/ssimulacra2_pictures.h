/* The formula pictures of docs/spec/ssimulacra2.md section 10 and the scores printed there. */
#ifndef EVQ_TESTS_SSIMULACRA2_PICTURES_H
#define EVQ_TESTS_SSIMULACRA2_PICTURES_H

#include <stddef.h>

#include "patterns.h"

typedef struct Ssimulacra2Case {
    char pair; /* 'A' and 'B': R, G, B; 'C': 4:2:0 */
    int width, height, depth;
    int left;               /* chroma option of pair C */
    double official, exact; /* scores of the two profiles */
} Ssimulacra2Case;

extern const Ssimulacra2Case ssimulacra2_cases[];
extern const size_t ssimulacra2_case_count;

/* Returns -1 when memory ran out. */
int ssimulacra2_pictures(const Ssimulacra2Case *c, PicturePair *pair);

#endif
