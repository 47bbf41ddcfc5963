/*
 * Kernel C: the subset of C in which every per-sample formula is written once. The port header of
 * the target gives it types, address spaces and the loops around a kernel body. docs/kernel-c.md
 * is the manual.
 */
#ifndef EVQ_PORT_H
#define EVQ_PORT_H

#if defined(__OPENCL_C_VERSION__)
#include "kernel/port/port_opencl.h"
#elif defined(__CUDACC__)
#include "kernel/port/port_cuda.h"
#else
#include "kernel/port/port_c11.h"
#endif

/*
 * Where a kernel works, filled by the launcher; the first member of every params struct. Element
 * (x, y) of sub-plane j of buffer i lies at offset[i] + y * stride[i] + j * pitch[i] + x, counted
 * in elements. The grid is columns x0 .. x1 - 1, items y = 0 .. items - 1, and for a row kernel
 * sub-planes j = 0 .. planes - 1.
 */
#define EVQ_MAX_BUFFERS 8
typedef struct Geometry {
    i32 x0, x1;
    i32 items, planes;
    i32 offset[EVQ_MAX_BUFFERS];
    i32 stride[EVQ_MAX_BUFFERS];
    i32 pitch[EVQ_MAX_BUFFERS];
} Geometry;

/* Index of element (x, y) of sub-plane j of buffer i, in a kernel with params p. */
#define AT(i, j, x, y) (p.g.offset[i] + (y)*p.g.stride[i] + (j)*p.g.pitch[i] + (x))

#endif
