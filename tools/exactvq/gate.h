/* exactvq gate: one pair on everything that this machine can compute on, bit for bit. */
#ifndef EVQ_TOOL_GATE_H
#define EVQ_TOOL_GATE_H

#include "exit.h"

/* argv[0] is "gate". */
EvqExit evq_cli_gate(int argc, char **argv);

#endif
