#include "core/shared_frame.h"

#include "core/error.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct Shared {
    EvqFrame frame;
    atomic_int owners;
} Shared;

static void release(void *opaque)
{
    Shared *shared = opaque;
    if (atomic_fetch_sub(&shared->owners, 1) > 1)
        return;
    evq_frame_release(&shared->frame);
    free(shared);
}

int evq_frame_share(EvqFrame *frame, EvqError *error)
{
    Shared *shared = malloc(sizeof *shared);
    if (!shared)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: a shared picture");
    shared->frame = *frame;
    atomic_init(&shared->owners, 1);
    frame->release = release;
    frame->opaque = shared;
    return EVQ_OK;
}

EvqFrame evq_frame_another(const EvqFrame *frame)
{
    Shared *shared = frame->opaque;
    atomic_fetch_add(&shared->owners, 1);
    return *frame;
}
