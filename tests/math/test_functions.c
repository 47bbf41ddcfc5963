/* The binary64 functions against stored values and sums of patterns, under the evaluation that this
 * file is compiled for. */
#include "check.h"

#include "kernel/math/atan2.h"
#include "kernel/math/cbrt.h"
#include "kernel/math/exp.h"
#include "kernel/math/log10.h"
#include "kernel/math/pow24.h"
#include "kernel/math/pow7.h"
#include "kernel/math/powf7.h"
#include "kernel/math/sincos.h"

#define OPERANDS (1 << 20)

static F64 value(double v)
{
    return f64_of_bits(pattern64(v));
}

static double at(double a, double b, int i)
{
    return a + (b - a) * ((i + 0.5) * 0x1p-20);
}

static u64 sum_pow24(int i)
{
    return bits_of_f64(f64_pow24(value(at(0.0894, 2.2436, i))));
}

static u64 sum_cbrt(int i)
{
    return bits_of_f64(f64_cbrt(value(at(0.00886, 6.3, i))));
}

static u64 sum_pow7(int i)
{
    return bits_of_f64(f64_pow7(f64_of_f32((float)at(0, 225, i))));
}

static u64 sum_exp(int i)
{
    return bits_of_f64(f64_exp(f64_of_f32((float)at(-121, 0, i))));
}

static u64 sum_sin(int i)
{
    return bits_of_f64(f64_sin(f64_of_f32((float)at(-1.5707, 1.5707, i))));
}

static u64 sum_cos(int i)
{
    return bits_of_f64(f64_cos(value(at(-1.1, 31.4, i))));
}

static u64 sum_atan2(int i)
{
    double u = ((double)(i * 7919LL % OPERANDS) + 0.5) * 0x1p-20;
    float x = (float)(-180 + 360 * u);
    return bits_of_f64(f64_atan2(f64_of_f32((float)at(-150, 150, i)), f64_of_f32(x)));
}

static u64 sum_log10(int i)
{
    return bits_of_f64(f64_log10(value(at(0.001, 400, i))));
}

static u64 sum_powf7(int i)
{
    return bits_of_f32(powf7((float)at(0.01, 225, i)));
}

/* every: takes each so manieth operand, where all of them would take minutes on integers. */
static void check_sums(int every_log10, u64 golden_log10)
{
    static const struct {
        const char *name;
        u64 (*pattern)(int i);
        u64 golden;
    } sums[] = {
        { "pow24", sum_pow24, 0x5857054a8b5b45d5 }, { "cbrt", sum_cbrt, 0x232c6741099f6d20 },
        { "pow7", sum_pow7, 0x33a92c9e6c050172 },   { "exp", sum_exp, 0xdd5b451ad331dc5f },
        { "sin", sum_sin, 0x66d2cb5fe56277a8 },     { "cos", sum_cos, 0x11f6b8e3c9879387 },
        { "atan2", sum_atan2, 0xa47d036e026094ce }, { "powf7", sum_powf7, 0x00055c5ad1d9c54b },
    };
    for (size_t n = 0; n < sizeof sums / sizeof *sums; n++) {
        u64 sum = 0;
        for (int i = 0; i < OPERANDS; i++)
            sum += sums[n].pattern(i);
        check(sum == sums[n].golden, "%s: sum %016llx", sums[n].name, (unsigned long long)sum);
    }
    u64 sum = 0;
    for (int i = 0; i < OPERANDS; i += every_log10)
        sum += sum_log10(i);
    check(sum == golden_log10, "log10: sum %016llx", (unsigned long long)sum);
}

static void check_value(const char *name, F64 result, double golden)
{
    check(bits_of_f64(result) == pattern64(golden), "%s: %a, not %a", name,
          double_of(bits_of_f64(result)), golden);
}

