#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_@%+=:,./-";
    return *word && !word[strspn(word, plain)];
}

static void put_quoted(FILE *out, const char *word)
{
    putc('\'', out);
    for (; *word; word++) {
        if (*word == '\'')
            fputs("'\\''", out);
        else
            putc(*word, out);
    }
    putc('\'', out);
}

char *evq_cli_command_join(int argc, char **argv)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (int i = 0; i < argc; i++) {
        if (i)
            putc(' ', out);
        if (is_plain(argv[i]))
            fputs(argv[i], out);
        else
            put_quoted(out, argv[i]);
    }
    int failed = ferror(out);
    if (fclose(out) || failed) {
        free(text);
        return NULL;
    }
    return text;
}
