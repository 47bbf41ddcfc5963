/* Between the files that read a metric's text. `text` is the options, which parsing cuts up. */
#ifndef EVQ_TESTS_ORACLE_TEXT_H
#define EVQ_TESTS_ORACLE_TEXT_H

#include "oracle.h"

void oracle_put(OracleScores *scores, const char *name, const char *suffix, double value);

int oracle_score_ssim(char *text, const Picture *ref, const Picture *dis, OracleScores *out);
int oracle_score_ms_ssim(char *text, const Picture *ref, const Picture *dis, OracleScores *out);
int oracle_score_integer_vif(char *text, const Picture *ref, const Picture *dis, OracleScores *out);
int oracle_score_adm(char *text, const Picture *ref, const Picture *dis, OracleScores *out);
int oracle_score_motion(char *text, const PicturePair *pairs, size_t count, size_t i,
                        OracleScores *out);
int oracle_score_integer_motion(char *text, const PicturePair *pairs, size_t count, size_t i,
                                OracleScores *out);

#endif
