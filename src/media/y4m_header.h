/* The stream header of y4m files. */
#ifndef EVQ_MEDIA_Y4M_HEADER_H
#define EVQ_MEDIA_Y4M_HEADER_H

#include <exactvq/exactvq.h>

typedef struct EvqY4mHeader {
    EvqFormat format;
    int rate_num, rate_den; /* 0/0 unknown */
    char interlace;         /* p progressive, t b m interlaced, ? unknown */
} EvqY4mHeader;

/*
 * Parses the header line, a string without its newline that begins with YUV4MPEG2. Returns 0, or
 * -1 with the reason in `reason`. The line is taken apart in place.
 */
int evq_y4m_parse_header(EvqY4mHeader *header, char *line, char *reason, size_t reason_size);

#endif
