#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_POSITIONAL = 1, /* getopt's code for an argument that is no option */
    OPT_XML = 256,
    OPT_JSON,
    OPT_CSV,
    OPT_SUB,
    OPT_FEATURE,
    OPT_MODEL_DIR,
    OPT_THREADS,
    OPT_SUBSAMPLE,
    OPT_GPUMASK,
    OPT_FRAME_CNT,
    OPT_FRAME_SKIP_REF,
    OPT_FRAME_SKIP_DIST,
    OPT_STRICT_LENGTH,
    OPT_BACKEND,
    OPT_DEVICE,
    OPT_FP64,
    OPT_PRECISION,
    OPT_NONFINITE,
    OPT_LIST_METRICS,
    OPT_HELP,
    OPT_PRESET,
};

/* The leading '-' returns positional arguments in place, so argv is not permuted; ':' tells a
 * missing value from an unknown option. */
static const char short_options[] = "-:r:d:w:h:p:b:m:o:c:nqv";

/* Of names with the same code the first is the one that messages use. */
static const struct option long_options[] = {
    { "reference", required_argument, NULL, 'r' },
    { "distorted", required_argument, NULL, 'd' },
    { "width", required_argument, NULL, 'w' },
    { "height", required_argument, NULL, 'h' },
    { "pixel_format", required_argument, NULL, 'p' },
    { "bitdepth", required_argument, NULL, 'b' },
    { "model", required_argument, NULL, 'm' },
    { "model-dir", required_argument, NULL, OPT_MODEL_DIR },
    { "model_dir", required_argument, NULL, OPT_MODEL_DIR },
    { "output", required_argument, NULL, 'o' },
    { "xml", no_argument, NULL, OPT_XML },
    { "json", no_argument, NULL, OPT_JSON },
    { "csv", no_argument, NULL, OPT_CSV },
    { "sub", no_argument, NULL, OPT_SUB },
    { "feature", required_argument, NULL, OPT_FEATURE },
    { "metric", required_argument, NULL, OPT_FEATURE },
    { "threads", required_argument, NULL, OPT_THREADS },
    { "subsample", required_argument, NULL, OPT_SUBSAMPLE },
    { "cpumask", required_argument, NULL, 'c' },
    { "gpumask", required_argument, NULL, OPT_GPUMASK },
    { "frame_cnt", required_argument, NULL, OPT_FRAME_CNT },
    { "frame_skip_ref", required_argument, NULL, OPT_FRAME_SKIP_REF },
    { "frame_skip_dist", required_argument, NULL, OPT_FRAME_SKIP_DIST },
    { "strict-length", no_argument, NULL, OPT_STRICT_LENGTH },
    { "strict_length", no_argument, NULL, OPT_STRICT_LENGTH },
    { "backend", required_argument, NULL, OPT_BACKEND },
    { "device", required_argument, NULL, OPT_DEVICE },
    { "fp64", required_argument, NULL, OPT_FP64 },
    { "precision", required_argument, NULL, OPT_PRECISION },
    { "nonfinite", required_argument, NULL, OPT_NONFINITE },
    { "no_prediction", no_argument, NULL, 'n' },
    { "quiet", no_argument, NULL, 'q' },
    { "version", no_argument, NULL, 'v' },
    { "list-metrics", no_argument, NULL, OPT_LIST_METRICS },
    { "list_metrics", no_argument, NULL, OPT_LIST_METRICS },
    { "help", no_argument, NULL, OPT_HELP },
    { "aom_ctc", required_argument, NULL, OPT_PRESET },
    { "nflx_ctc", required_argument, NULL, OPT_PRESET },
    { 0 },
};

typedef struct Choice {
    const char *text;
    int value;
} Choice;

static const Choice pixel_formats[] = {
    { "420", EVQ_CHROMA_420 },
    { "422", EVQ_CHROMA_422 },
    { "444", EVQ_CHROMA_444 },
    { "400", EVQ_CHROMA_400 },
    { 0 },
};
static const Choice bit_depths[] = {
    { "8", 8 }, { "9", 9 }, { "10", 10 }, { "12", 12 }, { "14", 14 }, { "16", 16 }, { 0 },
};
static const Choice fp64_modes[] = {
    { "auto", EVQ_FP64_AUTO }, { "on", EVQ_FP64_ON }, { "off", EVQ_FP64_OFF }, { 0 },
};
static const Choice nonfinite_forms[] = { { "string", 0 }, { "null", 1 }, { 0 } };

