/* What the report formats share. */
#ifndef EVQ_REPORT_INTERNAL_H
#define EVQ_REPORT_INTERNAL_H

#include <exactvq/report.h>
#include <stdint.h>
#include <stdio.h>

/* ---- Numbers (number.c) -------------------------------------------------------------------- */

/* Formats like %.*f in the C locale; "nan", "inf", "-inf" for the non-finite. Returns buffer. */
char *evq_format_decimals(char buffer[EVQ_NUMBER_SIZE], double value, int decimals);

/* ---- UTF-8 (utf8.c) ------------------------------------------------------------------------ */

#define EVQ_REPLACEMENT_CHARACTER 0xfffdu

/* Decodes the next code point and returns its number of bytes, 0 at the end of the text. A byte
 * that starts no valid sequence counts as one replacement character. */
int evq_utf8_next(const char *text, uint32_t *point);

/* A copy with every invalid byte replaced, to be freed; NULL when memory ran out. */
char *evq_utf8_clean(const char *text);

/* ---- Checked output (writer.c) ------------------------------------------------------------- */

/* Output whose first failure sticks: callers write on regardless and ask once, at the end. */
typedef struct EvqWriter {
    FILE *file;
    int failure;     /* errno of the first failure, 0 while there is none */
    char *target;    /* file that the temporary replaces at the end; NULL when written directly */
    char *temporary; /* NULL when written directly */
} EvqWriter;

void evq_writer_open(EvqWriter *writer, const char *path);
/* Writes to a stream of the caller, which stays open. */
void evq_writer_borrow(EvqWriter *writer, FILE *file);
/* Records a failure that happened elsewhere, e.g. ENOMEM. */
void evq_writer_fail(EvqWriter *writer, int failure);
void evq_write(EvqWriter *writer, const char *bytes, size_t size);
void evq_puts(EvqWriter *writer, const char *text);
/* Integers and strings only: the text of a %f would depend on the locale. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void evq_printf(EvqWriter *writer, const char *format, ...);
/* Puts the file in place, or removes what was written when anything failed; `name` is what the
 * message calls the output. The writer is empty afterwards. */
int evq_writer_close(EvqWriter *writer, const char *name, EvqError *error);
/* The same for a borrowed stream. */
int evq_writer_release(EvqWriter *writer, const char *name, EvqError *error);

/* ---- Pools (pools.c) ----------------------------------------------------------------------- */

typedef struct EvqPoolColumn {
    const char *key;   /* in documents */
    const char *title; /* for people */
    EvqPool pool;
    double argument;
} EvqPoolColumn;

enum { EVQ_POOL_COLUMNS = 9 };
/* min, max, mean, harmonic_mean as the vmaf tool orders them, then percentiles. */
extern const EvqPoolColumn evq_pool_columns[EVQ_POOL_COLUMNS];

/* Pools an output in every way; 0 when no frame is listed, or without memory, which then is the
 * writer's failure. */
int evq_pool_all(EvqWriter *writer, const EvqSession *session, size_t output,
                 double values[EVQ_POOL_COLUMNS]);

/* ---- Worst frames (worst.c) ---------------------------------------------------------------- */

enum { EVQ_WORST_FRAMES = 5 };

typedef struct EvqWorstFrame {
    size_t frame;
    double value;
} EvqWorstFrame;

/*
 * Finds the listed frames with the worst scores of an output, the worst first, equal ones in frame
 * order; returns their number. Worst is lowest, except for outputs whose name starts with "mse".
 * NaN is worse than any number.
 */
size_t evq_worst_frames(const EvqSession *session, size_t output,
                        EvqWorstFrame worst[EVQ_WORST_FRAMES]);

/* ---- Documents (report.c, one file a format) ----------------------------------------------- */

/* What is to be written. Names are valid UTF-8. */
typedef struct EvqReport {
    const EvqSession *session;
    const EvqReportInfo *info;
    const EvqReportStyle *style;
    size_t frame_count, output_count, aggregate_count;
    char **output_names;
    char **aggregate_names;
} EvqReport;

int evq_report_prepare(EvqReport *report, const EvqSession *session, const EvqReportInfo *info,
                       const EvqReportStyle *style, EvqError *error);
void evq_report_clear(EvqReport *report);

/* The score of a listed frame, which always exists. */
double evq_report_score(const EvqReport *report, size_t output, size_t frame);
/* Writes a number in the report's style. */
void evq_put_number(EvqWriter *writer, const EvqReport *report, double value);
/* Writes a name where a line or a '|' would end it: those and control characters become '_'. */
void evq_put_plain_name(EvqWriter *writer, const char *name);

void evq_put_xml(EvqWriter *writer, const EvqReport *report);
void evq_put_json(EvqWriter *writer, const EvqReport *report);
void evq_put_csv(EvqWriter *writer, const EvqReport *report);
void evq_put_sub(EvqWriter *writer, const EvqReport *report);

#endif
