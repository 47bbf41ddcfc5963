#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "support.h"

enum { WITHOUT_AVX512 = 16, WITHOUT_AVX2 = 8 };

const RunConfig run_configs[RUN_CONFIGS] = {
    { 0, 1 },
    { 0, 2 },
    { 0, 7 },
    { WITHOUT_AVX512, 1 },
    { WITHOUT_AVX512, 2 },
    { WITHOUT_AVX512, 7 },
    { WITHOUT_AVX2 | WITHOUT_AVX512, 1 },
    { WITHOUT_AVX2 | WITHOUT_AVX512, 2 },
    { WITHOUT_AVX2 | WITHOUT_AVX512, 7 },
};

EvqFormat format_of_picture(const Picture *picture)
{
    static const EvqChroma chroma[] = { EVQ_CHROMA_400, EVQ_CHROMA_420, EVQ_CHROMA_422,
                                        EVQ_CHROMA_444 };
    EvqFormat format = { 0 };
    format.width = picture->width[0];
    format.height = picture->height[0];
    format.depth = picture->depth;
    format.chroma = chroma[picture->chroma];
    format.colour = (EvqColour){ 2, 2, 2, 0, 0 };
    return format;
}

typedef struct PlaneMemory {
    void *plane[4];
} PlaneMemory;

static void release_planes(void *opaque)
{
    PlaneMemory *memory = opaque;
    for (int p = 0; p < 4; p++)
        free(memory->plane[p]);
    free(memory);
}

static void *copy_samples(const Picture *picture, int plane)
{
    const size_t samples = (size_t)picture->width[plane] * (size_t)picture->height[plane];
    void *out = malloc(samples * (picture->depth > 8 ? 2 : 1));
    assert_non_null(out);
    if (picture->depth > 8) {
        memcpy(out, picture->plane[plane], samples * sizeof(uint16_t));
        return out;
    }
    for (size_t i = 0; i < samples; i++)
        ((uint8_t *)out)[i] = (uint8_t)picture->plane[plane][i];
    return out;
}

/* Each plane is a block of exactly its samples, rows without padding, so that a checker of memory
 * sees every read outside of it and a second release. */
static void frame_of_picture(EvqFrame *frame, const Picture *picture, EvqColourModel model,
                             const Picture *opacity)
{
    PlaneMemory *memory = calloc(1, sizeof(*memory));
    assert_non_null(memory);
    memset(frame, 0, sizeof(*frame));
    frame->format = format_of_picture(picture);
    frame->format.model = model;
    for (int p = 0; p < picture->planes; p++) {
        memory->plane[p] = copy_samples(picture, p);
        frame->plane[p] = memory->plane[p];
        frame->stride[p] = (ptrdiff_t)picture->width[p] * (picture->depth > 8 ? 2 : 1);
    }
    if (opacity) {
        memory->plane[3] = copy_samples(opacity, 0);
        frame->plane[3] = memory->plane[3];
        frame->stride[3] = frame->stride[0];
        frame->format.opacity = 1;
    }
    frame->release = release_planes;
    frame->opaque = memory;
}

static void assert_success(int result, const EvqError *error)
{
    if (result < 0)
        fail_msg("status %d: %s", result, error->message);
}

static void push_as(EvqSession *session, EvqColourModel model, const PicturePair *pairs,
                    size_t count)
{
    EvqError error = { 0 };
    for (size_t i = 0; i < count; i++) {
        EvqFrame ref, dis;
        frame_of_picture(&ref, &pairs[i].ref, model, NULL);
        frame_of_picture(&dis, &pairs[i].dis, model, NULL);
        assert_success(evq_session_push(session, &ref, &dis, &error), &error);
        assert_null(ref.plane[0]);
        assert_null(dis.plane[0]);
    }
    assert_success(evq_session_flush(session, &error), &error);
    assert_int_equal(evq_session_frame_count(session), count);
}

void push_pairs(EvqSession *session, const PicturePair *pairs, size_t count)
{
    push_as(session, EVQ_MODEL_YUV, pairs, count);
}

EvqSession *score_pairs(const RunConfig *run, int subsample, const char *const *metrics,
                        const PicturePair *pairs, size_t count)
{
    return score_pairs_as(run, EVQ_MODEL_YUV, subsample, metrics, pairs, count);
}

EvqSession *score_pairs_as(const RunConfig *run, EvqColourModel model, int subsample,
                           const char *const *metrics, const PicturePair *pairs, size_t count)
{
    EvqError error = { 0 };
    EvqConfig config = evq_config_default();
    config.threads = run->threads;
    config.cpumask = run->cpumask;
    config.subsample = subsample;
    EvqFormat format = format_of_picture(&pairs[0].ref);
    format.model = model;
    EvqSession *session;
    assert_success(evq_session_open(&session, &config, &format, &error), &error);
    for (; *metrics; metrics++)
        assert_success(evq_session_add_metric(session, *metrics, &error), &error);
    push_as(session, model, pairs, count);
    return session;
}

