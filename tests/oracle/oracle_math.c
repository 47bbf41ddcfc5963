/* docs/spec/math.md 1.1 to 1.7 as scalar code; its tables come from their formulas. */
#include "oracle.h"

#include <math.h>
#include <string.h>

#include "fixed.h"

/* An interval of a power's table: its middle, 1 / middle, and the power of the middle in two. */
typedef struct PowerRow {
    double middle, inverse;
    FixedParts power;
} PowerRow;

enum { POW24_ROWS = 164, CBRT_ROWS = 96, POWER_TERMS = 9, ATAN_ROWS = 33, EXP_ROWS = 32 };

typedef struct Tables {
    PowerRow pow24[POW24_ROWS], cbrt[CBRT_ROWS];
    double pow24_binomial[POWER_TERMS + 1], cbrt_binomial[POWER_TERMS + 1];
    FixedParts exp[EXP_ROWS]; /* 2^(j/32) */
    FixedParts ln2_32;        /* ln 2 / 32, 38 bits ahead */
    FixedParts atan[ATAN_ROWS];
    FixedParts half_pi, half_pi_44; /* the second with 44 bits ahead */
    double inverse_factorial[18];
} Tables;

/* binomial(n/d, k): numerators and denominators are exact, so each quotient is rounded once. */
static void fill_binomials(double *binomial, int n, int d)
{
    double numerator = 1.0, denominator = 1.0;
    for (int k = 1; k <= POWER_TERMS; k++) {
        numerator *= n - (k - 1) * d;
        denominator *= k * d;
        binomial[k] = numerator / denominator;
    }
}

static FixedParts scaled(FixedParts parts, int exponent)
{
    return (FixedParts){ ldexp(parts.head, exponent), ldexp(parts.rest, exponent) };
}

/* The middle of interval k of 32 in [1, 2) is (65 + 2k) / 64. */
static PowerRow row_of_middle(int exponent, int k)
{
    PowerRow row = { .middle = ldexp((65 + 2 * k) / 64.0, exponent) };
    row.inverse = 1.0 / row.middle;
    return row;
}

static void fill_pow24(PowerRow *table)
{
    const Fixed a = fixed_of_double(2.4), ln2 = fixed_ln(2, 1);
    /* c^a = e^(a ln(16 c) - 4 a ln 2 + 10 ln 2) / 2^10 keeps everything positive. */
    const Fixed offset =
        fixed_subtract(fixed_scale(ln2, 10, 1), fixed_multiply(a, fixed_scale(ln2, 4, 1)));
    for (uint32_t i = 0; i < POW24_ROWS; i++) {
        const uint32_t octave = i / 32, k = i % 32;
        const Fixed ln = fixed_add(fixed_scale(ln2, octave, 1), fixed_ln(65 + 2 * k, 64));
        table[i] = row_of_middle((int)octave - 4, (int)k);
        table[i].power =
            scaled(fixed_parts(fixed_exp(fixed_add(fixed_multiply(a, ln), offset)), 53), -10);
    }
}

static void fill_cbrt(PowerRow *table)
{
    const Fixed ln2 = fixed_ln(2, 1);
    for (uint32_t i = 0; i < CBRT_ROWS; i++) {
        const uint32_t octave = i / 32, k = i % 32;
        const Fixed ln = fixed_add(fixed_scale(ln2, octave, 1), fixed_ln(65 + 2 * k, 64));
        table[i] = row_of_middle((int)octave, (int)k);
        table[i].power = fixed_parts(fixed_exp(fixed_scale(ln, 1, 3)), 53);
    }
}

static void fill_tables(Tables *t)
{
    const Fixed ln2 = fixed_ln(2, 1);
    const Fixed half_pi = fixed_scale(fixed_atan(1, 1), 2, 1);
    fill_pow24(t->pow24);
    fill_cbrt(t->cbrt);
    fill_binomials(t->pow24_binomial, 12, 5);
    fill_binomials(t->cbrt_binomial, 1, 3);
    for (uint32_t j = 0; j < EXP_ROWS; j++)
        t->exp[j] = fixed_parts(fixed_exp(fixed_scale(ln2, j, 32)), 53);
    t->ln2_32 = fixed_parts(fixed_scale(ln2, 1, 32), 38);
    for (uint32_t i = 0; i < ATAN_ROWS; i++)
        t->atan[i] = fixed_parts(fixed_atan(i, 32), 53);
    t->half_pi = fixed_parts(half_pi, 53);
    t->half_pi_44 = fixed_parts(half_pi, 44);
    double factorial = 1.0;
    for (int n = 0; n < 18; n++) {
        factorial *= n > 0 ? n : 1;
        t->inverse_factorial[n] = 1.0 / factorial;
    }
}

