/*
 * The known answers of the self-test, by the scalar build of the kernels.
 *
 *     selftest_values         writes src/core/selftest_values.c to standard output
 *     selftest_values FILE    compares FILE with it; exit 1 when they differ
 */
#include "core/selftest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *text)
{
    fprintf(stderr, "%s\n", text);
    exit(1);
}

/* With the sums behind the scores, where the metric shows them. */
static void describe(const EvqMetricInfo *metric, char *text, size_t size)
{
    snprintf(text, size, "%s", metric->name);
    for (size_t i = 0; i < metric->option_count; i++)
        if (strcmp(metric->options[i].name, "debug") == 0)
            snprintf(text, size, "%s=debug=true", metric->name);
}

static void write_values(FILE *out, const EvqSession *session)
{
    size_t outputs = evq_session_output_count(session);
    for (size_t i = 0; i < EVQ_SELFTEST_FRAMES * outputs; i++) {
        double value;
        uint64_t bits;
        if (evq_session_score(session, i % outputs, i / outputs, &value) != 1 || isnan(value))
            fail("a self-test picture has no score");
        memcpy(&bits, &value, sizeof bits);
        fprintf(out, "%s0x%016llx,", i % 4 ? " " : "\n          ", (unsigned long long)bits);
    }
}

/* Returns 1 when the metric can score the picture. */
static int write_answer(FILE *out, const char *metric, int picture)
{
    EvqSession *session;
    EvqError error;
    int status =
        evq_selftest_score(&session, metric, picture, NULL, evq_cpu_level_scalar(), &error);
    if (status == EVQ_E_INPUT)
        return 0;
    if (status < 0)
        fail(error.message);
    fprintf(out, "    { \"%s\", %d, %zu,\n      (const uint64_t[]){", metric, picture,
            EVQ_SELFTEST_FRAMES * evq_session_output_count(session));
    write_values(out, session);
    fprintf(out, "\n      } },\n");
    evq_session_close(&session);
    return 1;
}

static void write_file(FILE *out)
{
    const EvqMetricInfo *metric;
    char text[128];
    fprintf(out, "/* Written by tests/check/selftest_values.c. */\n"
                 "#include \"core/selftest.h\"\n\n"
                 "/* clang-format off */\n"
                 "const EvqKnownAnswer evq_known_answers[] = {\n");
    for (size_t i = 0; (metric = evq_metric_info(i)); i++) {
        int answers = 0;
        describe(metric, text, sizeof text);
        for (int picture = 0; picture < EVQ_SELFTEST_PICTURES; picture++)
            answers += write_answer(out, text, picture);
        if (!answers)
            fail("a metric can score no self-test picture");
    }
    fprintf(out, "};\n\n"
                 "const size_t evq_known_answer_count =\n"
                 "    sizeof evq_known_answers / sizeof *evq_known_answers;\n");
}

static int is_same(FILE *file, const char *text)
{
    int line = 1, c;
    for (; *text; text++) {
        c = fgetc(file);
        if (c != (unsigned char)*text) {
            printf("line %d differs: write the file anew with selftest_values\n", line);
            return 0;
        }
        line += c == '\n';
    }
    return fgetc(file) == EOF;
}

int main(int argc, char **argv)
{
    char *text = NULL;
    size_t size;
    if (argc < 2) {
        write_file(stdout);
        return fflush(stdout) != 0;
    }
    FILE *memory = open_memstream(&text, &size);
    FILE *file = fopen(argv[1], "r");
    if (!memory || !file)
        fail("cannot read the file");
    write_file(memory);
    fclose(memory);
    int same = is_same(file, text);
    fclose(file);
    free(text);
    return !same;
}
