#include "device/kernel_info.h"

#define EVQ_KERNEL(name, Params, buffers) extern const EvqKernelInfo evq_kernel_info_##name;
#include "kernel/kernels.def"
#undef EVQ_KERNEL

const EvqKernelInfo *evq_kernel_info(EvqKernelId kernel)
{
#define EVQ_KERNEL(name, Params, buffers) [EVQ_KERNEL_##name] = &evq_kernel_info_##name,
    static const EvqKernelInfo *const info[EVQ_KERNEL_COUNT] = {
#include "kernel/kernels.def"
    };
#undef EVQ_KERNEL
    return (unsigned)kernel < EVQ_KERNEL_COUNT ? info[kernel] : NULL;
}

int evq_kernel_needs_fp64(EvqKernelId kernel)
{
#define EVQ_KERNEL(name, Params, buffers)
#define EVQ_KERNEL_FP64(name, Params, buffers) [EVQ_KERNEL_##name] = 1,
    static const unsigned char needs_fp64[EVQ_KERNEL_COUNT] = {
#include "kernel/kernels.def"
    };
#undef EVQ_KERNEL
    return (unsigned)kernel < EVQ_KERNEL_COUNT && needs_fp64[kernel];
}
