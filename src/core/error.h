/* Filling an EvqError: the one way in which every module reports a failure. */
#ifndef EVQ_CORE_ERROR_H
#define EVQ_CORE_ERROR_H

#include <exactvq/exactvq.h>

/* Fills *error (may be NULL) with the status and a printf-style message; returns the status. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
int evq_fail(EvqError *error, EvqStatus status, const char *format, ...);

#endif
