/* ssimulacra2 against the golden values of its spec, the clips' golden file and its oracle. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clips.h"
#include "expect.h"
#include "ssimulacra2_pictures.h"
#include "support.h"

static const char *const profile_suffix[2] = { "", "_profile_exact" };

/* Scores one pair in a run configuration. */
static double score_one(const RunConfig *run, EvqColourModel model, const char *metric,
                        const char *output, const PicturePair *pair)
{
    const char *const metrics[] = { metric, NULL };
    EvqSession *session = score_pairs_as(run, model, 1, metrics, pair, 1);
    double value;
    assert_int_equal(evq_session_output_count(session), 1);
    assert_string_equal(evq_session_output_name(session, 0), output);
    assert_int_equal(evq_session_score(session, 0, 0, &value), 1);
    evq_session_close(&session);
    return value;
}

static void test_spec(void **state)
{
    (void)state;
    for (size_t i = 0; i < ssimulacra2_case_count; i++) {
        const Ssimulacra2Case *c = &ssimulacra2_cases[i];
        PicturePair pair;
        assert_int_equal(ssimulacra2_pictures(c, &pair), 0);
        for (size_t r = 0; r < 2 * RUN_CONFIGS; r++) {
            const int exact = r >= RUN_CONFIGS;
            const RunConfig *run = &run_configs[r % RUN_CONFIGS];
            char what[120], metric[80], output[80];
            snprintf(what, sizeof(what), "%c %dx%d, %d bits, cpumask %u, %d threads", c->pair,
                     c->width, c->height, c->depth, run->cpumask, run->threads);
            snprintf(metric, sizeof(metric), "ssimulacra2=profile=%s%s",
                     exact ? "exact" : "official", c->left ? ":chroma=left" : "");
            snprintf(output, sizeof(output), "ssimulacra2%s%s", c->left ? "_chroma_left" : "",
                     profile_suffix[exact]);
            const EvqColourModel model = c->pair == 'C' ? EVQ_MODEL_YUV : EVQ_MODEL_RGB;
            assert_bits(what, metric, score_one(run, model, metric, output, &pair),
                        exact ? c->exact : c->official);
        }
        picture_pair_free(&pair);
    }
}

/* ---- The oracle ---- */

typedef struct ColourCase {
    const char *text;
    OracleSsimulacra2 oracle;
} ColourCase;

static const ColourCase colours[] = {
    { "", { 0 } },
    { ":matrix=601:range=full", { .matrix = 1, .full = 1 } },
    { ":matrix=2020:transfer=bt709-power2.4", { .matrix = 2, .transfer = 1 } },
    { ":chroma=left:range=full", { .chroma = 1, .full = 1 } },
    { ":chroma=centre:transfer=bt709-power2.4:range=full",
      { .chroma = 2, .full = 1, .transfer = 1 } },
    { ":chroma=centre", { .chroma = 2 } },
};
enum { COLOURS = sizeof(colours) / sizeof(colours[0]) };

static void compare(const PicturePair *pair, EvqColourModel model, const ColourCase *colour, int exact)
{
    OracleSsimulacra2 options = colour->oracle;
    double expected;
    options.exact = exact;
    options.rgb = model == EVQ_MODEL_RGB;
    assert_int_equal(oracle_ssimulacra2(&options, &pair->ref, &pair->dis, NULL, NULL, &expected),
                     ORACLE_OK);
    static const size_t runs[] = { 1, 5, 6 }; /* every CPU level; 2, 7 and 1 threads */
    for (size_t r = 0; r < sizeof(runs) / sizeof(runs[0]); r++) {
        char what[160], metric[160];
        const char *const metrics[] = { metric, NULL };
        double value;
        snprintf(what, sizeof(what), "%dx%d, %d bits, chroma %d, model %d, run %zu",
                 pair->ref.width[0], pair->ref.height[0], pair->ref.depth, pair->ref.chroma, model,
                 runs[r]);
        snprintf(metric, sizeof(metric), "ssimulacra2=profile=%s%s", exact ? "exact" : "official",
                 colour->text);
        EvqSession *session = score_pairs_as(&run_configs[runs[r]], model, 1, metrics, pair, 1);
        assert_int_equal(evq_session_score(session, 0, 0, &value), 1);
        assert_bits(what, metric, value, expected);
        evq_session_close(&session);
    }
}

