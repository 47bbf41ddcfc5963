#include "clips.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[CLIP_COUNT] = {
    "src01_160x90_8b",
    "src01_576x324_8b",
    "src01_576x324_10b",
    "src01_576x324_8b_identical",
};

const char *clip_name(size_t index)
{
    return names[index];
}

const char *clip_feature(size_t index)
{
    static const char *const features[] = {
        "float_vif=debug=true",
        "float_psnr",
        "ciede",
        "psnr=enable_mse=true:enable_apsnr=true",
        "float_ssim=enable_lcs=true",
        "float_ms_ssim=enable_lcs=true",
        "float_motion",
        "motion",
        "vif=debug=true",
        "adm=debug=true",
    };
    return index < sizeof(features) / sizeof(features[0]) ? features[index] : NULL;
}

/* Reads "YUV4MPEG2 W.. H.. ... C.." with 4:2:0 at 8 or 10 bits, the form of all our clips. */
static int read_header(FILE *file, int *width, int *height, int *depth)
{
    char line[256];
    if (!fgets(line, sizeof(line), file) || strncmp(line, "YUV4MPEG2 ", 10))
        return -1;
    const char *w = strstr(line, " W"), *h = strstr(line, " H"), *c = strstr(line, " C420");
    if (!w || !h || !c)
        return -1;
    *width = atoi(w + 2);
    *height = atoi(h + 2);
    *depth = strncmp(c, " C420p10", 8) ? 8 : 10;
    return *width > 0 && *height > 0 ? 0 : -1;
}

static int read_plane(FILE *file, const Picture *picture, int plane)
{
    const size_t samples = (size_t)picture->width[plane] * (size_t)picture->height[plane];
    for (size_t i = 0; i < samples; i++) {
        const int low = getc(file);
        const int high = picture->depth > 8 ? getc(file) : 0;
        if (low == EOF || high == EOF)
            return -1;
        picture->plane[plane][i] = (uint16_t)(low | high << 8);
    }
    return 0;
}

/* Returns 1 with a picture, 0 at the end, -1 on failure. */
static int read_picture(FILE *file, Picture *picture, int width, int height, int depth)
{
    char line[64];
    if (!fgets(line, sizeof(line), file))
        return 0;
    if (strncmp(line, "FRAME", 5) || picture_alloc(picture, width, height, depth, PICTURE_420))
        return -1;
    for (int p = 0; p < 3; p++) {
        if (read_plane(file, picture, p)) {
            picture_free(picture);
            return -1;
        }
    }
    return 1;
}

/* Appends a pair; the same return values as read_picture. */
static int read_pair(Clip *clip, FILE *ref, FILE *dis, int width, int height, int depth)
{
    PicturePair pair = { 0 };
    const int more = read_picture(ref, &pair.ref, width, height, depth);
    if (more <= 0)
        return more;
    PicturePair *grown = realloc(clip->pair, (clip->count + 1) * sizeof(*grown));
    if (grown)
        clip->pair = grown;
    if (!grown || read_picture(dis, &pair.dis, width, height, depth) != 1) {
        picture_free(&pair.ref);
        return -1;
    }
    clip->pair[clip->count++] = pair;
    return 1;
}

static int read_pairs(Clip *clip, FILE *ref, FILE *dis)
{
    int width, height, depth, dis_width, dis_height, dis_depth;
    if (read_header(ref, &width, &height, &depth) ||
        read_header(dis, &dis_width, &dis_height, &dis_depth) || width != dis_width ||
        height != dis_height || depth != dis_depth)
        return -1;
    int more;
    do {
        more = read_pair(clip, ref, dis, width, height, depth);
    } while (more > 0);
    return more;
}

static FILE *open_clip(const char *shared, struct json_object *golden, const char *key)
{
    struct json_object *name;
    char path[4096];
    if (!json_object_object_get_ex(golden, key, &name))
        return NULL;
    snprintf(path, sizeof(path), "%s/clips/%s", shared, json_object_get_string(name));
    return fopen(path, "rb");
}

int clip_load(Clip *clip, size_t index)
{
    memset(clip, 0, sizeof(*clip));
    const char *shared = getenv("EVQ_SHARED");
    char path[4096];
    snprintf(path, sizeof(path), "%s/golden/%s.json", shared ? shared : "", names[index]);
    FILE *probe = shared ? fopen(path, "rb") : NULL;
    if (!probe)
        return 1;
    fclose(probe);
    clip->golden = json_object_from_file(path);
    FILE *ref = open_clip(shared, clip->golden, "reference");
    FILE *dis = open_clip(shared, clip->golden, "distorted");
    const int result = ref && dis ? read_pairs(clip, ref, dis) : -1;
    if (ref)
        fclose(ref);
    if (dis)
        fclose(dis);
    if (result)
        clip_free(clip);
    return result;
}

void clip_free(Clip *clip)
{
    for (size_t i = 0; i < clip->count; i++)
        picture_pair_free(&clip->pair[i]);
    free(clip->pair);
    json_object_put(clip->golden);
    memset(clip, 0, sizeof(*clip));
}
