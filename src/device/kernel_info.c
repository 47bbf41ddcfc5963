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

int evq_kernel_is_on_devices(EvqKernelId kernel, int fp64)
{
    enum { WITHOUT = 1, WITH = 2 };
#define EVQ_KERNEL(name, Params, buffers)      [EVQ_KERNEL_##name] = WITHOUT | WITH,
#define EVQ_KERNEL_FP64(name, Params, buffers) [EVQ_KERNEL_##name] = WITH,
#define EVQ_KERNEL_BLOCKS(name, Params, buffers)
#define EVQ_KERNEL_FP64_BLOCKS(name, Params, buffers)
    static const unsigned char where[EVQ_KERNEL_COUNT] = {
#include "kernel/kernels.def"
    };
#undef EVQ_KERNEL
    return (unsigned)kernel < EVQ_KERNEL_COUNT && where[kernel] & (fp64 ? WITH : WITHOUT);
}