static const Tables *tables(void)
{
    static Tables filled;
    if (filled.inverse_factorial[0] == 0.0)
        fill_tables(&filled);
    return &filled;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static double apply_row(const PowerRow *row, const double *binomial, double x)
{
    const double h = (x - row->middle) * row->inverse;
    double p = binomial[POWER_TERMS];
    for (int n = POWER_TERMS - 1; n >= 1; n--)
        p = p * h + binomial[n];
    p = p * h;
    return row->power.head + (row->power.rest + row->power.head * p);
}

double oracle_pow24(double x)
{
    const Tables *t = tables();
    return apply_row(&t->pow24[(bits_of(x) >> 47) - 1019 * 32], t->pow24_binomial, x);
}

double oracle_cbrt(double x)
{
    const Tables *t = tables();
    const int e = (int)(bits_of(x) >> 52) - 1023 + 9;
    const int q = e / 3, j = e % 3;
    const double m = ldexp(x, j - (e - 9));
    const int row = 32 * j + (int)(bits_of(x) >> 47 & 31);
    return ldexp(apply_row(&t->cbrt[row], t->cbrt_binomial, m), q - 3);
}

double oracle_pow7(double c)
{
    const double x2 = c * c;
    const double x4 = x2 * x2;
    return (x4 * x2) * c;
}

double oracle_exp(double x)
{
    const Tables *t = tables();
    const double inverse = 0x1.71547652b82fep+5; /* 32 / ln 2 */
    const double k = trunc(x * inverse - 0.5);
    const double r = (x - k * t->ln2_32.head) - k * t->ln2_32.rest;
    double p = t->inverse_factorial[7];
    for (int n = 6; n >= 2; n--)
        p = p * r + t->inverse_factorial[n];
    p = r + (r * r) * p;
    const int j = (int)k & 31;
    const FixedParts *row = &t->exp[j];
    return ldexp(row->head + (row->rest + row->head * p), ((int)k - j) / 32);
}

/* Horner over -1/first!, +1/(first + 2)!, ... up to last!. */
static double factorial_series(double z, int last, int first)
{
    const Tables *t = tables();
    double p = 0.0;
    for (int n = last; n >= first; n -= 2) {
        const double term =
            (n - first) / 2 % 2 ? t->inverse_factorial[n] : -t->inverse_factorial[n];
        p = n == last ? term : p * z + term;
    }
    return p;
}

static double sine_kernel(double r, double rest)
{
    const double z = r * r;
    const double p = factorial_series(z, 17, 3);
    return r + (((r * z) * p) + rest);
}

static double cosine_kernel(double r, double rest)
{
    const double z = r * r;
    const double p = -factorial_series(z, 16, 4);
    const double g = 0.5 * z;
    const double w = 1.0 - g;
    return w + (((1.0 - w) - g) + ((z * z) * p - r * rest));
}

static double circular(double x, int quarter)
{
    const FixedParts *half_pi = &tables()->half_pi_44;
    const double inverse = 0x1.45f306dc9c883p-1; /* 2 / pi */
    const double t = x * inverse;
    const double k = trunc(signbit(t) ? t - 0.5 : t + 0.5);
    const double d = x - k * half_pi->head;
    const double w = k * half_pi->rest;
    const double r = d - w;
    const double rest = (d - r) - w;
    const int n = ((int)k + quarter) & 3;
    const double value = n % 2 ? cosine_kernel(r, rest) : sine_kernel(r, rest);
    return n >= 2 ? -value : value;
}

double oracle_sin(double x)
{
    return circular(x, 0);
}

double oracle_cos(double x)
{
    return circular(x, 1);
}

double oracle_atan2(double y, double x)
{
    const Tables *t = tables();
    const int swap = fabs(y) > fabs(x);
    const double n = swap ? fabs(x) : fabs(y), d = swap ? fabs(y) : fabs(x);
    const int i = (int)(n / d * 32.0 + 0.5);
    const double c = i / 32.0;
    const double z = i == 0 ? n / d : (n - c * d) / (d + c * n);
    const double w = z * z;
    double p = 1.0 / 9.0;
    p = p * w + -1.0 / 7.0;
    p = p * w + 1.0 / 5.0;
    p = p * w + -1.0 / 3.0;
    const double e = (z * w) * p;
    const FixedParts a = t->atan[i];
    if (!swap && x > 0.0) {
        const double angle = i == 0 ? z + e : a.head + (z + (e + a.rest));
        return copysign(angle, y);
    }
    const FixedParts base = scaled(t->half_pi, swap ? 0 : 1);
    const double rho = z + (e + a.rest);
    const int plus = swap && x < 0.0;
    const double s = plus ? base.head + a.head : base.head - a.head;
    const double f = plus ? (base.head - s) + a.head : (base.head - s) - a.head;
    const double angle = plus ? s + ((f + base.rest) + rho) : s + ((f + base.rest) - rho);
    return copysign(angle, y);
}

/* Sixteen intervals: 1 / middle and the middle's log2. */
static const struct {
    double inverse, log2;
} powf7_rows[16] = {
    { 0x1.661ec79f8f3bep+0, -0x1.efec65b963019p-2 },
    { 0x1.571ed4aaf883dp+0, -0x1.b0b6832d4fca4p-2 },
    { 0x1.49539f0f010bp+0, -0x1.7418b0a1fb77bp-2 },
    { 0x1.3c995b0b80385p+0, -0x1.39de91a6dcf7bp-2 },
    { 0x1.30d190c8864a5p+0, -0x1.01d9bf3f2b631p-2 },
    { 0x1.25e227b0b8eap+0, -0x1.97c1d1b3b7afp-3 },
    { 0x1.1bb4a4a1a343fp+0, -0x1.2f9e393af3c9fp-3 },
    { 0x1.12358f08ae5bap+0, -0x1.960cbbf788d5cp-4 },
    { 0x1.0953f419900a7p+0, -0x1.a6f9db6475fcep-5 },
    { 0x1p+0, 0x0p+0 },
    { 0x1.e608cfd9a47acp-1, 0x1.338ca9f24f53dp-4 },
    { 0x1.ca4b31f026aap-1, 0x1.476a9543891bap-3 },
    { 0x1.b2036576afce6p-1, 0x1.e840b4ac4e4d2p-3 },
    { 0x1.9c2d163a1aa2dp-1, 0x1.40645f0c6651cp-2 },
    { 0x1.886e6037841edp-1, 0x1.88e9c2c1b9ff8p-2 },
    { 0x1.767dcf5534862p-1, 0x1.ce0a44eb17bccp-2 },
};

/* log2 c of a normal float. */
static double powf7_log2(float c)
{
    uint32_t u;
    memcpy(&u, &c, sizeof(u));
    const int32_t offset = (int32_t)(u - 0x3f330000u);
    const int i = offset >> 19 & 15, k = offset >> 23;
    const uint32_t reduced = u - ((uint32_t)k << 23);
    float z;
    memcpy(&z, &reduced, sizeof(z));
    const double a0 = 0x1.27616c9496e0bp-2, a1 = -0x1.71969a075c67ap-2, a2 = 0x1.ec70a6ca7baddp-2,
                 a3 = -0x1.7154748bef6c8p-1, a4 = 0x1.71547652ab82bp0;
    const double r = (double)z * powf7_rows[i].inverse - 1.0;
    const double y0 = powf7_rows[i].log2 + k;
    const double r2 = r * r;
    double y = a0 * r + a1;
    const double p = a2 * r + a3;
    const double r4 = r2 * r2;
    double q = a4 * r + y0;
    q = p * r2 + q;
    y = y * r4 + q;
    return y;
}

double oracle_powf7(float c)
{
    if (c == 0.0f)
        return 0.0;
    const double l = 7.0 * powf7_log2(c);
    const double shift = 0x1.8p+47;
    const double shifted = l + shift;
    const int32_t n = (int32_t)(uint32_t)bits_of(shifted);
    const double s = l - (shifted - shift);
    const double c0 = 0x1.c6af84b912394p-5, c1 = 0x1.ebfce50fac4f3p-3, c2 = 0x1.62e42ff0c52d6p-1;
    const double z = c0 * s + c1;
    const double s2 = s * s;
    double v = c2 * s + 1.0;
    v = z * s2 + v;
    const int j = n & 31;
    return v * ldexp(tables()->exp[j].head, (n - j) / 32);
}
