/* The library against the golden files of the real clips: every frame and output, the pooled and
 * the aggregate values, on every CPU level and with several thread counts. */
#include <stdio.h>

#include "clips.h"
#include "expect.h"
#include "support.h"

static struct json_object *member(struct json_object *object, const char *key)
{
    struct json_object *value;
    if (!json_object_object_get_ex(object, key, &value))
        fail_msg("the golden file lacks %s", key);
    return value;
}

/* Returns the number of outputs. */
static size_t check_frame(const char *what, const EvqSession *session, size_t first, size_t frame,
                          struct json_object *golden)
{
    assert_int_equal(evq_session_frame_listed(session, frame), 1);
    size_t output = first;
    json_object_object_foreach(golden, name, json)
    {
        double value;
        assert_true(output < evq_session_output_count(session));
        assert_string_equal(evq_session_output_name(session, output), name);
        assert_int_equal(evq_session_score(session, output, frame, &value), 1);
        assert_json_bits(what, name, value, json);
        output++;
    }
    return output - first;
}

static void check_pools(const char *what, const EvqSession *session, size_t first,
                        struct json_object *golden)
{
    static const struct {
        const char *key;
        EvqPool pool;
    } pools[] = {
        { "min", EVQ_POOL_MIN },
        { "max", EVQ_POOL_MAX },
        { "mean", EVQ_POOL_MEAN },
        { "harmonic_mean", EVQ_POOL_HARMONIC_MEAN },
    };
    size_t output = first;
    json_object_object_foreach(golden, name, values)
    {
        assert_string_equal(evq_session_output_name(session, output), name);
        for (size_t i = 0; i < sizeof(pools) / sizeof(pools[0]); i++) {
            char label[320];
            double value;
            snprintf(label, sizeof(label), "%s, %s", what, pools[i].key);
            assert_int_equal(evq_session_pool(session, output, pools[i].pool, 0, &value), 1);
            assert_json_bits(label, name, value, member(values, pools[i].key));
        }
        output++;
    }
}

/* Returns the number of aggregates. */
static size_t check_aggregates(const char *what, const EvqSession *session, size_t first,
                               struct json_object *golden)
{
    size_t aggregate = first;
    json_object_object_foreach(golden, name, json)
    {
        assert_true(aggregate < evq_session_aggregate_count(session));
        assert_string_equal(evq_session_aggregate_name(session, aggregate), name);
        assert_json_bits(what, name, evq_session_aggregate_value(session, aggregate), json);
        aggregate++;
    }
    return aggregate - first;
}

static void check_session(const char *label, const EvqSession *session, const Clip *clip)
{
    struct json_object *features = member(clip->golden, "features");
    size_t first = 0, aggregates = 0;
    for (size_t f = 0; clip_feature(f); f++) {
        char what[256];
        struct json_object *golden = member(features, clip_feature(f));
        if (json_object_object_get_ex(golden, "error", NULL))
            continue;
        struct json_object *frames = member(golden, "frames");
        assert_int_equal(json_object_array_length(frames), clip->count);
        size_t outputs = 0;
        for (size_t i = 0; i < clip->count; i++) {
            snprintf(what, sizeof(what), "%s, %s, frame %zu", label, clip_feature(f), i);
            outputs = check_frame(what, session, first, i, json_object_array_get_idx(frames, i));
        }
        snprintf(what, sizeof(what), "%s, %s", label, clip_feature(f));
        check_pools(what, session, first, member(golden, "pooled"));
        aggregates += check_aggregates(what, session, aggregates, member(golden, "aggregate"));
        first += outputs;
    }
    assert_int_equal(evq_session_output_count(session), first);
    assert_int_equal(evq_session_aggregate_count(session), aggregates);
}

/* The features to score; those that the golden file says are refused must be. */
static size_t scored_features(const Clip *clip, const char *metrics[16])
{
    struct json_object *features = member(clip->golden, "features");
    const EvqFormat format = format_of_picture(&clip->pair[0].ref);
    size_t count = 0;
    for (size_t f = 0; clip_feature(f); f++) {
        EvqError error;
        if (!json_object_object_get_ex(member(features, clip_feature(f)), "error", NULL))
            metrics[count++] = clip_feature(f);
        else
            assert_int_equal(try_metric(&format, clip_feature(f), &error), EVQ_E_INPUT);
    }
    return count;
}

static void check_clip(size_t index)
{
    Clip clip;
    const int result = clip_load(&clip, index);
    if (result == 1) {
        print_message("%s is absent: EVQ_SHARED names no folder that has it\n", clip_name(index));
        skip();
    }
    assert_int_equal(result, 0);
    const char *metrics[16] = { NULL };
    const size_t count = scored_features(&clip, metrics);
    assert_true(count > 0);
    for (size_t r = 0; r < RUN_CONFIGS; r++) {
        char label[128];
        snprintf(label, sizeof(label), "%s, cpumask %u, %d threads", clip_name(index),
                 run_configs[r].cpumask, run_configs[r].threads);
        EvqSession *session = score_pairs(&run_configs[r], 1, metrics, clip.pair, clip.count);
        check_session(label, session, &clip);
        evq_session_close(&session);
    }
    clip_free(&clip);
}

static void test_small_8_bit(void **state)
{
    (void)state;
    check_clip(0);
}

static void test_8_bit(void **state)
{
    (void)state;
    check_clip(1);
}

static void test_10_bit(void **state)
{
    (void)state;
    check_clip(2);
}

static void test_identical(void **state)
{
    (void)state;
    check_clip(3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_8_bit),
        cmocka_unit_test(test_8_bit),
        cmocka_unit_test(test_10_bit),
        cmocka_unit_test(test_identical),
    };
    return cmocka_run_group_tests_name("golden-clips", tests, NULL, NULL);
}
