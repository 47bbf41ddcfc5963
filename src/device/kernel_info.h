/* What launching needs to know of each kernel; read from the kernels' own source by the build. */
#ifndef EVQ_DEVICE_KERNEL_INFO_H
#define EVQ_DEVICE_KERNEL_INFO_H

#include "plan/plan.h"

typedef struct EvqKernelInfo {
    const char *name;
    size_t params_bytes;
    int buffers;
    int whole_items; /* 1: one work-item makes a whole item (SUM_KERNEL) */
    int in_order;    /* 1: one work-item goes through all items of its column (COLUMN_KERNEL) */
    int group;       /* which file of kernel bodies: kernels of a file are built together */
} EvqKernelInfo;

const EvqKernelInfo *evq_kernel_info(EvqKernelId kernel);
/* Whether the kernel exists on devices with, or without, native binary64; some are the CPU's. */
int evq_kernel_is_on_devices(EvqKernelId kernel, int fp64);

#endif
