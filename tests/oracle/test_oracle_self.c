/* The oracle against every golden value of the specs and against the clips' golden files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clips.h"
#include "expect.h"
#include "oracle.h"
#include "spec_values.h"
#include "structural_values.h"

/* ---- pictures ---- */

static uint32_t crc32_byte(uint32_t crc, unsigned byte)
{
    crc ^= byte;
    for (int i = 0; i < 8; i++)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    return crc;
}

static uint32_t plane_crc32(const Picture *picture, int plane)
{
    uint32_t crc = 0xffffffffu;
    const int samples = picture->width[plane] * picture->height[plane];
    for (int i = 0; i < samples; i++) {
        crc = crc32_byte(crc, picture->plane[plane][i] & 255);
        if (picture->depth > 8)
            crc = crc32_byte(crc, picture->plane[plane][i] >> 8);
    }
    return ~crc;
}

static void test_patterns(void **state)
{
    (void)state;
    static const struct {
        PatternKind kind;
        int width, height;
        PictureChroma chroma;
        int plane;
        uint32_t ref, dis;
    } cases[] = {
        { PATTERN_A, 64, 48, PICTURE_420, 0, 0xd10b09ee, 0x7b64e4b1 },
        { PATTERN_A, 16, 16, PICTURE_420, 0, 0x5b2e7a0f, 0x561d8a81 },
        { PATTERN_A, 41, 37, PICTURE_420, 0, 0x0f312424, 0x21c254b5 },
        { PATTERN_B, 176, 144, PICTURE_422, 0, 0x1b0fdd8b, 0x9c1deb1c },
        { PATTERN_D, 80, 56, PICTURE_444, 0, 0x4561fa99, 0xd9c897c2 },
        { PATTERN_E, 34, 20, PICTURE_444, 0, 0x22fe9cf3, 0xd71ca9f7 },
        { PATTERN_F, 40, 24, PICTURE_420, 0, 0x14166806, 0x1d2aa9ec },
        { PATTERN_A, 64, 48, PICTURE_420, 1, 0x2366651f, 0x34b8752a },
        { PATTERN_B, 176, 144, PICTURE_422, 1, 0xa80553e0, 0xae407717 },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        PicturePair pair;
        assert_int_equal(pattern_make(&pair, cases[i].kind, cases[i].width, cases[i].height, 0,
                                      cases[i].chroma, 0),
                         0);
        assert_int_equal(plane_crc32(&pair.ref, cases[i].plane), cases[i].ref);
        assert_int_equal(plane_crc32(&pair.dis, cases[i].plane), cases[i].dis);
        picture_pair_free(&pair);
    }
}

/* ---- scores ---- */

static void check_case(const SpecCase *c)
{
    char what[128];
    snprintf(what, sizeof(what), "pattern %d, %dx%d, %s", c->pictures.pattern, c->pictures.width,
             c->pictures.height, c->metric);
    PicturePair pair;
    OracleScores scores, aggregates;
    assert_int_equal(spec_case_pictures(c, &pair), 0);
    assert_int_equal(oracle_score(c->metric, &pair.ref, &pair.dis, &scores), ORACLE_OK);
    for (size_t i = 0; i < SPEC_MAX_VALUES; i++) {
        if (!c->value[i])
            continue;
        char name[256];
        snprintf(name, sizeof(name), "%s%s", spec_output_name(c, i), c->suffix);
        assert_true(i < scores.count);
        assert_string_equal(scores.name[i], name);
        assert_bits(what, name, scores.value[i], strtod(c->value[i], NULL));
    }
    assert_int_equal(oracle_aggregate(c->metric, &pair, 1, &aggregates), ORACLE_OK);
    for (size_t i = 0; i < SPEC_MAX_AGGREGATES && c->aggregate[i]; i++) {
        assert_true(i < aggregates.count);
        assert_bits(what, aggregates.name[i], aggregates.value[i], strtod(c->aggregate[i], NULL));
    }
    picture_pair_free(&pair);
}

static void test_spec_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < spec_case_count; i++)
        check_case(&spec_cases[i]);
}

