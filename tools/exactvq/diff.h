/* exactvq diff: compares two reports. */
#ifndef EVQ_TOOL_DIFF_H
#define EVQ_TOOL_DIFF_H

#include "exit.h"

/* argv[0] is "diff". Prints the comparison on standard output, failures on standard error. */
EvqExit evq_cli_diff(int argc, char **argv);

#endif
