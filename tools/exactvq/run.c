#include "run.h"

#include "add_model.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "say.h"

#include <string.h>

typedef struct Run {
    const EvqOptions *options;
    EvqPairing *pairing;
    EvqSession *session;
    EvqWarnings warnings;
    size_t told[2]; /* warnings of the two readers that were passed on */
    size_t notices; /* of the session that were passed on */
    double seconds;
    EvqExit exit;     /* of the first failure */
    EvqError failure; /* why scoring ended early; status 0: it did not */
} Run;

/* ---- Preparation -------------------------------------------------------------------------- */

static int open_inputs(Run *run, EvqError *error)
{
    const EvqOptions *options = run->options;
    EvqRawFormat raw = { .width = (int)options->width,
                         .height = (int)options->height,
                         .depth = options->depth,
                         .chroma = (EvqChroma)options->chroma };
    EvqPairingConfig config = { .skip_reference = options->skip_reference,
                                .skip_distorted = options->skip_distorted,
                                .frame_count = options->frame_count };
    EvqReader *reference = NULL, *distorted = NULL;

    int status = evq_reader_open(&reference, options->reference, options->raw ? &raw : NULL, error);
    if (status < 0)
        return status;
    status = evq_reader_open(&distorted, options->distorted, options->raw ? &raw : NULL, error);
    if (status < 0) {
        evq_reader_close(&reference);
        return status;
    }
    return evq_pairing_open(&run->pairing, &reference, &distorted, &config, error);
}

static void pass_warnings(Run *run, const EvqReader *reader, size_t *told)
{
    const char *text;
    for (; (text = evq_reader_warning(reader, *told)); (*told)++)
        evq_cli_warn(&run->warnings, "%s", text);
}

static void pass_reader_warnings(Run *run)
{
    pass_warnings(run, evq_pairing_reference(run->pairing), &run->told[0]);
    pass_warnings(run, evq_pairing_distorted(run->pairing), &run->told[1]);
}

static int add_models(Run *run, EvqError *error)
{
    int status = 0;
    for (size_t i = 0; i < run->options->model_count && status >= 0; i++)
        status = evq_cli_add_model(run->session, run->options->models[i],
                                   run->options->model_folder, run->options->no_prediction, error);
    return status;
}

static int add_given_metrics(Run *run, EvqError *error)
{
    const EvqOptions *options = run->options;
    for (size_t i = 0; i < options->metric_count; i++) {
        int status = evq_session_add_metric(run->session, options->metrics[i], error);
        if (status < 0)
            return status;
    }
    return 0;
}

/* VMAF where its model is installed. */
static int add_default_model(Run *run, EvqError *error)
{
    EvqModel *model;
    if (evq_model_load_version(&model, "vmaf_v0.6.1", run->options->model_folder, NULL, NULL) < 0)
        return 0;
    int status = evq_session_add_model(run->session, model, error);
    evq_model_close(&model);
    if (status != EVQ_E_INPUT)
        return status;
    evq_cli_warn(&run->warnings, "left out: vmaf: %s", error->message);
    return 0;
}

/* Everything that can score these inputs. */
static int add_default_metrics(Run *run, EvqError *error)
{
    const EvqMetricInfo *metric;
    if (add_default_model(run, error) < 0)
        return error->status;
    for (size_t i = 0; (metric = evq_metric_info(i)); i++) {
        int status = evq_session_add_metric(run->session, metric->name, error);
        if (status == EVQ_E_INPUT)
            evq_cli_warn(&run->warnings, "left out: %s", error->message);
        else if (status < 0)
            return status;
    }
    return 0;
}

/* Says where the session does not compute although it might have. */
static void pass_notices(Run *run)
{
    const char *notice;
    for (; (notice = evq_session_notice(run->session, run->notices)); run->notices++)
        evq_cli_warn(&run->warnings, "%s; scored on %s", notice, evq_session_device(run->session));
}

