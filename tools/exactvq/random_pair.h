/* Random small pictures: the same ones for the same numbers, on every machine. */
#ifndef EVQ_TOOL_RANDOM_PAIR_H
#define EVQ_TOOL_RANDOM_PAIR_H

#include <exactvq/exactvq.h>

typedef struct EvqRandomPair {
    EvqFrame frame[2]; /* reference, distorted */
    char about[120];   /* "67x51, 10 bits, 4:2:2, noise and a ramp" */
} EvqRandomPair;

/* Makes pair `index` of the series that `seed` names. */
int evq_cli_random_pair(EvqRandomPair *pair, uint64_t seed, uint64_t index, EvqError *error);
void evq_cli_random_pair_free(EvqRandomPair *pair);

#endif
