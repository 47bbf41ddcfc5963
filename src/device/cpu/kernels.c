/* Compiles every kernel once per CPU level; the build sets EVQ_LEVEL to the level's suffix. */
#define EVQ_JOIN(a, b)         a##_##b
#define EVQ_SUFFIXED(a, b)     EVQ_JOIN(a, b)
#define EVQ_KERNEL_NAME(name)  EVQ_SUFFIXED(evq_##name, EVQ_LEVEL)

#include "device/cpu/level.h"
#include "kernel/kernels.h"

extern EvqCpuKernel *const EVQ_SUFFIXED(evq_cpu_kernels, EVQ_LEVEL)[EVQ_KERNEL_COUNT];

#define EVQ_KERNEL(name, Params, buffers) [EVQ_KERNEL_##name] = EVQ_KERNEL_NAME(name),
EvqCpuKernel *const EVQ_SUFFIXED(evq_cpu_kernels, EVQ_LEVEL)[EVQ_KERNEL_COUNT] = {
#include "kernel/kernels.def"
};
