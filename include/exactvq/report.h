/*
 * Writing scores: JSON, XML, CSV, SUB and a table for people. Layout and keys: docs/spec
 * (cli_and_reports.md). A report is written to a temporary file beside its target and renamed, so
 * a reader never sees half of one. Output does not depend on the locale.
 */
#ifndef EXACTVQ_REPORT_H
#define EXACTVQ_REPORT_H

#include <exactvq/exactvq.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum EvqReportFormat {
    EVQ_REPORT_XML,
    EVQ_REPORT_JSON,
    EVQ_REPORT_CSV,
    EVQ_REPORT_SUB,
} EvqReportFormat;

/* How numbers are written. */
typedef enum EvqDigits {
    EVQ_DIGITS_SHORTEST, /* shortest decimal that reads back as the same double */
    EVQ_DIGITS_FIXED,    /* %.Ng with N = precision, 1 .. 17 */
    EVQ_DIGITS_LEGACY,   /* the vmaf tool's rule: %.6f with its exception */
} EvqDigits;

typedef struct EvqReportStyle {
    EvqDigits digits;
    int precision;
    int nonfinite_null; /* JSON: write null instead of "nan", "inf", "-inf" */
} EvqReportStyle;

/* One input, as recorded in a JSON report. Strings may be NULL: the key is left out. */
typedef struct EvqReportInput {
    const char *path;
    int64_t file_bytes; /* -1 unknown */
    const char *container;
    const char *pixel_format;
    uint64_t frames;       /* pictures seen, skipped ones included */
    int frames_complete;   /* 0: the input may be longer */
} EvqReportInput;

typedef struct EvqReportInfo {
    const char *command; /* the command line */
    EvqFormat format;
    EvqReportInput reference, distorted;
    double fps;                  /* scored pairs per second of wall time */
    const char *const *warnings; /* count strings, recorded as they are */
    size_t warning_count;
    const char *failure; /* why the run ended early, or NULL */
} EvqReportInfo;

/* Room for one number as text, terminator included. */
#define EVQ_NUMBER_SIZE 352

/* Formats one number in the given style ("nan", "inf", "-inf" for the non-finite). Returns buffer. */
EVQ_API char *evq_format_number(char buffer[EVQ_NUMBER_SIZE], double value,
                                const EvqReportStyle *style);

/* Writes a report of a flushed session to `path`. A path that exists and is not a regular file
 * (e.g. /dev/stdout, a FIFO) is written directly. EVQ_E_IO on any failure to open, write, flush,
 * sync or rename; then no partial target is left behind. */
EVQ_API int evq_report_write(const EvqSession *session, const EvqReportInfo *info,
                             EvqReportFormat format, const EvqReportStyle *style, const char *path,
                             EvqError *error);

/* Writes the pooled table for people: per output mean, harmonic mean, min, max and percentiles,
 * then aggregates and one line with frames and frames per second. EVQ_E_IO when writing failed. */
EVQ_API int evq_report_table(const EvqSession *session, const EvqReportInfo *info,
                             const EvqReportStyle *style, FILE *out, EvqError *error);

#ifdef __cplusplus
}
#endif
#endif
