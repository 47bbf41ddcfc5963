/* The oracle of vif, the integer one, against the values printed in its spec. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "integer_vif_values.h"
#include "oracle.h"

static uint32_t crc32_byte(uint32_t crc, unsigned byte)
{
    crc ^= byte;
    for (int i = 0; i < 8; i++)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    return crc;
}

static uint32_t luma_crc32(const Picture *picture)
{
    uint32_t crc = 0xffffffffu;
    for (int i = 0; i < picture->width[0] * picture->height[0]; i++) {
        crc = crc32_byte(crc, picture->plane[0][i] & 255);
        if (picture->depth > 8)
            crc = crc32_byte(crc, picture->plane[0][i] >> 8);
    }
    return ~crc;
}

static void test_pictures(void **state)
{
    (void)state;
    static const struct {
        char pattern;
        int width, height, t;
        uint32_t ref, dis;
    } cases[] = {
        { 'A', 64, 48, 0, 0xd10b09ee, 0x7b64e4b1 },   { 'A', 41, 37, 0, 0x0f312424, 0x21c254b5 },
        { 'B', 176, 144, 0, 0x1b0fdd8b, 0x9c1deb1c }, { 'D', 96, 56, 0, 0xaca9836b, 0xb822d26e },
        { 'F', 64, 64, 0, 0xd0f4bc66, 0x0a5acda9 },   { 'E', 64, 64, 0, 0x40dec106, 0xe9035f05 },
        { 'A', 64, 48, 1, 0x5ad22693, 0x7bf031c2 },   { 'B', 176, 144, 1, 0x6afbcf0f, 0x32ed2623 },
        { 'E', 64, 64, 1, 0xad0978f7, 0x10cd03ab },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        PicturePair pair;
        assert_int_equal(integer_vif_pictures(&pair, cases[i].pattern, cases[i].width,
                                              cases[i].height, cases[i].t),
                         0);
        assert_int_equal(luma_crc32(&pair.ref), cases[i].ref);
        assert_int_equal(luma_crc32(&pair.dis), cases[i].dis);
        picture_pair_free(&pair);
    }
}

static void test_log_table(void **state)
{
    (void)state;
    uint32_t crc = 0xffffffffu;
    int64_t sum = 0;
    for (int i = 32768; i < 65536; i++) {
        const int entry = oracle_integer_vif_log_entry(i);
        crc = crc32_byte(crc32_byte(crc, entry & 255), (unsigned)entry >> 8);
        sum += entry;
    }
    assert_int_equal(~crc, 0x42ad4d4f);
    assert_int_equal(sum, 1044032097);
    assert_int_equal(oracle_integer_vif_log_entry(33108), 30751);
}

static void test_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < integer_vif_case_count; i++) {
        const IntegerVifCase *c = &integer_vif_cases[i];
        PicturePair pair;
        OracleScores scores;
        assert_int_equal(integer_vif_pictures(&pair, c->pattern, c->width, c->height, 0), 0);
        assert_int_equal(oracle_score(c->metric, &pair.ref, &pair.dis, &scores), ORACLE_OK);
        for (size_t k = 0; k < INTEGER_VIF_OUTPUTS && c->value[k]; k++) {
            char name[64];
            snprintf(name, sizeof(name), "%s%s", integer_vif_names[k], c->suffix);
            assert_true(k < scores.count);
            assert_string_equal(scores.name[k], name);
            assert_bits(c->metric, name, scores.value[k], strtod(c->value[k], NULL));
        }
        picture_pair_free(&pair);
    }
}

/* ---- Intermediate values, A 64x48 ---- */

typedef struct Trace {
    size_t next; /* of the pixels below, which are in the order of visits */
} Trace;

