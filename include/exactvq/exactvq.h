/*
 * exactvq: full-reference video quality scores that are the same bits on every device.
 *
 * INTRODUCTION
 *
 * A session scores one sequence of frame pairs. Its life:
 *
 *     EvqConfig config = evq_config_default();      // threads, CPU mask, subsampling
 *     EvqFormat format = { .width = 1920, .height = 1080, .depth = 8, .chroma = EVQ_CHROMA_420 };
 *     EvqSession *session;
 *     evq_session_open(&session, &config, &format, &error);
 *     evq_session_add_metric(session, "float_vif", &error);
 *     evq_session_add_metric(session, "psnr=enable_mse=true", &error);
 *     while (a pair is there)
 *         evq_session_push(session, &reference, &distorted, &error);
 *     evq_session_flush(session, &error);
 *     evq_session_score(session, output, frame, &value);     // or evq_session_pool()
 *     evq_session_close(&session);
 *
 * Rules that hold for the whole library:
 *  - A function returns 0 or a positive value on success and a negative EvqStatus on failure. With a
 *    failure it fills the EvqError it was given (which may be NULL) with one line for a person.
 *  - The library never prints, exits or aborts, and keeps no global state.
 *  - evq_X_close(&x) accepts a pointer to NULL and sets the pointer to NULL.
 *  - A session is used by one thread at a time; different sessions are independent.
 *  - Scores do not depend on threads, CPU, device or the number of frames in flight.
 *
 * The numeric definition of every metric is in docs/spec.
 */
#ifndef EXACTVQ_EXACTVQ_H
#define EXACTVQ_EXACTVQ_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define EVQ_API __attribute__((visibility("default")))
#else
#define EVQ_API
#endif

/* The library's version, "MAJOR.MINOR.PATCH". Static storage. */
EVQ_API const char *evq_version(void);

/* ---- Errors ------------------------------------------------------------------------------- */

typedef enum EvqStatus {
    EVQ_OK = 0,
    EVQ_E_NOMEM = -1,    /* memory ran out */
    EVQ_E_USAGE = -2,    /* a wrong argument: unknown metric or option, value out of range */
    EVQ_E_INPUT = -3,    /* the pictures cannot be read or cannot be scored */
    EVQ_E_DEVICE = -4,   /* a device is absent, unfit or failed */
    EVQ_E_IO = -5,       /* a report cannot be written */
    EVQ_E_INTERNAL = -6, /* a fault in exactvq */
} EvqStatus;

typedef struct EvqError {
    EvqStatus status;
    char message[512]; /* one line, no newline at its end */
} EvqError;

/* ---- Pictures ----------------------------------------------------------------------------- */

typedef enum EvqChroma {
    EVQ_CHROMA_400, /* luma only */
    EVQ_CHROMA_420,
    EVQ_CHROMA_422,
    EVQ_CHROMA_444,
} EvqChroma;

/* What the planes of a picture are. */
typedef enum EvqModel {
    EVQ_MODEL_YUV, /* luma, Cb, Cr */
    EVQ_MODEL_RGB, /* R, G, B, full range, sRGB; chroma is 4:4:4, or 4:0:0 for grey */
} EvqModel;

/* Colour description by the code points of ITU-T H.273; 2 means unspecified. */
typedef struct EvqColour {
    uint8_t primaries;
    uint8_t transfer;
    uint8_t matrix;
    uint8_t range;           /* 0 unspecified, 1 limited, 2 full */
    uint8_t chroma_location; /* 0 unspecified, 1 left, 2 centre, 3 top left */
} EvqColour;

/* The longest side of a picture in luma samples. */
#define EVQ_MAX_SIDE 16384

typedef struct EvqFormat {
    int width, height; /* luma samples, 1 .. EVQ_MAX_SIDE */
    int depth;         /* bits per sample, 8 .. 16 */
    EvqChroma chroma;
    EvqColour colour; /* for metrics that work in RGB; never compared between the two inputs */
    EvqModel model;
    /* Of a picture or a stream: 1 where plane 3 is its opacity (not premultiplied). Of a session:
     * EVQ_OPACITY_REFERENCE and EVQ_OPACITY_DISTORTED. Only with three planes of RGB. */
    unsigned opacity;
} EvqFormat;

#define EVQ_OPACITY_REFERENCE 1u
#define EVQ_OPACITY_DISTORTED 2u

/* The number of planes without opacity: 1 or 3. */
EVQ_API int evq_format_planes(const EvqFormat *format);
/* Width and height of a plane (0 luma, 1 Cb, 2 Cr, 3 opacity); odd sizes round up for subsampled
 * chroma. */
EVQ_API int evq_format_plane_width(const EvqFormat *format, int plane);
EVQ_API int evq_format_plane_height(const EvqFormat *format, int plane);
/* 1 for 8 bits, else 2. */
EVQ_API int evq_format_sample_bytes(const EvqFormat *format);

/*
 * A picture. Samples are one byte at depth 8, else 16 bits in host order, right aligned. The
 * memory belongs to whoever filled the struct and must stay unchanged until `release` is called.
 * `release(opaque)` is called exactly once, from any thread; NULL means nothing to be done.
 */
