/* y4m: every tag, odd sizes, long lines, and every way in which a file can be wrong. */
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *tag;
    EvqChroma chroma;
    int depth, location;
} tags[] = {
    { "C420", EVQ_CHROMA_420, 8, 0 },      { "C420jpeg", EVQ_CHROMA_420, 8, 2 },
    { "C420mpeg2", EVQ_CHROMA_420, 8, 1 }, { "C420paldv", EVQ_CHROMA_420, 8, 3 },
    { "C422", EVQ_CHROMA_422, 8, 0 },      { "C444", EVQ_CHROMA_444, 8, 0 },
    { "Cmono", EVQ_CHROMA_400, 8, 0 },     { "C420p9", EVQ_CHROMA_420, 9, 0 },
    { "C420p10", EVQ_CHROMA_420, 10, 0 },  { "C420p12", EVQ_CHROMA_420, 12, 0 },
    { "C420p14", EVQ_CHROMA_420, 14, 0 },  { "C420p16", EVQ_CHROMA_420, 16, 0 },
    { "C422p9", EVQ_CHROMA_422, 9, 0 },    { "C422p10", EVQ_CHROMA_422, 10, 0 },
    { "C422p12", EVQ_CHROMA_422, 12, 0 },  { "C422p14", EVQ_CHROMA_422, 14, 0 },
    { "C422p16", EVQ_CHROMA_422, 16, 0 },  { "C444p9", EVQ_CHROMA_444, 9, 0 },
    { "C444p10", EVQ_CHROMA_444, 10, 0 },  { "C444p12", EVQ_CHROMA_444, 12, 0 },
    { "C444p14", EVQ_CHROMA_444, 14, 0 },  { "C444p16", EVQ_CHROMA_444, 16, 0 },
    { "Cmono9", EVQ_CHROMA_400, 9, 0 },    { "Cmono10", EVQ_CHROMA_400, 10, 0 },
    { "Cmono12", EVQ_CHROMA_400, 12, 0 },  { "Cmono16", EVQ_CHROMA_400, 16, 0 },
    { "A1:1", EVQ_CHROMA_420, 8, 0 },
};

static void tags_and_sizes(void **state)
{
    /* The large size takes the way through mappings, the others that through copies. */
    static const int size[][2] = { { 16, 8 }, { 17, 9 }, { 1, 1 }, { 2, 3 }, { 451, 301 } };
    (void)state;
    for (size_t t = 0; t < COUNT(tags); t++)
        for (size_t s = 0; s < COUNT(size); s++) {
            EvqFormat format = format_of(size[s][0], size[s][1], tags[t].depth, tags[t].chroma);
            Bytes bytes = { 0 };
            put_y4m(&bytes, tags[t].tag, &format, 2);
            EvqReader *reader = open_reader(write_file("a.y4m", &bytes), NULL);
            const EvqStreamInfo *info = evq_reader_info(reader);
            assert_int_equal(info->format.colour.chroma_location, tags[t].location);
            assert_string_equal(info->container, "y4m");
            assert_string_equal(info->codec, "rawvideo");
            assert_next(reader, &format, 0);
            assert_next(reader, &format, 1);
            assert_end(reader);
            assert_null(evq_reader_warning(reader, 0));
            evq_reader_close(&reader);
            assert_null(reader);
        }
}

/* Both parities of the header's length: 16-bit samples at odd addresses must be copied. */
static void deep_samples_are_aligned(void **state)
{
    (void)state;
    EvqFormat format = format_of(500, 400, 10, EVQ_CHROMA_420);
    for (int parity = 0; parity < 2; parity++) {
        Bytes bytes = { 0 };
        put_y4m(&bytes, parity ? "C420p10 Xa" : "C420p10 X", &format, 2);
        EvqReader *reader = open_reader(write_file("a.y4m", &bytes), NULL);
        for (int i = 0; i < 2; i++) {
            EvqFrame frame;
            assert_int_equal(evq_reader_next(reader, &frame, NULL), 1);
            for (int p = 0; p < 3; p++)
                assert_int_equal((uintptr_t)frame.plane[p] % 2, 0);
            assert_picture(&frame, &format, i);
            evq_frame_release(&frame);
        }
        evq_reader_close(&reader);
    }
}

