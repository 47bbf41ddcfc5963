/* Reads the kernels of one file of bodies; the build sets EVQ_BODIES and EVQ_GROUP. The bodies
 * become functions that nobody calls. */
#include "device/kernel_info.h"

#undef ROW_KERNEL
#undef SUM_KERNEL
#undef LANE_KERNEL
#undef COLUMN_KERNEL
#undef REPLAY_KERNEL
#undef SPAN_KERNEL

#define EVQ_INFO(n, name, Params, whole, in_order, list)                                           \
    extern const EvqKernelInfo evq_kernel_info_##name;                                             \
    const EvqKernelInfo evq_kernel_info_##name = { #name, sizeof(Params), n,                       \
                                                   whole, in_order,       EVQ_GROUP };             \
    FN void name##_body(const Params p, EVQ_PLACE EVQ_PARAMETERS(n, list))
#define ROW_KERNEL(n, name, Params, list)    EVQ_INFO(n, name, Params, 0, 0, list)
#define SUM_KERNEL(n, name, Params, list)    EVQ_INFO(n, name, Params, 1, 0, list)
#define COLUMN_KERNEL(n, name, Params, list) EVQ_INFO(n, name, Params, 0, 1, list)
#define LANE_KERNEL                          ROW_KERNEL
#define REPLAY_KERNEL                        EVQ_REPLAY_ITEM
#define SPAN_KERNEL                          ROW_KERNEL

#include EVQ_BODIES