/* What one parse needs beside its result. */
typedef struct Parser {
    EvqOptions *options;
    EvqError *error;
    int positional;   /* arguments seen that are no options */
    int named;        /* -r or -d was seen */
    int raw_flags[4]; /* seen: width, height, pixel format, bit depth */
} Parser;

__attribute__((format(printf, 3, 4))) static int fail(Parser *parser, EvqStatus status,
                                                      const char *format, ...)
{
    parser->error->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(parser->error->message, sizeof parser->error->message, format, arguments);
    va_end(arguments);
    return status;
}

/* ---- Names in messages -------------------------------------------------------------------- */

static const char *long_name(int code)
{
    for (const struct option *option = long_options; option->name; option++)
        if (option->val == code)
            return option->name;
    return NULL;
}

#define LABEL_SIZE 48

/* "-w/--width" or "--threads". */
static const char *label(char buffer[LABEL_SIZE], int code)
{
    if (code <= UCHAR_MAX)
        snprintf(buffer, LABEL_SIZE, "-%c/--%s", code, long_name(code));
    else
        snprintf(buffer, LABEL_SIZE, "--%s", long_name(code));
    return buffer;
}

/* Lists the long options that start with the given text; returns how many there are. */
static int list_candidates(char *list, size_t size, const char *text, size_t length)
{
    int count = 0;
    size_t used = 0;
    list[0] = 0;
    for (const struct option *option = long_options; option->name; option++) {
        if (strncmp(option->name, text, length))
            continue;
        count++;
        if (used < size)
            used += snprintf(list + used, size - used, " --%s", option->name);
    }
    return count;
}

/* Says why getopt refused `word`. */
static int fail_option(Parser *parser, const char *word)
{
    char name[LABEL_SIZE], list[400];
    int length = (int)strcspn(word, "=");

    if (length > 80)
        length = 80;
    if (optopt && long_name(optopt))
        return fail(parser, EVQ_E_USAGE, "%s takes no value", label(name, optopt));
    if (!strncmp(word, "--", 2) && list_candidates(list, sizeof list, word + 2, length - 2) > 1)
        return fail(parser, EVQ_E_USAGE, "option '%.*s' is ambiguous:%s", length, word, list);
    return fail(parser, EVQ_E_USAGE, "unknown option '%.*s'", length, word);
}

/* ---- Values ------------------------------------------------------------------------------- */

/* Reads a whole non-negative number, base 10, 0x or 0 (octal). Returns 1 when it is one. */
static int read_number(const char *text, uint64_t *value)
{
    char *end;
    if (!isdigit((unsigned char)text[0]))
        return 0;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 0);
    *value = number;
    return !*end && !errno;
}

static int set_number(Parser *parser, int code, uint64_t *value, uint64_t min, uint64_t max)
{
    char name[LABEL_SIZE], range[64] = "";
    uint64_t number;

    if (read_number(optarg, &number) && number >= min && number <= max) {
        *value = number;
        return 0;
    }
    if (max < UINT64_MAX)
        snprintf(range, sizeof range, " from %llu to %llu", (unsigned long long)min,
                 (unsigned long long)max);
    return fail(parser, EVQ_E_USAGE, "%s: '%.80s' is not a whole number%s", label(name, code),
                optarg, range);
}

static int set_choice(Parser *parser, int code, int *value, const Choice *choices)
{
    char name[LABEL_SIZE], list[80];
    size_t used = 0;

    for (const Choice *choice = choices; choice->text; choice++) {
        if (!strcmp(choice->text, optarg)) {
            *value = choice->value;
            return 0;
        }
        used += snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", choice->text);
    }
    return fail(parser, EVQ_E_USAGE, "%s: '%.80s' is not one of %s", label(name, code), optarg,
                list);
}

static int set_cpumask(Parser *parser)
{
    uint64_t mask;
    if (!strcmp(optarg, "-1"))
        mask = UINT_MAX;
    else if (!read_number(optarg, &mask) || mask > UINT_MAX)
        return fail(parser, EVQ_E_USAGE, "-c/--cpumask: '%.80s' is not a bit mask", optarg);
    parser->options->cpumask = (unsigned)mask;
    return 0;
}

static int set_precision(Parser *parser)
{
    EvqReportStyle *style = &parser->options->style;
    uint64_t digits;

    style->digits = EVQ_DIGITS_FIXED;
    style->precision = 17;
    if (!strcmp(optarg, "max") || !strcmp(optarg, "full"))
        return 0;
    if (!strcmp(optarg, "legacy")) {
        style->digits = EVQ_DIGITS_LEGACY;
        return 0;
    }
    if (!read_number(optarg, &digits) || digits < 1 || digits > 17)
        return fail(parser, EVQ_E_USAGE,
                    "--precision: '%.80s' is not a number from 1 to 17, max, full or legacy",
                    optarg);
    style->precision = (int)digits;
    return 0;
}

