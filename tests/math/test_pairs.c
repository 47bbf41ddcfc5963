/* Pairs of floats: exact transformations, the largest error of every operation and function over
 * random operands of its domain against MPFR, and the rounding test. Prints what it measured. */
#include "check.h"

#include <mpfr.h>

#include "kernel/math/pair.h"
#include "kernel/math/pair_atan2.h"
#include "kernel/math/pair_cbrt.h"
#include "kernel/math/pair_exp.h"
#include "kernel/math/pair_pow24.h"
#include "kernel/math/pair_pow7.h"
#include "kernel/math/pair_sincos.h"

#define PRECISION 120

static uint64_t state = 1;

static double pair_value(Pair v)
{
    return (double)v.head + (double)v.tail;
}

static Pair pair_near(double v)
{
    float head = (float)v;
    return pair_of(head, (float)(v - (double)head));
}

static double either_sign(double v)
{
    return random_bits(&state) & 1 ? -v : v;
}

/* ---- Exact transformations ---- */

static void check_exact(long long operands)
{
    for (long long i = 0; i < operands; i++) {
        float a = (float)either_sign(random_octaves(&state, -20, 20));
        float b = (float)either_sign(random_octaves(&state, -8, 8)) * (i & 1 ? a : 1);
        Pair sum = pair_of_sum(a, b);
        check(sum.head == a + b && pair_value(sum) == (double)a + (double)b, "%a + %a", a, b);
        Pair product = pair_of_product(a, b);
        check(product.head == a * b && pair_value(product) == (double)a * (double)b, "%a * %a", a,
              b);
        float larger = fabsf(a) >= fabsf(b) ? a : b;
        float smaller = fabsf(a) >= fabsf(b) ? b : a;
        Pair ordered = pair_of_ordered(larger, smaller);
        check(ordered.head == sum.head && ordered.tail == sum.tail, "%a + %a in order", a, b);
    }
}

/* ---- Errors ---- */

/* Draws operands; leaves the true value in truth, the operands in `at` and returns ours. */
typedef Pair Trial(mpfr_t truth, double at[2]);

static double draw(double a, double b)
{
    return pair_value(pair_near(random_octaves(&state, a, b)));
}

static Pair try_add(mpfr_t truth, double at[2])
{
    at[0] = draw(-10, 10);
    at[1] = draw(-10, 10);
    mpfr_set_d(truth, at[0], MPFR_RNDN);
    mpfr_add_d(truth, truth, at[1], MPFR_RNDN);
    return pair_add(pair_near(at[0]), pair_near(at[1]));
}

static Pair try_mul(mpfr_t truth, double at[2])
{
    at[0] = draw(-10, 10);
    at[1] = either_sign(draw(-10, 10));
    mpfr_set_d(truth, at[0], MPFR_RNDN);
    mpfr_mul_d(truth, truth, at[1], MPFR_RNDN);
    return pair_mul(pair_near(at[0]), pair_near(at[1]));
}

static Pair try_div(mpfr_t truth, double at[2])
{
    at[0] = draw(-10, 10);
    at[1] = either_sign(draw(-10, 10));
    mpfr_set_d(truth, at[0], MPFR_RNDN);
    mpfr_div_d(truth, truth, at[1], MPFR_RNDN);
    return pair_div(pair_near(at[0]), pair_near(at[1]));
}

static Pair try_sqrt(mpfr_t truth, double at[2])
{
    at[0] = draw(-20, 20);
    mpfr_set_d(truth, at[0], MPFR_RNDN);
    mpfr_sqrt(truth, truth, MPFR_RNDN);
    return pair_sqrt(pair_near(at[0]));
}

static Pair try_cbrt(mpfr_t truth, double at[2])
{
    at[0] = draw(-8.99, 2.99);
    mpfr_set_d(truth, at[0], MPFR_RNDN);
    mpfr_cbrt(truth, truth, MPFR_RNDN);
    return pair_cbrt(pair_near(at[0]));
}

static Pair try_pow24(mpfr_t truth, double at[2])
{
    at[0] = pair_value(pair_near(random_between(&state, 0.0626, 2.2499)));
    mpfr_t exponent;
    mpfr_init2(exponent, PRECISION);
    mpfr_set_d(exponent, 2.4, MPFR_RNDN);
    mpfr_set_d(truth, at[0], MPFR_RNDN);
    mpfr_pow(truth, truth, exponent, MPFR_RNDN);
    mpfr_clear(exponent);
    return pair_pow24(pair_near(at[0]));
}

static Pair try_pow7(mpfr_t truth, double at[2])
{
    at[0] = (float)random_octaves(&state, -12, 8);
    mpfr_set_d(truth, at[0], MPFR_RNDN);
    mpfr_pow_ui(truth, truth, 7, MPFR_RNDN);
    return pair_pow7((float)at[0]);
}

static Pair try_exp(mpfr_t truth, double at[2])
{
    at[0] = -(float)(random_bits(&state) & 1 ? random_between(&state, 0, 40)
                                             : random_octaves(&state, -30, 5));
    mpfr_set_d(truth, at[0], MPFR_RNDN);
    mpfr_exp(truth, truth, MPFR_RNDN);
    return pair_exp((float)at[0]);
}

