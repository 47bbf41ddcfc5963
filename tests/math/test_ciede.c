/*
 * The evaluations of ciede against each other over random pixels: what the quick one and the one in
 * pairs decide is what the defining statements give, statement by statement and for whole pixels.
 * Prints the shares that they leave undecided. test_ciede_bounds.c has the errors before rounding.
 */
#include "check.h"
#include "ciede_lanes.h"

#include "kernel/ciede/pair.h"
#include "kernel/ciede/quick.k.h"
#include "kernel/ciede/wide.h"
#include "metric/ciede_wide.h"

enum { BLOCK = QUICK_BLOCK };

static uint64_t state = 1;
static u64 wide_table[WIDE_TABLE_SIZE / 2];

static int same(float a, float b)
{
    return pattern32(a) == pattern32(b);
}

static double relative(double value, double truth)
{
    return truth == 0 ? fabs(value) : fabs(value - truth) / fabs(truth);
}

/* ---- Rounding ---- */

/* The test on bits against the rounding of both ends of the interval. */
static void check_decide(long long operands)
{
    for (long long i = 0; i < operands; i++) {
        double v = random_octaves(&state, -20, 8);
        if (i & 1) /* next to halfway between two floats */
            v = (double)(float)v *
                (1 + 0x1p-24 + random_octaves(&state, -46, -36) * (i & 2 ? 1 : -1));
        float decided = quick_decide(v, QUICK_ERROR);
        double error = v * 0x1p-42;
        check(decided != decided ||
                  ((float)(v - error) == decided && (float)(v + error) == decided),
              "decide(%a): %a", v, decided);
        decided = quick_decide_within(v, 0x1p-44);
        check(decided != decided ||
                  ((float)(v - 0x1p-44) == decided && (float)(v + 0x1p-44) == decided),
              "decide_within(%a): %a", v, decided);
        float head = (float)v, tail = (float)(v - head), allowed = head * 0x1p-42f;
        decided = quick_decide_pair(head, tail, allowed);
        double sum = (double)head + tail;
        check(decided != decided ||
                  ((float)(sum - allowed) == decided && (float)(sum + allowed) == decided),
              "decide_pair(%a): %a", v, decided);
    }
}

/* ---- Pixels ---- */

typedef struct Pixels {
    CiedeParams params;
    int bits;
    QuickCodes ref, dis;
} Pixels;

static CiedeParams params_at(int bits, int flavour)
{
    double luma = 1.0 / (219.0 * (1 << (bits - 8))), chroma = 1.0 / (224.0 * (1 << (bits - 8)));
    return (CiedeParams){ .flavour = flavour,
                          .black = 16 << (bits - 8),
                          .grey = 128 << (bits - 8),
                          .luma_scale = pattern64(luma),
                          .chroma_scale = pattern64(chroma),
                          .luma_head = (float)luma,
                          .luma_tail = (float)(luma - (float)luma),
                          .chroma_head = (float)chroma,
                          .chroma_tail = (float)(chroma - (float)chroma) };
}

static int clamped(int v, int bits)
{
    int most = (1 << bits) - 1;
    return v < 0 ? 0 : v > most ? most : v;
}

static u16 near_code(int v, int reach, int bits)
{
    return (u16)clamped(v + (int)(random_bits(&state) % (2 * reach + 1)) - reach, bits);
}

/* Pixel pairs of one depth: close and independent ones, near-neutral ones, equal ones. */
static void draw(Pixels *p)
{
    static const int depth[] = { 8, 8, 10, 12, 16, 9 };
    p->bits = depth[random_bits(&state) % 6];
    p->params = params_at(p->bits, (int)(random_bits(&state) & 1));
    for (int i = 0; i < BLOCK; i++) {
        uint64_t r = random_bits(&state);
        unsigned most = 1u << p->bits;
        int reach = 1 + (int)(r >> 40 & 15);
        p->ref.y[i] = (u16)(r % most);
        p->ref.u[i] = (u16)((r >> 16) % most);
        p->ref.v[i] = (u16)((r >> 32) % most);
        if (r >> 62 == 0) {
            p->ref.u[i] = near_code((int)most / 2, reach, p->bits);
            p->ref.v[i] = near_code((int)most / 2, reach, p->bits);
        }
        if (r >> 60 & 1)
            reach = (int)most;
        p->dis.y[i] = near_code(p->ref.y[i], reach, p->bits);
        p->dis.u[i] = near_code(p->ref.u[i], reach, p->bits);
        p->dis.v[i] = near_code(p->ref.v[i], reach, p->bits);
    }
}

