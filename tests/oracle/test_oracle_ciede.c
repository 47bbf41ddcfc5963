/* The oracle of ciede and the functions under it against the golden values of the specs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ciede_values.h"
#include "expect.h"
#include "oracle.h"

/* ---- functions of the math page: sums of bit patterns over a million operands ---- */

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static double at(double a, double b, double t)
{
    return a + (b - a) * t;
}

static uint64_t pow24_bits(double t, double u)
{
    (void)u;
    return bits_of(oracle_pow24(at(0.0894, 2.2436, t)));
}

static uint64_t cbrt_bits(double t, double u)
{
    (void)u;
    return bits_of(oracle_cbrt(at(0.00886, 6.3, t)));
}

static uint64_t pow7_bits(double t, double u)
{
    (void)u;
    return bits_of(oracle_pow7((double)(float)at(0, 225, t)));
}

static uint64_t exp_bits(double t, double u)
{
    (void)u;
    return bits_of(oracle_exp((double)(float)at(-121, 0, t)));
}

static uint64_t sin_bits(double t, double u)
{
    (void)u;
    return bits_of(oracle_sin((double)(float)at(-1.5707, 1.5707, t)));
}

static uint64_t cos_bits(double t, double u)
{
    (void)u;
    return bits_of(oracle_cos(at(-1.1, 31.4, t)));
}

static uint64_t atan2_bits(double t, double u)
{
    return bits_of(oracle_atan2((double)(float)at(-150, 150, t), (double)(float)(-180 + 360 * u)));
}

static uint64_t powf7_bits(double t, double u)
{
    (void)u;
    const float value = (float)oracle_powf7((float)at(0.01, 225, t));
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static void test_sums_of_patterns(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t (*bits)(double t, double u);
        uint64_t golden;
    } functions[] = {
        { "pow24", pow24_bits, 0x5857054a8b5b45d5 }, { "cbrt", cbrt_bits, 0x232c6741099f6d20 },
        { "pow7", pow7_bits, 0x33a92c9e6c050172 },   { "exp", exp_bits, 0xdd5b451ad331dc5f },
        { "sin", sin_bits, 0x66d2cb5fe56277a8 },     { "cos", cos_bits, 0x11f6b8e3c9879387 },
        { "atan2", atan2_bits, 0xa47d036e026094ce }, { "powf7", powf7_bits, 0x00055c5ad1d9c54b },
    };
    enum { OPERANDS = 1 << 20 };
    for (size_t f = 0; f < sizeof(functions) / sizeof(functions[0]); f++) {
        uint64_t sum = 0;
        for (int64_t i = 0; i < OPERANDS; i++)
            sum += functions[f].bits(((double)i + 0.5) * 0x1p-20,
                                     ((double)(i * 7919 % OPERANDS) + 0.5) * 0x1p-20);
        if (sum != functions[f].golden)
            fail_msg("%s: the sum is %016llx, expected %016llx", functions[f].name,
                     (unsigned long long)sum, (unsigned long long)functions[f].golden);
    }
}

