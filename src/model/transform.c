#include "model/transform.h"

static double polynomial(const EvqTransform *t, double y)
{
    double sum = 0.0;
    if (t->has_term[0])
        sum = sum + t->term[0];
    if (t->has_term[1])
        sum = sum + t->term[1] * y;
    if (t->has_term[2])
        sum = sum + (t->term[2] * y) * y;
    return sum;
}

/* The straight line through two knots. */
static double line(const double a[2], const double b[2], double x)
{
    if (a[1] == b[1])
        return a[1];
    if (a[0] == 0.0)
        return (b[1] - a[1]) / b[0] * x + a[1];
    double slope = (b[1] - a[1]) / (b[0] - a[0]);
    return slope * x + (a[1] - a[0] * slope);
}

/* Beyond the first and the last knot their segments go on; at a shared knot the later one counts.
 */
static double piecewise(const EvqTransform *t, double x)
{
    int segment = 0;
    for (int s = 1; s < t->knots - 1; s++)
        if (x >= t->knot[s][0])
            segment = s;
    return line(t->knot[segment], t->knot[segment + 1], x);
}

double evq_transform(const EvqTransform *t, double in)
{
    double y = in;
    if (t->has_term[0] || t->has_term[1] || t->has_term[2])
        y = polynomial(t, y);
    if (t->knots)
        y = piecewise(t, y);
    if (t->out_lte_in)
        y = y > in ? in : y;
    if (t->out_gte_in)
        y = y < in ? in : y;
    return y;
}
