/* Argument lists of kernels, shared by the ports: IN(type, name) and OUT(type, name) expand to a
 * pair (qualified type, name), and these macros turn a list (IN(..), OUT(..)) of n pairs into
 * parameters and arguments. Not all OpenCL compilers know macros of variable length. */
#ifndef EVQ_PORT_EACH_H
#define EVQ_PORT_EACH_H

#define EVQ_PRAGMA(text) _Pragma(#text)

#define EVQ_PARAMETER(qualified, name) , qualified name
#define EVQ_ARGUMENT(qualified, name)  , name

#define EVQ_PARAMETERS1(a)                      EVQ_PARAMETER a
#define EVQ_PARAMETERS2(a, b)                   EVQ_PARAMETERS1(a) EVQ_PARAMETER b
#define EVQ_PARAMETERS3(a, b, c)                EVQ_PARAMETERS2(a, b) EVQ_PARAMETER c
#define EVQ_PARAMETERS4(a, b, c, d)             EVQ_PARAMETERS3(a, b, c) EVQ_PARAMETER d
#define EVQ_PARAMETERS5(a, b, c, d, e)          EVQ_PARAMETERS4(a, b, c, d) EVQ_PARAMETER e
#define EVQ_PARAMETERS6(a, b, c, d, e, f)       EVQ_PARAMETERS5(a, b, c, d, e) EVQ_PARAMETER f
#define EVQ_PARAMETERS7(a, b, c, d, e, f, g)    EVQ_PARAMETERS6(a, b, c, d, e, f) EVQ_PARAMETER g
#define EVQ_PARAMETERS8(a, b, c, d, e, f, g, h) EVQ_PARAMETERS7(a, b, c, d, e, f, g) EVQ_PARAMETER h

#define EVQ_ARGUMENTS1(a)                      EVQ_ARGUMENT a
#define EVQ_ARGUMENTS2(a, b)                   EVQ_ARGUMENTS1(a) EVQ_ARGUMENT b
#define EVQ_ARGUMENTS3(a, b, c)                EVQ_ARGUMENTS2(a, b) EVQ_ARGUMENT c
#define EVQ_ARGUMENTS4(a, b, c, d)             EVQ_ARGUMENTS3(a, b, c) EVQ_ARGUMENT d
#define EVQ_ARGUMENTS5(a, b, c, d, e)          EVQ_ARGUMENTS4(a, b, c, d) EVQ_ARGUMENT e
#define EVQ_ARGUMENTS6(a, b, c, d, e, f)       EVQ_ARGUMENTS5(a, b, c, d, e) EVQ_ARGUMENT f
#define EVQ_ARGUMENTS7(a, b, c, d, e, f, g)    EVQ_ARGUMENTS6(a, b, c, d, e, f) EVQ_ARGUMENT g
#define EVQ_ARGUMENTS8(a, b, c, d, e, f, g, h) EVQ_ARGUMENTS7(a, b, c, d, e, f, g) EVQ_ARGUMENT h

/* Where a body works: sub-plane, column, item. */
#define EVQ_PLACE i32 j __attribute__((unused)), i32 x, i32 y __attribute__((unused))

#define EVQ_PARAMETERS(n, list) EVQ_PARAMETERS##n list
#define EVQ_ARGUMENTS(n, list)  EVQ_ARGUMENTS##n list

/*
 * REPLAY_KERNEL: a ROW_KERNEL in two evaluations. The body returns nonzero where the quick one
 * (replay = 0) could not decide a bit; those samples are done again with replay = 1. This is its
 * form where a sample is a work-item.
 */
#define EVQ_SAMPLE(n, name, Params, list)                                                          \
    FN i32 name##_sample(const Params p, EVQ_PLACE, const i32 replay EVQ_PARAMETERS(n, list))
#define EVQ_REPLAY_ITEM(n, name, Params, list)                                                     \
    EVQ_SAMPLE(n, name, Params, list);                                                             \
    ROW_KERNEL(n, name, Params, list)                                                              \
    {                                                                                              \
        if (name##_sample(p, j, x, y, 0 EVQ_ARGUMENTS(n, list)))                                   \
            name##_sample(p, j, x, y, 1 EVQ_ARGUMENTS(n, list));                                   \
    }                                                                                              \
    EVQ_SAMPLE(n, name, Params, list)

#endif
