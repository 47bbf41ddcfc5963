/* The table of every kernel's entry point at one CPU level; the build sets EVQ_LEVEL. */
#include "device/cpu/level_name.h"

#define EVQ_KERNEL(name, Params, buffers) EvqCpuKernel EVQ_KERNEL_NAME(name);
#include "kernel/kernels.def"
#undef EVQ_KERNEL

#if defined(EVQ_F64_SOFT)
#define EVQ_KERNEL_FP64(name, Params, buffers)
#endif
extern EvqCpuKernel *const EVQ_SUFFIXED(evq_cpu_kernels, EVQ_LEVEL)[EVQ_KERNEL_COUNT];

#define EVQ_KERNEL(name, Params, buffers) [EVQ_KERNEL_##name] = EVQ_KERNEL_NAME(name),
EvqCpuKernel *const EVQ_SUFFIXED(evq_cpu_kernels, EVQ_LEVEL)[EVQ_KERNEL_COUNT] = {
#include "kernel/kernels.def"
};
