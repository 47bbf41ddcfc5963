#include "gate_trace.h"

/* What a pair's frames and the one before show; 1 when something was found. */
static int trace_pair(EvqGateRow *row, const EvqMetricList *metrics, const EvqFrame *reference,
                      const EvqFrame *distorted, const EvqFrame *previous, EvqError *error)
{
    int found = 0;
    for (size_t i = 0; i < metrics->count && found == 0; i++) {
        if (evq_cli_gate_model(metrics->text[i])) /* not traced */
            continue;
        found = evq_trace(&row->trace, metrics->text[i], row->cell->device, row->cell->cpumask,
                          reference, distorted, previous, error);
        row->trace_metric = metrics->text[i];
    }
    return found;
}

/* Whether pair `index`, counted from the first, can hold the cause: scores may combine a frame with
 * the one after it; an aggregate's cause may be anywhere. */
static int is_suspect(const EvqGateRow *row, uint64_t index, uint64_t first)
{
    return row->aggregate || first + index == row->frame || first + index == row->frame + 1;
}

static int find(EvqGateRow *row, const EvqMetricList *metrics, const EvqPairSource *source,
                EvqError *error)
{
    EvqFrame previous = { 0 };
    int found = 0;
    for (uint64_t index = 0; found == 0; index++) {
        EvqFrame reference, distorted;
        if (!row->aggregate && source->first + index > row->frame + 1)
            break;
        int there = source->next(source->opaque, &reference, &distorted, error);
        if (there <= 0) {
            found = there;
            break;
        }
        row->trace_frame = source->first + index;
        if (is_suspect(row, index, source->first))
            found =
                trace_pair(row, metrics, &reference, &distorted, index ? &previous : NULL, error);
        evq_frame_release(&previous);
        evq_frame_release(&distorted);
        previous = reference;
    }
    evq_frame_release(&previous);
    return found;
}

int evq_cli_gate_trace(EvqGateRow *row, const EvqMetricList *metrics, const EvqPairSource *source,
                       EvqError *error)
{
    int found = find(row, metrics, source, error);
    if (found < 0 && found != EVQ_E_DEVICE)
        return found;
    row->trace_state = found > 0 ? EVQ_TRACE_FOUND : EVQ_TRACE_NOTHING;
    return EVQ_OK;
}
