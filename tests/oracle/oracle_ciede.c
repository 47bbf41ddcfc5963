/* docs/spec/ciede.md as scalar code. Numbers in comments are those of its table of section 4. */
#include "oracle.h"

#include <math.h>

static const double pi = 3.141592653589793;

/* A binary64 value rounded to binary32, seen by the trace. */
static float rounded(const OracleCiede *o, const char *what, double value)
{
    const float result = (float)value;
    if (o->trace)
        o->trace(o->opaque, what, value, result);
    return result;
}

/* ---- section 3: sample to Lab ---- */

static double linear_light(double c)
{
    return c > 10.0 / 255.0 ? oracle_pow24((c + 0.055) * (1.0 / 1.055)) : c * (1.0 / 12.92);
}

static float lab_curve(const OracleCiede *o, double t)
{
    const double value =
        t > 216.0 / 24389.0 ? oracle_cbrt(t) : ((24389.0 / 27.0) * t + 16.0) * (1.0 / 116.0);
    return rounded(o, "F", value);
}

OracleLab oracle_ciede_lab(const OracleCiede *o, int depth, int luma, int cb, int cr)
{
    const double s = 1 << (depth - 8);
    const double y = (luma - 16.0 * s) * (1.0 / (219.0 * s));
    const double u = (cb - 128.0 * s) * (1.0 / (224.0 * s));
    const double v = (cr - 128.0 * s) * (1.0 / (224.0 * s));
    const double r = linear_light(y + 1.28033 * v);
    const double g = linear_light((y - 0.21482 * u) - 0.38059 * v);
    const double b = linear_light(y + 2.12798 * u);
    const double X = (r * 0.4124564390896921 + g * 0.357576077643909) + b * 0.18043748326639894;
    const double Y = (r * 0.21267285140562248 + g * 0.715152155287818) + b * 0.07217499330655958;
    const double Z = (r * 0.019333895582329317 + g * 0.119192025881303) + b * 0.9503040785363677;
    const double fx = (double)lab_curve(o, X * (1.0 / 0.95047));
    const double fy = (double)lab_curve(o, Y);
    const double fz = (double)lab_curve(o, Z * (1.0 / 1.08883));
    OracleLab lab;
    lab.lightness = rounded(o, "L", 116.0 * fy - 16.0);
    lab.a = rounded(o, "a", 500.0 * (fx - fy));
    lab.b = rounded(o, "b", 200.0 * (fy - fz));
    return lab;
}

/* ---- section 4: difference of two Lab values ---- */

/* Statements 3 and 7. */
static float chroma(const OracleCiede *o, const char *what, float a, float b)
{
    const double aa = (double)a * (double)a, bb = (double)b * (double)b;
    return rounded(o, what, sqrt(aa + bb));
}

/* 11 */
static float hue(const OracleCiede *o, float a, float b)
{
    if (b == 0.0f && a == 0.0f)
        return 0.0f;
    const float t = rounded(o, "h'", oracle_atan2((double)b, (double)a));
    return t < 0.0f ? rounded(o, "h'+2pi", (double)t + 2.0 * pi) : t;
}

/* 12; `apart` is D. */
static float hue_difference(const OracleCiede *o, float h1, float h2, double apart)
{
    const float difference = h2 - h1;
    if (apart <= pi)
        return difference;
    return h2 <= h1 ? rounded(o, "dh", (double)difference + 2.0 * pi)
                    : rounded(o, "dh", (double)difference - 2.0 * pi);
}

/* 14 */
static float mean_hue(const OracleCiede *o, float h1, float h2, double apart)
{
    const float sum = h1 + h2;
    return apart > pi ? rounded(o, "H", ((double)sum + 2.0 * pi) / 2.0) : sum / 2.0f;
}

/* 15 */
static float hue_weight(const OracleCiede *o, float mean)
{
    const double h = (double)mean;
    return rounded(o, "T",
                   (((1.0 - 0.17 * oracle_cos(h - pi / 6.0)) + 0.24 * oracle_cos(2.0 * h)) +
                    0.32 * oracle_cos(3.0 * h + pi / 30.0)) -
                       0.2 * oracle_cos(4.0 * h - (7.0 * pi) / 20.0));
}

/* 17 to 23 */
static float rotation(const OracleCiede *o, float mean_hue, float mean_chroma)
{
    const float degrees = rounded(o, "δ", (double)mean_hue * (180.0 / pi));
    const float theta = rounded(o, "θ", ((double)degrees - 275.0) * (1.0 / 25.0));
    const float square = theta * theta;
    const float epsilon = rounded(o, "ε", 60.0 * oracle_exp(-(double)square));
    const float rho = rounded(o, "ρ", (double)epsilon * (pi / 180.0));
    const float p7 = rounded(o, "p7", oracle_powf7(mean_chroma));
    const float sum = p7 + 6103515648.0f;
    const float ratio = rounded(o, "ratio", (double)(p7 / sum));
    return rounded(o, "R_T", (-2.0 * sqrt((double)ratio)) * oracle_sin((double)rho));
}

