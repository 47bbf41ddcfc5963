#include "cells.h"

#include "scores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add(EvqCells *cells, const EvqCell *cell, EvqError *error)
{
    EvqCell *larger = realloc(cells->list, (cells->count + 1) * sizeof *larger);
    if (!larger)
        return evq_cli_scores_fail(error, EVQ_E_NOMEM, "out of memory");
    cells->list = larger;
    larger[cells->count++] = *cell;
    return EVQ_OK;
}

/* ---- The CPU ------------------------------------------------------------------------------ */

/* Masks from the lowest level to the highest, and the level that each is for. */
static const struct Level {
    unsigned cpumask;
    const char *name;
} levels[] = { { 8 | 16, "x86-64" }, { 16, "x86-64-v3" }, { 0, "x86-64-v4" } };

/* The name of the level that a mask leaves. */
static int name_level(unsigned cpumask, char *name, size_t size, EvqError *error)
{
    const EvqFormat smallest = { .width = 1, .height = 1, .depth = 8, .chroma = EVQ_CHROMA_400 };
    EvqConfig config = evq_config_default();
    EvqSession *session;
    config.backend = EVQ_BACKEND_CPU;
    config.cpumask = cpumask;
    int status = evq_session_open(&session, &config, &smallest, error);
    if (status < 0)
        return status;
    snprintf(name, size, "%s", evq_session_cpu_level(session));
    evq_session_close(&session);
    return EVQ_OK;
}

static EvqCell cpu_cell(const struct Level *level, const char *name, int threads)
{
    EvqCell cell = { .backend = EVQ_BACKEND_CPU, .cpumask = level->cpumask, .threads = threads };
    snprintf(cell.name, sizeof cell.name, "cpu %.16s, %d thread%s", name, threads,
             threads == 1 ? "" : "s");
    return cell;
}

static int add_absent(EvqCells *cells, EvqBackend backend, const char *name, const char *reason,
                      EvqError *error)
{
    EvqCell cell = { .backend = backend, .index = -1, .state = EVQ_CELL_ABSENT };
    snprintf(cell.name, sizeof cell.name, "%s", name);
    snprintf(cell.reason, sizeof cell.reason, "%s", reason);
    return add(cells, &cell, error);
}

static int add_level(EvqCells *cells, const struct Level *level, const char *name,
                     const EvqThreads *threads, EvqError *error)
{
    int status = EVQ_OK;
    for (size_t i = 0; i < threads->count && status == EVQ_OK; i++) {
        EvqCell cell = cpu_cell(level, name, threads->list[i]);
        status = add(cells, &cell, error);
    }
    return status;
}

static int add_cpu(EvqCells *cells, const EvqThreads *threads, EvqError *error)
{
    char name[32], absent[48];
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        int status = name_level(levels[i].cpumask, name, sizeof name, error);
        if (status == EVQ_OK && i > 0 && strcmp(name, levels[i].name) != 0) {
            snprintf(absent, sizeof absent, "cpu %s", levels[i].name);
            status = add_absent(cells, EVQ_BACKEND_CPU, absent, "the processor lacks it", error);
        } else if (status == EVQ_OK) {
            status = add_level(cells, &levels[i], name, threads, error);
        }
        if (status < 0 || strncmp(name, "x86-64", 6) != 0) /* other processors have one level */
            return status;
    }
    return EVQ_OK;
}

/* ---- Devices ------------------------------------------------------------------------------ */

static int add_device(EvqCells *cells, const EvqDeviceInfo *info, EvqError *error)
{
    int status = EVQ_OK;
    for (int fp64 = 1; fp64 >= 0 && status == EVQ_OK; fp64--) {
        EvqCell cell = { .backend = info->backend,
                         .index = info->index,
                         .fp64 = fp64 ? EVQ_FP64_ON : EVQ_FP64_OFF };
        snprintf(cell.name, sizeof cell.name, "%s:%d fp64 %s", evq_backend_name(info->backend),
                 info->index, fp64 ? "on" : "off");
        snprintf(cell.about, sizeof cell.about, "%s%s%s", info->name, *info->driver ? ", " : "",
                 info->driver);
        if (fp64 && !info->fp64) {
            cell.state = EVQ_CELL_ABSENT;
            snprintf(cell.reason, sizeof cell.reason, "the device has no fp64");
        }
        status = add(cells, &cell, error);
    }
    return status;
}

static int add_devices(EvqCells *cells, EvqBackend backend, EvqError *error)
{
    const char *name = evq_backend_name(backend);
    EvqDeviceInfo info;
    EvqError reason;
    int status = EVQ_OK, found = 1;
    for (int i = 0; status == EVQ_OK && found > 0; i++) {
        found = evq_device_info(backend, i, &info, &reason);
        if (found > 0)
            status = add_device(cells, &info, error);
        else if (found < 0)
            status = add_absent(cells, backend, name, reason.message, error);
        else if (i == 0)
            status = add_absent(cells, backend, name, "there is no device", error);
    }
    return status;
}

/* ---- All ---------------------------------------------------------------------------------- */

/* The backend that a word of a list names, EVQ_BACKEND_COUNT when none. */
static EvqBackend find_backend(const char *word, size_t length)
{
    for (int i = EVQ_BACKEND_CPU; i < EVQ_BACKEND_COUNT; i++) {
        const char *name = evq_backend_name((EvqBackend)i);
        if (strlen(name) == length && strncmp(name, word, length) == 0)
            return (EvqBackend)i;
    }
    return EVQ_BACKEND_COUNT;
}

static int parse_backends(const char *list, int wanted[EVQ_BACKEND_COUNT], EvqError *error)
{
    for (;;) {
        size_t length = strcspn(list, ",");
        EvqBackend backend = find_backend(list, length);
        if (backend == EVQ_BACKEND_COUNT)
            return evq_cli_scores_fail(error, EVQ_E_DEVICE,
                                       "backends: '%.*s' is not one of cpu, opencl, cuda",
                                       (int)(length < 80 ? length : 80), list);
        wanted[backend] = 1;
        if (!list[length])
            return EVQ_OK;
        list += length + 1;
    }
}

int evq_cli_cells_find(EvqCells *cells, const char *backends, const EvqThreads *threads,
                       EvqError *error)
{
    int wanted[EVQ_BACKEND_COUNT] = { 0 };
    int status = parse_backends(backends, wanted, error);
    if (status == EVQ_OK && wanted[EVQ_BACKEND_CPU])
        status = add_cpu(cells, threads, error);
    for (int i = EVQ_BACKEND_CPU + 1; i < EVQ_BACKEND_COUNT && status == EVQ_OK; i++)
        if (wanted[i])
            status = add_devices(cells, (EvqBackend)i, error);
    return status;
}

void evq_cli_cells_free(EvqCells *cells)
{
    for (size_t i = 0; i < cells->count; i++)
        evq_cli_cell_close(&cells->list[i]);
    free(cells->list);
    *cells = (EvqCells){ 0 };
}

void evq_cli_cell_open(EvqCell *cell)
{
    EvqError error;
    if (cell->state != EVQ_CELL_READY || cell->backend == EVQ_BACKEND_CPU || cell->device)
        return;
    if (evq_device_open(&cell->device, cell->backend, cell->index, cell->fp64, &error) < 0) {
        cell->state = EVQ_CELL_UNFIT;
        snprintf(cell->reason, sizeof cell->reason, "%s", error.message);
    }
}

void evq_cli_cell_close(EvqCell *cell)
{
    evq_device_close(&cell->device);
}
