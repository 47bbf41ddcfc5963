/* Containers and still images: every sample layout, damage, and what is refused. */
#include "mkv.h"

#include "media/extent.h"
#include "media/libav.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where component c of pixel (x, y) of the unpacked plane stands in a picture's bytes. */
typedef struct Component {
    int offset, step, row; /* bytes, for a picture of 16x8 */
} Component;

typedef struct Layout {
    const char *fourcc, *name;
    int depth;
    EvqChroma chroma;
    int size, shift;
    Component component[3];
} Layout;

enum { WIDTH = 16, HEIGHT = 8, LUMA = WIDTH * HEIGHT };

static const Layout layouts[] = {
    /* clang-format off */
    { "I420", "yuv420p", 8, EVQ_CHROMA_420, LUMA * 3 / 2, 0,
      { { 0, 1, 16 }, { LUMA, 1, 8 }, { LUMA * 5 / 4, 1, 8 } } },
    { "NV12", "nv12", 8, EVQ_CHROMA_420, LUMA * 3 / 2, 0,
      { { 0, 1, 16 }, { LUMA, 2, 16 }, { LUMA + 1, 2, 16 } } },
    { "NV21", "nv21", 8, EVQ_CHROMA_420, LUMA * 3 / 2, 0,
      { { 0, 1, 16 }, { LUMA + 1, 2, 16 }, { LUMA, 2, 16 } } },
    { "UYVY", "uyvy422", 8, EVQ_CHROMA_422, LUMA * 2, 0,
      { { 1, 2, 32 }, { 0, 4, 32 }, { 2, 4, 32 } } },
    { "YUY2", "yuyv422", 8, EVQ_CHROMA_422, LUMA * 2, 0,
      { { 0, 2, 32 }, { 1, 4, 32 }, { 3, 4, 32 } } },
    { "444P", "yuv444p", 8, EVQ_CHROMA_444, LUMA * 3, 0,
      { { 0, 1, 16 }, { LUMA, 1, 16 }, { LUMA * 2, 1, 16 } } },
    { "Y3\x0b\x0a", "yuv420p10", 10, EVQ_CHROMA_420, LUMA * 3, 0,
      { { 0, 2, 32 }, { LUMA * 2, 2, 16 }, { LUMA * 5 / 2, 2, 16 } } },
    { "\x0a\x0b" "3Y", "yuv420p10be", 10, EVQ_CHROMA_420, LUMA * 3, 0,
      { { 0, 2, 32 }, { LUMA * 2, 2, 16 }, { LUMA * 5 / 2, 2, 16 } } },
    { "Y800", "gray", 8, EVQ_CHROMA_400, LUMA, 0, { { 0, 1, 16 } } },
    /* No FOURCC leads to these. */
    { NULL, "p010le", 10, EVQ_CHROMA_420, LUMA * 3, 6,
      { { 0, 2, 32 }, { LUMA * 2, 4, 32 }, { LUMA * 2 + 2, 4, 32 } } },
    { NULL, "p016le", 16, EVQ_CHROMA_420, LUMA * 3, 0,
      { { 0, 2, 32 }, { LUMA * 2, 4, 32 }, { LUMA * 2 + 2, 4, 32 } } },
    { NULL, "p210le", 10, EVQ_CHROMA_422, LUMA * 4, 6,
      { { 0, 2, 32 }, { LUMA * 2, 4, 32 }, { LUMA * 2 + 2, 4, 32 } } },
    { NULL, "nv20le", 10, EVQ_CHROMA_422, LUMA * 4, 0,
      { { 0, 2, 32 }, { LUMA * 2, 4, 32 }, { LUMA * 2 + 2, 4, 32 } } },
    { NULL, "nv16", 8, EVQ_CHROMA_422, LUMA * 2, 0,
      { { 0, 1, 16 }, { LUMA, 2, 16 }, { LUMA + 1, 2, 16 } } },
    { NULL, "nv24", 8, EVQ_CHROMA_444, LUMA * 3, 0,
      { { 0, 1, 16 }, { LUMA, 2, 32 }, { LUMA + 1, 2, 32 } } },
    { NULL, "gray12", 12, EVQ_CHROMA_400, LUMA * 2, 0, { { 0, 2, 32 } } },
    { NULL, "yuv444p14", 14, EVQ_CHROMA_444, LUMA * 6, 0,
      { { 0, 2, 32 }, { LUMA * 2, 2, 32 }, { LUMA * 4, 2, 32 } } },
    /* R, G, B */
    { NULL, "gbrp", 8, EVQ_CHROMA_444, LUMA * 3, 0,
      { { LUMA * 2, 1, 16 }, { 0, 1, 16 }, { LUMA, 1, 16 } } },
    { NULL, "gbrp10", 10, EVQ_CHROMA_444, LUMA * 6, 0,
      { { LUMA * 4, 2, 32 }, { 0, 2, 32 }, { LUMA * 2, 2, 32 } } },
    { NULL, "rgb24", 8, EVQ_CHROMA_444, LUMA * 3, 0, { { 0, 3, 48 }, { 1, 3, 48 }, { 2, 3, 48 } } },
    { NULL, "bgr24", 8, EVQ_CHROMA_444, LUMA * 3, 0, { { 2, 3, 48 }, { 1, 3, 48 }, { 0, 3, 48 } } },
    { NULL, "bgr0", 8, EVQ_CHROMA_444, LUMA * 4, 0, { { 2, 4, 64 }, { 1, 4, 64 }, { 0, 4, 64 } } },
    { NULL, "rgb48be", 16, EVQ_CHROMA_444, LUMA * 6, 0,
      { { 0, 6, 96 }, { 2, 6, 96 }, { 4, 6, 96 } } },
    /* clang-format on */
};