typedef struct EvqFrame {
    EvqFormat format;
    const void *plane[4];
    ptrdiff_t stride[4]; /* bytes from row to row */
    void (*release)(void *opaque);
    void *opaque;
} EvqFrame;

/* Allocates a picture, rows 64-byte aligned, samples not set. Write through `(void *)plane[i]`. */
EVQ_API int evq_frame_alloc(EvqFrame *frame, const EvqFormat *format, EvqError *error);
/* Gives a picture back: calls `release` and zeroes the struct. A zeroed struct is accepted. */
EVQ_API void evq_frame_release(EvqFrame *frame);

/* ---- Metrics ------------------------------------------------------------------------------ */

typedef struct EvqOptionInfo {
    const char *name;    /* as in "name=value" */
    const char *values;  /* type and range for a person, e.g. "number 1 .. 100" or "true|false" */
    const char *initial; /* default as text */
    const char *help;
} EvqOptionInfo;

typedef struct EvqMetricInfo {
    const char *name;
    const char *summary;
    const EvqOptionInfo *options;
    size_t option_count;
} EvqMetricInfo;

/* The metrics of this build that need no model file, in the order in which they are scored by
 * default. Static storage. NULL when index is past the end. */
EVQ_API const EvqMetricInfo *evq_metric_info(size_t index);

/* ---- Devices ------------------------------------------------------------------------------ */

typedef enum EvqBackend {
    EVQ_BACKEND_AUTO, /* the first graphics card that proves itself, else the CPU */
    EVQ_BACKEND_CPU,
    EVQ_BACKEND_OPENCL,
    EVQ_BACKEND_CUDA,
    EVQ_BACKEND_COUNT
} EvqBackend;

/* Whether kernels use the device's binary64 or integers in its place; the bits are the same. */
typedef enum EvqFp64 {
    EVQ_FP64_AUTO, /* where the device has it */
    EVQ_FP64_ON,
    EVQ_FP64_OFF,
} EvqFp64;

typedef struct EvqDeviceInfo {
    EvqBackend backend;
    int index; /* among the backend's devices, from 0 */
    char name[128];
    char driver[128];
    uint64_t memory;         /* bytes */
    uint64_t largest_buffer; /* bytes */
    int gpu;                 /* 0: a processor behind the same interface */
    int fp64;                /* 1: has binary64 */
    int fma;                 /* 1: has a fused multiply-add in hardware */
    int denormals;           /* 1: keeps subnormal floats */
    int exact_division;      /* 1: rounds division and root correctly */
} EvqDeviceInfo;

/* "auto", "cpu", "opencl", "cuda"; NULL for a number that names none. Static storage. */
EVQ_API const char *evq_backend_name(EvqBackend backend);

/* Describes device `index` of a backend. Returns 1, 0 when the backend has no such device, or
 * EVQ_E_DEVICE when it cannot be used at all (not in this build, no driver). */
EVQ_API int evq_device_info(EvqBackend backend, int index, EvqDeviceInfo *info, EvqError *error);

/* A device that is open, for several sessions in turn or at once. */
typedef struct EvqDevice EvqDevice;

/* Opens a device of the OpenCL or CUDA backend and checks its arithmetic. EVQ_E_DEVICE: it is not
 * there or unfit, and the message names the first value that differs; *device is NULL. */
EVQ_API int evq_device_open(EvqDevice **device, EvqBackend backend, int index, EvqFp64 fp64,
                            EvqError *error);
/* After the sessions that use it. */
EVQ_API void evq_device_close(EvqDevice **device);

/*
 * The known-answer self-test: a metric on small built-in pictures, every score compared bit for bit
 * with the value stored in the library. EVQ_E_DEVICE: the device fails, and the message names the
 * first value that differs. A pass is kept for this device, driver and library under
 * $XDG_CACHE_HOME/exactvq. Sessions run it by themselves with their first pair for each of their
 * metrics, unless it was passed before.
 */
EVQ_API int evq_device_selftest(EvqDevice *device, const char *metric, EvqError *error);
/* 1 when the device passed before, now or in an earlier process; 0 when it is yet to be tested. */
EVQ_API int evq_device_selftest_passed(EvqDevice *device, const char *metric);

/* ---- Session ------------------------------------------------------------------------------ */

typedef struct EvqConfig {
    int threads;        /* worker threads, 0 = one per core, at most 1024; with a device the pairs
                           in flight on it, 0 = 4, at most 16 */
    unsigned cpumask;   /* instruction sets not to use: 8 leaves out AVX2 and above, 16 AVX-512 */
    int subsample;      /* N > 1: score frames whose index is a multiple of N; 0 and 1: all */
    EvqBackend backend; /* where kernels run */
    const char *device; /* its index, or a part of its name in any case; NULL: the first. Read by
                           evq_session_open() alone. */
    EvqFp64 fp64;
} EvqConfig;

/* The CPU with one thread per core, every frame. */
EVQ_API EvqConfig evq_config_default(void);

