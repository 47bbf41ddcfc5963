#include "plan/plan.h"

#include <assert.h>
#include <string.h>

static int add_buffer(EvqPlan *plan, EvqBuffer buffer)
{
    assert(plan->buffers < EVQ_PLAN_BUFFERS);
    plan->buffer[plan->buffers] = buffer;
    return plan->buffers++;
}

int evq_plan_input(EvqPlan *plan, const EvqFormat *format, EvqPlanInput input, int input_plane)
{
    return add_buffer(plan, (EvqBuffer){
                                .kind = EVQ_BUFFER_INPUT,
                                .element_bytes = evq_format_sample_bytes(format),
                                .width = evq_format_plane_width(format, input_plane),
                                .height = evq_format_plane_height(format, input_plane),
                                .planes = 1,
                                .input = input,
                                .input_plane = input_plane,
                            });
}

int evq_plan_constant(EvqPlan *plan, const void *data, int element_bytes, int count)
{
    return add_buffer(plan, (EvqBuffer){
                                .kind = EVQ_BUFFER_CONSTANT,
                                .element_bytes = element_bytes,
                                .width = count,
                                .height = 1,
                                .planes = 1,
                                .data = data,
                            });
}

int evq_plan_rows(EvqPlan *plan, int element_bytes, int width, int height, int planes, int border,
                  int margin)
{
    return add_buffer(plan, (EvqBuffer){
                                .kind = EVQ_BUFFER_ROWS,
                                .element_bytes = element_bytes,
                                .width = width,
                                .height = height,
                                .planes = planes,
                                .border = border,
                                .margin = margin,
                            });
}

int evq_plan_result(EvqPlan *plan, int element_bytes, int width, int height)
{
    return add_buffer(plan, (EvqBuffer){
                                .kind = EVQ_BUFFER_RESULT,
                                .element_bytes = element_bytes,
                                .width = width,
                                .height = height,
                                .planes = 1,
                            });
}

EvqStage *evq_plan_stage(EvqPlan *plan, EvqKernelId kernel, int x0, int x1, int items,
                         const void *params, size_t params_bytes)
{
    assert(plan->stages < EVQ_PLAN_STAGES && params_bytes <= EVQ_PARAMS_BYTES);
    EvqStage *stage = &plan->stage[plan->stages++];
    memset(stage, 0, sizeof *stage);
    stage->kernel = kernel;
    stage->x0 = x0;
    stage->x1 = x1;
    stage->items = items;
    stage->planes = 1;
    stage->params_bytes = params_bytes;
    memcpy(stage->params, params, params_bytes);
    return stage;
}

static void add_use(EvqStage *stage, EvqUse use)
{
    assert(stage->reads + stage->writes < EVQ_MAX_BUFFERS);
    stage->use[stage->reads + stage->writes] = use;
}

void evq_stage_reads(EvqStage *stage, int buffer, int step, int up, int down)
{
    assert(stage->writes == 0);
    add_use(stage, (EvqUse){ .buffer = buffer, .step = step, .up = up, .down = down });
    stage->reads++;
}

void evq_stage_writes(EvqStage *stage, int buffer, int step)
{
    add_use(stage, (EvqUse){ .buffer = buffer, .step = step });
    stage->writes++;
}

static int is_used(const EvqPlan *plan, int buffer)
{
    for (int s = 0; s < plan->stages; s++)
        for (int u = 0; u < plan->stage[s].reads + plan->stage[s].writes; u++)
            if (plan->stage[s].use[u].buffer == buffer)
                return 1;
    return 0;
}

static void keep_whole(EvqPlan *plan, const EvqStage *stage)
{
    for (int u = 0; u < stage->reads; u++) {
        EvqBuffer *buffer = &plan->buffer[stage->use[u].buffer];
        if (buffer->kind == EVQ_BUFFER_ROWS)
            buffer->kind = EVQ_BUFFER_RESULT;
    }
}

void evq_plan_choose(EvqPlan *plan, EvqForm form)
{
    int kept = 0;
    for (int s = 0; s < plan->stages; s++) {
        const EvqStage *stage = &plan->stage[s];
        if (stage->form != EVQ_FORM_ANY && stage->form != form)
            continue;
        if (stage->after_all)
            keep_whole(plan, stage);
        if (kept < s)
            plan->stage[kept] = *stage;
        kept++;
    }
    plan->stages = kept;
    for (int b = 0; b < plan->buffers; b++)
        if (!is_used(plan, b))
            plan->buffer[b].kind = EVQ_BUFFER_UNUSED;
}
