/* The real clips and their golden scores, from the folder that EVQ_SHARED names. */
#ifndef EVQ_TESTS_CLIPS_H
#define EVQ_TESTS_CLIPS_H

#include <stddef.h>

#include "patterns.h"

struct json_object;

typedef struct Clip {
    size_t count;
    PicturePair *pair;
    struct json_object *golden; /* the whole golden file */
} Clip;

enum { CLIP_COUNT = 4 };

/* The golden file's name without folder. */
const char *clip_name(size_t index);
/* The features with golden values of the metrics that stand in this build; NULL past the end. */
const char *clip_feature(size_t index);

/* Returns 0; 1 when EVQ_SHARED or the golden file is absent; -1 on a damaged file. */
int clip_load(Clip *clip, size_t index);
void clip_free(Clip *clip);

#endif
