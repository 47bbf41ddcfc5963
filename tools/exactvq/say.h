/* Lines on standard error, and the warnings of a run. */
#ifndef EVQ_TOOL_SAY_H
#define EVQ_TOOL_SAY_H

#include <stddef.h>

/* Prints "exactvq: TEXT". Control characters, which a file name may hold, are shown as '?', so
 * that a message is always one line. */
__attribute__((format(printf, 1, 2))) void evq_cli_say(const char *format, ...);

/* Prints "try 'exactvq OPTION'", what to do after a usage error. */
void evq_cli_say_hint(const char *option);

/* Warnings: shown at once and kept for the report. Starts zeroed. */
typedef struct EvqWarnings {
    char **lines;
    size_t count;
} EvqWarnings;

__attribute__((format(printf, 2, 3))) void evq_cli_warn(EvqWarnings *warnings, const char *format,
                                                        ...);
void evq_cli_warnings_free(EvqWarnings *warnings);

#endif
