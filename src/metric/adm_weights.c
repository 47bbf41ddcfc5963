/* adm: contrast weights and levels, docs/spec/adm.md sections 5 to 7. */
#include "metric/adm.h"

#include "kernel/math/log10.h"
#include "kernel/math/pow.h"

#include <math.h>
#include <stddef.h>

/* ---- Contrast weights, section 5 ---- */

static f32 watson(const EvqAdmOptions *options, int level, f32 amplitude, f32 orientation)
{
    const double pi = 0x1.921fb54442d18p+1;
    const f32 a = 0.495f, k = 0.466f, f0 = 0.401f;
    f32 r = (f32)(options->norm_view_dist * options->ref_display_height * pi / 180);
    f32 t =
        (f32)f64_log10((double)(1 << (level + 1)) * (double)f0 * (double)orientation / (double)r);
    f32 scaled = k * t;
    f32 exponent = scaled * t;
    f32 step = (f32)(2.0 * (double)a * f64_pow(10.0, (double)exponent) / (double)amplitude);
    return 1.0f / step;
}

static void watson_weights(const EvqAdmOptions *options, f32 weight[ADM_LEVELS][2])
{
    static const f32 amplitude[ADM_LEVELS][2] = {
        { 0.67234f, 0.72709f },
        { 0.41317f, 0.49428f },
        { 0.22727f, 0.28688f },
        { 0.11792f, 0.15214f },
    };
    for (int k = 0; k < ADM_LEVELS; k++) {
        weight[k][0] = watson(options, k, amplitude[k][0], 1.0f);
        weight[k][1] = watson(options, k, amplitude[k][1], 0.534f);
    }
}

/* Modes 2 and 3, as far as the metric's range of viewing geometries reaches. */
typedef struct Table {
    int height;
    double distance;
    f32 weight[2][2][ADM_LEVELS]; /* of a mode: h and v, then d */
} Table;

static const Table tables[] = {
    { 1080,
      3,
      { { { 0.01183f, 0.025026f, 0.04295f, 0.058621f },
          { 0.004302f, 0.011778f, 0.023918f, 0.035901f } },
        { { 0.011249f, 0.022606f, 0.035930f, 0.045673f },
          { 0.004097f, 0.010921f, 0.021430f, 0.031313f } } } },
    { 1080,
      5,
      { { { 0.004212f, 0.014809f, 0.029642f, 0.047464f },
          { 0.000984f, 0.005852f, 0.0146f, 0.027574f } },
        { { 0.004052f, 0.013939f, 0.026298f, 0.038833f },
          { 0.000927f, 0.005544f, 0.013415f, 0.024515f } } } },
    { 2160,
      3,
      { { { 0.00226f, 0.01183f, 0.025026f, 0.04295f },
          { 0.000479f, 0.004302f, 0.011778f, 0.023918f } },
        { { 0.002166f, 0.011249f, 0.022606f, 0.035930f },
          { 0.000447f, 0.004097f, 0.010921f, 0.021430f } } } },
    { 2160,
      5,
      { { { 0.000092f, 0.004212f, 0.014809f, 0.029642f },
          { 0.000050f, 0.000984f, 0.005852f, 0.0146f } },
        { { 0.000077f, 0.004052f, 0.013939f, 0.026298f },
          { 0.000045f, 0.000927f, 0.005544f, 0.013415f } } } },
    { 720,
      5,
      { { { 0.010144f, 0.022561f, 0.040309f, 0.05672f },
          { 0.003463f, 0.010282f, 0.021839f, 0.034641f } },
        { { 0.009689f, 0.020577f, 0.034162f, 0.044523f },
          { 0.003302f, 0.009579f, 0.019661f, 0.030318f } } } },
};

static const Table *find_table(int height, double distance)
{
    if (height == 2160 && distance == 1.5)
        return &tables[0];
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (tables[i].height == height && tables[i].distance == distance)
            return &tables[i];
    return NULL;
}

int evq_adm_weights(const EvqAdmOptions *options, f32 weight[ADM_LEVELS][2])
{
    if (options->csf_mode == 0) {
        watson_weights(options, weight);
        return 0;
    }
    const Table *table = find_table(options->ref_display_height, options->norm_view_dist);
    if (!table)
        return -1;
    for (int k = 0; k < ADM_LEVELS; k++)
        for (int i = 0; i < 2; i++)
            weight[k][i] = table->weight[options->csf_mode - 2][i][k];
    return 0;
}

/* The weights as integers; level 0 has its usual ones as constants, which truncation misses. */
static void fix_weights(const EvqAdmOptions *options, int k, EvqAdmLevel *level)
{
    double geometry = options->norm_view_dist * options->ref_display_height;
    if (k > 0) {
        level->fixed[0] = (u32)((double)level->weight[0] * 0x1p32);
        level->fixed[1] = (u32)((double)level->weight[1] * 0x1p32);
    } else if (options->csf_mode == 0 && fabs(geometry - 3240) < 1e-8) {
        level->fixed[0] = 36453;
        level->fixed[1] = 49417;
    } else {
        level->fixed[0] = (u32)(level->weight[0] * 0x1p21f);
        level->fixed[1] = (u32)(level->weight[1] * 0x1p23f);
    }
}

/* ---- Regions and shifts, sections 6 and 7 ---- */

static int ceil_log2(int64_t n)
{
    int bits = 0;
    while ((int64_t)1 << bits < n)
        bits++;
    return bits;
}

static int edge(int n)
{
    return (int)(n * 0.1 - 0.5);
}

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

static void set_regions(EvqAdmLevel *level)
{
    int x = edge(level->width), y = edge(level->height);
    level->region = (AdmRegion){ x, level->width - x, y, level->height - y };
    level->window = (AdmRegion){ max_int(x - 1, 0), min_int(level->region.x1 + 1, level->width),
                                 max_int(y - 1, 0), min_int(level->region.y1 + 1, level->height) };
}

static void set_shifts(EvqAdmLevel *level, int k)
{
    static const int square_shift[ADM_LEVELS] = { 0, 31, 30, 31 };
    int columns = level->region.x1 - level->region.x0, rows = level->region.y1 - level->region.y0;
    int area = ceil_log2((int64_t)columns * rows), width = ceil_log2(level->width);
    level->square_shift = square_shift[k];
    level->energy_shift = k ? ceil_log2(columns) : 0;
    level->energy_rows = k ? ceil_log2(rows) : max_int(0, area - 20);
    level->mask_shift[0] = k ? width : width - 4;
    level->mask_shift[1] = k ? width : width - 3;
    level->mask_rows = ceil_log2(level->height);
}

int evq_adm_levels(const EvqAdmOptions *options, int width, int height,
                   EvqAdmLevel level[ADM_LEVELS])
{
    f32 weight[ADM_LEVELS][2];
    if (evq_adm_weights(options, weight) < 0)
        return -1;
    for (int k = 0; k < ADM_LEVELS; k++) {
        width = (width + 1) / 2;
        height = (height + 1) / 2;
        level[k] = (EvqAdmLevel){ .width = width,
                                  .height = height,
                                  .weight = { weight[k][0], weight[k][1] } };
        fix_weights(options, k, &level[k]);
        set_regions(&level[k]);
        set_shifts(&level[k], k);
    }
    return 0;
}
