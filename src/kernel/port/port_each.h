/* Argument lists of kernels, shared by the ports: IN(type, name) and OUT(type, name) expand to a
 * pair (qualified type, name), and these macros turn a list of n pairs into parameters and
 * arguments. */
#ifndef EVQ_PORT_EACH_H
#define EVQ_PORT_EACH_H

#define EVQ_PRAGMA(text) _Pragma(#text)

#define EVQ_PARAMETER(qualified, name) , qualified name
#define EVQ_ARGUMENT(qualified, name)  , name

/* `m a` applies macro m to the pair a. */
#define EVQ_EACH1(m, a)                   m a
#define EVQ_EACH2(m, a, b)                m a m b
#define EVQ_EACH3(m, a, b, c)             m a m b m c
#define EVQ_EACH4(m, a, b, c, d)          m a m b m c m d
#define EVQ_EACH5(m, a, b, c, d, e)       m a m b m c m d m e
#define EVQ_EACH6(m, a, b, c, d, e, f)    m a m b m c m d m e m f
#define EVQ_EACH7(m, a, b, c, d, e, f, g) EVQ_EACH6(m, a, b, c, d, e, f) m g

/* Where a body works: sub-plane, column, item. */
#define EVQ_PLACE i32 j __attribute__((unused)), i32 x, i32 y __attribute__((unused))

#define EVQ_PARAMETERS(n, ...) EVQ_EACH##n(EVQ_PARAMETER, __VA_ARGS__)
#define EVQ_ARGUMENTS(n, ...)  EVQ_EACH##n(EVQ_ARGUMENT, __VA_ARGS__)

/*
 * REPLAY_KERNEL: a ROW_KERNEL in two evaluations. The body returns nonzero where the quick one
 * (replay = 0) could not decide a bit; those samples are done again with replay = 1. This is its
 * form where a sample is a work-item.
 */
#define EVQ_SAMPLE(n, name, Params, ...)                                                           \
    FN i32 name##_sample(const Params p, EVQ_PLACE, const i32 replay EVQ_PARAMETERS(n, __VA_ARGS__))
#define EVQ_REPLAY_ITEM(n, name, Params, ...)                                                      \
    EVQ_SAMPLE(n, name, Params, __VA_ARGS__);                                                      \
    ROW_KERNEL(n, name, Params, __VA_ARGS__)                                                       \
    {                                                                                              \
        if (name##_sample(p, j, x, y, 0 EVQ_ARGUMENTS(n, __VA_ARGS__)))                            \
            name##_sample(p, j, x, y, 1 EVQ_ARGUMENTS(n, __VA_ARGS__));                            \
    }                                                                                              \
    EVQ_SAMPLE(n, name, Params, __VA_ARGS__)

#endif