static int set_backend(Parser *parser)
{
    const char *name;
    for (int i = 0; (name = evq_backend_name((EvqBackend)i)); i++)
        if (!strcmp(name, optarg)) {
            parser->options->backend = (EvqBackend)i;
            return 0;
        }
    return fail(parser, EVQ_E_DEVICE,
                "--backend: '%.80s' is not one of auto, cpu, opencl, cuda", optarg);
}

static int take_positional(Parser *parser, const char *text)
{
    EvqOptions *options = parser->options;
    switch (parser->positional++) {
    case 0:
        options->reference = text;
        return 0;
    case 1:
        options->distorted = text;
        return 0;
    default:
        return fail(parser, EVQ_E_USAGE,
                    "too many arguments at '%.80s': give one reference and "
                    "one distorted input",
                    text);
    }
}

/* ---- One option --------------------------------------------------------------------------- */

/* Each apply_ function takes the options of one concern; APPLY_NEXT means "not mine". */
enum { APPLY_NEXT = 1 };

static int apply_input(Parser *parser, int code)
{
    EvqOptions *options = parser->options;
    switch (code) {
    case OPT_POSITIONAL:
        return take_positional(parser, optarg);
    case 'r':
        options->reference = optarg;
        parser->named = 1;
        return 0;
    case 'd':
        options->distorted = optarg;
        parser->named = 1;
        return 0;
    case OPT_FRAME_CNT:
        return set_number(parser, code, &options->frame_count, 0, UINT64_MAX);
    case OPT_FRAME_SKIP_REF:
        return set_number(parser, code, &options->skip_reference, 0, UINT64_MAX);
    case OPT_FRAME_SKIP_DIST:
        return set_number(parser, code, &options->skip_distorted, 0, UINT64_MAX);
    case OPT_STRICT_LENGTH:
        options->strict_length = 1;
        return 0;
    default:
        return APPLY_NEXT;
    }
}

static int apply_raw(Parser *parser, int code)
{
    EvqOptions *options = parser->options;
    switch (code) {
    case 'w':
        parser->raw_flags[0] = 1;
        return set_number(parser, code, &options->width, 1, EVQ_MAX_SIDE);
    case 'h':
        parser->raw_flags[1] = 1;
        return set_number(parser, code, &options->height, 1, EVQ_MAX_SIDE);
    case 'p':
        parser->raw_flags[2] = 1;
        return set_choice(parser, code, &options->chroma, pixel_formats);
    case 'b':
        parser->raw_flags[3] = 1;
        return set_choice(parser, code, &options->depth, bit_depths);
    default:
        return APPLY_NEXT;
    }
}

static int apply_scoring(Parser *parser, int code)
{
    EvqOptions *options = parser->options;
    uint64_t ignored;
    switch (code) {
    case OPT_FEATURE:
        options->metrics[options->metric_count++] = optarg;
        return 0;
    case 'm':
        options->models[options->model_count++] = optarg;
        return 0;
    case OPT_MODEL_DIR:
        options->model_folder = optarg;
        return 0;
    case OPT_PRESET:
        return fail(parser, EVQ_E_USAGE,
                    "--aom_ctc, --nflx_ctc: presets are not supported by this version");
    case 'n':
        options->no_prediction = 1;
        return 0;
    case OPT_THREADS:
        return set_number(parser, code, &options->threads, 0, 1024);
    case OPT_SUBSAMPLE:
        return set_number(parser, code, &options->subsample, 0, INT_MAX);
    case 'c':
        return set_cpumask(parser);
    case OPT_GPUMASK:
        return set_number(parser, code, &ignored, 0, UINT64_MAX);
    case OPT_BACKEND:
        return set_backend(parser);
    case OPT_DEVICE:
        options->device = optarg;
        return 0;
    case OPT_FP64:
        return set_choice(parser, code, &options->fp64, fp64_modes);
    default:
        return APPLY_NEXT;
    }
}