typedef struct EvqSession EvqSession;

/* Opens a session for pairs of the given format; starts its threads. On failure *session = NULL. */
EVQ_API int evq_session_open(EvqSession **session, const EvqConfig *config, const EvqFormat *format,
                             EvqError *error);

/* The same on a device that is open and stays so longer than the session; it takes the place of the
 * configuration's backend, device and fp64. NULL: evq_session_open(). */
EVQ_API int evq_session_open_shared(EvqSession **session, const EvqConfig *config,
                                    const EvqFormat *format, EvqDevice *device, EvqError *error);

/*
 * Adds a metric by text, "NAME" or "NAME=OPTION=VALUE:OPTION=VALUE". Before the first push.
 * EVQ_E_USAGE: unknown metric, unknown option, a value that does not parse whole or is out of
 * range. EVQ_E_INPUT: the metric cannot score this format (size, depth or chroma; the message
 * names the limit). A second registration whose outputs have the same names is ignored, returns 1.
 */
EVQ_API int evq_session_add_metric(EvqSession *session, const char *text, EvqError *error);

/*
 * Hands over the next pair; its index is the number of pairs pushed before. Both pictures are
 * consumed in every case, also on failure, and the structs zeroed. Blocks while the ring of pairs
 * in flight is full. A failure of an earlier frame is reported by the next push or by flush;
 * scores that were computed stay readable.
 */
EVQ_API int evq_session_push(EvqSession *session, EvqFrame *reference, EvqFrame *distorted,
                             EvqError *error);

/* Waits for all pairs and computes the aggregates. After it only reading is allowed. */
EVQ_API int evq_session_flush(EvqSession *session, EvqError *error);

/* Stops threads and frees everything. */
EVQ_API void evq_session_close(EvqSession **session);

/* ---- Scores ------------------------------------------------------------------------------- */

/* Outputs in registration order. A name lives as long as the session. */
EVQ_API size_t evq_session_output_count(const EvqSession *session);
EVQ_API const char *evq_session_output_name(const EvqSession *session, size_t output);

/* Pairs pushed so far. */
EVQ_API size_t evq_session_frame_count(const EvqSession *session);
/* Pairs fully scored so far; for progress, may be called while frames are in flight. */
EVQ_API size_t evq_session_frames_done(const EvqSession *session);
/* 1 when every output of this frame was computed, else 0: only such frames are listed in reports. */
EVQ_API int evq_session_frame_listed(const EvqSession *session, size_t frame);

/* Reads a score, any IEEE double (NaN and infinities are scores). Returns 1 and sets *value, or
 * returns 0 when the value was not computed. */
EVQ_API int evq_session_score(const EvqSession *session, size_t output, size_t frame, double *value);

typedef enum EvqPool {
    EVQ_POOL_MEAN,          /* sum in frame order / n */
    EVQ_POOL_HARMONIC_MEAN, /* n / sum(1 / (x + 1)) - 1 */
    EVQ_POOL_MIN,
    EVQ_POOL_MAX,
    EVQ_POOL_PERCENTILE, /* linear interpolation between closest ranks, argument in percent */
} EvqPool;

/*
 * Pools an output over the listed frames, in frame order. `argument` is the percentage for
 * EVQ_POOL_PERCENTILE, else ignored. Returns 1, 0 when no frame is listed, or EVQ_E_NOMEM. A NaN
 * among the scores makes every result NaN.
 */
EVQ_API int evq_session_pool(const EvqSession *session, size_t output, EvqPool pool,
                             double argument, double *value);

/* Aggregates: values of the whole sequence that are not pooled from frames (e.g. apsnr_y).
 * After flush. */
EVQ_API size_t evq_session_aggregate_count(const EvqSession *session);
EVQ_API const char *evq_session_aggregate_name(const EvqSession *session, size_t aggregate);
EVQ_API double evq_session_aggregate_value(const EvqSession *session, size_t aggregate);

/* What was registered, for reports: the metric's text with every option at its effective value. */
EVQ_API size_t evq_session_metric_count(const EvqSession *session);
EVQ_API const char *evq_session_metric_text(const EvqSession *session, size_t metric);

/* The device that computes ("cpu", or backend, index and name as in "cuda:0 NVIDIA H200"), the CPU
 * level ("x86-64", "x86-64-v3", "x86-64-v4", "generic"), and the number of worker threads. */
EVQ_API const char *evq_session_device(const EvqSession *session);
/* Why EVQ_BACKEND_AUTO passed over a device, one line; NULL when it did not. */
EVQ_API const char *evq_session_notice(const EvqSession *session);
/* 1 when the device's kernels use its binary64 (always on the CPU). */
EVQ_API int evq_session_fp64(const EvqSession *session);
/* The most bytes of device memory that the session has held at once; 0 on the CPU. */
EVQ_API uint64_t evq_session_device_memory(const EvqSession *session);
EVQ_API const char *evq_session_cpu_level(const EvqSession *session);
EVQ_API int evq_session_threads(const EvqSession *session);

#ifdef __cplusplus
}
#endif
#endif