static void test_sizes(void **state)
{
    (void)state;
    static const int size[][2] = { { 8, 8 },   { 9, 8 },     { 8, 13 },   { 15, 16 },
                                   { 17, 17 }, { 16, 9 },    { 31, 33 },  { 64, 10 },
                                   { 9, 113 }, { 113, 113 }, { 130, 57 }, { 520, 121 } };
    static const PatternKind kind[] = { PATTERN_NOISE_CLOSE, PATTERN_BLOCKS, PATTERN_EXTREMES,
                                        PATTERN_RAMP };
    for (size_t s = 0; s < sizeof(size) / sizeof(size[0]); s++)
        for (int chroma = PICTURE_400; chroma <= PICTURE_444; chroma++) {
            PicturePair pair;
            assert_int_equal(pattern_make(&pair, kind[(s + (size_t)chroma) % 4], size[s][0],
                                          size[s][1], 8, (PictureChroma)chroma, (uint32_t)s),
                             0);
            const ColourCase *colour = &colours[(s + 2 * (size_t)chroma) % COLOURS];
            for (int exact = 0; exact < 2; exact++) {
                compare(&pair, EVQ_MODEL_YUV, colour, exact);
                if (chroma == PICTURE_444)
                    compare(&pair, EVQ_MODEL_RGB, &colours[0], exact);
            }
            picture_pair_free(&pair);
        }
}

static void test_depths(void **state)
{
    (void)state;
    for (int depth = 8; depth <= 16; depth++)
        for (int c = 0; c < COLOURS; c++) {
            PicturePair pair;
            assert_int_equal(
                pattern_make(&pair, PATTERN_NOISE, 37, 29, depth, PICTURE_420, (uint32_t)depth), 0);
            for (int exact = 0; exact < 2; exact++)
                compare(&pair, EVQ_MODEL_YUV, &colours[c], exact);
            picture_pair_free(&pair);
        }
    for (int depth = 8; depth <= 16; depth++)
        for (int grey = 0; grey < 2; grey++) {
            PicturePair pair;
            assert_int_equal(pattern_make(&pair, PATTERN_EXTREMES, 37, 29, depth,
                                          grey ? PICTURE_400 : PICTURE_444, (uint32_t)depth),
                             0);
            for (int exact = 0; exact < 2; exact++)
                compare(&pair, EVQ_MODEL_RGB, &colours[0], exact);
            picture_pair_free(&pair);
        }
}

/* Opacity of the reference, of the distorted picture and of both, against the oracle. */
static void test_opacity(void **state)
{
    (void)state;
    for (int k = 0; k < 12; k++) {
        const int depth = k % 2 ? 16 : 8, exact = k / 2 % 2, sides = 1 + k / 4;
        PicturePair pair, mask;
        assert_int_equal(
            pattern_make(&pair, PATTERN_NOISE_CLOSE, 61, 47, depth, PICTURE_444, (uint32_t)k), 0);
        assert_int_equal(pattern_make(&mask, k % 3 ? PATTERN_NOISE : PATTERN_EXTREMES, 61, 47,
                                      depth, PICTURE_400, 7),
                         0);
        const Picture *const opacity[2] = { sides & 1 ? &mask.ref : NULL,
                                            sides & 2 ? &mask.dis : NULL };
        const OracleSsimulacra2 options = { .exact = exact,
                                            .rgb = 1,
                                            .opacity = { opacity[0], opacity[1] } };
        const char *metric = exact ? "ssimulacra2=profile=exact" : "ssimulacra2";
        double expected, value;
        assert_int_equal(oracle_ssimulacra2(&options, &pair.ref, &pair.dis, NULL, NULL, &expected),
                         ORACLE_OK);
        static const size_t runs[] = { 1, 5, 6 };
        for (size_t r = 0; r < sizeof(runs) / sizeof(runs[0]); r++) {
            EvqSession *session = score_pair_over(&run_configs[runs[r]], metric, &pair, opacity);
            assert_int_equal(evq_session_score(session, 0, 0, &value), 1);
            assert_bits("opacity", metric, value, expected);
            evq_session_close(&session);
        }
        picture_pair_free(&pair);
        picture_pair_free(&mask);
    }
}

