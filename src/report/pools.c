#include "report/internal.h"

#include <errno.h>

const EvqPoolColumn evq_pool_columns[EVQ_POOL_COLUMNS] = {
    { "min", "min", EVQ_POOL_MIN, 0 },
    { "max", "max", EVQ_POOL_MAX, 0 },
    { "mean", "mean", EVQ_POOL_MEAN, 0 },
    { "harmonic_mean", "harmonic mean", EVQ_POOL_HARMONIC_MEAN, 0 },
    { "p1", "p1", EVQ_POOL_PERCENTILE, 1 },
    { "p5", "p5", EVQ_POOL_PERCENTILE, 5 },
    { "p10", "p10", EVQ_POOL_PERCENTILE, 10 },
    { "p25", "p25", EVQ_POOL_PERCENTILE, 25 },
    { "p50", "p50", EVQ_POOL_PERCENTILE, 50 },
};

int evq_pool_all(EvqWriter *writer, const EvqSession *session, size_t output,
                 double values[EVQ_POOL_COLUMNS])
{
    for (int i = 0; i < EVQ_POOL_COLUMNS; i++) {
        const EvqPoolColumn *column = &evq_pool_columns[i];
        int status = evq_session_pool(session, output, column->pool, column->argument, &values[i]);
        if (status < 0)
            evq_writer_fail(writer, ENOMEM);
        if (status <= 0)
            return 0;
    }
    return 1;
}
