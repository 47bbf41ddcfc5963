#include "say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void print_line(const char *prefix, const char *text)
{
    flockfile(stderr);
    fprintf(stderr, "exactvq: %s", prefix);
    for (; *text; text++)
        putc((unsigned char)*text < ' ' || *text == 0x7f ? '?' : *text, stderr);
    putc('\n', stderr);
    funlockfile(stderr);
}

void evq_cli_say(const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_line("", text);
}

void evq_cli_say_hint(const char *option)
{
    fprintf(stderr, "try 'exactvq %s'\n", option);
}

/* Keeps a line; without memory the line was at least shown. */
static void keep(EvqWarnings *warnings, char *line)
{
    char **lines = realloc(warnings->lines, (warnings->count + 1) * sizeof *lines);
    if (!lines) {
        free(line);
        return;
    }
    warnings->lines = lines;
    lines[warnings->count++] = line;
}

void evq_cli_warn(EvqWarnings *warnings, const char *format, ...)
{
    char *line;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    print_line("warning: ", line);
    keep(warnings, line);
}

void evq_cli_warnings_free(EvqWarnings *warnings)
{
    for (size_t i = 0; i < warnings->count; i++)
        free(warnings->lines[i]);
    free(warnings->lines);
    *warnings = (EvqWarnings){ 0 };
}
