/* The oracle of ssimulacra2 against every golden value and stage checksum of its spec. */
#include <stdio.h>
#include <stdlib.h>

#include "expect.h"
#include "oracle.h"
#include "ssimulacra2_pictures.h"
#include "ssimulacra2_values.h"

static uint64_t checksum_word(uint64_t h, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        h = (h ^ (word >> (8 * i) & 0xff)) * 1099511628211u;
    return h;
}

static const uint64_t checksum_start = 1469598103934665603u;

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static void test_tables(void **state)
{
    (void)state;
    static const uint64_t expected[2] = { 0x12ec286583472a6cu, 0x682dc437b5424760u };
    for (int exact = 0; exact < 2; exact++) {
        uint64_t h = checksum_start;
        for (int v = 0; v < 256; v++)
            h = checksum_word(h, ssimulacra2_eotf8[v][exact]);
        assert_int_equal(h, expected[exact]);
    }
    const OracleSsimulacra2 official = { 0 };
    for (int v = 0; v < 256; v++) {
        const float x = float_of(0x3b808081) * (float)v;
        assert_int_equal(bits_of(oracle_ssimulacra2_eotf(&official, x)), ssimulacra2_eotf8[v][0]);
    }
}

static void test_functions(void **state)
{
    (void)state;
    static const uint32_t root[][3] = { /* profile, argument, value */
                                        { 0, 0x3b789536, 0x312cc020 },
                                        { 0, 0x3ba3d70a, 0x3c7678ac },
                                        { 0, 0x3c23d70a, 0x3d73ab02 },
                                        { 0, 0x3e4ccccd, 0x3edb9224 },
                                        { 0, 0x3f800000, 0x3f581363 }
    };
    static const uint32_t exact_root[][2] = { { 0x3b789536, 0x3e1fb275 },
                                              { 0x3c23d70a, 0x3e5c9d36 },
                                              { 0x3f000000, 0x3f4b2ff5 },
                                              { 0x3f666666, 0x3f772a50 } };
    static const uint32_t eotf[][3] = { { 0x3cf5c28f, 0x3b182c62, 0x3b182c62 },
                                        { 0x3d25e354, 0x3b4d70ad, 0x3b4d704a },
                                        { 0x3dcccccd, 0x3c2436e0, 0x3c2436c6 },
                                        { 0x3f000000, 0x3e5b2d99, 0x3e5b2d9d } };
    const OracleSsimulacra2 profile[2] = { { .exact = 0 }, { .exact = 1 } };
    for (size_t i = 0; i < sizeof(root) / sizeof(root[0]); i++)
        assert_int_equal(bits_of(oracle_ssimulacra2_root(&profile[0], float_of(root[i][1]))),
                         root[i][2]);
    for (size_t i = 0; i < sizeof(exact_root) / sizeof(exact_root[0]); i++) {
        const float expected = float_of(exact_root[i][1]) + float_of(0xbe1fb275);
        assert_int_equal(bits_of(oracle_ssimulacra2_root(&profile[1], float_of(exact_root[i][0]))),
                         bits_of(expected));
    }
    for (size_t i = 0; i < sizeof(eotf) / sizeof(eotf[0]); i++)
        for (int p = 0; p < 2; p++)
            assert_int_equal(bits_of(oracle_ssimulacra2_eotf(&profile[p], float_of(eotf[i][0]))),
                             eotf[i][1 + p]);
    assert_bits("power", "1e-6", oracle_ssimulacra2_power(1e-6), 0x1.679b5e737763dp-13);
    assert_bits("power", "3.5", oracle_ssimulacra2_power(3.5), 0x1.18fc881d10d5dp+1);
    assert_bits("power", "42.25", oracle_ssimulacra2_power(42.25), 0x1.4f687846f415cp+3);
}

static void test_scores(void **state)
{
    (void)state;
    for (size_t i = 0; i < ssimulacra2_case_count; i++) {
        const Ssimulacra2Case *c = &ssimulacra2_cases[i];
        PicturePair pair;
        assert_int_equal(ssimulacra2_pictures(c, &pair), 0);
        for (int exact = 0; exact < 2; exact++) {
            const OracleSsimulacra2 options = { .exact = exact,
                                                .rgb = c->pair != 'C',
                                                .chroma = c->left };
            char what[80];
            double score;
            snprintf(what, sizeof(what), "%c %dx%d %d bits", c->pair, c->width, c->height,
                     c->depth);
            assert_int_equal(oracle_ssimulacra2(&options, &pair.ref, &pair.dis, NULL, NULL, &score),
                             ORACLE_OK);
            assert_bits(what, exact ? "exact" : "official", score, exact ? c->exact : c->official);
        }
        picture_pair_free(&pair);
    }
}

enum { STAGE_WIDTH = 65, STAGE_HEIGHT = 49, STAGE_PIXELS = STAGE_WIDTH * STAGE_HEIGHT, STAGES = 9 };

/* Fills the stages of the reference picture of a pair of 65x49. */
static void run_stages(char pair_name, const OracleSsimulacra2 *options,
                       float (*stage)[STAGE_PIXELS], double *feature)
{
    const Ssimulacra2Case c = { pair_name, STAGE_WIDTH, STAGE_HEIGHT, 8, 0, 0, 0 };
    OracleSsimulacra2Stages stages = { { stage[0], stage[1], stage[2] },
                                       { stage[3], stage[4], stage[5] },
                                       stage[6],
                                       stage[7],
                                       stage[8] };
    PicturePair pair;
    double score;
    assert_int_equal(ssimulacra2_pictures(&c, &pair), 0);
    assert_int_equal(oracle_ssimulacra2(options, &pair.ref, &pair.dis, &stages, feature, &score),
                     ORACLE_OK);
    picture_pair_free(&pair);
}

