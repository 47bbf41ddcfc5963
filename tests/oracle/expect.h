/* Doubles compared by their bits, so that a golden value is met or is not. For cmocka tests. */
#ifndef EVQ_TESTS_EXPECT_H
#define EVQ_TESTS_EXPECT_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <json-c/json.h>
#include <math.h>
#include <string.h>

static inline void assert_bits(const char *what, const char *name, double actual, double expected)
{
    if (memcmp(&actual, &expected, sizeof(actual)))
        fail_msg("%s: %s is %.17g (%a), expected %.17g (%a)", what, name, actual, actual, expected,
                 expected);
}

/* JSON has no infinities: in golden files null stands for +infinity, the score of identical frames
 * where a metric sets no upper limit. */
static inline void assert_json_bits(const char *what, const char *name, double actual,
                                    struct json_object *expected)
{
    assert_bits(what, name, actual, expected ? json_object_get_double(expected) : (double)INFINITY);
}

#endif