static int open_session(Run *run, EvqError *error)
{
    const EvqOptions *options = run->options;
    EvqConfig config = evq_config_default();
    config.threads = (int)options->threads;
    config.cpumask = options->cpumask;
    config.subsample = (int)options->subsample;
    config.backend = options->backend;
    config.device = options->device;
    config.fp64 = (EvqFp64)options->fp64;

    EvqFormat format = evq_pairing_format(run->pairing);
    int status = evq_session_open(&run->session, &config, &format, error);
    if (status < 0)
        return status;
    pass_notices(run);
    if (!options->metric_count && !options->model_count)
        return add_default_metrics(run, error);
    status = add_models(run, error); /* first, so that they stand first in reports */
    return status < 0 ? status : add_given_metrics(run, error);
}

/* Everything that can be refused before the first picture is scored. */
static void prepare(Run *run)
{
    EvqError error;
    int status = evq_cli_output_check(run->options->output, &error);
    if (!status)
        status = open_inputs(run, &error);
    if (!status) {
        pass_reader_warnings(run);
        status = open_session(run, &error);
    }
    if (status < 0) {
        evq_cli_say("%s", error.message);
        if (status == EVQ_E_USAGE)
            evq_cli_say_hint("--list-metrics");
        run->exit = evq_cli_exit_of(status);
    } else if (!evq_session_metric_count(run->session)) {
        evq_cli_say("no metric can score these inputs");
        run->exit = EVQ_EXIT_INPUT;
    }
}

/* ---- Scoring ------------------------------------------------------------------------------ */

/* Pictures that an input has for pairing, UINT64_MAX when unknown. */
static uint64_t usable_pictures(const EvqReader *reader, uint64_t skipped)
{
    int64_t count = evq_reader_info(reader)->frame_count;
    if (count < 0)
        return UINT64_MAX;
    return (uint64_t)count > skipped ? (uint64_t)count - skipped : 0;
}

/* Pairs to come, 0 when unknown. */
static uint64_t expected_pairs(const Run *run)
{
    const EvqOptions *options = run->options;
    uint64_t reference =
        usable_pictures(evq_pairing_reference(run->pairing), options->skip_reference);
    uint64_t distorted =
        usable_pictures(evq_pairing_distorted(run->pairing), options->skip_distorted);
    uint64_t pairs = reference < distorted ? reference : distorted;

    if (options->frame_count && options->frame_count < pairs)
        pairs = options->frame_count;
    return pairs == UINT64_MAX ? 0 : pairs;
}

/* Pushes pairs until the inputs end, something fails or a signal comes. */
static int push_pairs(Run *run, EvqProgress *progress)
{
    int status = 0;
    while (!evq_cli_interrupted()) {
        EvqFrame reference, distorted;
        status = evq_pairing_next(run->pairing, &reference, &distorted, &run->failure);
        if (status <= 0)
            break;
        status = evq_session_push(run->session, &reference, &distorted, &run->failure);
        if (status < 0)
            break;
        evq_cli_progress_update(progress, evq_session_frames_done(run->session));
    }
    return status;
}

static void score(Run *run)
{
    EvqProgress progress;
    EvqError flush_error;

    evq_cli_progress_start(&progress, expected_pairs(run), run->options->quiet);
    int status = push_pairs(run, &progress);
    int flushed = evq_session_flush(run->session, &flush_error);
    run->seconds = evq_cli_clock() - progress.start;
    evq_cli_progress_end(&progress);

    if (evq_cli_interrupted()) {
        run->failure = (EvqError){ EVQ_E_IO, "interrupted" };
    } else if (status >= 0) {
        run->failure.status = EVQ_OK;
        if (flushed < 0)
            run->failure = flush_error;
    }
    if (run->failure.status) {
        evq_cli_say("%s", run->failure.message);
        run->exit = evq_cli_exit_of(run->failure.status);
    }
    pass_reader_warnings(run);
    pass_notices(run);
}

/* ---- Lengths ------------------------------------------------------------------------------ */

typedef struct Lengths {
    uint64_t reference, distorted; /* pictures seen, skipped ones included */
    int complete;
} Lengths;

