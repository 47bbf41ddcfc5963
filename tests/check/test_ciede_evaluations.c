/* ciede gives the same bits in every evaluation, on every CPU level and with every thread count. */
#include "core/session.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

typedef struct Way {
    const EvqCpuLevel *level;
    EvqEvaluation evaluation;
    int threads;
} Way;

enum { WAYS = 12, FRAMES = 3 };

/* The first is what the others are compared with: the defining statements without vector code. */
static void list_ways(Way way[WAYS])
{
    const EvqCpuLevel *scalar = evq_cpu_level_scalar(), *soft = evq_cpu_level_soft();
    const EvqCpuLevel *baseline = evq_cpu_level(EVQ_CPUMASK_AVX2 | EVQ_CPUMASK_AVX512);
    const EvqCpuLevel *v3 = evq_cpu_level(EVQ_CPUMASK_AVX512), *best = evq_cpu_level(0);
    const Way ways[WAYS] = {
        { scalar, EVQ_EVALUATION_EXACT, 1 },   { soft, EVQ_EVALUATION_EXACT, 2 },
        { best, EVQ_EVALUATION_EXACT, 2 },     { scalar, EVQ_EVALUATION_QUICK, 1 },
        { baseline, EVQ_EVALUATION_QUICK, 2 }, { v3, EVQ_EVALUATION_QUICK, 1 },
        { best, EVQ_EVALUATION_QUICK, 7 },     { scalar, EVQ_EVALUATION_PAIR, 1 },
        { baseline, EVQ_EVALUATION_PAIR, 1 },  { v3, EVQ_EVALUATION_PAIR, 2 },
        { best, EVQ_EVALUATION_PAIR, 7 },      { soft, EVQ_EVALUATION_PAIR, 1 },
    };
    memcpy(way, ways, sizeof ways);
}

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* A random picture; the distorted one is near the reference, equal in the upper quarter. */
static void fill(EvqFrame *frame, const EvqFrame *near, uint32_t seed)
{
    int most = (1 << frame->format.depth) - 1;
    for (int i = 0; i < 3; i++) {
        int height = evq_format_plane_height(&frame->format, i);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < evq_format_plane_width(&frame->format, i); x++) {
                ptrdiff_t at = y * frame->stride[i];
                int bytes = evq_format_sample_bytes(&frame->format);
                int v = (int)(next(&seed) % (unsigned)(most + 1));
                if (near) {
                    const void *row = (const char *)near->plane[i] + at;
                    v = bytes == 1 ? ((const uint8_t *)row)[x] : ((const uint16_t *)row)[x];
                    v += y < height / 4 ? 0 : (int)(next(&seed) % 9) - 4;
                    v = v < 0 ? 0 : v > most ? most : v;
                }
                void *row = (char *)(void *)frame->plane[i] + at;
                if (bytes == 1)
                    ((uint8_t *)row)[x] = (uint8_t)v;
                else
                    ((uint16_t *)row)[x] = (uint16_t)v;
            }
    }
}

/* Scores of both flavours; frame 1 is a pair of equal pictures. */
static void score(const Way *way, const EvqFormat *format, double scores[2][FRAMES])
{
    EvqConfig config = evq_config_default();
    config.threads = way->threads;
    EvqSession *session;
    EvqError error;
    assert_int_equal(evq_session_open(&session, &config, format, &error), 0);
    evq_session_evaluate(session, way->level, way->evaluation);
    assert_int_equal(evq_session_add_metric(session, "ciede", &error), 0);
    assert_int_equal(evq_session_add_metric(session, "ciede=flavour=1", &error), 0);
    assert_string_equal(evq_session_output_name(session, 0), "ciede2000");
    assert_string_equal(evq_session_output_name(session, 1), "ciede2000_flavour_1");
    for (int f = 0; f < FRAMES; f++) {
        EvqFrame ref, dis;
        assert_int_equal(evq_frame_alloc(&ref, format, &error), 0);
        assert_int_equal(evq_frame_alloc(&dis, format, &error), 0);
        fill(&ref, NULL, 7u + (uint32_t)f);
        fill(&dis, f == 1 ? NULL : &ref, 7u + (uint32_t)f);
        assert_int_equal(evq_session_push(session, &ref, &dis, &error), 0);
    }
    assert_int_equal(evq_session_flush(session, &error), 0);
    for (int k = 0; k < 2; k++)
        for (int f = 0; f < FRAMES; f++)
            assert_int_equal(evq_session_score(session, k, f, &scores[k][f]), 1);
    evq_session_close(&session);
}

static void check_format(int width, int height, int depth, EvqChroma chroma)
{
    EvqFormat format = { .width = width, .height = height, .depth = depth, .chroma = chroma };
    Way way[WAYS];
    double first[2][FRAMES];
    list_ways(way);
    score(&way[0], &format, first);
    assert_true(isinf(first[0][1]) && first[0][1] > 0);
    assert_true(first[0][0] > -100 && first[0][0] < 100);
    for (int i = 1; i < WAYS; i++) {
        double scores[2][FRAMES];
        score(&way[i], &format, scores);
        assert_memory_equal(scores, first, sizeof first);
    }
}

static void test_depths(void **state)
{
    (void)state;
    static const int depths[] = { 8, 10, 12, 16 };
    for (int i = 0; i < 4; i++)
        check_format(63, 21, depths[i], EVQ_CHROMA_420);
}

static void test_chroma(void **state)
{
    (void)state;
    for (int depth = 8; depth <= 10; depth += 2) {
        check_format(35, 17, depth, EVQ_CHROMA_422);
        check_format(35, 17, depth, EVQ_CHROMA_444);
    }
}

/* Sizes around the block of the quick evaluation, and the smallest. */
static void test_sizes(void **state)
{
    (void)state;
    static const int width[] = { 1, 2, 255, 256, 257, 513 };
    for (size_t i = 0; i < sizeof width / sizeof *width; i++)
        check_format(width[i], 4 + (int)i % 2, 8, EVQ_CHROMA_420);
    check_format(3, 1, 16, EVQ_CHROMA_422);
}

static void test_luma_alone(void **state)
{
    (void)state;
    EvqFormat format = { .width = 16, .height = 16, .depth = 8, .chroma = EVQ_CHROMA_400 };
    EvqConfig config = evq_config_default();
    EvqSession *session;
    EvqError error;
    assert_int_equal(evq_session_open(&session, &config, &format, &error), 0);
    assert_int_equal(evq_session_add_metric(session, "ciede", &error), EVQ_E_INPUT);
    evq_session_close(&session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depths),
        cmocka_unit_test(test_chroma),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_luma_alone),
    };
    return cmocka_run_group_tests_name("ciede-evaluations", tests, NULL, NULL);
}
