/*
 * A window over the rows of a buffer: only the rows that later stages still read are kept, so a
 * frame flows through the caches instead of through whole planes. Rows keep their absolute
 * numbers; sliding moves the kept ones to the start of the memory.
 */
#ifndef EVQ_CPU_WINDOW_H
#define EVQ_CPU_WINDOW_H

#include "plan/plan.h"

typedef struct EvqWindow {
    unsigned char *memory;
    int element_bytes, width, height, planes, border;
    EvqEdge edge;
    int left;          /* elements before column 0 of a sub-plane */
    int pitch, stride; /* elements from sub-plane to sub-plane, from row to row */
    int capacity;      /* rows in memory */
    int first;         /* number of the row at the start of the memory */
    int made;          /* rows 0 .. made - 1 were made, as far as they are kept */
} EvqWindow;

/* Lays out a window of `capacity` rows; returns the bytes of memory that it needs. */
size_t evq_window_layout(EvqWindow *window, const EvqBuffer *buffer, int capacity);
/* Prepares for the next picture. */
void evq_window_reset(EvqWindow *window);
/* Drops all rows below `keep`. */
void evq_window_slide(EvqWindow *window, int keep);
/* Whether row `row` has a place in the memory. */
int evq_window_holds(const EvqWindow *window, int row);
/* Rows up to `made` - 1 are now there: fills their borders. The bottom border needs room. */
void evq_window_advance(EvqWindow *window, int made);
/* Index of element (0, 0) of sub-plane 0 relative to `memory`, in elements. */
int evq_window_offset(const EvqWindow *window);

#endif
