/* ssimulacra2, docs/spec/ssimulacra2.md: options and the colours that they and the format name. */
#include "metric/ssimulacra2.h"

#include "core/error.h"

#include <stddef.h>
#include <stdio.h>

static const char *const profiles[] = { "official", "exact", NULL };
static const char *const matrices[] = { "auto", "709", "601", "2020", NULL };
static const char *const ranges[] = { "auto", "limited", "full", NULL };
static const char *const transfers[] = { "auto", "srgb", "bt709-power2.4", NULL };
static const char *const chromas[] = { "auto", "nearest", "left", "centre", NULL };

static const EvqOptionInfo option_info[] = {
    { "profile", "official|exact", "official", "the official tool's blur, or the exact filter" },
    { "matrix", "auto|709|601|2020", "auto", "YUV to RGB; auto: the stream's tag, else 709" },
    { "range", "auto|limited|full", "auto", "auto: the stream's tag, else limited, full for RGB" },
    { "transfer", "auto|srgb|bt709-power2.4", "auto", "auto: the stream's tag, else srgb" },
    { "chroma", "auto|nearest|left|centre", "auto",
      "chroma samples to luma's size; auto: nearest" },
};

#define CHOICE(key, member, words)                                                                 \
    {                                                                                              \
        key, EVQ_OPTION_CHOICE, offsetof(Ssimulacra2, member), 0, .choices = words                 \
    }
static const EvqOption option[] = {
    CHOICE("profile", profile, profiles), CHOICE("matrix", matrix, matrices),
    CHOICE("range", range, ranges),       CHOICE("transfer", transfer, transfers),
    CHOICE("chroma", chroma, chromas),
};

enum { OPTIONS = sizeof option / sizeof *option };

static const EvqOptionTable option_table = { option_info, option, OPTIONS };

/* ---- Colours from the stream's tags, code points of H.273; -1: tagged as something else ---- */

static int tagged_matrix(int tag)
{
    switch (tag) {
    case 0: /* a format that says nothing */
    case 1:
    case 2:
        return SSIMULACRA2_709;
    case 5:
    case 6:
        return SSIMULACRA2_601;
    case 9:
        return SSIMULACRA2_2020;
    default:
        return -1;
    }
}

static int tagged_transfer(int tag)
{
    switch (tag) {
    case 0:
    case 2:
    case 13:
        return SSIMULACRA2_SRGB;
    case 1:
    case 6:
    case 14:
    case 15:
        return SSIMULACRA2_POWER;
    default:
        return -1;
    }
}

/* Takes what is tagged for "auto"; *given is left only where it differs. */
static int settle(int *value, int *given, int tagged, const char *name, int tag, EvqError *error)
{
    if (*value == 0 && tagged < 0)
        return evq_fail(error, EVQ_E_INPUT,
                        "ssimulacra2: the pictures are tagged with %s %d, which it does not know; "
                        "choose one with the option %s",
                        name, tag, name);
    if (*value == 0)
        *value = tagged;
    *given = *value == tagged ? 0 : *value;
    return EVQ_OK;
}

/* Settles the options; `given` becomes the options that are part of the name. */
static int settle_colours(Ssimulacra2 *s, Ssimulacra2 *given, const EvqFormat *format,
                          EvqError *error)
{
    const EvqColour *colour = &format->colour;
    int rgb = format->model == EVQ_MODEL_RGB;
    int matrix = rgb ? SSIMULACRA2_709 : tagged_matrix(colour->matrix);
    int transfer = tagged_transfer(colour->transfer);
    int full = colour->range == 2 || (rgb && colour->range == 0);
    int range = full ? SSIMULACRA2_FULL : SSIMULACRA2_LIMITED;
    int status = settle(&s->matrix, &given->matrix, matrix, "matrix", colour->matrix, error);
    if (status == EVQ_OK)
        status = settle(&s->range, &given->range, range, "range", colour->range, error);
    if (status == EVQ_OK)
        status =
            settle(&s->transfer, &given->transfer, transfer, "transfer", colour->transfer, error);
    if (status == EVQ_OK)
        status = settle(&s->chroma, &given->chroma, SSIMULACRA2_NEAREST_CHROMA, "chroma", 0, error);
    return status;
}

static int init(void *state, const EvqFormat *format, EvqPlan *plan, EvqMetricOutputs *outputs,
                EvqError *error)
{
    Ssimulacra2 *s = state, given = *s;
    s->scales = evq_ssimulacra2_scales(format->width, format->height, s->scale);
    if (s->scales == 0)
        return evq_fail(error, EVQ_E_INPUT,
                        "ssimulacra2 needs pictures of at least 8x8, these are %dx%d",
                        format->width, format->height);
    int status = settle_colours(s, &given, format, error);
    if (status < 0)
        return status;
    s->passes = format->opacity & EVQ_OPACITY_REFERENCE ? 2 : 1;
    evq_ssimulacra2_plan(s, format, plan);
    char *name = outputs->name[outputs->count++];
    snprintf(name, EVQ_NAME_SIZE, "ssimulacra2");
    evq_options_suffix(&option_table, &given, name);
    return EVQ_OK;
}

static void finish(const void *state, const void *result, double *scores)
{
    const Ssimulacra2 *s = state;
    for (int pass = 0; pass < s->passes; pass++) {
        const uint64_t *sums = (const uint64_t *)result + pass * s->scales * SSIMULACRA2_RESULTS;
        double score = evq_ssimulacra2_score(s, sums);
        if (pass == 0 || score < scores[0])
            scores[0] = score;
    }
}

const EvqMetric evq_metric_ssimulacra2 = {
    .info = { "ssimulacra2", "SSIMULACRA 2.1 of pictures in XYB", option_info, OPTIONS },
    .options = { option_info, option, OPTIONS },
    .state_size = sizeof(Ssimulacra2),
    .rgb = 1,
    .init = init,
    .finish = finish,
};
