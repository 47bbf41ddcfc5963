/* Models by the text of --model. */
#ifndef EVQ_TOOL_ADD_MODEL_H
#define EVQ_TOOL_ADD_MODEL_H

#include <exactvq/exactvq.h>

/* Loads a model and adds it to a session, features alone with `no_prediction`. folder: as in
 * evq_model_load_text(). Returns what failed first, or what evq_session_add_model() returns. */
int evq_cli_add_model(EvqSession *session, const char *text, const char *folder, int no_prediction,
                      EvqError *error);

#endif
