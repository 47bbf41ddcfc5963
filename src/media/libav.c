/* Containers and still images through libavformat and libavcodec. */
#include "media/libav.h"

#include "core/error.h"
#include "media/extent.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define IO_BUFFER 65536
#define THREADS_MOST                                                                               \
    8 /* two inputs decode beside the metrics' threads, and each thread holds pictures */

typedef struct Libav {
    AVIOContext *io;
    AVFormatContext *container;
    AVStream *stream;
    AVCodecContext *decoder;
    AVPacket *packet;
    AVFrame *picture;
    int waiting; /* `picture` holds the first picture, decoded at opening */
    enum AVPixelFormat pixels;
    EvqLibavLayout layout;
    EvqPacked packed;
    int drained;        /* no more packets go to the decoder */
    const char *damage; /* why they ended early, or NULL */
    int64_t last_dts;   /* of the last packet decoded */
    int64_t last_end;   /* when the packets end that were seen, of any stream, in microseconds */
    int64_t declared;   /* bytes that the file says it has, or -1 */
    int declares_time;  /* the container says how long it plays, and writers get it right */
} Libav;

static int libav_next(EvqReader *reader, EvqFrame *frame, EvqError *error);
static void libav_close(EvqReader *reader);

static const EvqReaderKind libav_kind = { libav_next, NULL, libav_close };

/*
 * libav prints to stderr through one log level for the whole process. An application that has
 * chosen a level or a callback of its own keeps it; only the untouched default is silenced, because
 * a library that was asked to read a file must not print.
 */
static void silence_default_log(void)
{
    if (av_log_get_level() == AV_LOG_INFO)
        av_log_set_level(AV_LOG_QUIET);
}

static int fail_open(const EvqReader *reader, EvqError *error, const char *what, int code)
{
    char text[AV_ERROR_MAX_STRING_SIZE];
    av_strerror(code, text, sizeof text);
    return evq_reader_fail(reader, error, "%s: %s", what, text);
}

/* ---- Bytes: libavformat reads through the source, so that pipes and cancelling work as for y4m --
 */

static int io_read(void *opaque, uint8_t *to, int size)
{
    ssize_t got = evq_source_read_some(opaque, to, (size_t)size);
    if (got < 0)
        return AVERROR((int)-got);
    return got ? (int)got : AVERROR_EOF;
}

static int64_t io_seek(void *opaque, int64_t offset, int whence)
{
    EvqSource *source = opaque;
    int64_t size = evq_source_size(source);
    whence &= ~AVSEEK_FORCE;
    if (whence == AVSEEK_SIZE)
        return size >= 0 ? size : AVERROR(ENOSYS);
    if (whence == SEEK_CUR)
        offset += evq_source_position(source);
    if (whence == SEEK_END)
        offset += size;
    int result = evq_source_seek(source, offset);
    return result < 0 ? AVERROR(-result) : offset;
}

static int open_io(Libav *av, EvqSource *source)
{
    unsigned char *buffer = av_malloc(IO_BUFFER);
    int seekable = evq_source_size(source) >= 0;
    if (!buffer)
        return AVERROR(ENOMEM);
    av->io =
        avio_alloc_context(buffer, IO_BUFFER, 0, source, io_read, NULL, seekable ? io_seek : NULL);
    if (!av->io)
        av_free(buffer);
    return av->io ? 0 : AVERROR(ENOMEM);
}

/* ---- Opening ------------------------------------------------------------------------------ */

static int64_t find_declared_bytes(EvqSource *source)
{
    const char *start;
    int64_t begin = evq_source_position(source);
    ssize_t there = evq_source_peek(source, EVQ_EXTENT_PEEK, &start);
    int64_t bytes = there > 0 ? evq_declared_bytes(start, (size_t)there) : -1;
    return bytes >= 0 ? begin + bytes : -1;
}

