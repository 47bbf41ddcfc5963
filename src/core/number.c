#include "core/number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* strtof, strtod and printf take the decimal separator from the thread's locale. */
static locale_t enter_c_locale(locale_t *previous)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    *previous = c ? uselocale(c) : (locale_t)0;
    return c;
}

static void leave_c_locale(locale_t c, locale_t previous)
{
    if (c) {
        uselocale(previous);
        freelocale(c);
    }
}

/* Words and hexadecimal digits, which strtod reads too, are no decimal numbers. */
static int is_decimal(const char *text)
{
    return *text && !text[strspn(text, "0123456789.eE+-")];
}

int evq_parse_float(const char *text, float *value)
{
    if (!is_decimal(text))
        return -1;
    locale_t previous, c = enter_c_locale(&previous);
    char *end;
    *value = strtof(text, &end);
    leave_c_locale(c, previous);
    return end != text && !*end && isfinite(*value) ? 0 : -1;
}

int evq_parse_double(const char *text, double *value)
{
    if (!is_decimal(text))
        return -1;
    locale_t previous, c = enter_c_locale(&previous);
    char *end;
    *value = strtod(text, &end);
    leave_c_locale(c, previous);
    return end != text && !*end && isfinite(*value) ? 0 : -1;
}

void evq_print_g(char *text, size_t size, double value)
{
    locale_t previous, c = enter_c_locale(&previous);
    snprintf(text, size, "%g", value);
    leave_c_locale(c, previous);
}

double evq_six_digits(float value)
{
    char text[32];
    locale_t previous, c = enter_c_locale(&previous);
    snprintf(text, sizeof text, "%g", (double)value);
    double result = strtod(text, NULL);
    leave_c_locale(c, previous);
    return result;
}
