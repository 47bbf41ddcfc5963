#include "selftest.h"

#include "cells.h"
#include "say.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char help[] =
    "Usage: exactvq selftest [OPTION]...\n"
    "\n"
    "Scores small built-in pictures on every device, with and without its fp64, and\n"
    "compares each score bit for bit with the value that stands in the program. Sessions\n"
    "do it by themselves, once for each device, driver and metric; this command does it\n"
    "again, whatever was passed before.\n"
    "\n"
    "      --backend NAME    opencl or cuda alone\n"
    "      --device N|NAME   the devices of this index, or with this in their names\n"
    "      --help            print this text, and exit\n"
    "\n"
    "Exit status: 0 every device passed, 1 failure at run time, 2 usage, 4 a device failed,\n"
    "or there is none that was asked for.\n";

enum { OPT_BACKEND = 256, OPT_DEVICE, OPT_HELP };

static const struct option long_options[] = {
    { "backend", required_argument, NULL, OPT_BACKEND },
    { "device", required_argument, NULL, OPT_DEVICE },
    { "help", no_argument, NULL, OPT_HELP },
    { 0 },
};

typedef struct SelfTest {
    const char *backend, *device; /* NULL: all */
    int help;
    size_t tested, failed;
} SelfTest;

/* Returns 0, or -1 after saying what is wrong. */
static int parse(SelfTest *test, int argc, char **argv)
{
    optind = 0; /* glibc: forget an earlier parse */
    opterr = 0;
    while (!test->help) {
        const char *word = argv[optind ? optind : 1];
        switch (getopt_long(argc, argv, "+:", long_options, NULL)) {
        case OPT_BACKEND:
            test->backend = optarg;
            break;
        case OPT_DEVICE:
            test->device = optarg;
            break;
        case OPT_HELP:
            test->help = 1;
            break;
        case ':':
            evq_cli_say("'%.80s' needs a value", word);
            return -1;
        case -1:
            if (optind == argc)
                return 0;
            word = argv[optind];
            /* fall through */
        default:
            evq_cli_say("selftest has no argument '%.80s'", word);
            return -1;
        }
    }
    return 0;
}

static int is_number(const char *text)
{
    return *text && !text[strspn(text, "0123456789")];
}

static int is_meant(const SelfTest *test, const EvqCell *cell)
{
    if (!test->device)
        return 1;
    if (is_number(test->device))
        return cell->index == atoi(test->device);
    return strcasestr(cell->about, test->device) != NULL;
}

static void test_metrics(SelfTest *test, const EvqCell *cell)
{
    const EvqMetricInfo *metric;
    EvqError error;
    for (size_t i = 0; (metric = evq_metric_info(i)); i++) {
        int status = evq_device_selftest(cell->device, metric->name, &error);
        printf("  %-16s %s\n", metric->name, status < 0 ? error.message : "ok");
        fflush(stdout);
        test->failed += status < 0;
    }
}

static void test_cell(SelfTest *test, EvqCell *cell)
{
    printf("%s  %s\n", cell->name, cell->about);
    evq_cli_cell_open(cell);
    if (cell->state != EVQ_CELL_READY)
        printf("  %s\n", cell->reason);
    else
        test_metrics(test, cell);
    test->tested += cell->state != EVQ_CELL_ABSENT;
    test->failed += cell->state == EVQ_CELL_UNFIT;
    evq_cli_cell_close(cell);
}

static EvqExit run(SelfTest *test, EvqCells *cells)
{
    EvqError error;
    const EvqThreads none = { .count = 0 };
    const char *backends = test->backend ? test->backend : "opencl,cuda";
    int status = evq_cli_cells_find(cells, backends, &none, &error);
    if (status < 0) {
        evq_cli_say("%s", error.message);
        return evq_cli_exit_of(status);
    }
    for (size_t i = 0; i < cells->count; i++)
        if (cells->list[i].index >= 0 && is_meant(test, &cells->list[i]))
            test_cell(test, &cells->list[i]);
        else if (cells->list[i].index < 0)
            printf("%s  %s\n", cells->list[i].name, cells->list[i].reason);
    if (!test->tested && (test->backend || test->device)) {
        evq_cli_say("there is no such device");
        return EVQ_EXIT_DEVICE;
    }
    return test->failed ? EVQ_EXIT_DEVICE : EVQ_EXIT_OK;
}

EvqExit evq_cli_selftest(int argc, char **argv)
{
    SelfTest test = { 0 };
    EvqCells cells = { 0 };
    if (parse(&test, argc, argv) < 0) {
        evq_cli_say_hint("selftest --help");
        return EVQ_EXIT_USAGE;
    }
    if (test.help) {
        fputs(help, stdout);
        return EVQ_EXIT_OK;
    }
    EvqExit code = run(&test, &cells);
    evq_cli_cells_free(&cells);
    return code;
}