static int open_container(Libav *av, EvqReader *reader, EvqError *error)
{
    av->declared = find_declared_bytes(reader->source);
    int result = open_io(av, reader->source);
    av->container = result < 0 ? NULL : avformat_alloc_context();
    if (!av->container)
        return evq_reader_nomem(reader, error);
    av->container->pb = av->io;
    /* Play lists and the like would read files and addresses that nobody named. */
    AVDictionary *options = NULL;
    av_dict_set(&options, "protocol_whitelist", "none", 0);
    result = avformat_open_input(&av->container, NULL, NULL, &options);
    av_dict_free(&options);
    if (result == AVERROR_INVALIDDATA)
        return evq_reader_fail(reader, error,
                               "neither y4m nor a container or image that libav knows; headerless "
                               "files need -w -h -p -b");
    if (result < 0)
        return fail_open(reader, error, "cannot be opened", result);
    result = avformat_find_stream_info(av->container, NULL);
    if (result < 0)
        return fail_open(reader, error, "its streams cannot be read", result);
    return EVQ_OK;
}

/*
 * Whether the container says in its header how long it plays. The times of all streams are then
 * followed, not only those of the pictures: sound may be longer.
 */
static int declares_time(const AVFormatContext *container)
{
    static const char *const names[] = { "matroska,webm", "avi", "flv" };
    int trusted = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        trusted |= strcmp(container->iformat->name, names[i]) == 0;
    return trusted && container->duration > 0 &&
           container->duration_estimation_method == AVFMT_DURATION_FROM_STREAM;
}

static int decoder_threads(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores < THREADS_MOST ? (int)cores : THREADS_MOST;
}