static void pictures_outlive_the_reader(void **state)
{
    (void)state;
    static const int width[] = { 40, 600 };
    for (size_t s = 0; s < COUNT(width); s++) {
        EvqFormat format = format_of(width[s], 400, 8, EVQ_CHROMA_444);
        Bytes bytes = { 0 };
        put_y4m(&bytes, "C444", &format, 8);
        EvqReader *reader = open_reader(write_file("a.y4m", &bytes), NULL);
        EvqFrame frame[8];
        for (int i = 0; i < 8; i++)
            assert_int_equal(evq_reader_next(reader, &frame[i], NULL), 1);
        evq_reader_close(&reader);
        for (int i = 7; i >= 0; i--) {
            assert_picture(&frame[i], &format, i);
            evq_frame_release(&frame[i]);
        }
    }
}

static void lines_and_parameters(void **state)
{
    (void)state;
    EvqFormat format = format_of(6, 4, 8, EVQ_CHROMA_420);
    char *filler = malloc(60001);
    memset(filler, 'y', 60000);
    Bytes bytes = { 0 };
    put_text(&bytes, "YUV4MPEG2  H4 W6 F30000:1001 Ip A1:1 Q XCOLORRANGE=FULL X");
    put(&bytes, filler, 60000);
    put_text(&bytes, "\nFRAME Ip X");
    put_text(&bytes, "abc\n");
    put_picture(&bytes, &format, 0);
    put_text(&bytes, "FRAME X");
    put(&bytes, filler, 60000);
    put_text(&bytes, "\n");
    put_picture(&bytes, &format, 1);
    free(filler);
    EvqReader *reader = open_reader(write_file("a.y4m", &bytes), NULL);
    const EvqStreamInfo *info = evq_reader_info(reader);
    assert_int_equal(info->format.colour.range, 2);
    assert_int_equal(info->rate_num, 30000);
    assert_int_equal(info->rate_den, 1001);
    assert_string_equal(info->pixel_format, "yuv420p");
    assert_next(reader, &format, 0);
    assert_next(reader, &format, 1);
    assert_end(reader);
    evq_reader_close(&reader);
}

static void no_pictures(void **state)
{
    (void)state;
    Bytes bytes = { 0 };
    put_text(&bytes, "YUV4MPEG2 W6 H4 F0:0 I? XCOLORRANGE=LIMITED\n");
    EvqReader *reader = open_reader(write_file("a.y4m", &bytes), NULL);
    assert_int_equal(evq_reader_info(reader)->format.colour.range, 1);
    assert_int_equal(evq_reader_info(reader)->rate_den, 0);
    assert_end(reader);
    evq_reader_close(&reader);
}

static void interlaced(void **state)
{
    (void)state;
    static const char *const tag[] = { "It", "Ib", "Im" };
    for (size_t i = 0; i < COUNT(tag); i++) {
        Bytes bytes = { 0 };
        put_text(&bytes, "YUV4MPEG2 W6 H4 %s\n", tag[i]);
        EvqReader *reader = open_reader(write_file("a.y4m", &bytes), NULL);
        assert_has(evq_reader_warning(reader, 0), "interlaced");
        assert_has(evq_reader_warning(reader, 0), "a.y4m");
        assert_null(evq_reader_warning(reader, 1));
        evq_reader_close(&reader);
    }
}

