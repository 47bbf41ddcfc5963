/*
 * A kernel whose value changes under contraction, flushed denormals, or an approximate division or
 * root, run at every CPU level: the flags of the kernels keep what the bits need.
 */
#include "device/cpu/level.h"
#include "kernel/probe/params.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

enum { COUNT = 32 };

static void run(const EvqCpuLevel *level, u32 out[5 * COUNT])
{
    ProbeParams params = { .g = { .x1 = COUNT, .items = 1, .planes = 1 } };
    f32 in[3 * COUNT];
    params.g.pitch[0] = params.g.pitch[1] = COUNT;
    for (int i = 0; i < COUNT; i++) {
        in[i] = 1.0f + (f32)(2 * i + 1) * 0x1p-14f;
        in[COUNT + i] = 1.0f - (f32)(2 * i + 1) * 0x1p-14f;
        in[2 * COUNT + i] = 0x1p-131f * (f32)(32 + i);
    }
    void *buffers[] = { in, out };
    level->kernel[EVQ_KERNEL_probe](&params, buffers, 0, 1);
}

static void test_arithmetic(void **state)
{
    (void)state;
    unsigned masks[] = { 0, EVQ_CPUMASK_AVX512, EVQ_CPUMASK_AVX512 | EVQ_CPUMASK_AVX2 };
    for (int m = 0; m < 4; m++) {
        u32 out[5 * COUNT];
        run(m < 3 ? evq_cpu_level(masks[m]) : evq_cpu_level_scalar(), out);
        for (int i = 0; i < COUNT; i++) {
            /* (1 + d)(1 - d) - 1 = -d^2 is no multiple of a float's step below 1. */
            double d = (2 * i + 1) * 0x1p-14, exact = (1.0 + d) * (1.0 - d);
            f32 product = (f32)exact;
            assert_int_equal(out[i], bits_of_f32(product - 1.0f));
            assert_true(product - 1.0f != (f32)(exact - 1.0));
            assert_int_equal(out[COUNT + i], (u32)(32 + i) << 17); /* denormals */
            assert_int_equal(out[2 * COUNT + i], bits_of_f32((f32)((1.0 + d) / (1.0 - d))));
            assert_int_equal(out[3 * COUNT + i], bits_of_f32((f32)sqrt_native(1.0 + d)));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_arithmetic) };
    return cmocka_run_group_tests_name("cpu-levels", tests, NULL, NULL);
}
