/* A device on the host that fails on demand: what happens when memory runs out or a device is lost
 * can be tested without one. It runs kernels of the CPU, those of the lowest level by default, on
 * whole planes. Uploads are done as late as a device may do them: what they name must stay. */
#ifndef EVQ_DUMMY_H
#define EVQ_DUMMY_H

#include "device/cpu/level.h"
#include "device/device.h"

/* A kernel that turns a bit of one element of one of its buffers. */
typedef struct EvqDummyFlip {
    EvqKernelId kernel;
    int buffer; /* the kernel's */
    int element_bytes;
    int x, y, plane, bit;
    int launch; /* which one of the kernel, counted from 1; -1: each; 0: none */
    int from;   /* counted are those of this many items */
} EvqDummyFlip;

/* Which call fails, counted from 1; 0: none. */
typedef struct EvqDummyFaults {
    int alloc;       /* device memory runs out */
    int alloc_host;  /* pinned memory runs out */
    int prepare;     /* a kernel does not build */
    int queue;       /* no queue can be made */
    int launch;      /* the device is lost */
    int launch_from; /* only launches of this many items count for that */
    int wait;        /* the device is lost, found out when waiting */
    int wrong_probe; /* 1: the arithmetic differs */
    int wrong_from;  /* a launch of this many items and up to wrong_to turns a bit of what its queue
                      */
    int wrong_to;    /* downloads next; 0: none does */
    EvqDummyFlip flip;
} EvqDummyFaults;

/* Faults that have not happened yet. */
int evq_dummy_faults_left(EvqDevice *device);

int evq_dummy_open(EvqDevice **device, const EvqDummyFaults *faults, EvqFp64 fp64, EvqError *error);

/* The same without faults, on a level of the CPU: to go through plans on whole planes. */
int evq_dummy_open_sound(EvqDevice **device, const EvqCpuLevel *level, EvqError *error);

#endif
