/* Where results go: a report file, or the table on standard output. */
#ifndef EVQ_TOOL_OUTPUT_H
#define EVQ_TOOL_OUTPUT_H

#include "options.h"

/* Before a long run: catches a report path that cannot work, a folder or one in no folder. NULL:
 * none. */
int evq_cli_output_check(const char *path, EvqError *error);

/* Writes a file of text, or to standard output when the path is "-". */
int evq_cli_output_text(const char *path, const char *text, EvqError *error);

/* Writes what the options ask for. */
int evq_cli_output_write(const EvqOptions *options, const EvqSession *session,
                         const EvqReportInfo *info, EvqError *error);

#endif
