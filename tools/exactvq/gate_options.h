/* The command line of exactvq gate. */
#ifndef EVQ_TOOL_GATE_OPTIONS_H
#define EVQ_TOOL_GATE_OPTIONS_H

#include "cells.h"

typedef struct EvqGateOptions {
    const char *path[2]; /* reference, distorted; unset with random pictures */
    const char *backends;
    int backends_given;
    char **metrics; /* as given, models after EVQ_GATE_MODEL; none: every metric */
    size_t metric_count;
    EvqThreads threads;
    uint64_t frame_count; /* 0: all */
    uint64_t random;      /* pictures, 0: score the pair */
    uint64_t seed, first;
    int trace;
    const char *json, *markdown; /* NULL: not written */
    int help;
} EvqGateOptions;

/* Returns EVQ_OK, or a failure with its message. The options may be freed in every case. */
int evq_cli_gate_parse(EvqGateOptions *options, int argc, char **argv, EvqError *error);
void evq_cli_gate_options_free(EvqGateOptions *options);
void evq_cli_gate_help(void);

#endif
