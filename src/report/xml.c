/* XML in the vmaf tool's layout, well-formed for every name. */
#include "report/internal.h"

/* What a character must be written as inside a quoted value, or NULL when as itself. */
static const char *escape(uint32_t point)
{
    switch (point) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\t':
        return "&#9;";
    case '\n':
        return "&#10;";
    case '\r':
        return "&#13;";
    default:
        /* XML 1.0 has no way to write these. */
        return point < 0x20 || point == 0xfffe || point == 0xffff ? "\xef\xbf\xbd" : NULL;
    }
}

static void put_escaped(EvqWriter *writer, const char *text)
{
    uint32_t point;
    for (int size; (size = evq_utf8_next(text, &point)) > 0; text += size) {
        const char *escaped = escape(point);
        if (escaped)
            evq_puts(writer, escaped);
        else
            evq_write(writer, text, (size_t)size);
    }
}

static int is_letter(uint32_t point)
{
    return (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z') || point == '_';
}

static int is_digit(uint32_t point)
{
    return (point >= '0' && point <= '9') || point == '-' || point == '.';
}

/* A metric's name as the name of an attribute; what cannot stand there becomes _xHHHH_. */
static void put_attribute_name(EvqWriter *writer, const char *name)
{
    uint32_t point;
    int first = 1;
    for (int size; (size = evq_utf8_next(name, &point)) > 0; name += size, first = 0) {
        if (is_letter(point) || (!first && is_digit(point)))
            evq_write(writer, name, (size_t)size);
        else
            evq_printf(writer, "_x%04X_", (unsigned)point);
    }
}

static void put_score(EvqWriter *writer, const EvqReport *report, const char *name, double value)
{
    evq_puts(writer, " ");
    put_attribute_name(writer, name);
    evq_puts(writer, "=\"");
    evq_put_number(writer, report, value);
    evq_puts(writer, "\"");
}

static void put_frame(EvqWriter *writer, const EvqReport *report, size_t frame)
{
    evq_printf(writer, "    <frame frameNum=\"%zu\"", frame);
    for (size_t i = 0; i < report->output_count; i++)
        put_score(writer, report, report->output_names[i], evq_report_score(report, i, frame));
    evq_puts(writer, " />\n");
}

static void put_pools(EvqWriter *writer, const EvqReport *report, size_t output)
{
    double values[EVQ_POOL_COLUMNS];
    if (!evq_pool_all(writer, report->session, output, values))
        return;
    evq_puts(writer, "    <metric name=\"");
    put_escaped(writer, report->output_names[output]);
    evq_puts(writer, "\"");
    for (int i = 0; i < EVQ_POOL_COLUMNS; i++)
        put_score(writer, report, evq_pool_columns[i].key, values[i]);
    evq_puts(writer, " />\n");
}

void evq_put_xml(EvqWriter *writer, const EvqReport *report)
{
    char fps[EVQ_NUMBER_SIZE];
    const EvqReportInfo *info = report->info;
    evq_puts(writer, "<VMAF version=\"");
    put_escaped(writer, evq_version());
    evq_printf(writer,
               "\">\n  <params qualityWidth=\"%d\" qualityHeight=\"%d\" />\n  <fyi fps=\"%s\" />\n",
               info->format.width, info->format.height, evq_format_decimals(fps, info->fps, 2));
    evq_puts(writer, "  <frames>\n");
    for (size_t frame = 0; frame < report->frame_count; frame++) {
        if (evq_session_frame_listed(report->session, frame))
            put_frame(writer, report, frame);
    }
    evq_puts(writer, "  </frames>\n  <pooled_metrics>\n");
    for (size_t i = 0; i < report->output_count; i++)
        put_pools(writer, report, i);
    evq_puts(writer, "  </pooled_metrics>\n  <aggregate_metrics");
    for (size_t i = 0; i < report->aggregate_count; i++)
        put_score(writer, report, report->aggregate_names[i],
                  evq_session_aggregate_value(report->session, i));
    evq_puts(writer, " />\n</VMAF>\n");
}
