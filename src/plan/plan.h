/*
 * A plan: what a metric computes for one frame pair, as stages and buffers. The metric writes it
 * once per session, a device runs it for every pair; neither knows the other. Nothing in a plan
 * depends on a device, on threads or on the order in which independent work is done.
 */
#ifndef EVQ_PLAN_PLAN_H
#define EVQ_PLAN_PLAN_H

#include "kernel/port/port.h"

#include <exactvq/exactvq.h>
#include <stddef.h>

#define EVQ_KERNEL(name, Params, buffers) EVQ_KERNEL_##name,
typedef enum EvqKernelId {
#include "kernel/kernels.def"
    EVQ_KERNEL_COUNT
} EvqKernelId;
#undef EVQ_KERNEL

#define EVQ_PLAN_BUFFERS 256
#define EVQ_PLAN_STAGES  256
#define EVQ_PARAMS_BYTES 192

/* The pictures that a plan may read. */
typedef enum EvqPlanInput {
    EVQ_INPUT_REFERENCE,
    EVQ_INPUT_DISTORTED,
    EVQ_INPUT_PREVIOUS, /* the reference picture of the frame before: such a plan cannot run for
                           frame 0 */
    EVQ_INPUT_SECOND_PREVIOUS, /* that of the frame before the one before */
    EVQ_PLAN_INPUTS,
} EvqPlanInput;

typedef enum EvqBufferKind {
    EVQ_BUFFER_INPUT,    /* a plane of a picture, whole */
    EVQ_BUFFER_CONSTANT, /* data of the metric, the same for every pair, whole */
    EVQ_BUFFER_ROWS,     /* rows made by one stage and read by later ones; a device may keep only
                            those rows that are still to be read */
    EVQ_BUFFER_RESULT,   /* values kept whole until the pair is done */
    EVQ_BUFFER_UNUSED,   /* no stage is left that uses it */
} EvqBufferKind;

/* What stands left of sample 0 and, likewise, right of the last one in a border. */
typedef enum EvqEdge {
    EVQ_EDGE_MIRROR, /* sample 1 */
    EVQ_EDGE_REPEAT, /* sample 0, then 1: the mirror lies between two samples */
    EVQ_EDGE_MIXED,  /* as MIRROR on the left and above, as REPEAT on the right and below */
} EvqEdge;

typedef struct EvqBuffer {
    EvqBufferKind kind;
    int element_bytes;
    int width, height; /* of one sub-plane */
    int planes;        /* sub-planes, side by side in each row */
    int border;        /* rows and columns around each sub-plane that the device fills by
                          mirroring, once the inside is known */
    EvqEdge edge;      /* how */
    int margin;        /* columns left and right that exist but are not filled, >= 0 */
    EvqPlanInput input;
    int input_plane;  /* INPUT: 0 luma, 1 Cb, 2 Cr, 3 opacity */
    const void *data; /* CONSTANT: owned by the metric, lives as long as the plan */
} EvqBuffer;

/*
 * How a stage touches a buffer. Item y reads rows step * y - up .. step * y + down, or writes rows
 * step * y .. step * y + step - 1. An item at the end of a buffer may touch rows past the last
 * one (and past the border): they exist, and what is in them must not matter.
 */
typedef struct EvqUse {
    int buffer;
    int step, up, down;
} EvqUse;

/*
 * A sum whose order is part of its value may stand in a plan in two forms, which give the same
 * bits: for devices that run the items of a stage one after the other and for those that run them
 * side by side. A device takes its form with evq_plan_choose().
 */
typedef enum EvqForm {
    EVQ_FORM_ANY,
    EVQ_FORM_IN_ORDER, /* an item may read what the item before it wrote */
    EVQ_FORM_SIDE_BY_SIDE,
} EvqForm;

typedef struct EvqStage {
    EvqKernelId kernel;
    EvqForm form;
    int x0, x1, items, planes; /* grid, see Geometry; planes is 1 unless set later */
    int reads, writes;         /* the first `reads` uses are read, the following `writes` written */
    int after_all; /* runs when every stage before it is complete, reads whole buffers */
    EvqUse use[EVQ_MAX_BUFFERS];
    size_t params_bytes;
    _Alignas(8) unsigned char params[EVQ_PARAMS_BYTES]; /* begins with a Geometry, filled later */
} EvqStage;

/*
 * How a plan evaluates statements in double precision. Every choice gives the same bits; which one
 * a session takes is the device's: what it can do, and what is fastest there. A metric that knows
 * only the defining statements ignores it.
 */
typedef enum EvqEvaluation {
    EVQ_EVALUATION_EXACT, /* the defining statements for every sample, in native binary64 or, where
                             there is none, on integers */
    EVQ_EVALUATION_QUICK, /* native binary64 with cheaper functions; undecided samples again exactly
                           */
    EVQ_EVALUATION_PAIR,  /* pairs of floats, likewise; needs no native binary64 */
} EvqEvaluation;

typedef struct EvqPlan {
    EvqEvaluation evaluation; /* set before the metric writes its plan */
    EvqBuffer buffer[EVQ_PLAN_BUFFERS];
    EvqStage stage[EVQ_PLAN_STAGES];
    int buffers, stages;
    int result; /* the RESULT buffer that the metric's finish function receives; without stages
                   there is none */
} EvqPlan;

/* Adding to a plan: each returns the index of the new buffer. A plan that outgrows its arrays is a
 * programming error and caught by an assertion. */
int evq_plan_input(EvqPlan *plan, const EvqFormat *format, EvqPlanInput input, int input_plane);
int evq_plan_constant(EvqPlan *plan, const void *data, int element_bytes, int count);
int evq_plan_rows(EvqPlan *plan, int element_bytes, int width, int height, int planes, int border,
                  int margin);
int evq_plan_result(EvqPlan *plan, int element_bytes, int width, int height);

/* Adds a stage with the metric's params (a struct that begins with a Geometry); uses follow. */
EvqStage *evq_plan_stage(EvqPlan *plan, EvqKernelId kernel, int x0, int x1, int items,
                         const void *params, size_t params_bytes);
/* The uses of a stage in the order of the kernel's buffers, those read first. */
void evq_stage_reads(EvqStage *stage, int buffer, int step, int up, int down);
void evq_stage_writes(EvqStage *stage, int buffer, int step);

/* How many earlier reference pictures the plan reads, or would have to keep to read the one it
 * reads: 0, 1 or 2. */
int evq_plan_history(const EvqPlan *plan);

/* Drops the stages of the other form, and what only they use. ROWS that a stage with `after_all`
 * reads become RESULTs. */
void evq_plan_choose(EvqPlan *plan, EvqForm form);

#endif