static int is_rgb(const Layout *layout)
{
    return strstr(layout->name, "gb") || strstr(layout->name, "bgr");
}

/* Rearranges a picture of the pattern into the layout. */
static Bytes arrange(const Layout *layout, const EvqFormat *format, int number)
{
    Bytes flat = { 0 }, out = { 0 };
    put_picture(&flat, format, number);
    for (int i = 0; i < layout->size; i++)
        put(&out, "", 1);
    int bytes = evq_format_sample_bytes(format);
    const uint8_t *from = (const uint8_t *)flat.data;
    for (int p = 0; p < evq_format_planes(format); p++) {
        const Component *c = &layout->component[p];
        for (int y = 0; y < evq_format_plane_height(format, p); y++)
            for (int x = 0; x < evq_format_plane_width(format, p); x++, from += bytes) {
                unsigned value = bytes == 2 ? from[0] | (unsigned)from[1] << 8 : from[0];
                value <<= layout->shift;
                uint8_t *to = (uint8_t *)out.data + c->offset + y * c->row + x * c->step;
                int big = strstr(layout->name, "be") != NULL;
                to[big] = (uint8_t)value;
                if (bytes == 2)
                    to[!big] = (uint8_t)(value >> 8);
            }
    }
    drop(&flat);
    return out;
}

enum { PICTURES_MOST = 12 };

static Bytes make_mkv(const Layout *layout, const EvqFormat *format, int count)
{
    Bytes pictures[PICTURES_MOST] = { 0 }, file = { 0 };
    for (int i = 0; i < count; i++)
        pictures[i] = arrange(layout, format, i);
    put_mkv(&file, layout->fourcc, WIDTH, HEIGHT, pictures, count);
    for (int i = 0; i < count; i++)
        drop(&pictures[i]);
    return file;
}

static const char *write_mkv(const Layout *layout, const EvqFormat *format, int count)
{
    Bytes file = make_mkv(layout, format, count);
    return write_file("a.mkv", &file);
}

