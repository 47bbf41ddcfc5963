/* A device that runs out of memory or is lost at every possible moment: the session says so in one
 * line, keeps what was scored and frees what it took (the sanitizers see to that). */
#include "core/session.h"
#include "device/dummy/dummy.h"
#include "device/probe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 70, HEIGHT = 51, FRAMES = 5, MOST_VALUES = 128 };

static const EvqFormat format = {
    .width = WIDTH, .height = HEIGHT, .depth = 8, .chroma = EVQ_CHROMA_420
};

/* ---- A session of a few frames ---- */

typedef struct Outcome {
    int status;
    EvqError error;
    size_t done;               /* frames with every score */
    double value[MOST_VALUES]; /* scores, then aggregates */
    size_t values;
    char device[512], notice[512]; /* the last one */
    size_t notices;
} Outcome;

static EvqFrame picture(int seed)
{
    EvqFrame frame;
    assert_int_equal(evq_frame_alloc(&frame, &format, NULL), 0);
    for (int plane = 0; plane < 3; plane++)
        for (int y = 0; y < evq_format_plane_height(&format, plane); y++)
            for (int x = 0; x < evq_format_plane_width(&format, plane); x++)
                ((unsigned char *)frame.plane[plane])[y * frame.stride[plane] + x] =
                    (unsigned char)(x * (seed + 3) + y * y + (x * y >> 3) * seed);
    return frame;
}

static void push_all(EvqSession *session, Outcome *outcome)
{
    for (int i = 0; i < FRAMES && outcome->status == 0; i++) {
        EvqFrame reference = picture(i), distorted = picture(i + 1);
        outcome->status = evq_session_push(session, &reference, &distorted, &outcome->error);
    }
    int flushed = evq_session_flush(session, outcome->status ? NULL : &outcome->error);
    outcome->status = outcome->status ? outcome->status : flushed;
}

static void keep_values(Outcome *outcome, const EvqSession *session)
{
    size_t outputs = evq_session_output_count(session);
    assert_true(outputs * FRAMES + evq_session_aggregate_count(session) <= MOST_VALUES);
    for (size_t i = 0; i < FRAMES; i++) {
        outcome->done += (size_t)evq_session_frame_listed(session, i);
        for (size_t k = 0; k < outputs; k++)
            evq_session_score(session, k, i, &outcome->value[outcome->values++]);
    }
    for (size_t i = 0; i < evq_session_aggregate_count(session); i++)
        outcome->value[outcome->values++] = evq_session_aggregate_value(session, i);
}

/* No devices: on the CPU. */
static Outcome score_among(const EvqConfig *config, EvqDevice *const *device, int devices)
{
    static const char *const metrics[] = { "psnr", "float_vif", "float_motion" };
    Outcome outcome = { 0 };
    EvqSession *session;
    const char *notice;
    assert_int_equal(evq_session_open_among(&session, config, &format, device, devices, NULL), 0);
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
        assert_int_equal(evq_session_add_metric(session, metrics[i], NULL), 0);
    push_all(session, &outcome);
    keep_values(&outcome, session);
    strcpy(outcome.device, evq_session_device(session));
    for (; (notice = evq_session_notice(session, outcome.notices)); outcome.notices++)
        strcpy(outcome.notice, notice);
    evq_session_close(&session);
    return outcome;
}

/* `device` NULL: on the CPU. */
static Outcome score(EvqDevice *device, EvqBackend backend)
{
    EvqConfig config = evq_config_default();
    config.backend = backend;
    config.threads = 2;
    return score_among(&config, &device, device != NULL);
}

static Outcome score_with(EvqDummyFaults faults, EvqBackend backend)
{
    EvqDevice *device;
    assert_int_equal(evq_dummy_open(&device, &faults, EVQ_FP64_AUTO, NULL), 0);
    Outcome outcome = score(device, backend);
    evq_device_close(&device);
    return outcome;
}

static void assert_scored(const Outcome *outcome)
{
    Outcome expected = score(NULL, EVQ_BACKEND_CPU);
    assert_int_equal(outcome->status, EVQ_OK);
    assert_int_equal(outcome->done, FRAMES);
    assert_int_equal(outcome->values, expected.values);
    assert_memory_equal(outcome->value, expected.value, expected.values * sizeof(double));
}

static void assert_failed(const Outcome *outcome)
{
    assert_int_equal(outcome->status, EVQ_E_DEVICE);
    assert_int_equal(outcome->error.status, EVQ_E_DEVICE);
    assert_non_null(strstr(outcome->error.message, "test device"));
    assert_null(strchr(outcome->error.message, '\n'));
    assert_true(outcome->done < FRAMES);
}

/* ---- Tests ---- */

static void test_no_fault(void **state)
{
    (void)state;
    Outcome outcome = score_with((EvqDummyFaults){ 0 }, EVQ_BACKEND_CPU);
    assert_scored(&outcome);
    assert_string_equal(outcome.device, "dummy:0 test device");
}

/* Fails the n-th call of a kind for every n until no call is left to fail. Calls of the second slot
 * may fail: the first one is enough. Returns how many runs failed. */
static int fail_each(size_t kind)
{
    int failed = 0;
    for (int n = 1; n < 10000; n++) {
        EvqDummyFaults faults = { 0 };
        *(int *)((char *)&faults + kind) = n;
        EvqDevice *device;
        assert_int_equal(evq_dummy_open(&device, &faults, EVQ_FP64_AUTO, NULL), 0);
        Outcome outcome = score(device, EVQ_BACKEND_CPU);
        int left = evq_dummy_faults_left(device);
        evq_device_close(&device);
        if (outcome.status == EVQ_OK)
            assert_scored(&outcome);
        else
            assert_failed(&outcome);
        failed += outcome.status != EVQ_OK;
        if (left)
            return failed;
    }
    fail_msg("calls without end");
    return 0;
}

