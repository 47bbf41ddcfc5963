/* Params of the ssimulacra2 kernels. */
#ifndef EVQ_SSIMULACRA2_PARAMS_H
#define EVQ_SSIMULACRA2_PARAMS_H

#include "kernel/port/port.h"

enum {
    SSIMULACRA2_ROWS = 8,    /* rows that an item of a blur makes */
    SSIMULACRA2_EDGE = 4,    /* reach of the filter */
    SSIMULACRA2_DIGITS = 5,  /* of a map: its sum, and its fourth power's in base 2^32 */
    SSIMULACRA2_BLOCK = 128, /* columns that a core takes through several loops at once */
    SSIMULACRA2_TILE = 128,  /* columns, and rows, whose errors it makes at once */
    SSIMULACRA2_TILE_ROWS = 16,
    SSIMULACRA2_LANES = 256, /* sums of columns, side by side */
};

/* Samples to R, G, B: y = luma_scale * (Y - luma_zero) and likewise chroma; R = y + crv * v,
 * G = y + cgu * u + cgv * v, B = y + cbu * u. */
typedef struct Ssimulacra2ColourParams {
    Geometry g;
    i32 chroma_width, chroma_height;
    i32 across, down; /* binary logarithms of luma samples per chroma sample */
    i32 centred;      /* chroma lies between luma columns */
    i32 luma_zero, chroma_zero;
    f32 luma_scale, chroma_scale;
    f32 crv, cgu, cgv, cbu;
} Ssimulacra2ColourParams;

/* Encoded samples over a background: a x + (1 - a) background, a = scale * opacity. */
typedef struct Ssimulacra2BlendParams {
    Geometry g;
    i32 reference, distorted; /* 1: has opacity */
    f32 scale, background;
} Ssimulacra2BlendParams;

/* The power function for profile exact and for the pure power: (scale * x + offset)^2.4, below or
 * at the threshold slope * x. */
typedef struct Ssimulacra2PowerParams {
    Geometry g;
    f32 threshold, slope, scale, offset;
} Ssimulacra2PowerParams;

typedef struct Ssimulacra2Params {
    Geometry g;
    i32 width, height; /* of the scale; of the scale before for `halve` */
    i32 first, last;   /* channels whose products were made */
    i32 groups;        /* of rows, for the sums */
    u32 maps[2];       /* maps to sum, a number 3 * channel + kind in every 4 bits */
    i32 count;         /* of them */
    i32 slot;          /* where the result of the scale begins */
    u32 counted;       /* the same maps, a bit each */
    i32 segment;       /* side by side: rows of a column that a work-item filters */
    u32 channels;      /* the channels of a stage, one in every 4 bits */
} Ssimulacra2Params;

/* Which maps of a channel are counted, a bit each. */
#define SSIMULACRA2_COUNTED(p, channel) ((p).counted >> (3 * (channel)) & 7)

/* Side by side, from samples to X', Y', B'. */
typedef struct Ssimulacra2WideParams {
    Geometry g;
    i32 width, height;
    i32 across, down, luma_zero, chroma_zero; /* as in Ssimulacra2ColourParams */
    f32 luma_scale, chroma_scale;
    f32 crv, cgu, cgv, cbu;
    i32 power; /* 1: the power function, as in Ssimulacra2PowerParams */
    f32 threshold, slope, scale, offset;
} Ssimulacra2WideParams;

/* Of the block at a column, before column `end`. */
FN i32 ssimulacra2_block_size(i32 at, i32 end)
{
    return end - at < SSIMULACRA2_BLOCK ? end - at : (i32)SSIMULACRA2_BLOCK;
}

#endif