static int apply_result(Parser *parser, int code)
{
    EvqOptions *options = parser->options;
    switch (code) {
    case 'o':
        options->output = optarg;
        return 0;
    case OPT_XML:
        options->format = EVQ_REPORT_XML;
        return 0;
    case OPT_JSON:
        options->format = EVQ_REPORT_JSON;
        return 0;
    case OPT_CSV:
        options->format = EVQ_REPORT_CSV;
        return 0;
    case OPT_SUB:
        options->format = EVQ_REPORT_SUB;
        return 0;
    case OPT_PRECISION:
        return set_precision(parser);
    case OPT_NONFINITE:
        return set_choice(parser, code, &options->style.nonfinite_null, nonfinite_forms);
    case 'q':
        options->quiet = 1;
        return 0;
    default:
        return APPLY_NEXT;
    }
}

static int apply(Parser *parser, int code, const char *word)
{
    char name[LABEL_SIZE];
    int status = APPLY_NEXT;

    if (code == '?')
        return fail_option(parser, word);
    if (code == ':')
        return fail(parser, EVQ_E_USAGE, "%s needs a value", label(name, optopt));
    if (status == APPLY_NEXT)
        status = apply_input(parser, code);
    if (status == APPLY_NEXT)
        status = apply_raw(parser, code);
    if (status == APPLY_NEXT)
        status = apply_scoring(parser, code);
    if (status == APPLY_NEXT)
        status = apply_result(parser, code);
    return status;
}

/* ---- The whole line ----------------------------------------------------------------------- */

static int check_raw(Parser *parser)
{
    static const char *const names[] = { " -w/--width", " -h/--height", " -p/--pixel_format",
                                         " -b/--bitdepth" };
    const char *missing[4];
    int count = 0;

    for (int i = 0; i < 4; i++) {
        missing[i] = parser->raw_flags[i] ? "" : names[i];
        count += parser->raw_flags[i];
    }
    if (count && count < 4)
        return fail(parser, EVQ_E_USAGE,
                    "headerless input is not described fully, missing:%s%s%s%s", missing[0],
                    missing[1], missing[2], missing[3]);
    parser->options->raw = count == 4;
    return 0;
}

static int check(Parser *parser)
{
    const EvqOptions *options = parser->options;

    if (parser->named && parser->positional)
        return fail(parser, EVQ_E_USAGE,
                    "give the inputs either as two arguments or with -r and -d, not both");
    if (!options->reference && !options->distorted)
        return fail(parser, EVQ_E_USAGE, "no input given");
    if (!options->reference)
        return fail(parser, EVQ_E_USAGE, "no reference given: -r/--reference is missing");
    if (!options->distorted)
        return fail(parser, EVQ_E_USAGE, "no distorted input given beside '%.80s'",
                    options->reference);
    if (!strcmp(options->reference, "-") && !strcmp(options->distorted, "-"))
        return fail(parser, EVQ_E_USAGE, "only one input can be '-', standard input");
    return check_raw(parser);
}

/* Options that act at once, whatever follows. */
static int action_of(int code)
{
    switch (code) {
    case OPT_HELP:
        return EVQ_ACTION_HELP;
    case 'v':
        return EVQ_ACTION_VERSION;
    case OPT_LIST_METRICS:
        return EVQ_ACTION_LIST_METRICS;
    default:
        return EVQ_ACTION_SCORE;
    }
}

static int parse(Parser *parser, int argc, char **argv)
{
    int code, status;

    optind = 0; /* glibc: forget an earlier parse */
    opterr = 0;
    for (;;) {
        const char *word = argv[optind ? optind : 1];
        code = getopt_long(argc, argv, short_options, long_options, NULL);
        if (code == -1)
            break;
        parser->options->action = action_of(code);
        if (parser->options->action != EVQ_ACTION_SCORE)
            return 0;
        status = apply(parser, code, word);
        if (status)
            return status;
    }
    for (; optind < argc; optind++) { /* what follows "--" */
        status = take_positional(parser, argv[optind]);
        if (status)
            return status;
    }
    return check(parser);
}

int evq_cli_options_parse(EvqOptions *options, int argc, char **argv, EvqError *error)
{
    Parser parser = { .options = options, .error = error };

    *options = (EvqOptions){ .format = EVQ_REPORT_XML };
    options->metrics = calloc((size_t)argc + 1, sizeof *options->metrics);
    options->models = calloc((size_t)argc + 1, sizeof *options->models);
    if (!options->metrics || !options->models)
        return fail(&parser, EVQ_E_NOMEM, "out of memory");
    return parse(&parser, argc, argv);
}

void evq_cli_options_free(EvqOptions *options)
{
    free(options->metrics);
    free(options->models);
    options->metrics = options->models = NULL;
}
