/*
 * libFuzzer target: a model file in memory. What is read must predict without reading past its
 * parts; what is refused must say why in one line. Without libFuzzer (-DEVQ_FUZZ_SEEDS) the same
 * source is a program that writes files to start from into the folder that it is given.
 */
#include "model/model.h"

#include "../model/small_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef EVQ_FUZZ_SEEDS

static void predict(const EvqModel *model)
{
    double value[EVQ_MODEL_MEMBERS][EVQ_SVM_FEATURES], scores[EVQ_MODEL_SCORES];
    for (int k = 0; k < EVQ_MODEL_MEMBERS; k++)
        for (int j = 0; j < EVQ_SVM_FEATURES; j++)
            value[k][j] = 0.25 * j - k;
    evq_model_predict(model, value, scores);
    for (int i = 0; i < evq_model_scores(model); i++) {
        char name[EVQ_NAME_SIZE];
        evq_model_score_name(model, i, name);
        const EvqPredictor *p = &model->predictor[i < model->predictors ? i : 0];
        if (!*name || (i < model->predictors && p->clips &&
                       (scores[i] < p->clip_min || scores[i] > p->clip_max)))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const EvqModelConfig config = { .enable_transform = 1 };
    EvqModel *model;
    EvqError error = { 0 };
    int status = evq_model_parse(&model, "fuzz", (const char *)data, size, &config, &error);
    if (status == EVQ_OK)
        predict(model);
    else if (model || error.status != status || !error.message[0])
        abort();
    evq_model_close(&model);
    return 0;
}

#else

int main(int argc, char **argv)
{
    static const char *const seeds[] = { SMALL_MODEL, SMALL_COLLECTION };
    for (size_t i = 0; argc == 2 && i < sizeof seeds / sizeof *seeds; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/model%zu", argv[1], i);
        FILE *file = fopen(path, "wb");
        if (!file || fputs(seeds[i], file) < 0 || fclose(file))
            return 1;
    }
    return argc != 2;
}

#endif