static void test_structural_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < structural_case_count; i++) {
        const StructuralCase *c = &structural_cases[i];
        PicturePair pairs[STRUCTURAL_FRAMES];
        for (size_t f = 0; f < c->frames; f++)
            assert_int_equal(structural_pictures(c, f, &pairs[f]), 0);
        for (size_t f = 0; f < c->frames; f++) {
            OracleScores scores;
            assert_int_equal(oracle_score_frame(c->metric, pairs, c->frames, f, &scores),
                             ORACLE_OK);
            for (size_t k = 0; k < STRUCTURAL_VALUES && c->name[k]; k++) {
                assert_true(k < scores.count);
                assert_string_equal(scores.name[k], c->name[k]);
                if (!c->value[f][k])
                    continue;
                if (strcmp(c->value[f][k], "nan"))
                    assert_bits(c->metric, c->name[k], scores.value[k],
                                strtod(c->value[f][k], NULL));
                else
                    assert_true(isnan(scores.value[k]));
            }
        }
        for (size_t f = 0; f < c->frames; f++)
            picture_pair_free(&pairs[f]);
    }
}

static void test_longest_suffix(void **state)
{
    (void)state;
    static const char text[] =
        "float_vif=vif_skip_scale0=true:vif_sigma_nsq=1.123456789:vif_scale3_min_val=0.3:"
        "vif_scale2_min_val=0.2:vif_scale1_min_val=0.1:vif_prescale_method=lanczos4:"
        "vif_prescale=1.37:vif_kernelscale=0.5:vif_enhn_gain_limit=1";
    PicturePair pair;
    OracleScores scores;
    assert_int_equal(pattern_make(&pair, PATTERN_A, 64, 48, 0, PICTURE_420, 0), 0);
    assert_int_equal(oracle_score(text, &pair.ref, &pair.dis, &scores), ORACLE_OK);
    assert_string_equal(
        scores.name[1],
        "vif_scale1_egl_1_ks_0.5_ps_1.37_pm_lanczos4_s1miv_0.1_s2miv_0.2_s3miv_0.3_snsq_1.12346_"
        "ssclz");
    picture_pair_free(&pair);
}

/* ---- intermediates of float_vif, pattern A 64x48 ---- */

typedef struct PixelValue {
    int scale, x, y;
    size_t field;
    const char *value;
} PixelValue;

#define FIELD(name) offsetof(OracleVifPixel, name)

