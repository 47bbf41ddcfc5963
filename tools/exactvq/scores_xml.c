/* XML reports: <frame frameNum="N" NAME="SCORE" ... /> and <aggregate_metrics NAME="SCORE" />. */
#include "scores.h"

#include <expat.h>
#include <string.h>

typedef struct Xml {
    XML_Parser parser;
    EvqScores *scores;
    EvqError *error;
    int depth;
    int status;
} Xml;

static void refuse(Xml *xml, const char *why, const char *word)
{
    xml->status =
        evq_cli_scores_fail(xml->error, EVQ_E_INPUT, "line %lu %s%.80s",
                            (unsigned long)XML_GetCurrentLineNumber(xml->parser), why, word);
}

static void add_scores(Xml *xml, EvqColumns *columns, const char **attributes, uint64_t frame)
{
    EvqScore score = { .frame = frame };
    for (; *attributes && !xml->status; attributes += 2) {
        const char *name = attributes[0];
        if (!strcmp(name, "frameNum"))
            continue;
        if (evq_cli_scores_value(attributes[1], &score))
            xml->status = evq_cli_scores_add(columns, name, &score, xml->error);
        else
            refuse(xml, "has a value that is no number: ", name);
    }
}

static void add_frame(Xml *xml, const char **attributes)
{
    uint64_t frame;
    for (const char **at = attributes; *at; at += 2) {
        if (!strcmp(at[0], "frameNum") && evq_cli_scores_frame(at[1], &frame)) {
            add_scores(xml, &xml->scores->outputs, attributes, frame);
            return;
        }
    }
    refuse(xml, "has a frame without a frame number", "");
}

static void begin_element(void *opaque, const char *name, const char **attributes)
{
    Xml *xml = opaque;
    if (xml->depth++ == 0 && strcmp(name, "VMAF") != 0)
        refuse(xml, "is not the root of a report: ", name);
    else if (!strcmp(name, "frame"))
        add_frame(xml, attributes);
    else if (!strcmp(name, "aggregate_metrics"))
        add_scores(xml, &xml->scores->aggregates, attributes, 0);
    if (xml->status)
        XML_StopParser(xml->parser, XML_FALSE);
}

static void end_element(void *opaque, const char *name)
{
    (void)name;
    ((Xml *)opaque)->depth--;
}

int evq_cli_scores_xml(EvqScores *scores, const EvqReportText *text, EvqError *error)
{
    const size_t most = 1 << 20; /* expat takes an int */
    Xml xml = { .scores = scores, .error = error, .parser = XML_ParserCreate(NULL) };
    if (!xml.parser)
        return evq_cli_scores_fail(error, EVQ_E_NOMEM, "out of memory");
    XML_SetUserData(xml.parser, &xml);
    XML_SetElementHandler(xml.parser, begin_element, end_element);
    for (size_t at = 0, part; at <= text->size && !xml.status; at += part) {
        part = text->size - at < most ? text->size - at : most;
        int last = at + part == text->size;
        if (XML_Parse(xml.parser, text->bytes + at, (int)part, last) != XML_STATUS_OK &&
            !xml.status)
            refuse(&xml, "is no valid XML: ", XML_ErrorString(XML_GetErrorCode(xml.parser)));
        if (last)
            break;
    }
    XML_ParserFree(xml.parser);
    return xml.status;
}
