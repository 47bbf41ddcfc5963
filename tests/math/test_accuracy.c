/* The binary64 functions against MPFR: the largest error of each over random operands of its domain
 * stays within the documented bound. Prints what it measured. */
#include "check.h"

#include <mpfr.h>

#include "kernel/math/atan2.h"
#include "kernel/math/cbrt.h"
#include "kernel/math/exp.h"
#include "kernel/math/log10.h"
#include "kernel/math/pow24.h"
#include "kernel/math/pow7.h"
#include "kernel/math/sincos.h"

#define PRECISION 120

static uint64_t state = 1;

/* |v - truth| in units of the last place of truth's octave. */
static double error_in_ulp(double v, mpfr_t truth)
{
    mpfr_t d;
    mpfr_init2(d, PRECISION);
    mpfr_sub_d(d, truth, v, MPFR_RNDN);
    mpfr_abs(d, d, MPFR_RNDN);
    if (!mpfr_zero_p(d)) {
        long place = mpfr_get_exp(truth) - 53;
        mpfr_mul_2si(d, d, place < -1074 ? 1074 : -place, MPFR_RNDN);
    }
    double ulp = mpfr_get_d(d, MPFR_RNDN);
    mpfr_clear(d);
    return ulp;
}

/* Draws an operand, or two for atan2; leaves the true value in truth and returns ours. */
typedef double Trial(mpfr_t truth, double operand[2]);

static double try_pow24(mpfr_t truth, double operand[2])
{
    operand[0] = random_between(&state, 0.0625, 2.25);
    mpfr_t exponent;
    mpfr_init2(exponent, PRECISION);
    mpfr_set_d(exponent, 2.4, MPFR_RNDN);
    mpfr_set_d(truth, operand[0], MPFR_RNDN);
    mpfr_pow(truth, truth, exponent, MPFR_RNDN);
    mpfr_clear(exponent);
    return f64_pow24(operand[0]);
}

static double try_cbrt(mpfr_t truth, double operand[2])
{
    operand[0] = random_octaves(&state, -9, 3);
    mpfr_set_d(truth, operand[0], MPFR_RNDN);
    mpfr_cbrt(truth, truth, MPFR_RNDN);
    return f64_cbrt(operand[0]);
}

static double try_pow7(mpfr_t truth, double operand[2])
{
    operand[0] = (float)random_octaves(&state, -12, 8);
    mpfr_set_d(truth, operand[0], MPFR_RNDN);
    mpfr_pow_ui(truth, truth, 7, MPFR_RNDN);
    return f64_pow7(operand[0]);
}

static double try_exp(mpfr_t truth, double operand[2])
{
    operand[0] = -(float)(random_bits(&state) & 1 ? random_between(&state, 0, 121)
                                                  : random_octaves(&state, -30, 7) * 0.94);
    mpfr_set_d(truth, operand[0], MPFR_RNDN);
    mpfr_exp(truth, truth, MPFR_RNDN);
    return f64_exp(operand[0]);
}

/* Angles as the metrics have them, and as far as the reduction goes. */
static double angle(void)
{
    u64 r = random_bits(&state);
    double a = r & 1 ? random_between(&state, 0, 64) : random_octaves(&state, -30, 1);
    return (float)(r & 2 ? -a : a);
}

static double try_sin(mpfr_t truth, double operand[2])
{
    operand[0] = angle();
    mpfr_set_d(truth, operand[0], MPFR_RNDN);
    mpfr_sin(truth, truth, MPFR_RNDN);
    return f64_sin(operand[0]);
}

static double try_cos(mpfr_t truth, double operand[2])
{
    operand[0] = angle();
    mpfr_set_d(truth, operand[0], MPFR_RNDN);
    mpfr_cos(truth, truth, MPFR_RNDN);
    return f64_cos(operand[0]);
}

static double coordinate(void)
{
    u64 r = random_bits(&state);
    double a = r & 1 ? random_between(&state, 0, 200) : random_octaves(&state, -25, 8);
    return (float)(r & 2 ? -a : a);
}

static double try_atan2(mpfr_t truth, double operand[2])
{
    operand[0] = coordinate();
    operand[1] = coordinate();
    mpfr_t x;
    mpfr_init2(x, PRECISION);
    mpfr_set_d(x, operand[1], MPFR_RNDN);
    mpfr_set_d(truth, operand[0], MPFR_RNDN);
    mpfr_atan2(truth, truth, x, MPFR_RNDN);
    mpfr_clear(x);
    return f64_atan2(operand[0], operand[1]);
}

/* Every exponent, subnormals included, and the scores' range. */
static double try_log10(mpfr_t truth, double operand[2])
{
    u64 r = random_bits(&state);
    operand[0] = r & 1 ? random_between(&state, 0x1p-20, 400)
                       : double_of(random_bits(&state) % 0x7fefffffffffffff + 1);
    if ((r & 30) == 0)
        operand[0] = 1 + random_octaves(&state, -52, -2) * (r & 32 ? -0.5 : 1);
    mpfr_set_d(truth, operand[0], MPFR_RNDN);
    mpfr_log10(truth, truth, MPFR_RNDN);
    return f64_log10(operand[0]);
}

static void measure(const char *name, Trial *trial, double bound, long long operands)
{
    double worst = 0;
    double at[2] = { 0, 0 };
    mpfr_t truth;
    mpfr_init2(truth, PRECISION);
    for (long long i = 0; i < operands; i++) {
        double operand[2] = { 0, 0 };
        double v = trial(truth, operand);
        double error = error_in_ulp(v, truth);
        if (!(error <= worst)) {
            worst = error;
            memcpy(at, operand, sizeof at);
        }
    }
    mpfr_clear(truth);
    printf("%-6s %.3f ulp at %a %a\n", name, worst, at[0], at[1]);
    check(worst <= bound, "%s: %.3f ulp, bound %.3f", name, worst, bound);
}

int main(int argc, char **argv)
{
    long long operands = check_operands(argc, argv, 100000);
    measure("pow24", try_pow24, 0.63, operands);
    measure("cbrt", try_cbrt, 0.52, operands);
    measure("pow7", try_pow7, 2.2, operands);
    measure("exp", try_exp, 0.54, operands);
    measure("sin", try_sin, 0.92, operands);
    measure("cos", try_cos, 0.94, operands);
    measure("atan2", try_atan2, 1.15, operands);
    measure("log10", try_log10, 1.62, operands);
    mpfr_free_cache();
    return check_result();
}
