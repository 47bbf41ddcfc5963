/* PNG through libpng: 8 or 16 bits, grey and palettes as R, G, B. Samples are taken as sRGB. */
#include "media/image.h"

#include "core/error.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Png {
    EvqReader *reader;
    const unsigned char *bytes;
    size_t size, position;
    char message[160];
    png_structp png;
    png_infop info;
    png_bytep *row; /* where each row of the picture goes */
} Png;

static int is_png(const unsigned char *start, size_t size)
{
    return size >= 8 && png_sig_cmp(start, 0, 8) == 0;
}

/* libpng leaves through its jump buffer, so nothing that it must not skip stands between. */
static void fail(png_structp png, png_const_charp text)
{
    Png *p = png_get_error_ptr(png);
    snprintf(p->message, sizeof p->message, "%s", text);
    png_longjmp(png, 1);
}

static void warn(png_structp png, png_const_charp text)
{
    Png *p = png_get_error_ptr(png);
    evq_reader_warn(p->reader, "libpng: %.100s", text);
}

static void give(png_structp png, png_bytep to, size_t size)
{
    Png *p = png_get_io_ptr(png);
    if (size > p->size - p->position)
        png_error(png, "the file ends early");
    memcpy(to, p->bytes + p->position, size);
    p->position += size;
}

/* Chunks that say that samples are not sRGB. They are not applied. */
static void name_colours(const Png *p)
{
    int gamma = png_get_valid(p->png, p->info, PNG_INFO_gAMA) != 0;
    int primaries = png_get_valid(p->png, p->info, PNG_INFO_cHRM) != 0;
    int profile = png_get_valid(p->png, p->info, PNG_INFO_iCCP) != 0;
    if (png_get_valid(p->png, p->info, PNG_INFO_sRGB) || !(gamma || primaries || profile))
        return;
    evq_reader_warn(p->reader, "its colours (%s%s%s) are not applied: samples are taken as sRGB",
                    gamma ? " gAMA" : "", primaries ? " cHRM" : "", profile ? " iCCP" : "");
}

static void choose_samples(const Png *p, EvqImage *image)
{
    png_set_expand(p->png); /* palettes, few bits, transparency by colour */
    png_set_gray_to_rgb(p->png);
    png_set_interlace_handling(p->png);
    if (png_get_bit_depth(p->png, p->info) == 16) {
        const uint16_t one = 1;
        if (*(const unsigned char *)&one)
            png_set_swap(p->png);
    }
    png_read_update_info(p->png, p->info);
    image->width = (int)png_get_image_width(p->png, p->info);
    image->height = (int)png_get_image_height(p->png, p->info);
    image->depth = png_get_bit_depth(p->png, p->info);
    image->channels = png_get_channels(p->png, p->info);
}

static int read_rows(Png *p, EvqImage *image, EvqError *error)
{
    int status = evq_image_alloc(p->reader, image, error);
    if (status < 0)
        return status;
    size_t bytes = (size_t)image->width * image->channels * (image->depth / 8);
    p->row = malloc((size_t)image->height * sizeof *p->row);
    if (!p->row)
        return evq_reader_nomem(p->reader, error);
    for (int y = 0; y < image->height; y++)
        p->row[y] = (png_bytep)image->samples + (size_t)y * bytes;
    png_read_image(p->png, p->row);
    png_read_end(p->png, p->info);
    return EVQ_OK;
}

static int decode_png(Png *p, EvqImage *image, EvqError *error)
{
    if (setjmp(png_jmpbuf(p->png)))
        return evq_reader_fail(p->reader, error, "is damaged: %s", p->message);
    png_set_user_limits(p->png, EVQ_MAX_SIDE, EVQ_MAX_SIDE);
    png_set_read_fn(p->png, p, give);
    png_read_info(p->png, p->info);
    name_colours(p);
    choose_samples(p, image);
    return read_rows(p, image, error);
}

static int decode(EvqReader *reader, const unsigned char *bytes, size_t size, EvqImage *image,
                  EvqError *error)
{
    Png p = { .reader = reader, .bytes = bytes, .size = size };
    p.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &p, fail, warn);
    p.info = p.png ? png_create_info_struct(p.png) : NULL;
    int status = p.info ? decode_png(&p, image, error) : evq_reader_nomem(reader, error);
    png_destroy_read_struct(&p.png, &p.info, NULL);
    free(p.row);
    return status;
}

const EvqImageFormat evq_image_png = { "png", "libpng", is_png, decode };
