#include "device/trace.h"

#include "core/error.h"
#include "device/kernel_info.h"
#include "device/plan_runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Tracer {
    const EvqPlan *plan;
    EvqPlanRunner *runner[2]; /* expected, got */
    unsigned char *memory[2]; /* of the buffer that is compared */
    EvqTrace *trace;
} Tracer;

/* ---- Elements ---- */

static uint64_t element(const unsigned char *memory, size_t index, int bytes)
{
    uint64_t value = 0;
    memcpy(&value, memory + index * (size_t)bytes, (size_t)bytes); /* little endian */
    return value;
}

/* Whether an element, were it a floating point number, would be none. */
static int is_nan(uint64_t bits, int bytes)
{
    return (bytes == 4 && (bits & 0x7fffffff) > 0x7f800000) ||
           (bytes == 8 && (bits << 1) > UINT64_C(0x7ff0000000000000) << 1);
}

static int differs(uint64_t a, uint64_t b, int bytes)
{
    return a != b && !(is_nan(a, bytes) && is_nan(b, bytes));
}

/* ---- Buffers ---- */

static int find_in_row(Tracer *tracer, size_t first, int from, int to, int bytes)
{
    const unsigned char *a = tracer->memory[0], *b = tracer->memory[1];
    if (memcmp(a + first * (size_t)bytes, b + first * (size_t)bytes,
               (size_t)(to - from) * (size_t)bytes) == 0)
        return 0;
    for (int x = from; x < to; x++, first++) {
        uint64_t expected = element(a, first, bytes), got = element(b, first, bytes);
        if (!differs(expected, got, bytes))
            continue;
        tracer->trace->x = x;
        tracer->trace->expected = expected;
        tracer->trace->got = got;
        return 1;
    }
    return 0;
}

/* Compares a buffer that was read, with so much of its border. */
static int find_in_buffer(Tracer *tracer, int index, int border)
{
    const EvqBuffer *buffer = &tracer->plan->buffer[index];
    const EvqPlace *place = evq_plan_runner_place(tracer->runner[0], index);
    for (int plane = 0; plane < buffer->planes; plane++)
        for (int y = -border; y < buffer->height + border; y++) {
            int64_t first = (int64_t)place->offset + (int64_t)y * place->stride +
                            (int64_t)plane * place->pitch - border;
            if (find_in_row(tracer, (size_t)first, -border, buffer->width + border,
                            buffer->element_bytes)) {
                tracer->trace->plane = plane;
                tracer->trace->y = y;
                tracer->trace->bytes = buffer->element_bytes;
                return 1;
            }
        }
    return 0;
}

static int compare(Tracer *tracer, int index, int border, EvqError *error)
{
    size_t bytes = evq_plan_runner_place(tracer->runner[0], index)->bytes;
    int status = EVQ_OK;
    for (int i = 0; i < 2 && status == EVQ_OK; i++) {
        unsigned char *memory = realloc(tracer->memory[i], bytes);
        if (!memory)
            return evq_fail(error, EVQ_E_NOMEM, "out of memory: %zu bytes to compare", bytes);
        tracer->memory[i] = memory;
        status = evq_plan_runner_read(tracer->runner[i], index, memory, error);
    }
    return status < 0 ? status : find_in_buffer(tracer, index, border);
}

/* ---- Stages ---- */

static void name_kernel(EvqTrace *trace, EvqKernelId kernel, int stage, int output)
{
    snprintf(trace->kernel, sizeof trace->kernel, "%s", evq_kernel_info(kernel)->name);
    trace->stage = stage;
    trace->output = output;
}

static int compare_borders(Tracer *tracer, int stage, EvqError *error)
{
    int found = 0;
    for (int b = 0; b < tracer->plan->buffers && found == 0; b++) {
        EvqKernelId kernel = evq_plan_runner_border(tracer->runner[0], stage, b);
        if (kernel == EVQ_KERNEL_COUNT)
            continue;
        for (int i = 0; i < 2 && found == 0; i++)
            found = evq_plan_runner_fill(tracer->runner[i], b, error);
        name_kernel(tracer->trace, kernel, stage, 0);
        if (found == 0)
            found = compare(tracer, b, tracer->plan->buffer[b].border, error);
    }
    return found;
}

static int has(const EvqUse *use, int count, int buffer)
{
    for (int u = 0; u < count; u++)
        if (use[u].buffer == buffer)
            return 1;
    return 0;
}

int evq_trace_compares(const EvqPlan *plan, int stage, int output)
{
    int buffer = plan->stage[stage].use[plan->stage[stage].reads + output].buffer;
    for (int s = stage + 1; s < plan->stages; s++) {
        const EvqStage *later = &plan->stage[s];
        if (has(later->use, later->reads, buffer))
            return 1;
        if (has(later->use + later->reads, later->writes, buffer))
            /* Otherwise it writes other parts, as those do that add to a result. */
            return !later->after_all || plan->buffer[buffer].kind == EVQ_BUFFER_RESULT;
    }
    return 1;
}

static int compare_stage(Tracer *tracer, int index, EvqError *error)
{
    const EvqStage *stage = &tracer->plan->stage[index];
    int found = 0;
    for (int i = 0; i < 2 && found == 0; i++)
        found = evq_plan_runner_step(tracer->runner[i], index, error);
    for (int u = 0; u < stage->writes && found == 0; u++) {
        name_kernel(tracer->trace, stage->kernel, index, u);
        if (evq_trace_compares(tracer->plan, index, u))
            found = compare(tracer, stage->use[stage->reads + u].buffer, 0, error);
    }
    return found ? found : compare_borders(tracer, index, error);
}

int evq_trace_plan(EvqTrace *trace, const EvqPlan *plan, EvqDevice *expected, EvqDevice *got,
                   const EvqFrame *const frame[EVQ_PLAN_INPUTS], EvqError *error)
{
    EvqDevice *device[2] = { expected, got };
    Tracer tracer = { .plan = plan, .trace = trace };
    int found = 0;
    for (int i = 0; i < 2 && found == 0; i++) {
        found = evq_plan_runner_open_steps(&tracer.runner[i], device[i], plan, error);
        if (found == 0)
            found = evq_plan_runner_upload(tracer.runner[i], frame, error);
    }
    for (int s = 0; s < plan->stages && found == 0; s++)
        found = compare_stage(&tracer, s, error);
    for (int i = 0; i < 2; i++) {
        evq_plan_runner_close(&tracer.runner[i]);
        free(tracer.memory[i]);
    }
    return found;
}
