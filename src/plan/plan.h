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

#define EVQ_PLAN_BUFFERS 104
#define EVQ_PLAN_STAGES  104
#define EVQ_PARAMS_BYTES 192

typedef enum EvqBufferKind {
    EVQ_BUFFER_INPUT,    /* a plane of the reference or distorted picture, whole */
    EVQ_BUFFER_CONSTANT, /* data of the metric, the same for every pair, whole */
    EVQ_BUFFER_ROWS,     /* rows made by one stage and read by later ones; a device may keep only
                            those rows that are still to be read */
    EVQ_BUFFER_RESULT,   /* values kept whole until the pair is done */
} EvqBufferKind;

typedef struct EvqBuffer {
    EvqBufferKind kind;
    int element_bytes;
    int width, height; /* of one sub-plane */
    int planes;        /* sub-planes, side by side in each row */
    int border;        /* rows and columns around each sub-plane that the device fills by
                          mirroring without repeating the edge, once the inside is known */
    int margin;        /* columns left and right that exist but are not filled, >= 0 */
    int input;         /* INPUT: 0 reference, 1 distorted */
    int input_plane;   /* INPUT: 0 luma, 1 Cb, 2 Cr */
    const void *data;  /* CONSTANT: owned by the metric, lives as long as the plan */
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

typedef struct EvqStage {
    EvqKernelId kernel;
    int x0, x1, items, planes; /* grid, see Geometry; planes is 1 unless set later */
    int reads, writes;         /* the first `reads` uses are read, the following `writes` written */
    int after_all; /* runs when every stage before it is complete, reads whole buffers */
    EvqUse use[EVQ_MAX_BUFFERS];
    size_t params_bytes;
    _Alignas(8) unsigned char params[EVQ_PARAMS_BYTES]; /* begins with a Geometry, filled later */
} EvqStage;

typedef struct EvqPlan {
    EvqBuffer buffer[EVQ_PLAN_BUFFERS];
    EvqStage stage[EVQ_PLAN_STAGES];
    int buffers, stages;
    int result; /* the RESULT buffer that the metric's finish function receives */
} EvqPlan;

/* Adding to a plan: each returns the index of the new buffer. A plan that outgrows its arrays is a
 * programming error and caught by an assertion. */
int evq_plan_input(EvqPlan *plan, const EvqFormat *format, int input, int input_plane);
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

#endif
