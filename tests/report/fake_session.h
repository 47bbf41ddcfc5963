/* A session with given contents, in place of the real one. */
#ifndef FAKE_SESSION_H
#define FAKE_SESSION_H

#include <exactvq/exactvq.h>

enum { FAKE_MAX = 4 };

struct EvqSession {
    size_t output_count;
    const char *output_names[FAKE_MAX];
    const char *listed; /* a character for each frame: '1' listed, '0' not */
    double scores[FAKE_MAX][16];
    /* min, max, mean, harmonic mean, p1, p5, p10, p25, p50 */
    double pools[FAKE_MAX][9];
    size_t aggregate_count;
    const char *aggregate_names[FAKE_MAX];
    double aggregates[FAKE_MAX];
    size_t metric_count;
    const char *metric_texts[FAKE_MAX];
    size_t model_count;
    const char *model_texts[FAKE_MAX];
};

#endif
