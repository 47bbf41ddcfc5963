/* Numbers from and to text, whatever the locale of the process. */
#ifndef EVQ_CORE_NUMBER_H
#define EVQ_CORE_NUMBER_H

#include <stddef.h>

/* Parses a decimal number that makes up the whole text, as a float. 0, or -1 when it does not
 * parse or is not finite. */
int evq_parse_float(const char *text, float *value);
/* The same as a double. */
int evq_parse_double(const char *text, double *value);

/* Six significant digits, as printf's %g writes them in the C locale. */
void evq_print_g(char *text, size_t size, double value);

/* The double nearest to a float's six-digit decimal form. */
double evq_six_digits(float value);

#endif
