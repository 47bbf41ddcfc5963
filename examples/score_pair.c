/* Scores two files and prints the mean of every output. Usage: score_pair REFERENCE DISTORTED */
#include <exactvq/exactvq.h>
#include <exactvq/media.h>

#include <stdio.h>

static int fail(const EvqError *error)
{
    fprintf(stderr, "score_pair: %s\n", error->message);
    return 1;
}

int main(int argc, char **argv)
{
    EvqError error;
    EvqReader *reference, *distorted = NULL;
    EvqPairing *pairing;
    EvqSession *session;
    EvqFrame a, b;
    if (argc != 3) {
        fprintf(stderr, "usage: score_pair REFERENCE DISTORTED\n");
        return 2;
    }
    if (evq_reader_open(&reference, argv[1], NULL, &error) < 0 ||
        evq_reader_open(&distorted, argv[2], NULL, &error) < 0) {
        evq_reader_close(&reference);
        return fail(&error);
    }
    EvqFormat format = evq_reader_info(reference)->format;
    if (evq_pairing_open(&pairing, &reference, &distorted, NULL, &error) < 0)
        return fail(&error);

    EvqConfig config = evq_config_default();
    int status = evq_session_open(&session, &config, &format, &error);
    if (status >= 0)
        status = evq_session_add_metric(session, "float_vif", &error);
    if (status >= 0)
        status = evq_session_add_metric(session, "psnr=enable_mse=true", &error);
    while (status >= 0 && (status = evq_pairing_next(pairing, &a, &b, &error)) > 0)
        status = evq_session_push(session, &a, &b, &error);
    if (status >= 0)
        status = evq_session_flush(session, &error);

    for (size_t i = 0; status >= 0 && i < evq_session_output_count(session); i++) {
        double mean;
        if (evq_session_pool(session, i, EVQ_POOL_MEAN, 0, &mean) > 0)
            printf("%-12s %.17g\n", evq_session_output_name(session, i), mean);
    }
    evq_session_close(&session);
    evq_pairing_close(&pairing);
    return status < 0 ? fail(&error) : 0;
}
