/*
 * Where a plan's buffers lie on a device that keeps whole planes. Buffers whose rows are read no
 * longer give their memory to later ones, so that a frame needs a fraction of the sum of its
 * buffers; several plans that run one after the other share the same blocks.
 */
#ifndef EVQ_DEVICE_PLACEMENT_H
#define EVQ_DEVICE_PLACEMENT_H

#include "plan/plan.h"

/* Element (0, 0) of sub-plane 0 is `offset` elements into the memory. */
typedef struct EvqPlace {
    int block; /* ROWS and RESULT buffers: which block, else -1 */
    i32 offset, stride, pitch;
    size_t bytes;
} EvqPlace;

typedef struct EvqPlacement {
    EvqPlace place[EVQ_PLAN_BUFFERS];
} EvqPlacement;

/* Sizes of the blocks; starts with none, grows with every plan that is placed. */
typedef struct EvqBlocks {
    int separate; /* 1: every buffer keeps its own block to the end */
    size_t bytes[EVQ_PLAN_BUFFERS];
    int count;
} EvqBlocks;

/* EVQ_E_DEVICE when a buffer has more elements than kernels can number. */
int evq_placement_make(EvqPlacement *placement, EvqBlocks *blocks, const EvqPlan *plan,
                       EvqError *error);

/* The stage after which a bordered buffer is complete and its border can be filled. */
int evq_placement_last_writer(const EvqPlan *plan, int buffer);

#endif
