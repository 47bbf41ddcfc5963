#include "diff.h"

#include "compare.h"
#include "diff_options.h"
#include "say.h"
#include "scores.h"

#include <exactvq/report.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Diff {
    EvqDiffOptions options;
    EvqScores scores[2];
    EvqColumn frames[2]; /* every frame of a report, once */
    int name_width;
    int differs;
} Diff;

static EvqExit fail(const EvqError *error)
{
    evq_cli_say("%s", error->message);
    if (error->status == EVQ_E_USAGE)
        evq_cli_say_hint("diff --help");
    return evq_cli_exit_of(error->status);
}

static const char *name_of(const Diff *diff, int side)
{
    const char *path = diff->options.path[side];
    return strcmp(path, "-") ? path : "standard input";
}

/* ---- Preparation -------------------------------------------------------------------------- */

/* A tolerance for an output that no report has is a slip of the pen. */
static int check_tolerances(const Diff *diff, EvqError *error)
{
    for (size_t i = 0; i < diff->options.tolerance_count; i++) {
        const char *output = diff->options.tolerances[i].output;
        int known = 0;
        for (int side = 0; side < 2; side++)
            known |= evq_cli_scores_find(&diff->scores[side].outputs, output) ||
                     evq_cli_scores_find(&diff->scores[side].aggregates, output);
        if (!known)
            return evq_cli_scores_fail(error, EVQ_E_USAGE,
                                       "--tolerance: no report has an output '%.80s'", output);
    }
    return EVQ_OK;
}

static int prepare(Diff *diff, EvqError *error)
{
    for (int side = 0; side < 2; side++) {
        int status = evq_cli_scores_read(&diff->scores[side], diff->options.path[side], error);
        if (status < 0)
            return status;
        status = evq_cli_scores_frames(&diff->frames[side], &diff->scores[side], error);
        if (status < 0)
            return status;
    }
    return check_tolerances(diff, error);
}

static double tolerance_of(const Diff *diff, const char *output)
{
    for (size_t i = diff->options.tolerance_count; i-- > 0;) /* the last one wins */
        if (!strcmp(diff->options.tolerances[i].output, output))
            return diff->options.tolerances[i].difference;
    return 0;
}

/* ---- Output ------------------------------------------------------------------------------- */

static const char *number(char buffer[EVQ_NUMBER_SIZE], double value)
{
    static const EvqReportStyle shortest = { .digits = EVQ_DIGITS_SHORTEST };
    return evq_format_number(buffer, value, &shortest);
}

static const char *score_text(char buffer[EVQ_NUMBER_SIZE], const EvqScore *score)
{
    return score->null ? "null" : number(buffer, score->value);
}

static void print_heading(const Diff *diff)
{
    printf("%-*s  %8s  %9s  %-24s  %-20s  %s\n", diff->name_width, "output", "frames", "identical",
           "max |diff|", "max ULP", "first difference");
}

static void print_row(const Diff *diff, const char *output, const EvqComparison *result,
                      int aggregate)
{
    char text[EVQ_NUMBER_SIZE], left[EVQ_NUMBER_SIZE], right[EVQ_NUMBER_SIZE];
    printf("%-*s  %8llu  %9llu  %-24s  %-20llu  ", diff->name_width, output,
           (unsigned long long)result->frames, (unsigned long long)result->identical,
           number(text, result->max_difference), (unsigned long long)result->max_ulp);
    if (result->identical == result->frames) {
        puts("-");
        return;
    }
    if (!aggregate)
        printf("frame %llu: ", (unsigned long long)result->example[0].frame);
    printf("%s, %s%s\n", score_text(left, &result->example[0]),
           score_text(right, &result->example[1]), result->beyond ? "" : " (within tolerance)");
}

static void print_runs(const EvqFrameRuns *runs)
{
    uint64_t shown = 0;
    for (size_t i = 0; i < runs->runs; i++) {
        printf("%s%llu", i ? ", " : " ", (unsigned long long)runs->first[i]);
        if (runs->last[i] > runs->first[i])
            printf("-%llu", (unsigned long long)runs->last[i]);
        shown += runs->last[i] - runs->first[i] + 1;
    }
    if (shown < runs->count)
        printf(" and %llu more", (unsigned long long)(runs->count - shown));
    putchar('\n');
}

