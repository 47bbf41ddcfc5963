#include "devices.h"

#include "say.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: exactvq devices [--kernels]\n"
    "\n"
    "Lists the devices that scores can be computed on, with what --backend and --device\n"
    "call them. The arithmetic of each one is checked here, with and without its fp64; a\n"
    "device that differs in one bit is refused, here and when scoring. The known answers of\n"
    "a metric are checked with its first use, or by exactvq selftest.\n"
    "\n"
    "      --kernels   builds every kernel on every device and lists what each work-item\n"
    "                  takes there: bytes of private memory (spilled registers; 0 is the\n"
    "                  aim) and registers, as the driver says ('-': it does not)\n"
    "      --help      print this text, and exit\n"
    "\n"
    "Exit status: 0, 2 usage, 4 a kernel cannot be built.\n";

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

static EvqExit list_devices(void)
{
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

/* ---- Kernels ------------------------------------------------------------------------------ */

static void print_kernel(const EvqDeviceInfo *info, EvqFp64 fp64, const EvqKernelUse *use)
{
    char device[32], registers[16] = "-";
    snprintf(device, sizeof device, "%s:%d", evq_backend_name(info->backend), info->index);
    if (use->registers)
        snprintf(registers, sizeof registers, "%d", use->registers);
    printf("%-10s  %-4s  %-28s  %13llu  %9s\n", device, fp64 == EVQ_FP64_ON ? "on" : "off",
           use->kernel, (unsigned long long)use->private_bytes, registers);
}

static int list_kernels_of(const EvqDeviceInfo *info, EvqFp64 fp64, EvqError *error)
{
    EvqDevice *device;
    EvqKernelUse use;
    int status = evq_device_open(&device, info->backend, info->index, fp64, error);
    for (int i = 0; status == EVQ_OK; i++) {
        int found = evq_device_kernel(device, i, &use, error);
        if (found > 0)
            print_kernel(info, fp64, &use);
        else if (found < 0)
            status = found;
        else
            break;
    }
    evq_device_close(&device);
    return status;
}

static EvqExit list_kernels(void)
{
    EvqExit code = EVQ_EXIT_OK;
    printf("%-10s  %-4s  %-28s  %13s  %9s\n", "device", "fp64", "kernel", "private bytes",
           "registers");
    for (int backend = EVQ_BACKEND_CPU + 1; backend < EVQ_BACKEND_COUNT; backend++) {
        EvqDeviceInfo info;
        EvqError error;
        for (int i = 0; evq_device_info((EvqBackend)backend, i, &info, &error) > 0; i++)
            for (int fp64 = info.fp64; fp64 >= 0; fp64--)
                if (list_kernels_of(&info, fp64 ? EVQ_FP64_ON : EVQ_FP64_OFF, &error) < 0) {
                    evq_cli_say("%s", error.message);
                    code = EVQ_EXIT_DEVICE;
                }
    }
    return code;
}

EvqExit evq_cli_devices(int argc, char **argv)
{
    if (argc == 1)
        return list_devices();
    if (!strcmp(argv[1], "--help")) {
        fputs(help, stdout);
        return EVQ_EXIT_OK;
    }
    if (!strcmp(argv[1], "--kernels") && argc == 2)
        return list_kernels();
    evq_cli_say("devices: unknown argument '%.80s'", argv[argc > 2 ? 2 : 1]);
    return EVQ_EXIT_USAGE;
}
