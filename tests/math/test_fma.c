/*
 * fma_f32 where the hardware has none (it is made of doubles then) against MPFR: random patterns,
 * sums next to halfway between two floats, cancellations, results below 2^-126, and every
 * combination of special operands.
 */
#include "check.h"

#include <mpfr.h>

#include "kernel/port/port.h"

#if EVQ_FMA_F32
#error "this is the test of the one without hardware"
#endif

/* Any product of two floats and its sum with a third are exact. */
#define PRECISION 700

static uint64_t state = 1;
static mpfr_t exact, factor;

/* a b + c, exact and then rounded; NaN, infinities and zeros have the signs of IEEE 754. */
static float truth(float a, float b, float c)
{
    mpfr_set_flt(exact, a, MPFR_RNDN);
    mpfr_set_flt(factor, b, MPFR_RNDN);
    mpfr_mul(exact, exact, factor, MPFR_RNDN);
    mpfr_set_flt(factor, c, MPFR_RNDN);
    mpfr_add(exact, exact, factor, MPFR_RNDN);
    return mpfr_get_flt(exact, MPFR_RNDN);
}

static void compare(float a, float b, float c)
{
    float ours = fma_f32(a, b, c), theirs = truth(a, b, c);
    check(ours != ours ? theirs != theirs : pattern32(ours) == pattern32(theirs),
          "fma(%a, %a, %a): %a, not %a", a, b, c, ours, theirs);
}

static void check_special(void)
{
    static const uint32_t pattern[] = {
        0x00000000, 0x00000001, 0x00000003, 0x007fffff, 0x00800000, 0x00800001,
        0x33800000, 0x34000000, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fc00000,
        0x4b800000, 0x7f7fffff, 0x7f800000, 0x7fc00000,
    };
    enum { COUNT = 2 * sizeof pattern / sizeof *pattern };
    float v[COUNT];
    for (int i = 0; i < COUNT; i++)
        v[i] = float_of(pattern[i / 2] | (uint32_t)(i & 1) << 31);
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++)
            for (int k = 0; k < COUNT; k++)
                compare(v[i], v[j], v[k]);
}

static float random_float(int least, int most)
{
    float v = (float)ldexp(1 + (double)(random_bits(&state) >> 41) * 0x1p-23,
                           least + (int)(random_bits(&state) % (unsigned)(most - least + 1)));
    return random_bits(&state) & 1 ? v : -v;
}

/* A product halfway between two floats, 25 bits of which the last is 1, and a small addend. */
static void check_halfway(void)
{
    float a = (float)((random_bits(&state) >> 51) | 0x1801), b = 0;
    while (a * (double)b < 0x1p24 || a * (double)b >= 0x1p25)
        b = (float)((random_bits(&state) >> 52) | 1);
    compare(a, b, random_float(-60, -1));
    compare(a, -b, random_float(-149, 0));
}

static void check_random(void)
{
    uint64_t r = random_bits(&state), s = random_bits(&state);
    compare(float_of((uint32_t)r), float_of((uint32_t)(r >> 32)), float_of((uint32_t)s));
    float a = random_float(-3, 3), b = random_float(-3, 3);
    compare(a, b, random_float(-30, 6));
    compare(a, b, -(a * b)); /* the rest of a product */
    compare(a, b, float_of(pattern32(-(a * b)) ^ (uint32_t)(s >> 32 & 3)));
    compare(random_float(-80, -60), random_float(-80, -60), random_float(-149, -120));
    compare(random_float(-80, -60), random_float(-70, -50), 0);
    compare(random_float(60, 64), random_float(60, 64), random_float(100, 127));
}

int main(int argc, char **argv)
{
    mpfr_init2(exact, PRECISION);
    mpfr_init2(factor, PRECISION);
    check_special();
    for (long long n = check_operands(argc, argv, 1000000); n > 0; n -= 10) {
        check_halfway();
        check_random();
    }
    mpfr_clear(exact);
    mpfr_clear(factor);
    mpfr_free_cache();
    return check_result();
}