/* Says which frames only one side has: of an output, or of the whole reports when NULL. */
static void print_only(Diff *diff, const char *output, const EvqFrameRuns only[2])
{
    for (int side = 0; side < 2; side++) {
        if (!only[side].count)
            continue;
        diff->differs |= !diff->options.common;
        if (diff->options.quiet)
            continue;
        printf("only in %s: ", name_of(diff, side));
        if (output)
            printf("%s of ", output);
        printf("frame%s", only[side].count == 1 ? "" : "s");
        print_runs(&only[side]);
    }
}

/* ---- Comparison --------------------------------------------------------------------------- */

/* Frames that a whole report lacks are told once and not again for each of its outputs. */
static int is_told(const EvqFrameRuns only[2], const EvqFrameRuns told[2])
{
    return only[0].count == told[0].count && only[1].count == told[1].count;
}

/* Compares the columns that both reports have; returns their number. */
static size_t compare_columns(Diff *diff, const EvqColumns *left, const EvqColumns *right,
                              const EvqFrameRuns *told)
{
    size_t common = 0;
    EvqComparison result;
    for (size_t i = 0; i < left->count; i++) {
        const EvqColumn *column = &left->list[i];
        const EvqColumn *other = evq_cli_scores_find(right, column->name);
        if (!other)
            continue;
        common++;
        evq_cli_compare(&result, column, other, tolerance_of(diff, column->name));
        diff->differs |= result.beyond > 0;
        if (!diff->options.quiet)
            print_row(diff, column->name, &result, !told);
        if (told && !is_told(result.only, told))
            print_only(diff, column->name, result.only);
    }
    return common;
}

static void name_lonely_columns(Diff *diff, int side, const char *kind, const EvqColumns *own,
                                const EvqColumns *other)
{
    int found = 0;
    for (size_t i = 0; i < own->count; i++) {
        const char *name = own->list[i].name;
        if (evq_cli_scores_find(other, name))
            continue;
        diff->differs |= !diff->options.common;
        if (diff->options.quiet)
            continue;
        if (!found++)
            printf("only in %s: %s", name_of(diff, side), kind);
        printf(" %s", name);
    }
    if (found)
        putchar('\n');
}

/* CSV has no aggregates; that one report is CSV is no difference. */
static void name_lonely_aggregates(Diff *diff)
{
    const EvqScores *scores = diff->scores;
    if (!scores[0].aggregates.count || !scores[1].aggregates.count)
        return;
    for (int side = 0; side < 2; side++)
        name_lonely_columns(diff, side, "aggregate", &scores[side].aggregates,
                            &scores[!side].aggregates);
}

static void measure_names(Diff *diff, const EvqColumns *columns)
{
    for (size_t i = 0; i < columns->count; i++) {
        int width = (int)strlen(columns->list[i].name);
        if (width > diff->name_width)
            diff->name_width = width;
    }
}

static void compare(Diff *diff)
{
    const EvqScores *scores = diff->scores;
    EvqComparison whole;

    diff->name_width = (int)strlen("output");
    measure_names(diff, &scores[0].outputs);
    measure_names(diff, &scores[0].aggregates);
    evq_cli_compare(&whole, &diff->frames[0], &diff->frames[1], 0);
    if (!diff->options.quiet)
        print_heading(diff);
    size_t common = compare_columns(diff, &scores[0].outputs, &scores[1].outputs, whole.only);
    compare_columns(diff, &scores[0].aggregates, &scores[1].aggregates, NULL);
    print_only(diff, NULL, whole.only);
    for (int side = 0; side < 2; side++)
        name_lonely_columns(diff, side, "output", &scores[side].outputs, &scores[!side].outputs);
    name_lonely_aggregates(diff);
    if (!common || !whole.frames) {
        diff->differs = 1;
        if (!diff->options.quiet)
            puts("nothing in common");
    }
    if (!diff->options.quiet)
        puts(diff->differs ? "different" : "equal");
}

static EvqExit run(Diff *diff, int argc, char **argv)
{
    EvqError error;
    int status = evq_cli_diff_parse(&diff->options, argc, argv, &error);
    if (status < 0)
        return fail(&error);
    if (diff->options.help) {
        evq_cli_diff_help();
        return EVQ_EXIT_OK;
    }
    if (prepare(diff, &error) < 0)
        return fail(&error);
    compare(diff);
    return diff->differs ? EVQ_EXIT_DIFFERENT : EVQ_EXIT_OK;
}

EvqExit evq_cli_diff(int argc, char **argv)
{
    Diff diff = { 0 };
    EvqExit code = run(&diff, argc, argv);
    for (int side = 0; side < 2; side++) {
        evq_cli_scores_free(&diff.scores[side]);
        free(diff.frames[side].scores);
    }
    evq_cli_diff_free(&diff.options);
    return code;
}
