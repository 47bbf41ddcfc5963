/* Roots in floats alone, with what they lack; free of branches. */
#ifndef EVQ_CIEDE_ROOT_H
#define EVQ_CIEDE_ROOT_H

#include "kernel/math/pair.h"

/* The sum of two that are not negative. Its tail is not rounded into the head. */
FN Pair ciede_add(Pair a, Pair b)
{
    f32 most = a.head > b.head ? a.head : b.head;
    f32 least = a.head > b.head ? b.head : a.head;
    f32 sum = most + least;
    return pair_of(sum, (least - (sum - most)) + (a.tail + b.tail));
}

/* A root as a sum of two floats, and half of its inverse. */
typedef struct CiedeRoot {
    f32 head, tail, inverse;
} CiedeRoot;

/* The root of a square within 2^-45: the float root, corrected by what it leaves. */
FN CiedeRoot ciede_root(Pair square)
{
    f32 root = sqrt_f32(square.head);
    f32 inverse = root * (0.5f / (square.head + 0x1p-100f)); /* not 0 / 0 */
    f32 rest = pair_rest(square.head, root, root) + square.tail;
    CiedeRoot v = { root, rest * inverse, inverse };
    return v;
}

/* Statements 3 and 7 of docs/spec/ciede.md: a^2 + b^2. */
FN Pair ciede_squares(f32 a, f32 b)
{
    return ciede_add(pair_of_product(a, a), pair_of_product(b, b));
}

/* A sum of two floats rounded to one, with an error of either sign. */
FN Rounded ciede_rounded(f32 head, f32 tail, f32 error)
{
    f32 high = head + (tail + error), low = head + (tail - error);
    Rounded v = { high, !(high == low) };
    return v;
}

/* And the root of those squares, decided. */
FN Rounded ciede_hypot(f32 a, f32 b)
{
    CiedeRoot root = ciede_root(ciede_squares(a, b));
    return ciede_rounded(root.head, root.tail, root.head * 0x1p-44f);
}

#endif
