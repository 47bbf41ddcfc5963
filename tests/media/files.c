#include "files.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void put(Bytes *bytes, const void *data, size_t size)
{
    if (bytes->size + size >= bytes->room) {
        bytes->room = 2 * (bytes->size + size) + 4096;
        bytes->data = realloc(bytes->data, bytes->room);
        assert_non_null(bytes->data);
    }
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

void put_text(Bytes *bytes, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put(bytes, text, (size_t)length);
}

static unsigned sample(const EvqFormat *format, int number, int plane, int x, int y)
{
    unsigned value = (unsigned)(number + 1) * 2654435761u + (unsigned)plane * 40503u;
    value = (value ^ (unsigned)x * 668265263u) + (unsigned)y * 374761393u;
    return (value >> 11) & ((1u << format->depth) - 1);
}

void put_picture(Bytes *bytes, const EvqFormat *format, int number)
{
    int wide = format->depth > 8;
    for (int plane = 0; plane < evq_format_planes(format); plane++)
        for (int y = 0; y < evq_format_plane_height(format, plane); y++)
            for (int x = 0; x < evq_format_plane_width(format, plane); x++) {
                unsigned value = sample(format, number, plane, x, y);
                uint8_t word[2] = { (uint8_t)value, (uint8_t)(value >> 8) };
                put(bytes, word, wide ? 2 : 1);
            }
}

void put_y4m(Bytes *bytes, const char *tags, const EvqFormat *format, int count)
{
    put_text(bytes, "YUV4MPEG2 W%d H%d %s\n", format->width, format->height, tags);
    for (int i = 0; i < count; i++) {
        put_text(bytes, "FRAME\n");
        put_picture(bytes, format, i);
    }
}

void drop(Bytes *bytes)
{
    free(bytes->data);
    *bytes = (Bytes){ 0 };
}

static char folder[64];

int folder_make(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/exactvq-media-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

int folder_remove(void **state)
{
    (void)state;
    DIR *directory = opendir(folder);
    if (!directory)
        return -1;
    for (struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.')
            unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
    return rmdir(folder);
}

const char *path_of(const char *name)
{
    static char paths[8][400];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

const char *write_file(const char *name, Bytes *bytes)
{
    const char *path = path_of(name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    assert_int_equal(fclose(file), 0);
    drop(bytes);
    return path;
}

typedef struct Feed {
    Bytes bytes;
    int descriptor;
    char fifo[400];
} Feed;

static void *feeder(void *argument)
{
    Feed *f = argument;
    if (f->fifo[0])
        f->descriptor = open(f->fifo, O_WRONLY);
    for (size_t done = 0; done < f->bytes.size;) {
        ssize_t written = write(f->descriptor, f->bytes.data + done, f->bytes.size - done);
        if (written <= 0)
            break;
        done += (size_t)written;
    }
    close(f->descriptor);
    drop(&f->bytes);
    free(f);
    return NULL;
}

static void start_feeder(int descriptor, const char *fifo, Bytes bytes)
{
    pthread_t thread;
    Feed *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->bytes = bytes;
    f->descriptor = descriptor;
    snprintf(f->fifo, sizeof f->fifo, "%s", fifo);
    assert_int_equal(pthread_create(&thread, NULL, feeder, f), 0);
    pthread_detach(thread);
}

void feed(int descriptor, Bytes bytes)
{
    start_feeder(descriptor, "", bytes);
}

const char *feed_fifo(const char *name, Bytes bytes)
{
    const char *path = path_of(name);
    assert_int_equal(mkfifo(path, 0600), 0);
    start_feeder(-1, path, bytes);
    return path;
}

EvqFormat format_of(int width, int height, int depth, EvqChroma chroma)
{
    return (EvqFormat){ .width = width, .height = height, .depth = depth, .chroma = chroma };
}

void assert_picture(const EvqFrame *frame, const EvqFormat *format, int number)
{
    assert_int_equal(frame->format.width, format->width);
    assert_int_equal(frame->format.height, format->height);
    assert_int_equal(frame->format.depth, format->depth);
    assert_int_equal(frame->format.chroma, format->chroma);
    for (int plane = 0; plane < evq_format_planes(format); plane++)
        for (int y = 0; y < evq_format_plane_height(format, plane); y++) {
            const char *row = (const char *)frame->plane[plane] + y * frame->stride[plane];
            for (int x = 0; x < evq_format_plane_width(format, plane); x++) {
                unsigned got =
                    format->depth > 8 ? ((const uint16_t *)row)[x] : ((const uint8_t *)row)[x];
                assert_int_equal(got, sample(format, number, plane, x, y));
            }
        }
}

void assert_next(EvqReader *reader, const EvqFormat *format, int number)
{
    EvqFrame frame;
    EvqError error = { 0 };
    if (evq_reader_next(reader, &frame, &error) != 1)
        fail_msg("no picture %d: %s", number, error.message);
    assert_picture(&frame, format, number);
    evq_frame_release(&frame);
}

void assert_end(EvqReader *reader)
{
    EvqFrame frame;
    for (int i = 0; i < 2; i++)
        assert_int_equal(evq_reader_next(reader, &frame, NULL), 0);
    assert_null(frame.plane[0]);
}

void assert_has(const char *message, const char *text)
{
    if (!strstr(message, text))
        fail_msg("'%s' is not in '%s'", text, message);
    assert_null(strchr(message, '\n'));
}

void assert_failure(EvqReader *reader, const char *text, const char *text2)
{
    for (int i = 0; i < 2; i++) {
        EvqFrame frame;
        EvqError error = { 0 };
        assert_int_equal(evq_reader_next(reader, &frame, &error), EVQ_E_INPUT);
        assert_int_equal(error.status, EVQ_E_INPUT);
        assert_null(frame.plane[0]);
        assert_has(error.message, evq_reader_path(reader));
        assert_has(error.message, text);
        assert_has(error.message, text2);
    }
}

void assert_refused(const char *path, const EvqRawFormat *raw, int status, const char *text,
                    const char *text2)
{
    EvqReader *reader = (EvqReader *)1;
    EvqError error = { 0 };
    assert_int_equal(evq_reader_open(&reader, path, raw, &error), status);
    assert_int_equal(error.status, status);
    assert_null(reader);
    assert_has(error.message, path);
    assert_has(error.message, text);
    assert_has(error.message, text2);
}

EvqReader *open_reader(const char *path, const EvqRawFormat *raw)
{
    EvqReader *reader;
    EvqError error = { 0 };
    if (evq_reader_open(&reader, path, raw, &error) < 0)
        fail_msg("%s", error.message);
    return reader;
}
