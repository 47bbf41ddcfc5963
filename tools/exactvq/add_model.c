#include "add_model.h"

int evq_cli_add_model(EvqSession *session, const char *text, const char *folder, int no_prediction,
                      EvqError *error)
{
    EvqModel *model;
    int status = evq_model_load_text(&model, text, folder, no_prediction, error);
    if (status < 0)
        return status;
    status = evq_session_add_model(session, model, error);
    evq_model_close(&model);
    return status;
}
