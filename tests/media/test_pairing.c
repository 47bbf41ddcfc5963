/* Pairs: skips, limits, lengths, mismatches, failures on either side, and closing early. */
#include "files.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static EvqFormat small(void)
{
    return format_of(32, 18, 8, EVQ_CHROMA_420);
}

/* Pictures number `first` and up; the last one loses `cut` bytes. */
static EvqReader *input(const char *name, int first, int count, size_t cut)
{
    EvqFormat format = small();
    Bytes bytes = { 0 };
    put_y4m(&bytes, "C420", &format, 0);
    for (int i = 0; i < count; i++) {
        put_text(&bytes, "FRAME\n");
        put_picture(&bytes, &format, first + i);
    }
    bytes.size -= cut;
    return open_reader(write_file(name, &bytes), NULL);
}

static EvqPairing *pair(EvqReader *reference, EvqReader *distorted, EvqPairingConfig config)
{
    EvqPairing *pairing;
    EvqError error = { 0 };
    if (evq_pairing_open(&pairing, &reference, &distorted, &config, &error) < 0)
        fail_msg("%s", error.message);
    assert_null(reference);
    assert_null(distorted);
    return pairing;
}

static void assert_pair(EvqPairing *pairing, int reference, int distorted)
{
    EvqFormat format = small();
    EvqFrame r, d;
    EvqError error = { 0 };
    if (evq_pairing_next(pairing, &r, &d, &error) != 1)
        fail_msg("no pair: %s", error.message);
    assert_picture(&r, &format, reference);
    assert_picture(&d, &format, distorted);
    evq_frame_release(&r);
    evq_frame_release(&d);
}

static void assert_pairs_end(EvqPairing *pairing)
{
    EvqFrame r, d;
    for (int i = 0; i < 2; i++)
        assert_int_equal(evq_pairing_next(pairing, &r, &d, NULL), 0);
    assert_null(r.plane[0]);
    assert_null(d.plane[0]);
}

static void assert_pair_fails(EvqPairing *pairing, const char *text, const char *text2)
{
    EvqFrame r, d;
    for (int i = 0; i < 2; i++) {
        EvqError error = { 0 };
        assert_int_equal(evq_pairing_next(pairing, &r, &d, &error), EVQ_E_INPUT);
        assert_has(error.message, text);
        assert_has(error.message, text2);
        assert_null(r.plane[0]);
        assert_null(d.plane[0]);
    }
}

static void assert_lengths(EvqPairing *pairing, uint64_t reference, uint64_t distorted,
                           int complete)
{
    uint64_t r, d;
    int c;
    evq_pairing_lengths(pairing, &r, &d, &c);
    assert_int_equal(r, reference);
    assert_int_equal(d, distorted);
    assert_int_equal(c, complete);
}

