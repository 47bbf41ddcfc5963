/*
 * Pairs two readers. Each has a thread that stays at most AHEAD pictures in front of the pairs
 * handed out. Threads and the caller meet under one lock; pictures are read outside it.
 */
#include "media/reader.h"

#include "core/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AHEAD 2

typedef enum SideState {
    SIDE_READING,
    SIDE_ENDED,
    SIDE_FAILED,
} SideState;

typedef struct Side {
    EvqPairing *pairing;
    EvqReader *reader;
    pthread_t thread;
    int started;
    uint64_t skip;

    /* Guarded by the pairing's lock. */
    EvqFrame ahead[AHEAD];
    int first, count;
    SideState state;
    uint64_t passed; /* pictures that were read or passed over */
    EvqError failure;
} Side;

struct EvqPairing {
    Side side[2];         /* reference, distorted */
    uint64_t frame_count; /* 0: all */

    pthread_mutex_t lock;
    pthread_cond_t changed;
    int stop;     /* close was called: threads end */
    int counting; /* no more pairs are wanted: threads pass over the rest */
    uint64_t pairs;
    int outcome; /* 1, or the last answer of next */
    EvqError failure;
};

/* ---- The reading threads ------------------------------------------------------------------ */

typedef enum Task {
    TASK_READ,
    TASK_PASS, /* over a picture */
    TASK_STOP,
} Task;

/* Whether the side has read all pictures that frame_count asks for, called locked. */
static int has_enough(const Side *side)
{
    uint64_t count = side->pairing->frame_count;
    return count && side->passed >= side->skip && side->passed - side->skip >= count;
}

/* Waits until there is something to do. */
static Task await_task(Side *side)
{
    EvqPairing *pairing = side->pairing;
    pthread_mutex_lock(&pairing->lock);
    while ((side->count == AHEAD || has_enough(side)) && !pairing->counting && !pairing->stop)
        pthread_cond_wait(&pairing->changed, &pairing->lock);
    Task task = TASK_READ;
    if (pairing->stop)
        task = TASK_STOP;
    else if (pairing->counting || side->passed < side->skip)
        task = TASK_PASS;
    pthread_mutex_unlock(&pairing->lock);
    return task;
}

/* Files what a step gave: a picture, a picture passed over (`frame` zeroed), the end, a failure. */
static void file_result(Side *side, int result, EvqFrame *frame, const EvqError *error)
{
    EvqPairing *pairing = side->pairing;
    pthread_mutex_lock(&pairing->lock);
    if (result > 0)
        side->passed++;
    if (result > 0 && frame->plane[0] && !pairing->counting) {
        side->ahead[(side->first + side->count) % AHEAD] = *frame;
        side->count++;
        memset(frame, 0, sizeof *frame);
    }
    if (result == 0)
        side->state = SIDE_ENDED;
    if (result < 0) {
        side->state = SIDE_FAILED;
        side->failure = *error;
    }
    pthread_cond_broadcast(&pairing->changed);
    pthread_mutex_unlock(&pairing->lock);
    evq_frame_release(frame);
}

static void *read_ahead(void *argument)
{
    Side *side = argument;
    int result = 1;
    Task task;
    while (result > 0 && (task = await_task(side)) != TASK_STOP) {
        EvqFrame frame = { 0 };
        EvqError error;
        if (task == TASK_PASS)
            result = evq_reader_skip(side->reader, &error);
        else
            result = evq_reader_next(side->reader, &frame, &error);
        file_result(side, result, &frame, &error);
    }
    return NULL;
}

/* ---- Opening and closing ------------------------------------------------------------------ */

static void describe(const EvqReader *reader, char *text, size_t size)
{
    const EvqFormat *format = &evq_reader_info(reader)->format;
    char name[40];
    evq_pixel_name(name, sizeof name, format);
    snprintf(text, size, "%s is %dx%d %s", evq_source_name(reader->source), format->width,
             format->height, name);
}

