/* Pictures with several owners: the last one that releases it gives it back. */
#ifndef EVQ_CORE_SHARED_FRAME_H
#define EVQ_CORE_SHARED_FRAME_H

#include <exactvq/exactvq.h>

/* Turns a picture into one that can have more owners. On failure it stays what it was. */
int evq_frame_share(EvqFrame *frame, EvqError *error);
/* Another owner of a shared picture, to be released like any picture. */
EvqFrame evq_frame_another(const EvqFrame *shared);

#endif
