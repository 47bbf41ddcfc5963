/* The scores of a report that was written before, whatever its format. */
#ifndef EVQ_TOOL_SCORES_H
#define EVQ_TOOL_SCORES_H

#include <exactvq/exactvq.h>

typedef struct EvqScore {
    uint64_t frame;
    double value;
    int null; /* JSON's null: some value that is not finite; `value` is a NaN */
} EvqScore;

/* One output's scores; rising frames once the report was read. */
typedef struct EvqColumn {
    char *name;
    EvqScore *scores;
    size_t count, room;
} EvqColumn;

/* Columns in the order of their first scores. */
typedef struct EvqColumns {
    EvqColumn *list;
    size_t count, room;
    size_t next; /* the column behind the one that got the last score: a guess for the next */
} EvqColumns;

typedef struct EvqScores {
    EvqColumns outputs;
    EvqColumns aggregates; /* one score each, as of frame 0 */
} EvqScores;

/*
 * Reads a JSON, XML or CSV report, ours or the vmaf tool's; `path` "-" is standard input. The kind
 * is found from the content. EVQ_E_INPUT: it cannot be read, is no such report or holds no score;
 * the message names the file. The scores may be freed in every case.
 */
int evq_cli_scores_read(EvqScores *scores, const char *path, EvqError *error);
void evq_cli_scores_free(EvqScores *scores);

/* Collects the frames that any output has, each once, in rising order; free(frames->scores). */
int evq_cli_scores_frames(EvqColumn *frames, const EvqScores *scores, EvqError *error);

/* NULL when there is no such column. */
const EvqColumn *evq_cli_scores_find(const EvqColumns *columns, const char *name);

/* ---- For the readers of one format --------------------------------------------------------- */

/* The whole report; a NUL follows its last byte. */
typedef struct EvqReportText {
    const char *bytes;
    size_t size;
} EvqReportText;

/* They fill `scores`; a message says where and why without the file's name. */
int evq_cli_scores_json(EvqScores *scores, const EvqReportText *text, EvqError *error);
int evq_cli_scores_xml(EvqScores *scores, const EvqReportText *text, EvqError *error);
int evq_cli_scores_csv(EvqScores *scores, const EvqReportText *text, EvqError *error);

/* Adds a score; EVQ_OK or EVQ_E_NOMEM. */
int evq_cli_scores_add(EvqColumns *columns, const char *name, const EvqScore *score,
                       EvqError *error);
/* Reads a whole word: a number, inf, nan or null. Returns 1 when it is one. */
int evq_cli_scores_value(const char *text, EvqScore *score);
/* Reads a frame number: decimal digits. Returns 1 when it is one. */
int evq_cli_scores_frame(const char *text, uint64_t *frame);

__attribute__((format(printf, 3, 4))) int evq_cli_scores_fail(EvqError *error, EvqStatus status,
                                                              const char *format, ...);

#endif
