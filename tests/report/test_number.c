/* Numbers as text: exact expectations, round trip and minimal length over many bit patterns. */
#include "comma_locale.h"

#include <exactvq/report.h>

#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const EvqReportStyle shortest = { .digits = EVQ_DIGITS_SHORTEST };
static const EvqReportStyle legacy = { .digits = EVQ_DIGITS_LEGACY };

/* The longest text that there is. */
enum { LONGEST = 1 + DBL_MAX_10_EXP + 1 + 1 + 6 };

static void expect(const EvqReportStyle *style, double value, const char *text)
{
    char buffer[EVQ_NUMBER_SIZE];
    assert_string_equal(evq_format_number(buffer, value, style), text);
}

static void test_shortest(void **state)
{
    (void)state;
    expect(&shortest, 0.0, "0");
    expect(&shortest, -0.0, "-0");
    expect(&shortest, 1, "1");
    expect(&shortest, -40, "-40");
    expect(&shortest, 0.1, "0.1");
    expect(&shortest, 0.1f, "0.10000000149011612");
    expect(&shortest, 34.760779, "34.760779");
    expect(&shortest, 1.0 / 3, "0.3333333333333333");
    expect(&shortest, 0.1 + 0.2, "0.30000000000000004");
    expect(&shortest, 1e-6, "0.000001");
    expect(&shortest, nextafter(1e-6, 0), "9.999999999999997e-07");
    expect(&shortest, 1.5e-7, "1.5e-07");
    expect(&shortest, 999999999999999, "999999999999999");
    expect(&shortest, nextafter(1e15, 0), "999999999999999.9");
    expect(&shortest, 1e15, "1e+15");
    expect(&shortest, 1.25e15, "1.25e+15");
    expect(&shortest, 1e100, "1e+100");
    expect(&shortest, 123456789012345678.0, "1.2345678901234568e+17");
    expect(&shortest, DBL_MAX, "1.7976931348623157e+308");
    expect(&shortest, DBL_MIN, "2.2250738585072014e-308");
    expect(&shortest, 0x1p-1074, "5e-324");
    expect(&shortest, -0x0.fffffffffffffp-1022, "-2.225073858507201e-308");
    /* The nearest 16 digits of this power of two end in 1 and read back as its neighbour. */
    expect(&shortest, 0x1p-44, "5.684341886080802e-14");
}

static void test_fixed(void **state)
{
    (void)state;
    const EvqReportStyle six = { .digits = EVQ_DIGITS_FIXED, .precision = 6 };
    const EvqReportStyle one = { .digits = EVQ_DIGITS_FIXED, .precision = 1 };
    const EvqReportStyle max = { .digits = EVQ_DIGITS_FIXED, .precision = 17 };
    expect(&six, 34.760779, "34.7608");
    expect(&six, 100, "100");
    expect(&six, 999999.5, "1e+06");
    expect(&six, 0.0001, "0.0001");
    expect(&six, 0.00001, "1e-05");
    expect(&six, -0.0, "-0");
    expect(&one, 0.25, "0.2");
    expect(&one, 95, "1e+02");
    expect(&max, 0.1, "0.10000000000000001");
}

/* Without a locale in the way, FIXED is printf's %.Ng. */
static void test_fixed_is_printf(void **state)
{
    (void)state;
    static const double values[] = { 0,         1,    -2.5, 0.1,     1234567.891, 1e-4,
                                     9.9999e-5, 1e16, 1e17, DBL_MAX, 1e-300,      99.99999999 };
    for (int precision = 1; precision <= 17; precision++) {
        for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
            const EvqReportStyle style = { EVQ_DIGITS_FIXED, precision, 0 };
            char text[64];
            snprintf(text, sizeof text, "%.*g", precision, values[i]);
            expect(&style, values[i], text);
        }
    }
}

