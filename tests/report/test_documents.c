/* Small documents in every format, byte for byte, and JSON read back. */
#include "fake_session.h"
#include "comma_locale.h"
#include "expected.h"

#include <exactvq/report.h>

#include <json-c/json.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* Frame 1 is not listed; names and scores need escaping and words. */
static const EvqSession gaps = {
    .output_count = 3,
    .output_names = { "psnr_y", "mse_y", "a\"b<c>,|\n\xff" },
    .listed = "101",
    .scores = { { 34.5, 0, INFINITY }, { 0.1, 0, 2e-7 }, { NAN, 0, -INFINITY } },
    .pools = { { 34.5, INFINITY, INFINITY, 1.25, 1, 5, 10, 25, 50.5 },
               { 2e-7, 0.1, 0.05, 0.5, 0.01, 0.05, 0.1, 0.25, 0.5 },
               { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN } },
    .aggregate_count = 1,
    .aggregate_names = { "apsnr_y" },
    .aggregates = { 33.75 },
    .metric_count = 1,
    .metric_texts = { "psnr=enable_mse=true" },
};
static const EvqSession nothing = {
    .output_count = 1,
    .output_names = { "psnr_y" },
    .listed = "000",
};
static const char *const warnings[] = { "a \"quoted\"\nwarning" };
static const EvqReportInfo info = {
    .command = "exactvq -r a/b.y4m",
    .format = { .width = 576, .height = 324, .depth = 10, .chroma = EVQ_CHROMA_420 },
    .reference = { "ref\xff\xc3\xa9.y4m", 1234567890123, "y4m", "yuv420p10", 3, 1 },
    .distorted = { .path = "dis.y4m", .file_bytes = -1, .frames = 4 },
    .fps = 59.888,
    .warnings = warnings,
    .warning_count = 1,
    .failure = "dis.y4m: frame 3 ends early",
};
static const EvqReportInfo bare = {
    .format = { .width = 16, .height = 8, .depth = 8, .chroma = EVQ_CHROMA_400 },
    .reference = { .file_bytes = -1, .frames_complete = 1 },
    .distorted = { .file_bytes = -1, .frames_complete = 1 },
    .fps = INFINITY,
};
static const EvqReportStyle shortest = { .digits = EVQ_DIGITS_SHORTEST };

/* The report as text, to be freed; through a temporary file. */
static char *report_text(const EvqSession *session, const EvqReportInfo *run,
                         EvqReportFormat format, const EvqReportStyle *style)
{
    char path[] = "/tmp/evq-report-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    EvqError error = { 0 };
    if (evq_report_write(session, run, format, style, path, &error) != EVQ_OK)
        fail_msg("%s", error.message);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) < (1 << 20) - 1);
    fclose(file);
    unlink(path);
    return text;
}

static void expect_report(const EvqSession *session, const EvqReportInfo *run,
                          EvqReportFormat format, const char *expected)
{
    char *text = report_text(session, run, format, &shortest);
    assert_string_equal(text, expected);
    free(text);
}

static void expect_table(const EvqSession *session, const EvqReportInfo *run, const char *expected)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_int_equal(evq_report_table(session, run, &shortest, file, NULL), EVQ_OK);
    fclose(file);
    assert_string_equal(text, expected);
    free(text);
}

static void test_gaps(void **state)
{
    (void)state;
    expect_report(&gaps, &info, EVQ_REPORT_XML, gaps_xml);
    expect_report(&gaps, &info, EVQ_REPORT_JSON, gaps_json);
    expect_report(&gaps, &info, EVQ_REPORT_CSV, gaps_csv);
    expect_report(&gaps, &info, EVQ_REPORT_SUB, gaps_sub);
    expect_table(&gaps, &info, gaps_table);
}

static void test_nothing_listed(void **state)
{
    (void)state;
    expect_report(&nothing, &bare, EVQ_REPORT_XML, nothing_xml);
    expect_report(&nothing, &bare, EVQ_REPORT_JSON, nothing_json);
    expect_report(&nothing, &bare, EVQ_REPORT_CSV, nothing_csv);
    expect_report(&nothing, &bare, EVQ_REPORT_SUB, nothing_sub);
    expect_table(&nothing, &bare, nothing_table);
}

static void test_locale(void **state)
{
    if (!set_comma_locale()) {
        print_message("no locale with a decimal comma here\n");
        skip();
    }
    test_gaps(state);
    test_nothing_listed(state);
    setlocale(LC_ALL, "C");
}

/* Parses with everything lenient switched off; the text must be one value. */
static json_object *parse_strictly(const char *text)
{
    json_tokener *tokener = json_tokener_new();
    assert_non_null(tokener);
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    json_object *document = json_tokener_parse_ex(tokener, text, (int)strlen(text) + 1);
    assert_int_equal(json_tokener_get_error(tokener), json_tokener_success);
    json_tokener_free(tokener);
    return document;
}

static json_object *member(json_object *object, const char *key)
{
    json_object *value = NULL;
    assert_true(json_object_object_get_ex(object, key, &value));
    return value;
}

