/* float_motion: arithmetic of one sample (docs/spec/float_motion.md). */
#ifndef EVQ_FLOAT_MOTION_H
#define EVQ_FLOAT_MOTION_H

#include "kernel/float_motion/params.h"

/* ---- Section 2 ---- */

FN f32 motion_sample(i32 v, f32 scale)
{
    return (f32)v * scale + -128.0f;
}

/* ---- Section 3, by the values under the taps ---- */

FN f32 motion_blur5(f32 a, f32 b, f32 c, f32 d, f32 e)
{
    const f32 t0 = 0x1.be5f0ep-5f, t1 = 0x1.f41fd6p-3f, t2 = 0x1.9c4868p-2f;
    return t0 * a + t1 * b + t2 * c + t1 * d + t0 * e;
}

FN f32 motion_blur3(f32 a, f32 b, f32 c)
{
    const f32 t0 = 0x1.54be4p-3f, t1 = 0x1.55a0ep-1f;
    return t0 * a + t1 * b + t0 * c;
}

/* ---- Section 4 ---- */

FN f32 motion_absolute(f32 d)
{
    return d < 0.0f ? -d : d;
}

#endif
