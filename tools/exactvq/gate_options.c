#include "gate_options.h"

#include "gate_run.h"
#include "scores.h"
#include "words.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_BACKENDS = 256,
    OPT_METRICS,
    OPT_MODEL,
    OPT_THREADS,
    OPT_FRAME_CNT,
    OPT_RANDOM,
    OPT_SEED,
    OPT_FIRST,
    OPT_TRACE,
    OPT_JSON,
    OPT_MARKDOWN,
    OPT_HELP,
};

static const struct option long_options[] = {
    { "backends", required_argument, NULL, OPT_BACKENDS },
    { "metrics", required_argument, NULL, OPT_METRICS },
    { "model", required_argument, NULL, OPT_MODEL },
    { "threads", required_argument, NULL, OPT_THREADS },
    { "frame_cnt", required_argument, NULL, OPT_FRAME_CNT },
    { "random", required_argument, NULL, OPT_RANDOM },
    { "seed", required_argument, NULL, OPT_SEED },
    { "first", required_argument, NULL, OPT_FIRST },
    { "trace", no_argument, NULL, OPT_TRACE },
    { "json", required_argument, NULL, OPT_JSON },
    { "markdown", required_argument, NULL, OPT_MARKDOWN },
    { "help", no_argument, NULL, OPT_HELP },
    { 0 },
};

static const char usage[] =
    "Usage: exactvq gate [OPTION]... REFERENCE DISTORTED\n"
    "       exactvq gate [OPTION]... --random N\n"
    "\n"
    "Scores a pair at every level of the processor, with several numbers of threads, and on\n"
    "every device with and without its fp64, one metric at a time. Every score of every\n"
    "frame is compared bit for bit with the lowest level of the processor. docs/gate.md\n"
    "says how to read the table.\n"
    "\n"
    "      --backends LIST    of cpu, opencl, cuda; without it all that are there\n"
    "      --metrics LIST     of metrics, as --metric takes them; without it every metric\n"
    "                         that can score the pair\n"
    "      --model MODEL      a model, as --model takes it elsewhere, may be repeated; without\n"
    "                         --metrics no metric of its own\n"
    "      --threads LIST     numbers of threads on the processor (default 1,2,7; with\n"
    "                         --random 1)\n"
    "      --frame_cnt N      stop after N pairs (0: all)\n"
    "      --random N         N random small pictures in place of a pair\n"
    "      --seed S           which random pictures (default 1)\n"
    "      --first I          begin with random picture I (default 0)\n"
    "      --trace            for the first difference of a cell name the first kernel\n"
    "                         output and pixel that differ\n"
    "      --json FILE        write the results as JSON\n"
    "      --markdown FILE    write the results as a Markdown table\n"
    "      --help             print this text, and exit\n"
    "\n"
    "Exit status: 0 every bit agrees, 1 failure at run time, 2 usage, 3 input, 4 a device\n"
    "failed, or a backend that was asked for has none, 5 something differs.\n";

void evq_cli_gate_help(void)
{
    fputs(usage, stdout);
}

#define refuse(error, ...) evq_cli_scores_fail(error, EVQ_E_USAGE, __VA_ARGS__)

static int read_number(const char *name, const char *text, uint64_t most, uint64_t *number,
                       EvqError *error)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || errno || value > most)
        return refuse(error, "--%s: '%.80s' is not a whole number up to %llu", name, text,
                      (unsigned long long)most);
    *number = value;
    return EVQ_OK;
}

static int set_threads(EvqThreads *threads, const char *list, EvqError *error)
{
    char word[16];
    const size_t most = sizeof threads->list / sizeof *threads->list;
    for (threads->count = 0;; list++) {
        uint64_t number = 0;
        size_t length = strcspn(list, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < 15 ? length : 15), list);
        int status = read_number("threads", word, 1024, &number, error);
        if (status < 0)
            return status;
        if (!number || threads->count == most)
            return refuse(error, "--threads takes up to %zu numbers from 1", most);
        threads->list[threads->count++] = (int)number;
        list += length;
        if (!*list)
            return EVQ_OK;
    }
}

