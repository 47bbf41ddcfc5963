/*
 * A graphics card that was opened without a word on fp64 takes the faster evaluation of each
 * metric: measured once, kept, and the same scores either way.
 */
#include "core/faster.h"
#include "core/session.h"
#include "device/backend.h"
#include "device/dummy/dummy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const EvqFormat format = {
    .width = 64, .height = 48, .depth = 10, .chroma = EVQ_CHROMA_422
};

static char folder[] = "/tmp/exactvq-faster-XXXXXX";

static int setup(void **state)
{
    (void)state;
    return !mkdtemp(folder) || setenv("XDG_CACHE_HOME", folder, 1);
}

static int drop(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    return remove(path);
}

static int teardown(void **state)
{
    (void)state;
    return nftw(folder, drop, 8, FTW_DEPTH | FTW_PHYS);
}

static EvqDevice *open_card(EvqDummyFaults faults, EvqFp64 fp64)
{
    EvqDevice *device;
    assert_int_equal(evq_dummy_open(&device, &faults, fp64, NULL), 0);
    device->info.gpu = 1;
    return device;
}

/* The evaluation that a session on the device takes. */
static EvqEvaluation taken(EvqDevice *device, const char *metric)
{
    EvqConfig config = evq_config_default();
    EvqSession *session;
    assert_int_equal(evq_session_open_on(&session, &config, &format, device, NULL), 0);
    assert_int_equal(evq_session_add_metric(session, metric, NULL), 0);
    EvqEvaluation evaluation = session->instance[0]->variant[0].plan.evaluation;
    evq_session_close(&session);
    return evaluation;
}

static EvqCacheKey key_of(EvqDevice *device, const char *metric)
{
    const EvqEngine engine = evq_engine(evq_cpu_level(0), device);
    const EvqOrder order = { evq_metric_find(metric), "", &format };
    return evq_faster_key(&order, &engine);
}

static void keep(const EvqCacheKey *key, const char *text)
{
    evq_cache_write(key, (const unsigned char *)text, strlen(text));
}

static void test_measured_once(void **state)
{
    (void)state;
    EvqDevice *device = open_card((EvqDummyFaults){ 0 }, EVQ_FP64_AUTO);
    EvqCacheKey key = key_of(device, "ciede");
    assert_false(evq_device_kept(&key, "quick\n") || evq_device_kept(&key, "pair\n"));
    EvqEvaluation first = taken(device, "ciede");
    assert_true(evq_device_kept(&key, first == EVQ_EVALUATION_PAIR ? "pair\n" : "quick\n"));
    keep(&key, "pair\n");
    assert_int_equal(taken(device, "ciede"), EVQ_EVALUATION_PAIR);
    keep(&key, "quick\n");
    assert_int_equal(taken(device, "ciede"), EVQ_EVALUATION_QUICK);
    keep(&key, "neither\n");
    EvqEvaluation again = taken(device, "ciede");
    assert_true(evq_device_kept(&key, again == EVQ_EVALUATION_PAIR ? "pair\n" : "quick\n"));
    evq_device_close(&device);
}

static void test_no_choice(void **state)
{
    (void)state;
    EvqDevice *device = open_card((EvqDummyFaults){ 0 }, EVQ_FP64_AUTO);
    EvqCacheKey key = key_of(device, "ciede"), other = key_of(device, "psnr");
    keep(&key, "pair\n");
    assert_int_equal(taken(device, "psnr"), EVQ_EVALUATION_QUICK); /* it has one plan alone */
    assert_false(evq_device_kept(&other, "quick\n"));
    device->info.gpu = 0; /* a processor */
    assert_int_equal(taken(device, "ciede"), EVQ_EVALUATION_QUICK);
    evq_device_close(&device);
    device = open_card((EvqDummyFaults){ 0 }, EVQ_FP64_ON);
    assert_int_equal(taken(device, "ciede"), EVQ_EVALUATION_QUICK);
    evq_device_close(&device);
    device = open_card((EvqDummyFaults){ 0 }, EVQ_FP64_OFF);
    assert_int_equal(taken(device, "ciede"), EVQ_EVALUATION_PAIR);
    evq_device_close(&device);
}

static void test_what_fails_is_not_kept(void **state)
{
    (void)state;
    EvqDevice *device = open_card((EvqDummyFaults){ .alloc = 3 }, EVQ_FP64_AUTO);
    EvqCacheKey key = key_of(device, "ciede");
    keep(&key, "");
    assert_int_equal(taken(device, "ciede"), EVQ_EVALUATION_QUICK);
    assert_false(evq_device_kept(&key, "quick\n") || evq_device_kept(&key, "pair\n"));
    evq_device_close(&device);
}

/* A self-test proves both: with either one wrong the device fails. */
static void test_both_are_proven(void **state)
{
    (void)state;
    static const struct {
        EvqKernelId kernel;
        int output;
    } faulty[] = { { EVQ_KERNEL_ciede_pair_u8, 6 }, { EVQ_KERNEL_ciede_wide_u8, 7 } };
    for (int i = 0; i < 2; i++) {
        EvqDummyFaults faults = { .flip = { .kernel = faulty[i].kernel,
                                            .buffer = faulty[i].output,
                                            .element_bytes = 4,
                                            .bit = 22,
                                            .launch = -1 } };
        EvqDevice *device = open_card(faults, EVQ_FP64_AUTO);
        assert_int_equal(evq_device_selftest(device, "ciede", NULL), EVQ_E_DEVICE);
        evq_device_close(&device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measured_once),
        cmocka_unit_test(test_no_choice),
        cmocka_unit_test(test_what_fails_is_not_kept),
        cmocka_unit_test(test_both_are_proven),
    };
    return cmocka_run_group_tests_name("faster", tests, setup, teardown);
}
