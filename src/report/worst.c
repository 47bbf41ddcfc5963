#include "report/internal.h"

#include <math.h>
#include <string.h>

static int is_worse(double value, double than, int larger_is_worse)
{
    if (isnan(value) || isnan(than))
        return isnan(value) && !isnan(than);
    return larger_is_worse ? value > than : value < than;
}

size_t evq_worst_frames(const EvqSession *session, size_t output,
                        EvqWorstFrame worst[EVQ_WORST_FRAMES])
{
    int larger_is_worse = strncmp(evq_session_output_name(session, output), "mse", 3) == 0;
    size_t frame_count = evq_session_frame_count(session);
    size_t count = 0;
    for (size_t frame = 0; frame < frame_count; frame++) {
        double value;
        if (!evq_session_frame_listed(session, frame) ||
            !evq_session_score(session, output, frame, &value))
            continue;
        size_t place = count;
        while (place > 0 && is_worse(value, worst[place - 1].value, larger_is_worse))
            place--;
        if (place == EVQ_WORST_FRAMES)
            continue;
        if (count < EVQ_WORST_FRAMES)
            count++;
        memmove(&worst[place + 1], &worst[place], (count - 1 - place) * sizeof worst[0]);
        worst[place] = (EvqWorstFrame){ .frame = frame, .value = value };
    }
    return count;
}