static void test_values_of_functions(void **state)
{
    (void)state;
    assert_bits("pow24", "1/2", oracle_pow24(0.5), 0x1.8406003b2ae5dp-3);
    assert_bits("pow24", "0.1", oracle_pow24(0x1.999999999999ap-4), 0x1.04e74cc73ee89p-8);
    assert_bits("pow24", "2.2", oracle_pow24(0x1.199999999999ap+1), 0x1.a89d356dde136p+2);
    assert_bits("cbrt", "0.01", oracle_cbrt(0x1.47ae147ae147bp-7), 0x1.b93a6cec0b3b1p-3);
    assert_bits("cbrt", "1/2", oracle_cbrt(0.5), 0x1.965fea53d6e3dp-1);
    assert_bits("cbrt", "1", oracle_cbrt(1.0), 1.0);
    assert_bits("cbrt", "5", oracle_cbrt(5.0), 0x1.b5c0fbcfec4d4p+0);
    assert_bits("pow7", "30.5", oracle_pow7(30.5), 0x1.6ddd09019a8p+34);
    assert_bits("exp", "-1/2", oracle_exp(-0.5), 0x1.368b2fc6f960ap-1);
    assert_bits("exp", "-25", oracle_exp(-25.0), 0x1.e8a37a45fc32ep-37);
    assert_bits("exp", "0", oracle_exp(0.0), 1.0);
    assert_bits("sin", "1/4", oracle_sin(0.25), 0x1.faaeed4f31577p-3);
    assert_bits("sin", "-1.5", oracle_sin(-1.5), -0x1.feb7a9b2c6d8bp-1);
    assert_bits("cos", "3/4", oracle_cos(0.75), 0x1.769fec655211fp-1);
    assert_bits("cos", "25", oracle_cos(25.0), 0x1.fb7eef59504ffp-1);
    assert_bits("powf7", "30.5", oracle_powf7(30.5f), 0x1.6ddd09015159ep+34);
    assert_bits("powf7", "0.3", oracle_powf7(0x1.333334p-2f), 0x1.caa5b37c45b68p-13);
    assert_bits("powf7", "0", oracle_powf7(0.0f), 0.0);
    assert_bits("atan2", "1, 3", oracle_atan2(1, 3), 0x1.4978fa3269ee1p-2);
    assert_bits("atan2", "3, -1", oracle_atan2(3, -1), 0x1.e47df3d0dd4d1p+0);
    assert_bits("atan2", "-2, -3", oracle_atan2(-2, -3), -0x1.46dc09ec29433p+1);
    assert_bits("atan2", "0, -1", oracle_atan2(0, -1), 0x1.921fb54442d18p+1);
    assert_bits("atan2", "0.001, 100", oracle_atan2((double)1e-3f, 100), 0x1.4f8b5999698fdp-17);
}

/* ---- single pixels ---- */

typedef struct Pixel {
    int depth;
    int ref[3], dis[3];
    float ref_lab[3], dis_lab[3];
    float difference;
} Pixel;

static const Pixel pixels[] = {
    { 8,
      { 180, 100, 140 },
      { 178, 101, 139 },
      { 77.802002f, -4.20284271f, 36.9862328f },
      { 76.9194336f, -4.59834957f, 35.7400551f },
      0x1.11ef0ep+0f },
    { 8,
      { 60, 128, 128 },
      { 62, 128, 128 },
      { 21.3534069f, 0.0f, 0.0f },
      { 22.4160366f, 0.0f, 0.0f },
      0x1.2774f6p+0f },
    { 8,
      { 60, 128, 128 },
      { 60, 128, 129 },
      { 21.3534069f, 0.0f, 0.0f },
      { 21.356348f, 0.929549336f, 0.0215947628f },
      0x1.5a2164p+0f },
    { 8,
      { 20, 120, 132 },
      { 22, 118, 133 },
      { 1.27744579f, -1.25874579f, 7.93589211f },
      { 1.94701791f, -1.43457198f, 9.96879673f },
      0x1.90605p+0f },
    { 8,
      { 41, 240, 110 },
      { 43, 239, 111 },
      { 39.1064682f, 88.6155701f, -121.548782f },
      { 39.2176857f, 88.3532028f, -121.310753f },
      0x1.3d7ad8p-3f },
    { 8,
      { 41, 240, 110 },
      { 41, 238, 118 },
      { 39.1064682f, 88.6155701f, -121.548782f },
      { 38.4661636f, 87.8820724f, -119.978058f },
      0x1.c3e962p-1f },
    { 8,
      { 81, 90, 240 },
      { 90, 92, 235 },
      { 51.3792572f, 71.7765656f, 69.2009888f },
      { 53.0220985f, 69.9914703f, 65.8050308f },
      0x1.4adbf4p+1f },
    { 8,
      { 145, 54, 34 },
      { 140, 60, 36 },
      { 73.3083267f, -74.2059937f, 74.7399979f },
      { 70.6865387f, -71.9878387f, 71.8143845f },
      0x1.8ec29ap+1f },
    { 8,
      { 100, 128, 160 },
      { 100, 128, 96 },
      { 43.0351105f, 26.9321804f, 2.90656686f },
      { 42.9161911f, -23.329958f, 1.74515247f },
      0x1.6d4046p+3f },
    { 8,
      { 0, 0, 0 },
      { 255, 255, 255 },
      { 16.0289192f, -163.072556f, 155.082077f },
      { 122.853264f, 139.771164f, -126.249527f },
      0x1.08b5fap+7f },
    { 8,
      { 16, 128, 128 },
      { 235, 128, 128 },
      { -5.96046448e-08f, 0.0f, 0.0f },
      { 100.0f, 0.0f, 0.0f },
      0x1.33b13cp+7f },
    { 8,
      { 120, 126, 100 },
      { 120, 130, 156 },
      { 51.7869911f, -22.0791092f, 3.83557081f },
      { 51.8411636f, 23.8588448f, -0.937926769f },
      0x1.6351ecp+3f },
    { 10,
      { 512, 500, 530 },
      { 514, 498, 533 },
      { 54.5552826f, 1.81013346f, 4.3259263f },
      { 54.792099f, 2.13071704f, 5.05059958f },
      0x1.8dffap-1f },
    { 12,
      { 2000, 2048, 2048 },
      { 2001, 2048, 2048 },
      { 53.160511f, 0.0f, 0.0f },
      { 53.1890831f, 0.0f, 0.0f },
      0x1.5e6f8ap-5f },
    { 16,
      { 30000, 32768, 32768 },
      { 30001, 32769, 32768 },
      { 49.5658379f, 0.0f, 0.0f },
      { 49.5676498f, 0.00244379044f, -0.00559091568f },
      0x1.da9906p-8f },
};

