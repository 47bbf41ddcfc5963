#include "vmaf_pictures.h"

typedef struct Samples {
    int64_t ref, dis; /* dis before it is clamped */
} Samples;

static int depth_of(char kind)
{
    return kind == 'B' ? 10 : kind == 'F' ? 12 : kind == 'E' ? 16 : 8;
}

static Samples samples_at(char kind, int64_t x, int64_t y, int64_t t)
{
    Samples s = { 0, 0 };
    switch (kind) {
    case 'A':
        s.ref = (7 * x + 13 * y + x * y / 5 + 17 * t) % 256;
        s.dis = s.ref + (11 * x + 5 * y) % 23 - 11;
        break;
    case 'B':
        s.ref = (29 * x + 53 * y + x * y / 3 + 31 * t) % 1024;
        s.dis = s.ref + (17 * x + 7 * y) % 61 - 30;
        break;
    case 'D':
        s.ref = ((x * x + 3 * y * y) / 16 + 5 * t) % 256;
        s.dis = s.ref / 8 * 8 + 4;
        break;
    case 'F':
        s.ref = (117 * x + 211 * y + x * y + 97 * t) % 4096;
        s.dis = s.ref + (37 * x + 11 * y) % 241 - 120;
        break;
    case 'E':
        s.ref = (7457 * x + 13931 * y + 257 * (x * y / 5) + 4001 * t) % 65536;
        s.dis = s.ref + (3001 * x + 1409 * y) % 6151 - 3075;
        break;
    }
    return s;
}

int vmaf_picture(PicturePair *pair, char kind, int width, int height, int t)
{
    const int depth = depth_of(kind);
    const int64_t peak = (1 << depth) - 1;
    if (picture_alloc(&pair->ref, width, height, depth, PICTURE_400))
        return -1;
    if (picture_alloc(&pair->dis, width, height, depth, PICTURE_400)) {
        picture_free(&pair->ref);
        return -1;
    }
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const Samples s = samples_at(kind, x, y, t);
            pair->ref.plane[0][y * width + x] = (uint16_t)s.ref;
            pair->dis.plane[0][y * width + x] = (uint16_t)(s.dis < 0      ? 0
                                                           : s.dis > peak ? peak
                                                                          : s.dis);
        }
    return 0;
}
