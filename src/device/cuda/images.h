/* The kernels as nvcc built them, one image per file of kernel bodies (EvqKernelInfo.group), with
 * and without fp64. Generated. */
#ifndef EVQ_CUDA_IMAGES_H
#define EVQ_CUDA_IMAGES_H

typedef struct EvqCudaImages {
    const unsigned char *fp64, *integers;
} EvqCudaImages;

extern const EvqCudaImages evq_cuda_images[];

#endif
