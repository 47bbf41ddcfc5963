/* f64_exp_nearest against MPFR: always the nearest double. */
#include "check.h"

#include <mpfr.h>

#include "kernel/math/exp_nearest.h"

static double nearest(double x)
{
    mpfr_t truth;
    mpfr_init2(truth, 53);
    mpfr_set_d(truth, x, MPFR_RNDN);
    mpfr_exp(truth, truth, MPFR_RNDN);
    double value = mpfr_get_d(truth, MPFR_RNDN);
    mpfr_clear(truth);
    return value;
}

static void check_exp(double x)
{
    double actual = f64_exp_nearest(x), expected = nearest(x);
    check(pattern64(actual) == pattern64(expected), "exp(%a) is %a, not %a", x, actual, expected);
}

/* Around the multiples of ln 2/64, where the reduction changes. */
static void check_steps(void)
{
    for (int k = 0; k > -65000; k -= 7) {
        double x = k * 0x1.62e42fefa39efp-7;
        check_exp(x);
        check_exp(nextafter(x, -1000));
        if (k)
            check_exp(nextafter(x, 0));
    }
}

int main(int argc, char **argv)
{
    uint64_t state = 1;
    long long operands = check_operands(argc, argv, 60000);
    for (long long i = 0; i < operands; i++) {
        check_exp(-random_between(&state, 0, 6));
        check_exp(-random_between(&state, 0, 708));
        check_exp(-random_octaves(&state, -60, 9));
    }
    check_steps();
    /* The slow way by itself. */
    for (long long i = 0; i < operands / 20; i++) {
        double x = -random_between(&state, 0, 700);
        check(pattern64(exp_slow(x)) == pattern64(nearest(x)), "slow exp(%a)", x);
    }
    check(f64_exp_nearest(0) == 1 && f64_exp_nearest(-0.0) == 1, "exp(0)");
    check(f64_exp_nearest(-708) > 0, "exp(-708)");
    check(pattern64(f64_exp_nearest(-709)) == 0, "exp(-709)");
    check(pattern64(f64_exp_nearest(-INFINITY)) == 0, "exp(-inf)");
    check(isnan(f64_exp_nearest(NAN)), "exp(NaN)");
    return check_result();
}
