/* exactvq devices: lists what sessions can compute on. */
#ifndef EVQ_TOOL_DEVICES_H
#define EVQ_TOOL_DEVICES_H

#include "exit.h"

/* argv[0] is the command's name. */
EvqExit evq_cli_devices(int argc, char **argv);

#endif