static CiedeCodes codes_of(const QuickCodes *c, int i)
{
    return (CiedeCodes){ c->y[i], c->u[i], c->v[i] };
}

/* What was left undecided. */
typedef struct Statement {
    unsigned long long undecided, all;
} Statement;

enum { LAB, CHROMA, STRETCHED, HUE, LIGHTNESS, DISTANCE, WEIGHT, TURN, PIXEL, STATEMENTS };

/* What a statement leaves undecided, and how much of it a short run may see. */
static const struct Limit {
    const char *name;
    double quick, pair;
} limit[STATEMENTS] = {
    { "L, a, b", 1e-3, 1e-3 }, { "C, C'", 1e-3, 1e-3 }, { "a'", 1e-3, 1e-2 },
    { "hue", 2e-3, 1e-3 },     { "S_L", 1e-3, 1e-3 },   { "Delta H", 1e-3, 1e-3 },
    { "T", 1e-3, 1e-3 },       { "R_T", 1e-3, 1e-3 },   { "whole pixels", 3e-3, 1e-2 },
};

static Statement quick[STATEMENTS], pair[STATEMENTS], s_c, p7, wide;

static void compare(Statement *s, float value, float exact, const char *what)
{
    s->all++;
    if (value != value)
        s->undecided++;
    else
        check(same(value, exact), "%s %a, not %a", what, value, exact);
}

static void compare_rounded(Statement *s, Rounded v, float exact, const char *what)
{
    compare(s, ciede_unless(v.undecided, v.value), exact, what);
}

static void compare_lab(Statement *s, CiedeLab v, CiedeLab exact)
{
    compare(s, v.l, exact.l, "L");
    compare(s, v.a, exact.a, "a");
    compare(s, v.b, exact.b, "b");
}

/* What statements 5 to 25 are made from, by the defining statements. */
typedef struct Pixel {
    CiedeLab lab1, lab2;
    float plain, c1, c2, a; /* mean of C, C', a' of the first */
    float h1, h2, change, mean;
} Pixel;

static Pixel pixel_of(CiedeLab lab1, CiedeLab lab2)
{
    Pixel v = { .lab1 = lab1, .lab2 = lab2 };
    v.plain = (ciede_chroma_of(lab1.a, lab1.b) + ciede_chroma_of(lab2.a, lab2.b)) * 0.5f;
    F64 stretch = ciede_stretch(v.plain);
    v.a = ciede_stretched(lab1.a, stretch);
    float a2 = ciede_stretched(lab2.a, stretch);
    v.c1 = ciede_chroma_of(v.a, lab1.b);
    v.c2 = ciede_chroma_of(a2, lab2.b);
    v.h1 = ciede_hue(lab1.b, v.a);
    v.h2 = ciede_hue(lab2.b, a2);
    v.change = v.c1 == 0 || v.c2 == 0 ? 0 : ciede_hue_change(v.h1, v.h2);
    v.mean = ciede_hue_mean(v.h1, v.h2);
    return v;
}

static float quick_s_l_of(float mean)
{
    Pair q = quick_lightness_square(mean);
    return quick_s_l(quick_lightness(q, quick_lightness_root(q)));
}

