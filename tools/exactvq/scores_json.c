/* JSON reports: "frames" is an array of { "frameNum": N, "metrics": { NAME: SCORE, ... } }. */
#include "scores.h"

#include <json-c/json.h>
#include <string.h>

typedef struct json_object Value;

/* What a scan over the text knows when it meets the next character. */
typedef struct Scan {
    int in_string, escaped;
    int zero; /* characters of a "-0" that were just seen */
    char last;
} Scan;

/* Takes a character; returns 1 when it follows a number that was just "-0". */
static int after_negative_zero(Scan *scan, char c)
{
    int found = scan->zero == 2 && !strchr("0123456789.eE", c);
    if (scan->in_string) {
        scan->in_string = scan->escaped || c != '"';
        scan->escaped = !scan->escaped && c == '\\';
    } else {
        scan->in_string = c == '"';
        if (c == '-' && scan->last != 'e' && scan->last != 'E')
            scan->zero = 1;
        else
            scan->zero = scan->zero == 1 && c == '0' ? 2 : 0;
    }
    scan->last = c;
    return found;
}

/*
 * Feeds the text to json-c. It reads "-0" as an integer, which has no sign; so a fraction is
 * slipped in behind it. Returns the value, with *end behind it, or NULL.
 */
static Value *feed(struct json_tokener *tokener, const EvqReportText *text, const char **end)
{
    const size_t most = 1 << 20; /* json-c takes an int */
    Scan scan = { 0 };
    size_t begin = 0;
    for (size_t at = 0; at <= text->size; at++) {
        int zero = after_negative_zero(&scan, text->bytes[at]);
        if (!zero && at < text->size && at - begin < most)
            continue;
        Value *value = json_tokener_parse_ex(tokener, text->bytes + begin, (int)(at - begin));
        *end = text->bytes + begin + json_tokener_get_parse_end(tokener);
        begin = at;
        if (zero && json_tokener_get_error(tokener) == json_tokener_continue)
            json_tokener_parse_ex(tokener, ".0", 2);
        if (json_tokener_get_error(tokener) != json_tokener_continue)
            return value;
    }
    return NULL;
}

/* NULL with a message. */
static Value *parse(const EvqReportText *text, EvqError *error)
{
    const char *end = text->bytes;
    struct json_tokener *tokener = json_tokener_new();
    if (!tokener) {
        evq_cli_scores_fail(error, EVQ_E_NOMEM, "out of memory");
        return NULL;
    }
    Value *value = feed(tokener, text, &end);
    enum json_tokener_error result = json_tokener_get_error(tokener);
    json_tokener_free(tokener);
    if (result == json_tokener_continue) {
        evq_cli_scores_fail(error, EVQ_E_INPUT, "is cut off");
    } else if (!value) {
        evq_cli_scores_fail(error, EVQ_E_INPUT, "is no valid JSON: %s",
                            json_tokener_error_desc(result));
    } else if (end + strspn(end, " \t\r\n") < text->bytes + text->size) {
        evq_cli_scores_fail(error, EVQ_E_INPUT, "goes on behind its end");
        json_object_put(value);
        value = NULL;
    }
    return value;
}

/* Returns 1 when the value is a score. */
static int to_score(Value *value, EvqScore *score)
{
    switch (json_object_get_type(value)) {
    case json_type_null:
        return evq_cli_scores_value("null", score);
    case json_type_string:
        return evq_cli_scores_value(json_object_get_string(value), score);
    case json_type_double:
    case json_type_int:
        score->value = json_object_get_double(value);
        score->null = 0;
        return 1;
    default:
        return 0;
    }
}

/* Adds the members of an object, each a score of the given frame. */
static int add_members(EvqColumns *columns, Value *object, uint64_t frame, EvqError *error)
{
    EvqScore score = { .frame = frame };
    json_object_object_foreach(object, name, value)
    {
        if (!to_score(value, &score))
            return evq_cli_scores_fail(error, EVQ_E_INPUT, "frame %llu: %.80s is no number",
                                       (unsigned long long)frame, name);
        int status = evq_cli_scores_add(columns, name, &score, error);
        if (status < 0)
            return status;
    }
    return EVQ_OK;
}

static int add_frame(EvqScores *scores, Value *entry, size_t index, EvqError *error)
{
    Value *number, *metrics;
    if (!json_object_object_get_ex(entry, "frameNum", &number) ||
        json_object_get_type(number) != json_type_int || json_object_get_int64(number) < 0)
        return evq_cli_scores_fail(error, EVQ_E_INPUT,
                                   "entry %zu of \"frames\" has no \"frameNum\"", index);
    if (!json_object_object_get_ex(entry, "metrics", &metrics) ||
        json_object_get_type(metrics) != json_type_object)
        return evq_cli_scores_fail(error, EVQ_E_INPUT, "entry %zu of \"frames\" has no \"metrics\"",
                                   index);
    return add_members(&scores->outputs, metrics, json_object_get_uint64(number), error);
}

static int add_report(EvqScores *scores, Value *report, EvqError *error)
{
    Value *frames, *aggregates;
    if (!json_object_object_get_ex(report, "frames", &frames) ||
        json_object_get_type(frames) != json_type_array)
        return evq_cli_scores_fail(error, EVQ_E_INPUT, "is no report: it has no \"frames\"");
    for (size_t i = 0; i < json_object_array_length(frames); i++) {
        int status = add_frame(scores, json_object_array_get_idx(frames, i), i, error);
        if (status < 0)
            return status;
    }
    if (!json_object_object_get_ex(report, "aggregate_metrics", &aggregates) ||
        json_object_get_type(aggregates) != json_type_object)
        return EVQ_OK;
    return add_members(&scores->aggregates, aggregates, 0, error);
}

int evq_cli_scores_json(EvqScores *scores, const EvqReportText *text, EvqError *error)
{
    Value *report = parse(text, error);
    if (!report)
        return error->status;
    int status = add_report(scores, report, error);
    json_object_put(report);
    return status;
}
