/*
 * Reading pictures: y4m, headerless yuv and, where built with libav, every container and still
 * image that libavformat and libavcodec decode; and pairing a reference with a distorted input.
 *
 *     EvqReader *ref, *dis;
 *     evq_reader_open(&ref, "ref.y4m", NULL, &error);
 *     evq_reader_open(&dis, "dis.mp4", NULL, &error);
 *     EvqPairing *pairing;
 *     evq_pairing_open(&pairing, &ref, &dis, NULL, &error);     // checks that they match
 *     while (evq_pairing_next(pairing, &r, &d, &error) > 0)
 *         evq_session_push(session, &r, &d, &error);
 */
#ifndef EXACTVQ_MEDIA_H
#define EXACTVQ_MEDIA_H

#include <exactvq/exactvq.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Geometry of a headerless file: planes one after another, samples of depth > 8 as 16-bit little
 * endian words. */
typedef struct EvqRawFormat {
    int width, height, depth;
    EvqChroma chroma;
} EvqRawFormat;

typedef struct EvqStreamInfo {
    EvqFormat format;
    const char *container;    /* "y4m", "raw" or libavformat's name */
    const char *pixel_format; /* e.g. "yuv420p10", what the file holds */
    const char *codec;        /* libavcodec's name, "rawvideo" for y4m and raw */
    int64_t file_bytes;       /* -1 when not a regular file */
    int64_t frame_count;      /* when known without reading, else -1 */
    int rate_num, rate_den;   /* frames per second, 0/0 unknown */
} EvqStreamInfo;

typedef struct EvqReader EvqReader;

/*
 * Opens an input. `path` "-" is standard input; a FIFO is accepted. `raw` NULL: the kind is found
 * from the content. `raw` not NULL: headerless; a file that starts with a y4m signature is refused
 * with a hint. EVQ_E_INPUT: missing, unknown, unsupported or damaged, the message names the file.
 */
EVQ_API int evq_reader_open(EvqReader **reader, const char *path, const EvqRawFormat *raw,
                            EvqError *error);
EVQ_API const EvqStreamInfo *evq_reader_info(const EvqReader *reader);
EVQ_API const char *evq_reader_path(const EvqReader *reader);

/*
 * Reads the next picture: 1 and *frame filled (its release may be called from any thread, also
 * after the reader was closed), 0 at the end, negative on failure; the message names file and
 * frame number (from 0, in file order). After a failure or the end it repeats the same answer.
 */
EVQ_API int evq_reader_next(EvqReader *reader, EvqFrame *frame, EvqError *error);

/* One-line warnings collected so far (interlaced, variable rate ...); NULL past the end. */
EVQ_API const char *evq_reader_warning(const EvqReader *reader, size_t index);

EVQ_API void evq_reader_close(EvqReader **reader);

/* ---- Pairs -------------------------------------------------------------------------------- */

typedef struct EvqPairingConfig {
    uint64_t skip_reference; /* pictures dropped at the start of an input */
    uint64_t skip_distorted;
    uint64_t frame_count; /* stop after this many pairs, 0 = all */
} EvqPairingConfig;

typedef struct EvqPairing EvqPairing;

/*
 * Pairs two readers by index and reads both in parallel, a few pictures ahead. Takes ownership of
 * both readers in every case and sets the pointers to NULL. EVQ_E_INPUT when size, depth or chroma
 * format differ (the message gives both).
 */
EVQ_API int evq_pairing_open(EvqPairing **pairing, EvqReader **reference, EvqReader **distorted,
                             const EvqPairingConfig *config, EvqError *error);

/* The next pair: 1; 0 when one input ended or frame_count is reached; negative on failure. */
EVQ_API int evq_pairing_next(EvqPairing *pairing, EvqFrame *reference, EvqFrame *distorted,
                             EvqError *error);

/* What a session of the pairs is opened with: the reference's format, and which side has opacity. */
EVQ_API EvqFormat evq_pairing_format(const EvqPairing *pairing);

/* The readers, for info, path and warnings; owned by the pairing. */
EVQ_API const EvqReader *evq_pairing_reference(const EvqPairing *pairing);
EVQ_API const EvqReader *evq_pairing_distorted(const EvqPairing *pairing);

/*
 * After evq_pairing_next returned 0: the number of pictures of each input, skipped ones included.
 * The longer input is read to its end for it unless frame_count ended the run; then, and after a
 * failure, the numbers are those of the pictures seen and *complete is 0. A damaged rest of the
 * longer input counts up to the damage.
 */
EVQ_API void evq_pairing_lengths(EvqPairing *pairing, uint64_t *reference, uint64_t *distorted,
                                 int *complete);

EVQ_API void evq_pairing_close(EvqPairing **pairing);

#ifdef __cplusplus
}
#endif
#endif
