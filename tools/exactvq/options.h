/* The command line as a struct. Parsing touches no file and prints nothing. */
#ifndef EVQ_TOOL_OPTIONS_H
#define EVQ_TOOL_OPTIONS_H

#include <exactvq/exactvq.h>
#include <exactvq/media.h>
#include <exactvq/report.h>

typedef enum EvqAction {
    EVQ_ACTION_SCORE,
    EVQ_ACTION_HELP,
    EVQ_ACTION_VERSION,
    EVQ_ACTION_LIST_METRICS,
} EvqAction;

typedef struct EvqOptions {
    EvqAction action;

    /* Inputs. Strings point into argv. */
    const char *reference, *distorted;
    int raw; /* 1: both inputs are headerless, of the geometry below */
    uint64_t width, height;
    int depth;
    int chroma; /* EvqChroma */
    uint64_t skip_reference, skip_distorted;
    uint64_t frame_count; /* 0: all */
    int strict_length;

    /* Scoring. */
    const char **metrics; /* as given, in order; none: the default ones */
    size_t metric_count;
    const char **models; /* as given, in order */
    size_t model_count;
    const char *model_folder; /* NULL: those of the environment and the system */
    int no_prediction;
    uint64_t threads, subsample;
    unsigned cpumask;
    EvqBackend backend;
    const char *device; /* NULL: the first */
    int fp64;           /* EvqFp64 */

    /* Results. */
    const char *output; /* NULL: the table on standard output */
    EvqReportFormat format;
    EvqReportStyle style;
    int quiet;
} EvqOptions;

/*
 * Parses a command line. Returns 0, or EVQ_E_USAGE, EVQ_E_DEVICE (there is no such backend) or EVQ_E_NOMEM with *error filled. argv keeps its order and must outlive *options.
 * Uses getopt's process-wide state: one parse at a time.
 */
int evq_cli_options_parse(EvqOptions *options, int argc, char **argv, EvqError *error);

/* Frees what a parse allocated, whatever it returned. */
void evq_cli_options_free(EvqOptions *options);

#endif
