/* What the golden tests share: pictures handed to sessions, every CPU level and thread count, and
 * comparison by bits. A failed expectation fails the running cmocka test. */
#ifndef EVQ_TESTS_GOLDEN_SUPPORT_H
#define EVQ_TESTS_GOLDEN_SUPPORT_H

#include <stddef.h>

#include <exactvq/exactvq.h>

#include "oracle.h"
#include "patterns.h"

typedef struct RunConfig {
    unsigned cpumask;
    int threads;
} RunConfig;

/* Every CPU level with 1, 2 and 7 threads. */
enum { RUN_CONFIGS = 9 };
extern const RunConfig run_configs[RUN_CONFIGS];

EvqFormat format_of_picture(const Picture *picture);

/* Scores the pairs with the metrics (a list that ends with NULL) and flushes. */
EvqSession *score_pairs(const RunConfig *run, int subsample, const char *const *metrics,
                        const PicturePair *pairs, size_t count);

/* Pushes copies of the pairs into a session and flushes. */
void push_pairs(EvqSession *session, const PicturePair *pairs, size_t count);
/* The same with planes of another meaning. */
EvqSession *score_pairs_as(const RunConfig *run, EvqColourModel model, int subsample,
                           const char *const *metrics, const PicturePair *pairs, size_t count);

/* R, G, B with the first plane of opacity[0] and opacity[1] as opacity; NULL: the picture has none.
 */
EvqSession *score_pair_over(const RunConfig *run, const char *metric, const PicturePair *pair,
                            const Picture *const opacity[2]);

/* Adds a metric to a fresh session and returns what the library returned. */
int try_metric(const EvqFormat *format, const char *text, EvqError *error);

/* The value of output `first + i` must be that of scores->value[i], and so its name. */
void assert_scores(const char *what, const EvqSession *session, size_t first, size_t frame,
                   const OracleScores *scores);
void assert_aggregates(const char *what, const EvqSession *session, const OracleScores *aggregates);

/* Scores one pair in every run configuration and compares with the oracle; where the oracle refuses
 * the format so must the library. Returns 1 when scores were compared. */
int check_pair(const char *text, const PicturePair *pair);

/* Compares every listed frame of a sequence of at most 16 pairs with the oracle, in every run
 * configuration; refusals as above. Returns whether scores were compared. */
int check_pairs(const char *text, const PicturePair *pairs, size_t count, int subsample);

#endif
