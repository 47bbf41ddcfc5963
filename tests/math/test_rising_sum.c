/* rising_sum.h: sums of floats in joined runs against the plain loop, bit for bit. */
#include "check.h"

#include "kernel/math/rising_sum.h"

enum { MOST = 4096, SCALE = 24 };

static long long accepted, replayed, exact, rounded;

typedef enum Kind { NEAR_ONE, OCTAVES, TIES, FEW_BITS, ZEROS, LARGE, KINDS } Kind;

static float draw(uint64_t *state, Kind kind, double acc)
{
    switch (kind) {
    case NEAR_ONE:
        return (float)(1 - random_octaves(state, -20, -1));
    case OCTAVES:
        return (float)random_octaves(state, -60, 8);
    case TIES: { /* odd multiples of half a unit of the accumulator */
        int exponent;
        frexp(acc, &exponent);
        return (float)ldexp((double)(random_bits(state) % 4096 * 2 + 1), exponent - 54);
    }
    case FEW_BITS:
        return (float)(random_bits(state) % 16) * 0.125f;
    case LARGE:
        return (float)random_octaves(state, 8, 30);
    default:
        return 0;
    }
}

/* Terms of one sum, and the plain loop over them. */
static double make_terms(uint64_t *state, float *term, int n)
{
    double acc = 0;
    Kind kind = (Kind)(random_bits(state) % KINDS);
    int mixed = random_bits(state) % 4 == 0;
    for (int i = 0; i < n; i++) {
        if (mixed && random_bits(state) % 64 == 0)
            kind = (Kind)(random_bits(state) % KINDS);
        term[i] = draw(state, kind, acc);
        acc = acc + term[i];
    }
    return acc;
}

static RisingRun run_of(const float *term, int n, uint64_t binade)
{
    F64 even = f64_of_bits(binade), odd = f64_of_bits(binade | 1);
    for (int i = 0; i < n; i++) {
        even = f64_add(even, f64_of_f32(term[i]));
        odd = f64_add(odd, f64_of_f32(term[i]));
    }
    return rising_run(binade, even, odd);
}

/* The run of n terms, joined from two halves that are each joined or plain. */
static RisingRun joined(const float *term, int n, uint64_t binade, int depth)
{
    if (depth == 0 || n < 2)
        return run_of(term, n, binade);
    int half = n / 2;
    return rising_join(joined(term, half, binade, depth - 1),
                       joined(term + half, n - half, binade, depth - 1));
}

/* A guess is what precedes, cut to multiples of 2^-SCALE, or now and then something else. */
static uint64_t sum_in_runs(uint64_t *state, const float *term, int n, int length)
{
    uint64_t acc = 0, before = 0;
    for (int first = 0; first < n; first += length) {
        int count = n - first < length ? n - first : length;
        uint64_t wild = random_bits(state) >> random_bits(state) % 64;
        uint64_t guess = random_bits(state) % 16 ? before : wild;
        uint64_t binade = rising_binade(guess, SCALE);
        RisingRun run = joined(term + first, count, binade, (int)(random_bits(state) % 5));
        int accepts = rising_accepts(acc, binade, run);
        uint64_t after = rising_after(acc, run);
        for (int i = first; i < first + count; i++) {
            before += (uint64_t)(term[i] * (float)(1 << SCALE));
            acc = bits_of_f64(f64_add(f64_of_bits(acc), f64_of_f32(term[i])));
        }
        check(!accepts || after == acc, "a run of %d terms: %llx, not %llx", count,
              (unsigned long long)after, (unsigned long long)acc);
        accepted += accepts;
        replayed += !accepts;
    }
    return acc;
}

/* rising_exactly() from the start of a sum, or from its first term twice. */
static void check_exactly(uint64_t *state, const float *term, int n)
{
    uint64_t acc = random_bits(state) % 2 ? bits_of_f64(f64_of_f32(term[0])) : 0;
    for (int first = 0; first + RISING_EXACT <= n; first += RISING_EXACT) {
        uint64_t after = rising_exactly(acc, term + first);
        for (int i = first; i < first + RISING_EXACT; i++)
            acc = bits_of_f64(f64_add(f64_of_bits(acc), f64_of_f32(term[i])));
        check(!after || after == acc, "exactly %llx, not %llx", (unsigned long long)after,
              (unsigned long long)acc);
        exact += after != 0;
        rounded += after == 0;
    }
}

int main(int argc, char **argv)
{
    static float term[MOST];
    uint64_t state = 7;
    long long sums = check_operands(argc, argv, 1000);
    for (long long i = 0; i < sums; i++) {
        int n = 1 + (int)(random_bits(&state) % MOST);
        int length = 1 + (int)(random_bits(&state) % 64);
        double expected = make_terms(&state, term, n);
        check_exactly(&state, term, n);
        check(sum_in_runs(&state, term, n, length) == pattern64(expected), "sum %lld", i);
    }
    printf("%lld runs accepted, %lld replayed\n", accepted, replayed);
    check(accepted > replayed, "most runs are replayed");
    printf("%lld runs need no rounding, %lld may\n", exact, rounded);
    check(exact && rounded, "runs need rounding always or never");
    return check_result();
}
