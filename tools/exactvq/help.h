/* Texts for people who ask. */
#ifndef EVQ_TOOL_HELP_H
#define EVQ_TOOL_HELP_H

#include <stdio.h>

void evq_cli_help_usage(FILE *out);
/* The metrics of this build with their options. */
void evq_cli_help_metrics(FILE *out);

#endif