static void check_lab(const char *what, OracleLab lab, const float *expected)
{
    assert_bits(what, "L", (double)lab.lightness, (double)expected[0]);
    assert_bits(what, "a", (double)lab.a, (double)expected[1]);
    assert_bits(what, "b", (double)lab.b, (double)expected[2]);
}

static OracleLab lab_of(const OracleCiede *ciede, int depth, const int *yuv)
{
    return oracle_ciede_lab(ciede, depth, yuv[0], yuv[1], yuv[2]);
}

static void test_pixels(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(pixels) / sizeof(pixels[0]); i++) {
        const Pixel *p = &pixels[i];
        char what[64];
        snprintf(what, sizeof(what), "pixel (%d,%d,%d)", p->ref[0], p->ref[1], p->ref[2]);
        for (int flavour = 0; flavour < 2; flavour++) {
            const OracleCiede ciede = { .flavour = flavour };
            const OracleLab ref = lab_of(&ciede, p->depth, p->ref);
            const OracleLab dis = lab_of(&ciede, p->depth, p->dis);
            check_lab(what, ref, p->ref_lab);
            check_lab(what, dis, p->dis_lab);
            assert_bits(what, "difference", (double)oracle_ciede_difference(&ciede, ref, dis),
                        (double)p->difference);
        }
    }
}

static void test_lab_vectors(void **state)
{
    (void)state;
    static const struct {
        OracleLab ref, dis;
        float difference;
    } cases[] = {
        { { 0.052488625f, -0.587470829f, -8.98771572f },
          { 0.465437293f, 0.386364758f, -12.7648535f },
          2.54780269f },
        { { 87.156334f, -12.049645f, -1.205325f },
          { 83.455727f, -9.040445f, -8.894289f },
          4.22714281f },
        { { 79.718491f, 9.109915f, 13.727915f },
          { 78.717224f, 7.526546f, 5.597448f },
          4.26012468f },
        { { 99.205299f, -3.339410f, 1.205873f },
          { 97.991730f, -2.497345f, 2.473533f },
          1.26915979f },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int flavour = 0; flavour < 2; flavour++) {
            const OracleCiede ciede = { .flavour = flavour };
            assert_bits("vector", "difference",
                        (double)oracle_ciede_difference(&ciede, cases[i].ref, cases[i].dis),
                        (double)cases[i].difference);
        }
    }
}

/* The same colour at more bits: scaled by a power of two, every statement sees the same numbers. */
static void test_depths_scale(void **state)
{
    (void)state;
    const OracleCiede ciede = { 0 };
    for (int i = 0; i < 4096; i++) {
        const int y = i * 31 % 256, u = i * 57 % 256, v = i * 101 % 251;
        const OracleLab lab = oracle_ciede_lab(&ciede, 8, y, u, v);
        for (int depth = 9; depth <= 16; depth++) {
            const int s = 1 << (depth - 8);
            const OracleLab deep = oracle_ciede_lab(&ciede, depth, y * s, u * s, v * s);
            assert_memory_equal(&lab, &deep, sizeof(lab));
        }
    }
}

/* ---- every rounding of a pixel ---- */

typedef struct Rounding {
    const char *what;
    double value;
    float rounded;
} Rounding;

