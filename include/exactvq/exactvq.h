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
 *  - A function returns 0 or a positive value on success and a negative EvqStatus on failure. With
 * a failure it fills the EvqError it was given (which may be NULL) with one line for a person.
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
    EVQ_E_INPUT = -3,    /* pictures or a model cannot be read, or pictures cannot be scored */
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
typedef enum EvqColourModel {
    EVQ_MODEL_YUV, /* luma, Cb, Cr */
    EVQ_MODEL_RGB, /* R, G, B, full range, sRGB; chroma is 4:4:4, or 4:0:0 for grey */
} EvqColourModel;

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
    EvqColourModel model;
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
 * A picture. Samples are one byte at depth 8, else 16 bits in host order, right aligned, each
 * below 2^depth: of others the scores are undefined (readers refuse them). The memory belongs to
 * whoever filled the struct and must stay unchanged until `release` is called. `release(opaque)` is
 * called exactly once, from any thread; NULL means nothing to be done.
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

/* ---- Models ------------------------------------------------------------------------------- */

/*
 * A model turns features, outputs of metrics, into a score: VMAF. It is read from a JSON file as
 * libvmaf has them; a file may also hold a collection, whose predictions are pooled into a mean, a
 * deviation and a confidence interval. A model does not change and may be added to several
 * sessions, at once too. Models of float features and of the v1 family are not supported.
 */
typedef struct EvqModel EvqModel;

typedef struct EvqModelConfig {
    const char *name;     /* of the score, 1 to 200 bytes; NULL: "vmaf" */
    int enable_transform; /* 1: apply the file's score transform, if it has one ("phone model") */
    int disable_clip;     /* 1: do not clip scores to the file's range */
    int no_prediction;    /* 1: score the features alone */
    const char *options;  /* "METRIC.OPTION=VALUE:METRIC.OPTION=VALUE", over those of the file, for
                             every feature of the metric; NULL: none */
} EvqModelConfig;

/* Reads a model. config NULL: all zeros. EVQ_E_INPUT: the file cannot be read or is damaged, and
 * the message names the key; EVQ_E_USAGE: the configuration does not fit. On failure *model = NULL.
 */
EVQ_API int evq_model_load(EvqModel **model, const char *path, const EvqModelConfig *config,
                           EvqError *error);
/* Reads the model of a name such as "vmaf_v0.6.1" from NAME.json: in `folder`, or, when that is
 * NULL, in the folders of the environment variable EXACTVQ_MODEL_PATH (a list with ':') and in
 * those where libvmaf's models are installed. */
EVQ_API int evq_model_load_version(EvqModel **model, const char *version, const char *folder,
                                   const EvqModelConfig *config, EvqError *error);
/* Reads a model by the text of the vmaf tool's --model option: "path=FILE" or "version=NAME" (the
 * latter wins; neither: version=vmaf_v0.6.1), "name=NAME", "enable_transform", "disable_clip",
 * "METRIC.OPTION=VALUE", joined by ':'. */
EVQ_API int evq_model_load_text(EvqModel **model, const char *text, const char *folder,
                                int no_prediction, EvqError *error);
/* Sessions that use the model keep what they need. */
EVQ_API void evq_model_close(EvqModel **model);

/* The name of its score, and its file and configuration as text. They live as long as the model. */
EVQ_API const char *evq_model_name(const EvqModel *model);
EVQ_API const char *evq_model_text(const EvqModel *model);

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
    EVQ_FP64_AUTO, /* where the device has it, and a graphics card for each metric the faster of its
                      evaluations with and without: measured once, kept under
                      $XDG_CACHE_HOME/exactvq */
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

/* What a kernel takes on a device, as the driver says. */
typedef struct EvqKernelUse {
    const char *kernel;     /* static storage */
    uint64_t private_bytes; /* of each work-item: spilled registers and arrays; the aim is 0 */
    int registers;          /* of each work-item; 0 where the driver does not say */
} EvqKernelUse;

/* Builds kernel `index` of those that the device has and describes it. Returns 1, 0 past the last
 * kernel, or EVQ_E_DEVICE. */
EVQ_API int evq_device_kernel(EvqDevice *device, int index, EvqKernelUse *use, EvqError *error);

/* ---- Session ------------------------------------------------------------------------------ */

typedef struct EvqConfig {
    int threads;        /* worker threads, 0 = one per core, at most 1024; with a device the pairs
                           in flight on it, 0 = 6, on a processor 1, at most 16 */
    unsigned cpumask;   /* instruction sets not to use: 8 leaves out AVX2 and above, 16 AVX-512 */
    int subsample;      /* N > 1: score frames whose index is a multiple of N; 0 and 1: all */
    EvqBackend backend; /* where kernels run */
    const char *device; /* its index, or a part of its name in any case; NULL: the first; "all": see
                           below. Read by evq_session_open() alone. */
    EvqFp64 fp64;
} EvqConfig;

