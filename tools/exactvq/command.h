/* The command line as text. */
#ifndef EVQ_TOOL_COMMAND_H
#define EVQ_TOOL_COMMAND_H

/* Joins argv so that a POSIX shell reads the same words back. NULL without memory; free() it. */
char *evq_cli_command_join(int argc, char **argv);

#endif