static void check_values(void)
{
    check_value("pow24(1/2)", f64_pow24(value(0.5)), 0x1.8406003b2ae5dp-3);
    check_value("pow24(0.1)", f64_pow24(value(0.1)), 0x1.04e74cc73ee89p-8);
    check_value("pow24(2.2)", f64_pow24(value(0x1.199999999999ap+1)), 0x1.a89d356dde136p+2);
    check_value("cbrt(0.01)", f64_cbrt(value(0.01)), 0x1.b93a6cec0b3b1p-3);
    check_value("cbrt(1/2)", f64_cbrt(value(0.5)), 0x1.965fea53d6e3dp-1);
    check_value("cbrt(1)", f64_cbrt(value(1)), 1);
    check_value("cbrt(2.5)", f64_cbrt(value(5)), 0x1.b5c0fbcfec4d4p+0);
    check_value("pow7(30.5)", f64_pow7(value(30.5)), 0x1.6ddd09019a8p+34);
    check_value("exp(-1/2)", f64_exp(value(-0.5)), 0x1.368b2fc6f960ap-1);
    check_value("exp(-25)", f64_exp(value(-25)), 0x1.e8a37a45fc32ep-37);
    check_value("exp(0)", f64_exp(value(0)), 1);
    check_value("sin(1/4)", f64_sin(value(0.25)), 0x1.faaeed4f31577p-3);
    check_value("sin(-3/2)", f64_sin(value(-1.5)), -0x1.feb7a9b2c6d8bp-1);
    check_value("cos(3/4)", f64_cos(value(0.75)), 0x1.769fec655211fp-1);
    check_value("cos(25)", f64_cos(value(25)), 0x1.fb7eef59504ffp-1);
    check_value("log10(0.3)", f64_log10(value(0x1.3333333333333p-2)), -0x1.0bb6c34d81502p-1);
    check_value("log10(7)", f64_log10(value(7)), 0x1.b0b0b0b78cc3fp-1);
    check_value("atan2(1, 3)", f64_atan2(value(1), value(3)), 0x1.4978fa3269ee1p-2);
    check_value("atan2(3, -1)", f64_atan2(value(3), value(-1)), 0x1.e47df3d0dd4d1p+0);
    check_value("atan2(-2, -3)", f64_atan2(value(-2), value(-3)), -0x1.46dc09ec29433p+1);
    check_value("atan2(0, -1)", f64_atan2(value(0), value(-1)), 0x1.921fb54442d18p+1);
    check_value("atan2(0.001, 100)", f64_atan2(value(1e-3f), value(100)), 0x1.4f8b5999698fdp-17);
    check(powf7(30.5f) == 0x1.6ddd0902p+34f, "powf7(30.5): %a", powf7(30.5f));
    check(powf7(0.3f) == 0x1.caa5b4p-13f, "powf7(0.3): %a", powf7(0.3f));
}

/* log10 answers for every double; powers of ten give their exponents. */
static void check_log10_everywhere(void)
{
    check_value("log10(0)", f64_log10(value(0)), -INFINITY);
    check_value("log10(-0)", f64_log10(value(-0.0)), -INFINITY);
    check_value("log10(inf)", f64_log10(value(INFINITY)), INFINITY);
    check_value("log10(1)", f64_log10(value(1)), 0);
    static const double outside[] = { -1, -5e-324, -1e308, -INFINITY, NAN };
    for (size_t n = 0; n < sizeof outside / sizeof *outside; n++)
        check(isnan(double_of(bits_of_f64(f64_log10(value(outside[n]))))), "log10(%g): not NaN",
              outside[n]);
    double power = 1;
    for (int n = 1; n <= 22; n++)
        check_value("log10(10^n)", f64_log10(value(power *= 10)), n);
}

int main(void)
{
#ifdef EVQ_F64_SOFT
    check_sums(16, 0x450131294714cdaa);
#else
    check_sums(1, 0xcf180533417b2ed3);
#endif
    check_log10_everywhere();
    check_values();
    return check_result();
}