static const PixelValue pixel_values[] = {
    { 0, 0, 0, FIELD(ref), "-0x1p+7" },         { 0, 0, 0, FIELD(m1), "-0x1.2b2f3ep+6" },
    { 0, 0, 0, FIELD(m2), "-0x1.2a2aaap+6" },   { 0, 0, 0, FIELD(xx), "0x1.959272p+12" },
    { 0, 0, 0, FIELD(yy), "0x1.92e70ap+12" },   { 0, 0, 0, FIELD(xy), "0x1.92ed32p+12" },
    { 0, 0, 0, FIELD(s1), "0x1.bf587p+9" },     { 0, 0, 0, FIELD(s2), "0x1.bcfd8p+9" },
    { 0, 0, 0, FIELD(s12), "0x1.b3b2cp+9" },    { 0, 0, 0, FIELD(g), "0x1.f2ab6p-1" },
    { 0, 0, 0, FIELD(sv), "0x1.4a2cep+5" },     { 0, 0, 0, FIELD(num), "0x1.176482p+2" },
    { 0, 0, 0, FIELD(den), "0x1.19def6p+3" },   { 0, 32, 16, FIELD(m1), "-0x1.583e64p+3" },
    { 0, 32, 16, FIELD(m2), "-0x1.55c1bcp+3" }, { 0, 32, 16, FIELD(xx), "0x1.9e6b94p+12" },
    { 0, 32, 16, FIELD(yy), "0x1.a3321ap+12" }, { 0, 32, 16, FIELD(xy), "0x1.9f7a3cp+12" },
    { 0, 32, 16, FIELD(g), "0x1.00b292p+0" },   { 0, 32, 16, FIELD(sv), "0x1.542cp+5" },
    { 0, 32, 16, FIELD(num), "0x1.cd7ccep+2" }, { 0, 32, 16, FIELD(den), "0x1.757092p+3" },
    { 0, 63, 47, FIELD(m1), "-0x1.06a21ap+3" }, { 0, 63, 47, FIELD(m2), "-0x1.09847ep+3" },
    { 0, 63, 47, FIELD(xx), "0x1.e599d8p+12" }, { 0, 63, 47, FIELD(yy), "0x1.d4386cp+12" },
    { 0, 63, 47, FIELD(xy), "0x1.db9082p+12" }, { 0, 63, 47, FIELD(g), "0x1.f546b4p-1" },
    { 0, 63, 47, FIELD(sv), "0x1.3d87p+5" },    { 0, 63, 47, FIELD(num), "0x1.de7e3p+2" },
    { 0, 63, 47, FIELD(den), "0x1.7d2a84p+3" }, { 1, 0, 0, FIELD(ref), "-0x1.932a2cp+6" },
    { 1, 1, 0, FIELD(ref), "-0x1.7b1d98p+6" },  { 1, 0, 1, FIELD(ref), "-0x1.67223ep+6" },
    { 1, 0, 0, FIELD(dis), "-0x1.8eceacp+6" },  { 1, 0, 0, FIELD(m1), "-0x1.02bfd6p+6" },
    { 1, 0, 0, FIELD(xx), "0x1.33ecd6p+12" },   { 1, 0, 0, FIELD(num), "0x1.0c45dcp+3" },
    { 1, 0, 0, FIELD(den), "0x1.11465ap+3" },   { 2, 0, 0, FIELD(ref), "-0x1.59dd04p+6" },
    { 2, 1, 0, FIELD(ref), "-0x1.1c8f0cp+6" },  { 2, 0, 0, FIELD(dis), "-0x1.576c5p+6" },
    { 2, 0, 0, FIELD(num), "0x1.11cb68p+3" },   { 2, 0, 0, FIELD(den), "0x1.133198p+3" },
    { 3, 0, 0, FIELD(ref), "-0x1.202714p+6" },  { 3, 1, 0, FIELD(ref), "-0x1.02a396p+5" },
    { 3, 0, 0, FIELD(dis), "-0x1.1f10f6p+6" },  { 3, 0, 0, FIELD(num), "0x1.285144p+3" },
    { 3, 0, 0, FIELD(den), "0x1.28d344p+3" },   { 3, 7, 5, FIELD(num), "0x1.90813p+1" },
    { 3, 7, 5, FIELD(den), "0x1.8f4fbap+1" },
};

enum { PIXEL_VALUES = sizeof(pixel_values) / sizeof(pixel_values[0]) };

typedef struct TraceState {
    size_t met;
    float row_num, row_den; /* of row 0 of scale 0 */
} TraceState;

static void check_pixel(void *opaque, const OracleVifPixel *p)
{
    TraceState *trace = opaque;
    assert_int_equal(p->width, 64 >> p->scale);
    assert_int_equal(p->height, 48 >> p->scale);
    if (p->scale == 0 && p->y == 0) {
        trace->row_num = trace->row_num + p->num;
        trace->row_den = trace->row_den + p->den;
    }
    for (size_t i = 0; i < PIXEL_VALUES; i++) {
        const PixelValue *v = &pixel_values[i];
        if (v->scale != p->scale || v->x != p->x || v->y != p->y)
            continue;
        float value;
        memcpy(&value, (const char *)p + v->field, sizeof(value));
        assert_bits("intermediate", v->value, (double)value, strtod(v->value, NULL));
        trace->met++;
    }
}

