/* What the programs of this folder share: random operands, a count of failures, the exit code. */
#ifndef EVQ_TESTS_MATH_CHECK_H
#define EVQ_TESTS_MATH_CHECK_H

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNUSED __attribute__((unused))

static unsigned long long check_count, check_failures;

/* Counts a comparison; prints the first failures. */
__attribute__((format(printf, 2, 3))) UNUSED static void check(int holds, const char *format, ...)
{
    check_count++;
    if (holds || check_failures++ >= 20)
        return;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

UNUSED static int check_result(void)
{
    printf("%llu checks, %llu failures\n", check_count, check_failures);
    return check_failures != 0 || check_count == 0;
}

/* The number of operands: the first argument, or the one of the short run. */
UNUSED static long long check_operands(int argc, char **argv, long long otherwise)
{
    return argc > 1 ? (long long)strtod(argv[1], NULL) : otherwise;
}

/* splitmix64 */
UNUSED static uint64_t random_bits(uint64_t *state)
{
    uint64_t v = *state += 0x9e3779b97f4a7c15;
    v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9;
    v = (v ^ v >> 27) * 0x94d049bb133111eb;
    return v ^ v >> 31;
}

/* Uniform in [a, b). */
UNUSED static double random_between(uint64_t *state, double a, double b)
{
    return a + (b - a) * ((double)(random_bits(state) >> 11) * 0x1p-53);
}

/* Of magnitude 2^a to 2^b, each octave as likely as the other; positive. */
UNUSED static double random_octaves(uint64_t *state, double a, double b)
{
    return exp2(random_between(state, a, b));
}

UNUSED static uint64_t pattern64(double v)
{
    uint64_t b;
    memcpy(&b, &v, sizeof b);
    return b;
}

UNUSED static double double_of(uint64_t b)
{
    double v;
    memcpy(&v, &b, sizeof v);
    return v;
}

UNUSED static uint32_t pattern32(float v)
{
    uint32_t b;
    memcpy(&b, &v, sizeof b);
    return b;
}

UNUSED static float float_of(uint32_t b)
{
    float v;
    memcpy(&v, &b, sizeof v);
    return v;
}

#endif
