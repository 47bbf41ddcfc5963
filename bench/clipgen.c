/*
 * Makes a pair of y4m clips for measuring: natural-like content (smoothed noise over gradients,
 * moving edges) and a blurred, noisy version of it in which nearly every sample differs. Integer
 * arithmetic only, so the clips are the same everywhere.
 *
 *     clipgen WIDTH HEIGHT FRAMES DEPTH CHROMA REFERENCE.y4m DISTORTED.y4m [FIRST]
 *
 * CHROMA is 420, 422 or 444. From frame FIRST on, if given; without a header unless that is 0, so
 * that parts made side by side and put one after the other are the clip made at once.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Clip {
    int width, height, frames, depth, chroma, first;
} Clip;

typedef struct Plane {
    int width, height;
    uint16_t *sample;
} Plane;

static uint32_t hash(uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ z * 0xc2b2ae3du;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    h = (h ^ h >> 12) * 0x297a2d39u;
    return h ^ h >> 15;
}

/* Noise of 0 .. 255 that varies smoothly over cells of 2^shift samples. */
static int smooth_noise(int x, int y, int shift, uint32_t seed)
{
    int cell = 1 << shift, fx = x & (cell - 1), fy = y & (cell - 1);
    int cx = x >> shift, cy = y >> shift;
    int a = hash(cx, cy, seed) & 255, b = hash(cx + 1, cy, seed) & 255;
    int c = hash(cx, cy + 1, seed) & 255, d = hash(cx + 1, cy + 1, seed) & 255;
    int top = a * (cell - fx) + b * fx, bottom = c * (cell - fx) + d * fx;
    return (top * (cell - fy) + bottom * fy) >> (2 * shift);
}

/* One sample of the scene in 16-bit range; positions in luma samples. */
static int scene(const Clip *clip, int x, int y, int frame, int plane)
{
    int moved = x + 3 * frame;
    int value = 8000 + 20000 * x / clip->width + 12000 * y / clip->height;
    value += (smooth_noise(moved, y, 6, plane) - 128) * 90;
    value += (smooth_noise(moved, y, 3, 7 + plane) - 128) * 40;
    value += (smooth_noise(x, y, 1, 13 + plane + frame) - 128) * 8;
    /* Moving bars and discs: hard edges. */
    int bar = (x + 5 * frame) % 512, dx = (x + 2 * frame) % 640 - 320, dy = y % 480 - 240;
    if (bar < 24)
        value += 9000;
    if (dx * dx + dy * dy < 90 * 90)
        value -= 7000;
    return plane ? 32768 + (value - 28000) / 3 : value;
}

static int clamp(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

static void draw(const Clip *clip, Plane *plane, int frame, int index)
{
    int sx = index && clip->chroma != 444, sy = index && clip->chroma == 420;
    int most = (1 << clip->depth) - 1;
    for (int y = 0; y < plane->height; y++)
        for (int x = 0; x < plane->width; x++)
            plane->sample[(size_t)y * plane->width + x] =
                clamp(scene(clip, x << sx, y << sy, frame, index) >> (16 - clip->depth), most);
}

/* Three by three blur, then noise that is seldom zero. */
static void distort(const Clip *clip, const Plane *from, Plane *to, int frame, int index)
{
    int most = (1 << clip->depth) - 1, unit = 1 << (clip->depth - 8);
    for (int y = 0; y < from->height; y++) {
        for (int x = 0; x < from->width; x++) {
            int sum = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    sum += (2 - abs(i)) * (2 - abs(j)) *
                           from->sample[(size_t)clamp(y + j, from->height - 1) * from->width +
                                        clamp(x + i, from->width - 1)];
            int noise = (int)(hash(x, y, 31 * frame + index) % 10) - 5;
            noise += noise >= 0;
            to->sample[(size_t)y * from->width + x] = clamp((sum + 8) / 16 + noise * unit, most);
        }
    }
}

static void *allocate_bytes(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory) {
        fprintf(stderr, "clipgen: out of memory\n");
        exit(1);
    }
    return memory;
}

/* At once: file systems keep what is written in large pieces in large pieces, as they do what they
 * read from a disk, and mapping those is quick. */
static void write_plane(const Plane *plane, int depth, FILE *out)
{
    size_t count = (size_t)plane->width * plane->height, length = 0;
    unsigned char *bytes = allocate_bytes(count * 2);
    for (size_t i = 0; i < count; i++) {
        bytes[length++] = plane->sample[i] & 255;
        if (depth > 8)
            bytes[length++] = plane->sample[i] >> 8;
    }
    if (fwrite(bytes, 1, length, out) != length) {
        perror("clipgen");
        exit(1);
    }
    free(bytes);
}

static FILE *create(const Clip *clip, const char *path)
{
    FILE *out = fopen(path, "wb");
    if (!out) {
        perror(path);
        exit(1);
    }
    if (clip->first)
        return out;
    fprintf(out, "YUV4MPEG2 W%d H%d F25:1 Ip C%d", clip->width, clip->height, clip->chroma);
    if (clip->depth > 8)
        fprintf(out, "p%d", clip->depth);
    fprintf(out, "\n");
    return out;
}

static Plane allocate(const Clip *clip, int index)
{
    Plane plane = { clip->width, clip->height, NULL };
    if (index && clip->chroma != 444)
        plane.width = (plane.width + 1) / 2;
    if (index && clip->chroma == 420)
        plane.height = (plane.height + 1) / 2;
    plane.sample = allocate_bytes((size_t)plane.width * plane.height * sizeof *plane.sample);
    return plane;
}

int main(int argc, char **argv)
{
    if (argc != 8 && argc != 9) {
        fprintf(stderr,
                "usage: clipgen WIDTH HEIGHT FRAMES DEPTH CHROMA REFERENCE DISTORTED [FIRST]\n");
        return 2;
    }
    Clip clip = { atoi(argv[1]), atoi(argv[2]), atoi(argv[3]),
                  atoi(argv[4]), atoi(argv[5]), argc > 8 ? atoi(argv[8]) : 0 };
    FILE *out[2] = { create(&clip, argv[6]), create(&clip, argv[7]) };
    Plane plane[3], other[3];
    for (int i = 0; i < 3; i++) {
        plane[i] = allocate(&clip, i);
        other[i] = allocate(&clip, i);
    }
    for (int frame = clip.first; frame < clip.first + clip.frames; frame++) {
        fprintf(out[0], "FRAME\n");
        fprintf(out[1], "FRAME\n");
        for (int i = 0; i < 3; i++) {
            draw(&clip, &plane[i], frame, i);
            distort(&clip, &plane[i], &other[i], frame, i);
            write_plane(&plane[i], clip.depth, out[0]);
            write_plane(&other[i], clip.depth, out[1]);
        }
    }
    for (int i = 0; i < 3; i++) {
        free(plane[i].sample);
        free(other[i].sample);
    }
    int failed = fclose(out[0]) != 0;
    failed |= fclose(out[1]) != 0;
    if (failed)
        perror("clipgen");
    return failed;
}
