/*
 * Allocations and thread starts that fail on demand. The functions stand in the way of malloc and
 * the like by the linker's --wrap: the library under test must be linked statically.
 */
#ifndef EVQ_TESTS_FAULT_FAILING_ALLOC_H
#define EVQ_TESTS_FAULT_FAILING_ALLOC_H

#include <stddef.h>

typedef enum FailMode {
    FAIL_ONE, /* only the given attempt */
    FAIL_ALL, /* that one and all that follow */
} FailMode;

/* From now on attempt number `first`, counted from 1, fails. */
void failing_start(size_t first, FailMode mode);
/* Ends it; returns the number of attempts that failed. */
size_t failing_stop(void);
/* Pieces of memory that were allocated through the wrapped functions and not freed. */
size_t failing_live(void);

#endif
