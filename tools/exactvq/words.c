#include "words.h"

int evq_cli_words_parse(const EvqWords *words, int argc, char **argv, EvqError *error)
{
    int status = EVQ_OK;
    optind = 0; /* glibc: forget an earlier parse */
    opterr = 0;
    while (status == EVQ_OK && !*words->help) {
        const char *word = argv[optind ? optind : 1];
        int code = getopt_long(argc, argv, words->short_options, words->long_options, NULL);
        if (code == -1)
            break;
        status = words->apply(words->options, code, word, error);
    }
    for (; status == EVQ_OK && optind < argc; optind++) { /* what follows "--" */
        optarg = argv[optind];
        status = words->apply(words->options, 1, optarg, error);
    }
    return status;
}
