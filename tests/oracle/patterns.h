/* Test pictures that need no file: the formula patterns of docs/spec and synthetic extremes. */
#ifndef EVQ_TESTS_PATTERNS_H
#define EVQ_TESTS_PATTERNS_H

#include <stdint.h>

typedef enum PictureChroma {
    PICTURE_400,
    PICTURE_420,
    PICTURE_422,
    PICTURE_444,
} PictureChroma;

/* A picture with every sample in 16 bits, rows without padding, subsampled chroma rounded up. */
typedef struct Picture {
    int depth;
    PictureChroma chroma;
    int planes;
    int width[3], height[3];
    uint16_t *plane[3];
} Picture;

typedef struct PicturePair {
    Picture ref, dis;
} PicturePair;

/* Returns 0, or -1 when memory ran out. Samples are 0. */
int picture_alloc(Picture *picture, int width, int height, int depth, PictureChroma chroma);
void picture_free(Picture *picture);
void picture_pair_free(PicturePair *pair);

typedef enum PatternKind {
    /* Formula patterns: A and D have 8 bits, B 10, F 12, E 16. */
    PATTERN_A,
    PATTERN_B,
    PATTERN_D,
    PATTERN_E,
    PATTERN_F,
    PATTERN_G, /* a formula pattern of any depth */
    /* Synthetic pairs of any depth. */
    PATTERN_NOISE,        /* two independent noises */
    PATTERN_NOISE_CLOSE,  /* noise and the same noise slightly disturbed */
    PATTERN_RAMP,         /* a diagonal ramp against a coarser one */
    PATTERN_CHECKERBOARD, /* 0 and the peak, shifted by one sample */
    PATTERN_BLOCKS,       /* blocks of 0 and the peak against the same with noise */
    PATTERN_EQUAL_NOISE,  /* noise against itself */
    PATTERN_FLAT,         /* 0 against the peak */
    PATTERN_EXTREMES,     /* 0, the middle and the peak, drawn for each sample */
    PATTERN_NEUTRAL,      /* luma noise, chroma at most two steps from the middle */
} PatternKind;

enum { PATTERN_FIRST_SYNTHETIC = PATTERN_NOISE, PATTERN_COUNT = PATTERN_NEUTRAL + 1 };

/* The depth that a pattern is tied to; 0 for one of any depth. */
int pattern_depth(PatternKind kind);
/* Makes a pair. `depth` counts where pattern_depth() is 0, `seed` for synthetic pairs only. */
int pattern_make(PicturePair *pair, PatternKind kind, int width, int height, int depth,
                 PictureChroma chroma, uint32_t seed);
/* Turns the distorted picture into a copy, or into the negative, of the reference. */
void pattern_copy_reference(PicturePair *pair);
void pattern_negate_reference(PicturePair *pair);
void picture_fill(Picture *picture, uint16_t value);

#endif
