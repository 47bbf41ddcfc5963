/* Binary64 on integers against the hardware, over random and structured operands. */
#include "check.h"

#include "kernel/math/soft64.h"

/* Exponents that keep every result normal. */
#define EXPONENT_LEAST (-500)
#define EXPONENT_MOST  500

static uint64_t state = 1;

/* Few, many or no set bits at either end: the carries and ties that random fractions never meet. */
static u64 fraction(void)
{
    u64 r = random_bits(&state);
    int n = (int)(r >> 58) % 53;
    switch (r >> 52 & 7) {
    case 0:
        return 0;
    case 1:
        return 0xfffffffffffff;
    case 2:
        return (u64)1 << n % 52;
    case 3:
        return ((u64)0xfffffffffffff << n) & 0xfffffffffffff;
    case 4:
        return 0xfffffffffffff >> n;
    case 5:
        return (r << n) & 0xfffffffffffff; /* the trailing zeros of floats and integers */
    default:
        return r & 0xfffffffffffff;
    }
}

static u64 operand(int least, int most)
{
    u64 r = random_bits(&state);
    if (r % 64 == 0)
        return r & SOFT64_SIGN;
    int exponent = least + (int)(r >> 8 & 0xffff) % (most - least + 1);
    return (r & SOFT64_SIGN) | (u64)(exponent + 1023) << 52 | fraction();
}

/* One close to a: near cancellations, equal numbers, neighbours. */
static u64 beside(u64 a)
{
    u64 r = random_bits(&state);
    i64 exponent = (i64)(a >> 52 & 0x7ff) + (i64)(r % 7) - 3;
    if ((a & ~SOFT64_SIGN) == 0 || exponent < 1)
        return a;
    u64 f = r & 0x100 ? fraction() : (a + (r >> 9 & 3)) & 0xfffffffffffff;
    return (r & SOFT64_SIGN) | (u64)exponent << 52 | f;
}

static void check_binary(const char *name, u64 a, u64 b, u64 result, double hardware)
{
    check(result == pattern64(hardware), "%s(%a, %a): %a, hardware %a", name, double_of(a),
          double_of(b), double_of(result), hardware);
}

static void check_pair(u64 a, u64 b)
{
    volatile double x = double_of(a);
    volatile double y = double_of(b);
    check_binary("add", a, b, soft64_add(a, b), x + y);
    check_binary("sub", a, b, soft64_add(a, b ^ SOFT64_SIGN), x - y);
    check_binary("mul", a, b, soft64_mul(a, b), x * y);
    if (y != 0)
        check_binary("div", a, b, soft64_div(a, b), x / y);
    check(soft64_less(a, b) == (x < y), "less(%a, %a)", x, y);
    volatile double magnitude = fabs(x);
    check_binary("sqrt", a, a, soft64_sqrt(soft64_magnitude(a)), sqrt(magnitude));
}

/* Squares and quotients that end exactly, and their neighbours. */
static void check_exact(void)
{
    u64 r = random_bits(&state);
    double root = (double)(r >> 38);
    u64 square = pattern64(root * root) + (r & 1) - (r >> 1 & 1);
    if (root > 1)
        check_pair(square, pattern64(root));
}

static void check_float(u32 pattern)
{
    if ((pattern >> 23 & 0xff) == 0xff)
        return;
    float v = float_of(pattern);
    check(soft64_of_f32(pattern) == pattern64((double)v), "of_f32(%a)", v);
}

static void check_conversions(void)
{
    u64 r = random_bits(&state);
    check_float((u32)r);
    check_float((u32)r & 0x807fffff);
    check_float((u32)(r >> 40 & 0x80000000) | 1u << (r & 31) % 23);

    i32 whole = (i32)(u32)(r >> 32) >> (r & 31);
    check(soft64_of_i32(whole) == pattern64(whole), "of_i32(%d)", whole);

    u64 a = operand(-160, 126);
    check(soft64_to_f32(a) == pattern32((float)double_of(a)), "to_f32(%a)", double_of(a));
    /* halfway between floats, normal or subnormal, and one bit beside */
    u64 tie = operand(-155, 126);
    int below = (int)(tie >> 52 & 0x7ff) - 1023 + 126;
    int bit = 28 + (below < 0 ? -below : 0);
    if (bit < 52 && (tie & ~SOFT64_SIGN)) {
        tie = (tie & ~(((u64)2 << bit) - 1)) | (u64)1 << bit | (tie & ((u64)2 << bit));
        tie += (r >> 8 & 1) - (r >> 9 & 1);
        check(soft64_to_f32(tie) == pattern32((float)double_of(tie)), "to_f32(%a)", double_of(tie));
    }
    u64 small = operand(-40, 30);
    check(soft64_to_i32(small) == (i32)double_of(small), "to_i32(%a)", double_of(small));
}

int main(int argc, char **argv)
{
    long long rounds = check_operands(argc, argv, 500000);
    for (long long i = 0; i < rounds; i++) {
        u64 a = operand(EXPONENT_LEAST, EXPONENT_MOST);
        check_pair(a, operand(EXPONENT_LEAST, EXPONENT_MOST));
        check_pair(a, beside(a));
        u64 near = operand(-30, 30);
        check_pair(near, operand(-30, 30));
        check_exact();
        check_conversions();
    }
    return check_result();
}
