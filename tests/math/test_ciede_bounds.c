/*
 * What the quick and the wide evaluation of ciede give their rounding tests against MPFR: no
 * statement is further from the true value of its operands than the error that the test allows for.
 * Prints the largest errors, as a power of two of the value and as a share of what is allowed.
 */
#include "check.h"

#include <mpfr.h>

#include "kernel/port/port.h"

static float rsqrt_off(float v);
#define rsqrt_f32 rsqrt_off /* as far off as a port may be */

#include "ciede_lanes.h"
#include "kernel/ciede/wide.h"
#include "metric/ciede_wide.h"

#define PRECISION 130

static uint64_t state = 1;
static u64 wide_table[WIDE_TABLE_SIZE / 2];

#define TABLE_OF_FLOATS ((const float *)(const void *)wide_table)

static float rsqrt_off(float v)
{
    double off = random_bits(&state) & 1 ? 0x1p-21 : -0x1p-21;
    return (float)((1.0 + 0.96 * off) / sqrt(v)); /* and rounds */
}

/* A statement's value before its rounding, and the error that its test allows for. */
typedef struct Value {
    double head, tail, allowed;
} Value;

/* Draws operands; leaves the true value in truth and returns ours. */
typedef Value Trial(mpfr_t truth);

/* What a test by units in the last place allows for. */
static double allowed(double v, double units)
{
    return fabs(v) * units * 0x1p-53;
}

static float between(double a, double b)
{
    return (float)random_between(&state, a, b);
}

/* Small and large ones of either sign. */
static float opponent(void)
{
    float v = random_bits(&state) & 1 ? between(0, 180) : (float)random_octaves(&state, -18, 7.5);
    return random_bits(&state) & 1 ? v : -v;
}

/* ---- True values; t is both operand and result ---- */

static void times_pattern(mpfr_t t, uint64_t bits)
{
    mpfr_mul_d(t, t, double_of(bits), MPFR_RNDN);
}

static void add_product(mpfr_t sum, mpfr_t a, uint64_t bits)
{
    mpfr_t term;
    mpfr_init2(term, PRECISION);
    mpfr_mul_d(term, a, double_of(bits), MPFR_RNDN);
    mpfr_add(sum, sum, term, MPFR_RNDN);
    mpfr_clear(term);
}

static void true_gamma(mpfr_t t, double c)
{
    mpfr_set_d(t, c, MPFR_RNDN);
    if (!(c > double_of(CIEDE_GAMMA_FROM))) {
        times_pattern(t, CIEDE_GAMMA_LINEAR);
        return;
    }
    mpfr_t exponent;
    mpfr_init2(exponent, PRECISION);
    mpfr_set_d(exponent, 2.4, MPFR_RNDN);
    mpfr_add_d(t, t, double_of(CIEDE_GAMMA_ADD), MPFR_RNDN);
    times_pattern(t, CIEDE_GAMMA_SCALE);
    mpfr_pow(t, t, exponent, MPFR_RNDN);
    mpfr_clear(exponent);
}

static void true_f(mpfr_t t)
{
    if (mpfr_cmp_d(t, double_of(CIEDE_F_FROM)) > 0) {
        mpfr_cbrt(t, t, MPFR_RNDN);
        return;
    }
    times_pattern(t, CIEDE_F_SLOPE);
    mpfr_add_ui(t, t, 16, MPFR_RNDN);
    times_pattern(t, CIEDE_F_SCALE);
}

/* sqrt(a^2 + b^2) */
static void true_chroma(mpfr_t t, float a, float b)
{
    mpfr_t other;
    mpfr_init2(other, PRECISION);
    mpfr_set_d(t, a, MPFR_RNDN);
    mpfr_set_d(other, b, MPFR_RNDN);
    mpfr_hypot(t, t, other, MPFR_RNDN);
    mpfr_clear(other);
}

/* sqrt(p/(p + 25^7)) */
static void true_share(mpfr_t t, float mean)
{
    mpfr_t under;
    mpfr_init2(under, PRECISION);
    mpfr_set_d(t, mean, MPFR_RNDN);
    mpfr_pow_ui(t, t, 7, MPFR_RNDN);
    mpfr_add_d(under, t, 6103515625.0, MPFR_RNDN);
    mpfr_div(t, t, under, MPFR_RNDN);
    mpfr_sqrt(t, t, MPFR_RNDN);
    mpfr_clear(under);
}

