#include "device/placement.h"

#include "core/error.h"
#include "plan/layout.h"

typedef struct Range {
    int first, last;
} Range;

static void widen(Range *range, int first, int last)
{
    range->first = first < range->first ? first : range->first;
    range->last = last > range->last ? last : range->last;
}

/* The rows of a buffer that exist: its own, its border, and what items at its ends touch. An input
 * has its own alone. */
static Range rows_of(const EvqPlan *plan, int index)
{
    const EvqBuffer *buffer = &plan->buffer[index];
    Range rows = { -buffer->border, buffer->height - 1 + buffer->border };
    if (buffer->kind == EVQ_BUFFER_INPUT)
        return rows;
    for (int s = 0; s < plan->stages; s++) {
        const EvqStage *stage = &plan->stage[s];
        for (int u = 0; u < stage->reads + stage->writes; u++) {
            const EvqUse *use = &stage->use[u];
            if (use->buffer != index || stage->items <= 0)
                continue;
            int last_item = use->step * (stage->items - 1);
            if (u < stage->reads)
                widen(&rows, -use->up, last_item + use->down);
            else
                widen(&rows, 0, last_item + use->step - 1);
        }
    }
    return rows;
}

/* The stages during which a buffer holds something. */
static Range life_of(const EvqPlan *plan, int index)
{
    Range life = { plan->stages, -1 };
    for (int s = 0; s < plan->stages; s++)
        for (int u = 0; u < plan->stage[s].reads + plan->stage[s].writes; u++)
            if (plan->stage[s].use[u].buffer == index)
                widen(&life, s, s);
    if (index == plan->result)
        life.last = plan->stages;
    return life;
}

int evq_placement_last_writer(const EvqPlan *plan, int buffer)
{
    int last = -1;
    for (int s = 0; s < plan->stages; s++)
        for (int u = 0; u < plan->stage[s].writes; u++)
            if (plan->stage[s].use[plan->stage[s].reads + u].buffer == buffer)
                last = s;
    return last;
}

static int lay_out(EvqPlace *place, const EvqPlan *plan, int index, EvqError *error)
{
    const EvqBuffer *buffer = &plan->buffer[index];
    EvqLayout layout = evq_layout_of(buffer);
    Range rows = rows_of(plan, index);
    int64_t elements = (int64_t)(rows.last - rows.first + 1) * layout.stride;
    if (elements > INT32_MAX)
        return evq_fail(error, EVQ_E_DEVICE, "pictures of %dx%d are too large for a device",
                        buffer->width, buffer->height);
    *place = (EvqPlace){
        .block = -1,
        .offset = layout.left - rows.first * layout.stride,
        .stride = layout.stride,
        .pitch = layout.pitch,
        .bytes = (size_t)elements * buffer->element_bytes,
    };
    return EVQ_OK;
}

/* The smallest free block that is large enough; else the largest free one, which grows; else a new
 * one. */
static int choose_block(EvqBlocks *blocks, const int *taken, size_t bytes)
{
    int best = -1;
    for (int i = 0; i < blocks->count; i++) {
        if (taken[i])
            continue;
        size_t size = blocks->bytes[i];
        if (best < 0 || (size >= bytes ? blocks->bytes[best] < bytes || size < blocks->bytes[best]
                                       : blocks->bytes[best] < bytes && size > blocks->bytes[best]))
            best = i;
    }
    if (best < 0)
        best = blocks->count++;
    if (blocks->bytes[best] < bytes)
        blocks->bytes[best] = bytes;
    return best;
}

static int is_block(const EvqBuffer *buffer)
{
    return buffer->kind == EVQ_BUFFER_ROWS || buffer->kind == EVQ_BUFFER_RESULT;
}

int evq_placement_make(EvqPlacement *placement, EvqBlocks *blocks, const EvqPlan *plan,
                       EvqError *error)
{
    Range life[EVQ_PLAN_BUFFERS];
    int taken[EVQ_PLAN_BUFFERS] = { 0 };
    for (int b = 0; b < plan->buffers; b++) {
        int status = lay_out(&placement->place[b], plan, b, error);
        if (status < 0)
            return status;
        life[b] = life_of(plan, b);
    }
    for (int s = 0; s < plan->stages; s++) {
        for (int b = 0; b < plan->buffers; b++)
            if (is_block(&plan->buffer[b]) && life[b].first == s) {
                int block = choose_block(blocks, taken, placement->place[b].bytes);
                taken[block] = 1;
                placement->place[b].block = block;
            }
        for (int b = 0; b < plan->buffers; b++)
            if (is_block(&plan->buffer[b]) && life[b].last == s && !blocks->separate)
                taken[placement->place[b].block] = 0;
    }
    return EVQ_OK;
}
