#include "scores.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int evq_cli_scores_fail(EvqError *error, EvqStatus status, const char *format, ...)
{
    error->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}

static int no_memory(EvqError *error)
{
    return evq_cli_scores_fail(error, EVQ_E_NOMEM, "out of memory");
}

/* ---- Columns ------------------------------------------------------------------------------ */

/* Makes room for one more element of an array. Returns 0 without memory. */
static int grow(void **array, size_t size, size_t count, size_t *room)
{
    if (count < *room)
        return 1;
    size_t wanted = *room ? 2 * *room : 16;
    void *larger = realloc(*array, wanted * size);
    if (!larger)
        return 0;
    *array = larger;
    *room = wanted;
    return 1;
}

static EvqColumn *find(const EvqColumns *columns, const char *name)
{
    for (size_t i = 0; i < columns->count; i++) {
        EvqColumn *column = &columns->list[(columns->next + i) % columns->count];
        if (!strcmp(column->name, name))
            return column;
    }
    return NULL;
}

const EvqColumn *evq_cli_scores_find(const EvqColumns *columns, const char *name)
{
    return find(columns, name);
}

static EvqColumn *append(EvqColumns *columns, const char *name)
{
    if (!grow((void **)&columns->list, sizeof *columns->list, columns->count, &columns->room))
        return NULL;
    EvqColumn column = { .name = strdup(name) };
    if (!column.name)
        return NULL;
    columns->list[columns->count] = column;
    return &columns->list[columns->count++];
}

int evq_cli_scores_add(EvqColumns *columns, const char *name, const EvqScore *score,
                       EvqError *error)
{
    EvqColumn *column = find(columns, name);
    if (!column)
        column = append(columns, name);
    if (!column ||
        !grow((void **)&column->scores, sizeof *column->scores, column->count, &column->room))
        return no_memory(error);
    column->scores[column->count++] = *score;
    columns->next = (size_t)(column - columns->list) + 1;
    return EVQ_OK;
}

static void free_columns(EvqColumns *columns)
{
    for (size_t i = 0; i < columns->count; i++) {
        free(columns->list[i].name);
        free(columns->list[i].scores);
    }
    free(columns->list);
    *columns = (EvqColumns){ 0 };
}

void evq_cli_scores_free(EvqScores *scores)
{
    free_columns(&scores->outputs);
    free_columns(&scores->aggregates);
}

static int by_frame(const void *left, const void *right)
{
    uint64_t a = ((const EvqScore *)left)->frame, b = ((const EvqScore *)right)->frame;
    return a < b ? -1 : a > b;
}

/* Brings each column's frames into order; refuses one that lists a frame twice. */
static int sort_columns(EvqColumns *columns, EvqError *error)
{
    for (size_t i = 0; i < columns->count; i++) {
        EvqColumn *column = &columns->list[i];
        qsort(column->scores, column->count, sizeof *column->scores, by_frame);
        for (size_t k = 1; k < column->count; k++)
            if (column->scores[k].frame == column->scores[k - 1].frame)
                return evq_cli_scores_fail(error, EVQ_E_INPUT, "has %.80s of frame %llu twice",
                                           column->name,
                                           (unsigned long long)column->scores[k].frame);
    }
    return EVQ_OK;
}

int evq_cli_scores_frames(EvqColumn *frames, const EvqScores *scores, EvqError *error)
{
    const EvqColumns *outputs = &scores->outputs;
    size_t total = 0, count = 0;
    for (size_t i = 0; i < outputs->count; i++)
        total += outputs->list[i].count;
    *frames = (EvqColumn){ .scores = malloc(total * sizeof *frames->scores), .room = total };
    if (!frames->scores)
        return no_memory(error);
    for (size_t i = 0; i < outputs->count; i++) {
        const EvqColumn *column = &outputs->list[i];
        memcpy(frames->scores + count, column->scores, column->count * sizeof *column->scores);
        count += column->count;
    }
    qsort(frames->scores, count, sizeof *frames->scores, by_frame);
    for (size_t i = 0; i < count; i++)
        if (!i || frames->scores[i].frame != frames->scores[i - 1].frame)
            frames->scores[frames->count++] = frames->scores[i];
    return EVQ_OK;
}

