/* The gate's results as JSON. */
#include "gate_result.h"

#include <exactvq/report.h>
#include <json-c/json.h>
#include <math.h>
#include <string.h>

typedef struct json_object Value;

static void add_text(Value *object, const char *key, const char *text)
{
    json_object_object_add(object, key, json_object_new_string(text));
}

static void add_count(Value *object, const char *key, uint64_t count)
{
    json_object_object_add(object, key, json_object_new_uint64(count));
}

/* As in reports: what is not finite is a string. */
static void add_number(Value *object, const char *key, double value)
{
    static const EvqReportStyle shortest = { .digits = EVQ_DIGITS_SHORTEST };
    char text[EVQ_NUMBER_SIZE];
    evq_format_number(text, value, &shortest);
    json_object_object_add(object, key,
                           isfinite(value) ? json_object_new_double_s(value, text)
                                           : json_object_new_string(text));
}

static void add_difference(Value *object, const EvqGateRow *row)
{
    Value *first = json_object_new_object();
    if (!row->aggregate)
        add_count(first, "frame", row->frame);
    add_text(first, "output", row->output);
    add_number(first, "expected", row->expected);
    add_number(first, "got", row->got);
    json_object_object_add(object, "first_difference", first);
}

static Value *row_value(const EvqGateRow *row)
{
    Value *object = json_object_new_object();
    add_text(object, "cell", row->cell->name);
    if (*row->cell->about)
        add_text(object, "device", row->cell->about);
    add_text(object, "result", evq_cli_gate_state_name(row->state));
    if (*row->reason)
        add_text(object, "reason", row->reason);
    if (row->state > EVQ_GATE_DIFFERS)
        return object;
    add_count(object, "frames", row->frames);
    add_count(object, "identical", row->identical);
    add_number(object, "max_difference", row->max_difference);
    add_count(object, "max_ulp", row->max_ulp);
    add_number(object, "ms_per_frame", evq_cli_gate_milliseconds(row));
    if (row->state == EVQ_GATE_DIFFERS)
        add_difference(object, row);
    return object;
}

static Value *group_value(const EvqGateResult *result, const EvqGateGroup *group)
{
    Value *object = json_object_new_object();
    if (group->metric)
        add_text(object, "metric", group->metric);
    if (*group->skipped) {
        add_text(object, "skipped", group->skipped);
        return object;
    }
    Value *cells = json_object_new_array();
    for (size_t i = 0; i < result->cells->count; i++)
        json_object_array_add(cells, row_value(&group->row[i]));
    json_object_object_add(object, "cells", cells);
    return object;
}

static void add_subject(Value *object, const EvqGateResult *result)
{
    const EvqGateOptions *options = result->options;
    if (options->random) {
        add_count(object, "random", options->random);
        add_count(object, "first", options->first);
        add_count(object, "seed", options->seed);
        return;
    }
    add_text(object, "reference", options->path[0]);
    add_text(object, "distorted", options->path[1]);
    add_count(object, "width", (uint64_t)result->format.width);
    add_count(object, "height", (uint64_t)result->format.height);
    add_count(object, "depth", (uint64_t)result->format.depth);
}

static const char *verdict(EvqExit code)
{
    return code == EVQ_EXIT_OK ? "ok" : code == EVQ_EXIT_DIFFERENT ? "differs" : "failed";
}

char *evq_cli_gate_json(const EvqGateResult *result)
{
    Value *object = json_object_new_object(), *groups = json_object_new_array();
    add_text(object, "version", evq_version());
    add_subject(object, result);
    add_text(object, "result", verdict(evq_cli_gate_exit(result)));
    for (size_t i = 0; i < result->groups; i++)
        json_object_array_add(groups, group_value(result, &result->group[i]));
    json_object_object_add(object, "groups", groups);
    const char *text = json_object_to_json_string_ext(object, JSON_C_TO_STRING_PRETTY |
                                                                  JSON_C_TO_STRING_NOSLASHESCAPE);
    char *copy = text ? strdup(text) : NULL;
    json_object_put(object);
    return copy;
}
