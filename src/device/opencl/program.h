/* Building kernels for an OpenCL device, with a cache of binaries on disk. */
#ifndef EVQ_OPENCL_PROGRAM_H
#define EVQ_OPENCL_PROGRAM_H

#include "device/opencl/cl.h"

/* What a program is built for. */
typedef struct EvqClTarget {
    const EvqCl *cl;
    cl_context context;
    cl_device_id device;
    const char *label;    /* for messages */
    const char *identity; /* device, driver and platform, for the cache */
    const char *options;
} EvqClTarget;

/* Builds a source text, or takes its binary from the cache. */
int evq_cl_program(cl_program *program, const EvqClTarget *target, const char *text,
                   EvqError *error);

#endif
