#include "device/cpu/runner.h"

#include "core/error.h"
#include "device/cpu/window.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of a bordered window; larger means fewer moves, smaller stays nearer to the core. */
#define WINDOW_BYTES (1 << 20)
#define ALIGNMENT    64

struct EvqCpuRunner {
    const EvqPlan *plan;
    const EvqCpuLevel *level;
    EvqWindow window[EVQ_PLAN_BUFFERS]; /* ROWS and RESULT buffers */
    int next[EVQ_PLAN_STAGES];          /* the item that each stage does next */
    const EvqFrame *const *picture;
    unsigned char *memory;
    int blocked; /* no stage went on in the last round: this one may move rows */
};

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

/* Whether neighbouring items read rows of a buffer that they share. */
static int overlaps(const EvqPlan *plan, int index)
{
    for (int s = 0; s < plan->stages; s++)
        for (int u = 0; u < plan->stage[s].reads; u++) {
            const EvqUse *use = &plan->stage[s].use[u];
            if (use->buffer == index && use->up + use->down + 1 > use->step)
                return 1;
        }
    return plan->buffer[index].border > 0;
}

/*
 * Rows that a ROWS buffer must hold at once: just those that let its stages take turns, or, where
 * readers share rows, a band more, so that it is seldom moved.
 */
static int window_rows(const EvqPlan *plan, int index)
{
    const EvqBuffer *buffer = &plan->buffer[index];
    int span = 1, written = 1, readers = 0;
    for (int s = 0; s < plan->stages; s++) {
        const EvqStage *stage = &plan->stage[s];
        for (int u = 0; u < stage->reads + stage->writes; u++) {
            const EvqUse *use = &stage->use[u];
            if (use->buffer != index)
                continue;
            if (u >= stage->reads)
                written = max_int(written, use->step);
            else
                readers++;
            span = max_int(span, use->up + use->down + 1);
        }
    }
    int rows = span + written - 1;
    if (overlaps(plan, index) || readers > 1) {
        int bytes = (buffer->width + 2 * buffer->border) * buffer->planes * buffer->element_bytes;
        /* Some times what readers hold back, so that seldom much is moved, see slide(). */
        int held = span + buffer->border;
        rows += held + max_int(2 * held, WINDOW_BYTES / bytes);
    }
    return min_int(rows, buffer->height + 2 * buffer->border + written + span);
}

static int result_rows(const EvqPlan *plan, int index)
{
    int step = 1;
    for (int s = 0; s < plan->stages; s++)
        for (int u = 0; u < plan->stage[s].reads + plan->stage[s].writes; u++)
            if (plan->stage[s].use[u].buffer == index)
                step = max_int(step, plan->stage[s].use[u].step);
    return plan->buffer[index].height + step - 1; /* the last item may write past the end */
}

static int is_window(const EvqBuffer *buffer)
{
    return buffer->kind == EVQ_BUFFER_ROWS || buffer->kind == EVQ_BUFFER_RESULT;
}

