/* CSV reports: a header "Frame,NAME,...," and a line for each frame. */
#include "scores.h"

#include <stdlib.h>
#include <string.h>

typedef struct Csv {
    EvqScores *scores;
    EvqError *error;
    const char *at; /* the rest of the text */
    char *cell;     /* the cell read last; as large as the text */
    char **names;   /* of the cells behind "Frame" */
    size_t name_count;
    unsigned long line;
} Csv;

static int refuse(const Csv *csv, const char *why)
{
    return evq_cli_scores_fail(csv->error, EVQ_E_INPUT, "line %lu %s", csv->line, why);
}

/* Copies the next cell of a line without its quotes and passes over the comma behind it. Returns 0
 * at the line's end: a comma ends each cell, in these reports also the last one. */
static int next_cell(Csv *csv)
{
    const char *at = csv->at;
    char *to = csv->cell;
    int quoted = 0;

    if (*at == '\0' || *at == '\r' || *at == '\n')
        return 0;
    for (; *at && (quoted || (*at != ',' && *at != '\r' && *at != '\n')); at++) {
        if (*at != '"')
            *to++ = *at;
        else if (quoted && at[1] == '"')
            *to++ = *at++;
        else
            quoted = !quoted;
    }
    *to = 0;
    csv->at = at + (*at == ',');
    return 1;
}

static void next_line(Csv *csv)
{
    csv->at += *csv->at == '\r';
    csv->at += *csv->at == '\n';
    csv->line++;
}

static int read_header(Csv *csv)
{
    size_t room = 0;
    for (const char *c = csv->at; *c && *c != '\n'; c++)
        room += *c == ',';
    csv->names = calloc(room + 1, sizeof *csv->names);
    if (!csv->names)
        return evq_cli_scores_fail(csv->error, EVQ_E_NOMEM, "out of memory");
    next_cell(csv); /* "Frame" */
    while (next_cell(csv)) {
        csv->names[csv->name_count] = strdup(csv->cell);
        if (!csv->names[csv->name_count++])
            return evq_cli_scores_fail(csv->error, EVQ_E_NOMEM, "out of memory");
    }
    next_line(csv);
    return EVQ_OK;
}

static int read_row(Csv *csv)
{
    EvqScore score;
    size_t column = 0;

    if (!next_cell(csv) || !evq_cli_scores_frame(csv->cell, &score.frame))
        return refuse(csv, "does not begin with a frame number");
    for (; next_cell(csv); column++) {
        if (column == csv->name_count)
            return refuse(csv, "has more cells than the header");
        if (!*csv->cell)
            continue; /* this frame has no such score */
        if (!evq_cli_scores_value(csv->cell, &score))
            return refuse(csv, "has a cell that is no number");
        int status =
            evq_cli_scores_add(&csv->scores->outputs, csv->names[column], &score, csv->error);
        if (status < 0)
            return status;
    }
    /* Where cells are left out without their commas, nobody knows which. */
    if (column < csv->name_count)
        return refuse(csv, "has fewer cells than the header");
    next_line(csv);
    return EVQ_OK;
}

int evq_cli_scores_csv(EvqScores *scores, const EvqReportText *text, EvqError *error)
{
    Csv csv = { .scores = scores, .error = error, .at = text->bytes, .line = 1 };
    csv.at += strspn(csv.at, " \t\r\n");
    csv.cell = malloc(text->size + 1);
    if (!csv.cell)
        return evq_cli_scores_fail(error, EVQ_E_NOMEM, "out of memory");
    int status = read_header(&csv);
    while (status == EVQ_OK && *csv.at)
        status = read_row(&csv);
    for (size_t i = 0; i < csv.name_count; i++)
        free(csv.names[i]);
    free(csv.names);
    free(csv.cell);
    return status;
}
