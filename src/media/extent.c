#include "media/extent.h"

#include <string.h>

typedef struct Cursor {
    const uint8_t *at, *end;
} Cursor;

static int begins_with(const Cursor *cursor, const char word[4])
{
    return cursor->end - cursor->at >= 4 && !memcmp(cursor->at, word, 4);
}

/* Reads an EBML size: as many bytes as the first one has leading zeros, and one. All ones mean
 * that it is not known. Returns 0 in that case and where it is damaged. */
static int read_size(Cursor *cursor, uint64_t *size)
{
    if (cursor->at == cursor->end || !*cursor->at)
        return 0;
    int length = 1;
    while (!(*cursor->at >> (8 - length)))
        length++;
    if (cursor->end - cursor->at < length)
        return 0;
    uint64_t value = 0;
    for (int i = 0; i < length; i++)
        value = value << 8 | cursor->at[i];
    uint64_t unknown = (UINT64_C(1) << 7 * length) - 1;
    *size = value & unknown;
    cursor->at += length;
    return *size != unknown;
}

/* A header element, then the segment, which is all the rest. */
static int64_t matroska_bytes(Cursor cursor, const uint8_t *start)
{
    uint64_t size;
    cursor.at += 4;
    if (!read_size(&cursor, &size) || size > (uint64_t)(cursor.end - cursor.at))
        return -1;
    cursor.at += size;
    if (!begins_with(&cursor, "\x18\x53\x80\x67"))
        return -1;
    cursor.at += 4;
    return read_size(&cursor, &size) ? (int64_t)size + (cursor.at - start) : -1;
}

/* Large AVI files are several RIFF pieces; this is the first. */
static int64_t riff_bytes(Cursor cursor)
{
    if (cursor.end - cursor.at < 8)
        return -1;
    const uint8_t *size = cursor.at + 4;
    int64_t bytes = size[0] | size[1] << 8 | size[2] << 16 | (int64_t)size[3] << 24;
    /* What writers that cannot go back leave there. */
    return bytes == 0 || bytes == UINT32_MAX ? -1 : bytes + 8;
}

int64_t evq_declared_bytes(const void *start, size_t size)
{
    Cursor cursor = { start, (const uint8_t *)start + size };
    if (begins_with(&cursor, "\x1a\x45\xdf\xa3"))
        return matroska_bytes(cursor, start);
    if (begins_with(&cursor, "RIFF"))
        return riff_bytes(cursor);
    return -1;
}
