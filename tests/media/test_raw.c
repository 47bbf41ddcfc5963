/* Headerless files and streams: geometry, pipes, standard input. */
#include "files.h"

#include <unistd.h>

static EvqRawFormat geometry(const EvqFormat *format)
{
    return (EvqRawFormat){ format->width, format->height, format->depth, format->chroma };
}

static void every_depth_and_chroma(void **state)
{
    (void)state;
    for (int depth = 8; depth <= 16; depth++)
        for (int chroma = EVQ_CHROMA_400; chroma <= EVQ_CHROMA_444; chroma++)
            for (int width = 7; width < 1000; width += 900) {
                EvqFormat format = format_of(width, 151, depth, (EvqChroma)chroma);
                EvqRawFormat raw = geometry(&format);
                Bytes bytes = { 0 };
                for (int i = 0; i < 2; i++)
                    put_picture(&bytes, &format, i);
                size_t size = bytes.size;
                EvqReader *reader = open_reader(write_file("a.yuv", &bytes), &raw);
                assert_int_equal(evq_reader_info(reader)->frame_count, 2);
                assert_int_equal(evq_reader_info(reader)->file_bytes, size);
                assert_string_equal(evq_reader_info(reader)->container, "raw");
                assert_next(reader, &format, 0);
                assert_next(reader, &format, 1);
                assert_end(reader);
                evq_reader_close(&reader);
            }
}

static void truncated(void **state)
{
    (void)state;
    EvqFormat format = format_of(8, 6, 8, EVQ_CHROMA_420);
    EvqRawFormat raw = geometry(&format);
    Bytes bytes = { 0 };
    put_picture(&bytes, &format, 0);
    put_text(&bytes, "12345");
    EvqReader *reader = open_reader(write_file("a.yuv", &bytes), &raw);
    assert_next(reader, &format, 0);
    assert_failure(reader, "frame 1", "5 of its 72 bytes");
    evq_reader_close(&reader);
}

static void sample_above_the_maximum(void **state)
{
    (void)state;
    EvqRawFormat raw = { 2, 2, 12, EVQ_CHROMA_400 };
    static const uint8_t samples[] = { 0xff, 0x0f, 0, 0, 0, 0x10, 1, 0 };
    Bytes bytes = { 0 };
    put(&bytes, samples, sizeof samples);
    EvqReader *reader = open_reader(write_file("a.yuv", &bytes), &raw);
    assert_failure(reader, "frame 0: sample 4096", "row 1, column 0");
    evq_reader_close(&reader);
}

static void refused(void **state)
{
    (void)state;
    EvqFormat format = format_of(8, 6, 8, EVQ_CHROMA_420);
    static const EvqRawFormat wrong[] = {
        { 0, 6, 8, EVQ_CHROMA_420 },
        { -8, 6, 8, EVQ_CHROMA_420 },
        { 8, EVQ_MAX_SIDE + 1, 8, EVQ_CHROMA_420 },
        { 8, 6, 7, EVQ_CHROMA_420 },
        { 8, 6, 17, EVQ_CHROMA_420 },
        { 8, 6, 8, (EvqChroma)9 },
    };
    Bytes bytes = { 0 };
    put_y4m(&bytes, "C420", &format, 1);
    const char *path = write_file("a.yuv", &bytes);
    EvqRawFormat raw = geometry(&format);
    assert_refused(path, &raw, EVQ_E_INPUT, "y4m", "-w -h -p -b");
    put_picture(&bytes, &format, 0);
    path = write_file("b.yuv", &bytes);
    for (size_t i = 0; i < COUNT(wrong); i++)
        assert_refused(path, &wrong[i], EVQ_E_USAGE, "", "");
}

static void no_pictures(void **state)
{
    (void)state;
    EvqRawFormat raw = { 8, 6, 8, EVQ_CHROMA_420 };
    Bytes bytes = { 0 };
    put_text(&bytes, "");
    EvqReader *reader = open_reader(write_file("a.yuv", &bytes), &raw);
    assert_end(reader);
    evq_reader_close(&reader);
}

static void fifos(void **state)
{
    (void)state;
    EvqFormat format = format_of(401, 301, 10, EVQ_CHROMA_422);
    EvqRawFormat raw = geometry(&format);
    Bytes y4m = { 0 }, yuv = { 0 };
    put_y4m(&y4m, "C422p10", &format, 5);
    for (int i = 0; i < 5; i++)
        put_picture(&yuv, &format, i);
    yuv.size -= 7;
    EvqReader *reader = open_reader(feed_fifo("a.fifo", y4m), NULL);
    assert_int_equal(evq_reader_info(reader)->file_bytes, -1);
    for (int i = 0; i < 5; i++)
        assert_next(reader, &format, i);
    assert_end(reader);
    evq_reader_close(&reader);

    reader = open_reader(feed_fifo("b.fifo", yuv), &raw);
    assert_int_equal(evq_reader_info(reader)->frame_count, -1);
    for (int i = 0; i < 4; i++)
        assert_next(reader, &format, i);
    assert_failure(reader, "frame 4", "cut off");
    evq_reader_close(&reader);
}

static void standard_input(void **state)
{
    (void)state;
    EvqFormat format = format_of(65, 47, 8, EVQ_CHROMA_444);
    Bytes bytes = { 0 };
    int ends[2], before = dup(STDIN_FILENO);
    put_y4m(&bytes, "C444", &format, 9);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    feed(ends[1], bytes);
    EvqReader *reader = open_reader("-", NULL);
    assert_string_equal(evq_reader_path(reader), "-");
    for (int i = 0; i < 9; i++)
        assert_next(reader, &format, i);
    assert_end(reader);
    evq_reader_close(&reader);
    if (before >= 0) {
        dup2(before, STDIN_FILENO);
        close(before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_depth_and_chroma),
        cmocka_unit_test(truncated),
        cmocka_unit_test(sample_above_the_maximum),
        cmocka_unit_test(refused),
        cmocka_unit_test(no_pictures),
        cmocka_unit_test(fifos),
        cmocka_unit_test(standard_input),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
