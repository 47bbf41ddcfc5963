/* serial_sum.h: sums of doubles in runs against the plain loop, bit for bit. */
#include "check.h"

#include "kernel/math/serial_sum.h"

enum { MOST = 4096 };

static long long accepted, replayed;

typedef enum Kind { NEAR_ONE, ANY_SIGN, OCTAVES, TIES, FEW_BITS, KINDS } Kind;

static double draw(uint64_t *state, Kind kind, double acc)
{
    switch (kind) {
    case NEAR_ONE:
        return 1 - random_octaves(state, -30, -1);
    case ANY_SIGN:
        return random_between(state, -0.3, 1);
    case OCTAVES:
        return random_octaves(state, -40, 8) * (random_bits(state) & 7 ? 1 : -1);
    case TIES: { /* odd multiples of half a unit of the accumulator */
        int exponent;
        frexp(acc, &exponent);
        return ldexp((double)(random_bits(state) % 4096 * 2 + 1), exponent - 54);
    }
    default:
        return (double)(random_bits(state) % 16) * 0.125;
    }
}

/* Terms of one sum, and the plain loop over them. */
static double make_terms(uint64_t *state, double *term, int n)
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

static double sum_run(const double *term, int n, uint64_t guess, int odd)
{
    double acc = serial_start(guess, odd);
    for (int i = 0; i < n; i++)
        acc = acc + term[i];
    return acc - serial_start(guess, odd);
}

static double sum_in_runs(const double *term, int n, int length)
{
    double acc = 0, approximate = 0;
    for (int first = 0; first < n; first += length) {
        int count = n - first < length ? n - first : length;
        double magnitude = 0, total = 0;
        for (int i = count - 1; i >= 0; i--) { /* in another order */
            magnitude = magnitude + fabs(term[first + i]);
            total = total + term[first + i];
        }
        uint64_t guess = pattern64(approximate);
        if (serial_accepts(acc, guess, magnitude, count)) {
            acc = acc + sum_run(term + first, count, guess, (int)(pattern64(acc) & 1));
            accepted++;
        } else {
            for (int i = 0; i < count; i++)
                acc = acc + term[first + i];
            replayed++;
        }
        approximate = approximate + total;
    }
    return acc;
}

int main(int argc, char **argv)
{
    static double term[MOST];
    uint64_t state = 7;
    long long sums = check_operands(argc, argv, 3000);
    for (long long i = 0; i < sums; i++) {
        int n = 1 + (int)(random_bits(&state) % MOST);
        int length = 1 + (int)(random_bits(&state) % 64);
        double expected = make_terms(&state, term, n);
        double actual = sum_in_runs(term, n, length);
        check(pattern64(actual) == pattern64(expected), "sum %lld of %d in runs of %d: %a, not %a",
              i, n, length, actual, expected);
    }
    printf("%lld runs accepted, %lld replayed\n", accepted, replayed);
    check(accepted > replayed, "most runs are replayed");
    return check_result();
}