static void test_device_memory(void **state)
{
    (void)state;
    assert_true(fail_each(offsetof(EvqDummyFaults, alloc)) > 10);
}

static void test_host_memory(void **state)
{
    (void)state;
    /* The way of pictures, and a result of each metric. */
    assert_int_equal(fail_each(offsetof(EvqDummyFaults, alloc_host)), 4);
}

static void test_queues(void **state)
{
    (void)state;
    assert_int_equal(fail_each(offsetof(EvqDummyFaults, queue)), 1);
}

static void test_kernels(void **state)
{
    (void)state;
    assert_true(fail_each(offsetof(EvqDummyFaults, prepare)) > 10);
}

static void test_lost_at_a_launch(void **state)
{
    (void)state;
    assert_true(fail_each(offsetof(EvqDummyFaults, launch)) > FRAMES * 10);
}

static void test_lost_while_waiting(void **state)
{
    (void)state;
    /* The first wait of each slot is for its constants. */
    assert_true(fail_each(offsetof(EvqDummyFaults, wait)) >= FRAMES);
}

static void test_auto_falls_back(void **state)
{
    (void)state;
    Outcome outcome = score_with((EvqDummyFaults){ .alloc = 3 }, EVQ_BACKEND_AUTO);
    assert_scored(&outcome);
    assert_string_equal(outcome.device, "cpu");
    assert_non_null(strstr(outcome.notice, "dummy:0 test device: out of memory"));
}

static void test_auto_does_not_hide_a_loss(void **state)
{
    (void)state;
    Outcome outcome = score_with((EvqDummyFaults){ .launch = 50 }, EVQ_BACKEND_AUTO);
    assert_failed(&outcome);
}

static void test_wrong_arithmetic(void **state)
{
    (void)state;
    EvqDevice *device;
    EvqError error;
    assert_int_equal(evq_dummy_open(&device, &(EvqDummyFaults){ 0 }, EVQ_FP64_AUTO, NULL), 0);
    assert_int_equal(evq_probe(device, &error), EVQ_OK);
    evq_device_close(&device);
    assert_int_equal(
        evq_dummy_open(&device, &(EvqDummyFaults){ .wrong_probe = 1 }, EVQ_FP64_AUTO, NULL), 0);
    assert_int_equal(evq_probe(device, &error), EVQ_E_DEVICE);
    assert_non_null(strstr(error.message, "contraction"));
    evq_device_close(&device);
}

/* ---- Several devices and the CPU ---- */

static Outcome score_with_all(const EvqDummyFaults faults[2])
{
    EvqDevice *device[2];
    EvqConfig config = evq_config_default();
    config.device = "all";
    config.threads = 1; /* of each */
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            evq_dummy_open(&device[i], &faults[i], i ? EVQ_FP64_OFF : EVQ_FP64_ON, NULL), 0);
    Outcome outcome = score_among(&config, device, 2);
    for (int i = 0; i < 2; i++)
        evq_device_close(&device[i]);
    return outcome;
}

/* Who takes which pair differs from run to run. */
static void test_any_split_scores_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        Outcome outcome = score_with_all((EvqDummyFaults[2]){ { 0 } });
        assert_scored(&outcome);
        assert_string_equal(outcome.device, "dummy:0 test device, dummy:0 test device, cpu");
        assert_int_equal(outcome.notices, 0);
    }
}

/* Both devices are lost at the n-th call of a kind, where they come so far. Returns how many were.
 */
static size_t lose_each(size_t kind, int step, int end)
{
    size_t lost = 0;
    for (int n = 1; n < end; n += step) {
        EvqDummyFaults faults[2] = { { 0 }, { 0 } };
        for (int i = 0; i < 2; i++)
            *(int *)((char *)&faults[i] + kind) = n;
        Outcome outcome = score_with_all(faults);
        assert_scored(&outcome);
        assert_true(outcome.notices <= 2);
        if (outcome.notices)
            assert_non_null(strstr(outcome.notice, "dummy:0 test device: "));
        lost += outcome.notices;
    }
    return lost;
}

static void test_the_others_go_on(void **state)
{
    (void)state;
    assert_true(lose_each(offsetof(EvqDummyFaults, launch), 3, 120) > 10);
    assert_true(lose_each(offsetof(EvqDummyFaults, wait), 1, 6) > 0);
}

static void test_others_begin_without_it(void **state)
{
    (void)state;
    assert_int_equal(lose_each(offsetof(EvqDummyFaults, alloc), 1, 10), 18);
    assert_int_equal(lose_each(offsetof(EvqDummyFaults, queue), 1, 2), 2);
    Outcome outcome = score_with_all((EvqDummyFaults[2]){ { .prepare = 4 } });
    assert_string_equal(outcome.device, "dummy:0 test device, cpu");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_fault),
        cmocka_unit_test(test_device_memory),
        cmocka_unit_test(test_host_memory),
        cmocka_unit_test(test_queues),
        cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_lost_at_a_launch),
        cmocka_unit_test(test_lost_while_waiting),
        cmocka_unit_test(test_auto_falls_back),
        cmocka_unit_test(test_auto_does_not_hide_a_loss),
        cmocka_unit_test(test_wrong_arithmetic),
        cmocka_unit_test(test_any_split_scores_the_same),
        cmocka_unit_test(test_the_others_go_on),
        cmocka_unit_test(test_others_begin_without_it),
    };
    return cmocka_run_group_tests_name("device-faults", tests, NULL, NULL);
}
