/*
 * A whole run, from opening two files to writing every report, with each allocation and each start
 * of a thread failing in turn: it must end in an error with a message or give the same scores, and
 * leave nothing behind.
 */
#include "failing_alloc.h"
#include "small_model.h"

#include <exactvq/media.h>
#include <exactvq/report.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES = 2, SCORES_MOST = 256, REPORTS = 4 };

typedef struct Result {
    int status;
    EvqError error;
    uint64_t scores[SCORES_MOST]; /* bits, then those of the aggregates */
    size_t count;
    uint64_t reports; /* a hash of what was written */
} Result;

typedef struct Place {
    char folder[64];
    char path[2][96]; /* reference, distorted */
    char report[96], model[96];
    size_t metrics; /* so many of the first ones are scored */
} Place;

/* ---- Inputs -------------------------------------------------------------------------------- */

static void write_clip(const char *path, int width, int height, unsigned seed)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fprintf(file, "YUV4MPEG2 W%d H%d F25:1 It Cmono\n", width, height); /* a warning is text, too */
    for (int i = 0; i < FRAMES; i++) {
        fputs("FRAME\n", file);
        for (int k = 0; k < width * height; k++) {
            seed = seed * 1103515245 + 12345;
            putc((int)(seed >> 24), file);
        }
    }
    assert_int_equal(fclose(file), 0);
}

