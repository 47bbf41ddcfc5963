/* The score transform of a model, vmaf_model.md section 4. */
#ifndef EVQ_MODEL_TRANSFORM_H
#define EVQ_MODEL_TRANSFORM_H

#define EVQ_TRANSFORM_TERMS 3
#define EVQ_TRANSFORM_KNOTS 10

typedef struct EvqTransform {
    int has_term[EVQ_TRANSFORM_TERMS];
    double term[EVQ_TRANSFORM_TERMS]; /* of the polynomial p0 + p1 y + p2 y^2 */
    int knots;                        /* 0, or 2 and more: x rises, y does not fall */
    double knot[EVQ_TRANSFORM_KNOTS][2];
    int out_lte_in, out_gte_in; /* the result is at most, at least what goes in */
} EvqTransform;

double evq_transform(const EvqTransform *transform, double y);

#endif
