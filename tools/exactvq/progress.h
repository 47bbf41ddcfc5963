/* One line on the terminal that follows a run: frames, speed, time left. */
#ifndef EVQ_TOOL_PROGRESS_H
#define EVQ_TOOL_PROGRESS_H

#include <stdint.h>

typedef struct EvqProgress {
    int shown;      /* 0: standard error is no terminal, or quiet */
    uint64_t total; /* pairs, 0 unknown */
    double start, next;
} EvqProgress;

/* Seconds of a clock that only goes forward. */
double evq_cli_clock(void);

void evq_cli_progress_start(EvqProgress *progress, uint64_t total, int quiet);
/* Redraws the line when the last drawing is old enough; cheap otherwise. */
void evq_cli_progress_update(EvqProgress *progress, uint64_t done);
/* Erases the line. */
void evq_cli_progress_end(const EvqProgress *progress);

#endif
