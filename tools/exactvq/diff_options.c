#include "diff_options.h"

#include "scores.h"
#include "words.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_TOLERANCE = 256, OPT_COMMON, OPT_HELP };

static const struct option long_options[] = {
    { "tolerance", required_argument, NULL, OPT_TOLERANCE },
    { "common", no_argument, NULL, OPT_COMMON },
    { "quiet", no_argument, NULL, 'q' },
    { "help", no_argument, NULL, OPT_HELP },
    { 0 },
};

static const char usage[] =
    "Usage: exactvq diff [OPTION]... REPORT REPORT\n"
    "\n"
    "Compares two reports frame by frame, output by output and bit for bit. A report is\n"
    "JSON, XML or CSV, written by exactvq or by the vmaf tool; the two may be of different\n"
    "kinds. '-' is standard input.\n"
    "\n"
    "      --tolerance OUTPUT=ABS  let an output differ by up to ABS; repeatable\n"
    "      --common                outputs and frames that only one report has are no\n"
    "                              difference\n"
    "  -q, --quiet                 print nothing, the exit status tells\n"
    "      --help                  print this text, and exit\n"
    "\n"
    "Exit status: 0 equal, 1 failure at run time, 2 usage, 3 a report cannot be read,\n"
    "5 something differs.\n";

void evq_cli_diff_help(void)
{
    fputs(usage, stdout);
}

#define refuse(error, ...) evq_cli_scores_fail(error, EVQ_E_USAGE, __VA_ARGS__)

/* "OUTPUT=ABS"; the last '=' counts. */
static int add_tolerance(EvqDiffOptions *options, const char *text, EvqError *error)
{
    const char *equals = strrchr(text, '=');
    const char *number = equals ? equals + 1 : "";
    char *end;
    double difference = strtod(number, &end);

    if (!equals || equals == text)
        return refuse(error, "--tolerance: '%.80s' is not OUTPUT=ABS", text);
    if (!(isdigit((unsigned char)*number) || *number == '.') || *end || !isfinite(difference))
        return refuse(error, "--tolerance: '%.80s' is not a number from 0", number);
    EvqTolerance tolerance = { strndup(text, (size_t)(equals - text)), difference };
    if (!tolerance.output)
        return evq_cli_scores_fail(error, EVQ_E_NOMEM, "out of memory");
    options->tolerances[options->tolerance_count++] = tolerance;
    return EVQ_OK;
}

static int add_path(EvqDiffOptions *options, const char *path, EvqError *error)
{
    for (int i = 0; i < 2; i++) {
        if (!options->path[i]) {
            options->path[i] = path;
            return EVQ_OK;
        }
    }
    return refuse(error, "diff compares two reports, '%.80s' is a third", path);
}

static int apply(void *opaque, int code, const char *word, EvqError *error)
{
    EvqDiffOptions *options = opaque;
    switch (code) {
    case 1: /* getopt's code for an argument that is no option */
        return add_path(options, optarg, error);
    case OPT_TOLERANCE:
        return add_tolerance(options, optarg, error);
    case OPT_COMMON:
        options->common = 1;
        return EVQ_OK;
    case 'q':
        options->quiet = 1;
        return EVQ_OK;
    case OPT_HELP:
        options->help = 1;
        return EVQ_OK;
    case ':':
        return refuse(error, "'%.80s' needs a value", word);
    default:
        return refuse(error, "diff has no option '%.80s'", word);
    }
}

int evq_cli_diff_parse(EvqDiffOptions *options, int argc, char **argv, EvqError *error)
{
    *options = (EvqDiffOptions){ 0 };
    options->tolerances = calloc((size_t)argc, sizeof *options->tolerances);
    if (!options->tolerances)
        return evq_cli_scores_fail(error, EVQ_E_NOMEM, "out of memory");
    const EvqWords words = { "-:q", long_options, apply, options, &options->help };
    int status = evq_cli_words_parse(&words, argc, argv, error);
    if (status < 0 || options->help)
        return status;
    if (!options->path[1])
        return refuse(error, "diff needs two reports");
    if (!strcmp(options->path[0], "-") && !strcmp(options->path[1], "-"))
        return refuse(error, "only one report can be '-', standard input");
    return EVQ_OK;
}

void evq_cli_diff_free(EvqDiffOptions *options)
{
    for (size_t i = 0; i < options->tolerance_count; i++)
        free(options->tolerances[i].output);
    free(options->tolerances);
    *options = (EvqDiffOptions){ 0 };
}