static void test_json_reads_back(void **state)
{
    (void)state;
    char *text = report_text(&gaps, &info, EVQ_REPORT_JSON, &shortest);
    json_object *document = parse_strictly(text);
    json_object *frames = member(document, "frames");
    assert_int_equal(json_object_array_length(frames), 2);
    json_object *last = json_object_array_get_idx(frames, 1);
    assert_int_equal(json_object_get_int(member(last, "frameNum")), 2);
    double mse = json_object_get_double(member(member(last, "metrics"), "mse_y"));
    assert_memory_equal(&mse, &gaps.scores[1][2], sizeof mse);
    json_object *reference = member(member(document, "inputs"), "reference");
    assert_string_equal(json_object_get_string(member(reference, "path")),
                        "ref\xef\xbf\xbd\xc3\xa9.y4m");
    json_object_put(document);
    free(text);
}

static void test_json_null(void **state)
{
    (void)state;
    const EvqReportStyle style = { .digits = EVQ_DIGITS_LEGACY, .nonfinite_null = 1 };
    char *text = report_text(&gaps, &info, EVQ_REPORT_JSON, &style);
    json_object *document = parse_strictly(text);
    json_object *pools = member(member(document, "pooled_metrics"), "psnr_y");
    assert_null(member(pools, "max"));
    assert_string_equal(json_object_get_string(member(pools, "min")), "34.500000");
    assert_null(strstr(text, "\"inf\""));
    assert_null(strstr(text, "\"nan\""));
    json_object_put(document);
    free(text);
}

static void expect_worst(const char *text, const char *output, const int *frames, size_t count)
{
    json_object *document = parse_strictly(text);
    json_object *list = member(member(document, "worst_frames"), output);
    assert_int_equal(json_object_array_length(list), count);
    for (size_t i = 0; i < count; i++) {
        json_object *entry = json_object_array_get_idx(list, i);
        assert_int_equal(json_object_get_int(member(entry, "frameNum")), frames[i]);
    }
    json_object_put(document);
}

static void test_worst_frames(void **state)
{
    (void)state;
    const EvqSession session = {
        .output_count = 2,
        .output_names = { "psnr_y", "mse_y" },
        .listed = "11111101",
        .scores = { { 3, 9, 3, 1, 7, NAN, -5, 3 }, { 3, 9, 3, 1, NAN, INFINITY, 99, 9 } },
    };
    char *text = report_text(&session, &bare, EVQ_REPORT_JSON, &shortest);
    expect_worst(text, "psnr_y", (const int[]){ 5, 3, 0, 2, 7 }, 5);
    expect_worst(text, "mse_y", (const int[]){ 4, 5, 1, 7, 0 }, 5);
    free(text);
}

/* Names that start like a number, hold control characters, damaged or overlong UTF-8. */
static void test_hostile_names(void **state)
{
    (void)state;
    const EvqSession session = {
        .output_count = 3,
        .output_names = { "4k&\x01", "\xc0\xaf\xed\xa0\x80",
                          "ü\t\xef\xbf\xbf\xf0\x9f\x98\x80\xf0\x9f" },
        .listed = "1",
        .scores = { { 1 }, { 2 }, { 3 } },
    };
    char *text = report_text(&session, &bare, EVQ_REPORT_JSON, &shortest);
    json_object *document = parse_strictly(text);
    json_object *metrics =
        member(json_object_array_get_idx(member(document, "frames"), 0), "metrics");
    assert_int_equal(json_object_get_int(member(metrics, "4k&\x01")), 1);
#define BAD "\xef\xbf\xbd"
    assert_int_equal(json_object_get_int(member(metrics, BAD BAD BAD BAD BAD)), 2);
    json_object_put(document);
    free(text);
    text = report_text(&session, &bare, EVQ_REPORT_XML, &shortest);
    assert_non_null(strstr(text, "name=\"4k&amp;" BAD "\" min"));
    assert_non_null(strstr(text, "name=\"ü&#9;" BAD "\xf0\x9f\x98\x80" BAD BAD "\" min"));
    assert_non_null(strstr(text, " _x0034_k_x0026__x0001_=\"1\""));
    free(text);
}

/* Frames without any output are listed all the same. */
static void test_no_outputs(void **state)
{
    (void)state;
    enum { FRAMES = 5000 };
    static char listed[FRAMES + 1];
    memset(listed, '0', FRAMES);
    listed[3] = listed[FRAMES - 1] = '1';
    const EvqSession session = { .listed = listed };
    char *text = report_text(&session, &bare, EVQ_REPORT_CSV, &shortest);
    assert_string_equal(text, "Frame,\n3,\n4999,\n");
    free(text);
    text = report_text(&session, &bare, EVQ_REPORT_JSON, &shortest);
    json_object *document = parse_strictly(text);
    assert_int_equal(json_object_array_length(member(document, "frames")), 2);
    json_object_put(document);
    free(text);
}

static void test_unknown_format(void **state)
{
    (void)state;
    EvqError error = { 0 };
    assert_int_equal(evq_report_write(&gaps, &info, (EvqReportFormat)9, &shortest, "x", &error),
                     EVQ_E_USAGE);
    assert_int_equal(error.status, EVQ_E_USAGE);
    assert_int_not_equal(access("x", F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gaps),           cmocka_unit_test(test_nothing_listed),
        cmocka_unit_test(test_locale),         cmocka_unit_test(test_json_reads_back),
        cmocka_unit_test(test_json_null),      cmocka_unit_test(test_worst_frames),
        cmocka_unit_test(test_hostile_names),  cmocka_unit_test(test_no_outputs),
        cmocka_unit_test(test_unknown_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
