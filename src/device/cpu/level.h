/* CPU levels: the same kernels compiled with other flags. Every level gives the same bits. */
#ifndef EVQ_CPU_LEVEL_H
#define EVQ_CPU_LEVEL_H

#include "plan/plan.h"

/* A kernel's entry point: works on items y0 .. y1 - 1. */
typedef void EvqCpuKernel(const void *params, void *const *buffers, i32 y0, i32 y1);

typedef struct EvqCpuLevel {
    const char *name;
    EvqCpuKernel *const *kernel; /* by EvqKernelId */
} EvqCpuLevel;

/* Bits of a CPU mask, as in the vmaf tool. */
#define EVQ_CPUMASK_AVX2   8u  /* leaves out x86-64-v3 and above */
#define EVQ_CPUMASK_AVX512 16u /* leaves out x86-64-v4 */

/* The highest level that this machine has and the mask allows. */
const EvqCpuLevel *evq_cpu_level(unsigned cpumask);

/* A build of the same kernels without any vector code, to measure what vectorising gains. */
const EvqCpuLevel *evq_cpu_level_scalar(void);

/* A build of the same kernels with integers in the place of binary64, as on a device that has none;
 * the kernels that need binary64 (EVQ_KERNEL_FP64) are NULL. For tests. */
const EvqCpuLevel *evq_cpu_level_soft(void);

#endif
