/*
 * adm's arithmetic of one sample against the definition (docs/spec/adm.md) in 64-bit integers, over
 * all small operands, random ones of every size, and those at the ends of the ranges.
 */
#include "kernel/adm/adm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { OPERANDS = 2000000 };

#define MOST0 22930      /* of a coefficient at level 0 */
#define MOST1 2103000000 /* and at the others */

static u64 state = 1;

static u64 next(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state ^ state >> 29;
}

/* Any size is as likely as another; both signs; often the largest. */
static i32 coefficient(i32 most)
{
    u64 r = next();
    i64 v = (i64)(r >> 33) >> (r & 31);
    v = (r >> 5 & 31) == 0 ? most - (i64)(r >> 10 & 3) : v % (most + 1);
    return (i32)(r >> 32 & 1 ? -v : v);
}

static i64 floor_shift(i64 a, int n)
{
    i64 divisor = (i64)1 << n, q = a / divisor;
    return a % divisor < 0 ? q - 1 : q;
}

static i64 restored(i64 o, i64 t)
{
    i64 sign = o < 0 ? -1 : 1, m = sign * o, one = (i64)1 << 30, k = 32768;
    if (m > 0 && m < 32768) {
        k = floor_shift(sign * (one / m) * t + 16384, 15);
    } else if (m > 0) {
        int e = 1;
        while (m >> (15 + e))
            e++;
        i64 rounded = (m + ((i64)1 << (e - 1))) >> e;
        k = floor_shift(sign * (one / rounded) * t + ((i64)1 << (14 + e)), 15 + e);
    }
    k = k < 0 ? 0 : k > 32768 ? 32768 : k;
    return floor_shift(k * o + 16384, 15);
}

static void check_restored(i32 o, i32 t, int is_short)
{
    i32 negative = o < 0, m = negative ? -o : o, same = negative ? -t : t;
    i32 expected = (i32)restored(o, t);
    i32 got = adm_restored1(m, same, negative);
    if ((negative ? -got : got) != expected)
        fail_msg("restored1(%d, %d): %d, not %d", o, t, got, expected);
    got = adm_restored0(m, same, negative);
    if (is_short && (negative ? -got : got) != expected)
        fail_msg("restored0(%d, %d): %d, not %d", o, t, got, expected);
    got = adm_restored_small(m, same, negative);
    if (is_short && m < 1 << 14 && (negative ? -got : got) != expected)
        fail_msg("restored_small(%d, %d): %d, not %d", o, t, got, expected);
}

static void test_restored(void **unused)
{
    (void)unused;
    for (i32 o = -700; o <= 700; o++)
        for (i32 t = -720; t <= 720; t++)
            check_restored(o, t, 1);
    for (int i = 0; i < OPERANDS; i++) {
        i32 o = coefficient(MOST0), near = o + (i32)(next() % 9) - 4;
        check_restored(o, i % 2 ? coefficient(MOST0) : near, 1);
        o = coefficient(MOST1);
        near = (i32)(o * (1.0 + (double)((i32)(next() % 2001) - 1000) * 0x1p-22));
        check_restored(o, i % 2 ? coefficient(MOST1) : near, 0);
    }
}

static void test_weighted(void **unused)
{
    (void)unused;
    for (int i = 0; i < OPERANDS; i++) {
        u32 weight = (u32)(next() % 251776000) + 1;
        i32 v = coefficient(MOST1);
        i64 g = floor_shift((i64)weight * v + (1 << 27), 28);
        i32 part = adm_part1(v, weight);
        assert_int_equal(part, g < 0 ? -g : g);
        assert_int_equal(adm_neighbour1(part, 0, 0),
                         floor_shift((i64)143165577 * part - ((i64)1 << 31), 32));
        assert_int_equal(adm_centre1(part, 0, 0),
                         floor_shift((i64)286331153 * part - ((i64)1 << 31), 32));
    }
}

static i64 filtered(const i64 taps[4], const i32 v[4], i64 offset, int shift)
{
    i64 sum = offset;
    for (int k = 0; k < 4; k++)
        sum += taps[k] * v[k];
    return floor_shift(sum, shift);
}

