/* The part of OpenCL 1.2's interface that is used here, found at run time: nothing of OpenCL is
 * needed to build. Values are those of the Khronos specification. */
#ifndef EVQ_OPENCL_CL_H
#define EVQ_OPENCL_CL_H

#include <exactvq/exactvq.h>
#include <stddef.h>
#include <stdint.h>

typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_ulong;
typedef cl_ulong cl_bitfield;
typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;

enum {
    CL_SUCCESS = 0,
    CL_DEVICE_NOT_FOUND = -1,
    CL_TRUE = 1,
    CL_FALSE = 0,

    CL_DEVICE_TYPE = 0x1000,
    CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010,
    CL_DEVICE_SINGLE_FP_CONFIG = 0x101B,
    CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F,
    CL_DEVICE_COMPILER_AVAILABLE = 0x1028,
    CL_DEVICE_NAME = 0x102B,
    CL_DRIVER_VERSION = 0x102D,
    CL_DEVICE_VERSION = 0x102F,
    CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,
    CL_PLATFORM_VERSION = 0x0901,

    CL_DEVICE_TYPE_GPU = 1 << 2,
    CL_DEVICE_TYPE_ACCELERATOR = 1 << 3,
    CL_FP_DENORM = 1 << 0,
    CL_FP_FMA = 1 << 5,
    CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT = 1 << 7,

    CL_MEM_READ_WRITE = 1 << 0,
    CL_MEM_ALLOC_HOST_PTR = 1 << 4,
    CL_MAP_READ = 1 << 0,
    CL_MAP_WRITE = 1 << 1,

    CL_PROGRAM_BINARY_SIZES = 0x1165,
    CL_PROGRAM_BINARIES = 0x1166,
    CL_PROGRAM_BUILD_LOG = 0x1183,
    CL_KERNEL_PRIVATE_MEM_SIZE = 0x11B4,
};
#define CL_DEVICE_TYPE_ALL 0xFFFFFFFFu

/* F(result, name without "cl", parameters) */
#define EVQ_CL_FUNCTIONS(F)                                                                        \
    F(cl_int, GetPlatformIDs, (cl_uint, cl_platform_id *, cl_uint *))                              \
    F(cl_int, GetPlatformInfo, (cl_platform_id, cl_uint, size_t, void *, size_t *))                \
    F(cl_int, GetDeviceIDs, (cl_platform_id, cl_bitfield, cl_uint, cl_device_id *, cl_uint *))     \
    F(cl_int, GetDeviceInfo, (cl_device_id, cl_uint, size_t, void *, size_t *))                    \
    F(cl_context, CreateContext,                                                                   \
      (const intptr_t *, cl_uint, const cl_device_id *,                                            \
       void (*)(const char *, const void *, size_t, void *), void *, cl_int *))                    \
    F(cl_int, ReleaseContext, (cl_context))                                                        \
    F(cl_command_queue, CreateCommandQueue, (cl_context, cl_device_id, cl_bitfield, cl_int *))     \
    F(cl_int, ReleaseCommandQueue, (cl_command_queue))                                             \
    F(cl_int, Flush, (cl_command_queue))                                                           \
    F(cl_int, Finish, (cl_command_queue))                                                          \
    F(cl_mem, CreateBuffer, (cl_context, cl_bitfield, size_t, void *, cl_int *))                   \
    F(cl_int, ReleaseMemObject, (cl_mem))                                                          \
    F(cl_int, EnqueueWriteBuffer,                                                                  \
      (cl_command_queue, cl_mem, cl_uint, size_t, size_t, const void *, cl_uint, const cl_event *, \
       cl_event *))                                                                                \
    F(cl_int, EnqueueReadBuffer,                                                                   \
      (cl_command_queue, cl_mem, cl_uint, size_t, size_t, void *, cl_uint, const cl_event *,       \
       cl_event *))                                                                                \
    F(void *, EnqueueMapBuffer,                                                                    \
      (cl_command_queue, cl_mem, cl_uint, cl_bitfield, size_t, size_t, cl_uint, const cl_event *,  \
       cl_event *, cl_int *))                                                                      \
    F(cl_int, EnqueueUnmapMemObject,                                                               \
      (cl_command_queue, cl_mem, void *, cl_uint, const cl_event *, cl_event *))                   \
    F(cl_int, EnqueueMarkerWithWaitList,                                                           \
      (cl_command_queue, cl_uint, const cl_event *, cl_event *))                                   \
    F(cl_int, WaitForEvents, (cl_uint, const cl_event *))                                          \
    F(cl_int, ReleaseEvent, (cl_event))                                                            \
    F(cl_program, CreateProgramWithSource,                                                         \
      (cl_context, cl_uint, const char **, const size_t *, cl_int *))                              \
    F(cl_program, CreateProgramWithBinary,                                                         \
      (cl_context, cl_uint, const cl_device_id *, const size_t *, const unsigned char **,          \
       cl_int *, cl_int *))                                                                        \
    F(cl_int, BuildProgram,                                                                        \
      (cl_program, cl_uint, const cl_device_id *, const char *, void (*)(cl_program, void *),      \
       void *))                                                                                    \
    F(cl_int, GetProgramInfo, (cl_program, cl_uint, size_t, void *, size_t *))                     \
    F(cl_int, GetProgramBuildInfo, (cl_program, cl_device_id, cl_uint, size_t, void *, size_t *))  \
    F(cl_int, ReleaseProgram, (cl_program))                                                        \
    F(cl_kernel, CreateKernel, (cl_program, const char *, cl_int *))                               \
    F(cl_int, SetKernelArg, (cl_kernel, cl_uint, size_t, const void *))                            \
    F(cl_int, GetKernelWorkGroupInfo,                                                              \
      (cl_kernel, cl_device_id, cl_uint, size_t, void *, size_t *))                                \
    F(cl_int, ReleaseKernel, (cl_kernel))                                                          \
    F(cl_int, EnqueueNDRangeKernel,                                                                \
      (cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *,       \
       cl_uint, const cl_event *, cl_event *))

#define EVQ_CL_MEMBER(result, name, parameters) result(*name) parameters;
typedef struct EvqCl {
    EVQ_CL_FUNCTIONS(EVQ_CL_MEMBER)
} EvqCl;
#undef EVQ_CL_MEMBER

/* Finds the library and its functions. EVQ_E_DEVICE: not there. It stays loaded. */
int evq_cl_load(EvqCl *cl, EvqError *error);

/* The name of an error code, "OpenCL error N" for an unknown one. */
const char *evq_cl_error(cl_int code, char buffer[32]);

#endif
