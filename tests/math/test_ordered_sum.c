/* Sums in chunks against the serial loop, over random data and data made to round, tie, cross
 * powers of two and change sign. */
#include "check.h"

#include "kernel/math/order_free_sum.h"
#include "kernel/math/ordered_sum.h"

#define ADDENDS_MOST 20000

static uint64_t state = 1;
static long long chunks_seen, chunks_replayed;

static u64 serial(const float *x, int n, int precision)
{
    volatile double wide = 0;
    volatile float narrow = 0;
    for (int i = 0; i < n; i++) {
        wide = wide + (double)x[i];
        narrow = narrow + x[i];
    }
    return pattern64(precision == 53 ? wide : (double)narrow);
}

/* The run of x[0] .. x[n - 1], joined as a random tree. */
static SumRun run_of(const float *x, int n, SumBinade b, int precision)
{
    if (n == 0)
        return sum_run_empty();
    if (n == 1)
        return sum_run(x[0], b, precision);
    int left = 1 + (int)(random_bits(&state) % (unsigned)(n - 1));
    return sum_join(run_of(x, left, b, precision), run_of(x + left, n - left, b, precision));
}

static SumRun run_in_order(const float *x, int n, SumBinade b, int precision)
{
    SumRun r = sum_run_empty();
    for (int i = 0; i < n; i++)
        r = sum_join(r, sum_run(x[i], b, precision));
    return r;
}

/* Beyond 2^53 no range test passes and totals are clamped, in each tree at another place. */
static int same_half(i64 a, i64 a_low, i64 a_high, i64 b, i64 b_low, i64 b_high)
{
    const i64 most = (i64)1 << 53;
    int a_fails = a_high >= most || a_low <= -most;
    int b_fails = b_high >= most || b_low <= -most;
    return a_fails || b_fails ? a_fails == b_fails : a == b && a_low == b_low && a_high == b_high;
}

/* wild: guesses that have nothing to do with the data, which must not matter. */
static u64 in_chunks(const float *x, int n, int chunk, int precision, int scale, int wild)
{
    u64 acc = 0;
    u64 before = 0; /* may wrap: the guess is then wrong, no more */
    for (int start = 0; start < n; start += chunk) {
        int count = n - start < chunk ? n - start : chunk;
        SumBinade guess = sum_guess((i64)before, scale);
        if (wild)
            guess.exponent += (int)(random_bits(&state) % 5) - 2;
        SumRun run = run_in_order(x + start, count, guess, precision);
        if (random_bits(&state) % 8 == 0) {
            SumRun tree = run_of(x + start, count, guess, precision);
            check(same_half(run.even, run.even_low, run.even_high, tree.even, tree.even_low,
                            tree.even_high) &&
                      same_half(run.odd, run.odd_low, run.odd_high, tree.odd, tree.odd_low,
                                tree.odd_high) &&
                      run.falls == tree.falls,
                  "join tree differs, precision %d", precision);
        }
        chunks_seen++;
        if (sum_accepts(acc, guess, run, precision)) {
            acc = sum_advance(acc, run, precision);
        } else {
            chunks_replayed++;
            for (int i = 0; i < count; i++)
                acc = sum_step(acc, x[start + i], precision);
        }
        for (int i = 0; i < count; i++)
            before += (u64)sum_fixed(x[start + i], scale);
    }
    return acc;
}

/* ---- Data ---- */

static float random_float(void)
{
    return (float)random_between(&state, 0, 1);
}

/* Kinds 0 to 9 do not look at the sum so far; the others aim at its roundings while it is small. */
#define KINDS 14

static float addend(int kind, double acc, int precision)
{
    u64 r = random_bits(&state);
    int exponent = 0;
    frexp(acc, &exponent);
    double unit = ldexp(1, exponent - precision);
    double most = ldexp(1, exponent);
    if (exponent > 60)
        kind %= 10;
    switch (kind) {
    case 0:
        return random_float() * 100;
    case 1:
        return (float)random_octaves(&state, -30, 30);
    case 2:
        return 0.1f;
    case 3:
        return (float)(r & 15) * 0.25f;
    case 4:
        return r % 50 ? 0 : random_float();
    case 5:
        return (float)random_octaves(&state, -20, 0);
    case 6:
        return 0x1p-24f;
    case 7:
        return r % 1000 ? random_float() * 0x1p-20f : 4096;
    case 8:
        return (float)(r & 0xffff) * 0x1p-149f;
    case 9:
        return (float)(r & 0xffffff) * 0x1p-31f;
    case 10:
        return (float)((double)(r % 16) * unit / 2);
    case 11: /* a tie, or one beside a tie */
        return (float)(((double)(r % 4) + 0.5) * unit * (1 + ((int)(r >> 8 & 3) - 1) * 0x1p-20));
    case 12: /* to the next power of two, or half a unit short of it */
        return (float)(most - acc - (double)(r & 1) * unit / 2);
    default:
        return (float)(unit * 0x1p-3 * (double)(r & 7));
    }
}

