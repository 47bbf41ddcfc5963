/* What a gate found: a group of rows for each metric, a row for each cell. */
#ifndef EVQ_TOOL_GATE_RESULT_H
#define EVQ_TOOL_GATE_RESULT_H

#include "cells.h"
#include "exit.h"
#include "gate_options.h"
#include "scores.h"

typedef enum EvqGateState {
    EVQ_GATE_REFERENCE, /* what the others are compared with */
    EVQ_GATE_OK,        /* every bit agrees */
    EVQ_GATE_DIFFERS,
    EVQ_GATE_SKIPPED, /* this machine cannot run it */
    EVQ_GATE_FAILED,  /* a device that failed; nothing is said of its scores */
} EvqGateState;

typedef struct EvqGateRow {
    const EvqCell *cell;
    EvqGateState state;
    char reason[512]; /* of what was skipped or failed */
    uint64_t frames, identical;
    double max_difference;
    uint64_t max_ulp;
    double seconds; /* of wall time after the first pair was handed over */

    /* The first difference; of a random picture `frame` is its number. */
    uint64_t frame;
    int aggregate; /* 1: of no frame */
    char output[256];
    double expected, got;
} EvqGateRow;

typedef struct EvqGateGroup {
    const char *metric; /* NULL: all of them, on random pictures */
    char skipped[512];  /* why no cell scored it, "": they did */
    EvqGateRow *row;    /* one for each cell */
} EvqGateGroup;

typedef struct EvqGateResult {
    const EvqGateOptions *options;
    const EvqCells *cells;
    EvqFormat format; /* of the pair */
    EvqGateGroup *group;
    size_t groups;
} EvqGateResult;

/* Compares the scores of some more frames with the reference's and adds what is found. */
int evq_cli_gate_compare(EvqGateRow *row, const EvqScores *expected, const EvqScores *got,
                         EvqError *error);

/* "ok", "differs" ... */
const char *evq_cli_gate_state_name(EvqGateState state);
/* Of all rows. */
EvqExit evq_cli_gate_exit(const EvqGateResult *result);
double evq_cli_gate_milliseconds(const EvqGateRow *row);

/* ---- Writing (gate_table.c, gate_json.c) ---- */

/* What is scored and where, above the first group. */
void evq_cli_gate_print_heading(const EvqGateResult *result);
void evq_cli_gate_print_group(const EvqGateGroup *group);
void evq_cli_gate_print_row(const EvqGateRow *row);
/* Malloc'd texts; NULL without memory. */
char *evq_cli_gate_markdown(const EvqGateResult *result);
char *evq_cli_gate_json(const EvqGateResult *result);

#endif
