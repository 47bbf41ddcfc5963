#include "gate_result.h"

#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_before(const EvqGateRow *row, uint64_t frame, int aggregate)
{
    if (row->state != EVQ_GATE_DIFFERS)
        return 0;
    return row->aggregate < aggregate || (row->aggregate == aggregate && row->frame <= frame);
}

static void keep_first(EvqGateRow *row, const char *output, int aggregate,
                       const EvqComparison *comparison)
{
    const EvqScore *example = comparison->example;
    if (is_before(row, example[0].frame, aggregate))
        return;
    row->state = EVQ_GATE_DIFFERS;
    row->frame = example[0].frame;
    row->aggregate = aggregate;
    row->expected = example[0].value;
    row->got = example[1].value;
    snprintf(row->output, sizeof row->output, "%s", output);
}

static int compare_columns(EvqGateRow *row, const EvqColumns *expected, const EvqColumns *got,
                           int aggregate, EvqError *error)
{
    EvqComparison comparison;
    int whole = expected->count == got->count;
    for (size_t i = 0; i < expected->count && whole; i++) {
        const EvqColumn *left = &expected->list[i];
        const EvqColumn *right = evq_cli_scores_find(got, left->name);
        whole = right && right->count == left->count;
        if (!whole)
            break;
        evq_cli_compare(&comparison, left, right, 0);
        whole = comparison.frames == left->count;
        if (comparison.identical < comparison.frames)
            keep_first(row, left->name, aggregate, &comparison);
        if (isnan(comparison.max_difference) || comparison.max_difference > row->max_difference)
            row->max_difference = comparison.max_difference;
        if (comparison.max_ulp > row->max_ulp)
            row->max_ulp = comparison.max_ulp;
    }
    if (whole)
        return EVQ_OK;
    return evq_cli_scores_fail(error, EVQ_E_INTERNAL, "%s: not every score was computed",
                               row->cell->name);
}

/* Frames of which every output is identical; the columns were found to have the same frames. */
static void count_frames(EvqGateRow *row, const EvqColumns *expected, const EvqColumns *got)
{
    size_t frames = expected->count ? expected->list[0].count : 0;
    for (size_t frame = 0; frame < frames; frame++) {
        int identical = 1;
        for (size_t i = 0; i < expected->count; i++)
            identical &=
                evq_cli_identical(&expected->list[i].scores[frame], &got->list[i].scores[frame]);
        row->identical += (uint64_t)identical;
    }
    row->frames += frames;
}

int evq_cli_gate_compare(EvqGateRow *row, const EvqScores *expected, const EvqScores *got,
                         EvqError *error)
{
    int status = compare_columns(row, &expected->outputs, &got->outputs, 0, error);
    if (status == EVQ_OK)
        status = compare_columns(row, &expected->aggregates, &got->aggregates, 1, error);
    if (status == EVQ_OK)
        count_frames(row, &expected->outputs, &got->outputs);
    return status;
}

const char *evq_cli_gate_state_name(EvqGateState state)
{
    static const char *const names[] = { "reference", "ok", "differs", "skipped", "failed" };
    return names[state];
}

EvqExit evq_cli_gate_exit(const EvqGateResult *result)
{
    EvqExit code = EVQ_EXIT_OK;
    for (size_t i = 0; i < result->groups; i++)
        for (size_t k = 0; !*result->group[i].skipped && k < result->cells->count; k++) {
            EvqGateState state = result->group[i].row[k].state;
            if (state == EVQ_GATE_DIFFERS)
                return EVQ_EXIT_DIFFERENT;
            if (state == EVQ_GATE_FAILED)
                code = EVQ_EXIT_DEVICE;
        }
    return code;
}

double evq_cli_gate_milliseconds(const EvqGateRow *row)
{
    return row->frames ? row->seconds * 1000 / (double)row->frames : 0;
}
