/*
 * A trace names the very kernel output and pixel that is wrong: one bit of each output of each
 * stage of each metric is turned, on a device that works on whole planes. Without that it finds
 * nothing, whatever the level, the form and the evaluation.
 */
#include "core/session.h"
#include "device/dummy/dummy.h"
#include "device/trace.h"
#include "device/kernel_info.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

/* Large enough for every metric. */
static const EvqFormat format = {
    .width = 189, .height = 178, .depth = 8, .chroma = EVQ_CHROMA_420
};

typedef struct Pictures {
    EvqFrame frame[3]; /* reference, distorted, previous */
} Pictures;

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static int setup(void **state)
{
    Pictures *pictures = calloc(1, sizeof *pictures);
    uint32_t seed = 7;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(evq_frame_alloc(&pictures->frame[i], &format, NULL), 0);
        for (int plane = 0; plane < 3; plane++)
            for (int y = 0; y < evq_format_plane_height(&format, plane); y++) {
                uint8_t *row = (uint8_t *)pictures->frame[i].plane[plane] +
                               y * pictures->frame[i].stride[plane];
                for (int x = 0; x < evq_format_plane_width(&format, plane); x++)
                    row[x] = (uint8_t)(x + 2 * y + next(&seed) % 23);
            }
    }
    *state = pictures;
    return 0;
}

static int teardown(void **state)
{
    Pictures *pictures = *state;
    for (int i = 0; i < 3; i++)
        evq_frame_release(&pictures->frame[i]);
    free(pictures);
    return 0;
}

static int trace(EvqTrace *found, const char *metric, EvqDevice *device, unsigned cpumask,
                 const Pictures *pictures)
{
    return evq_trace(found, metric, device, cpumask, &pictures->frame[0], &pictures->frame[1],
                     &pictures->frame[2], NULL);
}

/* Every metric that scores the pictures. */
static const char *metric_at(size_t index)
{
    const EvqMetricInfo *info = evq_metric_info(index);
    return info ? info->name : NULL;
}

static void test_nothing_to_find(void **state)
{
    const char *metric;
    EvqTrace found;
    for (size_t i = 0; (metric = metric_at(i)); i++) {
        for (unsigned mask = 0; mask <= 16; mask += 16)
            assert_int_equal(trace(&found, metric, NULL, mask, *state), 0);
        for (int fp64 = EVQ_FP64_ON; fp64 <= EVQ_FP64_OFF; fp64++) {
            EvqDevice *device;
            assert_int_equal(evq_dummy_open(&device, &(EvqDummyFaults){ 0 }, (EvqFp64)fp64, NULL),
                             0);
            assert_int_equal(trace(&found, metric, device, 0, *state), 0);
            evq_device_close(&device);
        }
    }
}

/* How often the kernel of a stage was launched when that stage is done. */
static int launches(const EvqPlan *plan, int stage)
{
    int count = 0;
    for (int s = 0; s <= stage; s++)
        count += plan->stage[s].kernel == plan->stage[stage].kernel;
    return count;
}

static void check_output(const char *metric, const EvqPlan *plan, int stage, int output,
                         EvqFp64 fp64, const Pictures *pictures, uint32_t *seed)
{
    const EvqStage *s = &plan->stage[stage];
    const EvqBuffer *buffer = &plan->buffer[s->use[s->reads + output].buffer];
    EvqDummyFaults faults = { .flip = { .kernel = s->kernel,
                                        .buffer = s->reads + output,
                                        .element_bytes = buffer->element_bytes,
                                        .x = (int)(next(seed) % (uint32_t)buffer->width),
                                        .y = (int)(next(seed) % (uint32_t)buffer->height),
                                        .plane = (int)(next(seed) % (uint32_t)buffer->planes),
                                        .launch = launches(plan, stage) } };
    EvqDevice *device;
    EvqTrace found;
    assert_int_equal(evq_dummy_open(&device, &faults, fp64, NULL), 0);
    assert_int_equal(trace(&found, metric, device, 0, pictures), 1);
    evq_device_close(&device);
    assert_string_equal(found.kernel, evq_kernel_info(s->kernel)->name);
    assert_int_equal(found.stage, stage);
    assert_int_equal(found.output, output);
    assert_int_equal(found.x, faults.flip.x);
    assert_int_equal(found.y, faults.flip.y);
    assert_int_equal(found.plane, faults.flip.plane);
    assert_int_equal(found.bytes, buffer->element_bytes);
    assert_int_equal(found.got ^ found.expected, 1);
}

static void check_metric(const char *metric, EvqFp64 fp64, const Pictures *pictures)
{
    EvqConfig config = evq_config_default();
    EvqSession *session;
    EvqDevice *device;
    uint32_t seed = 1;
    assert_int_equal(evq_dummy_open(&device, &(EvqDummyFaults){ 0 }, fp64, NULL), 0);
    assert_int_equal(evq_session_open_on(&session, &config, &format, device, NULL), 0);
    assert_int_equal(evq_session_add_metric(session, metric, NULL), 0);
    const EvqPlan *plan = &session->instance[0]->variant[0].plan;
    for (int s = 0; s < plan->stages; s++)
        for (int output = 0; output < plan->stage[s].writes; output++)
            if (evq_trace_compares(plan, s, output))
                check_output(metric, plan, s, output, fp64, pictures, &seed);
    evq_session_close(&session);
    evq_device_close(&device);
}

static void test_every_output(void **state)
{
    const char *metric;
    for (size_t i = 0; (metric = metric_at(i)); i++) {
        check_metric(metric, EVQ_FP64_ON, *state);
        check_metric(metric, EVQ_FP64_OFF, *state);
    }
}

static void test_a_border(void **state)
{
    /* The first border that float_vif fills on a device is of the second scale's pictures. */
    EvqDummyFaults faults = { .flip = { .kernel = EVQ_KERNEL_border_u32,
                                        .element_bytes = 4,
                                        .x = -1,
                                        .y = 9,
                                        .launch = 1 } };
    EvqDevice *device;
    EvqTrace found;
    assert_int_equal(evq_dummy_open(&device, &faults, EVQ_FP64_AUTO, NULL), 0);
    assert_int_equal(trace(&found, "float_vif", device, 0, *state), 1);
    assert_string_equal(found.kernel, "border_u32");
    assert_int_equal(found.x, -1);
    assert_int_equal(found.y, 9);
    evq_device_close(&device);
}

static void test_without_a_frame_before(void **state)
{
    const Pictures *pictures = *state;
    EvqTrace found;
    assert_int_equal(evq_trace(&found, "float_motion", NULL, 0, &pictures->frame[0],
                               &pictures->frame[1], NULL, NULL),
                     0);
    assert_int_equal(evq_trace(&found, "no such metric", NULL, 0, &pictures->frame[0],
                               &pictures->frame[1], NULL, NULL),
                     EVQ_E_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_to_find),
        cmocka_unit_test(test_every_output),
        cmocka_unit_test(test_a_border),
        cmocka_unit_test(test_without_a_frame_before),
    };
    return cmocka_run_group_tests_name("trace", tests, setup, teardown);
}
