/* Root of a sum of two squares of floats, in floats alone. */
#ifndef EVQ_CIEDE_HYPOT_H
#define EVQ_CIEDE_HYPOT_H

#include "kernel/math/pair.h"

/* Statements 3 and 7 of docs/spec/ciede.md within 2^-43: the squares and their sum as pairs, and
 * the root corrected by what it leaves. Free of branches. */
FN Rounded ciede_hypot(f32 a, f32 b)
{
    Pair aa = pair_of_product(a, a), bb = pair_of_product(b, b);
    f32 most = aa.head > bb.head ? aa.head : bb.head;
    f32 least = aa.head > bb.head ? bb.head : aa.head;
    f32 sum = most + least;
    f32 low = (least - (sum - most)) + (aa.tail + bb.tail);
    f32 root = sqrt_f32(sum);
    Pair back = pair_of_product(root, root);
    f32 rest = ((sum - back.head) - back.tail) + low;
    f32 more = rest * (0.5f / (root + 0x1p-100f)); /* not 0 / 0 where both are 0 */
    f32 error = root * 0x1p-42f;
    Rounded r = { root + (more + error), !(root + (more + error) == root + (more - error)) };
    return r;
}

#endif