static void test_intermediates(void **state)
{
    (void)state;
    PicturePair pair;
    OracleVifScores scores;
    TraceState trace = { 0 };
    const OracleVifOptions options = oracle_vif_defaults();
    assert_int_equal(pattern_make(&pair, PATTERN_A, 64, 48, 0, PICTURE_420, 0), 0);
    assert_int_equal(oracle_vif(&options, &pair.ref, &pair.dis, check_pixel, &trace, &scores),
                     ORACLE_OK);
    assert_int_equal(trace.met, PIXEL_VALUES);
    assert_bits("row 0", "num", (double)trace.row_num, 0x1.84349p+8);
    assert_bits("row 0", "den", (double)trace.row_den, 0x1.51a856p+9);
    picture_pair_free(&pair);
}

/* ---- kernels, minimum sizes, LG ---- */

static void check_taps_line(const char *line)
{
    int n, used;
    float total, tap[127];
    assert_int_equal(sscanf(line, "n=%d total=%a :%n", &n, &total, &used), 2);
    assert_in_range(n, 3, 127);
    assert_bits("taps", "total", (double)oracle_vif_taps(n, tap), (double)total);
    const char *text = line + used;
    for (int k = 0; k <= n / 2; k++) {
        char *end;
        const float expected = strtof(text, &end);
        assert_ptr_not_equal(text, end);
        assert_bits(line, "tap", (double)tap[k], (double)expected);
        assert_bits(line, "mirrored tap", (double)tap[n - 1 - k], (double)expected);
        text = end;
    }
}

static void test_taps(void **state)
{
    (void)state;
    const char *shared = getenv("EVQ_SHARED");
    char path[4096], line[4096];
    snprintf(path, sizeof(path), "%s/spec/float_vif_taps.txt", shared ? shared : "");
    FILE *file = shared ? fopen(path, "r") : NULL;
    if (!file) {
        print_message("the table of taps is absent: EVQ_SHARED\n");
        skip();
    }
    int lines = 0;
    for (; fgets(line, sizeof(line), file); lines++)
        check_taps_line(line);
    fclose(file);
    assert_int_equal(lines, 18);
}

static void test_minimum_sides(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int side;
    } cases[] = {
        { "1", 16 },           { "0.5", 16 },     { "0.444444", 16 }, { "0.666667", 16 },
        { "0.711111", 16 },    { "0.74074", 16 }, { "1.5", 24 },      { "1.33333", 24 },
        { "1.16667", 24 },     { "1.25", 24 },    { "1.41667", 24 },  { "1.666666", 32 },
        { "1.4746", 24 },      { "1.54", 24 },    { "1.6", 24 },      { "1.06667", 24 },
        { "1.111111", 24 },    { "2", 32 },       { "2.4", 40 },      { "3", 40 },
        { "3.711340206", 56 }, { "1.66667", 32 }, { "1.66666", 24 },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const double ks = oracle_number(cases[i].text);
        assert_true(oracle_vif_kernelscale_known(ks));
        if (oracle_vif_min_side(ks) != cases[i].side)
            fail_msg("kernel scale %s: least side %d, expected %d", cases[i].text,
                     oracle_vif_min_side(ks), cases[i].side);
    }
    assert_false(oracle_vif_kernelscale_known(1.3));
    assert_false(oracle_vif_kernelscale_known(4.0));
}

