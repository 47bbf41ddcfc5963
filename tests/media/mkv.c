#include "mkv.h"

#include <string.h>

/* The bytes of a number from the highest that is not zero. */
static void put_big_endian(Bytes *bytes, uint64_t value)
{
    int started = 0;
    for (int shift = 56; shift >= 0; shift -= 8) {
        uint8_t byte = (uint8_t)(value >> shift);
        started |= byte != 0 || shift == 0;
        if (started)
            put(bytes, &byte, 1);
    }
}

static void put_element(Bytes *bytes, uint32_t id, Bytes content)
{
    put_big_endian(bytes, id);
    put_big_endian(bytes, UINT64_C(1) << 56 | content.size); /* a size of eight bytes */
    put(bytes, content.data, content.size);
    drop(&content);
}

static void put_number(Bytes *bytes, uint32_t id, uint64_t value)
{
    Bytes content = { 0 };
    put_big_endian(&content, value);
    put_element(bytes, id, content);
}

static void put_string(Bytes *bytes, uint32_t id, const char *text, size_t length)
{
    Bytes content = { 0 };
    put(&content, text, length);
    put_element(bytes, id, content);
}

/* As a double, which is how Matroska stores it. */
static void put_duration(Bytes *bytes, double milliseconds)
{
    Bytes content = { 0 };
    uint64_t bits;
    memcpy(&bits, &milliseconds, sizeof bits);
    put_big_endian(&content, bits);
    put_element(bytes, 0x4489, content);
}

static Bytes track(const char fourcc[4], int width, int height)
{
    Bytes video = { 0 }, entry = { 0 }, tracks = { 0 };
    put_number(&video, 0xb0, (uint64_t)width);
    put_number(&video, 0xba, (uint64_t)height);
    put_string(&video, 0x2eb524, fourcc, 4);
    put_number(&entry, 0xd7, 1);            /* track number */
    put_number(&entry, 0x73c5, 1);          /* its identity */
    put_number(&entry, 0x83, 1);            /* video */
    put_number(&entry, 0x23e383, 40000000); /* nanoseconds a picture */
    put_string(&entry, 0x86, "V_UNCOMPRESSED", 14);
    put_element(&entry, 0xe0, video);
    put_element(&tracks, 0xae, entry);
    return tracks;
}

void put_mkv(Bytes *bytes, const char fourcc[4], int width, int height, const Bytes *pictures,
             int count)
{
    Bytes head = { 0 }, segment = { 0 }, info = { 0 }, cluster = { 0 };
    put_string(&head, 0x4282, "matroska", 8);
    put_number(&info, 0x2ad7b1, 1000000); /* times are in milliseconds */
    put_duration(&info, 40.0 * count);
    put_number(&cluster, 0xe7, 0);
    for (int i = 0; i < count; i++) {
        Bytes block = { 0 };
        uint8_t start[4] = { 0x81, (uint8_t)(40 * i >> 8), (uint8_t)(40 * i), 0x80 };
        put(&block, start, 4);
        put(&block, pictures[i].data, pictures[i].size);
        put_element(&cluster, 0xa3, block);
    }
    put_element(&segment, 0x1549a966, info);
    put_element(&segment, 0x1654ae6b, track(fourcc, width, height));
    put_element(&segment, 0x1f43b675, cluster);
    put_element(bytes, 0x1a45dfa3, head);
    put_element(bytes, 0x18538067, segment);
}
