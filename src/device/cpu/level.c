#include "device/cpu/level.h"

extern EvqCpuKernel *const evq_cpu_kernels_scalar[EVQ_KERNEL_COUNT];
extern EvqCpuKernel *const evq_cpu_kernels_soft[EVQ_KERNEL_COUNT];
extern EvqCpuKernel *const evq_cpu_kernels_baseline[EVQ_KERNEL_COUNT];
extern EvqCpuKernel *const evq_cpu_kernels_v3[EVQ_KERNEL_COUNT];
extern EvqCpuKernel *const evq_cpu_kernels_v4[EVQ_KERNEL_COUNT];

static const EvqCpuLevel scalar = { "scalar", evq_cpu_kernels_scalar };

static const EvqCpuLevel soft = { "soft", evq_cpu_kernels_soft };

const EvqCpuLevel *evq_cpu_level_scalar(void)
{
    return &scalar;
}

const EvqCpuLevel *evq_cpu_level_soft(void)
{
    return &soft;
}

#if defined(__x86_64__)

static const EvqCpuLevel baseline = { "x86-64", evq_cpu_kernels_baseline };
static const EvqCpuLevel v3 = { "x86-64-v3", evq_cpu_kernels_v3 };
static const EvqCpuLevel v4 = { "x86-64-v4", evq_cpu_kernels_v4 };

static int has_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
}

static int has_v4(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

const EvqCpuLevel *evq_cpu_level(unsigned cpumask)
{
    if ((cpumask & EVQ_CPUMASK_AVX2) || !has_v3())
        return &baseline;
    if ((cpumask & EVQ_CPUMASK_AVX512) || !has_v4())
        return &v3;
    return &v4;
}

#else

static const EvqCpuLevel generic = { "generic", evq_cpu_kernels_baseline };

const EvqCpuLevel *evq_cpu_level(unsigned cpumask)
{
    (void)cpumask;
    return &generic;
}

#endif