/* A picture without opacity where the session has it, and the reverse. */
static void test_opacity_differs(void **state)
{
    (void)state;
    EvqFormat format = { .width = 16,
                         .height = 16,
                         .depth = 8,
                         .chroma = EVQ_CHROMA_444,
                         .model = EVQ_MODEL_RGB,
                         .opacity = EVQ_OPACITY_DISTORTED };
    EvqConfig config = evq_config_default();
    EvqSession *session;
    EvqFrame ref, dis;
    assert_int_equal(evq_session_open(&session, &config, &format, NULL), EVQ_OK);
    assert_int_equal(evq_session_add_metric(session, "ssimulacra2", NULL), EVQ_OK);
    format.opacity = 0;
    assert_int_equal(evq_frame_alloc(&ref, &format, NULL), EVQ_OK);
    assert_int_equal(evq_frame_alloc(&dis, &format, NULL), EVQ_OK);
    assert_int_equal(evq_session_push(session, &ref, &dis, NULL), EVQ_E_INPUT);
    evq_frame_release(&ref);
    evq_frame_release(&dis);
    evq_session_close(&session);
    format = (EvqFormat){ 16, 16, 8, EVQ_CHROMA_444, .opacity = 1 };
    assert_int_equal(evq_session_open(&session, &config, &format, NULL), EVQ_E_USAGE);
}

static void test_identical(void **state)
{
    (void)state;
    for (int exact = 0; exact < 2; exact++) {
        char metric[80], output[80];
        PicturePair pair;
        assert_int_equal(pattern_make(&pair, PATTERN_EQUAL_NOISE, 65, 49, 8, PICTURE_420, 1), 0);
        snprintf(metric, sizeof(metric), "ssimulacra2=profile=%s", exact ? "exact" : "official");
        snprintf(output, sizeof(output), "ssimulacra2%s", profile_suffix[exact]);
        assert_bits("identical", metric,
                    score_one(&run_configs[0], EVQ_MODEL_YUV, metric, output, &pair), 100.0);
        picture_pair_free(&pair);
    }
}

/* ---- Options and refusals ---- */

static void expect_refusal(const EvqFormat *format, const char *text, int status,
                           const char *message)
{
    EvqError error;
    assert_int_equal(try_metric(format, text, &error), status);
    if (!strstr(error.message, message))
        fail_msg("%s: \"%s\" does not name %s", text, error.message, message);
}

static void test_refusals(void **state)
{
    (void)state;
    const EvqFormat good = { .width = 64, .height = 48, .depth = 8, .chroma = EVQ_CHROMA_420 };
    EvqFormat narrow = good, tagged = good;
    narrow.width = 7;
    expect_refusal(&narrow, "ssimulacra2", EVQ_E_INPUT, "8x8");
    expect_refusal(&good, "ssimulacra2=matrix=240", EVQ_E_USAGE, "auto|709|601|2020");
    expect_refusal(&good, "ssimulacra2=profile=fast", EVQ_E_USAGE, "official|exact");
    tagged.colour.matrix = 8;
    expect_refusal(&tagged, "ssimulacra2", EVQ_E_INPUT, "matrix 8");
    tagged.colour.matrix = 1;
    tagged.colour.transfer = 16;
    expect_refusal(&tagged, "ssimulacra2", EVQ_E_INPUT, "transfer 16");
    EvqError error;
    assert_int_equal(try_metric(&tagged, "ssimulacra2=transfer=srgb", &error), EVQ_OK);
}

/* The text of the metric as a session describes it, and the name of its output. */
static void describe(const EvqFormat *format, const char *metric, const char *text,
                     const char *output)
{
    EvqConfig config = evq_config_default();
    EvqSession *session;
    assert_int_equal(evq_session_open(&session, &config, format, NULL), EVQ_OK);
    assert_int_equal(evq_session_add_metric(session, metric, NULL), EVQ_OK);
    assert_string_equal(evq_session_metric_text(session, 0), text);
    assert_string_equal(evq_session_output_name(session, 0), output);
    evq_session_close(&session);
}