static void test_vif_log2(void **state)
{
    (void)state;
    static const struct {
        float x;
        double log2;
    } cases[] = {
        { 1.0f, 0.0 },
        { 1.0000001f, 0x1.71547p-23 },
        { 1.25f, 0x1.49a788p-2 },
        { 1.5f, 0x1.2b803p-1 },
        { 1.75f, 0x1.9d5dap-1 },
        { 3.0f, 0x1.95c018p+0 },
        { 10.0f, 0x1.a934fp+1 },
        { 1000.5f, 0x1.3eed9ep+3 },
        { 65025.0f, 0x1.ffa37cp+3 },
        { 1e20f, 0x1.09c116p+6 },
        { 0.75f, -0x1.a8ffap-2 },
        { INFINITY, 128.0 },
        { 0.0f, -INFINITY },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_bits("LG", "value", (double)oracle_vif_log2(cases[i].x), cases[i].log2);
    assert_true(isnan(oracle_vif_log2(-1.0f)));
}

/* ---- log10 ---- */

static void test_log10(void **state)
{
    (void)state;
    assert_bits("log10", "0.3", oracle_log10(0x1.3333333333333p-2), -0x1.0bb6c34d81502p-1);
    assert_bits("log10", "7", oracle_log10(7.0), 0x1.b0b0b0b78cc3fp-1);
    assert_bits("log10", "1", oracle_log10(1.0), 0.0);
    assert_bits("log10", "0", oracle_log10(0.0), -INFINITY);
    uint64_t sum = 0;
    int different = 0;
    enum { STEPS = 1 << 20 };
    for (int i = 0; i < STEPS; i++) {
        const double t = (i + 0.5) * 0x1p-20;
        const double x = 0.001 + (400.0 - 0.001) * t;
        const double own = oracle_log10(x);
        uint64_t bits;
        memcpy(&bits, &own, sizeof(bits));
        sum += bits;
        const double ulps = fabs(own - log10(x)) / fabs(own);
        different += ulps > 0.0;
        assert_true(ulps < 0x1p-50);
    }
    assert_int_equal(sum, 0xcf180533417b2ed3u);
    /* The system's differs on about two arguments in ten thousand with glibc. */
    print_message("log10 differs from the C library's on %d of %d arguments\n", different,
                  (int)STEPS);
}

/* ---- clips ---- */

static void check_scores(const char *what, const OracleScores *scores, struct json_object *golden)
{
    assert_int_equal(json_object_object_length(golden), scores->count);
    size_t i = 0;
    json_object_object_foreach(golden, name, value)
    {
        assert_string_equal(scores->name[i], name);
        assert_json_bits(what, name, scores->value[i], value);
        i++;
    }
}

static void check_feature(const Clip *clip, const char *clip_label, const char *feature)
{
    char what[256];
    OracleScores scores;
    struct json_object *features, *golden, *frames, *aggregate;
    assert_true(json_object_object_get_ex(clip->golden, "features", &features));
    assert_true(json_object_object_get_ex(features, feature, &golden));
    if (json_object_object_get_ex(golden, "error", NULL)) {
        assert_int_equal(oracle_score_frame(feature, clip->pair, clip->count, 0, &scores),
                         ORACLE_REFUSED);
        return;
    }
    assert_true(json_object_object_get_ex(golden, "frames", &frames));
    assert_true(json_object_object_get_ex(golden, "aggregate", &aggregate));
    assert_int_equal(json_object_array_length(frames), clip->count);
    for (size_t i = 0; i < clip->count; i++) {
        snprintf(what, sizeof(what), "%s, %s, frame %zu", clip_label, feature, i);
        assert_int_equal(oracle_score_frame(feature, clip->pair, clip->count, i, &scores),
                         ORACLE_OK);
        check_scores(what, &scores, json_object_array_get_idx(frames, i));
    }
    snprintf(what, sizeof(what), "%s, %s, aggregate", clip_label, feature);
    assert_int_equal(oracle_aggregate(feature, clip->pair, clip->count, &scores), ORACLE_OK);
    check_scores(what, &scores, aggregate);
}

static void test_clips(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLIP_COUNT; i++) {
        Clip clip;
        const int result = clip_load(&clip, i);
        if (result == 1) {
            print_message("%s is absent: EVQ_SHARED\n", clip_name(i));
            skip();
        }
        assert_int_equal(result, 0);
        for (size_t f = 0; clip_feature(f); f++)
            check_feature(&clip, clip_name(i), clip_feature(f));
        clip_free(&clip);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_spec_cases),
        cmocka_unit_test(test_structural_cases),
        cmocka_unit_test(test_longest_suffix),
        cmocka_unit_test(test_intermediates),
        cmocka_unit_test(test_taps),
        cmocka_unit_test(test_minimum_sides),
        cmocka_unit_test(test_vif_log2),
        cmocka_unit_test(test_log10),
        cmocka_unit_test(test_clips),
    };
    return cmocka_run_group_tests_name("oracle-self", tests, NULL, NULL);
}
