/* A device on the host that fails on demand: what happens when memory runs out or a device is lost
 * can be tested without one. It runs the CPU's baseline kernels on whole planes. */
#ifndef EVQ_DUMMY_H
#define EVQ_DUMMY_H

#include "device/device.h"

/* Which call fails, counted from 1; 0: none. */
typedef struct EvqDummyFaults {
    int alloc;       /* device memory runs out */
    int alloc_host;  /* pinned memory runs out */
    int prepare;     /* a kernel does not build */
    int queue;       /* no queue can be made */
    int launch;      /* the device is lost */
    int wait;        /* the device is lost, found out when waiting */
    int wrong_probe; /* 1: the arithmetic differs */
    int wrong_from;  /* a launch of this many items and up to wrong_to turns a bit of what its queue
                      */
    int wrong_to;    /* downloads next; 0: none does */
} EvqDummyFaults;

/* Faults that have not happened yet. */
int evq_dummy_faults_left(EvqDevice *device);

int evq_dummy_open(EvqDevice **device, const EvqDummyFaults *faults, EvqFp64 fp64, EvqError *error);

#endif
