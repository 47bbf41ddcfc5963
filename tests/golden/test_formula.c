/* The library against the golden values printed in the specs, on every CPU level and with several
 * thread counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec_values.h"
#include "expect.h"
#include "support.h"

static size_t expected_aggregates(const SpecCase *c)
{
    if (!strstr(c->metric, "enable_apsnr=true"))
        return 0;
    return strstr(c->metric, "enable_chroma=false") ? 1 : 3;
}

static void check_outputs(const char *what, const SpecCase *c, const EvqSession *session)
{
    for (size_t i = 0; i < SPEC_MAX_VALUES; i++) {
        if (!c->value[i])
            continue;
        char name[256];
        double value;
        snprintf(name, sizeof(name), "%s%s", spec_output_name(c, i), c->suffix);
        assert_true(i < evq_session_output_count(session));
        assert_string_equal(evq_session_output_name(session, i), name);
        assert_int_equal(evq_session_score(session, i, 0, &value), 1);
        assert_bits(what, name, value, strtod(c->value[i], NULL));
    }
}

static void check_case(const SpecCase *c, const RunConfig *run)
{
    char what[200];
    snprintf(what, sizeof(what), "pattern %d, %dx%d, %s, cpumask %u, %d threads",
             c->pictures.pattern, c->pictures.width, c->pictures.height, c->metric, run->cpumask,
             run->threads);
    PicturePair pair;
    assert_int_equal(spec_case_pictures(c, &pair), 0);
    const char *const metrics[] = { c->metric, NULL };
    EvqSession *session = score_pairs(run, 1, metrics, &pair, 1);
    assert_int_equal(evq_session_frame_listed(session, 0), 1);
    check_outputs(what, c, session);
    assert_int_equal(evq_session_aggregate_count(session), expected_aggregates(c));
    for (size_t i = 0; i < SPEC_MAX_AGGREGATES && c->aggregate[i]; i++)
        assert_bits(what, evq_session_aggregate_name(session, i),
                    evq_session_aggregate_value(session, i), strtod(c->aggregate[i], NULL));
    evq_session_close(&session);
    picture_pair_free(&pair);
}

static void check_cases(const char *metric)
{
    size_t checked = 0;
    for (size_t i = 0; i < spec_case_count; i++) {
        if (strncmp(spec_cases[i].metric, metric, strlen(metric)))
            continue;
        for (size_t r = 0; r < RUN_CONFIGS; r++)
            check_case(&spec_cases[i], &run_configs[r]);
        checked++;
    }
    assert_true(checked > 0);
}

static void test_float_vif(void **state)
{
    (void)state;
    check_cases("float_vif");
}

static void test_psnr(void **state)
{
    (void)state;
    check_cases("psnr");
}

static void test_float_psnr(void **state)
{
    (void)state;
    check_cases("float_psnr");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_float_vif),
        cmocka_unit_test(test_psnr),
        cmocka_unit_test(test_float_psnr),
    };
    return cmocka_run_group_tests_name("golden-formula", tests, NULL, NULL);
}