static void write_model(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(SMALL_COLLECTION, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void make_place(Place *place, int width, int height)
{
    /* Reports are synced, which takes its time on a disk. */
    place->metrics = SIZE_MAX;
    snprintf(place->folder, sizeof place->folder, "%s/exactvq_fault_XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    assert_non_null(mkdtemp(place->folder));
    for (int i = 0; i < 2; i++) {
        snprintf(place->path[i], sizeof place->path[i], "%s/%d.y4m", place->folder, i);
        write_clip(place->path[i], width, height, (unsigned)i + 1);
    }
    snprintf(place->report, sizeof place->report, "%s/report", place->folder);
    snprintf(place->model, sizeof place->model, "%s/small.json", place->folder);
    write_model(place->model);
}

static void remove_place(const Place *place)
{
    for (int i = 0; i < 2; i++)
        unlink(place->path[i]);
    unlink(place->report);
    unlink(place->model);
    assert_int_equal(rmdir(place->folder), 0); /* and no half report is left */
}

/* ---- A run --------------------------------------------------------------------------------- */

static int open_pairing(EvqPairing **pairing, const Place *place, EvqError *error)
{
    EvqReader *reference, *distorted;
    int status = evq_reader_open(&reference, place->path[0], NULL, error);
    if (status < 0)
        return status;
    status = evq_reader_open(&distorted, place->path[1], NULL, error);
    if (status < 0) {
        evq_reader_close(&reference);
        return status;
    }
    return evq_pairing_open(pairing, &reference, &distorted, NULL, error);
}

static int add_model(EvqSession *session, const Place *place, EvqError *error)
{
    EvqModel *model;
    int status = evq_model_load_text(&model, "version=small:name=a:motion.debug=true",
                                     place->folder, 0, error);
    if (status < 0)
        return status;
    status = evq_session_add_model(session, model, error);
    evq_model_close(&model);
    return status;
}

static int open_session(EvqSession **session, const EvqPairing *pairing, const Place *place,
                        EvqError *error)
{
    EvqConfig config = evq_config_default();
    config.threads = 2;
    int status = evq_session_open(session, &config,
                                  &evq_reader_info(evq_pairing_reference(pairing))->format, error);
    if (status >= 0)
        status = add_model(*session, place, error);
    /* All that this build has; an option makes the parser copy. */
    for (size_t i = 0; status >= 0 && i < place->metrics && evq_metric_info(i); i++) {
        const char *name = evq_metric_info(i)->name;
        status = evq_session_add_metric(
            *session, strcmp(name, "psnr") == 0 ? "psnr=enable_apsnr=true" : name, error);
        if (status == EVQ_E_INPUT) /* this one cannot score these pictures */
            status = EVQ_OK;
    }
    return status;
}

static int push_all(EvqSession *session, EvqPairing *pairing, EvqError *error)
{
    EvqFrame reference, distorted;
    int status;
    while ((status = evq_pairing_next(pairing, &reference, &distorted, error)) > 0) {
        int pushed = evq_session_push(session, &reference, &distorted, error);
        if (pushed < 0) {
            /* A caller that goes on must not be punished. */
            if (evq_pairing_next(pairing, &reference, &distorted, NULL) > 0)
                evq_session_push(session, &reference, &distorted, NULL);
            return pushed;
        }
    }
    return status;
}

/* Adds the scores of a report to the hash (FNV-1a). JSON tells warnings and the number of threads
 * before, which may differ. */
static void hash_report(Result *result, const char *path, const char *begin)
{
    static char text[1 << 18];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    const char *at = strstr(text, begin);
    assert_non_null(at);
    for (; *at; at++)
        result->reports = (result->reports ^ (unsigned char)*at) * 0x100000001b3u;
}

static int write_reports(Result *result, const EvqSession *session, const EvqPairing *pairing,
                         const Place *place)
{
    static const EvqReportStyle style = { .digits = EVQ_DIGITS_SHORTEST };
    static const char *const begin[REPORTS] = { "<frames>", "\"worst_frames\"", "Frame,", "{0}" };
    const char *warning = evq_reader_warning(evq_pairing_reference(pairing), 0);
    EvqReportInfo info = {
        .command = "a command",
        .format = evq_reader_info(evq_pairing_reference(pairing))->format,
        .reference = { .path = place->path[0], .container = "y4m" },
        .distorted = { .path = place->path[1], .container = "y4m" },
        .warnings = &warning,
        .warning_count = warning != NULL,
    };
    for (int format = 0; format < REPORTS; format++) {
        int status = evq_report_write(session, &info, (EvqReportFormat)format, &style,
                                      place->report, &result->error);
        if (status < 0)
            return status;
        hash_report(result, place->report, begin[format]);
    }
    FILE *table = fopen(place->report, "w");
    assert_non_null(table);
    int status = evq_report_table(session, &info, &style, table, &result->error);
    fclose(table);
    if (status == EVQ_OK)
        hash_report(result, place->report, "metric");
    return status;
}

static void keep(Result *result, double value)
{
    assert_true(result->count < SCORES_MOST);
    memcpy(&result->scores[result->count++], &value, sizeof value);
}

static void read_scores(Result *result, const EvqSession *session)
{
    double value;
    for (size_t frame = 0; frame < evq_session_frame_count(session); frame++)
        for (size_t i = 0; i < evq_session_output_count(session); i++)
            if (evq_session_score(session, i, frame, &value))
                keep(result, value);
    for (size_t i = 0; i < evq_session_aggregate_count(session); i++)
        keep(result, evq_session_aggregate_value(session, i));
}

static void run(Result *result, const Place *place)
{
    EvqPairing *pairing = NULL;
    EvqSession *session = NULL;
    EvqError *error = &result->error;

    memset(result, 0, sizeof *result);
    result->status = open_pairing(&pairing, place, error);
    if (result->status >= 0)
        result->status = open_session(&session, pairing, place, error);
    if (result->status >= 0)
        result->status = push_all(session, pairing, error);
    if (session) {
        int flushed = evq_session_flush(session, result->status < 0 ? NULL : error);
        if (result->status >= 0)
            result->status = flushed;
    }
    if (result->status >= 0)
        result->status = write_reports(result, session, pairing, place);
    if (result->status >= 0)
        read_scores(result, session);
    evq_session_close(&session);
    evq_pairing_close(&pairing);
}

/* ---- Checks -------------------------------------------------------------------------------- */

static void check(const Result *result, const Result *good, size_t first)
{
    if (result->status < 0) {
        if (result->error.status != result->status || !result->error.message[0])
            fail_msg("attempt %zu: status %d without a message", first, result->status);
        if (strchr(result->error.message, '\n'))
            fail_msg("attempt %zu: more than a line: %s", first, result->error.message);
        /* Only memory and threads were short. */
        if (result->status != EVQ_E_NOMEM)
            fail_msg("attempt %zu: status %d: %s", first, result->status, result->error.message);
    } else if (result->count != good->count || result->reports != good->reports ||
               memcmp(result->scores, good->scores, good->count * sizeof *good->scores) != 0) {
        fail_msg("attempt %zu: other scores or reports, and no error", first);
    }
}

/* Every attempt of a run fails once. */
static void check_all(const Place *place, FailMode mode)
{
    static Result good, result;
    run(&good, place);
    assert_int_equal(good.status, EVQ_OK);
    assert_true(good.count > 5 * FRAMES);
    size_t live = failing_live(), first = 1, errors = 0, failures;
    do {
        failing_start(first, mode);
        run(&result, place);
        failures = failing_stop();
        check(&result, &good, first);
        if (failing_live() != live)
            fail_msg("attempt %zu (%s): %zu pieces of memory are left", first, result.error.message,
                     failing_live() - live);
        errors += result.status < 0;
        first++;
    } while (failures);
    assert_in_range(first, 40, 10000);
    assert_true(errors > 30);
}

static void check_copied(FailMode mode)
{
    Place place;
    make_place(&place, 48, 40);
    check_all(&place, mode);
    remove_place(&place);
}

static void copied_one(void **state)
{
    (void)state;
    check_copied(FAIL_ONE);
}

static void copied_all(void **state)
{
    (void)state;
    check_copied(FAIL_ALL);
}

static void mapped(void **state)
{
    (void)state;
    Place place;
    make_place(&place, 512, 264);
    place.metrics = 3; /* they have no part in mapping */
    check_all(&place, FAIL_ONE);
    remove_place(&place);
}

/* Runs the part named: several may run at a time. */
int main(int argc, char **argv)
{
    static const struct CMUnitTest one[] = { cmocka_unit_test(copied_one) };
    static const struct CMUnitTest all[] = { cmocka_unit_test(copied_all) };
    static const struct CMUnitTest maps[] = { cmocka_unit_test(mapped) };
    if (argc == 2 && strcmp(argv[1], "one") == 0)
        return cmocka_run_group_tests(one, NULL, NULL);
    if (argc == 2 && strcmp(argv[1], "all") == 0)
        return cmocka_run_group_tests(all, NULL, NULL);
    if (argc == 2 && strcmp(argv[1], "mapped") == 0)
        return cmocka_run_group_tests(maps, NULL, NULL);
    fprintf(stderr, "usage: test_fault_alloc one|all|mapped\n");
    return 2;
}