static Lengths lengths_of(const Run *run)
{
    const EvqOptions *options = run->options;
    uint64_t pairs = evq_session_frame_count(run->session);
    Lengths lengths = { options->skip_reference + pairs, options->skip_distorted + pairs, 0 };

    if (!evq_cli_interrupted()) /* else no time to count the rest of the longer input */
        evq_pairing_lengths(run->pairing, &lengths.reference, &lengths.distorted,
                            &lengths.complete);
    return lengths;
}

static const char *name_of(const char *path)
{
    return strcmp(path, "-") ? path : "standard input";
}

/* Says why an input offers no picture; returns 0 when it does offer one. */
static int say_if_empty(const char *path, uint64_t pictures, const char *option, uint64_t skipped)
{
    if (pictures == 0)
        evq_cli_say("%s: the input holds no picture", name_of(path));
    else if (pictures <= skipped)
        evq_cli_say("%s: %s %llu leaves no picture, the input has %llu", name_of(path), option,
                    (unsigned long long)skipped, (unsigned long long)pictures);
    else
        return 0;
    return 1;
}

static void refuse_empty(Run *run, const Lengths *lengths)
{
    const EvqOptions *options = run->options;
    if (!say_if_empty(options->reference, lengths->reference, "--frame_skip_ref",
                      options->skip_reference))
        say_if_empty(options->distorted, lengths->distorted, "--frame_skip_dist",
                     options->skip_distorted);
    run->exit = EVQ_EXIT_INPUT;
}

static void compare_lengths(Run *run, const Lengths *lengths)
{
    const EvqOptions *options = run->options;
    if (!lengths->complete || lengths->reference - options->skip_reference ==
                                  lengths->distorted - options->skip_distorted)
        return;
    evq_cli_warn(&run->warnings,
                 "lengths differ: %s has %llu pictures, %s has %llu; %llu pairs scored",
                 name_of(options->reference), (unsigned long long)lengths->reference,
                 name_of(options->distorted), (unsigned long long)lengths->distorted,
                 (unsigned long long)evq_session_frame_count(run->session));
    if (options->strict_length)
        run->exit = EVQ_EXIT_INPUT;
}

/* ---- Results ------------------------------------------------------------------------------ */

static EvqReportInput report_input(const EvqReader *reader, uint64_t pictures, int complete)
{
    const EvqStreamInfo *info = evq_reader_info(reader);
    return (EvqReportInput){ .path = evq_reader_path(reader),
                             .file_bytes = info->file_bytes,
                             .container = info->container,
                             .pixel_format = info->pixel_format,
                             .frames = pictures,
                             .frames_complete = complete };
}

static void write_results(Run *run, const char *command, const Lengths *lengths)
{
    const EvqPairing *pairing = run->pairing;
    size_t done = evq_session_frames_done(run->session);
    EvqReportInfo info = {
        .command = command,
        .format = evq_pairing_format(run->pairing),
        .reference =
            report_input(evq_pairing_reference(pairing), lengths->reference, lengths->complete),
        .distorted =
            report_input(evq_pairing_distorted(pairing), lengths->distorted, lengths->complete),
        .fps = run->seconds > 0 ? (double)done / run->seconds : 0,
        .warnings = (const char *const *)run->warnings.lines,
        .warning_count = run->warnings.count,
        .failure = run->failure.status ? run->failure.message : NULL,
    };
    EvqError error;
    int status = evq_cli_output_write(run->options, run->session, &info, &error);
    if (status < 0) {
        evq_cli_say("%s", error.message);
        if (!run->exit)
            run->exit = evq_cli_exit_of(status);
    }
}

static void finish(Run *run, const char *command)
{
    Lengths lengths = lengths_of(run);
    if (!evq_session_frame_count(run->session)) {
        if (!run->failure.status)
            refuse_empty(run, &lengths);
        return;
    }
    if (!run->failure.status)
        compare_lengths(run, &lengths);
    write_results(run, command, &lengths);
}

EvqExit evq_cli_run(const EvqOptions *options, const char *command)
{
    Run run = { .options = options };

    prepare(&run);
    if (!run.exit) {
        evq_cli_interrupt_catch();
        score(&run);
        finish(&run, command);
    }
    evq_session_close(&run.session);
    evq_pairing_close(&run.pairing);
    evq_cli_warnings_free(&run.warnings);
    return run.exit;
}
