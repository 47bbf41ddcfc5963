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
