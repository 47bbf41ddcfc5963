/* Everything on this machine that a pair can be scored on. */
#ifndef EVQ_TOOL_CELLS_H
#define EVQ_TOOL_CELLS_H

#include <exactvq/exactvq.h>

typedef enum EvqCellState {
    EVQ_CELL_READY,
    EVQ_CELL_ABSENT, /* this machine does not have it */
    EVQ_CELL_UNFIT,  /* a device that does not work as it must */
} EvqCellState;

typedef struct EvqCell {
    char name[64];   /* "cpu x86-64-v3", "opencl:0 fp64 off" */
    char about[300]; /* a device: its name and driver */
    EvqBackend backend;
    int index;        /* a device: among those of the backend; -1: the backend has none */
    unsigned cpumask; /* the CPU: of the level */
    int threads;
    EvqFp64 fp64;
    EvqDevice *device; /* while the cell is open; NULL: the CPU */
    EvqCellState state;
    char reason[512]; /* why it is not ready */
} EvqCell;

typedef struct EvqCells {
    EvqCell *list;
    size_t count;
} EvqCells;

/* Numbers of threads, as many as --threads takes. */
typedef struct EvqThreads {
    int list[8];
    size_t count;
} EvqThreads;

/*
 * Adds the cells of the backends in a list as in "cpu,opencl": each level of the CPU with each
 * number of threads, the lowest level first, and each device with and without its fp64. A backend
 * without devices gives one cell that is absent. EVQ_E_DEVICE: there is no such backend. The cells
 * may be freed in every case.
 */
int evq_cli_cells_find(EvqCells *cells, const char *backends, const EvqThreads *threads,
                       EvqError *error);
void evq_cli_cells_free(EvqCells *cells);

/* Opens the device; the state says whether it is ready. */
void evq_cli_cell_open(EvqCell *cell);
void evq_cli_cell_close(EvqCell *cell);

#endif