static void fill(float *x, int n, int precision)
{
    u64 r = random_bits(&state);
    int signs = r % 3 == 0;
    int mixed = r >> 8 & 1;
    int kind = (int)(r >> 16 & 0xff) % KINDS;
    double acc = 0;
    for (int i = 0; i < n; i++) {
        u64 s = random_bits(&state);
        if (mixed && s % 100 == 0)
            kind = (int)(s >> 16 & 0xff) % KINDS;
        x[i] = addend(kind, acc, precision);
        if (signs && s >> 63)
            x[i] = -x[i];
        acc = precision == 53 ? acc + (double)x[i] : (double)((float)acc + x[i]);
    }
}

/* ---- Checks ---- */

static void check_free(const float *x, int n, int precision, u64 expected)
{
    FreeSum left = free_sum_empty();
    FreeSum right = free_sum_empty();
    for (int i = 0; i < n; i++) {
        if (pattern32(x[i]) >> 31)
            return;
        left = free_sum_join(left, free_sum_of(x[i]));
        right = free_sum_join(free_sum_of(x[n - 1 - i]), right);
    }
    check(left.total == right.total && left.unit == right.unit, "order matters");
    if (free_sum_holds(left, precision))
        check(free_sum_bits(left) == expected, "order-free sum, precision %d", precision);
}

static void check_random(long long sums)
{
    static float x[ADDENDS_MOST];
    for (long long i = 0; i < sums; i++) {
        u64 r = random_bits(&state);
        int n = 1 + (int)(r % (r >> 20 & 15 ? 1500 : ADDENDS_MOST));
        int precision = r >> 32 & 1 ? 53 : 24;
        int chunk = 8 << (r >> 40 & 7);
        fill(x, n, precision);
        u64 expected = serial(x, n, precision);
        int scale = r >> 56 & 3 ? 31 : 149; /* 149: sums of subnormals, too, have a guess */
        u64 result = in_chunks(x, n, chunk, precision, scale, (r >> 48 & 7) == 0);
        check(result == expected, "sum %lld, precision %d: %a, serially %a", i, precision,
              double_of(result), double_of(expected));
        check_free(x, n, precision, expected);
    }
}

static float golden_addend(int set, int i)
{
    int k = (int)(i * 7919LL % 65537);
    if (set == 0)
        return (float)(k * 0x1p-46 + (i == 0 ? 3000 : 0));
    if (set == 1)
        return (float)((double)k * k * 0x1p-30);
    return (float)((i & 1 ? -1 : 1) * (float)(k * 0x1p-12) + (i == 0 ? 1000 : 0));
}

static void check_golden(void)
{
    static const double golden[3][2] = {
        { 0x1.7700001387916p+11, 0x1.77p+11 },
        { 0x1.a09ecc15945p+14, 0x1.a09ecap+14 },
        { 0x1.00b328p+10, 0x1.00b328p+10 },
    };
    static float x[ADDENDS_MOST];
    for (int set = 0; set < 3; set++) {
        for (int i = 0; i < ADDENDS_MOST; i++)
            x[i] = golden_addend(set, i);
        for (int chunk = 1; chunk <= 1024; chunk *= 4) {
            check(in_chunks(x, ADDENDS_MOST, chunk, 53, 31, 0) == pattern64(golden[set][0]),
                  "golden set %d, precision 53", set);
            check(in_chunks(x, ADDENDS_MOST, chunk, 24, 31, 0) == pattern64(golden[set][1]),
                  "golden set %d, precision 24", set);
        }
    }
}

/* Data like a metric's: about one replay a power of two, not one a chunk. */
static void check_replays(void)
{
    static float x[ADDENDS_MOST];
    for (int i = 0; i < ADDENDS_MOST; i++)
        x[i] = random_float() * 3;
    chunks_seen = chunks_replayed = 0;
    check(in_chunks(x, ADDENDS_MOST, 32, 53, 31, 0) == serial(x, ADDENDS_MOST, 53), "uniform data");
    check(chunks_replayed <= 15, "%lld of %lld chunks replayed", chunks_replayed, chunks_seen);
}

int main(int argc, char **argv)
{
    check_golden();
    check_replays();
    check_random(check_operands(argc, argv, 10000));
    return check_result();
}
