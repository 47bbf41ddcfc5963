/* The pooled scores for people. Two blocks, means and percentiles, keep full digits narrow. */
#include "report/internal.h"

#include <errno.h>
#include <stdlib.h>

enum { GAP = 2 };

typedef struct Table {
    const EvqReport *report;
    EvqWriter *writer;
    double (*pools)[EVQ_POOL_COLUMNS]; /* of each output */
    int name_width;
} Table;

/* Columns that text takes on a terminal, one a code point. */
static int text_width(const char *text)
{
    int width = 0;
    uint32_t point;
    for (int size; (size = evq_utf8_next(text, &point)) > 0; text += size)
        width++;
    return width;
}

static int wider(int width, const char *text)
{
    int other = text_width(text);
    return other > width ? other : width;
}

static void put_padding(EvqWriter *writer, const char *before, int width)
{
    evq_printf(writer, "%*s", width - text_width(before) + GAP, "");
}

static void put_name(const Table *table, const char *name)
{
    evq_put_plain_name(table->writer, name);
    put_padding(table->writer, name, table->name_width);
}

/* Writes some pools of every output; numbers start at the same column, as their lengths differ. */
static void put_block(const Table *table, const int *columns, int column_count)
{
    const EvqReport *report = table->report;
    char text[EVQ_NUMBER_SIZE];
    int width[EVQ_POOL_COLUMNS];
    put_name(table, "metric");
    for (int k = 0; k < column_count; k++) {
        const char *title = evq_pool_columns[columns[k]].title;
        width[k] = text_width(title);
        for (size_t i = 0; i < report->output_count; i++)
            width[k] = wider(width[k],
                             evq_format_number(text, table->pools[i][columns[k]], report->style));
        evq_puts(table->writer, title);
        if (k + 1 < column_count)
            put_padding(table->writer, title, width[k]);
    }
    evq_puts(table->writer, "\n");
    for (size_t i = 0; i < report->output_count; i++) {
        put_name(table, report->output_names[i]);
        for (int k = 0; k < column_count; k++) {
            evq_format_number(text, table->pools[i][columns[k]], report->style);
            evq_puts(table->writer, text);
            if (k + 1 < column_count)
                put_padding(table->writer, text, width[k]);
        }
        evq_puts(table->writer, "\n");
    }
    evq_puts(table->writer, "\n");
}

static void put_aggregates(const Table *table)
{
    const EvqReport *report = table->report;
    put_name(table, "aggregate");
    evq_puts(table->writer, "value\n");
    for (size_t i = 0; i < report->aggregate_count; i++) {
        put_name(table, report->aggregate_names[i]);
        evq_put_number(table->writer, report, evq_session_aggregate_value(report->session, i));
        evq_puts(table->writer, "\n");
    }
    evq_puts(table->writer, "\n");
}

static void put_summary(const Table *table)
{
    const EvqReport *report = table->report;
    size_t listed = 0;
    for (size_t frame = 0; frame < report->frame_count; frame++)
        listed += evq_session_frame_listed(report->session, frame) ? 1 : 0;
    char fps[EVQ_NUMBER_SIZE];
    evq_printf(table->writer, "%zu frame%s, %s frames/s\n", listed, listed == 1 ? "" : "s",
               evq_format_decimals(fps, report->info->fps, 2));
}

static void put_table(Table *table)
{
    const EvqReport *report = table->report;
    int listed = report->output_count > 0;
    for (size_t i = 0; i < report->output_count; i++) {
        table->name_width = wider(table->name_width, report->output_names[i]);
        listed = listed && evq_pool_all(table->writer, report->session, i, table->pools[i]);
    }
    for (size_t i = 0; i < report->aggregate_count; i++)
        table->name_width = wider(table->name_width, report->aggregate_names[i]);
    if (listed) {
        put_block(table, (const int[]){ 2, 3, 0, 1 }, 4); /* mean, harmonic mean, min, max */
        put_block(table, (const int[]){ 4, 5, 6, 7, 8 }, 5);
    }
    if (report->aggregate_count > 0)
        put_aggregates(table);
    put_summary(table);
}

int evq_report_table(const EvqSession *session, const EvqReportInfo *info,
                     const EvqReportStyle *style, FILE *out, EvqError *error)
{
    EvqReport report;
    EvqWriter writer;
    int status = evq_report_prepare(&report, session, info, style, error);
    if (status < 0)
        return status;
    evq_writer_borrow(&writer, out);
    Table table = { .report = &report, .writer = &writer };
    table.name_width = text_width("aggregate");
    table.pools = calloc(report.output_count + 1, sizeof *table.pools);
    if (table.pools)
        put_table(&table);
    else
        evq_writer_fail(&writer, ENOMEM);
    free(table.pools);
    evq_report_clear(&report);
    return evq_writer_release(&writer, "the table", error);
}