/* ---- Statements ---- */

/* Red, green and blue after gamma as another evaluation has them, and a channel of them. */
typedef struct Linear {
    double c[3];
    int channel;
} Linear;

/* F of a channel, of any codes of 8 to 16 bits; the worst are those of saturated colours. */
static Linear draw_f(mpfr_t truth, double gamma(double))
{
    static const uint64_t weight[3][4] = {
        { CIEDE_X_R, CIEDE_X_G, CIEDE_X_B, CIEDE_WHITE_X },
        { CIEDE_Y_R, CIEDE_Y_G, CIEDE_Y_B, F64_ONE },
        { CIEDE_Z_R, CIEDE_Z_G, CIEDE_Z_B, CIEDE_WHITE_Z },
    };
    double y = random_between(&state, -0.074, 1.0915);
    double u = random_between(&state, -0.5715, 0.567), v = random_between(&state, -0.5715, 0.567);
    double c[3] = { ciede_red(y, v), ciede_green(y, u, v), ciede_blue(y, u) };
    Linear linear = { .channel = (int)(random_bits(&state) % 3) };
    mpfr_t part;
    mpfr_init2(part, PRECISION);
    mpfr_set_zero(truth, 1);
    for (int i = 0; i < 3; i++) {
        true_gamma(part, c[i]);
        add_product(truth, part, weight[linear.channel][i]);
        linear.c[i] = gamma(c[i]);
    }
    mpfr_clear(part);
    times_pattern(truth, weight[linear.channel][3]);
    true_f(truth);
    return linear;
}

static double quick_gamma_of(double c)
{
    double x[QUICK_STEP];
    fill_lanes(x, quick_gamma_operand(c));
    QuickWords seed = quick_fifth_seed(quick_upper(x));
    quick_store(x, quick_pow24(quick_load(x), quick_of_upper(seed, 0)));
    return quick_gamma(c, x[0]);
}

/* Of two tests the one that allows for less. */
static Value try_f(mpfr_t truth)
{
    Linear linear = draw_f(truth, quick_gamma_of);
    QuickXyz xyz = quick_xyz(linear.c[0], linear.c[1], linear.c[2]);
    double t = linear.channel == 0 ? xyz.x : linear.channel == 1 ? xyz.y : xyz.z;
    double f[QUICK_STEP];
    fill_lanes(f, t);
    QuickLanes root =
        quick_third_root(quick_load(f), quick_of_upper(quick_third_seed(quick_upper(f)), 0));
    quick_store(f, quick_f_of(quick_load(f), root));
    double relative = allowed(f[0], QUICK_F_ERROR);
    return (Value){ f[0], 0, t < 0 || relative > 0x1p-45 ? 0x1p-45 : relative };
}

static double wide_gamma_of(double c)
{
    WideDoubt doubt = { 0, 0 };
    return wide_gamma(quick_gamma_operand(c), TABLE_OF_FLOATS, &doubt);
}

/* Where F may be small there are two tests; the one that allows for more counts. */
static Value try_wide_f(mpfr_t truth)
{
    Linear linear = draw_f(truth, wide_gamma_of);
    const double weight[3][3] = { { WIDE_X_R, WIDE_X_G, WIDE_X_B },
                                  { WIDE_Y_R, WIDE_Y_G, WIDE_Y_B },
                                  { WIDE_Z_R, WIDE_Z_G, WIDE_Z_B } };
    const double *of = weight[linear.channel];
    double t = quick_mix(linear.c[0], of[0], linear.c[1], of[1], linear.c[2], of[2]);
    double f = wide_f_of(t, TABLE_OF_FLOATS), off = allowed(f, WIDE_ERROR);
    return (Value){ f, 0, t < 0 ? fmax(off, WIDE_F_ERROR) : off };
}

static Value try_chroma(mpfr_t truth)
{
    float a = opponent(), b = opponent();
    true_chroma(truth, a, b);
    CiedeRoot root = ciede_root(ciede_squares(a, b));
    return (Value){ root.head, root.tail, root.head * 0x1p-44 };
}

