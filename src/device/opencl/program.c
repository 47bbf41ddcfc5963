#include "device/opencl/program.h"

#include "core/error.h"
#include "device/cache.h"

#include <stdlib.h>
#include <string.h>

static cl_program load(const EvqClTarget *t, const EvqCacheKey *key)
{
    size_t bytes;
    unsigned char *binary = evq_cache_read(key, &bytes);
    if (!binary)
        return NULL;
    cl_int code, loaded;
    cl_program program = t->cl->CreateProgramWithBinary(
        t->context, 1, &t->device, &bytes, (const unsigned char **)&binary, &loaded, &code);
    if (program &&
        (code != CL_SUCCESS || loaded != CL_SUCCESS ||
         t->cl->BuildProgram(program, 1, &t->device, t->options, NULL, NULL) != CL_SUCCESS)) {
        t->cl->ReleaseProgram(program);
        program = NULL;
    }
    free(binary);
    return program;
}

static void save(const EvqClTarget *t, cl_program program, const EvqCacheKey *key)
{
    size_t bytes = 0;
    if (t->cl->GetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL) !=
            CL_SUCCESS ||
        !bytes)
        return;
    unsigned char *binary = malloc(bytes);
    if (binary && t->cl->GetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary,
                                        NULL) == CL_SUCCESS)
        evq_cache_write(key, binary, bytes);
    free(binary);
}

/* The first line of the build log that tells of an error. */
static void first_error(const EvqClTarget *t, cl_program program, char *line, size_t size)
{
    size_t bytes = 0;
    line[0] = '\0';
    t->cl->GetProgramBuildInfo(program, t->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes);
    char *log = bytes ? calloc(1, bytes + 1) : NULL;
    if (log && t->cl->GetProgramBuildInfo(program, t->device, CL_PROGRAM_BUILD_LOG, bytes, log,
                                          NULL) == CL_SUCCESS) {
        char *found = strstr(log, "error");
        while (found && found > log && found[-1] != '\n')
            found--;
        found = found ? found : log;
        size_t length = strcspn(found, "\r\n");
        length = length < size ? length : size - 1;
        memcpy(line, found, length);
        line[length] = '\0';
    }
    free(log);
}

static int build(cl_program *out, const EvqClTarget *t, const char *text, EvqError *error)
{
    char known[32], line[256];
    cl_int code;
    cl_program program = t->cl->CreateProgramWithSource(t->context, 1, &text, NULL, &code);
    if (program) {
        code = t->cl->BuildProgram(program, 1, &t->device, t->options, NULL, NULL);
        if (code == CL_SUCCESS) {
            *out = program;
            return EVQ_OK;
        }
        first_error(t, program, line, sizeof line);
        t->cl->ReleaseProgram(program);
        return evq_fail(error, EVQ_E_DEVICE, "%s: the kernels do not build: %s: %s", t->label,
                        evq_cl_error(code, known), line);
    }
    return evq_fail(error, EVQ_E_DEVICE, "%s: no program: %s", t->label, evq_cl_error(code, known));
}

int evq_cl_program(cl_program *program, const EvqClTarget *target, const char *text,
                   EvqError *error)
{
    const char *strings[] = { target->identity, target->options, text, NULL };
    EvqCacheKey key = evq_cache_key(strings);
    *program = load(target, &key);
    if (*program)
        return EVQ_OK;
    int status = build(program, target, text, error);
    if (status == EVQ_OK)
        save(target, *program, &key);
    return status;
}