static void sample_layouts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(layouts) && layouts[i].fourcc; i++) {
        EvqFormat format = format_of(WIDTH, HEIGHT, layouts[i].depth, layouts[i].chroma);
        EvqReader *reader = open_reader(write_mkv(&layouts[i], &format, 3), NULL);
        const EvqStreamInfo *info = evq_reader_info(reader);
        assert_string_equal(info->container, "matroska");
        assert_string_equal(info->codec, "rawvideo");
        assert_string_equal(info->pixel_format, layouts[i].name);
        assert_int_equal(info->rate_num, 25 * info->rate_den);
        for (int k = 0; k < 3; k++)
            assert_next(reader, &format, k);
        assert_end(reader);
        evq_reader_close(&reader);
    }
}

/* The conversion by itself, also from rows that stand upside down. */
static void conversions(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(layouts); i++) {
        const Layout *layout = &layouts[i / 2];
        int upside_down = i % 2;
        EvqLibavLayout libav;
        EvqFormat format = { .width = WIDTH, .height = HEIGHT };
        enum AVPixelFormat pixels = av_get_pix_fmt(layout->name);
        assert_int_equal(evq_libav_layout(&libav, &format, pixels, NULL, 0), 0);
        assert_int_equal(format.depth, layout->depth);
        assert_int_equal(format.chroma, layout->chroma);
        assert_int_equal(format.model, is_rgb(layout) ? EVQ_MODEL_RGB : EVQ_MODEL_YUV);

        EvqPacked packed;
        assert_int_equal(evq_packed_open(&packed, &format), EVQ_OK);
        Bytes bytes = arrange(layout, &format, 3);
        AVFrame *picture = av_frame_alloc();
        assert_non_null(picture);
        picture->format = pixels;
        picture->width = WIDTH;
        picture->height = HEIGHT;
        for (int p = 0; p < evq_format_planes(&format); p++) {
            const AVComponentDescriptor *c = &libav.pixels->comp[p];
            const Component *where = &layout->component[p];
            picture->data[c->plane] = (uint8_t *)bytes.data + where->offset - c->offset;
            picture->linesize[c->plane] = where->row;
        }
        EvqFrame frame = { 0 };
        if (upside_down) { /* turn the rows' direction; the pattern then reads from bottom to top */
            for (int p = 0; p < 4 && picture->data[p]; p++) {
                int rows = p && libav.pixels->log2_chroma_h ? HEIGHT / 2 : HEIGHT;
                picture->data[p] += (rows - 1) * picture->linesize[p];
                picture->linesize[p] *= -1;
            }
        }
        assert_int_equal(evq_libav_frame(&libav, &packed, picture, &frame), EVQ_OK);
        for (int p = 0; upside_down && p < evq_format_planes(&format); p++) {
            int rows = evq_format_plane_height(&format, p);
            assert_true(frame.stride[p] > 0);
            frame.plane[p] = (const char *)frame.plane[p] + (rows - 1) * frame.stride[p];
            frame.stride[p] *= -1;
        }
        assert_picture(&frame, &format, 3);
        evq_frame_release(&frame);
        av_frame_free(&picture);
        drop(&bytes);
        evq_packed_close(&packed);
    }
}

static void refused_layouts(void **state)
{
    (void)state;
    static const struct {
        const char *name, *reason;
    } wrong[] = {
        { "pal8", "palettes" },
        { "bayer_rggb8", "sensor patterns" },
        { "rgba", "alpha" },
        { "rgb565le", "8 to 16 bits" },
        { "xyz12le", "XYZ" },
        { "yuva420p", "alpha" },
        { "ya8", "alpha" },
        { "yuv411p", "only 4:0:0" },
        { "yuv440p", "only 4:0:0" },
        { "yuv410p", "only 4:0:0" },
        { "grayf32le", "integer samples" },
        { "monow", "8 to 16 bits" },
        { "vaapi", "main memory" },
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        EvqLibavLayout layout;
        EvqFormat format = { 0 };
        char reason[160] = "";
        enum AVPixelFormat pixels = av_get_pix_fmt(wrong[i].name);
        assert_int_equal(evq_libav_layout(&layout, &format, pixels, reason, sizeof reason), -1);
        assert_has(reason, wrong[i].reason);
        assert_has(reason, wrong[i].name);
    }
}

