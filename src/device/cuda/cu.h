/* The part of the CUDA driver interface that is used here, found at run time: no CUDA header is
 * needed to build. */
#ifndef EVQ_CUDA_CU_H
#define EVQ_CUDA_CU_H

#include <exactvq/exactvq.h>
#include <stddef.h>
#include <stdint.h>

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;

typedef struct CUkernelNode {
    CUfunction function;
    unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z;
    unsigned shared_bytes;
    void **arguments;
    void **extra;
} CUkernelNode;

enum {
    CUDA_SUCCESS = 0,
    CU_STREAM_NON_BLOCKING = 1,
    CU_EVENT_DISABLE_TIMING = 2,
    CU_CTX_SCHED_BLOCKING_SYNC = 4,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
};

/* F(name, symbol, parameters): the versions that every driver since CUDA 11.4 has. */
#define EVQ_CU_FUNCTIONS(F)                                                                        \
    F(Init, "cuInit", (unsigned))                                                                  \
    F(DriverGetVersion, "cuDriverGetVersion", (int *))                                             \
    F(GetErrorString, "cuGetErrorString", (CUresult, const char **))                               \
    F(DeviceGetCount, "cuDeviceGetCount", (int *))                                                 \
    F(DeviceGet, "cuDeviceGet", (CUdevice *, int))                                                 \
    F(DeviceGetName, "cuDeviceGetName", (char *, int, CUdevice))                                   \
    F(DeviceTotalMem, "cuDeviceTotalMem_v2", (size_t *, CUdevice))                                 \
    F(DeviceGetAttribute, "cuDeviceGetAttribute", (int *, int, CUdevice))                          \
    F(PrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (CUcontext *, CUdevice))                       \
    F(PrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (CUdevice))                               \
    F(PrimaryCtxSetFlags, "cuDevicePrimaryCtxSetFlags_v2", (CUdevice, unsigned))                   \
    F(CtxPushCurrent, "cuCtxPushCurrent_v2", (CUcontext))                                          \
    F(CtxPopCurrent, "cuCtxPopCurrent_v2", (CUcontext *))                                          \
    F(ModuleLoadData, "cuModuleLoadData", (CUmodule *, const void *))                              \
    F(ModuleUnload, "cuModuleUnload", (CUmodule))                                                  \
    F(ModuleGetFunction, "cuModuleGetFunction", (CUfunction *, CUmodule, const char *))            \
    F(FuncGetAttribute, "cuFuncGetAttribute", (int *, int, CUfunction))                            \
    F(MemAlloc, "cuMemAlloc_v2", (CUdeviceptr *, size_t))                                          \
    F(MemFree, "cuMemFree_v2", (CUdeviceptr))                                                      \
    F(MemHostAlloc, "cuMemHostAlloc", (void **, size_t, unsigned))                                 \
    F(MemFreeHost, "cuMemFreeHost", (void *))                                                      \
    F(StreamCreate, "cuStreamCreate", (CUstream *, unsigned))                                      \
    F(StreamDestroy, "cuStreamDestroy_v2", (CUstream))                                             \
    F(StreamSynchronize, "cuStreamSynchronize", (CUstream))                                        \
    F(EventCreate, "cuEventCreate", (CUevent *, unsigned))                                         \
    F(EventDestroy, "cuEventDestroy_v2", (CUevent))                                                \
    F(EventRecord, "cuEventRecord", (CUevent, CUstream))                                           \
    F(EventSynchronize, "cuEventSynchronize", (CUevent))                                           \
    F(MemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", (CUdeviceptr, const void *, size_t, CUstream))      \
    F(MemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", (void *, CUdeviceptr, size_t, CUstream))            \
    F(LaunchKernel, "cuLaunchKernel",                                                              \
      (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, \
       void **, void **))                                                                          \
    F(GraphCreate, "cuGraphCreate", (CUgraph *, unsigned))                                         \
    F(GraphDestroy, "cuGraphDestroy", (CUgraph))                                                   \
    F(GraphAddKernelNode, "cuGraphAddKernelNode",                                                  \
      (CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const CUkernelNode *))                 \
    F(GraphInstantiate, "cuGraphInstantiateWithFlags",                                             \
      (CUgraphExec *, CUgraph, unsigned long long))                                                \
    F(GraphLaunch, "cuGraphLaunch", (CUgraphExec, CUstream))                                       \
    F(GraphExecDestroy, "cuGraphExecDestroy", (CUgraphExec))

#define EVQ_CU_MEMBER(name, symbol, parameters) CUresult(*name) parameters;
typedef struct EvqCu {
    EVQ_CU_FUNCTIONS(EVQ_CU_MEMBER)
} EvqCu;
#undef EVQ_CU_MEMBER

/* Finds the driver and starts it. EVQ_E_DEVICE: not there, too old, or without a device. */
int evq_cu_load(EvqCu *cu, EvqError *error);

/* What an error code means, for a person. */
const char *evq_cu_error(const EvqCu *cu, CUresult code);

#endif