/* (180,100,140) against (178,101,139). */
static const Rounding short_hue[] = {
    { "F", 0.80023223863222903, 0.800232232f },
    { "F", 0.80863788956809413, 0.808637917f },
    { "F", 0.62370677377870209, 0.623706758f },
    { "L", 77.801998376846313, 77.802002f },
    { "a", -4.2028427124023438, -4.20284271f },
    { "b", 36.986231803894043, 36.9862328f },
    { "F", 0.79183291521154575, 0.791832924f },
    { "F", 0.80102960999813322, 0.801029623f },
    { "F", 0.6223293371410642, 0.622329354f },
    { "L", 76.91943621635437, 76.9194336f },
    { "a", -4.5983493328094482, -4.59834957f },
    { "b", 35.740053653717041, 35.7400551f },
    { "C", 37.22425688260568, 37.2242584f },
    { "C", 36.0346549338675, 36.0346565f },
    { "a'", -4.2717809644779408, -4.27178097f },
    { "a'", -4.6737752303747699, -4.6737752f },
    { "C'", 37.23210343551829, 37.2321053f },
    { "C'", 36.044357561304082, 36.0443573f },
    { "S_L", 1.4050359144678564, 1.40503597f },
    { "S_C", 2.648720321655273, 2.64872026f },
    { "h'", 1.6857833597050615, 1.68578339f },
    { "h'", 1.700829785185473, 1.70082974f },
    { "dH'", 0.55119432852026506, 0.55119431f },
    { "T", 0.68237703525355375, 0.68237704f },
    { "S_H", 1.3750162978385698, 1.37501633f },
    { "δ", 97.01931961260857, 97.0193176f },
    { "θ", -7.1192272949218749, -7.11922741f },
    { "ε", 5.8429295986155797e-21, 5.8429296e-21f },
    { "ρ", 1.0197835950245682e-22, 1.01978359e-22f },
    { "p7", 88621957853.776413, 8.86219571e+10f },
    { "ratio", 0.935566246509552, 0.935566247f },
    { "R_T", -1.9727646958685061e-22, -1.97276467e-22f },
    { "l", -0.96637922525405884, -0.966379225f },
    { "c", -0.44842332601547241, -0.448423326f },
    { "h", 0.10021595656871796, 0.100215957f },
    { "dE", 1.0700539819412835, 1.07005394f },
};

/* (41,240,110) against (41,238,118): hues below 0. */
static const Rounding long_hue[] = {
    { "F", 0.65228691029229913, 0.652286887f },    { "F", 0.47505576079517609, 0.475055754f },
    { "F", 1.0827996196267835, 1.08279967f },      { "L", 39.106467485427856, 39.1064682f },
    { "a", 88.615566492080688, 88.6155701f },      { "b", -121.54878377914429, -121.548782f },
    { "F", 0.64530001238919743, 0.645300031f },    { "F", 0.46953589732100276, 0.469535887f },
    { "F", 1.0694262178083769, 1.06942618f },      { "L", 38.466162919998169, 38.4661636f },
    { "a", 87.882071733474731, 87.8820724f },      { "b", -119.97805833816528, -119.978058f },
    { "C", 150.42215843743108, 150.422165f },      { "C", 148.72119225604706, 148.721191f },
    { "a'", 88.61565080732818, 88.615654f },       { "a'", 87.882152519398645, 87.8821487f },
    { "C'", 150.42220787773283, 150.422211f },     { "C'", 148.7212373395474, 148.721237f },
    { "S_L", 1.1562386621598451, 1.15623868f },    { "S_C", 7.7307272338867188, 7.7307272f },
    { "h'", -0.94083582802735255, -0.940835834f }, { "h'+2pi", 5.3423494736300867, 5.34234953f },
    { "h'", -0.93859926277574957, -0.938599288f }, { "h'+2pi", 5.3445860187159937, 5.3445859f },
    { "dH'", 0.33449167606284647, 0.33449167f },   { "T", 0.5885098385553974, 0.588509858f },
    { "S_H", 2.3203664421088068, 2.32036638f },    { "δ", 306.15814788507907, 306.158142f },
    { "θ", 1.24632568359375, 1.24632573f },        { "ε", 12.692569752324285, 12.6925697f },
    { "ρ", 0.22152713237399843, 0.221527129f },    { "p7", 1674735938352151.0, 1.67473593e+15f },
    { "ratio", 0.9999963641166687, 0.999996364f }, { "R_T", -0.43943858058416818, -0.439438581f },
    { "l", -0.85197287797927856, -0.851972878f },  { "c", -0.2200276255607605, -0.220027626f },
    { "h", 0.036038670688867569, 0.0360386707f },  { "dE", 0.8826399358079926, 0.882639945f },
};