static void skips_limits_and_lengths(void **state)
{
    (void)state;
    static const struct {
        int reference, distorted, skip_reference, skip_distorted, frame_count;
        int pairs, reference_length, distorted_length, complete;
    } cases[] = {
        { 5, 5, 0, 0, 0, 5, 5, 5, 1 },     { 9, 3, 0, 0, 0, 3, 9, 3, 1 },
        { 3, 9, 0, 0, 0, 3, 3, 9, 1 },     { 9, 9, 2, 4, 0, 5, 9, 9, 1 },
        { 9, 9, 0, 0, 4, 4, 4, 4, 0 },     { 9, 9, 1, 2, 4, 4, 5, 6, 0 },
        { 9, 40, 0, 0, 10, 9, 9, 40, 1 },  { 9, 9, 0, 0, 9, 9, 9, 9, 0 },
        { 9, 5, 20, 0, 0, 0, 9, 5, 1 },    { 0, 5, 0, 0, 0, 0, 0, 5, 1 },
        { 5, 0, 0, 0, 7, 0, 5, 0, 1 },     { 0, 0, 0, 0, 0, 0, 0, 0, 1 },
        { 40, 3, 0, 1, 100, 2, 40, 3, 1 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        EvqPairing *pairing = pair(input("r.y4m", 0, cases[i].reference, 0),
                                   input("d.y4m", 100, cases[i].distorted, 0),
                                   (EvqPairingConfig){ (uint64_t)cases[i].skip_reference,
                                                       (uint64_t)cases[i].skip_distorted,
                                                       (uint64_t)cases[i].frame_count });
        for (int k = 0; k < cases[i].pairs; k++)
            assert_pair(pairing, cases[i].skip_reference + k, 100 + cases[i].skip_distorted + k);
        assert_pairs_end(pairing);
        assert_lengths(pairing, (uint64_t)cases[i].reference_length,
                       (uint64_t)cases[i].distorted_length, cases[i].complete);
        evq_pairing_close(&pairing);
        assert_null(pairing);
    }
}

static void failures_come_after_the_pairs(void **state)
{
    (void)state;
    EvqPairingConfig all = { 0 };
    EvqPairing *pairing = pair(input("r.y4m", 0, 9, 0), input("d.y4m", 50, 4, 1), all);
    for (int i = 0; i < 3; i++)
        assert_pair(pairing, i, 50 + i);
    assert_pair_fails(pairing, "d.y4m", "frame 3");
    assert_lengths(pairing, 3, 3, 0);
    evq_pairing_close(&pairing);

    pairing = pair(input("r.y4m", 0, 4, 1), input("d.y4m", 50, 9, 0), all);
    for (int i = 0; i < 3; i++)
        assert_pair(pairing, i, 50 + i);
    assert_pair_fails(pairing, "r.y4m", "frame 3");
    evq_pairing_close(&pairing);

    pairing = pair(input("r.y4m", 0, 2, 1), input("d.y4m", 50, 9, 0),
                   (EvqPairingConfig){ .skip_reference = 5 });
    assert_pair_fails(pairing, "r.y4m", "frame 1");
    assert_lengths(pairing, 1, 0, 0);
    evq_pairing_close(&pairing);
}

/* Damage behind the common pictures, or behind frame_count, is no failure. */
static void damage_behind_the_end(void **state)
{
    (void)state;
    EvqPairing *pairing =
        pair(input("r.y4m", 0, 3, 0), input("d.y4m", 50, 9, 1), (EvqPairingConfig){ 0 });
    for (int i = 0; i < 3; i++)
        assert_pair(pairing, i, 50 + i);
    assert_pairs_end(pairing);
    assert_lengths(pairing, 3, 8, 1);
    evq_pairing_close(&pairing);

    /* At the same index an end wins, however the threads run. */
    for (int run = 0; run < 20; run++) {
        pairing = pair(input("r.y4m", 0, 3, 0), input("d.y4m", 50, 4, 1), (EvqPairingConfig){ 0 });
        for (int i = 0; i < 3; i++)
            assert_pair(pairing, i, 50 + i);
        assert_pairs_end(pairing);
        assert_lengths(pairing, 3, 3, 1);
        evq_pairing_close(&pairing);
    }

    pairing = pair(input("r.y4m", 0, 4, 1), input("d.y4m", 50, 4, 1),
                   (EvqPairingConfig){ .frame_count = 3 });
    for (int i = 0; i < 3; i++)
        assert_pair(pairing, i, 50 + i);
    assert_pairs_end(pairing);
    assert_lengths(pairing, 3, 3, 0);
    evq_pairing_close(&pairing);
}

static void mismatches(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        const char *tag, *is, *fields;
    } other[] = {
        { 34, 18, "C420", "d.y4m is 34x18 yuv420p", "(width)" },
        { 32, 20, "C420", "d.y4m is 32x20 yuv420p", "(height)" },
        { 32, 18, "C420p10", "d.y4m is 32x18 yuv420p10", "(depth)" },
        { 32, 18, "Cmono", "d.y4m is 32x18 gray", "(chroma format)" },
        { 31, 17, "C444p16", "d.y4m is 31x17 yuv444p16", "(width, height, chroma format, depth)" },
    };
    for (size_t i = 0; i < COUNT(other); i++) {
        Bytes bytes = { 0 };
        put_text(&bytes, "YUV4MPEG2 W%d H%d %s\n", other[i].width, other[i].height, other[i].tag);
        EvqReader *r = input("r.y4m", 0, 1, 0);
        EvqReader *d = open_reader(write_file("d.y4m", &bytes), NULL);
        EvqPairing *pairing;
        EvqError error = { 0 };
        assert_int_equal(evq_pairing_open(&pairing, &r, &d, NULL, &error), EVQ_E_INPUT);
        assert_null(pairing);
        assert_null(r);
        assert_null(d);
        assert_has(error.message, "inputs differ");
        assert_has(error.message, "r.y4m is 32x18 yuv420p,");
        assert_has(error.message, other[i].is);
        assert_has(error.message, other[i].fields);
    }
}

static void one_standard_input(void **state)
{
    (void)state;
    int ends[2], before = dup(STDIN_FILENO);
    assert_int_equal(pipe(ends), 0);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    EvqRawFormat raw = { 8, 8, 8, EVQ_CHROMA_400 };
    EvqReader *r = open_reader("-", &raw), *d = open_reader("-", &raw);
    EvqPairing *pairing;
    EvqError error = { 0 };
    assert_int_equal(evq_pairing_open(&pairing, &r, &d, NULL, &error), EVQ_E_USAGE);
    assert_has(error.message, "standard input");
    if (before >= 0) {
        dup2(before, STDIN_FILENO);
        close(before);
    }
}

/* A producer that never goes on must not hold up the close. */
static void closing_wakes_a_stalled_pipe(void **state)
{
    (void)state;
    const char *path = path_of("stalled.fifo");
    assert_int_equal(mkfifo(path, 0600), 0);
    int producer = open(path, O_RDWR);
    static const char begin[] = "YUV4MPEG2 W32 H18\nFRAME\nabc";
    assert_int_equal(write(producer, begin, sizeof begin - 1), sizeof begin - 1);
    EvqReader *stalled = open_reader(path, NULL);
    EvqPairing *pairing = pair(stalled, input("d.y4m", 0, 9, 0), (EvqPairingConfig){ 0 });
    usleep(20000);
    alarm(20);
    evq_pairing_close(&pairing);
    alarm(0);
    assert_null(pairing);
    close(producer);
}

static void closing_early(void **state)
{
    (void)state;
    for (int pairs = 0; pairs < 4; pairs++) {
        EvqPairing *pairing =
            pair(input("r.y4m", 0, 9, 0), input("d.y4m", 50, 9, 0), (EvqPairingConfig){ 0 });
        for (int i = 0; i < pairs; i++)
            assert_pair(pairing, i, 50 + i);
        assert_has(evq_reader_path(evq_pairing_reference(pairing)), "r.y4m");
        assert_has(evq_reader_path(evq_pairing_distorted(pairing)), "d.y4m");
        evq_pairing_close(&pairing);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skips_limits_and_lengths),
        cmocka_unit_test(failures_come_after_the_pairs),
        cmocka_unit_test(damage_behind_the_end),
        cmocka_unit_test(mismatches),
        cmocka_unit_test(one_standard_input),
        cmocka_unit_test(closing_wakes_a_stalled_pipe),
        cmocka_unit_test(closing_early),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