/* Each statement of the quick evaluation from exact inputs. */
static void check_quick(const Pixel *v, int flavour)
{
    float l = (v->lab1.l + v->lab2.l) * 0.5f, c = (v->c1 + v->c2) * 0.5f;
    Pair stretch = quick_stretch(quick_share(quick_pow7(v->plain)));
    compare(&quick[STRETCHED], quick_stretched(v->lab1.a, stretch), v->a, "a'");
    compare(&quick[CHROMA], quick_chroma(ciede_squares(v->a, v->lab1.b)), v->c1, "C'");
    QuickAngle angle = quick_angle(v->lab1.b, v->a);
    Pair slope = quick_slope(angle.over, angle.under);
    float above = quick_rounded_angle(angle.from, slope.head, quick_bend(slope));
    compare(&quick[HUE], quick_hue(v->lab1.b, v->a, above), v->h1, "h");
    compare(&quick[LIGHTNESS], quick_s_l_of(l), ciede_s_l(l), "S_L");
    Pair root = quick_product_root(v->c1, v->c2, flavour);
    compare(&quick[DISTANCE], quick_hue_distance(root, quick_sin(v->change * 0.5f)),
            ciede_hue_distance(v->c1, v->c2, v->change, flavour), "Delta H");
    compare(&quick[WEIGHT], quick_hue_weight(weight_of_hue(wide_table, v->mean)),
            ciede_hue_weight(v->mean), "T");
    float theta = ciede_from_blue(v->mean), square = theta * theta;
    if (square >= CIEDE_NO_TURN_FROM || c < CIEDE_NO_TURN_BELOW)
        return;
    float turn = ciede_turn(v->mean, c);
    compare(&quick[TURN], quick_turn(square, c), turn, "R_T");
    double estimate = quick_turn_estimate(quick_turn_sine(quick_rho_estimate(square)), c);
    check(relative(estimate, turn) < 0x1p-20 || fabs(turn) < 0x1p-100, "estimate of R_T: %a, %a",
          estimate, turn);
}

static void check_wide_estimate(const Pixel *v)
{
    float theta = ciede_from_blue(v->mean), c = (v->c1 + v->c2) * 0.5f;
    if (theta * theta >= CIEDE_NO_TURN_FROM || c < CIEDE_NO_TURN_BELOW)
        return;
    float turn = ciede_turn(v->mean, c), estimate = wide_turn_estimate(theta * theta, c);
    check(relative(estimate, turn) < 0x1.88p-20 || fabs(turn) < 0x1p-100,
          "wide estimate of R_T: %a, %a", estimate, turn); /* 24.5 u */
}

/* Each statement in pairs. */
static void check_pair(const Pixel *v, int flavour)
{
    float l = (v->lab1.l + v->lab2.l) * 0.5f, c = (v->c1 + v->c2) * 0.5f;
    Pair stretch = ciede_pair_stretch(v->plain);
    compare_rounded(&pair[STRETCHED], ciede_pair_stretched(v->lab1.a, stretch), v->a, "a'");
    compare_rounded(&pair[CHROMA], ciede_hypot(v->a, v->lab1.b), v->c1, "C'");
    compare_rounded(&pair[HUE], ciede_pair_hue(v->lab1.b, v->a), v->h1, "h");
    compare_rounded(&pair[LIGHTNESS], ciede_pair_s_l(l), ciede_s_l(l), "S_L");
    compare_rounded(&pair[DISTANCE], ciede_pair_hue_distance(v->c1, v->c2, v->change, flavour),
                    ciede_hue_distance(v->c1, v->c2, v->change, flavour), "Delta H");
    compare_rounded(&pair[WEIGHT], ciede_pair_hue_weight(v->mean), ciede_hue_weight(v->mean), "T");
    compare_rounded(&pair[TURN], ciede_pair_turn(v->mean, c), ciede_turn(v->mean, c), "R_T");
    Pair of_s_c = pair_add_f32(pair_mul_f32(CIEDE_PAIR_SC_SCALE, c), 1.0f);
    compare_rounded(&s_c, pair_rounded(of_s_c, 0x1p-42f), ciede_s_c(c), "S_C");
    if (c >= CIEDE_NO_TURN_BELOW)
        compare_rounded(&p7, pair_rounded(pair_pow7(c), 0x1p-32f), powf7(c), "p7");
}

static CiedeLab lab_at(const QuickLab *lab, int i)
{
    return (CiedeLab){ lab->l[i], lab->a[i], lab->b[i] };
}