static void samples_above_the_maximum(void **state)
{
    (void)state;
    const Layout *ten_bits = &layouts[6];
    assert_string_equal(ten_bits->name, "yuv420p10");
    EvqFormat wrong = format_of(WIDTH, HEIGHT, 12, EVQ_CHROMA_420);
    EvqReader *reader = open_reader(write_mkv(ten_bits, &wrong, 1), NULL);
    assert_failure(reader, "frame 0: sample", "maximum of 10 bits, 1023");
    evq_reader_close(&reader);
}

static void grey_images(void **state)
{
    (void)state;
    for (int deep = 0; deep < 2; deep++) {
        EvqFormat format = format_of(37, 21, deep ? 16 : 8, EVQ_CHROMA_400);
        Bytes bytes = { 0 };
        put_text(&bytes, "P5\n37 21\n%d\n", deep ? 65535 : 255);
        size_t header = bytes.size;
        put_picture(&bytes, &format, 0);
        for (size_t i = header; deep && i < bytes.size; i += 2) { /* big endian */
            char low = bytes.data[i];
            bytes.data[i] = bytes.data[i + 1];
            bytes.data[i + 1] = low;
        }
        EvqReader *reader = open_reader(write_file("a.pgm", &bytes), NULL);
        assert_string_equal(evq_reader_info(reader)->codec, "pgm");
        assert_next(reader, &format, 0);
        assert_end(reader);
        evq_reader_close(&reader);
    }
}

static void refused(void **state)
{
    (void)state;
    Bytes bytes = { 0 };
    put_text(&bytes, "P5\n%d 1\n255\n", EVQ_MAX_SIDE + 1);
    for (int i = 0; i <= EVQ_MAX_SIDE; i++)
        put(&bytes, "", 1);
    assert_refused(write_file("wide.pgm", &bytes), NULL, EVQ_E_INPUT, "wide.pgm: size 16385x1",
                   "16384x16384");
    for (int i = 0; i < 4000; i++)
        put(&bytes, "\x80", 1);
    assert_refused(write_file("a.yuv", &bytes), NULL, EVQ_E_INPUT, "-w -h -p -b", "");
    put_text(&bytes, "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n%s\n#EXT-X-ENDLIST\n",
             path_of("a.yuv"));
    assert_refused(write_file("a.m3u8", &bytes), NULL, EVQ_E_INPUT, "", "");
}

/* ---- The demo pair ------------------------------------------------------------------------ */

enum { DEMO_FRAMES = 56 };
#define DEMO_HASH 0x9d8f791c8878cc08u

static Bytes demo(void)
{
    const char *folder = getenv("EVQ_DEMO");
    char path[1024], part[4096];
    snprintf(path, sizeof path, "%s/reference.mp4", folder ? folder : "demo");
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s is missing", path);
    Bytes bytes = { 0 };
    for (size_t got; (got = fread(part, 1, sizeof part, file)) > 0;)
        put(&bytes, part, got);
    fclose(file);
    return bytes;
}

/* FNV-1a over the samples in file order. */
static uint64_t hash_frame(uint64_t hash, const EvqFrame *frame)
{
    for (int p = 0; p < evq_format_planes(&frame->format); p++)
        for (int y = 0; y < evq_format_plane_height(&frame->format, p); y++) {
            const uint8_t *row = (const uint8_t *)frame->plane[p] + y * frame->stride[p];
            for (int x = 0; x < evq_format_plane_width(&frame->format, p); x++)
                hash = (hash ^ row[x]) * 0x100000001b3u;
        }
    return hash;
}

