/* Pictures whose planes follow one another without gaps: y4m, headerless files, conversions. */
#ifndef EVQ_MEDIA_PACKED_H
#define EVQ_MEDIA_PACKED_H

#include "media/buffers.h"
#include "media/reader.h"

typedef struct EvqPacked {
    EvqFormat format;
    size_t bytes; /* of one picture */
    EvqBufferPool *pool;
} EvqPacked;

/* Needs a valid format. EVQ_OK or EVQ_E_NOMEM without a message. */
int evq_packed_open(EvqPacked *packed, const EvqFormat *format);
void evq_packed_close(EvqPacked *packed);

/* A picture from the pool, samples not set. EVQ_OK or EVQ_E_NOMEM without a message. */
int evq_packed_alloc(EvqPacked *packed, EvqFrame *frame);

/* Reads a picture that starts at the source's position: EVQ_OK or a failure that names the frame.
 */
int evq_packed_read(EvqPacked *packed, EvqReader *reader, EvqFrame *frame, EvqError *error);
/* Passes over it. */
int evq_packed_skip(EvqPacked *packed, EvqReader *reader, EvqError *error);

/* Refuses a sample above the depth's maximum: metrics index tables by samples. */
int evq_check_samples(const EvqReader *reader, const EvqFrame *frame, EvqError *error);

#endif
