/* Norms, weights and score, docs/spec/ssimulacra2.md section 6. */
#include "metric/ssimulacra2.h"

#include "kernel/math/pow.h"

#include <math.h>

/* L1 of ssim, ringing, detail lost, then L4, for each scale of X, Y and B. With fewer scales the
 * rows move up, as in the official tool. */
static const double weight[3 * SSIMULACRA2_SCALES][6] = {
    { 0, 0.0007376606707406586, 0, 0, 0.0007793481682867309, 0 },
    { 0, 0.0004371155730107379, 0, 1.1041726426657346, 0.00066284834129271,
      0.00015231632783718752 },
    { 0, 0.0016406437456599754, 0, 1.8422455520539298, 11.441172603757666, 0 },
    { 0.0007989109436015163, 0.000176816438078653, 0, 1.8787594979546387, 10.94906990605142, 0 },
    { 0.0007289346991508072, 0.9677937080626833, 0, 0.00014003424285435884, 0.9981766977854967,
      0.00031949755934435053 },
    { 0.0004550992113792063, 0, 0, 0.0013648766163243398, 0, 0 },
    { 0, 0, 0, 7.466890328078848, 0, 17.445833984131262 },
    { 0.0006235601634041466, 0, 0, 6.683678146179332, 0.00037724407979611296, 1.027889937768264 },
    { 225.20515300849274, 0, 0, 19.213238186143016, 0.0011401524586618361, 0.001237755635509985 },
    { 176.39317598450694, 0, 0, 24.43300999870476, 0.28520802612117757, 0.0004485436923833408 },
    { 0, 0, 0, 34.77906344483772, 44.835625328877896, 0 },
    { 0, 0, 0, 0, 0, 0 },
    { 0, 0.0008680556573291698, 0, 0, 0, 0 },
    { 0, 0.0005313191874358747, 0, 0.00016533814161379112, 0, 0 },
    { 0, 0, 0, 0.0004179171803251336, 0.0017290828234722833, 0 },
    { 0.0020827005846636437, 0, 0, 8.826982764996862, 23.19243343998926, 0 },
    { 95.1080498811086, 0.9863978034400682, 0.9834382792465353, 0.0012286405048278493,
      171.2667255897307, 0.9807858872435379 },
    { 0, 0, 0, 0.0005130064588990679, 0, 0.00010854057858411537 },
};

int evq_ssimulacra2_scales(int width, int height, Ssimulacra2Scale scale[SSIMULACRA2_SCALES])
{
    int count = 0;
    while (count < SSIMULACRA2_SCALES && width >= 8 && height >= 8) {
        if (count > 0) {
            width = (width + 1) / 2;
            height = (height + 1) / 2;
        }
        scale[count++] = (Ssimulacra2Scale){ width, height };
    }
    return count;
}

static const double *weights(int scales, int scale, int channel)
{
    return weight[channel * scales + scale];
}

int evq_ssimulacra2_counts(int scales, int scale, int map)
{
    const double *w = weights(scales, scale, map / 3);
    return w[map % 3] != 0.0 || w[3 + map % 3] != 0.0;
}

static double norm_1(const uint64_t *digit, double inverse)
{
    return inverse * ((double)digit[0] * 0x1p-30);
}

/* The fourth root of the mean of fourth powers, whose sum has four digits in base 2^32. */
static double norm_4(const uint64_t *digit, double inverse)
{
    uint64_t rest = 0, part[4];
    for (int i = 0; i < 4; i++) {
        uint64_t d = digit[1 + i] + rest;
        part[i] = i < 3 ? d & UINT32_MAX : d;
        rest = d >> 32;
    }
    double sum = (double)part[3];
    for (int i = 2; i >= 0; i--)
        sum = sum * 0x1p32 + (double)part[i];
    return sqrt(sqrt(inverse * (sum * 0x1p-120)));
}

static double weighted(const double *w, const uint64_t *digit, int map, double inverse, int fourth)
{
    int kind = map % 3;
    const uint64_t *d = digit + map * SSIMULACRA2_DIGITS;
    return w[3 * fourth + kind] * (fourth ? norm_4(d, inverse) : norm_1(d, inverse));
}

/* Maps without a weight were not summed; they would add 0. */
static double total(const Ssimulacra2 *s, const uint64_t *result)
{
    double sum = 0.0;
    for (int channel = 0; channel < 3; channel++)
        for (int scale = 0; scale < s->scales; scale++) {
            const double *w = weights(s->scales, scale, channel);
            double pixels = (double)s->scale[scale].width * s->scale[scale].height;
            for (int i = 0; i < 6; i++) {
                int map = 3 * channel + i % 3;
                if (evq_ssimulacra2_counts(s->scales, scale, map))
                    sum +=
                        weighted(w, result + scale * SSIMULACRA2_RESULTS, map, 1.0 / pixels, i / 3);
            }
        }
    return sum;
}

double evq_ssimulacra2_score(const Ssimulacra2 *s, const uint64_t *result)
{
    double v = 0.9562382616834844 * total(s, result);
    double g = (2.326765642916932 * v - (0.020884521182843837 * v) * v) +
               ((6.248496625763138e-05 * v) * v) * v;
    return g > 0.0 ? 100.0 - 10.0 * f64_pow(g, 0.6276336467831387) : 100.0;
}