static Value wide_value(double v)
{
    return (Value){ v, 0, allowed(v, WIDE_ERROR) };
}

static Value try_wide_chroma(mpfr_t truth)
{
    float a = opponent(), b = opponent();
    true_chroma(truth, a, b);
    return wide_value(random_bits(&state) & 1 ? wide_plane(a, b, TABLE_OF_FLOATS).radius
                                              : wide_root((double)a * a + (double)b * b).root);
}

/* a (1 + G/2), G = 1 - share */
static void true_stretched(mpfr_t truth, float a, float mean)
{
    true_share(truth, mean);
    mpfr_ui_sub(truth, 3, truth, MPFR_RNDN);
    mpfr_mul_d(truth, truth, a * 0.5, MPFR_RNDN);
}

static Value try_wide_stretched(mpfr_t truth)
{
    float a = opponent(), mean = fabsf(opponent());
    true_stretched(truth, a, mean);
    return wide_value(a * wide_stretch(mean));
}

static Value try_stretched(mpfr_t truth)
{
    float a = opponent(), mean = fabsf(opponent());
    true_stretched(truth, a, mean);
    Pair stretch = quick_stretch(quick_share(quick_pow7(mean)));
    Pair v = quick_stretched_of(a, stretch);
    return (Value){ v.head, v.tail, fabs(quick_stretched_error(v.head, stretch)) };
}

static void true_angle(mpfr_t truth, float a, float b)
{
    mpfr_t other;
    mpfr_init2(other, PRECISION);
    mpfr_set_d(truth, b, MPFR_RNDN);
    mpfr_set_d(other, a, MPFR_RNDN);
    mpfr_atan2(truth, truth, other, MPFR_RNDN);
    mpfr_clear(other);
}

static Value try_wide_angle(mpfr_t truth)
{
    float a = opponent(), b = fabsf(opponent());
    if (random_bits(&state) & 1) /* next to the ends of the intervals */
        b = fabsf(a) * tanf(asinf((float)(random_bits(&state) % 90) / 128)) *
            between(0.9999, 1.0001);
    true_angle(truth, a, b);
    return wide_value(wide_plane(a, b, TABLE_OF_FLOATS).angle);
}

static Value try_angle(mpfr_t truth)
{
    float a = opponent(), b = fabsf(opponent());
    if (random_bits(&state) & 1) /* next to the ends of the intervals */
        b = fabsf(a) * (float)((1 + (int)(random_bits(&state) % 8)) * 0.125) *
            between(0.9999, 1.0001);
    true_angle(truth, a, b);
    QuickAngle angle = quick_angle(b, a);
    Pair slope = quick_slope(angle.over, angle.under);
    Pair v = quick_angle_of(angle.from, slope.head, quick_bend(slope));
    return (Value){ v.head, v.tail, quick_angle_error(v.head, slope.head) };
}

static void true_lightness(mpfr_t truth, float mean)
{
    float from_grey = mean - 50.0f;
    mpfr_t under;
    mpfr_init2(under, PRECISION);
    mpfr_set_d(truth, from_grey, MPFR_RNDN);
    mpfr_sqr(truth, truth, MPFR_RNDN);
    mpfr_add_ui(under, truth, 20, MPFR_RNDN);
    mpfr_sqrt(under, under, MPFR_RNDN);
    times_pattern(truth, CIEDE_SL_SCALE);
    mpfr_div(truth, truth, under, MPFR_RNDN);
    mpfr_add_ui(truth, truth, 1, MPFR_RNDN);
    mpfr_clear(under);
}

static Value try_wide_lightness(mpfr_t truth)
{
    float mean = between(-20, 160);
    true_lightness(truth, mean);
    return wide_value(wide_s_l(mean));
}

static Value try_lightness(mpfr_t truth)
{
    float mean = between(-20, 160);
    true_lightness(truth, mean);
    Pair q = quick_lightness_square(mean);
    Pair v = ciede_add(quick_lightness(q, quick_lightness_root(q)), pair_of(1.0f, 0.0f));
    return (Value){ v.head, v.tail, 0x1p-42 };
}

/* Draws the operands of statement 13. */
typedef struct Hues {
    float c1, c2, change;
    int flavour;
} Hues;

