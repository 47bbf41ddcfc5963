/*
 * JSON: the vmaf tool's keys and layout, with more of our own. json-c serialises the pieces (one
 * frame, one metric's pools ...); what grows with the sequence is streamed, never held as a tree.
 */
#include "report/internal.h"

#include <errno.h>
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct json_object Value;

typedef struct Document {
    const EvqReport *report;
    EvqWriter *writer;
    int depth; /* of the open container */
    int empty; /* the open container has no member yet */
} Document;

/* ---- Values. NULL is JSON's null; out of memory gives it too and marks the writer. --------- */

static Value *made(Document *document, Value *value)
{
    if (!value)
        evq_writer_fail(document->writer, ENOMEM);
    return value;
}

static Value *make_string(Document *document, const char *text)
{
    char *clean = evq_utf8_clean(text);
    Value *value = made(document, clean ? json_object_new_string(clean) : NULL);
    free(clean);
    return value;
}

static Value *make_number(Document *document, double number, const char *text)
{
    if (isfinite(number))
        return made(document, json_object_new_double_s(number, text));
    if (document->report->style->nonfinite_null)
        return NULL;
    return make_string(document, text);
}

static Value *make_score(Document *document, double score)
{
    char text[EVQ_NUMBER_SIZE];
    return make_number(document, score, evq_format_number(text, score, document->report->style));
}

static Value *make_integer(Document *document, uint64_t number)
{
    return made(document, json_object_new_uint64(number));
}

/* Adds a member; takes the value. `object` may be NULL after a failure. */
static void add(Document *document, Value *object, const char *key, Value *value)
{
    if (object && json_object_object_add(object, key, value) == 0)
        return;
    json_object_put(value);
    evq_writer_fail(document->writer, ENOMEM);
}

/* ---- Layout --------------------------------------------------------------------------------- */

/* Writes a value at the current depth; takes it. Line ends inside strings are escaped, so every
 * one in json-c's text is layout. */
static void put_value(Document *document, Value *value)
{
    const char *text = json_object_to_json_string_ext(
        value, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE);
    if (!text) {
        evq_writer_fail(document->writer, ENOMEM);
        text = "";
    }
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        evq_write(document->writer, text, (size_t)(end + 1 - text));
        evq_printf(document->writer, "%*s", 2 * document->depth, "");
    }
    evq_puts(document->writer, text);
    json_object_put(value);
}

/* Begins a member of an object, or of an array when key is NULL. */
static void begin_member(Document *document, const char *key)
{
    evq_printf(document->writer, "%s\n%*s", document->empty ? "" : ",", 2 * document->depth, "");
    document->empty = 0;
    if (key) {
        put_value(document, make_string(document, key));
        evq_puts(document->writer, ": ");
    }
}

static void put_member(Document *document, const char *key, Value *value)
{
    begin_member(document, key);
    put_value(document, value);
}

static void open_container(Document *document, const char *key, const char *bracket)
{
    begin_member(document, key);
    evq_puts(document->writer, bracket);
    document->depth++;
    document->empty = 1;
}

static void close_container(Document *document, const char *bracket)
{
    document->depth--;
    document->empty = 0;
    evq_printf(document->writer, "\n%*s%s", 2 * document->depth, "", bracket);
}

/* ---- Contents ------------------------------------------------------------------------------- */

static const char *chroma_name(EvqChroma chroma)
{
    switch (chroma) {
    case EVQ_CHROMA_400:
        return "4:0:0";
    case EVQ_CHROMA_420:
        return "4:2:0";
    case EVQ_CHROMA_422:
        return "4:2:2";
    case EVQ_CHROMA_444:
        return "4:4:4";
    }
    return "unknown";
}

static void put_text(Document *document, const char *key, const char *text)
{
    if (text)
        put_member(document, key, make_string(document, text));
}

static void put_integer(Document *document, const char *key, uint64_t number)
{
    put_member(document, key, make_integer(document, number));
}

static void put_input(Document *document, const char *key, const EvqReportInput *input)
{
    const EvqFormat *format = &document->report->info->format;
    open_container(document, key, "{");
    put_text(document, "path", input->path);
    if (input->file_bytes >= 0)
        put_integer(document, "size", (uint64_t)input->file_bytes);
    put_text(document, "container", input->container);
    put_text(document, "pixel_format", input->pixel_format);
    put_integer(document, "width", (uint64_t)format->width);
    put_integer(document, "height", (uint64_t)format->height);
    put_integer(document, "bit_depth", (uint64_t)format->depth);
    put_text(document, "chroma", chroma_name(format->chroma));
    put_integer(document, "frames", input->frames);
    put_member(document, "frames_complete",
               made(document, json_object_new_boolean(input->frames_complete != 0)));
    close_container(document, "}");
}