/* The statements of a block from what the defining ones make of its codes. */
static void check_statements(const Pixels *p, const QuickLab *quick1)
{
    for (int i = 0; i < BLOCK; i++) {
        CiedeLab lab1 = ciede_lab(p->params, codes_of(&p->ref, i));
        CiedeLab lab2 = ciede_lab(p->params, codes_of(&p->dis, i));
        compare_lab(&quick[LAB], lab_at(quick1, i), lab1);
        PairLab in_pairs = ciede_pair_lab(p->params, codes_of(&p->ref, i));
        if (in_pairs.undecided)
            in_pairs.lab.l = in_pairs.lab.a = in_pairs.lab.b = f32_of_bits(CIEDE_UNDECIDED);
        compare_lab(&pair[LAB], in_pairs.lab, lab1);
        Pixel v = pixel_of(lab1, lab2);
        check_quick(&v, p->params.flavour);
        check_wide_estimate(&v);
        check_pair(&v, p->params.flavour);
    }
}

static void check_block(const Pixels *p)
{
    QuickLinear linear;
    QuickLab lab1, lab2;
    float values[BLOCK];
    quick_linear(p->params, &p->ref, &linear);
    quick_to_lab(&linear, &lab1);
    quick_linear(p->params, &p->dis, &linear);
    quick_to_lab(&linear, &lab2);
    check_statements(p, &lab1);
    quick_block(&lab1, &lab2, p->params.flavour, wide_table, values);
    CiedeWideParams params = evq_ciede_wide_params(&p->params);
    for (int i = 0; i < BLOCK; i++) {
        CiedeCodes ref = codes_of(&p->ref, i), dis = codes_of(&p->dis, i);
        float exact = ciede_pixel(p->params, ref, dis);
        char what[96];
        snprintf(what, sizeof what, "%d bits (%d,%d,%d) (%d,%d,%d)", p->bits, ref.y, ref.u, ref.v,
                 dis.y, dis.u, dis.v);
        compare(&quick[PIXEL], values[i], exact, what);
        compare(&pair[PIXEL], ciede_pair_pixel(p->params, ref, dis), exact, what);
        compare(&wide, wide_pixel(params, ref, dis, (const float *)(const void *)wide_table), exact,
                what);
    }
}

/* ---- The table at 8 bits ---- */

/* Green's operand as a sum of three may be off: no green is near the end of gamma's line. */
static void check_green(void)
{
    CiedeParams p = params_at(8, 0);
    double nearest = 1;
    for (int y = 0; y < 256; y++)
        for (int u = 0; u < 256; u++)
            for (int v = 0; v < 256; v++) {
                double c = ciede_green(ciede_luma(p, y), ciede_chroma(p, u), ciede_chroma(p, v));
                double off = fabs(c - double_of(CIEDE_GAMMA_FROM));
                nearest = off < nearest ? off : nearest;
            }
    check(nearest > 0x1p-29, "a green of 8 bits is %a from the end of the line", nearest);
}

static double share_of(const Statement *s)
{
    return (double)s->undecided / (double)s->all;
}

static void report(void)
{
    printf("undecided:       quick     pair\n");
    for (int i = 0; i < STATEMENTS; i++) {
        double of_quick = share_of(&quick[i]), of_pair = share_of(&pair[i]);
        printf("%-12s  %.2e %.2e\n", limit[i].name, of_quick, of_pair);
        check(of_quick < limit[i].quick, "%s: quick leaves %.2e", limit[i].name, of_quick);
        check(of_pair < limit[i].pair, "%s: pairs leave %.2e", limit[i].name, of_pair);
    }
    printf("%-12s           %.2e\n%-12s           %.2e\n", "S_C", share_of(&s_c), "p7",
           share_of(&p7));
    printf("the wide evaluation, whole pixels: %.2e\n", share_of(&wide));
    check(share_of(&wide) < 1e-2, "whole pixels: wide leaves %.2e", share_of(&wide));
}

int main(int argc, char **argv)
{
    long long operands = check_operands(argc, argv, 1000000);
    evq_ciede_wide_table(wide_table);
    check_decide(operands / 4);
    check_green();
    for (long long i = 0; i < operands; i += BLOCK) {
        Pixels p;
        draw(&p);
        check_block(&p);
    }
    report();
    return check_result();
}