static int check_match(const EvqPairing *pairing, EvqError *error)
{
    const EvqReader *reference = pairing->side[0].reader, *distorted = pairing->side[1].reader;
    if (!strcmp(evq_reader_path(reference), "-") && !strcmp(evq_reader_path(distorted), "-"))
        return evq_fail(error, EVQ_E_USAGE, "only one of the inputs can be standard input");
    const EvqFormat *r = &evq_reader_info(reference)->format;
    const EvqFormat *d = &evq_reader_info(distorted)->format;
    char fields[64] = "";
    if (r->width != d->width)
        strcat(fields, ", width");
    if (r->height != d->height)
        strcat(fields, ", height");
    if (r->chroma != d->chroma)
        strcat(fields, ", chroma format");
    if (r->model != d->model)
        strcat(fields, ", colour model");
    if (r->depth != d->depth)
        strcat(fields, ", depth");
    if (!fields[0])
        return EVQ_OK;
    char this[2][240];
    describe(reference, this[0], sizeof this[0]);
    describe(distorted, this[1], sizeof this[1]);
    return evq_fail(error, EVQ_E_INPUT, "inputs differ: %s, %s (%s)", this[0], this[1], fields + 2);
}

static int start(EvqPairing *pairing, EvqError *error)
{
    for (int i = 0; i < 2; i++) {
        Side *side = &pairing->side[i];
        if (pthread_create(&side->thread, NULL, read_ahead, side))
            return evq_fail(error, EVQ_E_NOMEM, "a reading thread cannot be started");
        side->started = 1;
    }
    return EVQ_OK;
}

static EvqPairing *pairing_new(EvqReader **reference, EvqReader **distorted,
                               const EvqPairingConfig *config)
{
    EvqPairing *pairing = calloc(1, sizeof *pairing);
    if (!pairing)
        return NULL;
    pthread_mutex_init(&pairing->lock, NULL);
    pthread_cond_init(&pairing->changed, NULL);
    pairing->outcome = 1;
    pairing->side[0].reader = *reference;
    pairing->side[1].reader = *distorted;
    *reference = *distorted = NULL;
    for (int i = 0; i < 2; i++)
        pairing->side[i].pairing = pairing;
    if (config) {
        pairing->side[0].skip = config->skip_reference;
        pairing->side[1].skip = config->skip_distorted;
        pairing->frame_count = config->frame_count;
    }
    return pairing;
}

int evq_pairing_open(EvqPairing **pairing, EvqReader **reference, EvqReader **distorted,
                     const EvqPairingConfig *config, EvqError *error)
{
    *pairing = pairing_new(reference, distorted, config);
    if (!*pairing) {
        evq_reader_close(reference);
        evq_reader_close(distorted);
        return evq_fail(error, EVQ_E_NOMEM, "out of memory");
    }
    int result = check_match(*pairing, error);
    if (result == EVQ_OK)
        result = start(*pairing, error);
    if (result < 0)
        evq_pairing_close(pairing);
    return result;
}

/*
 * A thread that waits on a pipe is woken. What cannot be woken is a read of a regular file on a
 * file system that hangs; it holds up the close as it would hold up close(2).
 */
void evq_pairing_close(EvqPairing **pairing)
{
    EvqPairing *p = *pairing;
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->stop = 1;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < 2; i++) {
        Side *side = &p->side[i];
        evq_reader_cancel(side->reader);
        if (side->started)
            pthread_join(side->thread, NULL);
        for (int k = 0; k < side->count; k++)
            evq_frame_release(&side->ahead[(side->first + k) % AHEAD]);
        evq_reader_close(&side->reader);
    }
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
    *pairing = NULL;
}

const EvqReader *evq_pairing_reference(const EvqPairing *pairing)
{
    return pairing->side[0].reader;
}

const EvqReader *evq_pairing_distorted(const EvqPairing *pairing)
{
    return pairing->side[1].reader;
}

