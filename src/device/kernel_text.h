/* The kernels as text, one string per file of kernel bodies (EvqKernelInfo.group). Generated. */
#ifndef EVQ_DEVICE_KERNEL_TEXT_H
#define EVQ_DEVICE_KERNEL_TEXT_H

extern const char *const evq_kernel_text[];

#endif
