#include "report/internal.h"
#include "core/error.h"

#include <math.h>
#include <stdlib.h>

static void free_names(char **names, size_t count)
{
    for (size_t i = 0; names && i < count; i++)
        free(names[i]);
    free(names);
}

static char **clean_names(const EvqSession *session, size_t count,
                          const char *(*name)(const EvqSession *, size_t))
{
    char **names = calloc(count + 1, sizeof *names);
    for (size_t i = 0; names && i < count; i++) {
        names[i] = evq_utf8_clean(name(session, i));
        if (!names[i]) {
            free_names(names, count);
            return NULL;
        }
    }
    return names;
}

int evq_report_prepare(EvqReport *report, const EvqSession *session, const EvqReportInfo *info,
                       const EvqReportStyle *style, EvqError *error)
{
    *report = (EvqReport){
        .session = session,
        .info = info,
        .style = style,
        .frame_count = evq_session_frame_count(session),
        .output_count = evq_session_output_count(session),
        .aggregate_count = evq_session_aggregate_count(session),
    };
    report->output_names = clean_names(session, report->output_count, evq_session_output_name);
    report->aggregate_names =
        clean_names(session, report->aggregate_count, evq_session_aggregate_name);
    if (report->output_names && report->aggregate_names)
        return EVQ_OK;
    evq_report_clear(report);
    return evq_fail(error, EVQ_E_NOMEM, "out of memory for the names of a report");
}

void evq_report_clear(EvqReport *report)
{
    free_names(report->output_names, report->output_count);
    free_names(report->aggregate_names, report->aggregate_count);
    *report = (EvqReport){ .session = NULL };
}

double evq_report_score(const EvqReport *report, size_t output, size_t frame)
{
    double value = NAN;
    evq_session_score(report->session, output, frame, &value);
    return value;
}

void evq_put_number(EvqWriter *writer, const EvqReport *report, double value)
{
    char text[EVQ_NUMBER_SIZE];
    evq_puts(writer, evq_format_number(text, value, report->style));
}

void evq_put_plain_name(EvqWriter *writer, const char *name)
{
    uint32_t point;
    for (int size; (size = evq_utf8_next(name, &point)) > 0; name += size) {
        if (point < 0x20 || (point >= 0x7f && point < 0xa0) || point == '|')
            evq_puts(writer, "_");
        else
            evq_write(writer, name, (size_t)size);
    }
}

int evq_report_write(const EvqSession *session, const EvqReportInfo *info, EvqReportFormat format,
                     const EvqReportStyle *style, const char *path, EvqError *error)
{
    static void (*const put[])(EvqWriter *, const EvqReport *) = {
        [EVQ_REPORT_XML] = evq_put_xml,
        [EVQ_REPORT_JSON] = evq_put_json,
        [EVQ_REPORT_CSV] = evq_put_csv,
        [EVQ_REPORT_SUB] = evq_put_sub,
    };
    if ((size_t)format >= sizeof put / sizeof put[0])
        return evq_fail(error, EVQ_E_USAGE, "unknown report format %d", (int)format);
    EvqReport report;
    int status = evq_report_prepare(&report, session, info, style, error);
    if (status < 0)
        return status;
    EvqWriter writer;
    evq_writer_open(&writer, path);
    if (!writer.failure)
        put[format](&writer, &report);
    status = evq_writer_close(&writer, path, error);
    evq_report_clear(&report);
    return status;
}
