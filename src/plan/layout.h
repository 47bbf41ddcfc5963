/* How the elements of a buffer lie in memory: every device keeps its rows in the same way. */
#ifndef EVQ_PLAN_LAYOUT_H
#define EVQ_PLAN_LAYOUT_H

#include "plan/plan.h"

/* Sub-planes lie side by side in each row, each with room for its border or margin; column 0
 * starts a 64-byte line where elements have 4 bytes. All in elements. */
typedef struct EvqLayout {
    int left;   /* before column 0 of a sub-plane */
    int pitch;  /* from sub-plane to sub-plane */
    int stride; /* from row to row */
} EvqLayout;

EvqLayout evq_layout_of(const EvqBuffer *buffer);

#endif