/* ---- Words -------------------------------------------------------------------------------- */

int evq_cli_scores_value(const char *text, EvqScore *score)
{
    char *end;
    score->null = !strcmp(text, "null");
    if (score->null) {
        score->value = NAN;
        return 1;
    }
    /* The tool never leaves the C locale. */
    score->value = strtod(text, &end);
    return *text && !isspace((unsigned char)*text) && !*end;
}

int evq_cli_scores_frame(const char *text, uint64_t *frame)
{
    size_t digits = strspn(text, "0123456789");
    errno = 0;
    *frame = strtoull(text, NULL, 10);
    return digits && !text[digits] && !errno;
}

/* ---- Files -------------------------------------------------------------------------------- */

/* Reads a stream to its end. Returns the bytes with a NUL behind them, or NULL with errno. */
static char *read_all(FILE *file, size_t *size)
{
    char *bytes = NULL;
    size_t room = 0;
    *size = 0;
    do {
        if (!grow((void **)&bytes, 1, *size + 1, &room)) {
            free(bytes);
            errno = ENOMEM;
            return NULL;
        }
        *size += fread(bytes + *size, 1, room - *size - 1, file);
    } while (!feof(file) && !ferror(file));
    if (ferror(file)) {
        int reason = errno;
        free(bytes);
        errno = reason;
        return NULL;
    }
    bytes[*size] = 0;
    return bytes;
}

static char *read_path(const char *path, size_t *size)
{
    if (!strcmp(path, "-"))
        return read_all(stdin, size);
    FILE *file = fopen(path, "rbe");
    if (!file)
        return NULL;
    char *bytes = read_all(file, size);
    int reason = errno;
    fclose(file);
    errno = reason;
    return bytes;
}

static int parse(EvqScores *scores, EvqReportText text, EvqError *error)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    if (!strncmp(text.bytes, byte_order_mark, 3)) {
        text.bytes += 3;
        text.size -= 3;
    }
    int (*read)(EvqScores *, const EvqReportText *, EvqError *);
    const char *first = text.bytes + strspn(text.bytes, " \t\r\n");
    if (*first == '{')
        read = evq_cli_scores_json;
    else if (*first == '<')
        read = evq_cli_scores_xml;
    else if (!strncmp(first, "Frame,", 6))
        read = evq_cli_scores_csv;
    else
        return evq_cli_scores_fail(error, EVQ_E_INPUT, "is no report in JSON, XML or CSV");
    int status = read(scores, &text, error);
    if (status == EVQ_OK)
        status = sort_columns(&scores->outputs, error);
    if (status == EVQ_OK)
        status = sort_columns(&scores->aggregates, error);
    if (status == EVQ_OK && !scores->outputs.count)
        return evq_cli_scores_fail(error, EVQ_E_INPUT, "holds no score");
    return status;
}

int evq_cli_scores_read(EvqScores *scores, const char *path, EvqError *error)
{
    const char *name = strcmp(path, "-") ? path : "standard input";
    EvqError reason;

    *scores = (EvqScores){ 0 };
    EvqReportText text;
    char *bytes = read_path(path, &text.size);
    if (!bytes)
        return evq_cli_scores_fail(error, errno == ENOMEM ? EVQ_E_NOMEM : EVQ_E_INPUT,
                                   "%.200s: cannot be read: %s", name, strerror(errno));
    text.bytes = bytes;
    int status = parse(scores, text, &reason);
    free(bytes);
    if (status < 0)
        evq_cli_scores_fail(error, reason.status, "%.200s: %.280s", name, reason.message);
    return status;
}
