/* powf_third over every so manieth float, and powf7 over every float from 2^-19 to 256, or every so
 * manieth: within its bound of the true power before the rounding, and the host's powf() where that
 * is glibc's. */
#include "check.h"

#include "kernel/math/powf7.h"
#include "kernel/math/powf_third.h"

#define FIRST 0x36000000 /* 2^-19 */
#define LAST  0x437fffff

/* The value lies between the neighbours of the true power that an error of 2^-32.11 can reach. */
static void check_bound(float c, float result)
{
    long double power = c;
    power = power * power * power * power * power * power * power;
    long double error = power * 0x1.daep-33L; /* 2^-32.11 */
    check(result >= (float)(power - error) && result <= (float)(power + error), "powf7(%a): %a", c,
          result);
}

/* The value cubed is close to c, subnormal or not; and powf() itself where that is glibc's. */
static void check_third(float c)
{
    float result = powf_third(c);
    double back = (double)result * result * result;
    check(back >= c * (1 - 0x1p-17) && back <= c * (1 + 0x1p-17), "powf_third(%a): %a", c, result);
#ifdef __GLIBC__
    volatile float third = 1.0f / 3; /* else the compiler takes its own */
    float host = powf(c, third);
    check(result == host, "powf_third(%a): %a, powf %a", c, result, host);
#endif
}

static void check_thirds(long long operands)
{
    uint32_t step = (uint32_t)(0x7f800000 / operands);
    for (uint64_t u = 1; u < 0x7f800000; u += step ? step : 1)
        check_third(float_of((uint32_t)u));
    check(powf_third(0.0f) == 0.0f, "powf_third(0)");
    float negative = powf_third(-1.0f);
    check(negative != negative, "powf_third(-1): %a", negative);
}

int main(int argc, char **argv)
{
    long long operands = check_operands(argc, argv, 1000000);
    uint32_t step = (uint32_t)((LAST - FIRST + 1) / operands);
    for (uint64_t u = FIRST; u <= LAST; u += step ? step : 1) {
        float c = float_of((uint32_t)u);
        float result = powf7(c);
        check_bound(c, result);
#ifdef __GLIBC__
        float host = powf(c, 7);
        check(result == host, "powf7(%a): %a, powf %a", c, result, host);
#endif
    }
    check_thirds(operands);
    return check_result();
}
