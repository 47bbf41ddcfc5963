/* exactvq selftest: known answers on every device. */
#ifndef EVQ_TOOL_SELFTEST_H
#define EVQ_TOOL_SELFTEST_H

#include "exit.h"

/* argv[0] is the command's name. */
EvqExit evq_cli_selftest(int argc, char **argv);

#endif
