/* The command line of exactvq diff. */
#ifndef EVQ_TOOL_DIFF_OPTIONS_H
#define EVQ_TOOL_DIFF_OPTIONS_H

#include <exactvq/exactvq.h>

typedef struct EvqTolerance {
    char *output; /* freed with the options */
    double difference;
} EvqTolerance;

typedef struct EvqDiffOptions {
    const char *path[2];
    EvqTolerance *tolerances;
    size_t tolerance_count;
    int common; /* what only one report has is no difference */
    int quiet;
    int help;
} EvqDiffOptions;

/* Returns EVQ_OK, or a failure with its message. The options may be freed in every case. */
int evq_cli_diff_parse(EvqDiffOptions *options, int argc, char **argv, EvqError *error);
void evq_cli_diff_free(EvqDiffOptions *options);
void evq_cli_diff_help(void);

#endif