static int open_decoder(Libav *av, EvqReader *reader, EvqError *error)
{
    const AVCodec *codec = NULL;
    int index = av_find_best_stream(av->container, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
    if (index == AVERROR_DECODER_NOT_FOUND)
        return evq_reader_fail(reader, error, "libavcodec has no decoder for its video stream");
    if (index < 0)
        return evq_reader_fail(reader, error, "has no video stream");
    av->declares_time = declares_time(av->container);
    for (unsigned i = 0; i < av->container->nb_streams && !av->declares_time; i++)
        if ((int)i != index)
            av->container->streams[i]->discard = AVDISCARD_ALL;
    av->stream = av->container->streams[index];
    av->decoder = avcodec_alloc_context3(codec);
    if (!av->decoder || avcodec_parameters_to_context(av->decoder, av->stream->codecpar) < 0)
        return evq_reader_nomem(reader, error);
    av->decoder->pkt_timebase = av->stream->time_base;
    av->decoder->thread_count = decoder_threads();
    /* The same samples on every CPU; cropping to the sample; damaged pictures are not dropped in
     * silence but come out marked, and are then refused. */
    av->decoder->flags |=
        AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_UNALIGNED | AV_CODEC_FLAG_OUTPUT_CORRUPT;
    int result = avcodec_open2(av->decoder, codec, NULL);
    return result < 0 ? fail_open(reader, error, "its decoder cannot be opened", result) : EVQ_OK;
}

/* libav numbers colours as H.273 does, and ranges and chroma locations as EvqColour does. */
static EvqColour colour_of(const AVFrame *picture)
{
    int location = picture->chroma_location;
    return (EvqColour){
        .primaries = (uint8_t)picture->color_primaries,
        .transfer = (uint8_t)picture->color_trc,
        .matrix = (uint8_t)picture->colorspace,
        .range = (uint8_t)picture->color_range,
        .chroma_location = location <= AVCHROMA_LOC_TOPLEFT ? (uint8_t)location : 0,
    };
}

static void name_pixels(EvqReader *reader, const Libav *av)
{
    if (av->layout.in_place && strncmp(av->layout.pixels->name, "yuvj", 4) != 0)
        evq_pixel_name(reader->pixel_format, sizeof reader->pixel_format, &reader->info.format);
    else
        av_strlcpy(reader->pixel_format, av->layout.pixels->name, sizeof reader->pixel_format);
}

/* libavformat gives a demuxer's names as a list with commas. */
static void name_container(EvqReader *reader, const Libav *av)
{
    av_strlcpy(reader->container, av->container->iformat->name, sizeof reader->container);
    reader->container[strcspn(reader->container, ",")] = '\0';
}

static int describe(Libav *av, EvqReader *reader, EvqError *error)
{
    EvqStreamInfo *info = &reader->info;
    const AVFrame *picture = av->picture;
    char reason[160];
    if (picture->width < 1 || picture->width > EVQ_MAX_SIDE || picture->height < 1 ||
        picture->height > EVQ_MAX_SIDE)
        return evq_reader_fail(reader, error, "size %dx%d is not within 1x1 .. %dx%d",
                               picture->width, picture->height, EVQ_MAX_SIDE, EVQ_MAX_SIDE);
    info->format.width = picture->width;
    info->format.height = picture->height;
    info->format.colour = colour_of(picture);
    av->pixels = picture->format;
    if (evq_libav_layout(&av->layout, &info->format, av->pixels, reason, sizeof reason) < 0)
        return evq_reader_fail(reader, error, "%s", reason);
    name_pixels(reader, av);
    name_container(reader, av);
    info->pixel_format = reader->pixel_format;
    info->container = reader->container;
    info->codec = av->decoder->codec->name;
    info->rate_num = av->stream->avg_frame_rate.num;
    info->rate_den = av->stream->avg_frame_rate.den;
    return evq_packed_open(&av->packed, &info->format) < 0 ? evq_reader_nomem(reader, error)
                                                           : EVQ_OK;
}

static void warn_about_stream(const Libav *av, EvqReader *reader)
{
    enum AVFieldOrder order = av->stream->codecpar->field_order;
    AVRational real = av->stream->r_frame_rate, average = av->stream->avg_frame_rate;
    if (order != AV_FIELD_UNKNOWN && order != AV_FIELD_PROGRESSIVE)
        evq_reader_warn(reader, "interlaced: frames are compared as they are stored, both fields "
                                "together");
    if (!real.num || !real.den || !average.num || !average.den)
        return;
    double ratio = av_q2d(real) / av_q2d(average);
    if (ratio < 0.999 || ratio > 1.001)
        evq_reader_warn(reader,
                        "the frame rate varies (%g, on average %g per second): frames are compared "
                        "by their number, not by time",
                        av_q2d(real), av_q2d(average));
}

static int receive(Libav *av, EvqReader *reader, EvqError *error);

int evq_libav_open(EvqReader *reader, EvqError *error)
{
    Libav *av = calloc(1, sizeof *av);
    if (!av)
        return evq_reader_nomem(reader, error);
    reader->kind = &libav_kind;
    reader->state = av;
    silence_default_log();
    av->last_dts = av->last_end = AV_NOPTS_VALUE;
    av->packet = av_packet_alloc();
    av->picture = av_frame_alloc();
    if (!av->packet || !av->picture)
        return evq_reader_nomem(reader, error);
    int result = open_container(av, reader, error);
    if (result == EVQ_OK)
        result = open_decoder(av, reader, error);
    if (result < 0)
        return result;
    /* What a stream says about itself may be missing or wrong; the first picture decides. */
    result = receive(av, reader, error);
    if (result == 0)
        return evq_reader_fail(reader, error, "its video stream has no picture");
    if (result < 0)
        return result;
    av->waiting = 1;
    warn_about_stream(av, reader);
    return describe(av, reader, error);
}

/* ---- A file that was cut off looks like one that has ended to most demuxers ---------------- */

/* An index that points behind the end of the file. */
static int index_exceeds_file(const Libav *av, int64_t file_bytes)
{
    int count = avformat_index_get_entries_count(av->stream);
    for (int i = count - 1; file_bytes >= 0 && i >= 0; i--) {
        const AVIndexEntry *entry = avformat_index_get_entry(av->stream, i);
        if (entry && entry->pos + entry->size > file_bytes)
            return 1;
    }
    return 0;
}

/* Microseconds from the end of the packets to the end that the container declares. */
static int64_t missing_time(const Libav *av)
{
    if (av->container->duration == AV_NOPTS_VALUE || av->last_end == AV_NOPTS_VALUE)
        return 0;
    return av->container->duration - av->last_end;
}

/* The last packet often does not say how long it lasts, and times are rounded. */
static int64_t uncertain_time(const Libav *av)
{
    AVRational rate = av->stream->avg_frame_rate;
    int64_t frame = rate.num > 0 && rate.den > 0 ? av_rescale(AV_TIME_BASE, rate.den, rate.num)
                                                 : AV_TIME_BASE / 2;
    return frame * 5 / 2;
}

static int is_cut_off(const Libav *av, EvqReader *reader)
{
    int64_t file_bytes = evq_source_size(reader->source);
    int64_t bytes = file_bytes >= 0 ? file_bytes : evq_source_position(reader->source);
    if (bytes < av->declared || index_exceeds_file(av, file_bytes))
        return 1;
    if (av->declared >= 0 && bytes <= av->declared + 1) /* RIFF may be padded */
        return 0;
    return av->declares_time && missing_time(av) > uncertain_time(av);
}

/* Other containers' times are no proof; sound may be longer. An index that lists every picture is
 * one, for a whole file. */
static void warn_about_length(const Libav *av, EvqReader *reader)
{
    const AVFormatContext *container = av->container;
    int64_t pictures = av->stream->nb_frames;
    if (av->declares_time || missing_time(av) < AV_TIME_BASE / 2 ||
        (pictures > 0 && avformat_index_get_entries_count(av->stream) >= pictures) ||
        container->duration_estimation_method != AVFMT_DURATION_FROM_STREAM)
        return;
    evq_reader_warn(reader, "its pictures end at %.2f of %.2f seconds: the file may be cut off",
                    (double)av->last_end / AV_TIME_BASE,
                    (double)container->duration / AV_TIME_BASE);
}

static void note_times(Libav *av)
{
    const AVPacket *packet = av->packet;
    const AVStream *stream = av->container->streams[packet->stream_index];
    if (stream == av->stream && packet->dts != AV_NOPTS_VALUE)
        av->last_dts = packet->dts;
    if (packet->pts == AV_NOPTS_VALUE)
        return;
    int64_t end = av_rescale_q(packet->pts + packet->duration, stream->time_base, AV_TIME_BASE_Q);
    if (end > av->last_end)
        av->last_end = end;
}

/* ---- Decoding ----------------------------------------------------------------------------- */

/* Ends the packets. What the decoder still holds comes out before the damage is reported. */
static int drain(Libav *av, const char *damage)
{
    av->drained = 1;
    av->damage = damage;
    av_packet_unref(av->packet);
    return avcodec_send_packet(av->decoder, NULL);
}

/* Reads up to the next packet of the stream. */
static int read_packet(Libav *av)
{
    int result;
    for (;;) {
        av_packet_unref(av->packet);
        result = av_read_frame(av->container, av->packet);
        if (result < 0 && result != AVERROR(EAGAIN))
            return result;
        if (result >= 0 && av->packet->stream_index == av->stream->index)
            return result;
        if (result >= 0)
            note_times(av);
    }
}

/* Sends the next packet of the stream to the decoder: 0 or a libav error. */
static int feed(Libav *av, EvqReader *reader)
{
    int result = read_packet(av);
    if (result == AVERROR_EOF && av->io->error >= 0) {
        if (is_cut_off(av, reader))
            return drain(av, "the file is cut off");
        warn_about_length(av, reader);
        return drain(av, NULL);
    }
    if (result < 0)
        return drain(av, "the file cannot be read on");
    if (av->packet->flags & AV_PKT_FLAG_CORRUPT)
        return drain(av, "the file is damaged or cut off");
    note_times(av);
    result = avcodec_send_packet(av->decoder, av->packet);
    av_packet_unref(av->packet);
    return result;
}

/*
 * Whether a picture may follow the one before it although packets are missing. A missing packet is
 * shown no earlier than it would have been decoded, so pictures up to the last packet's decoding
 * time are complete; later ones may stand behind a gap and would be paired wrongly.
 */
static int before_damage(const Libav *av)
{
    return av->last_dts != AV_NOPTS_VALUE && av->picture->best_effort_timestamp != AV_NOPTS_VALUE &&
           av->picture->best_effort_timestamp <= av->last_dts;
}

static int is_interlaced(const AVFrame *picture)
{
#ifdef AV_FRAME_FLAG_INTERLACED
    return (picture->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return picture->interlaced_frame;
#endif
}

static int check_picture(const Libav *av, EvqReader *reader, EvqError *error)
{
    const AVFrame *picture = av->picture;
    if (av->damage && !before_damage(av))
        return evq_reader_fail_frame(reader, error, "%s", av->damage);
    if ((picture->flags & AV_FRAME_FLAG_CORRUPT) || picture->decode_error_flags)
        return evq_reader_fail_frame(reader, error, "damaged, the decoder had to guess");
    if (is_interlaced(picture))
        evq_reader_warn(reader, "interlaced: frames are compared as they are stored, both fields "
                                "together");
    return 1;
}

/* Decodes the next picture into av->picture: 1, 0 at the end, or a failure. */
static int receive(Libav *av, EvqReader *reader, EvqError *error)
{
    int result;
    while ((result = avcodec_receive_frame(av->decoder, av->picture)) == AVERROR(EAGAIN)) {
        result = feed(av, reader);
        if (result < 0)
            break;
    }
    if (result >= 0)
        return check_picture(av, reader, error);
    if (result == AVERROR_EOF && !av->damage)
        return 0;
    if (result == AVERROR_EOF)
        return evq_reader_fail_frame(reader, error, "%s", av->damage);
    if (result == AVERROR(ENOMEM))
        return evq_reader_nomem(reader, error);
    char text[AV_ERROR_MAX_STRING_SIZE];
    av_strerror(result, text, sizeof text);
    return evq_reader_fail_frame(reader, error, "cannot be decoded: %s", text);
}

static int check_unchanged(const Libav *av, const EvqReader *reader, EvqError *error)
{
    const AVFrame *picture = av->picture;
    const EvqFormat *format = &reader->info.format;
    if (picture->width == format->width && picture->height == format->height &&
        picture->format == av->pixels)
        return EVQ_OK;
    return evq_reader_fail_frame(
        reader, error, "changes from %dx%d %s to %dx%d %s within the stream", format->width,
        format->height, av_get_pix_fmt_name(av->pixels), picture->width, picture->height,
        av_get_pix_fmt_name(picture->format));
}

static int libav_next(EvqReader *reader, EvqFrame *frame, EvqError *error)
{
    Libav *av = reader->state;
    int result = av->waiting ? 1 : receive(av, reader, error);
    av->waiting = 0;
    if (result <= 0)
        return result;
    result = check_unchanged(av, reader, error);
    if (result == EVQ_OK && evq_libav_frame(&av->layout, &av->packed, av->picture, frame) < 0)
        result = evq_reader_nomem(reader, error);
    if (result == EVQ_OK)
        result = evq_check_samples(reader, frame, error);
    if (result < 0)
        evq_frame_release(frame);
    av_frame_unref(av->picture);
    return result < 0 ? result : 1;
}

static void libav_close(EvqReader *reader)
{
    Libav *av = reader->state;
    avcodec_free_context(&av->decoder);
    avformat_close_input(&av->container);
    if (av->io)
        av_freep(&av->io->buffer);
    avio_context_free(&av->io);
    av_packet_free(&av->packet);
    av_frame_free(&av->picture);
    evq_packed_close(&av->packed);
    free(av);
}