static int allocate(EvqCpuRunner *runner, EvqError *error)
{
    const EvqPlan *plan = runner->plan;
    size_t offset[EVQ_PLAN_BUFFERS] = { 0 }, total = 0;
    for (int b = 0; b < plan->buffers; b++) {
        const EvqBuffer *buffer = &plan->buffer[b];
        if (!is_window(buffer))
            continue;
        int rows = buffer->kind == EVQ_BUFFER_ROWS ? window_rows(plan, b) : result_rows(plan, b);
        size_t bytes = evq_window_layout(&runner->window[b], buffer, rows);
        offset[b] = total;
        total += (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    }
    runner->memory = aligned_alloc(ALIGNMENT, max_int(1, total / ALIGNMENT) * (size_t)ALIGNMENT);
    if (!runner->memory)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: %zu bytes of scratch memory", total);
    memset(runner->memory, 0, total);
    for (int b = 0; b < plan->buffers; b++)
        runner->window[b].memory = runner->memory + offset[b];
    return EVQ_OK;
}

int evq_cpu_runner_open(EvqCpuRunner **out, const EvqPlan *plan, const EvqCpuLevel *level,
                        EvqError *error)
{
    EvqCpuRunner *runner = calloc(1, sizeof *runner);
    *out = runner;
    if (!runner)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a CPU runner");
    runner->plan = plan;
    runner->level = level;
    int status = allocate(runner, error);
    if (status < 0)
        evq_cpu_runner_close(out);
    return status;
}

void evq_cpu_runner_close(EvqCpuRunner **runner)
{
    if (!*runner)
        return;
    free((*runner)->memory);
    free(*runner);
    *runner = NULL;
}

/* The first row of a buffer that a stage will still read. */
static int first_kept(const EvqCpuRunner *runner, int buffer)
{
    const EvqPlan *plan = runner->plan;
    int keep = runner->window[buffer].made;
    for (int s = 0; s < plan->stages; s++) {
        const EvqStage *stage = &plan->stage[s];
        for (int u = 0; u < stage->reads; u++)
            if (stage->use[u].buffer == buffer && runner->next[s] < stage->items)
                keep = min_int(keep, stage->use[u].step * runner->next[s] - stage->use[u].up);
    }
    return keep;
}

/* Drops the rows of a buffer that no stage will read again. Moving the rest costs as much as making
 * it: only where readers have come as far as they can, and the rest is least. */
static void slide(EvqCpuRunner *runner, int buffer)
{
    EvqWindow *window = &runner->window[buffer];
    int keep = first_kept(runner, buffer);
    if (keep == window->made || runner->blocked)
        evq_window_slide(window, keep);
}

static int make_room(EvqCpuRunner *runner, int buffer, int row)
{
    if (!evq_window_holds(&runner->window[buffer], row))
        slide(runner, buffer);
    return evq_window_holds(&runner->window[buffer], row);
}

/* Whether the rows that item y reads have been made. A row above the picture mirrors one below. */
static int can_read(const EvqCpuRunner *runner, const EvqUse *use, int y)
{
    const EvqWindow *window = &runner->window[use->buffer];
    if (runner->plan->buffer[use->buffer].kind != EVQ_BUFFER_ROWS || window->made == window->height)
        return 1;
    return max_int(use->step * y + use->down, use->up - use->step * y) < window->made;
}

/* The last row that item y writes, with the border that the last row of a picture brings. */
static int last_written(const EvqBuffer *buffer, const EvqUse *use, int y)
{
    int last = use->step * (y + 1) - 1;
    return last >= buffer->height - 1 ? max_int(last, buffer->height - 1 + buffer->border) : last;
}

static int can_do(EvqCpuRunner *runner, const EvqStage *stage, int y)
{
    const EvqPlan *plan = runner->plan;
    for (int u = 0; u < stage->reads; u++)
        if (!can_read(runner, &stage->use[u], y))
            return 0;
    for (int u = 0; u < stage->reads + stage->writes; u++) {
        const EvqUse *use = &stage->use[u];
        const EvqBuffer *buffer = &plan->buffer[use->buffer];
        if (buffer->kind != EVQ_BUFFER_ROWS)
            continue;
        int row = u < stage->reads ? use->step * y + use->down : last_written(buffer, use, y);
        if (!make_room(runner, use->buffer, row))
            return 0;
    }
    return 1;
}

static void bind(EvqCpuRunner *runner, const EvqUse *use, int index, Geometry *g, void **pointer)
{
    const EvqBuffer *buffer = &runner->plan->buffer[use->buffer];
    if (buffer->kind == EVQ_BUFFER_INPUT) {
        const EvqFrame *picture = runner->picture[buffer->input];
        pointer[index] = (void *)picture->plane[buffer->input_plane];
        g->stride[index] = (i32)(picture->stride[buffer->input_plane] / buffer->element_bytes);
    } else if (buffer->kind == EVQ_BUFFER_CONSTANT) {
        pointer[index] = (void *)buffer->data;
    } else {
        const EvqWindow *window = &runner->window[use->buffer];
        pointer[index] = window->memory;
        g->offset[index] = evq_window_offset(window);
        g->stride[index] = window->stride;
        g->pitch[index] = window->pitch;
    }
}

static void launch(EvqCpuRunner *runner, const EvqStage *stage, int y0, int y1)
{
    _Alignas(8) unsigned char params[EVQ_PARAMS_BYTES];
    void *pointer[EVQ_MAX_BUFFERS] = { 0 };
    Geometry g = {
        .x0 = stage->x0, .x1 = stage->x1, .items = stage->items, .planes = stage->planes
    };
    for (int u = 0; u < stage->reads + stage->writes; u++)
        bind(runner, &stage->use[u], u, &g, pointer);
    memcpy(params, stage->params, stage->params_bytes);
    memcpy(params, &g, sizeof g);
    runner->level->kernel[stage->kernel](params, pointer, y0, y1);
    for (int u = stage->reads; u < stage->reads + stage->writes; u++)
        if (runner->plan->buffer[stage->use[u].buffer].kind == EVQ_BUFFER_ROWS)
            evq_window_advance(&runner->window[stage->use[u].buffer], stage->use[u].step * y1);
}

static int all_before_done(const EvqCpuRunner *runner, int stage)
{
    for (int s = 0; s < stage; s++)
        if (runner->next[s] < runner->plan->stage[s].items)
            return 0;
    return 1;
}

/* Does as many items of a stage as its buffers allow now; returns how many. */
static int advance(EvqCpuRunner *runner, int s)
{
    const EvqStage *stage = &runner->plan->stage[s];
    if (stage->after_all && !all_before_done(runner, s))
        return 0;
    int first = runner->next[s], end = first;
    /* Making room for a later item may move what an earlier one reads or writes only downwards in
     * memory, never out: next[s] still names the first. */
    while (end < stage->items && can_do(runner, stage, end))
        end++;
    if (end > first) {
        launch(runner, stage, first, end);
        runner->next[s] = end;
    }
    return end - first;
}

int evq_cpu_runner_run(EvqCpuRunner *runner, const EvqFrame *const picture[EVQ_PLAN_INPUTS],
                       const void **result, EvqError *error)
{
    const EvqPlan *plan = runner->plan;
    runner->picture = picture;
    for (int b = 0; b < plan->buffers; b++)
        if (is_window(&plan->buffer[b]))
            evq_window_reset(&runner->window[b]);
    memset(runner->next, 0, sizeof runner->next);
    runner->blocked = 0;
    for (int done = 0; !done;) {
        int progress = 0;
        done = 1;
        for (int s = 0; s < plan->stages; s++) {
            progress += advance(runner, s);
            done &= runner->next[s] == plan->stage[s].items;
        }
        if (!progress && !done && runner->blocked)
            return evq_fail(error, EVQ_E_INTERNAL, "the plan of a metric does not advance");
        runner->blocked = !progress;
    }
    const EvqWindow *window = &runner->window[plan->result];
    *result = window->memory + (size_t)window->left * window->element_bytes;
    return EVQ_OK;
}