EvqFormat evq_pairing_format(const EvqPairing *pairing)
{
    EvqFormat format = evq_reader_info(pairing->side[0].reader)->format;
    format.opacity =
        (format.opacity ? EVQ_OPACITY_REFERENCE : 0) |
        (evq_reader_info(pairing->side[1].reader)->format.opacity ? EVQ_OPACITY_DISTORTED : 0);
    return format;
}

/* ---- Pairs -------------------------------------------------------------------------------- */

static int ended(const Side *side)
{
    return side->count == 0 && side->state == SIDE_ENDED;
}

static int decided(const Side *side)
{
    return side->count > 0 || side->state != SIDE_READING;
}

static EvqFrame take(Side *side)
{
    EvqFrame frame = side->ahead[side->first];
    side->first = (side->first + 1) % AHEAD;
    side->count--;
    return frame;
}

/* The first failure, or NULL when both sides have a picture. */
static const EvqError *failed(const EvqPairing *pairing)
{
    for (int i = 0; i < 2; i++)
        if (pairing->side[i].count == 0)
            return &pairing->side[i].failure;
    return NULL;
}

/* Whether the run ends by frame_count, called locked. */
static int limited(const EvqPairing *pairing)
{
    return pairing->frame_count && pairing->pairs == pairing->frame_count;
}

/*
 * Waits for the next pair, called locked. An end wins over a failure of the other input at the same
 * index, whichever thread is faster, so the answer does not depend on timing.
 */
static int await_pair(EvqPairing *pairing)
{
    Side *r = &pairing->side[0], *d = &pairing->side[1];
    if (limited(pairing))
        return 0;
    while (!ended(r) && !ended(d) && !(decided(r) && decided(d)))
        pthread_cond_wait(&pairing->changed, &pairing->lock);
    if (ended(r) || ended(d))
        return 0;
    const EvqError *failure = failed(pairing);
    if (failure)
        pairing->failure = *failure;
    return failure ? pairing->failure.status : 1;
}

/* No more pairs: what was read ahead goes, and after an end the threads count the rest. */
static void conclude(EvqPairing *pairing)
{
    pairing->counting = pairing->outcome == 0 && !limited(pairing);
    pairing->stop = !pairing->counting;
    for (int i = 0; i < 2; i++)
        while (pairing->side[i].count > 0) {
            EvqFrame frame = take(&pairing->side[i]);
            evq_frame_release(&frame);
        }
    pthread_cond_broadcast(&pairing->changed);
}

int evq_pairing_next(EvqPairing *pairing, EvqFrame *reference, EvqFrame *distorted, EvqError *error)
{
    memset(reference, 0, sizeof *reference);
    memset(distorted, 0, sizeof *distorted);
    pthread_mutex_lock(&pairing->lock);
    if (pairing->outcome > 0) {
        pairing->outcome = await_pair(pairing);
        if (pairing->outcome <= 0)
            conclude(pairing);
    }
    int outcome = pairing->outcome;
    if (outcome > 0) {
        *reference = take(&pairing->side[0]);
        *distorted = take(&pairing->side[1]);
        pairing->pairs++;
        pthread_cond_broadcast(&pairing->changed);
    } else if (outcome < 0 && error) {
        *error = pairing->failure;
    }
    pthread_mutex_unlock(&pairing->lock);
    return outcome;
}

void evq_pairing_lengths(EvqPairing *pairing, uint64_t *reference, uint64_t *distorted,
                         int *complete)
{
    uint64_t length[2];
    pthread_mutex_lock(&pairing->lock);
    *complete = pairing->outcome == 0 && !limited(pairing);
    for (int i = 0; i < 2; i++) {
        Side *side = &pairing->side[i];
        while (*complete && side->state == SIDE_READING)
            pthread_cond_wait(&pairing->changed, &pairing->lock);
        /* How far a thread has read ahead is a matter of timing and is not told. */
        uint64_t used = side->skip + pairing->pairs;
        length[i] = *complete || side->passed < used ? side->passed : used;
    }
    pthread_mutex_unlock(&pairing->lock);
    *reference = length[0];
    *distorted = length[1];
}
