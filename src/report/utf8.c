#include "report/internal.h"

#include <stdlib.h>
#include <string.h>

/* Continuation bytes that a lead byte announces, or -1; *point gets the lead's own bits. */
static int lead_byte(unsigned char byte, uint32_t *point)
{
    if (byte < 0x80) {
        *point = byte;
        return 0;
    }
    for (int more = 1; more <= 3; more++) {
        unsigned marker = 0xffu & (0xff00u >> (more + 1));
        unsigned mask = 0xffu & (0xff00u >> (more + 2));
        if ((byte & mask) == marker) {
            *point = byte & ~mask;
            return more;
        }
    }
    return -1;
}

int evq_utf8_next(const char *text, uint32_t *point)
{
    static const uint32_t smallest[4] = { 0, 0x80, 0x800, 0x10000 };
    uint32_t value;
    if (!*text)
        return 0;
    int more = lead_byte((unsigned char)text[0], &value);
    int valid = more >= 0;
    for (int i = 1; valid && i <= more; i++) {
        unsigned char byte = (unsigned char)text[i];
        valid = (byte & 0xc0) == 0x80; /* false at the terminator, so nothing behind it is read */
        value = value << 6 | (byte & 0x3f);
    }
    if (!valid || value < smallest[more] || value > 0x10ffff ||
        (value >= 0xd800 && value <= 0xdfff)) {
        *point = EVQ_REPLACEMENT_CHARACTER;
        return 1;
    }
    *point = value;
    return more + 1;
}

char *evq_utf8_clean(const char *text)
{
    char *clean = malloc(3 * strlen(text) + 1);
    if (!clean)
        return NULL;
    char *at = clean;
    uint32_t point;
    for (int size; (size = evq_utf8_next(text, &point)) > 0; text += size) {
        const char *source = point == EVQ_REPLACEMENT_CHARACTER ? "\xef\xbf\xbd" : text;
        size_t bytes = point == EVQ_REPLACEMENT_CHARACTER ? 3 : (size_t)size;
        memcpy(at, source, bytes);
        at += bytes;
    }
    *at = '\0';
    return clean;
}
