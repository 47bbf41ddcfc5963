#include "media/y4m_header.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef struct Parser {
    EvqY4mHeader *header;
    char *reason;
    size_t reason_size;
} Parser;

#define REFUSE(p, ...) (snprintf((p)->reason, (p)->reason_size, __VA_ARGS__), -1)
/* Tags come from the file: no more of one is shown than a line can hold. */
#define SHOWN "%.40s"

/* A number of digits alone, 0 .. INT_MAX. Returns the text behind it or NULL. */
static const char *parse_number(const char *text, int *value)
{
    long long number = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        number = number * 10 + (*at - '0');
        if (number > INT_MAX)
            return NULL;
    }
    *value = (int)number;
    return at > text ? at : NULL;
}

static int parse_size(Parser *p, const char *what, const char *text, int *value)
{
    const char *end = parse_number(text, value);
    if (!end || *end || *value < 1 || *value > EVQ_MAX_SIDE)
        return REFUSE(p, "%s '" SHOWN "' is not a number from 1 to %d", what, text, EVQ_MAX_SIDE);
    return 0;
}

static int parse_rate(Parser *p, const char *text)
{
    EvqY4mHeader *header = p->header;
    const char *end = parse_number(text, &header->rate_num);
    if (end && *end == ':')
        end = parse_number(end + 1, &header->rate_den);
    else
        end = NULL;
    if (!end || *end || !header->rate_num != !header->rate_den)
        return REFUSE(p, "frame rate '" SHOWN "' is not NUMBER:NUMBER", text);
    return 0;
}

static int parse_interlace(Parser *p, const char *text)
{
    if (!text[0] || text[1] || !strchr("ptbm?", text[0]))
        return REFUSE(p, "unknown interlacing tag I" SHOWN, text);
    p->header->interlace = text[0];
    return 0;
}

static void set_chroma(Parser *p, EvqChroma chroma, int depth, int location)
{
    p->header->format.chroma = chroma;
    p->header->format.depth = depth;
    p->header->format.colour.chroma_location = (uint8_t)location;
}

/* 420p10, 444p16, mono12 ... Returns 1 when the tag is one of these. */
static int deep_chroma(Parser *p, const char *tag)
{
    static const struct {
        const char *prefix;
        EvqChroma chroma;
        unsigned depths; /* bit N: N bits exist */
    } family[] = {
        { "420p", EVQ_CHROMA_420, 1 << 9 | 1 << 10 | 1 << 12 | 1 << 14 | 1 << 16 },
        { "422p", EVQ_CHROMA_422, 1 << 9 | 1 << 10 | 1 << 12 | 1 << 14 | 1 << 16 },
        { "444p", EVQ_CHROMA_444, 1 << 9 | 1 << 10 | 1 << 12 | 1 << 14 | 1 << 16 },
        { "mono", EVQ_CHROMA_400, 0x1fe00 }, /* 9 .. 16 */
    };
    for (size_t i = 0; i < sizeof family / sizeof *family; i++) {
        size_t length = strlen(family[i].prefix);
        int depth;
        if (strncmp(tag, family[i].prefix, length) != 0 || tag[length] == '0')
            continue;
        const char *end = parse_number(tag + length, &depth);
        if (!end || *end || depth > 16 || !(family[i].depths >> depth & 1))
            return 0;
        set_chroma(p, family[i].chroma, depth, 0);
        return 1;
    }
    return 0;
}

static int parse_chroma(Parser *p, const char *tag)
{
    static const struct {
        const char *tag;
        EvqChroma chroma;
        int location;
    } known[] = {
        { "420", EVQ_CHROMA_420, 0 },      { "420jpeg", EVQ_CHROMA_420, 2 },
        { "420mpeg2", EVQ_CHROMA_420, 1 }, { "420paldv", EVQ_CHROMA_420, 3 },
        { "422", EVQ_CHROMA_422, 0 },      { "444", EVQ_CHROMA_444, 0 },
        { "mono", EVQ_CHROMA_400, 0 },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(tag, known[i].tag) == 0) {
            set_chroma(p, known[i].chroma, 8, known[i].location);
            return 0;
        }
    }
    if (deep_chroma(p, tag))
        return 0;
    if (strcmp(tag, "411") == 0)
        return REFUSE(p, "chroma format 4:1:1 (tag C411) is not supported");
    if (strcmp(tag, "444alpha") == 0)
        return REFUSE(p, "pictures with an alpha plane (tag C444alpha) are not supported");
    return REFUSE(p, "unknown chroma tag C" SHOWN, tag);
}

static void parse_extension(Parser *p, const char *text)
{
    if (strcmp(text, "COLORRANGE=LIMITED") == 0)
        p->header->format.colour.range = 1;
    else if (strcmp(text, "COLORRANGE=FULL") == 0)
        p->header->format.colour.range = 2;
}

/* Tags that say nothing about the samples (A, most of X, unknown ones) are passed over. */
static int parse_tag(Parser *p, const char *tag)
{
    switch (tag[0]) {
    case 'W':
        return parse_size(p, "width", tag + 1, &p->header->format.width);
    case 'H':
        return parse_size(p, "height", tag + 1, &p->header->format.height);
    case 'F':
        return parse_rate(p, tag + 1);
    case 'I':
        return parse_interlace(p, tag + 1);
    case 'C':
        return parse_chroma(p, tag + 1);
    case 'X':
        parse_extension(p, tag + 1);
        return 0;
    default:
        return 0;
    }
}

int evq_y4m_parse_header(EvqY4mHeader *header, char *line, char *reason, size_t reason_size)
{
    Parser p = { header, reason, reason_size };
    *header = (EvqY4mHeader){
        .format = { .depth = 8,
                    .chroma = EVQ_CHROMA_420,
                    .colour = { .primaries = 2, .transfer = 2, .matrix = 2 } },
        .interlace = '?',
    };
    char *rest = NULL;
    char *signature = strtok_r(line, " ", &rest);
    if (!signature || strcmp(signature, "YUV4MPEG2") != 0)
        return REFUSE(&p, "the header does not begin with YUV4MPEG2 and a space");
    for (char *tag; (tag = strtok_r(NULL, " ", &rest));)
        if (parse_tag(&p, tag) < 0)
            return -1;
    if (!header->format.width)
        return REFUSE(&p, "the header has no width (tag W)");
    if (!header->format.height)
        return REFUSE(&p, "the header has no height (tag H)");
    return 0;
}
