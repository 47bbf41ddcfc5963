/* The words of a command such as diff or gate: options and paths in any order. */
#ifndef EVQ_TOOL_WORDS_H
#define EVQ_TOOL_WORDS_H

#include <exactvq/exactvq.h>
#include <getopt.h>

/* What takes the words: `apply` gets getopt's code and the word as typed; the option's value, or
 * for code 1 the word that is no option, is in getopt's optarg. */
typedef struct EvqWords {
    const char *short_options; /* begins with "-:" */
    const struct option *long_options;
    int (*apply)(void *options, int code, const char *word, EvqError *error);
    void *options;
    const int *help; /* set by apply: options behind it are not read */
} EvqWords;

/* Returns EVQ_OK, or the first failure of apply. */
int evq_cli_words_parse(const EvqWords *words, int argc, char **argv, EvqError *error);

#endif