/* The CPU with one thread per core, every frame. */
EVQ_API EvqConfig evq_config_default(void);

typedef struct EvqSession EvqSession;

/*
 * With the device "all" the pairs go to every device of the backend (with EVQ_BACKEND_AUTO every
 * graphics card, each through one backend) and to the CPU, each pair to the first that is free. The
 * scores are the same. A device that is unfit is passed over; one that is lost on the way hands
 * its pairs to the CPU; both leave a notice. `threads` counts for the CPU and for each device; 0
 * leaves a core for each device to be fed by.
 */

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
 * Adds a model and the metrics that give its features, as evq_session_add_metric() would; metrics
 * that are there already are shared. Before the first push. The scores are outputs behind those of
 * all metrics: NAME, or of a collection NAME (its first model), NAME_0001 and so on, NAME_bagging,
 * NAME_stddev, NAME_ci_p95_lo and NAME_ci_p95_hi. EVQ_E_USAGE: an option of a metric does not fit,
 * or two scores would have one name; EVQ_E_INPUT: a metric cannot score this format. After a
 * failure the session may hold some of the metrics.
 */
EVQ_API int evq_session_add_model(EvqSession *session, EvqModel *model, EvqError *error);

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

/* Outputs in registration order, those of models last. A name lives as long as the session; an
 * output's number is final once no metric will be added. */
EVQ_API size_t evq_session_output_count(const EvqSession *session);
EVQ_API const char *evq_session_output_name(const EvqSession *session, size_t output);

/* The output of that name: 1, or 0 when there is none. */
EVQ_API int evq_session_output_find(const EvqSession *session, const char *name, size_t *output);

/* Pairs pushed so far. */
EVQ_API size_t evq_session_frame_count(const EvqSession *session);
/* Pairs fully scored so far; for progress, may be called while frames are in flight. */
EVQ_API size_t evq_session_frames_done(const EvqSession *session);
/* 1 when every output of this frame was computed, else 0: only such frames are listed in reports.
 */
EVQ_API int evq_session_frame_listed(const EvqSession *session, size_t frame);

/* Reads a score, any IEEE double (NaN and infinities are scores). Returns 1 and sets *value, or
 * returns 0 when the value was not computed. */
EVQ_API int evq_session_score(const EvqSession *session, size_t output, size_t frame,
                              double *value);

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

/* The models, each with its file and configuration. */
EVQ_API size_t evq_session_model_count(const EvqSession *session);
EVQ_API const char *evq_session_model_text(const EvqSession *session, size_t model);

/* The device that computes ("cpu", or backend, index and name as in "cuda:0 NVIDIA H200"; of several
 * all, as in "cuda:0 NVIDIA H200, cuda:1 NVIDIA H200, cpu"), the CPU level ("x86-64", "x86-64-v3",
 * "x86-64-v4", "generic"), and the number of worker threads. */
EVQ_API const char *evq_session_device(const EvqSession *session);
/* Why devices were passed over or, among several, lost on the way: one line each, in the order in
 * which it happened; NULL past the end. May be called while frames are in flight. */
EVQ_API const char *evq_session_notice(const EvqSession *session, size_t index);
/* 1 when the devices' kernels use their binary64 (always on the CPU). */
EVQ_API int evq_session_fp64(const EvqSession *session);
/* The most bytes that the session has held at once on each device, added; 0 on the CPU. */
EVQ_API uint64_t evq_session_device_memory(const EvqSession *session);
EVQ_API const char *evq_session_cpu_level(const EvqSession *session);
EVQ_API int evq_session_threads(const EvqSession *session);

/* ---- Tracing ------------------------------------------------------------------------------ */

/* Where two ways of computing part. */
typedef struct EvqTrace {
    char kernel[64];
    int stage;              /* of the metric's, from 0 */
    int output;             /* which of the kernel's, from 0 */
    int plane, x, y;        /* in that output; outside of the picture: in its border */
    int bytes;              /* of the element */
    uint64_t expected, got; /* its bits */
} EvqTrace;

/*
 * Runs a metric on one pair stage by stage, on a device or (NULL) on the level of the CPU that
 * `cpumask` leaves, and on the lowest level of the CPU. Returns 1 with the first kernel output that
 * differs, 0 when none does, or a failure. `previous` is the reference picture of the frame before,
 * NULL for the first frame, of which metrics that need it compute nothing. The pictures stay the
 * caller's. Two NaNs are no difference. For finding out why scores differ: slow, and in need of much
 * memory.
 */
EVQ_API int evq_trace(EvqTrace *trace, const char *metric, EvqDevice *device, unsigned cpumask,
                      const EvqFrame *reference, const EvqFrame *distorted,
                      const EvqFrame *previous, EvqError *error);

#ifdef __cplusplus
}
#endif
#endif