/* -1: the spec prints none. */
static const OracleIntegerVifPixel traced[] = {
    { 0, 0, 0, -1, -1, 0x35341be2, 0x35755d64, 58639571, 58326812, 57110899 },
    { 0, 32, 16, -1, -1, 0x753ddb76, 0x7551e391, 426975514, 432083383, 428134536 },
    { 0, 63, 47, -1, -1, 0x77ca7750, 0x77b3669c, 504756504, 486436649, 494185313 },
    { 1, 0, 0, 6966, 7245, 0x3f503e00, 0x3f787cec, 48651401, 47548218, 48090748 },
    { 1, 1, 0, 8505, -1, -1, -1, -1, -1, -1 },
    { 1, 0, 1, 9784, -1, -1, -1, -1, -1, -1 },
    { 1, 31, 23, 20430, -1, -1, -1, 47922853, 46911710, 47411174 },
    { 2, 0, 0, 10633, 10789, -1, -1, -1, -1, -1 },
    { 2, 1, 0, 14556, -1, -1, -1, -1, -1, -1 },
    { 2, 0, 1, 17736, -1, -1, -1, -1, -1, -1 },
    { 2, 8, 4, -1, -1, -1, -1, 31060827, 31050525, 31055471 },
    { 2, 15, 11, 35769, -1, -1, -1, -1, -1, -1 },
    { 3, 0, 0, 14327, 14396, -1, -1, -1, -1, -1 },
    { 3, 1, 0, 24491, -1, -1, -1, -1, -1, -1 },
    { 3, 0, 1, 32215, -1, -1, -1, -1, -1, -1 },
    { 3, 7, 5, 31659, -1, 0x7f00a780, 0x7f0ffaf0, 1010393, 1034915, 1022553 },
};

enum { TRACED = sizeof(traced) / sizeof(traced[0]) };

static void assert_printed(int64_t actual, int64_t printed)
{
    if (printed != -1)
        assert_int_equal(actual, printed);
}

static void check_pixel(void *opaque, const OracleIntegerVifPixel *pixel)
{
    Trace *trace = opaque;
    if (trace->next == TRACED)
        return;
    const OracleIntegerVifPixel *printed = &traced[trace->next];
    if (pixel->scale != printed->scale || pixel->x != printed->x || pixel->y != printed->y)
        return;
    trace->next++;
    assert_printed(pixel->ref, printed->ref);
    assert_printed(pixel->dis, printed->dis);
    assert_printed(pixel->m1, printed->m1);
    assert_printed(pixel->m2, printed->m2);
    assert_printed(pixel->s1, printed->s1);
    assert_printed(pixel->s2, printed->s2);
    assert_printed(pixel->s12, printed->s12);
}

static void test_intermediates(void **state)
{
    (void)state;
    static const OracleIntegerVifSums sums[4] = { { 42714600, 70891052, 0, 0 },
                                                  { 14496962, 14612595, 0, 0 },
                                                  { 3068044, 3071216, 0, 0 },
                                                  { 602405, 602286, 0, 0 } };
    Trace trace = { 0 };
    const OracleIntegerVif vif = { .gain_limit = 100, .trace = check_pixel, .opaque = &trace };
    PicturePair pair;
    OracleIntegerVifScores scores;
    assert_int_equal(integer_vif_pictures(&pair, 'A', 64, 48, 0), 0);
    assert_int_equal(oracle_integer_vif(&vif, &pair.ref, &pair.dis, &scores), ORACLE_OK);
    assert_int_equal(trace.next, TRACED);
    assert_memory_equal(scores.sums, sums, sizeof(sums));
    picture_pair_free(&pair);
}

static void test_itself(void **state)
{
    (void)state;
    PicturePair pair;
    OracleScores scores;
    assert_int_equal(integer_vif_pictures(&pair, 'A', 64, 48, 0), 0);
    assert_int_equal(oracle_score("vif", &pair.ref, &pair.ref, &scores), ORACLE_OK);
    for (size_t k = 0; k < 4; k++)
        assert_bits("a picture against itself", scores.name[k], scores.value[k], 1.0);
    picture_pair_free(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pictures), cmocka_unit_test(test_log_table),
        cmocka_unit_test(test_values),   cmocka_unit_test(test_intermediates),
        cmocka_unit_test(test_itself),
    };
    return cmocka_run_group_tests_name("oracle-integer_vif", tests, NULL, NULL);
}
