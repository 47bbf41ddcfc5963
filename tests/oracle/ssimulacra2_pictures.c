#include "ssimulacra2_pictures.h"

const Ssimulacra2Case ssimulacra2_cases[] = {
    { 'A', 8, 8, 8, 0, 97.031255977319702, 97.031236931825205 },
    { 'A', 9, 13, 8, 0, 96.91383739553298, 96.913904159055818 },
    { 'A', 64, 48, 8, 0, 76.526883305580441, 76.535002754853139 },
    { 'A', 65, 49, 8, 0, 76.179291398029889, 76.186433286632962 },
    { 'A', 200, 150, 8, 0, 95.447755436956967, 95.79538073827645 },
    { 'A', 320, 240, 8, 0, 94.427575619199658, 95.050129611713203 },
    { 'B', 65, 49, 8, 0, 45.839265865508487, 45.813527135292361 },
    { 'B', 320, 240, 8, 0, 49.918080647620712, 49.930447860265723 },
    { 'C', 64, 48, 8, 0, 66.368561409734639, 66.363327491287009 },
    { 'C', 64, 48, 8, 1, 77.421211915059871, 77.418370027270242 },
    { 'C', 65, 49, 8, 0, 66.382145810586593, 66.376793651013145 },
    { 'C', 65, 49, 8, 1, 77.336719271167908, 77.334400692235562 },
    { 'C', 65, 49, 10, 0, 66.382145810586593, 66.376793651013145 },
    { 'C', 65, 49, 10, 1, 77.336719271167908, 77.334400692235562 },
    { 'C', 320, 240, 8, 0, 91.736157354729912, 91.941233738814475 },
    { 'C', 320, 240, 8, 1, 92.723476673081322, 92.961588950453134 },
};
const size_t ssimulacra2_case_count = sizeof(ssimulacra2_cases) / sizeof(ssimulacra2_cases[0]);

static int sample(const Ssimulacra2Case *c, int x, int y, int plane)
{
    if (c->pair == 'A')
        return (7 * x + 13 * y + 31 * plane + x * y / 5) % 256;
    if (c->pair == 'B')
        return 40 + (2 + plane) * 150 * x / (4 * c->width) + 60 * y / c->height;
    if (plane == 0)
        return 16 + (7 * x + 13 * y + x * y / 5) % 220;
    return plane == 1 ? 16 + (5 * x + 3 * y + 17) % 225 : 16 + (3 * x + 11 * y + 29) % 225;
}

static int distorted(const Ssimulacra2Case *c, int v, int x, int y, int plane)
{
    if (c->pair == 'B')
        return 8 * (v / 8) + 4;
    v += (3 * x + 5 * y + 2 * plane) % 7 - 3;
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

int ssimulacra2_pictures(const Ssimulacra2Case *c, PicturePair *pair)
{
    const PictureChroma chroma = c->pair == 'C' ? PICTURE_420 : PICTURE_444;
    const int failed = picture_alloc(&pair->ref, c->width, c->height, c->depth, chroma);
    if (failed || picture_alloc(&pair->dis, c->width, c->height, c->depth, chroma)) {
        if (!failed)
            picture_free(&pair->ref);
        return -1;
    }
    for (int p = 0; p < 3; p++)
        for (int y = 0; y < pair->ref.height[p]; y++)
            for (int x = 0; x < pair->ref.width[p]; x++) {
                const int i = y * pair->ref.width[p] + x, v = sample(c, x, y, p);
                pair->ref.plane[p][i] = (uint16_t)(v << (c->depth - 8));
                pair->dis.plane[p][i] = (uint16_t)(distorted(c, v, x, y, p) << (c->depth - 8));
            }
    return 0;
}
