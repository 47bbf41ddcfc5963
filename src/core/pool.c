/* Pooling an output over the listed frames. */
#include "core/error.h"

#include <math.h>
#include <stdlib.h>

/* The scores of the listed frames, in frame order; *count may be 0. NULL when memory ran out. */
static double *listed_scores(const EvqSession *session, size_t output, size_t *count)
{
    size_t frames = evq_session_frame_count(session);
    double *scores = malloc((frames + 1) * sizeof *scores);
    *count = 0;
    for (size_t i = 0; scores && i < frames; i++)
        if (evq_session_frame_listed(session, i) &&
            evq_session_score(session, output, i, &scores[*count]))
            ++*count;
    return scores;
}

static double mean(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

static double harmonic_mean(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += 1.0 / (x[i] + 1.0);
    return (double)n / sum - 1.0;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double percentile(double *x, size_t n, double percent)
{
    qsort(x, n, sizeof *x, compare);
    double rank = percent / 100.0 * (double)(n - 1);
    if (!(rank > 0.0))
        return x[0];
    size_t low = (size_t)rank;
    if (low >= n - 1)
        return x[n - 1];
    double part = rank - (double)low;
    /* Equal neighbours first: the difference of two infinities is not a number. */
    return x[low] == x[low + 1] || part == 0.0 ? x[low] : x[low] + part * (x[low + 1] - x[low]);
}

static double pool(double *x, size_t n, EvqPool method, double argument)
{
    for (size_t i = 0; i < n; i++)
        if (isnan(x[i]))
            return x[i];
    switch (method) {
    case EVQ_POOL_MEAN:
        return mean(x, n);
    case EVQ_POOL_HARMONIC_MEAN:
        return harmonic_mean(x, n);
    case EVQ_POOL_MIN:
        return percentile(x, n, 0.0);
    case EVQ_POOL_MAX:
        return percentile(x, n, 100.0);
    case EVQ_POOL_PERCENTILE:
        return percentile(x, n, argument);
    }
    return NAN;
}

int evq_session_pool(const EvqSession *session, size_t output, EvqPool method, double argument,
                     double *value)
{
    size_t count;
    double *scores = listed_scores(session, output, &count);
    if (!scores)
        return EVQ_E_NOMEM;
    if (count)
        *value = pool(scores, count, method, argument);
    free(scores);
    return count > 0;
}