static void check_stage(const char *name, const float *stage, const uint32_t *first, size_t count,
                        uint32_t last, uint64_t checksum)
{
    uint64_t h = checksum_start;
    for (int i = 0; i < STAGE_PIXELS; i++)
        h = checksum_word(h, bits_of(stage[i]));
    for (size_t i = 0; i < count; i++)
        if (bits_of(stage[i]) != first[i])
            fail_msg("%s: word %zu is %08x, expected %08x", name, i, bits_of(stage[i]), first[i]);
    if (h != checksum || bits_of(stage[STAGE_PIXELS - 1]) != last)
        fail_msg("%s: last word %08x, checksum %016llx", name, bits_of(stage[STAGE_PIXELS - 1]),
                 (unsigned long long)h);
}

static float stage[STAGES][STAGE_PIXELS];

static void test_stages(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t first[3], last;
        uint64_t checksum;
    } expected[STAGES] = {
        { "linear R", { 0x00000000, 0x3b0b3e5e, 0x3b8fe5e5 }, 0x3e9c274d, 0x406d48eab89717de },
        { "linear G", { 0x3c607ec9, 0x3c9ec7c0, 0x3cd6f7ca }, 0x3eec955d, 0x859b21d1732f0401 },
        { "linear B", { 0x3d454fd2, 0x3d73c212, 0x3d940347 }, 0x3f288b42, 0x157f543076706489 },
        { "X'", { 0x3ec56520, 0x3ec48157, 0x3ec32486 }, 0x3ec050b1, 0x701b1b39ef6e2237 },
        { "Y'", { 0x3ddef9fb, 0x3e084738, 0x3e20d981 }, 0x3f1d4708, 0xc1e3db26e321142a },
        { "B'", { 0x3f1dd374, 0x3f1db9a6, 0x3f1d9b74 }, 0x3f1a1a61, 0x33903cf485575626 },
        { "horizontal", { 0x3da98fb8, 0x3df85a26, 0x3e1d569d }, 0x3eb716a7, 0xa986aead4833e514 },
        { "mu", { 0x3d8d0b57, 0x3dca82fa, 0x3dfacc44 }, 0x3e485a3d, 0x301d683604fdeb3b },
        { "square", { 0x3c52e726, 0x3ca2464c, 0x3cdb233c }, 0x3dcbc2a7, 0xef69855d0225327c },
    };
    static const struct {
        int index;
        double value;
    } feature[] = {
        { 0, 0.0027888470579353944 },   { 1, 0.0018842801913689219 },
        { 3, 0.0094162303522103835 },   { 16, 0.0014160282504368956 },
        { 39, 7.1214297909565085e-06 }, { 40, 0.00058685208464673505 },
        { 48, 0.0061110144507379701 },  { 58, 0.0011290417358533994 },
    };
    const OracleSsimulacra2 options = { .rgb = 1 };
    double value[108];
    run_stages('A', &options, stage, value);
    for (int i = 0; i < STAGES; i++)
        check_stage(expected[i].name, stage[i], expected[i].first, 3, expected[i].last,
                    expected[i].checksum);
    for (size_t i = 0; i < sizeof(feature) / sizeof(feature[0]); i++)
        assert_bits("feature", "", value[feature[i].index], feature[i].value);
}

static void test_exact_stages(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int stage;
        uint32_t first, last;
        uint64_t checksum;
    } expected[] = {
        { "exact Y'", 4, 0x3ddef9f3, 0x3f1d4709, 0x5880bc9785e66cdd },
        { "exact mu", 7, 0x3d8d0b55, 0x3e485a12, 0x3d4aa467a58d8772 },
        { "exact square", 8, 0x3c52e723, 0x3dcbc274, 0x3dc2dec921e27d78 },
    };
    const OracleSsimulacra2 options = { .exact = 1, .rgb = 1 };
    run_stages('A', &options, stage, NULL);
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
        check_stage(expected[i].name, stage[expected[i].stage], &expected[i].first, 1,
                    expected[i].last, expected[i].checksum);
}

static void test_yuv_stages(void **state)
{
    (void)state;
    static const uint32_t green[3] = { 0x3d552ded, 0x3d871a23, 0x3d9c8afd };
    const OracleSsimulacra2 options = { 0 };
    run_stages('C', &options, stage, NULL);
    check_stage("R of YUV", stage[0], NULL, 0, 0x3f800000, 0x3b8eb479d18972d0);
    check_stage("G of YUV", stage[1], green, 3, 0x3eb69d0e, 0xfa2d9856328a9f8b);
    check_stage("B of YUV", stage[2], NULL, 0, 0x00000000, 0x1bb29b161f963ff2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),       cmocka_unit_test(test_functions),
        cmocka_unit_test(test_scores),       cmocka_unit_test(test_stages),
        cmocka_unit_test(test_exact_stages), cmocka_unit_test(test_yuv_stages),
    };
    return cmocka_run_group_tests_name("oracle-ssimulacra2", tests, NULL, NULL);
}
