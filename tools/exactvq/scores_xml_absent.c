#include "scores.h"

int evq_cli_scores_xml(EvqScores *scores, const EvqReportText *text, EvqError *error)
{
    (void)scores;
    (void)text;
    return evq_cli_scores_fail(error, EVQ_E_INPUT,
                               "is XML, which this build cannot read (it was made without expat)");
}
