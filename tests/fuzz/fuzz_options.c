/* libFuzzer: the command line parser on any words. */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 64

/* Splits the text at newlines and zeros, in place; returns argc. */
static int split(char *text, size_t size, char *program, char **argv)
{
    int argc = 0;
    char *end = text + size;

    argv[argc++] = program;
    for (char *word = text; word < end && argc < MAX_WORDS; argc++) {
        argv[argc] = word;
        while (word < end && *word && *word != '\n')
            word++;
        *word++ = 0;
    }
    argv[argc] = NULL;
    return argc;
}

static int points_into(const char *word, char **argv)
{
    size_t length = strlen(word);
    for (; *argv; argv++) {
        size_t whole = strlen(*argv);
        if (whole >= length && word == *argv + whole - length)
            return 1;
    }
    return 0;
}

/* What a successful parse promises to the code that follows. */
static void check(const EvqOptions *options, char **argv)
{
    if (options->action != EVQ_ACTION_SCORE)
        return;
    if (!points_into(options->reference, argv) || !points_into(options->distorted, argv))
        abort();
    if (options->threads > 1024 || options->style.precision > 17)
        abort();
    if (options->raw && (!options->width || !options->height || options->depth < 8))
        abort();
    for (size_t i = 0; i < options->metric_count; i++)
        if (!points_into(options->metrics[i], argv))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char program[] = "exactvq";
    char *argv[MAX_WORDS + 1];
    EvqOptions options;
    EvqError error = { 0 };
    char *text = malloc(size + 1);

    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    int argc = split(text, size, program, argv);
    int status = evq_cli_options_parse(&options, argc, argv, &error);
    if (status == 0)
        check(&options, argv);
    else if (status != error.status || !error.message[0])
        abort();
    evq_cli_options_free(&options);
    free(text);
    return 0;
}