/* Reads all pictures; returns how many came before the end (*result 0) or the failure. */
static int read_all(EvqReader *reader, uint64_t *hash, int *result, EvqError *error)
{
    EvqFrame frame;
    int count = 0;
    *hash = 0xcbf29ce484222325u;
    while ((*result = evq_reader_next(reader, &frame, error)) > 0) {
        *hash = hash_frame(*hash, &frame);
        evq_frame_release(&frame);
        count++;
    }
    return count;
}

/* H.264 decoding is exact: the hash is that of any conforming decoder's output. */
static void compressed_file_and_pipe(void **state)
{
    (void)state;
    for (int pipe = 0; pipe < 2; pipe++) {
        Bytes bytes = demo();
        const char *path = pipe ? feed_fifo("demo.fifo", bytes) : write_file("demo.mp4", &bytes);
        EvqReader *reader = open_reader(path, NULL);
        EvqError error;
        uint64_t hash;
        int result;
        assert_string_equal(evq_reader_info(reader)->codec, "h264");
        assert_string_equal(evq_reader_info(reader)->container, "mov");
        assert_int_equal(evq_reader_info(reader)->format.width, 640);
        assert_int_equal(evq_reader_info(reader)->format.height, 360);
        assert_int_equal(read_all(reader, &hash, &result, &error), DEMO_FRAMES);
        assert_int_equal(result, 0);
        assert_true(hash == DEMO_HASH);
        evq_reader_close(&reader);
    }
}

static void cut_off(void **state)
{
    (void)state;
    Bytes bytes = demo();
    bytes.size = bytes.size * 2 / 3;
    EvqReader *reader = open_reader(write_file("cut.mp4", &bytes), NULL);
    EvqError error = { 0 };
    uint64_t hash;
    int result, count = read_all(reader, &hash, &result, &error);
    char frame[40];
    assert_in_range(count, 10, DEMO_FRAMES - 5);
    assert_int_equal(result, EVQ_E_INPUT);
    snprintf(frame, sizeof frame, "frame %d: ", count);
    assert_has(error.message, "cut.mp4");
    assert_has(error.message, frame);
    assert_has(error.message, "cut off");
    evq_reader_close(&reader);
}

/* Makes the size of the Matroska segment unknown, as in a live stream. */
static void forget_size(Bytes *file)
{
    char *id = memmem(file->data, file->size, MKV_SEGMENT_ID, 4);
    assert_non_null(id);
    memcpy(id + 4, "\x01\xff\xff\xff\xff\xff\xff\xff", 8);
}

/* Reads a Matroska file of which `cut` bytes are missing, from a file and from a pipe: it has
 * `whole` pictures, and then fails or ends. */
static void check_cut_mkv(const Layout *layout, int known_size, size_t cut, int whole, int fails)
{
    EvqFormat format = format_of(WIDTH, HEIGHT, layout->depth, layout->chroma);
    for (int pipe = 0; pipe < 2; pipe++) {
        Bytes file = make_mkv(layout, &format, PICTURES_MOST);
        if (!known_size)
            forget_size(&file);
        file.size -= cut;
        const char *path = pipe ? feed_fifo("cut.fifo", file) : write_file("cut.mkv", &file);
        EvqReader *reader = open_reader(path, NULL);
        for (int i = 0; i < whole; i++)
            assert_next(reader, &format, i);
        char frame[40];
        snprintf(frame, sizeof frame, "frame %d: ", whole);
        if (fails)
            assert_failure(reader, frame, "the file is cut off");
        else
            assert_end(reader);
        assert_null(evq_reader_warning(reader, 0));
        evq_reader_close(&reader);
        if (pipe)
            remove(path);
    }
}

