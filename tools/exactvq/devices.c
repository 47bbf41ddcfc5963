#include "devices.h"

#include "say.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: exactvq devices\n"
    "\n"
    "Lists the devices that scores can be computed on, with what --backend and --device\n"
    "call them. The arithmetic of each one is checked here, with and without its fp64; a\n"
    "device that differs in one bit is refused, here and when scoring. The known answers of\n"
    "a metric are checked with its first use, or by exactvq selftest.\n";

static const char *yes(int value)
{
    return value ? "yes" : "no";
}

/* The metrics whose known answers the device has given, or has yet to give. */
static void print_metrics(EvqDevice *device, int passed, const char *title)
{
    const EvqMetricInfo *metric;
    int found = 0;
    for (size_t i = 0; (metric = evq_metric_info(i)); i++)
        if (evq_device_selftest_passed(device, metric->name) == passed)
            printf("%s%s", found++ ? ", " : title, metric->name);
}

static void print_state(const EvqDeviceInfo *info, EvqFp64 fp64, const char *name)
{
    EvqDevice *device;
    EvqError error;
    int status = evq_device_open(&device, info->backend, info->index, fp64, &error);
    printf("    self-test, fp64 %-4s %s", name, status < 0 ? error.message : "arithmetic ok");
    if (device) {
        print_metrics(device, 1, "; passed: ");
        print_metrics(device, 0, "; not yet run: ");
    }
    putchar('\n');
    evq_device_close(&device);
}

static void print_device(const EvqDeviceInfo *info)
{
    printf("%s:%d  %s\n", evq_backend_name(info->backend), info->index, info->name);
    if (*info->driver)
        printf("    driver              %s\n", info->driver);
    printf("    memory              %llu MiB\n", (unsigned long long)(info->memory >> 20));
    printf("    kind                %s\n", info->gpu ? "graphics card" : "processor");
    printf("    fp64 %s, fma %s, subnormals %s, exact division %s\n", yes(info->fp64),
           yes(info->fma), yes(info->denormals), yes(info->exact_division));
    if (info->backend == EVQ_BACKEND_CPU) /* nothing to prove: it is the measure */
        return;
    if (info->fp64)
        print_state(info, EVQ_FP64_ON, "on");
    print_state(info, EVQ_FP64_OFF, "off");
}

EvqExit evq_cli_devices(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--help")) {
        fputs(help, stdout);
        return EVQ_EXIT_OK;
    }
    if (argc > 1) {
        evq_cli_say("devices: unknown argument '%.80s'", argv[1]);
        return EVQ_EXIT_USAGE;
    }
    for (int backend = EVQ_BACKEND_CPU; backend < EVQ_BACKEND_COUNT; backend++) {
        EvqDeviceInfo info;
        EvqError error;
        int found = 1;
        for (int i = 0; found > 0; i++) {
            found = evq_device_info((EvqBackend)backend, i, &info, &error);
            if (found > 0)
                print_device(&info);
            else if (found < 0)
                printf("%s: %s\n", evq_backend_name((EvqBackend)backend), error.message);
            else if (i == 0)
                printf("%s: no device\n", evq_backend_name((EvqBackend)backend));
        }
    }
    return EVQ_EXIT_OK;
}