static Pair try_sin(mpfr_t truth, double at[2])
{
    double a = random_bits(&state) & 1 ? random_between(&state, 0, 1.5707)
                                       : random_octaves(&state, -30, 0.65);
    at[0] = pair_value(pair_near(either_sign(a)));
    mpfr_set_d(truth, at[0], MPFR_RNDN);
    mpfr_sin(truth, truth, MPFR_RNDN);
    return pair_sin(pair_near(at[0]));
}

static Pair try_cos(mpfr_t truth, double at[2])
{
    at[0] = pair_value(pair_near(random_between(&state, -1.1, 31.5)));
    mpfr_set_d(truth, at[0], MPFR_RNDN);
    mpfr_cos(truth, truth, MPFR_RNDN);
    return pair_cos(pair_near(at[0]));
}

static double coordinate(void)
{
    double a =
        random_bits(&state) & 1 ? random_between(&state, 0, 200) : random_octaves(&state, -25, 8);
    return (float)either_sign(a);
}

static Pair try_atan2(mpfr_t truth, double at[2])
{
    at[0] = coordinate();
    at[1] = coordinate();
    mpfr_t x;
    mpfr_init2(x, PRECISION);
    mpfr_set_d(x, at[1], MPFR_RNDN);
    mpfr_set_d(truth, at[0], MPFR_RNDN);
    mpfr_atan2(truth, truth, x, MPFR_RNDN);
    mpfr_clear(x);
    return pair_atan2((float)at[0], (float)at[1]);
}

/* bound: the binary logarithm of the largest relative error, absolute where that is asked for. */
static void measure(const char *name, Trial *trial, double bound, int absolute, long long operands)
{
    double worst = 0;
    double worst_at[2] = { 0, 0 };
    mpfr_t truth, difference;
    mpfr_inits2(PRECISION, truth, difference, (mpfr_ptr)NULL);
    for (long long i = 0; i < operands; i++) {
        double at[2] = { 0, 0 };
        Pair v = trial(truth, at);
        check(v.head == v.head + v.tail, "%s(%a, %a): head is not the sum", name, at[0], at[1]);
        mpfr_sub_d(difference, truth, pair_value(v), MPFR_RNDN);
        if (!absolute)
            mpfr_div(difference, difference, truth, MPFR_RNDN);
        double error = fabs(mpfr_get_d(difference, MPFR_RNDN));
        if (!(error <= worst)) {
            worst = error;
            memcpy(worst_at, at, sizeof at);
        }
    }
    mpfr_clears(truth, difference, (mpfr_ptr)NULL);
    printf("%-6s 2^%.1f %s at %a %a\n", name, log2(worst), absolute ? "absolute" : "relative",
           worst_at[0], worst_at[1]);
    check(log2(worst) <= bound, "%s: 2^%.2f, bound 2^%.2f", name, log2(worst), bound);
}

/* ---- The rounding test ---- */

/* A float is decided only if everything within the error rounds to it, and nearly always is. */
static void check_rounding(long long operands)
{
    long long undecided = 0;
    for (long long i = 0; i < operands; i++) {
        u64 r = random_bits(&state);
        double v = either_sign(draw(-20, 20));
        if (r % 16 == 0) /* a power of two, where neighbours are at unequal distances */
            v = either_sign(
                ldexp(1 + either_sign(random_octaves(&state, -48, -20)), (int)(r >> 8 & 31) - 16));
        if (r % 16 == 1) /* near halfway between two floats */
            v = (double)(float)v * (1 + 0x1p-24 + either_sign(random_octaves(&state, -48, -36)));
        Pair p = pair_near(v);
        float error = (float)(fabs(v) * ldexp(1, -32 - (int)(r >> 16 & 15)));
        Rounded result = pair_to_f32(p, error);
        double near = pair_value(p);
        int same = (float)(near - (double)error) == result.value &&
                   (float)(near + (double)error) == result.value;
        check(same || result.undecided, "pair_to_f32(%a, %a): %a", near, error, result.value);
        check(result.value == (float)near, "pair_to_f32(%a, %a): not the nearest", near, error);
        if (r % 16 > 1)
            undecided += result.undecided;
    }
    check(undecided < operands / 100, "%lld of %lld undecided", undecided, operands);
}

int main(int argc, char **argv)
{
    long long operands = check_operands(argc, argv, 100000);
    check_exact(operands);
    check_rounding(operands);
    measure("add", try_add, -46, 0, operands);
    measure("mul", try_mul, -45, 0, operands);
    measure("div", try_div, -44, 0, operands);
    measure("sqrt", try_sqrt, -45, 0, operands);
    measure("cbrt", try_cbrt, -44, 0, operands);
    measure("pow24", try_pow24, -43, 0, operands);
    measure("pow7", try_pow7, -44, 0, operands);
    measure("exp", try_exp, -45, 0, operands);
    measure("sin", try_sin, -45, 0, operands);
    measure("cos", try_cos, -43.5, 1, operands);
    measure("atan2", try_atan2, -45, 0, operands);
    mpfr_free_cache();
    return check_result();
}
