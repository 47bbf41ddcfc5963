/*
 * The known-answer self-test of a device: metrics on small pictures made by formula, their scores
 * compared bit for bit with values that stand in the library (selftest_values.c).
 */
#ifndef EVQ_CORE_SELFTEST_H
#define EVQ_CORE_SELFTEST_H

#include "core/session.h"

enum { EVQ_SELFTEST_PICTURES = 4, EVQ_SELFTEST_FRAMES = 2 };

/* The scores of a metric on a picture, frame by frame, in the order of the outputs. */
typedef struct EvqKnownAnswer {
    const char *metric; /* as given to a session */
    int picture;
    int count;
    const uint64_t *bits;
} EvqKnownAnswer;

extern const EvqKnownAnswer evq_known_answers[];
extern const size_t evq_known_answer_count;

/* Proves the device of a session for each of its metrics, unless that was done before.
 * EVQ_E_DEVICE: it fails, and the message names the first value that differs. */
int evq_selftest_session(EvqSession *session, EvqError *error);

/*
 * Scores a self-test picture, 0 .. EVQ_SELFTEST_PICTURES - 1, on a device, or on the CPU at a level
 * when it is NULL. On success *session is flushed and the caller's. EVQ_E_INPUT: the metric cannot
 * score this picture.
 */
int evq_selftest_score(EvqSession **session, const char *metric, int picture, EvqDevice *device,
                       const EvqCpuLevel *level, EvqError *error);

#endif