static Hues draw_hues(mpfr_t truth)
{
    float c1 = fabsf(opponent()), c2 = fabsf(opponent());
    float change = random_bits(&state) & 1 ? between(-3.1415925, 3.1415925)
                                           : (float)random_octaves(&state, -20, 1.6);
    int flavour = (int)(random_bits(&state) & 1);
    mpfr_t root;
    mpfr_init2(root, PRECISION);
    mpfr_set_d(root, flavour ? (double)c1 * c2 : (double)(c1 * c2), MPFR_RNDN);
    mpfr_sqrt(root, root, MPFR_RNDN);
    mpfr_set_d(truth, change * 0.5f, MPFR_RNDN);
    mpfr_sin(truth, truth, MPFR_RNDN);
    mpfr_mul(truth, truth, root, MPFR_RNDN);
    mpfr_mul_ui(truth, truth, 2, MPFR_RNDN);
    mpfr_clear(root);
    return (Hues){ c1, c2, change, flavour };
}

static Value try_hue_distance(mpfr_t truth)
{
    Hues h = draw_hues(truth);
    Pair root = quick_product_root(h.c1, h.c2, h.flavour);
    double v = quick_hue_distance_of(root, quick_sin(h.change * 0.5f));
    return (Value){ v, 0, allowed(v, QUICK_ERROR / 2) };
}

static Value try_wide_hue_distance(mpfr_t truth)
{
    Hues h = draw_hues(truth);
    return wide_value(wide_hue_distance(h.c1, h.c2, h.change, h.flavour));
}

/* t += weight cos(k mean + phase) */
static void add_wave(mpfr_t t, double weight, int k, float mean, double phase)
{
    mpfr_t wave;
    mpfr_init2(wave, PRECISION);
    mpfr_set_d(wave, mean, MPFR_RNDN);
    mpfr_mul_si(wave, wave, k, MPFR_RNDN);
    mpfr_add_d(wave, wave, phase, MPFR_RNDN);
    mpfr_cos(wave, wave, MPFR_RNDN);
    mpfr_mul_d(wave, wave, weight, MPFR_RNDN);
    mpfr_add(t, t, wave, MPFR_RNDN);
    mpfr_clear(wave);
}

static void true_weight(mpfr_t truth, float mean)
{
    mpfr_set_ui(truth, 1, MPFR_RNDN);
    add_wave(truth, -0.17, 1, mean, -double_of(CIEDE_T1_PHASE));
    add_wave(truth, 0.24, 2, mean, 0);
    add_wave(truth, 0.32, 3, mean, double_of(CIEDE_T3_PHASE));
    add_wave(truth, -double_of(CIEDE_T4), 4, mean, -double_of(CIEDE_T4_PHASE));
}

static Value try_wide_weight(mpfr_t truth)
{
    float mean = between(0, 7.8539);
    true_weight(truth, mean);
    return wide_value(wide_hue_weight(mean, TABLE_OF_FLOATS));
}

static Value try_weight(mpfr_t truth)
{
    float mean = between(0, 7.8539);
    true_weight(truth, mean);
    double v = weight_of_hue(wide_table, mean);
    return (Value){ v, 0, allowed(v, 2 * QUICK_ERROR) };
}

static Value try_epsilon(mpfr_t truth)
{
    float square = between(0, 39);
    mpfr_set_d(truth, -square, MPFR_RNDN);
    mpfr_exp(truth, truth, MPFR_RNDN);
    mpfr_mul_ui(truth, truth, 60, MPFR_RNDN);
    double v = 60.0 * quick_exp(-square);
    return (Value){ v, 0, allowed(v, QUICK_ERROR / 4) };
}

/* Draws the operands of statement 23. */
typedef struct Turn {
    float ratio, rho;
} Turn;

static Turn draw_turn(mpfr_t truth)
{
    float ratio = (float)random_octaves(&state, -110, 0);
    float rho = random_bits(&state) & 1 ? between(0, 1.05) : (float)random_octaves(&state, -56, 0);
    mpfr_t root;
    mpfr_init2(root, PRECISION);
    mpfr_set_d(root, ratio, MPFR_RNDN);
    mpfr_sqrt(root, root, MPFR_RNDN);
    mpfr_set_d(truth, rho, MPFR_RNDN);
    mpfr_sin(truth, truth, MPFR_RNDN);
    mpfr_mul(truth, truth, root, MPFR_RNDN);
    mpfr_mul_si(truth, truth, -2, MPFR_RNDN);
    mpfr_clear(root);
    return (Turn){ ratio, rho };
}

