#include "device/probe.h"

#include "core/error.h"
#include "device/cpu/level.h"
#include "kernel/probe/params.h"

#include <inttypes.h>

enum { COUNT = 256, VALUES = 5, WORDS = VALUES * COUNT };

typedef struct Probe {
    EvqKernelId kernel;
    int bytes; /* of an output element */
    const char *value[VALUES];
} Probe;

static const Probe probes[] = {
    { EVQ_KERNEL_probe,
      4,
      { "a product less 1 (contraction)", "a subnormal number (flushing)", "a quotient", "a root",
        "the rounding error of a product (fma)" } },
    { EVQ_KERNEL_probe_f64,
      8,
      { "an fp64 product less 1 (contraction)", "an fp64 quotient", "an fp64 root",
        "an fp64 product as a float", "an fp64 comparison" } },
};

static void fill(f32 in[3 * COUNT])
{
    for (int i = 0; i < COUNT; i++) {
        in[i] = 1.0f + (f32)(2 * i + 1) * 0x1p-14f;
        in[COUNT + i] = 1.0f - (f32)(2 * i + 1) * 0x1p-14f;
        in[2 * COUNT + i] = 0x1p-131f * (f32)(32 + i);
    }
}

static ProbeParams params_of(void)
{
    ProbeParams params = { .g = { .x1 = COUNT, .items = 1, .planes = 1 } };
    params.g.pitch[0] = params.g.pitch[1] = COUNT;
    return params;
}

/* ---- On the device ---- */

typedef struct Memory {
    EvqQueue *queue;
    EvqDeviceBuffer in, out;
} Memory;

static int open_memory(Memory *m, EvqDevice *device, const f32 *in, EvqError *error)
{
    int status = evq_queue_open(&m->queue, device, error);
    if (status == EVQ_OK)
        status = evq_device_alloc(device, &m->in, 3 * COUNT * sizeof *in, error);
    if (status == EVQ_OK)
        status = evq_device_alloc(device, &m->out, WORDS * sizeof(u64), error);
    if (status == EVQ_OK)
        status = evq_queue_upload(m->queue, &m->in, 0, in, m->in.bytes, error);
    return status;
}

static int run(Memory *m, EvqDevice *device, const Probe *probe, void *out, EvqError *error)
{
    ProbeParams params = params_of();
    EvqLaunch launch = { .kernel = probe->kernel,
                         .params = &params,
                         .params_bytes = sizeof params,
                         .buffer = { &m->in, &m->out },
                         .buffers = 2 };
    int status = evq_device_prepare(device, probe->kernel, error);
    if (status == EVQ_OK)
        status = evq_queue_launch(m->queue, &launch, error);
    if (status == EVQ_OK)
        status = evq_queue_download(m->queue, out, &m->out, (size_t)WORDS * probe->bytes, error);
    return status < 0 ? status : evq_queue_wait(m->queue, error);
}

/* ---- Comparison ---- */

static u64 word(const void *values, int bytes, int i)
{
    return bytes == 4 ? ((const u32 *)values)[i] : ((const u64 *)values)[i];
}

static int compare(const EvqDevice *device, const Probe *probe, const void *got, const f32 *in,
                   EvqError *error)
{
    u64 expected[WORDS];
    ProbeParams params = params_of();
    void *buffers[] = { (void *)in, expected };
    evq_cpu_level(~0u)->kernel[probe->kernel](&params, buffers, 0, 1);
    for (int i = 0; i < WORDS; i++) {
        u64 a = word(got, probe->bytes, i), b = word(expected, probe->bytes, i);
        if (a != b)
            return evq_fail(error, EVQ_E_DEVICE,
                            "%s does not compute as it must: %s is %0*" PRIx64 ", not %0*" PRIx64
                            " (input %d)",
                            evq_device_label(device), probe->value[i / COUNT], 2 * probe->bytes, a,
                            2 * probe->bytes, b, i % COUNT);
    }
    return EVQ_OK;
}

int evq_probe(EvqDevice *device, EvqError *error)
{
    Memory memory = { 0 };
    f32 in[3 * COUNT];
    u64 out[WORDS];
    fill(in);
    int status = open_memory(&memory, device, in, error);
    for (size_t i = 0; i < sizeof probes / sizeof *probes && status == EVQ_OK; i++) {
        status = run(&memory, device, &probes[i], out, error);
        if (status == EVQ_OK)
            status = compare(device, &probes[i], out, in, error);
    }
    evq_queue_close(&memory.queue);
    evq_device_free(device, &memory.in);
    evq_device_free(device, &memory.out);
    return status;
}
