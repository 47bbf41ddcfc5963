/* CSV in the vmaf tool's layout: every line ends in a comma. */
#include "report/internal.h"

#include <string.h>

static void put_name(EvqWriter *writer, const char *name)
{
    if (!strpbrk(name, ",\"\r\n")) {
        evq_puts(writer, name);
        return;
    }
    evq_puts(writer, "\"");
    for (; *name; name++) {
        evq_write(writer, name, 1);
        if (*name == '"')
            evq_puts(writer, "\"");
    }
    evq_puts(writer, "\"");
}

void evq_put_csv(EvqWriter *writer, const EvqReport *report)
{
    evq_puts(writer, "Frame,");
    for (size_t i = 0; i < report->output_count; i++) {
        put_name(writer, report->output_names[i]);
        evq_puts(writer, ",");
    }
    evq_puts(writer, "\n");
    for (size_t frame = 0; frame < report->frame_count; frame++) {
        if (!evq_session_frame_listed(report->session, frame))
            continue;
        evq_printf(writer, "%zu,", frame);
        for (size_t i = 0; i < report->output_count; i++) {
            evq_put_number(writer, report, evq_report_score(report, i, frame));
            evq_puts(writer, ",");
        }
        evq_puts(writer, "\n");
    }
}
