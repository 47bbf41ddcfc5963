/* Scoring one pair of inputs, from opening them to writing the results. */
#ifndef EVQ_TOOL_RUN_H
#define EVQ_TOOL_RUN_H

#include "exit.h"
#include "options.h"

/* `command` is recorded in the report. Failures are said on standard error. */
EvqExit evq_cli_run(const EvqOptions *options, const char *command);

#endif