/* Q of statement 13. */
static double chroma_product(const OracleCiede *o, float c1, float c2)
{
    const float single = c1 * c2;
    return o->flavour == 0 ? (double)single : (double)c1 * (double)c2;
}

static double square(float a)
{
    return (double)a * (double)a;
}

/* 4 and 5 */
static double stretch(float c1, float c2)
{
    const double p = oracle_pow7((double)((c1 + c2) / 2.0f));
    return 1.0 - sqrt(p / (p + 6103515625.0));
}

/* 6 */
static float stretched(const OracleCiede *o, float a, double g)
{
    return rounded(o, "a'", (double)a + (double)(a / 2.0f) * g);
}

/* 9 */
static float lightness_weight(const OracleCiede *o, float l1, float l2)
{
    const double q = square((l1 + l2) / 2.0f - 50.0f);
    return rounded(o, "S_L", 1.0 + (0.015 * q) / sqrt(20.0 + q));
}

/* 25 */
static float total(const OracleCiede *o, float l, float c, float h, float rt)
{
    const float rc = rt * c, rch = rc * h;
    const double x = o->flavour == 0 ? (double)rch : ((double)rt * (double)c) * (double)h;
    return rounded(o, "dE", sqrt(((square(l) + square(c)) + square(h)) + x));
}

float oracle_ciede_difference(const OracleCiede *o, OracleLab ref, OracleLab dis)
{
    const float c1 = chroma(o, "C", ref.a, ref.b);
    const float c2 = chroma(o, "C", dis.a, dis.b);
    const double g = stretch(c1, c2);
    const float a1 = stretched(o, ref.a, g);
    const float a2 = stretched(o, dis.a, g);
    const float c1p = chroma(o, "C'", a1, ref.b);
    const float c2p = chroma(o, "C'", a2, dis.b);
    const float mean_c = (c1p + c2p) / 2.0f;
    const float sl = lightness_weight(o, ref.lightness, dis.lightness);
    const float sc = rounded(o, "S_C", 1.0 + 0.045 * (double)mean_c);
    const float h1 = hue(o, a1, ref.b);
    const float h2 = hue(o, a2, dis.b);
    const double apart = (double)fabsf(h1 - h2);
    /* Statement 12 asks the chroma before the stretch. */
    const int neutral = c1 == 0.0f || c2 == 0.0f;
    const float turn = neutral ? 0.0f : hue_difference(o, h1, h2, apart);
    const double root = sqrt(chroma_product(o, c1p, c2p));
    const float dh = rounded(o, "dH'", (2.0 * root) * oracle_sin((double)turn / 2.0));
    const float mean_h = mean_hue(o, h1, h2, apart);
    const float t = hue_weight(o, mean_h);
    const float sh = rounded(o, "S_H", 1.0 + (0.015 * (double)mean_c) * (double)t);
    const float rt = rotation(o, mean_h, mean_c);
    const float l = rounded(o, "l", (double)((dis.lightness - ref.lightness) / (0.65f * sl)));
    const float c = rounded(o, "c", (double)((c2p - c1p) / (1.0f * sc)));
    const float h = rounded(o, "h", (double)(dh / (4.0f * sh)));
    return total(o, l, c, h, rt);
}

/* ---- sections 2 and 5 ---- */

static OracleLab lab_at(const OracleCiede *o, const Picture *picture, int x, int y)
{
    const int cx = picture->chroma == PICTURE_444 ? x : x / 2;
    const int cy = picture->chroma == PICTURE_420 ? y / 2 : y;
    const size_t luma = (size_t)y * (size_t)picture->width[0] + (size_t)x;
    const size_t chroma = (size_t)cy * (size_t)picture->width[1] + (size_t)cx;
    return oracle_ciede_lab(o, picture->depth, picture->plane[0][luma], picture->plane[1][chroma],
                            picture->plane[2][chroma]);
}

int oracle_ciede(int flavour, const Picture *ref, const Picture *dis, double *sum, double *score)
{
    const OracleCiede o = { .flavour = flavour };
    if (ref->chroma == PICTURE_400)
        return ORACLE_REFUSED;
    double s = 0.0;
    for (int y = 0; y < ref->height[0]; y++)
        for (int x = 0; x < ref->width[0]; x++)
            s = s +
                (double)oracle_ciede_difference(&o, lab_at(&o, ref, x, y), lab_at(&o, dis, x, y));
    *sum = s;
    *score = 45.0 - 20.0 * oracle_log10(s / (double)(ref->width[0] * ref->height[0]));
    return ORACLE_OK;
}
