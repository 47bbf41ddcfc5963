/* Sequences: frame order, subsampling, several metrics at once, aggregates and pools. */
#include <stdio.h>

#include "expect.h"
#include "support.h"

enum { FRAMES = 11, METRICS = 3 };

static const char *const metrics[METRICS + 1] = {
    "psnr=enable_mse=true:enable_apsnr=true",
    "float_vif=vif_sigma_nsq=1.5",
    "float_psnr",
    NULL,
};

static int make_sequence(void **state)
{
    static PicturePair pairs[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
        const PatternKind kind = i % 3 ? PATTERN_NOISE_CLOSE : PATTERN_BLOCKS;
        if (pattern_make(&pairs[i], kind, 61, 47, 10, PICTURE_420, (uint32_t)(i + 1)))
            return -1;
    }
    *state = pairs;
    return 0;
}

static int free_sequence(void **state)
{
    PicturePair *pairs = *state;
    for (int i = 0; i < FRAMES; i++)
        picture_pair_free(&pairs[i]);
    return 0;
}

static void check_frames(const EvqSession *session, const PicturePair *pairs, int step)
{
    for (size_t i = 0; i < FRAMES; i++) {
        assert_int_equal(evq_session_frame_listed(session, i), i % (size_t)step == 0);
        if (i % (size_t)step)
            continue;
        size_t first = 0;
        for (int m = 0; m < METRICS; m++) {
            char what[128];
            OracleScores scores;
            snprintf(what, sizeof(what), "%s, frame %zu, every %d", metrics[m], i, step);
            assert_int_equal(oracle_score(metrics[m], &pairs[i].ref, &pairs[i].dis, &scores),
                             ORACLE_OK);
            assert_scores(what, session, first, i, &scores);
            first += scores.count;
        }
        assert_int_equal(evq_session_output_count(session), first);
    }
}

/* Pools of the first output, psnr_y, over the listed frames. */
static void check_pools(const EvqSession *session, const PicturePair *pairs, int step)
{
    double sum = 0, inverse = 0, least = 0, most = 0, value;
    int count = 0;
    for (int i = 0; i < FRAMES; i += step) {
        OracleScores scores;
        assert_int_equal(oracle_score("psnr", &pairs[i].ref, &pairs[i].dis, &scores), ORACLE_OK);
        const double x = scores.value[0];
        sum += x;
        inverse += 1.0 / (x + 1.0);
        least = count == 0 || x < least ? x : least;
        most = count == 0 || x > most ? x : most;
        count++;
    }
    assert_int_equal(evq_session_pool(session, 0, EVQ_POOL_MEAN, 0, &value), 1);
    assert_bits("psnr_y", "mean", value, sum / count);
    assert_int_equal(evq_session_pool(session, 0, EVQ_POOL_HARMONIC_MEAN, 0, &value), 1);
    assert_bits("psnr_y", "harmonic mean", value, count / inverse - 1.0);
    assert_int_equal(evq_session_pool(session, 0, EVQ_POOL_MIN, 0, &value), 1);
    assert_bits("psnr_y", "least", value, least);
    assert_int_equal(evq_session_pool(session, 0, EVQ_POOL_MAX, 0, &value), 1);
    assert_bits("psnr_y", "most", value, most);
}

/* Aggregates cover the frames that are not listed too. */
static void check_sequence(const PicturePair *pairs, int subsample)
{
    const int step = subsample > 1 ? subsample : 1;
    OracleScores aggregates;
    assert_int_equal(oracle_aggregate(metrics[0], pairs, FRAMES, &aggregates), ORACLE_OK);
    assert_int_equal(aggregates.count, 3);
    for (size_t r = 0; r < RUN_CONFIGS; r++) {
        EvqSession *session = score_pairs(&run_configs[r], subsample, metrics, pairs, FRAMES);
        check_frames(session, pairs, step);
        check_pools(session, pairs, step);
        assert_aggregates("aggregate", session, &aggregates);
        evq_session_close(&session);
    }
}

static void test_every_frame(void **state)
{
    check_sequence(*state, 0);
    check_sequence(*state, 1);
}

static void test_every_second_frame(void **state)
{
    check_sequence(*state, 2);
}

static void test_every_third_frame(void **state)
{
    check_sequence(*state, 3);
}

static void test_only_the_first_frame(void **state)
{
    check_sequence(*state, FRAMES);
}

/* psnr sees every frame for its aggregates; its own frames are hidden all the same. */
static void test_temporal_metric_alone(void **state)
{
    const char *const psnr[] = { metrics[0], NULL };
    OracleScores aggregates;
    assert_int_equal(oracle_aggregate(psnr[0], *state, FRAMES, &aggregates), ORACLE_OK);
    EvqSession *session = score_pairs(&run_configs[0], 4, psnr, *state, FRAMES);
    for (size_t i = 0; i < FRAMES; i++)
        assert_int_equal(evq_session_frame_listed(session, i), i % 4 == 0);
    assert_aggregates("psnr alone", session, &aggregates);
    evq_session_close(&session);
}

/* A mask that had no effect would leave the slower levels untested. */
static void test_masks_lower_the_cpu_level(void **state)
{
    for (size_t r = 0; r < RUN_CONFIGS; r++) {
        EvqSession *session = score_pairs(&run_configs[r], 1, metrics, *state, 1);
        const char *level = evq_session_cpu_level(session);
        if (run_configs[r].cpumask & 16)
            assert_string_not_equal(level, "x86-64-v4");
        if (run_configs[r].cpumask & 8)
            assert_string_not_equal(level, "x86-64-v3");
        assert_int_equal(evq_session_threads(session), run_configs[r].threads);
        evq_session_close(&session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_frame),
        cmocka_unit_test(test_every_second_frame),
        cmocka_unit_test(test_every_third_frame),
        cmocka_unit_test(test_only_the_first_frame),
        cmocka_unit_test(test_temporal_metric_alone),
        cmocka_unit_test(test_masks_lower_the_cpu_level),
    };
    return cmocka_run_group_tests_name("golden-sequence", tests, make_sequence, free_sequence);
}