static void put_models(Document *document)
{
    const EvqSession *session = document->report->session;
    open_container(document, "models", "[");
    for (size_t i = 0; i < evq_session_model_count(session); i++)
        put_text(document, NULL, evq_session_model_text(session, i));
    close_container(document, "]");
}

static void put_run(Document *document)
{
    const EvqReportInfo *info = document->report->info;
    const EvqSession *session = document->report->session;
    char fps[EVQ_NUMBER_SIZE];
    put_text(document, "version", evq_version());
    put_member(document, "fps",
               make_number(document, info->fps, evq_format_decimals(fps, info->fps, 2)));
    put_text(document, "command", info->command);
    open_container(document, "inputs", "{");
    put_input(document, "reference", &info->reference);
    put_input(document, "distorted", &info->distorted);
    close_container(document, "}");
    open_container(document, "metrics", "[");
    for (size_t i = 0; i < evq_session_metric_count(session); i++)
        put_text(document, NULL, evq_session_metric_text(session, i));
    close_container(document, "]");
    if (evq_session_model_count(session) > 0)
        put_models(document);
    put_text(document, "device", evq_session_device(session));
    put_text(document, "cpu_level", evq_session_cpu_level(session));
    put_integer(document, "threads", (uint64_t)evq_session_threads(session));
    open_container(document, "warnings", "[");
    for (size_t i = 0; i < info->warning_count; i++)
        put_text(document, NULL, info->warnings[i]);
    close_container(document, "]");
    put_text(document, "failure", info->failure);
}

static void put_worst_frames(Document *document)
{
    const EvqReport *report = document->report;
    open_container(document, "worst_frames", "{");
    for (size_t i = 0; i < report->output_count; i++) {
        EvqWorstFrame worst[EVQ_WORST_FRAMES];
        size_t count = evq_worst_frames(report->session, i, worst);
        open_container(document, report->output_names[i], "[");
        for (size_t k = 0; k < count; k++) {
            Value *entry = made(document, json_object_new_object());
            add(document, entry, "frameNum", make_integer(document, worst[k].frame));
            add(document, entry, "value", make_score(document, worst[k].value));
            put_member(document, NULL, entry);
        }
        close_container(document, "]");
    }
    close_container(document, "}");
}

static void put_frame(Document *document, size_t frame)
{
    const EvqReport *report = document->report;
    Value *metrics = made(document, json_object_new_object());
    for (size_t i = 0; i < report->output_count; i++)
        add(document, metrics, report->output_names[i],
            make_score(document, evq_report_score(report, i, frame)));
    Value *entry = made(document, json_object_new_object());
    add(document, entry, "frameNum", make_integer(document, frame));
    add(document, entry, "metrics", metrics);
    put_member(document, NULL, entry);
}

static void put_frames(Document *document)
{
    const EvqReport *report = document->report;
    open_container(document, "frames", "[");
    for (size_t frame = 0; frame < report->frame_count && !document->writer->failure; frame++) {
        if (evq_session_frame_listed(report->session, frame))
            put_frame(document, frame);
    }
    close_container(document, "]");
}

static void put_pools(Document *document)
{
    const EvqReport *report = document->report;
    open_container(document, "pooled_metrics", "{");
    for (size_t i = 0; i < report->output_count; i++) {
        double values[EVQ_POOL_COLUMNS];
        if (!evq_pool_all(document->writer, report->session, i, values))
            continue;
        Value *entry = made(document, json_object_new_object());
        for (int k = 0; k < EVQ_POOL_COLUMNS; k++)
            add(document, entry, evq_pool_columns[k].key, make_score(document, values[k]));
        put_member(document, report->output_names[i], entry);
    }
    close_container(document, "}");
}

static void put_aggregates(Document *document)
{
    const EvqReport *report = document->report;
    open_container(document, "aggregate_metrics", "{");
    for (size_t i = 0; i < report->aggregate_count; i++)
        put_member(document, report->aggregate_names[i],
                   make_score(document, evq_session_aggregate_value(report->session, i)));
    close_container(document, "}");
}

void evq_put_json(EvqWriter *writer, const EvqReport *report)
{
    Document document = { .report = report, .writer = writer, .depth = 1, .empty = 1 };
    evq_puts(writer, "{");
    put_run(&document);
    put_worst_frames(&document);
    put_frames(&document);
    put_pools(&document);
    put_aggregates(&document);
    close_container(&document, "}");
    evq_puts(writer, "\n");
}
