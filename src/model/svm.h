/* Support vector regression with radial basis functions, as libsvm writes it to text. */
#ifndef EVQ_MODEL_SVM_H
#define EVQ_MODEL_SVM_H

#include <exactvq/exactvq.h>

#define EVQ_SVM_FEATURES 64
#define EVQ_SVM_VECTORS  65536

typedef struct EvqSvm {
    double gamma, rho;
    int features, vectors;
    double *coefficient; /* of each vector */
    double *vector;      /* vectors * features values */
} EvqSvm;

/* Reads the text of a model over so many features. `what` names the text in messages. On failure
 * the caller frees the same way. */
int evq_svm_parse(EvqSvm *svm, const char *text, int features, const char *what, EvqError *error);
void evq_svm_free(EvqSvm *svm);

/* vmaf_model.md section 3, step 4. */
double evq_svm_predict(const EvqSvm *svm, const double *value);

#endif
