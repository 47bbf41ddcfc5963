/* SIGINT and SIGTERM end a run early; what was scored is still written. */
#ifndef EVQ_TOOL_INTERRUPT_H
#define EVQ_TOOL_INTERRUPT_H

/* From now on the first signal is noted and a second one kills, for a run that waits for a pipe. */
void evq_cli_interrupt_catch(void);
int evq_cli_interrupted(void);

#endif