static void test_colour_tags(void **state)
{
    (void)state;
    EvqFormat format = { .width = 64, .height = 48, .depth = 8, .chroma = EVQ_CHROMA_420 };
    describe(&format, "ssimulacra2",
             "ssimulacra2=profile=official:matrix=709:range=limited:transfer=srgb:chroma=nearest",
             "ssimulacra2");
    format.colour = (EvqColour){ 9, 14, 9, 2, 1 };
    describe(&format, "ssimulacra2",
             "ssimulacra2=profile=official:matrix=2020:range=full:transfer=bt709-power2.4:"
             "chroma=nearest",
             "ssimulacra2");
    describe(&format, "ssimulacra2=matrix=2020:range=limited",
             "ssimulacra2=profile=official:matrix=2020:range=limited:transfer=bt709-power2.4:"
             "chroma=nearest",
             "ssimulacra2_range_limited");
    format.colour = (EvqColour){ 1, 13, 5, 1, 0 };
    describe(&format, "ssimulacra2=transfer=bt709-power2.4:chroma=left:profile=exact",
             "ssimulacra2=profile=exact:matrix=601:range=limited:transfer=bt709-power2.4:"
             "chroma=left",
             "ssimulacra2_chroma_left_profile_exact_transfer_bt709-power2.4");
}

/* ---- Clips ---- */

static void check_clip(const Clip *clip, struct json_object *entry, const char *name, int exact,
                       int left)
{
    static const char *const key[2][2] = { { "J_nearest", "J_left" }, { "R_nearest", "R_left" } };
    struct json_object *expected = json_object_object_get(entry, key[exact][left]);
    if (!expected)
        return;
    char metric[100];
    const char *const metrics[] = { metric, NULL };
    snprintf(metric, sizeof(metric), "ssimulacra2=profile=%s:chroma=%s",
             exact ? "exact" : "official", left ? "left" : "nearest");
    EvqSession *session = score_pairs(&run_configs[1], 1, metrics, clip->pair, clip->count);
    assert_int_equal(clip->count, json_object_array_length(expected));
    for (size_t i = 0; i < clip->count; i++) {
        double value;
        assert_int_equal(evq_session_score(session, 0, i, &value), 1);
        assert_json_bits(name, metric, value, json_object_array_get_idx(expected, i));
    }
    evq_session_close(&session);
}

static void test_clips(void **state)
{
    (void)state;
    static const char *const names[CLIP_COUNT] = { NULL, "src01_*_576x324_8b.y4m",
                                                   "src01_*_576x324_10b.y4m", NULL };
    char path[1024];
    const char *shared = getenv("EVQ_SHARED");
    snprintf(path, sizeof(path), "%s/golden/ssimulacra2.json", shared ? shared : "");
    struct json_object *golden = shared ? json_object_from_file(path) : NULL;
    if (!golden) {
        print_message("ssimulacra2.json is absent: EVQ_SHARED names no folder that has it\n");
        skip();
    }
    size_t checked = 0;
    for (size_t i = 0; i < CLIP_COUNT; i++) {
        struct json_object *entry = NULL;
        Clip clip;
        if (names[i])
            entry = json_object_object_get(json_object_object_get(golden, "clips"), names[i]);
        if (!entry || clip_load(&clip, i) != 0)
            continue;
        for (int k = 0; k < 4; k++)
            check_clip(&clip, entry, names[i], k / 2, k % 2);
        clip_free(&clip);
        checked++;
    }
    json_object_put(golden);
    assert_true(checked > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spec),     cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_depths),   cmocka_unit_test(test_identical),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_colour_tags),
        cmocka_unit_test(test_opacity),  cmocka_unit_test(test_opacity_differs),
        cmocka_unit_test(test_clips),
    };
    return cmocka_run_group_tests_name("golden-ssimulacra2", tests, NULL, NULL);
}
