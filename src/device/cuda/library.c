#include "device/cuda/cu.h"

#include "core/error.h"

#include <dlfcn.h>
#include <string.h>

static int find(void *library, const char *symbol_name, void *function, EvqError *error)
{
    void *symbol = dlsym(library, symbol_name);
    memcpy(function, &symbol, sizeof symbol);
    if (!symbol)
        return evq_fail(error, EVQ_E_DEVICE, "the NVIDIA driver is too old: it lacks %s",
                        symbol_name);
    return EVQ_OK;
}

int evq_cu_load(EvqCu *cu, EvqError *error)
{
    int status = EVQ_OK;
    /* The driver keeps threads and exit handlers: it must never be unloaded. */
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library)
        return evq_fail(error, EVQ_E_DEVICE,
                        "there is no NVIDIA driver: no libcuda.so.1 was found");
#define FIND(name, symbol, parameters)                                                             \
    if (status == EVQ_OK)                                                                          \
        status = find(library, symbol, &cu->name, error);
    EVQ_CU_FUNCTIONS(FIND)
#undef FIND
    dlclose(library);
    if (status < 0)
        return status;
    CUresult code = cu->Init(0);
    if (code != CUDA_SUCCESS)
        return evq_fail(error, EVQ_E_DEVICE, "the NVIDIA driver does not start: %s",
                        evq_cu_error(cu, code));
    return EVQ_OK;
}

const char *evq_cu_error(const EvqCu *cu, CUresult code)
{
    const char *text = NULL;
    return cu->GetErrorString(code, &text) == CUDA_SUCCESS && text ? text : "unknown error";
}
