/* Where results go: a report file, or the table on standard output. */
#ifndef EVQ_TOOL_OUTPUT_H
#define EVQ_TOOL_OUTPUT_H

#include "options.h"

/* Before a long run: catches a report path that cannot work, a folder or one in no folder. */
int evq_cli_output_check(const EvqOptions *options, EvqError *error);

/* Writes what the options ask for. */
int evq_cli_output_write(const EvqOptions *options, const EvqSession *session,
                         const EvqReportInfo *info, EvqError *error);

#endif