static Value try_turn(mpfr_t truth)
{
    Turn t = draw_turn(truth);
    double v = quick_turn_of(t.ratio, t.rho);
    return (Value){ v, 0, allowed(v, QUICK_ERROR / 64) };
}

static Value try_wide_turn(mpfr_t truth)
{
    Turn t = draw_turn(truth);
    return wide_value(wide_turn_of(t.ratio, t.rho));
}

/* The difference with a given cross term, which is allowed for in full. */
typedef struct Parts {
    float l, c, h, cross;
} Parts;

static Parts draw_parts(mpfr_t truth)
{
    float l = between(-3, 3), c = opponent() * 0.1f, h = opponent() * 0.03f;
    float cross = c * h * between(-1.74, 1.74);
    mpfr_t square;
    mpfr_init2(square, PRECISION);
    true_chroma(truth, l, c);
    mpfr_set_d(square, h, MPFR_RNDN);
    mpfr_hypot(truth, truth, square, MPFR_RNDN);
    mpfr_sqr(truth, truth, MPFR_RNDN);
    mpfr_add_d(truth, truth, cross, MPFR_RNDN);
    mpfr_sqrt(truth, truth, MPFR_RNDN);
    mpfr_clear(square);
    return (Parts){ l, c, h, cross };
}

static Value try_wide_difference(mpfr_t truth)
{
    Parts p = draw_parts(truth);
    return wide_value(wide_distance(p.l, p.c, p.h, p.cross).root);
}

static Value try_difference(mpfr_t truth)
{
    Parts p = draw_parts(truth);
    CiedeRoot root = ciede_root(quick_join(quick_three_squares(p.l, p.c, p.h), p.cross));
    return (Value){ root.head, root.tail, root.head * 0x1p-41 };
}

static const struct Statement {
    const char *name;
    Trial *try;
} statement[] = {
    { "F", try_f },
    { "C, C'", try_chroma },
    { "a'", try_stretched },
    { "hue", try_angle },
    { "S_L", try_lightness },
    { "Delta H", try_hue_distance },
    { "T", try_weight },
    { "epsilon", try_epsilon },
    { "R_T", try_turn },
    { "E", try_difference },
    { "wide F", try_wide_f },
    { "wide C", try_wide_chroma },
    { "wide a'", try_wide_stretched },
    { "wide hue", try_wide_angle },
    { "wide S_L", try_wide_lightness },
    { "wide Delta H", try_wide_hue_distance },
    { "wide T", try_wide_weight },
    { "wide R_T", try_wide_turn },
    { "wide E", try_wide_difference },
};

/* The defining statement's own error is far below 1 % of what any test allows for. */
static void check_statement(const struct Statement *s, long long operands)
{
    double largest = 0, share = 0;
    mpfr_t truth, error;
    mpfr_init2(truth, PRECISION);
    mpfr_init2(error, PRECISION);
    for (long long i = 0; i < operands; i++) {
        Value v = s->try(truth);
        mpfr_sub_d(error, truth, v.head, MPFR_RNDN);
        mpfr_sub_d(error, error, v.tail, MPFR_RNDN);
        double off = fabs(mpfr_get_d(error, MPFR_RNDN));
        if (off == 0)
            continue;
        largest = fmax(largest, off / fabs(mpfr_get_d(truth, MPFR_RNDN)));
        share = fmax(share, off / v.allowed);
    }
    mpfr_clear(truth);
    mpfr_clear(error);
    printf("%-12s 2^%.1f of the value, %.2f of what is allowed for\n", s->name, log2(largest),
           share);
    check(share < 0.99, "%s: %.3f of what is allowed for", s->name, share);
}

int main(int argc, char **argv)
{
    long long operands = check_operands(argc, argv, 100000);
    evq_ciede_wide_table(wide_table);
    for (size_t i = 0; i < sizeof statement / sizeof *statement; i++)
        check_statement(&statement[i], operands);
    mpfr_free_cache();
    return check_result();
}
