/* The gate's table for people and as Markdown. */
#include "gate_result.h"

#include <exactvq/report.h>
#include <stdio.h>
#include <stdlib.h>

static const char *number(char buffer[EVQ_NUMBER_SIZE], double value)
{
    static const EvqReportStyle shortest = { .digits = EVQ_DIGITS_SHORTEST };
    return evq_format_number(buffer, value, &shortest);
}

static int is_scored(const EvqGateRow *row)
{
    return row->state <= EVQ_GATE_DIFFERS;
}

/* "frame 3, vif_scale0: 0.5, not 0.25", or the reason, or nothing. */
static void print_remark(FILE *out, const EvqGateRow *row)
{
    char got[EVQ_NUMBER_SIZE], expected[EVQ_NUMBER_SIZE];
    if (row->state != EVQ_GATE_DIFFERS) {
        fputs(row->reason, out);
        return;
    }
    if (!row->aggregate)
        fprintf(out, "frame %llu, ", (unsigned long long)row->frame);
    fprintf(out, "%s: %s, not %s", row->output, number(got, row->got),
            number(expected, row->expected));
}

static const char *chroma_name(EvqChroma chroma)
{
    static const char *const names[] = { "4:0:0", "4:2:0", "4:2:2", "4:4:4" };
    return names[chroma];
}

static void print_subject(FILE *out, const EvqGateResult *result)
{
    const EvqGateOptions *options = result->options;
    const EvqFormat *format = &result->format;
    fprintf(out, "exactvq %s gate: ", evq_version());
    if (options->random)
        fprintf(out, "%llu random pictures from %llu on, seed %llu\n",
                (unsigned long long)options->random, (unsigned long long)options->first,
                (unsigned long long)options->seed);
    else
        fprintf(out, "%s, %s (%dx%d, %d bits, %s)\n", options->path[0], options->path[1],
                format->width, format->height, format->depth, chroma_name(format->chroma));
}

/* ---- For people ---------------------------------------------------------------------------- */

enum { NAME_WIDTH = 24 };

void evq_cli_gate_print_heading(const EvqGateResult *result)
{
    const EvqCells *cells = result->cells;
    print_subject(stdout, result);
    for (size_t i = 0; i < cells->count; i++)
        if (*cells->list[i].about)
            printf("%-*s  %s\n", NAME_WIDTH, cells->list[i].name, cells->list[i].about);
}

void evq_cli_gate_print_group(const EvqGateGroup *group)
{
    const char *title = group->metric ? group->metric : "every metric";
    if (*group->skipped) {
        printf("\n%s: skipped: %s\n", title, group->skipped);
        return;
    }
    printf("\n%s\n%-*s  %8s  %9s  %-22s  %-20s  %10s  %s\n", title, NAME_WIDTH, "cell", "frames",
           "identical", "max |diff|", "max ULP", "ms/frame", "result");
}

void evq_cli_gate_print_row(const EvqGateRow *row)
{
    char text[EVQ_NUMBER_SIZE];
    printf("%-*s  ", NAME_WIDTH, row->cell->name);
    if (is_scored(row))
        printf("%8llu  %9llu  %-22s  %-20llu  %10.3f  ", (unsigned long long)row->frames,
               (unsigned long long)row->identical, number(text, row->max_difference),
               (unsigned long long)row->max_ulp, evq_cli_gate_milliseconds(row));
    else
        printf("%8s  %9s  %-22s  %-20s  %10s  ", "-", "-", "-", "-", "-");
    fputs(evq_cli_gate_state_name(row->state), stdout);
    if (row->state > EVQ_GATE_OK) {
        fputs(": ", stdout);
        print_remark(stdout, row);
    }
    putchar('\n');
    fflush(stdout);
}

/* ---- Markdown ------------------------------------------------------------------------------ */

static void write_row(FILE *out, const char *metric, const EvqGateRow *row)
{
    char text[EVQ_NUMBER_SIZE];
    fprintf(out, "| %s | %s | ", metric, row->cell->name);
    if (is_scored(row))
        fprintf(out, "%llu | %llu | %s | %llu | %.3f", (unsigned long long)row->frames,
                (unsigned long long)row->identical, number(text, row->max_difference),
                (unsigned long long)row->max_ulp, evq_cli_gate_milliseconds(row));
    else
        fputs("- | - | - | - | -", out);
    fprintf(out, " | %s | ", evq_cli_gate_state_name(row->state));
    print_remark(out, row);
    fputs(" |\n", out);
}

static void write_group(FILE *out, const EvqGateResult *result, const EvqGateGroup *group)
{
    const char *metric = group->metric ? group->metric : "all";
    if (*group->skipped)
        fprintf(out, "| %s | all | - | - | - | - | - | skipped | %s |\n", metric, group->skipped);
    for (size_t i = 0; !*group->skipped && i < result->cells->count; i++)
        write_row(out, metric, &group->row[i]);
}

char *evq_cli_gate_markdown(const EvqGateResult *result)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    print_subject(out, result);
    for (size_t i = 0; i < result->cells->count; i++)
        if (*result->cells->list[i].about)
            fprintf(out, "- %s: %s\n", result->cells->list[i].name, result->cells->list[i].about);
    fputs("\n| metric | cell | frames | identical | max abs diff | max ULP | ms/frame | result | "
          "first difference or reason |\n|---|---|---|---|---|---|---|---|---|\n",
          out);
    for (size_t i = 0; i < result->groups; i++)
        write_group(out, result, &result->group[i]);
    int failed = ferror(out);
    if (fclose(out) || failed) {
        free(text);
        return NULL;
    }
    return text;
}
