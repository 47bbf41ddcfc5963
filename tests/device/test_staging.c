/*
 * Pictures on their way to a device, in more parts than are kept: every byte arrives, and what lies
 * beside the rows is 0. On the test device, which does uploads as late as it may, and on the first
 * OpenCL device where there is one.
 */
#include "device/dummy/dummy.h"
#include "device/staging.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Shape {
    size_t bytes, stride, from_stride;
    int rows;
} Shape;

/* The parts of a plane above 2 MiB are 2 MiB each; rows longer than that are a part each. */
static const Shape shapes[] = {
    { 1, 64, 1, 1 },
    { 130, 192, 130, 77 },
    { 3840, 3840, 3840, 2160 },
    { 7678, 7680, 8000, 4321 },
    { (3 << 20) - 1, 3 << 20, 3 << 20, 6 },
};

static unsigned char *random_rows(const Shape *shape, unsigned seed)
{
    unsigned char *rows = malloc(shape->from_stride * (size_t)shape->rows);
    assert_non_null(rows);
    for (size_t i = 0; i < shape->from_stride * (size_t)shape->rows; i++)
        rows[i] = (unsigned char)((seed = seed * 1664525u + 1013904223u) >> 24);
    return rows;
}

static void assert_arrived(const Shape *shape, const unsigned char *from, const unsigned char *got)
{
    for (int y = 0; y < shape->rows; y++, from += shape->from_stride, got += shape->stride) {
        assert_memory_equal(got, from, shape->bytes);
        for (size_t x = shape->bytes; x < shape->stride; x++)
            assert_int_equal(got[x], 0);
    }
}

/* Two planes through one staging: the second finds its parts used. */
static void check_shape(EvqDevice *device, EvqQueue *queue, const Shape *shape)
{
    size_t bytes = shape->stride * (size_t)shape->rows;
    EvqStaging staging = { 0 };
    unsigned char *got = malloc(bytes);
    assert_non_null(got);
    assert_int_equal(evq_staging_open(&staging, device, bytes, shape->stride, NULL), EVQ_OK);
    EvqDeviceBuffer buffer[2] = { 0 };
    unsigned char *from[2];
    for (unsigned i = 0; i < 2; i++) {
        from[i] = random_rows(shape, i);
        EvqRows rows = { from[i], (ptrdiff_t)shape->from_stride, shape->bytes, shape->rows };
        assert_int_equal(evq_device_alloc(device, &buffer[i], bytes, NULL), EVQ_OK);
        assert_int_equal(
            evq_staging_upload(&staging, queue, &buffer[i], shape->stride, &rows, NULL), EVQ_OK);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(evq_queue_download(queue, got, &buffer[i], bytes, NULL), EVQ_OK);
        assert_int_equal(evq_queue_wait(queue, NULL), EVQ_OK);
        assert_arrived(shape, from[i], got);
        evq_device_free(device, &buffer[i]);
        free(from[i]);
    }
    evq_staging_close(&staging, device);
    free(got);
}

static void check_device(EvqDevice *device)
{
    EvqQueue *queue;
    assert_int_equal(evq_queue_open(&queue, device, NULL), EVQ_OK);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_shape(device, queue, &shapes[i]);
    evq_queue_close(&queue);
}

static void test_late_uploads(void **state)
{
    (void)state;
    EvqDevice *device;
    assert_int_equal(evq_dummy_open(&device, &(EvqDummyFaults){ 0 }, EVQ_FP64_AUTO, NULL), EVQ_OK);
    check_device(device);
    evq_device_close(&device);
}

static void test_opencl(void **state)
{
    (void)state;
    EvqDevice *device;
    EvqError error;
    if (evq_device_open(&device, EVQ_BACKEND_OPENCL, 0, EVQ_FP64_AUTO, &error) < 0) {
        print_message("skipped: %s\n", error.message);
        skip();
    }
    check_device(device);
    evq_device_close(&device);
}

/* The caller's mistakes. */
static void test_bounds(void **state)
{
    (void)state;
    EvqDevice *device;
    EvqQueue *queue;
    EvqDeviceBuffer buffer;
    unsigned char byte[64] = { 0 };
    assert_int_equal(evq_dummy_open(&device, &(EvqDummyFaults){ 0 }, EVQ_FP64_AUTO, NULL), EVQ_OK);
    assert_int_equal(evq_queue_open(&queue, device, NULL), EVQ_OK);
    assert_int_equal(evq_device_alloc(device, &buffer, 64, NULL), EVQ_OK);
    assert_int_equal(evq_queue_upload(queue, &buffer, 0, byte, 64, NULL), EVQ_OK);
    assert_int_equal(evq_queue_upload(queue, &buffer, 1, byte, 64, NULL), EVQ_E_INTERNAL);
    assert_int_equal(evq_queue_upload(queue, &buffer, 65, byte, 1, NULL), EVQ_E_INTERNAL);
    assert_int_equal(evq_queue_mark(queue, -1, NULL), EVQ_E_INTERNAL);
    assert_int_equal(evq_queue_reach(queue, EVQ_QUEUE_MARKS, NULL), EVQ_E_INTERNAL);
    evq_queue_close(&queue);
    evq_device_free(device, &buffer);
    evq_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_late_uploads),
        cmocka_unit_test(test_opencl),
        cmocka_unit_test(test_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
