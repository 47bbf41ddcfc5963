#include "model/svm.h"

#include "core/error.h"
#include "core/number.h"
#include "kernel/math/exp_nearest.h"

#include <stdlib.h>
#include <string.h>

typedef struct Parser {
    EvqSvm *svm;
    const char *what;
    EvqError *error;
    int seen; /* bits of the header lines */
} Parser;

static int fail(const Parser *parser, const char *where, const char *reason)
{
    return evq_fail(parser->error, EVQ_E_INPUT, "%s: %s: %s", parser->what, where, reason);
}

/* ---- Header ---- */

/* A header line: either the one word that is understood, or a number. */
typedef struct HeaderLine {
    const char *key, *word;
    double min, max;
} HeaderLine;

enum { GAMMA, TOTAL_SV, RHO, NUMBERS };

static const HeaderLine header[] = {
    [GAMMA] = { "gamma", NULL, 0, 1e300 },
    [TOTAL_SV] = { "total_sv", NULL, 1, EVQ_SVM_VECTORS },
    [RHO] = { "rho", NULL, -1e300, 1e300 },
    { "svm_type", "nu_svr" },
    { "kernel_type", "rbf" },
    { "nr_class", "2" },
};

enum { HEADER_LINES = sizeof header / sizeof *header };

static int set_number(Parser *parser, int line, const char *text)
{
    double value;
    if (evq_parse_double(text, &value) < 0 || value < header[line].min || value > header[line].max)
        return fail(parser, header[line].key, "not a number in range");
    if (line == GAMMA)
        parser->svm->gamma = value;
    else if (line == RHO)
        parser->svm->rho = value;
    else
        parser->svm->vectors = (int)value;
    if (line == TOTAL_SV && parser->svm->vectors != value)
        return fail(parser, header[line].key, "not a whole number");
    return EVQ_OK;
}

static int parse_header_line(Parser *parser, char *text)
{
    char *rest = NULL;
    const char *key = strtok_r(text, " ", &rest), *value = strtok_r(NULL, " ", &rest);
    for (int i = 0; key && i < HEADER_LINES; i++) {
        if (strcmp(key, header[i].key) != 0)
            continue;
        if (!value || strtok_r(NULL, " ", &rest))
            return fail(parser, key, "expected one value");
        parser->seen |= 1 << i;
        if (i < NUMBERS)
            return set_number(parser, i, value);
        return strcmp(value, header[i].word) == 0 ? EVQ_OK : fail(parser, key, "not supported");
    }
    return fail(parser, "header", key ? "unknown line" : "empty line");
}

static int check_header(const Parser *parser)
{
    for (int i = 0; i < HEADER_LINES; i++)
        if (!(parser->seen & 1 << i))
            return fail(parser, header[i].key, "missing");
    return EVQ_OK;
}

/* ---- Vectors ---- */

/* "index:value"; indices rise. */
static int parse_element(const Parser *parser, char *text, double *vector, int *last)
{
    char *colon = strchr(text, ':');
    double index, value;
    if (!colon)
        return fail(parser, "SV", "expected index:value");
    *colon = 0;
    if (evq_parse_double(text, &index) < 0 || evq_parse_double(colon + 1, &value) < 0)
        return fail(parser, "SV", "not a number");
    if (!(index > *last && index <= parser->svm->features) || index != (int)index)
        return fail(parser, "SV", "an index is out of order or above the number of features");
    *last = (int)index;
    vector[*last - 1] = value;
    return EVQ_OK;
}

static int parse_vector(const Parser *parser, char *text, int vector)
{
    char *rest = NULL;
    int last = 0;
    const char *coefficient = strtok_r(text, " ", &rest);
    if (!coefficient || evq_parse_double(coefficient, &parser->svm->coefficient[vector]) < 0)
        return fail(parser, "SV", "not a number");
    for (char *word; (word = strtok_r(NULL, " ", &rest));) {
        int status = parse_element(
            parser, word, parser->svm->vector + (size_t)vector * (size_t)parser->svm->features,
            &last);
        if (status < 0)
            return status;
    }
    return EVQ_OK;
}

static int allocate(Parser *parser)
{
    EvqSvm *svm = parser->svm;
    svm->coefficient = calloc((size_t)svm->vectors, sizeof(double));
    svm->vector = calloc((size_t)svm->vectors * (size_t)svm->features, sizeof(double));
    if (svm->coefficient && svm->vector)
        return EVQ_OK;
    return evq_fail(parser->error, EVQ_E_NOMEM, "out of memory: %s", parser->what);
}

static int parse_lines(Parser *parser, char *text)
{
    char *rest = NULL, *line = strtok_r(text, "\n", &rest);
    int status = EVQ_OK, count = 0;
    for (; line && strcmp(line, "SV") != 0 && status == EVQ_OK; line = strtok_r(NULL, "\n", &rest))
        status = parse_header_line(parser, line);
    if (status == EVQ_OK)
        status = check_header(parser);
    if (status == EVQ_OK)
        status = allocate(parser);
    while (status == EVQ_OK && (line = strtok_r(NULL, "\n", &rest))) {
        if (count == parser->svm->vectors)
            return fail(parser, "total_sv", "there are more support vectors");
        status = parse_vector(parser, line, count++);
    }
    if (status == EVQ_OK && count < parser->svm->vectors)
        return fail(parser, "total_sv", "there are fewer support vectors");
    return status;
}

int evq_svm_parse(EvqSvm *svm, const char *text, int features, const char *what, EvqError *error)
{
    Parser parser = { .svm = svm, .what = what, .error = error };
    *svm = (EvqSvm){ .features = features };
    char *copy = strdup(text);
    if (!copy)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: %s", what);
    int status = parse_lines(&parser, copy);
    free(copy);
    return status;
}

void evq_svm_free(EvqSvm *svm)
{
    free(svm->coefficient);
    free(svm->vector);
    *svm = (EvqSvm){ 0 };
}

double evq_svm_predict(const EvqSvm *svm, const double *value)
{
    const double *vector = svm->vector;
    double sum = 0.0;
    for (int k = 0; k < svm->vectors; k++, vector += svm->features) {
        double distance2 = 0.0;
        for (int j = 0; j < svm->features; j++) {
            double d = value[j] - vector[j];
            distance2 = distance2 + d * d;
        }
        sum = sum + svm->coefficient[k] * f64_exp_nearest(-svm->gamma * distance2);
    }
    return sum - svm->rho;
}
