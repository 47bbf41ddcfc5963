/* The exit codes of the tool. Scripts rely on them. */
#ifndef EVQ_TOOL_EXIT_H
#define EVQ_TOOL_EXIT_H

#include <exactvq/exactvq.h>

typedef enum EvqExit {
    EVQ_EXIT_OK = 0,
    EVQ_EXIT_FAILURE = 1, /* a report cannot be written, interrupted, out of memory */
    EVQ_EXIT_USAGE = 2,
    EVQ_EXIT_INPUT = 3,
    EVQ_EXIT_DEVICE = 4,
    EVQ_EXIT_DIFFERENT = 5, /* what was compared is not equal */
} EvqExit;

static inline EvqExit evq_cli_exit_of(int status)
{
    switch (status) {
    case EVQ_OK:
        return EVQ_EXIT_OK;
    case EVQ_E_USAGE:
        return EVQ_EXIT_USAGE;
    case EVQ_E_INPUT:
        return EVQ_EXIT_INPUT;
    case EVQ_E_DEVICE:
        return EVQ_EXIT_DEVICE;
    default:
        return EVQ_EXIT_FAILURE;
    }
}

#endif
