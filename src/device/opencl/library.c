#include "device/opencl/cl.h"

#include "core/error.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int find(void *library, const char *name, void *function, EvqError *error)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    if (!symbol)
        return evq_fail(error, EVQ_E_DEVICE, "libOpenCL.so.1 lacks %s", name);
    return EVQ_OK;
}

int evq_cl_load(EvqCl *cl, EvqError *error)
{
    int status = EVQ_OK;
    /* Drivers keep threads and exit handlers: the library must never be unloaded. */
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library)
        return evq_fail(error, EVQ_E_DEVICE, "OpenCL is not installed: there is no libOpenCL.so.1");
#define FIND(result, name, parameters)                                                             \
    if (status == EVQ_OK)                                                                          \
        status = find(library, "cl" #name, &cl->name, error);
    EVQ_CL_FUNCTIONS(FIND)
#undef FIND
    dlclose(library);
    return status;
}

const char *evq_cl_error(cl_int code, char buffer[32])
{
    static const struct {
        cl_int code;
        const char *name;
    } known[] = {
        { -2, "the device is not available" },
        { -4, "out of device memory" },
        { -5, "out of resources" },
        { -6, "out of host memory" },
        { -11, "CL_BUILD_PROGRAM_FAILURE" },
        { -14, "a command failed" },
        { -36, "the queue is invalid" },
        { -54, "CL_INVALID_WORK_GROUP_SIZE" },
        { -61, "CL_INVALID_BUFFER_SIZE" },
        { -9999, "an illegal access" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].code == code)
            return known[i].name;
    snprintf(buffer, 32, "OpenCL error %d", (int)code);
    return buffer;
}