static void test_legacy(void **state)
{
    (void)state;
    expect(&legacy, 34.7607794, "34.760779");
    expect(&legacy, 0, "0.000000");
    expect(&legacy, -3, "-3.000000");
    expect(&legacy, 0.000002, "0.000002");
    expect(&legacy, 0.0000001, "0.0000001000000000");
    expect(&legacy, 1.0000003037306016, "1.0000003037306016");
    expect(&legacy, -2.0000005, "-2.0000005000000001");
    char text[EVQ_NUMBER_SIZE];
    assert_int_equal(snprintf(text, sizeof text, "%.6f", -DBL_MAX), LONGEST);
    expect(&legacy, -DBL_MAX, text);
}

static void test_nonfinite(void **state)
{
    (void)state;
    const EvqReportStyle styles[] = { shortest, legacy, { EVQ_DIGITS_FIXED, 6, 0 } };
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
        expect(&styles[i], NAN, "nan");
        expect(&styles[i], copysign(NAN, -1), "nan");
        expect(&styles[i], INFINITY, "inf");
        expect(&styles[i], -INFINITY, "-inf");
    }
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Significant digits of a text: without sign, point, exponent and zeros at both ends. */
static int significant_digits(const char *text)
{
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text == '0' && count > 0)
            zeros++;
        else if (*text >= '1' && *text <= '9') {
            count += zeros + 1;
            zeros = 0;
        }
    }
    return count;
}

/* It reads back, its notation follows from its size, and one digit less would not do. */
static void check_shortest(double value)
{
    char text[EVQ_NUMBER_SIZE], shorter[64];
    if (!isfinite(value))
        return;
    evq_format_number(text, value, &shortest);
    double back = strtod(text, NULL);
    assert_memory_equal(&back, &value, sizeof value);
    double magnitude = fabs(value);
    int plain = value == 0 || (magnitude >= 1e-6 && magnitude < 1e15);
    assert_int_equal(strchr(text, 'e') == NULL, plain);
    int digits = significant_digits(text);
    if (digits > 1) {
        snprintf(shorter, sizeof shorter, "%.*e", digits - 2, value);
        assert_true(strtod(shorter, NULL) != value);
    }
}

static void test_round_trip_random(void **state)
{
    (void)state;
    uint64_t bits = UINT64_C(0x9e3779b97f4a7c15);
    for (int i = 0; i < 100000; i++) {
        bits = bits * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t mixed = bits ^ bits >> 33;
        check_shortest(from_bits(mixed));
        check_shortest((double)(mixed >> 11) * 0x1p-46); /* as scores are: 0 .. 128 */
        if (i % 16 == 0)
            check_shortest(from_bits(mixed >> 12)); /* subnormal */
    }
}

static void test_round_trip_powers(void **state)
{
    (void)state;
    for (int exponent = -1074; exponent <= 1023; exponent++) {
        double power = ldexp(1, exponent);
        check_shortest(power);
        check_shortest(nextafter(power, 0));
        check_shortest(nextafter(power, INFINITY));
    }
    for (int exponent = -323; exponent <= 308; exponent++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", exponent);
        double power = strtod(text, NULL);
        check_shortest(power);
        check_shortest(-nextafter(power, 0));
        check_shortest(nextafter(power, INFINITY));
    }
}

static void test_locale(void **state)
{
    (void)state;
    char text[32];
    if (!set_comma_locale()) {
        print_message("no locale with a decimal comma here\n");
        skip();
    }
    snprintf(text, sizeof text, "%.1f", 1.5);
    assert_string_equal(text, "1,5");
    test_shortest(NULL);
    test_fixed(NULL);
    expect(&legacy, 34.7607794, "34.760779");
    expect(&legacy, -2.0000005, "-2.0000005000000001");
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shortest),          cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_fixed_is_printf),   cmocka_unit_test(test_legacy),
        cmocka_unit_test(test_nonfinite),         cmocka_unit_test(test_round_trip_random),
        cmocka_unit_test(test_round_trip_powers), cmocka_unit_test(test_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
