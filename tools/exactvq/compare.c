#include "compare.h"

#include <math.h>
#include <string.h>

static void add_frame(EvqFrameRuns *runs, uint64_t frame)
{
    runs->count++;
    if (runs->runs && runs->last[runs->runs - 1] + 1 == frame) {
        runs->last[runs->runs - 1] = frame;
    } else if (runs->runs < EVQ_RANGES_SHOWN) {
        runs->first[runs->runs] = runs->last[runs->runs] = frame;
        runs->runs++;
    }
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Doubles in rising order as numbers in rising order; -0 comes right before 0. */
static uint64_t rank(double value)
{
    const uint64_t sign = UINT64_C(1) << 63;
    uint64_t bits = bits_of(value);
    return bits & sign ? ~bits : bits | sign;
}

int evq_cli_identical(const EvqScore *left, const EvqScore *right)
{
    if (left->null || right->null)
        return !isfinite(left->value) && !isfinite(right->value);
    return bits_of(left->value) == bits_of(right->value) ||
           (isnan(left->value) && isnan(right->value));
}

static void compare_pair(EvqComparison *comparison, const EvqScore *left, const EvqScore *right,
                         double tolerance)
{
    comparison->frames++;
    if (evq_cli_identical(left, right)) {
        comparison->identical++;
        return;
    }
    double difference = fabs(left->value - right->value);
    int beyond = tolerance == 0 || !(difference <= tolerance); /* without one, -0 is not 0 */
    if (comparison->frames - comparison->identical == 1 || (beyond && !comparison->beyond)) {
        comparison->example[0] = *left;
        comparison->example[1] = *right;
    }
    comparison->beyond += beyond;
    if (isnan(difference) || difference > comparison->max_difference)
        comparison->max_difference = difference;
    if (isnan(difference))
        return;
    uint64_t a = rank(left->value), b = rank(right->value);
    uint64_t ulp = a > b ? a - b : b - a;
    if (ulp > comparison->max_ulp)
        comparison->max_ulp = ulp;
}

void evq_cli_compare(EvqComparison *comparison, const EvqColumn *left, const EvqColumn *right,
                     double tolerance)
{
    const EvqScore *a = left->scores, *a_end = a + left->count;
    const EvqScore *b = right->scores, *b_end = b + right->count;

    *comparison = (EvqComparison){ 0 };
    while (a < a_end || b < b_end) {
        if (b == b_end || (a < a_end && a->frame < b->frame))
            add_frame(&comparison->only[0], (a++)->frame);
        else if (a == a_end || b->frame < a->frame)
            add_frame(&comparison->only[1], (b++)->frame);
        else
            compare_pair(comparison, a++, b++, tolerance);
    }
}
