#include "metric/depth.h"

#include "core/error.h"

int evq_depth_check(const char *metric, const EvqFormat *format, EvqError *error)
{
    int depth = format->depth;
    if (depth == 8 || depth == 10 || depth == 12 || depth == 16)
        return EVQ_OK;
    return evq_fail(error, EVQ_E_INPUT, "%s scores 8, 10, 12 and 16 bits, not %d", metric, depth);
}

f32 evq_depth_scale(const EvqFormat *format)
{
    return 1.0f / (f32)(1 << (format->depth - 8));
}
