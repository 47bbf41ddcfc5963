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

/* In golden files null stands for any value that is not finite. */
static inline void assert_json_bits(const char *what, const char *name, double actual,
                                    struct json_object *expected)
{
    if (expected)
        assert_bits(what, name, actual, json_object_get_double(expected));
    else if (isfinite(actual))
        fail_msg("%s: %s is %.17g, expected a value that is not finite", what, name, actual);
}

#endif
