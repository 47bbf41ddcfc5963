/* MicroDVD subtitles in the vmaf tool's layout: the scores of each frame over the video. */
#include "report/internal.h"

void evq_put_sub(EvqWriter *writer, const EvqReport *report)
{
    for (size_t frame = 0; frame < report->frame_count; frame++) {
        if (!evq_session_frame_listed(report->session, frame))
            continue;
        evq_printf(writer, "{%zu}{%zu}frame: %zu|", frame, frame + 1, frame);
        for (size_t i = 0; i < report->output_count; i++) {
            evq_put_plain_name(writer, report->output_names[i]);
            evq_puts(writer, ": ");
            evq_put_number(writer, report, evq_report_score(report, i, frame));
            evq_puts(writer, "|");
        }
        evq_puts(writer, "\n");
    }
}
