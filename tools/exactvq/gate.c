#include "gate.h"

#include "gate_options.h"
#include "gate_result.h"
#include "gate_run.h"
#include "gate_trace.h"
#include "output.h"
#include "random_pair.h"
#include "say.h"

#include <exactvq/media.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Gate {
    EvqGateOptions options;
    EvqCells cells; /* the first one is the reference */
    EvqGateResult result;
} Gate;

/* ---- Cells --------------------------------------------------------------------------------- */

/* A backend that was asked for and has no device is a failure. */
static int check_backends(const Gate *gate, EvqError *error)
{
    for (size_t i = 0; i < gate->cells.count; i++) {
        const EvqCell *cell = &gate->cells.list[i];
        if (gate->options.backends_given && cell->index < 0 && cell->backend != EVQ_BACKEND_CPU)
            return evq_cli_scores_fail(error, EVQ_E_DEVICE, "--backends %s: %.400s", cell->name,
                                       cell->reason);
    }
    return EVQ_OK;
}

static int find_cells(Gate *gate, EvqError *error)
{
    const EvqThreads one = { { gate->options.threads.list[0] }, 1 };
    int status = EVQ_OK;
    if (!strstr(gate->options.backends, "cpu")) { /* the reference alone */
        status = evq_cli_cells_find(&gate->cells, "cpu", &one, error);
        gate->cells.count = gate->cells.count > 0;
    }
    if (status == EVQ_OK)
        status =
            evq_cli_cells_find(&gate->cells, gate->options.backends, &gate->options.threads, error);
    if (status == EVQ_OK)
        status = check_backends(gate, error);
    for (size_t i = 0; i < gate->cells.count && status == EVQ_OK; i++)
        evq_cli_cell_open(&gate->cells.list[i]);
    gate->result.cells = &gate->cells;
    return status;
}

/* ---- Groups -------------------------------------------------------------------------------- */

static int add_group(Gate *gate, const char *metric, EvqError *error)
{
    EvqGateGroup *larger = realloc(gate->result.group, (gate->result.groups + 1) * sizeof *larger);
    if (larger)
        gate->result.group = larger;
    EvqGateRow *row = larger ? calloc(gate->cells.count, sizeof *row) : NULL;
    if (!row)
        return evq_cli_scores_fail(error, EVQ_E_NOMEM, "out of memory");
    larger[gate->result.groups++] = (EvqGateGroup){ .metric = metric, .row = row };
    for (size_t i = 0; i < gate->cells.count; i++) {
        const EvqCell *cell = &gate->cells.list[i];
        row[i].cell = cell;
        row[i].state = cell->state == EVQ_CELL_READY    ? EVQ_GATE_OK
                       : cell->state == EVQ_CELL_ABSENT ? EVQ_GATE_SKIPPED
                                                        : EVQ_GATE_FAILED;
        memcpy(row[i].reason, cell->reason, sizeof row[i].reason);
    }
    row[0].state = EVQ_GATE_REFERENCE;
    return EVQ_OK;
}

static const char *metric_at(const Gate *gate, size_t index)
{
    const EvqGateOptions *options = &gate->options;
    if (options->metric_count)
        return index < options->metric_count ? options->metrics[index] : NULL;
    const EvqMetricInfo *metric = evq_metric_info(index);
    return metric ? metric->name : NULL;
}

/* A group for each metric; one that was not asked for and cannot score the pair is skipped. */
static int add_groups(Gate *gate, EvqError *error)
{
    const char *metric;
    for (size_t i = 0; (metric = metric_at(gate, i)); i++) {
        EvqError reason;
        int accepted = evq_cli_gate_accepts(metric, &gate->result.format, &reason);
        if (accepted < 0 && (accepted != EVQ_E_INPUT || gate->options.metric_count)) {
            *error = reason;
            return accepted;
        }
        int status = add_group(gate, metric, error);
        if (status < 0)
            return status;
        if (accepted < 0)
            snprintf(gate->result.group[i].skipped, sizeof gate->result.group[i].skipped, "%s",
                     reason.message);
    }
    return EVQ_OK;
}

/* ---- Rows ---------------------------------------------------------------------------------- */

/* The device's fault is the row's result; everything else ends the gate. */
static int settle(EvqGateRow *row, int status, const EvqError *error)
{
    if (status != EVQ_E_DEVICE || !row->cell->device)
        return status;
    row->state = EVQ_GATE_FAILED;
    snprintf(row->reason, sizeof row->reason, "%s", error->message);
    return EVQ_OK;
}

/* Scores a source on a cell and compares; `expected` is filled by the reference. */
static int score_row(EvqGateRow *row, EvqScores *expected, const EvqMetricList *metrics,
                     const EvqPairSource *source, EvqError *error)
{
    if (row->state == EVQ_GATE_SKIPPED || row->state == EVQ_GATE_FAILED)
        return EVQ_OK;
    EvqScores scores, *into = row->state == EVQ_GATE_REFERENCE ? expected : &scores;
    int status = evq_cli_gate_score(into, &row->seconds, row->cell, metrics, source, error);
    if (status == EVQ_OK)
        status = evq_cli_gate_compare(row, expected, into, error);
    if (into == &scores)
        evq_cli_scores_free(&scores);
    return settle(row, status, error);
}

