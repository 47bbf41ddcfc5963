/* f64_pow against MPFR: the nearest double, but for true values next to the middle of two. */
#include "check.h"

#include <mpfr.h>

#include "kernel/math/pow.h"

static void check_power(double x, double y)
{
    mpfr_t truth, exponent;
    mpfr_init2(truth, 53);
    mpfr_init2(exponent, 53);
    mpfr_set_d(truth, x, MPFR_RNDN);
    mpfr_set_d(exponent, y, MPFR_RNDN);
    mpfr_pow(truth, truth, exponent, MPFR_RNDN);
    double expected = mpfr_get_d(truth, MPFR_RNDN), actual = f64_pow(x, y);
    check(pattern64(actual) == pattern64(expected), "pow(%a, %a) is %a, not %a", x, y, actual,
          expected);
    mpfr_clear(truth);
    mpfr_clear(exponent);
}

static void check_special(double x, double y, double expected)
{
    double actual = f64_pow(x, y);
    check(pattern64(actual) == pattern64(expected), "pow(%a, %a) is %a", x, y, actual);
}

int main(int argc, char **argv)
{
    static const float exponents[] = { 0x1.6f0068p-5f, 0x1.247454p-2f, 0x1.334d6ap-2f,
                                       0x1.e3f142p-3f, 0x1.10ff98p-3f };
    uint64_t state = 1;
    long long operands = check_operands(argc, argv, 20000);
    for (long long i = 0; i < operands; i++) {
        float mean = (float)random_between(&state, 0, 1.0001);
        check_power(mean, exponents[i % 5]);
        check_power(1.0f - (float)random_octaves(&state, -24, -1), exponents[i % 5]);
        check_power(random_octaves(&state, -100, 100), random_between(&state, -9, 9));
    }
    check_special(1, 0.3, 1);
    check_special(0, 0.3, 0);
    check_special(0, 0, 1);
    check_special(-1, 0, 1);
    check_special(NAN, 0, 1);
    check(isnan(f64_pow(-0.5, 0.3)), "pow of a negative number is a number");
    check(isnan(f64_pow(NAN, 0.3)), "pow of NaN is a number");
    return check_result();
}