static void refused_headers(void **state)
{
    (void)state;
    static const struct {
        const char *header, *text;
    } wrong[] = {
        { "YUV4MPEG2 W6 H4 C411\n", "4:1:1" },
        { "YUV4MPEG2 W6 H4 C444alpha\n", "444alpha" },
        { "YUV4MPEG2 W6 H4 C440\n", "C440" },
        { "YUV4MPEG2 W6 H4 C420p8\n", "C420p8" },
        { "YUV4MPEG2 W6 H4 C420p11\n", "C420p11" },
        { "YUV4MPEG2 W6 H4 C420p010\n", "C420p010" },
        { "YUV4MPEG2 W6 H4 C420p4294967306\n", "C420p4294967306" },
        { "YUV4MPEG2 W6 H4 Cmono17\n", "Cmono17" },
        { "YUV4MPEG2 W6 H4 C\n", "unknown chroma tag" },
        { "YUV4MPEG2 W-6 H4\n", "width '-6'" },
        { "YUV4MPEG2 W+6 H4\n", "width '+6'" },
        { "YUV4MPEG2 W0 H4\n", "width '0'" },
        { "YUV4MPEG2 W6x H4\n", "width '6x'" },
        { "YUV4MPEG2 W H4\n", "width ''" },
        { "YUV4MPEG2 W6 H16385\n", "height '16385' is not a number from 1 to 16384" },
        { "YUV4MPEG2 W6 H4294967300\n", "height '4294967300'" },
        { "YUV4MPEG2 W6 H99999999999999999999999\n", "height" },
        { "YUV4MPEG2 W6\n", "no height" },
        { "YUV4MPEG2 H6\n", "no width" },
        { "YUV4MPEG2\n", "no width" },
        { "YUV4MPEG2W6 H4\n", "YUV4MPEG2 and a space" },
        { "YUV4MPEG2 W6 H4 F30\n", "frame rate '30'" },
        { "YUV4MPEG2 W6 H4 F30:0\n", "frame rate '30:0'" },
        { "YUV4MPEG2 W6 H4 F30:1x\n", "frame rate" },
        { "YUV4MPEG2 W6 H4 Ix\n", "interlacing tag Ix" },
        { "YUV4MPEG2 W6 H4\rC420\n", "control character" },
        { "YUV4MPEG2 W6 H4", "ends within the y4m header" },
        { "YUV4MPEG2", "ends within the y4m header" },
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        Bytes bytes = { 0 };
        put_text(&bytes, "%s", wrong[i].header);
        assert_refused(write_file("a.y4m", &bytes), NULL, EVQ_E_INPUT, wrong[i].text, "");
    }
    Bytes bytes = { 0 };
    put_text(&bytes, "YUV4MPEG2 W6 H4 X");
    for (int i = 0; i < 70000; i++)
        put(&bytes, "y", 1);
    put_text(&bytes, "\n");
    assert_refused(write_file("a.y4m", &bytes), NULL, EVQ_E_INPUT, "longer than 65536", "");
    put_text(&bytes, "");
    assert_refused(write_file("a.y4m", &bytes), NULL, EVQ_E_INPUT, "empty", "");
    assert_refused(path_of("absent.y4m"), NULL, EVQ_E_INPUT, "No such file", "");
    assert_refused("/tmp", NULL, EVQ_E_INPUT, "directory", "");
}

/* Pictures before the damage come out, then one line names the file, the picture and the reason. */
static void damaged_pictures(void **state)
{
    (void)state;
    static const int width[] = { 18, 700 };
    for (size_t s = 0; s < COUNT(width); s++) {
        EvqFormat format = format_of(width[s], 200, 8, EVQ_CHROMA_420);
        static const struct {
            size_t cut;
            const char *tail, *text;
        } damage[] = {
            { 1, "", "cut off, the file has" },
            { 0, "FRAM", "cut off within its FRAME line" },
            { 0, "FRAME X", "cut off within its FRAME line" },
            { 0, "FRAME\n", "cut off, the file has 0 of its" },
            { 0, "x", "framing is lost" },
            { 0, "FRAMES\nabc", "framing is lost" },
        };
        for (size_t i = 0; i < COUNT(damage); i++) {
            Bytes bytes = { 0 };
            put_y4m(&bytes, "C420", &format, 2);
            bytes.size -= damage[i].cut;
            put_text(&bytes, "%s", damage[i].tail);
            EvqReader *reader = open_reader(write_file("a.y4m", &bytes), NULL);
            assert_next(reader, &format, 0);
            if (!damage[i].cut)
                assert_next(reader, &format, 1);
            assert_failure(reader, damage[i].cut ? "frame 1" : "frame 2", damage[i].text);
            evq_reader_close(&reader);
        }
    }
}

static void samples_above_the_maximum(void **state)
{
    (void)state;
    EvqFormat format = format_of(20, 10, 10, EVQ_CHROMA_420);
    Bytes bytes = { 0 };
    put_y4m(&bytes, "C420p10", &format, 2);
    bytes.data[bytes.size - 1] = 4; /* the last sample of Cr becomes 1024 or a little more */
    EvqReader *reader = open_reader(write_file("a.y4m", &bytes), NULL);
    assert_next(reader, &format, 0);
    assert_failure(reader, "frame 1: sample 1", "plane 2, row 4, column 9 is above the maximum");
    evq_reader_close(&reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_and_sizes),
        cmocka_unit_test(deep_samples_are_aligned),
        cmocka_unit_test(pictures_outlive_the_reader),
        cmocka_unit_test(lines_and_parameters),
        cmocka_unit_test(no_pictures),
        cmocka_unit_test(interlaced),
        cmocka_unit_test(refused_headers),
        cmocka_unit_test(damaged_pictures),
        cmocka_unit_test(samples_above_the_maximum),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
