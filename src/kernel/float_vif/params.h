/* Params of the float_vif kernels. */
#ifndef EVQ_FLOAT_VIF_PARAMS_H
#define EVQ_FLOAT_VIF_PARAMS_H

#include "kernel/port/port.h"

typedef struct VifParams {
    Geometry g;
    i32 taps;        /* length of the kernel */
    i32 width;       /* terms that a row sum adds */
    i32 rows;        /* rows that a frame sum adds; of scale 0 where one kernel adds all scales */
    i32 slot;        /* where a frame sum stores its pair */
    f32 scale;       /* load: 1 / S, exact */
    f32 gain_limit;  /* lim of spec section 8 */
    f32 flat_weight; /* K */
    f32 flat_below;  /* smallest float not below nsq: f64(s1) < nsq is s1 < flat_below */
    f32 inverse_nsq; /* 1 / nsq when nsq is a power of two, else unused */
    u64 nsq;         /* bits of the double */
} VifParams;

typedef struct PrescaleParams {
    Geometry g;
    i32 taps;      /* source samples per direction of one output sample */
    i32 normalise; /* 1: divide by the sum of the weights */
    f32 scale;     /* as in VifParams */
} PrescaleParams;

#endif