/* Takes over `text`, which may be NULL. */
static int add_text(EvqGateOptions *options, char *text, EvqError *error)
{
    char **larger =
        realloc(options->metrics, (options->metric_count + 1) * sizeof *options->metrics);
    if (larger)
        options->metrics = larger;
    if (!larger || !text) {
        free(text);
        return evq_cli_scores_fail(error, EVQ_E_NOMEM, "out of memory");
    }
    larger[options->metric_count++] = text;
    return EVQ_OK;
}

static int add_metrics(EvqGateOptions *options, const char *list, EvqError *error)
{
    for (;; list++) {
        size_t length = strcspn(list, ",");
        if (evq_cli_gate_model(list))
            return refuse(error, "--metrics takes metrics, '%.80s' is a model", list);
        int status = add_text(options, strndup(list, length), error);
        list += length;
        if (status < 0 || !*list)
            return status;
    }
}

static int add_model(EvqGateOptions *options, const char *model, EvqError *error)
{
    char *text = malloc(sizeof EVQ_GATE_MODEL + strlen(model));
    if (text)
        sprintf(text, "%s%s", EVQ_GATE_MODEL, model);
    return add_text(options, text, error);
}

static int add_path(EvqGateOptions *options, const char *path, EvqError *error)
{
    if (!strcmp(path, "-"))
        return refuse(error, "gate reads its inputs several times, '-' can be read once");
    for (int i = 0; i < 2; i++) {
        if (!options->path[i]) {
            options->path[i] = path;
            return EVQ_OK;
        }
    }
    return refuse(error, "gate scores one pair, '%.80s' is a third input", path);
}

static int apply(void *opaque, int code, const char *word, EvqError *error)
{
    EvqGateOptions *options = opaque;
    switch (code) {
    case 1: /* getopt's code for an argument that is no option */
        return add_path(options, optarg, error);
    case OPT_BACKENDS:
        options->backends = optarg;
        options->backends_given = 1;
        return EVQ_OK;
    case OPT_METRICS:
        return add_metrics(options, optarg, error);
    case OPT_MODEL:
        return add_model(options, optarg, error);
    case OPT_THREADS:
        return set_threads(&options->threads, optarg, error);
    case OPT_FRAME_CNT:
        return read_number("frame_cnt", optarg, UINT64_MAX, &options->frame_count, error);
    case OPT_RANDOM:
        return read_number("random", optarg, UINT32_MAX, &options->random, error);
    case OPT_SEED:
        return read_number("seed", optarg, UINT64_MAX, &options->seed, error);
    case OPT_FIRST:
        return read_number("first", optarg, UINT32_MAX, &options->first, error);
    case OPT_TRACE:
        options->trace = 1;
        return EVQ_OK;
    case OPT_JSON:
        options->json = optarg;
        return EVQ_OK;
    case OPT_MARKDOWN:
        options->markdown = optarg;
        return EVQ_OK;
    case OPT_HELP:
        options->help = 1;
        return EVQ_OK;
    case ':':
        return refuse(error, "'%.80s' needs a value", word);
    default:
        return refuse(error, "gate has no option '%.80s'", word);
    }
}

int evq_cli_gate_parse(EvqGateOptions *options, int argc, char **argv, EvqError *error)
{
    static const EvqThreads for_pair = { { 1, 2, 7 }, 3 }, for_random = { { 1 }, 1 };
    *options = (EvqGateOptions){ .backends = "cpu,opencl,cuda", .seed = 1 };
    const EvqWords words = { "-:", long_options, apply, options, &options->help };
    int status = evq_cli_words_parse(&words, argc, argv, error);
    if (status < 0 || options->help)
        return status;
    if (options->random && options->path[0])
        return refuse(error, "gate takes either a pair or --random, not both");
    if (!options->random && !options->path[1])
        return refuse(error, "gate needs a reference and a distorted input, or --random N");
    if (!options->threads.count)
        options->threads = options->random ? for_random : for_pair;
    return EVQ_OK;
}

void evq_cli_gate_options_free(EvqGateOptions *options)
{
    for (size_t i = 0; i < options->metric_count; i++)
        free(options->metrics[i]);
    free(options->metrics);
    *options = (EvqGateOptions){ 0 };
}
