#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>

int evq_fail(EvqError *error, EvqStatus status, const char *format, ...)
{
    if (error) {
        error->status = status;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return status;
}
