/*
 * libFuzzer target: the y4m reader on a file in memory. The first byte chooses between reading and
 * passing over the pictures. Without libFuzzer (-DEVQ_FUZZ_SEEDS) the same source is a program that
 * writes a few files to start from into the folder that it is given.
 */
#include "media/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef EVQ_FUZZ_SEEDS

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The samples of a picture must be readable and, by contract, within the depth. */
static void visit(const EvqFrame *frame)
{
    int deep = frame->format.depth > 8;
    for (int p = 0; p < evq_format_planes(&frame->format); p++)
        for (int y = 0; y < evq_format_plane_height(&frame->format, p); y++) {
            const char *row = (const char *)frame->plane[p] + y * frame->stride[p];
            for (int x = 0; x < evq_format_plane_width(&frame->format, p); x++) {
                unsigned sample = deep ? ((const uint16_t *)row)[x] : ((const uint8_t *)row)[x];
                if (sample >> frame->format.depth)
                    abort();
            }
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char signature[] = "YUV4MPEG2";
    EvqSource *source;
    EvqReader *reader;
    EvqError error;
    int skip = size > 0 && data[0] % 2;
    /* Anything but y4m would go to libav, which has fuzzers of its own. */
    if (size < sizeof signature || memcmp(data + 1, signature, sizeof signature - 1) != 0)
        return 0;
    if (evq_source_open_memory(&source, "fuzz", data + 1, size - 1, &error) < 0 ||
        evq_reader_open_source(&reader, &source, NULL, &error) < 0)
        return 0;
    EvqFrame frame = { 0 };
    while ((skip ? evq_reader_skip(reader, &error) : evq_reader_next(reader, &frame, &error)) > 0) {
        if (!skip)
            visit(&frame);
        evq_frame_release(&frame);
    }
    evq_reader_close(&reader);
    return 0;
}

#else

int main(int argc, char **argv)
{
    static const struct {
        const char *tags;
        size_t picture;
    } seeds[] = {
        { "W4 H2 F25:1 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2", 12 },
        { "W3 H3 C422 XCOLORRANGE=FULL", 21 },
        { "H2 W2 C444p16", 24 },
        { "W5 H1 It Cmono10", 10 },
    };
    for (size_t i = 0; argc == 2 && i < sizeof seeds / sizeof *seeds; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/seed%zu", argv[1], i);
        FILE *file = fopen(path, "wb");
        if (!file)
            return 1;
        fprintf(file, "%cYUV4MPEG2 %s\n", '0' + (int)i % 2, seeds[i].tags);
        for (int k = 0; k < 2; k++) {
            fputs(k ? "FRAME Ip\n" : "FRAME\n", file);
            for (size_t s = 0; s < seeds[i].picture; s++)
                fputc(0, file);
        }
        if (fclose(file))
            return 1;
    }
    return argc != 2;
}

#endif
