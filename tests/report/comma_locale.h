/* A locale that writes numbers with a comma. */
#ifndef COMMA_LOCALE_H
#define COMMA_LOCALE_H

/* Sets one for the program, building it with localedef where none is installed; 0 when there is
 * none to be had. */
int set_comma_locale(void);

#endif
