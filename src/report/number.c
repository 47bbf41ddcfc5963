/*
 * Numbers as text. printf and strtod follow the locale only in the decimal separator, so digits
 * are taken from printf without it, read back without it, and laid out here.
 */
#include "report/internal.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DIGITS = 17 }; /* enough for every double */

/* d.ddd * 10^exponent */
typedef struct Decimal {
    char digits[MAX_DIGITS + 1];
    int count;
    int exponent;
} Decimal;

/* The correctly rounded decimal of `count` digits. */
static Decimal decimal_round(double magnitude, int count)
{
    char text[64];
    snprintf(text, sizeof text, "%.*e", count - 1, magnitude);
    Decimal decimal = { .count = 0 };
    const char *at = text;
    for (; *at != 'e'; at++) {
        if (*at >= '0' && *at <= '9')
            decimal.digits[decimal.count++] = *at;
    }
    decimal.exponent = atoi(at + 1);
    return decimal;
}

/* The next larger decimal with as many digits. */
static Decimal decimal_above(Decimal decimal)
{
    int i = decimal.count - 1;
    for (; i >= 0 && decimal.digits[i] == '9'; i--)
        decimal.digits[i] = '0';
    if (i >= 0) {
        decimal.digits[i]++;
    } else {
        decimal.digits[0] = '1';
        decimal.exponent++;
    }
    return decimal;
}

static int decimal_reads_as(const Decimal *decimal, double magnitude)
{
    char text[64];
    snprintf(text, sizeof text, "%.*se%d", decimal->count, decimal->digits,
             decimal->exponent - decimal->count + 1);
    return strtod(text, NULL) == magnitude;
}

static int is_power_of_two(double magnitude)
{
    uint64_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    return (bits & ((UINT64_C(1) << (DBL_MANT_DIG - 1)) - 1)) == 0;
}

/*
 * Any decimal of up to DBL_DIG digits survives the way through a normal double; so when a short
 * one exists, rounding to DBL_DIG digits finds it, with zeros behind. Subnormal doubles hold fewer
 * digits and are tried one by one.
 */
static Decimal decimal_shortest(double magnitude)
{
    int count = magnitude != 0 && magnitude < DBL_MIN ? 1 : DBL_DIG;
    for (;; count++) {
        Decimal decimal = decimal_round(magnitude, count);
        if (count == MAX_DIGITS || decimal_reads_as(&decimal, magnitude))
            return decimal;
        /* Doubles lie twice as dense below a power of two as above: a decimal above can read
         * back where a nearer one below does not. */
        if (is_power_of_two(magnitude)) {
            decimal = decimal_above(decimal);
            if (decimal_reads_as(&decimal, magnitude))
                return decimal;
        }
    }
}

static char *put_zeros(char *at, int count)
{
    for (int i = 0; i < count; i++)
        *at++ = '0';
    return at;
}

static char *put_digits(char *at, const char *digits, int count)
{
    memcpy(at, digits, (size_t)count);
    return at + count;
}

static void layout_plain(char *at, const Decimal *decimal)
{
    int whole = decimal->exponent + 1; /* digits before the point */
    if (whole <= 0) {
        at = put_digits(at, "0.", 2);
        at = put_zeros(at, -whole);
        at = put_digits(at, decimal->digits, decimal->count);
    } else if (whole >= decimal->count) {
        at = put_digits(at, decimal->digits, decimal->count);
        at = put_zeros(at, whole - decimal->count);
    } else {
        at = put_digits(at, decimal->digits, whole);
        *at++ = '.';
        at = put_digits(at, decimal->digits + whole, decimal->count - whole);
    }
    *at = '\0';
}

static void layout_exponent(char *at, const Decimal *decimal)
{
    *at++ = decimal->digits[0];
    if (decimal->count > 1) {
        *at++ = '.';
        at = put_digits(at, decimal->digits + 1, decimal->count - 1);
    }
    sprintf(at, "e%c%02d", decimal->exponent < 0 ? '-' : '+', abs(decimal->exponent));
}

/* Plain notation when the exponent is in low .. high - 1. */
static char *layout(char *buffer, int negative, Decimal decimal, int low, int high)
{
    while (decimal.count > 1 && decimal.digits[decimal.count - 1] == '0')
        decimal.count--;
    char *at = buffer;
    if (negative)
        *at++ = '-';
    if (decimal.exponent >= low && decimal.exponent < high)
        layout_plain(at, &decimal);
    else
        layout_exponent(at, &decimal);
    return buffer;
}

/* The vmaf tool's rule: more decimals for a fraction that six of them would hide. */
static int legacy_decimals(double magnitude)
{
    if (magnitude >= 1 / DBL_EPSILON) /* whole, and perhaps too large for the cast */
        return 6;
    double fraction = magnitude - (double)(uint64_t)magnitude;
    if (fraction == 0)
        return 6;
    int steps = 0;
    for (; fraction < 1; steps++)
        fraction *= 10;
    return steps > 6 ? 16 : 6;
}

static char *format_nonfinite(char *buffer, double value)
{
    return strcpy(buffer, isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
}

char *evq_format_decimals(char buffer[EVQ_NUMBER_SIZE], double value, int decimals)
{
    if (!isfinite(value))
        return format_nonfinite(buffer, value);
    int length = snprintf(buffer, EVQ_NUMBER_SIZE, "%.*f", decimals, value);
    char *separator = buffer + strspn(buffer, "-0123456789");
    *separator = '.';
    memmove(separator + 1, buffer + length - decimals, (size_t)decimals + 1);
    return buffer;
}

char *evq_format_number(char buffer[EVQ_NUMBER_SIZE], double value, const EvqReportStyle *style)
{
    if (!isfinite(value))
        return format_nonfinite(buffer, value);
    double magnitude = fabs(value);
    int negative = signbit(value) != 0;
    int digits;
    switch (style->digits) {
    case EVQ_DIGITS_FIXED:
        digits = style->precision < 1            ? 1
                 : style->precision > MAX_DIGITS ? MAX_DIGITS
                                                 : style->precision;
        return layout(buffer, negative, decimal_round(magnitude, digits), -4, digits);
    case EVQ_DIGITS_LEGACY:
        return evq_format_decimals(buffer, value, legacy_decimals(magnitude));
    case EVQ_DIGITS_SHORTEST:
        break;
    }
    return layout(buffer, negative, decimal_shortest(magnitude), -6, 15);
}