static void test_filters(void **unused)
{
    static const i64 low[4] = { 15826, 27411, 7345, -4240 },
                     high[4] = { -4240, -7345, 27411, -15826 };
    (void)unused;
    for (int i = 0; i < OPERANDS; i++) {
        i32 v[4], most = i % 2 ? 1257000000 : 1759000000, shift = i % 2 ? 15 : 16;
        for (int k = 0; k < 4; k++)
            v[k] = coefficient(most);
        assert_int_equal(adm_wide_low(v[0], v[1], v[2], v[3], shift),
                         filtered(low, v, (i64)1 << (shift - 1), shift));
        assert_int_equal(adm_wide_high(v[0], v[1], v[2], v[3], shift),
                         filtered(high, v, (i64)1 << (shift - 1), shift));
        int depth = 8 + 2 * (i % 5);
        i64 half = (i64)1 << (depth - 1);
        for (int k = 0; k < 4; k++)
            v[k] =
                (i32)(next() % 4 ? next() % (u64)(2 * half) : (next() & 1) * (u64)(2 * half - 1));
        assert_int_equal(adm_u16_low(v[0], v[1], v[2], v[3], depth),
                         filtered(low, v, half - 46342 * half, depth));
        assert_int_equal(adm_u16_high(v[0], v[1], v[2], v[3], depth),
                         filtered(high, v, half, depth));
        if (depth == 8) {
            assert_int_equal(adm_u8_low(v[0], v[1], v[2], v[3], 8),
                             filtered(low, v, half - 46342 * half, 8));
            assert_int_equal(adm_u8_high(v[0], v[1], v[2], v[3], 8), filtered(high, v, half, 8));
        }
    }
}

/* Turned by about a degree, where floats are least sure. */
static void check_angle(i32 oh, i32 ov, i32 th, i32 tv, long *undecided)
{
    AdmAngle angle = adm_angle1(oh, ov, th, tv);
    i32 is_small = adm_angle1_is_small(oh, ov, th, tv);
    *undecided += angle.undecided;
    if (!angle.undecided && angle.near != is_small)
        fail_msg("angle1(%d, %d, %d, %d): %d", oh, ov, th, tv, angle.near);
    if (adm_max(adm_max(oh, ov), adm_max(th, tv)) > MOST0 ||
        adm_min(adm_min(oh, ov), adm_min(th, tv)) < -MOST0)
        return;
    angle = adm_angle0(oh, ov, th, tv);
    if (!angle.undecided && angle.near != is_small)
        fail_msg("angle0(%d, %d, %d, %d): %d", oh, ov, th, tv, angle.near);
}

static void test_angles(void **unused)
{
    (void)unused;
    const double sine = 0x1.1df0b2b89dd1ep-6, cosine = 0x1.ffec097f5af8ap-1;
    long undecided = 0;
    for (int i = 0; i < OPERANDS; i++) {
        i32 most = i % 3 ? MOST1 / 2 : MOST0 / 2;
        i32 oh = coefficient(most), ov = coefficient(most);
        check_angle(oh, ov, coefficient(most), coefficient(most), &undecided);
        double length = 1.0 + (double)(next() % 1000) * 1e-3;
        i32 th = (i32)((cosine * oh - sine * ov) * length),
            tv = (i32)((sine * oh + cosine * ov) * length);
        check_angle(oh, ov, th, tv, &undecided);
    }
    check_angle(0, 0, 0, 0, &undecided);
    check_angle(0, 0, 5, -7, &undecided);
    check_angle(5, -7, 0, 0, &undecided);
    assert_true(undecided > 0);
    assert_true(adm_angle0(0, 0, 5, -7).near);
    assert_false(adm_angle0(0, 0, 5, -7).undecided);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_restored),
                                        cmocka_unit_test(test_weighted),
                                        cmocka_unit_test(test_filters),
                                        cmocka_unit_test(test_angles) };
    return cmocka_run_group_tests_name("adm-samples", tests, NULL, NULL);
}