/* ---- A pair of inputs ----------------------------------------------------------------------- */

static int open_pairing(EvqPairing **pairing, const EvqGateOptions *options, EvqError *error)
{
    const EvqPairingConfig config = { .frame_count = options->frame_count };
    EvqReader *reference = NULL, *distorted = NULL;
    *pairing = NULL;
    int status = evq_reader_open(&reference, options->path[0], NULL, error);
    if (status < 0)
        return status;
    status = evq_reader_open(&distorted, options->path[1], NULL, error);
    if (status < 0) {
        evq_reader_close(&reference);
        return status;
    }
    return evq_pairing_open(pairing, &reference, &distorted, &config, error);
}

static int next_pair(void *opaque, EvqFrame *reference, EvqFrame *distorted, EvqError *error)
{
    return evq_pairing_next(opaque, reference, distorted, error);
}

/* Goes through the inputs once more for what a row's first difference comes from. */
static int trace_row(const Gate *gate, EvqGateRow *row, const EvqMetricList *metrics,
                     EvqError *error)
{
    EvqPairing *pairing;
    int is_model = metrics->count == 1 && evq_cli_gate_model(metrics->text[0]);
    if (!gate->options.trace || row->state != EVQ_GATE_DIFFERS || is_model)
        return EVQ_OK;
    int status = open_pairing(&pairing, &gate->options, error);
    if (status < 0)
        return status;
    const EvqPairSource source = { gate->result.format, next_pair, pairing, 0 };
    status = evq_cli_gate_trace(row, metrics, &source, error);
    evq_pairing_close(&pairing);
    return status;
}

/* Each cell reads the inputs anew, so that memory holds a few pictures at a time. */
static int score_pair(Gate *gate, EvqGateGroup *group, EvqGateRow *row, EvqScores *expected,
                      EvqError *error)
{
    const EvqMetricList metrics = { &group->metric, 1 };
    EvqPairing *pairing;
    int status = open_pairing(&pairing, &gate->options, error);
    if (status < 0)
        return status;
    EvqPairSource source = { gate->result.format, next_pair, pairing, 0 };
    status = score_row(row, expected, &metrics, &source, error);
    evq_pairing_close(&pairing);
    if (status == EVQ_OK)
        status = trace_row(gate, row, &metrics, error);
    if (status == EVQ_OK && row->state == EVQ_GATE_REFERENCE && !row->frames)
        return evq_cli_scores_fail(error, EVQ_E_INPUT, "the inputs hold no pair of pictures");
    return status;
}

static int run_group(Gate *gate, EvqGateGroup *group, EvqError *error)
{
    EvqScores expected = { 0 };
    int status = EVQ_OK;
    evq_cli_gate_print_group(group);
    for (size_t i = 0; !*group->skipped && i < gate->cells.count && status == EVQ_OK; i++) {
        status = score_pair(gate, group, &group->row[i], &expected, error);
        if (status == EVQ_OK)
            evq_cli_gate_print_row(&group->row[i]);
    }
    evq_cli_scores_free(&expected);
    return status;
}

static int run_pair(Gate *gate, EvqError *error)
{
    EvqPairing *pairing;
    int status = open_pairing(&pairing, &gate->options, error);
    if (status < 0)
        return status;
    gate->result.format = evq_pairing_format(pairing);
    evq_pairing_close(&pairing);
    status = add_groups(gate, error);
    if (status == EVQ_OK)
        evq_cli_gate_print_heading(&gate->result);
    for (size_t i = 0; i < gate->result.groups && status == EVQ_OK; i++)
        status = run_group(gate, &gate->result.group[i], error);
    return status;
}

/* ---- Random pictures ------------------------------------------------------------------------ */

/* Hands out the pair once, without giving it away. */
static int next_random(void *opaque, EvqFrame *reference, EvqFrame *distorted, EvqError *error)
{
    EvqRandomPair **pair = opaque;
    (void)error;
    if (!*pair)
        return 0;
    *reference = (*pair)->frame[0];
    *distorted = (*pair)->frame[1];
    reference->release = distorted->release = NULL;
    *pair = NULL;
    return 1;
}

/* Says where a row differs for the first time. */
static int tell_first(const Gate *gate, EvqGateRow *row, EvqRandomPair *pair, uint64_t index,
                      const EvqMetricList *metrics, EvqError *error)
{
    unsigned long long number = index, seed = gate->options.seed;
    EvqPairSource source = { pair->frame[0].format, next_random, &pair, index };
    printf("%s differs first in picture %llu: %s; again: exactvq gate --random 1 --seed "
           "%llu --first %llu\n",
           row->cell->name, number, pair->about, seed, number);
    return gate->options.trace ? evq_cli_gate_trace(row, metrics, &source, error) : EVQ_OK;
}

