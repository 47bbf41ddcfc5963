/*
 * The evaluations of ciede against each other over random pixels: what the quick one and the one in
 * pairs decide is what the defining statements give, statement by statement and for whole pixels.
 * Prints the shares that they leave undecided, and the largest errors of the quick functions.
 */
#include "check.h"

#include "kernel/ciede/pair.h"
#include "kernel/ciede/quick.k.h"

enum { BLOCK = QUICK_BLOCK };

static uint64_t state = 1;

static int same(float a, float b)
{
    return pattern32(a) == pattern32(b);
}

/* ---- Functions ---- */

static double relative(double value, double truth)
{
    return truth == 0 ? fabs(value) : fabs(value - truth) / fabs(truth);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Largest differences from the functions of kernel/math, which are within about an ulp. */
static void check_functions(long long operands)
{
    double pow24 = 0, cbrt = 0, sine = 0, cosine = 0, exponential = 0, atan2 = 0;
    for (long long i = 0; i < operands; i++) {
        double x = random_between(&state, 0.0894, 2.2436);
        pow24 = larger(pow24, relative(quick_pow24(x, quick_pow24_seed((float)x)), f64_pow24(x)));
        x = random_octaves(&state, -6.8, 2.64);
        cbrt = larger(cbrt, relative(quick_cbrt(x, quick_cbrt_seed((float)x)), f64_cbrt(x)));
        x = i & 1 ? random_between(&state, -1.5707, 1.5707) : random_octaves(&state, -20, 0.6);
        sine = larger(sine, relative(quick_sin(x), f64_sin(x)));
        cosine = larger(cosine, fabs(quick_cos(x) - f64_cos(x)));
        x = (float)random_between(&state, -39, 0);
        exponential = larger(exponential, relative(quick_exp(x), f64_exp(x)));
        float a = (float)random_between(&state, -180, 180);
        float b = (float)random_octaves(&state, -20, 8) * (i & 2 ? 1 : -1);
        if (i & 4) {
            float swap = a;
            a = b;
            b = swap;
        }
        atan2 = larger(atan2, relative(quick_atan2(quick_angle(b, a)), f64_atan2(b, a)));
    }
    printf("quick: pow24 2^%.1f cbrt 2^%.1f sin 2^%.1f cos 2^%.1f exp 2^%.1f atan2 2^%.1f\n",
           log2(pow24), log2(cbrt), log2(sine), log2(cosine), log2(exponential), log2(atan2));
    check(pow24 < 0x1p-46, "pow24: %a", pow24);
    check(cbrt < 0x1p-50, "cbrt: %a", cbrt);
    check(sine < 0x1p-50, "sin: %a", sine);
    check(cosine < 0x1p-48, "cos: %a", cosine);
    check(exponential < 0x1p-45, "exp: %a", exponential);
    check(atan2 < 0x1p-45, "atan2: %a", atan2);
}

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

static int near_code(int v, int reach, int bits)
{
    return clamped(v + (int)(random_bits(&state) % (2 * reach + 1)) - reach, bits);
}

/* Pixel pairs of one depth: close and independent ones, near-neutral ones, equal ones. */
static void draw(Pixels *p)
{
    static const int depth[] = { 8, 8, 10, 12, 16, 9 };
    p->bits = depth[random_bits(&state) % 6];
    p->params = params_at(p->bits, (int)(random_bits(&state) & 1));
    for (int i = 0; i < BLOCK; i++) {
        uint64_t r = random_bits(&state);
        int most = 1 << p->bits, reach = 1 + (int)(r >> 40 & 15);
        p->ref.y[i] = (int)(r % most);
        p->ref.u[i] = (int)(r >> 16) % most & (most - 1);
        p->ref.v[i] = (int)(r >> 24) % most & (most - 1);
        if (r >> 62 == 0) {
            p->ref.u[i] = near_code(most / 2, reach, p->bits);
            p->ref.v[i] = near_code(most / 2, reach, p->bits);
        }
        if (r >> 60 & 1)
            reach = most;
        p->dis.y[i] = near_code(p->ref.y[i], reach, p->bits);
        p->dis.u[i] = near_code(p->ref.u[i], reach, p->bits);
        p->dis.v[i] = near_code(p->ref.v[i], reach, p->bits);
    }
}

static CiedeCodes codes_of(const QuickCodes *c, int i)
{
    return (CiedeCodes){ c->y[i], c->u[i], c->v[i] };
}

/* Compares one statement's block and counts what was left undecided. */
typedef struct Statement {
    const char *name;
    unsigned long long undecided, all;
} Statement;

static Statement f_share = { "L, a, b", 0, 0 }, chroma_share = { "C'", 0, 0 },
                 hue_share = { "hue", 0, 0 }, distance_share = { "Delta H", 0, 0 },
                 weight_share = { "T", 0, 0 }, turn_share = { "R_T", 0, 0 },
                 quick_share = { "quick", 0, 0 }, pair_share = { "pair", 0, 0 },
                 open_share = { "needs R_T", 0, 0 };

static void compare(Statement *s, float value, float exact, const char *what)
{
    s->all++;
    if (value != value)
        s->undecided++;
    else
        check(same(value, exact), "%s: %s %a, not %a", s->name, what, value, exact);
}

/* Each statement of the quick evaluation from exact inputs. */
static void check_statements(const Pixels *p, const QuickLab *quick1)
{
    for (int i = 0; i < BLOCK; i++) {
        CiedeLab a = ciede_lab(p->params, codes_of(&p->ref, i));
        CiedeLab b = ciede_lab(p->params, codes_of(&p->dis, i));
        compare(&f_share, quick1->l[i], a.l, "L");
        compare(&f_share, quick1->a[i], a.a, "a");
        compare(&f_share, quick1->b[i], a.b, "b");
        float c1 = ciede_chroma_of(a.a, a.b), c2 = ciede_chroma_of(b.a, b.b);
        compare(&chroma_share, quick_hypot(a.a, a.b), c1, "C");
        float h1 = ciede_hue(a.b, a.a), h2 = ciede_hue(b.b, b.a);
        compare(&hue_share, quick_hue(a.b, a.a, quick_angle(a.b, a.a)), h1, "h");
        float change = ciede_hue_change(h1, h2), mean = ciede_hue_mean(h1, h2);
        int flavour = p->params.flavour;
        compare(&distance_share, quick_hue_distance(c1, c2, change, flavour),
                ciede_hue_distance(c1, c2, change, flavour), "Delta H");
        QuickTurned turned = quick_sine_cosine(mean);
        compare(&weight_share, quick_hue_weight(turned.sine, turned.cosine), ciede_hue_weight(mean),
                "T");
        float theta = ciede_from_blue(mean), c = (c1 + c2) * 0.5f, square = theta * theta;
        if (square >= CIEDE_NO_TURN_FROM || c < CIEDE_NO_TURN_BELOW)
            continue;
        float turn = ciede_turn(mean, c);
        compare(&turn_share, quick_turn(square, c), turn, "R_T");
        double estimate = quick_turn_estimate(quick_rho_estimate(square), c);
        check(relative(estimate, turn) < 0x1p-20 || fabs(turn) < 0x1p-100,
              "estimate of R_T: %a, %a", estimate, turn);
    }
}

static void count_open(const QuickParts *parts)
{
    for (int i = 0; i < BLOCK; i++) {
        float turn = quick_turn_estimate(quick_rho_estimate(parts->square[i]), parts->chroma[i]);
        open_share.all++;
        open_share.undecided += quick_join(parts->l[i], parts->c[i], parts->h[i], turn).open != 0;
    }
}

static void check_block(const Pixels *p)
{
    QuickLinear linear;
    QuickLab lab1, lab2;
    QuickParts parts;
    float c1[BLOCK], c2[BLOCK], change[BLOCK], mean[BLOCK], values[BLOCK];
    quick_linear(p->params, &p->ref, &linear);
    quick_to_lab(&linear, &lab1);
    quick_linear(p->params, &p->dis, &linear);
    quick_to_lab(&linear, &lab2);
    check_statements(p, &lab1);
    quick_chromas(&lab1, &lab2, c1, c2);
    quick_hues(&lab1, &lab2, c1, c2, change, mean);
    quick_parts(&lab1, &lab2, c1, c2, change, mean, p->params.flavour, &parts);
    count_open(&parts);
    quick_differences(&parts, p->params.flavour, values);
    for (int i = 0; i < BLOCK; i++) {
        CiedeCodes ref = codes_of(&p->ref, i), dis = codes_of(&p->dis, i);
        float exact = ciede_pixel(p->params, ref, dis);
        char what[96];
        snprintf(what, sizeof what, "%d bits (%d,%d,%d) (%d,%d,%d)", p->bits, ref.y, ref.u, ref.v,
                 dis.y, dis.u, dis.v);
        compare(&quick_share, values[i], exact, what);
        compare(&pair_share, ciede_pair_pixel(p->params, ref, dis), exact, what);
    }
}

static void check_share(const Statement *s, double most)
{
    double share = (double)s->undecided / (double)s->all;
    printf("%-10s undecided %.2e\n", s->name, share);
    check(share < most, "%s: %.2e undecided", s->name, share);
}

int main(int argc, char **argv)
{
    long long operands = check_operands(argc, argv, 1000000);
    check_functions(operands / 4);
    check_decide(operands / 4);
    for (long long i = 0; i < operands; i += BLOCK) {
        Pixels p;
        draw(&p);
        check_block(&p);
    }
    check_share(&f_share, 1e-3);
    check_share(&chroma_share, 1e-3);
    check_share(&hue_share, 1e-3);
    check_share(&distance_share, 1e-3);
    check_share(&weight_share, 1e-3);
    check_share(&turn_share, 1e-3);
    check_share(&open_share, 0.9);
    check_share(&quick_share, 3e-3);
    check_share(&pair_share, 1e-2);
    return check_result();
}