EvqSession *score_pair_over(const RunConfig *run, const char *metric, const PicturePair *pair,
                            const Picture *const opacity[2])
{
    EvqError error = { 0 };
    EvqConfig config = evq_config_default();
    config.threads = run->threads;
    config.cpumask = run->cpumask;
    EvqFormat format = format_of_picture(&pair->ref);
    format.model = EVQ_MODEL_RGB;
    format.opacity =
        (opacity[0] ? EVQ_OPACITY_REFERENCE : 0) | (opacity[1] ? EVQ_OPACITY_DISTORTED : 0);
    EvqSession *session;
    assert_success(evq_session_open(&session, &config, &format, &error), &error);
    assert_success(evq_session_add_metric(session, metric, &error), &error);
    EvqFrame ref, dis;
    frame_of_picture(&ref, &pair->ref, EVQ_MODEL_RGB, opacity[0]);
    frame_of_picture(&dis, &pair->dis, EVQ_MODEL_RGB, opacity[1]);
    assert_success(evq_session_push(session, &ref, &dis, &error), &error);
    assert_success(evq_session_flush(session, &error), &error);
    return session;
}

int try_metric(const EvqFormat *format, const char *text, EvqError *error)
{
    EvqConfig config = evq_config_default();
    config.threads = 1;
    EvqSession *session;
    memset(error, 0, sizeof(*error));
    assert_success(evq_session_open(&session, &config, format, error), error);
    const int result = evq_session_add_metric(session, text, error);
    evq_session_close(&session);
    assert_null(session);
    return result;
}

void assert_scores(const char *what, const EvqSession *session, size_t first, size_t frame,
                   const OracleScores *scores)
{
    for (size_t i = 0; i < scores->count; i++) {
        double value;
        assert_true(first + i < evq_session_output_count(session));
        assert_string_equal(evq_session_output_name(session, first + i), scores->name[i]);
        if (evq_session_score(session, first + i, frame, &value) != 1)
            fail_msg("%s: frame %zu has no %s", what, frame, scores->name[i]);
        assert_bits(what, scores->name[i], value, scores->value[i]);
    }
}

void assert_aggregates(const char *what, const EvqSession *session, const OracleScores *aggregates)
{
    assert_int_equal(evq_session_aggregate_count(session), aggregates->count);
    for (size_t i = 0; i < aggregates->count; i++) {
        assert_string_equal(evq_session_aggregate_name(session, i), aggregates->name[i]);
        assert_bits(what, aggregates->name[i], evq_session_aggregate_value(session, i),
                    aggregates->value[i]);
    }
}

int check_pair(const char *text, const PicturePair *pair)
{
    char what[400];
    OracleScores scores, aggregates;
    const EvqFormat format = format_of_picture(&pair->ref);
    const int result = oracle_score(text, &pair->ref, &pair->dis, &scores);
    snprintf(what, sizeof(what), "%s, %dx%d, %d bits, chroma %d", text, format.width, format.height,
             format.depth, format.chroma);
    assert_int_not_equal(result, ORACLE_USAGE);
    if (result == ORACLE_REFUSED) {
        EvqError error;
        if (try_metric(&format, text, &error) != EVQ_E_INPUT)
            fail_msg("%s: not refused", what);
        return 0;
    }
    assert_int_equal(oracle_aggregate(text, pair, 1, &aggregates), ORACLE_OK);
    const char *const metrics[] = { text, NULL };
    for (size_t r = 0; r < RUN_CONFIGS; r++) {
        EvqSession *session = score_pairs(&run_configs[r], 1, metrics, pair, 1);
        assert_int_equal(evq_session_output_count(session), scores.count);
        assert_scores(what, session, 0, 0, &scores);
        assert_aggregates(what, session, &aggregates);
        evq_session_close(&session);
    }
    return 1;
}

int check_pairs(const char *text, const PicturePair *pairs, size_t count, int subsample)
{
    OracleScores scores[16];
    char what[300];
    const EvqFormat format = format_of_picture(&pairs[0].ref);
    assert_true(count <= 16);
    snprintf(what, sizeof(what), "%s, %dx%d, %d bits, chroma %d", text, format.width, format.height,
             format.depth, format.chroma);
    for (size_t i = 0; i < count; i++) {
        const int result = oracle_score_frame(text, pairs, count, i, &scores[i]);
        if (result == ORACLE_REFUSED) {
            EvqError error;
            if (try_metric(&format, text, &error) != EVQ_E_INPUT)
                fail_msg("%s: not refused", what);
            return 0;
        }
        assert_int_equal(result, ORACLE_OK);
    }
    const char *const metrics[] = { text, NULL };
    for (size_t r = 0; r < RUN_CONFIGS; r++) {
        EvqSession *session = score_pairs(&run_configs[r], subsample, metrics, pairs, count);
        for (size_t i = 0; i < count; i++) {
            const int wanted = subsample < 2 || i % (size_t)subsample == 0;
            assert_int_equal(evq_session_frame_listed(session, i), wanted);
            if (wanted)
                assert_scores(what, session, 0, i, &scores[i]);
        }
        evq_session_close(&session);
    }
    return 1;
}
