/* JPEG through libjpeg-turbo with its defaults (accurate integer transform, smooth chroma), which
 * is what image metrics are defined on. */
#include "media/image.h"

#include "core/error.h"

#include <setjmp.h>
#include <stdio.h> /* jpeglib.h needs FILE */
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

typedef struct Jpeg {
    struct jpeg_error_mgr errors; /* first: libjpeg hands out a pointer to it */
    jmp_buf jump;
    EvqReader *reader;
    struct jpeg_decompress_struct decoder;
    char message[JMSG_LENGTH_MAX];
} Jpeg;

static int is_jpeg(const unsigned char *start, size_t size)
{
    return size >= 3 && start[0] == 0xff && start[1] == 0xd8 && start[2] == 0xff;
}

static void leave(j_common_ptr common)
{
    Jpeg *j = (Jpeg *)common->err;
    common->err->format_message(common, j->message);
    longjmp(j->jump, 1);
}

/* Warnings are damage: libjpeg would go on with invented samples. */
static void message(j_common_ptr common, int level)
{
    if (level < 0)
        leave(common);
}

static int has_profile(const Jpeg *j)
{
    for (jpeg_saved_marker_ptr m = j->decoder.marker_list; m; m = m->next)
        if (m->marker == JPEG_APP0 + 2 && m->data_length >= 12 &&
            memcmp(m->data, "ICC_PROFILE", 12) == 0)
            return 1;
    return 0;
}

static int read_rows(Jpeg *j, EvqImage *image, EvqError *error)
{
    struct jpeg_decompress_struct *decoder = &j->decoder;
    *image = (EvqImage){ .width = (int)decoder->image_width,
                         .height = (int)decoder->image_height,
                         .depth = 8,
                         .channels = 3 };
    int status = evq_image_alloc(j->reader, image, error);
    if (status < 0)
        return status;
    decoder->out_color_space = JCS_RGB;
    jpeg_start_decompress(decoder);
    while (decoder->output_scanline < decoder->output_height) {
        JSAMPROW row =
            (JSAMPROW)image->samples + (size_t)decoder->output_scanline * image->width * 3;
        jpeg_read_scanlines(decoder, &row, 1);
    }
    jpeg_finish_decompress(decoder);
    return EVQ_OK;
}

static int decode_jpeg(Jpeg *j, const unsigned char *bytes, size_t size, EvqImage *image,
                       EvqError *error)
{
    if (setjmp(j->jump))
        return evq_reader_fail(j->reader, error, "is damaged: %.200s", j->message);
    jpeg_create_decompress(&j->decoder);
    jpeg_save_markers(&j->decoder, JPEG_APP0 + 2, 0xffff);
    jpeg_mem_src(&j->decoder, bytes, size);
    jpeg_read_header(&j->decoder, TRUE);
    if (has_profile(j))
        evq_reader_warn(j->reader, "its ICC profile is not applied: samples are taken as sRGB");
    J_COLOR_SPACE space = j->decoder.jpeg_color_space;
    if (space == JCS_CMYK || space == JCS_YCCK)
        return evq_reader_fail(j->reader, error, "is a CMYK picture, which is not scored");
    int status = read_rows(j, image, error);
    if (status == EVQ_OK &&
        is_jpeg(j->decoder.src->next_input_byte, j->decoder.src->bytes_in_buffer))
        evq_reader_warn(j->reader, "only its first picture is read");
    return status;
}

static int decode(EvqReader *reader, const unsigned char *bytes, size_t size, EvqImage *image,
                  EvqError *error)
{
    Jpeg *j = calloc(1, sizeof *j);
    if (!j)
        return evq_reader_nomem(reader, error);
    j->reader = reader;
    j->decoder.err = jpeg_std_error(&j->errors);
    j->errors.error_exit = leave;
    j->errors.emit_message = message;
    int status = decode_jpeg(j, bytes, size, image, error);
    jpeg_destroy_decompress(&j->decoder);
    free(j);
    return status;
}

const EvqImageFormat evq_image_jpeg = { "jpeg", "libjpeg", is_jpeg, decode };