static void cut_at_a_packet(void **state)
{
    (void)state;
    const Layout *layout = &layouts[0];
    size_t block = (size_t)layout->size + MKV_BLOCK_HEAD;
    for (int known_size = 0; known_size < 2; known_size++) {
        check_cut_mkv(layout, known_size, 0, PICTURES_MOST, 0);
        check_cut_mkv(layout, known_size, 3 * block, PICTURES_MOST - 3, 1);
    }
    check_cut_mkv(layout, 1, block, PICTURES_MOST - 1, 1);
    check_cut_mkv(layout, 1, 1, PICTURES_MOST - 1, 1);
}

static void declared_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *start;
        size_t size;
        int64_t declared;
    } cases[] = {
        { "RIFF\x04\x03\x02\x01 AVI", 12, 0x01020304 + 8 },
        { "RIFF\xfe\xff\xff\xff", 8, 0xfffffffe + INT64_C(8) },
        { "RIFF\xff\xff\xff\xff", 8, -1 }, /* not known */
        { "RIFF\0\0\0\0", 8, -1 },
        { "RIFF\x04\x03\x02", 7, -1 },
        { "RIF", 3, -1 },
        { "", 0, -1 },
        { "\x1a\x45\xdf\xa3\x82..\x18\x53\x80\x67\x85", 12, 12 + 5 },
        { "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\x40\x05", 11, 11 + 5 },
        { "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\x01\0\0\0\0\0\1\0", 17, 17 + 256 },
        { "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\x01\0\0\0\0\0\1\0", 16, -1 },
        { "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\xff", 10, -1 }, /* not known */
        { "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\x7f\xff", 11, -1 },
        { "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\0\0\0", 12, -1 }, /* damaged */
        { "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x66\x85", 10, -1 },
        { "\x1a\x45\xdf\xa3\x83..\x18\x53\x80\x67\x85", 12, -1 },
        { "\x1a\x45\xdf\xa3\x01\xff\xff\xff\xff\xff\xff\xfe", 12, -1 },
        { "\x1a\x45\xdf\xa3", 4, -1 },
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(evq_declared_bytes(cases[i].start, cases[i].size), cases[i].declared);
}

static void damaged_inside(void **state)
{
    (void)state;
    Bytes bytes = demo();
    memset(bytes.data + bytes.size / 2, 0xa5, 3000);
    EvqReader *reader = open_reader(write_file("bad.mp4", &bytes), NULL);
    EvqError error = { 0 };
    uint64_t hash;
    int result, count = read_all(reader, &hash, &result, &error);
    char frame[40];
    assert_in_range(count, 1, DEMO_FRAMES - 5);
    assert_int_equal(result, EVQ_E_INPUT);
    snprintf(frame, sizeof frame, "bad.mp4: frame %d: ", count);
    assert_has(error.message, frame);
    evq_reader_close(&reader);
}

static void pictures_outlive_the_reader(void **state)
{
    (void)state;
    Bytes bytes = demo();
    EvqReader *reader = open_reader(write_file("demo.mp4", &bytes), NULL);
    EvqFrame first, second;
    assert_int_equal(evq_reader_next(reader, &first, NULL), 1);
    uint64_t hash = hash_frame(0, &first);
    assert_int_equal(evq_reader_next(reader, &second, NULL), 1);
    assert_true(hash_frame(0, &second) != hash);
    evq_reader_close(&reader);
    assert_true(hash_frame(0, &first) == hash);
    evq_frame_release(&second);
    evq_frame_release(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_layouts),
        cmocka_unit_test(conversions),
        cmocka_unit_test(refused_layouts),
        cmocka_unit_test(samples_above_the_maximum),
        cmocka_unit_test(grey_images),
        cmocka_unit_test(refused),
        cmocka_unit_test(compressed_file_and_pipe),
        cmocka_unit_test(cut_off),
        cmocka_unit_test(cut_at_a_packet),
        cmocka_unit_test(declared_sizes),
        cmocka_unit_test(damaged_inside),
        cmocka_unit_test(pictures_outlive_the_reader),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