static int score_random(Gate *gate, EvqRandomPair *pair, uint64_t index,
                        const EvqMetricList *metrics, EvqError *error)
{
    EvqGateRow *rows = gate->result.group[0].row;
    EvqScores expected = { 0 };
    int status = EVQ_OK;
    for (size_t i = 0; i < gate->cells.count && status == EVQ_OK; i++) {
        EvqRandomPair *left = pair;
        EvqPairSource source = { pair->frame[0].format, next_random, &left, index };
        int differed = rows[i].state == EVQ_GATE_DIFFERS;
        status = score_row(&rows[i], &expected, metrics, &source, error);
        if (status == EVQ_OK && !differed && rows[i].state == EVQ_GATE_DIFFERS)
            status = tell_first(gate, &rows[i], pair, index, metrics, error);
    }
    evq_cli_scores_free(&expected);
    return status;
}

/* Scores a picture with every metric that accepts it. */
static int run_picture(Gate *gate, uint64_t index, const char **accepted, EvqError *error)
{
    EvqMetricList metrics = { accepted, 0 };
    EvqRandomPair pair;
    const char *metric;
    int status = evq_cli_random_pair(&pair, gate->options.seed, index, error);
    if (status < 0)
        return status;
    for (size_t i = 0; (metric = metric_at(gate, i)) && status == EVQ_OK; i++) {
        status = evq_cli_gate_accepts(metric, &pair.frame[0].format, error);
        if (status == EVQ_OK)
            accepted[metrics.count++] = metric;
        else if (status == EVQ_E_INPUT)
            status = EVQ_OK;
    }
    if (status == EVQ_OK && metrics.count)
        status = score_random(gate, &pair, index, &metrics, error);
    evq_cli_random_pair_free(&pair);
    return status;
}

static size_t metric_count(const Gate *gate)
{
    size_t count = 0;
    while (metric_at(gate, count))
        count++;
    return count;
}

static int run_random(Gate *gate, EvqError *error)
{
    const EvqGateOptions *options = &gate->options;
    const char **accepted = calloc(metric_count(gate), sizeof *accepted);
    if (!accepted)
        return evq_cli_scores_fail(error, EVQ_E_NOMEM, "out of memory");
    int status = add_group(gate, NULL, error);
    if (status == EVQ_OK)
        evq_cli_gate_print_heading(&gate->result);
    for (uint64_t i = 0; i < options->random && status == EVQ_OK; i++)
        status = run_picture(gate, options->first + i, accepted, error);
    free(accepted);
    if (status < 0)
        return status;
    evq_cli_gate_print_group(&gate->result.group[0]);
    for (size_t i = 0; i < gate->cells.count; i++)
        evq_cli_gate_print_row(&gate->result.group[0].row[i]);
    return EVQ_OK;
}

/* ---- All ------------------------------------------------------------------------------------ */

static int write_text(const char *path, char *text, EvqError *error)
{
    int status = text ? evq_cli_output_text(path, text, error)
                      : evq_cli_scores_fail(error, EVQ_E_NOMEM, "out of memory");
    free(text);
    return status;
}

static int write_files(const EvqGateResult *result, EvqError *error)
{
    const EvqGateOptions *options = result->options;
    int status = EVQ_OK;
    if (options->json)
        status = write_text(options->json, evq_cli_gate_json(result), error);
    if (status == EVQ_OK && options->markdown)
        status = write_text(options->markdown, evq_cli_gate_markdown(result), error);
    return status;
}

static int run(Gate *gate, EvqError *error)
{
    int status = evq_cli_output_check(gate->options.json, error);
    if (status == EVQ_OK)
        status = evq_cli_output_check(gate->options.markdown, error);
    if (status == EVQ_OK)
        status = find_cells(gate, error);
    if (status == EVQ_OK)
        status = gate->options.random ? run_random(gate, error) : run_pair(gate, error);
    return status < 0 ? status : write_files(&gate->result, error);
}

static void print_verdict(EvqExit code)
{
    puts(code == EVQ_EXIT_OK          ? "\nok: every bit agrees"
         : code == EVQ_EXIT_DIFFERENT ? "\ndifferent"
                                      : "\na device failed");
}

static EvqExit act(Gate *gate, int argc, char **argv)
{
    EvqError error;
    int status = evq_cli_gate_parse(&gate->options, argc, argv, &error);
    if (status == EVQ_OK && gate->options.help) {
        evq_cli_gate_help();
        return EVQ_EXIT_OK;
    }
    gate->result.options = &gate->options;
    if (status == EVQ_OK)
        status = run(gate, &error);
    if (status < 0) {
        evq_cli_say("%s", error.message);
        if (status == EVQ_E_USAGE)
            evq_cli_say_hint("gate --help");
        return evq_cli_exit_of(status);
    }
    EvqExit code = evq_cli_gate_exit(&gate->result);
    print_verdict(code);
    return code;
}

EvqExit evq_cli_gate(int argc, char **argv)
{
    Gate gate = { 0 };
    EvqExit code = act(&gate, argc, argv);
    for (size_t i = 0; i < gate.result.groups; i++)
        free(gate.result.group[i].row);
    free(gate.result.group);
    evq_cli_cells_free(&gate.cells);
    evq_cli_gate_options_free(&gate.options);
    return code;
}