typedef struct Roundings {
    const Rounding *expected;
    size_t count, met;
} Roundings;

static void check_rounding(void *opaque, const char *what, double value, float rounded)
{
    Roundings *r = opaque;
    assert_true(r->met < r->count);
    const Rounding *expected = &r->expected[r->met++];
    assert_string_equal(what, expected->what);
    assert_bits(what, "before", value, expected->value);
    assert_bits(what, "after", (double)rounded, (double)expected->rounded);
}

static void check_roundings(const int *ref, const int *dis, const Rounding *expected, size_t count)
{
    Roundings roundings = { expected, count, 0 };
    const OracleCiede ciede = { 0, check_rounding, &roundings };
    const OracleLab lab = lab_of(&ciede, 8, ref);
    oracle_ciede_difference(&ciede, lab, lab_of(&ciede, 8, dis));
    assert_int_equal(roundings.met, count);
}

static void test_roundings(void **state)
{
    (void)state;
    check_roundings((const int[]){ 180, 100, 140 }, (const int[]){ 178, 101, 139 }, short_hue,
                    sizeof(short_hue) / sizeof(short_hue[0]));
    check_roundings((const int[]){ 41, 240, 110 }, (const int[]){ 41, 238, 118 }, long_hue,
                    sizeof(long_hue) / sizeof(long_hue[0]));
}

/* ---- frames ---- */

static void check_frame(const CiedeFrame *frame, int flavour)
{
    char what[64];
    PicturePair pair;
    double sum, score;
    snprintf(what, sizeof(what), "%dx%d, %d bits, flavour %d", frame->width, frame->height,
             frame->depth, flavour);
    assert_int_equal(
        pattern_make(&pair, PATTERN_G, frame->width, frame->height, frame->depth, frame->chroma, 0),
        0);
    assert_int_equal(oracle_ciede(flavour, &pair.ref, &pair.dis, &sum, &score), ORACLE_OK);
    assert_bits(what, "sum", sum, strtod(frame->flavour[flavour].sum, NULL));
    assert_bits(what, "score", score, strtod(frame->flavour[flavour].score, NULL));
    picture_pair_free(&pair);
}

static void test_frames(void **state)
{
    (void)state;
    for (size_t i = 0; i < ciede_frame_count; i++)
        for (int flavour = 0; flavour < 2; flavour++)
            if (ciede_frames[i].flavour[flavour].sum)
                check_frame(&ciede_frames[i], flavour);
}

/* No short cut for equal pixels stands in the oracle: the statements themselves give 0. */
static void test_identical(void **state)
{
    (void)state;
    static const PatternKind kinds[] = { PATTERN_EQUAL_NOISE, PATTERN_EXTREMES, PATTERN_NEUTRAL };
    for (int i = 0; i < 12; i++) {
        PicturePair pair;
        double sum, score;
        assert_int_equal(pattern_make(&pair, kinds[i % 3], 53, 41, 8 + i % 9, PICTURE_444, 9), 0);
        pattern_copy_reference(&pair);
        assert_int_equal(oracle_ciede(i % 2, &pair.ref, &pair.dis, &sum, &score), ORACLE_OK);
        assert_bits("identical", "sum", sum, 0.0);
        assert_bits("identical", "score", score, INFINITY);
        picture_pair_free(&pair);
    }
}

static void test_refused(void **state)
{
    (void)state;
    PicturePair pair;
    OracleScores scores;
    assert_int_equal(pattern_make(&pair, PATTERN_NOISE, 8, 8, 8, PICTURE_400, 1), 0);
    assert_int_equal(oracle_score("ciede", &pair.ref, &pair.dis, &scores), ORACLE_REFUSED);
    assert_int_equal(oracle_score("ciede=flavour=2", &pair.ref, &pair.dis, &scores), ORACLE_USAGE);
    picture_pair_free(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_of_patterns), cmocka_unit_test(test_values_of_functions),
        cmocka_unit_test(test_pixels),           cmocka_unit_test(test_lab_vectors),
        cmocka_unit_test(test_depths_scale),     cmocka_unit_test(test_roundings),
        cmocka_unit_test(test_frames),           cmocka_unit_test(test_identical),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("oracle-ciede", tests, NULL, NULL);
}
