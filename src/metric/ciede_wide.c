#include "metric/ciede_wide.h"

#include "kernel/ciede/constants.h"
#include "kernel/math/atan2.h"
#include "kernel/math/cbrt.h"
#include "kernel/math/f64.h"
#include "kernel/math/pow24.h"
#include "kernel/math/sincos.h"

/* ---- Params ---- */

/* A step of Cb or Cr in the operand of gamma's power. */
static u64 step_of(const CiedeParams *params, u64 weight, double sign)
{
    double step = native_of_bits(params->chroma_scale) * native_of_bits(CIEDE_GAMMA_SCALE);
    return bits_of_native(sign * native_of_bits(weight) * step);
}

CiedeWideParams evq_ciede_wide_params(const CiedeParams *params)
{
    double scale = native_of_bits(CIEDE_GAMMA_SCALE);
    return (CiedeWideParams){
        .flavour = params->flavour,
        .shift_x = params->shift_x,
        .shift_y = params->shift_y,
        .black = bits_of_native(65536.0 + params->black),
        .grey = bits_of_native(65536.0 + params->grey),
        .of_y = bits_of_native(native_of_bits(params->luma_scale) * scale),
        .at_black = bits_of_native(native_of_bits(CIEDE_GAMMA_ADD) * scale),
        .r_v = step_of(params, CIEDE_R_V, 1),
        .g_u = step_of(params, CIEDE_G_U, -1),
        .g_v = step_of(params, CIEDE_G_V, -1),
        .b_u = step_of(params, CIEDE_B_U, 1),
    };
}

/* ---- Table ---- */

/* The double whose pattern has the upper half `from` + row 2^WIDE_ROW_BITS. */
static double start_of(u32 from, int row)
{
    return native_of_bits((u64)(from + ((u32)row << WIDE_ROW_BITS)) << 32);
}

static void fill_roots(u64 *row, u32 from, int rows, F64 function(F64))
{
    for (int i = 0; i < rows; i++, row += 2) {
        double centre = 0.5 * (start_of(from, i) + start_of(from, i + 1));
        row[0] = bits_of_native(1.0 / centre);
        row[1] = bits_of_f64(function(centre));
    }
}

/* The arctangent's operands are floats, so the angle's sine is only about i/64. */
static void fill_angles(u64 *row)
{
    double quarter = 0.25 * native_of_bits(CIEDE_TURN);
    for (int i = 0; i < WIDE_ANGLE_ROWS; i++, row += 4) {
        float sine = (float)(i & 63) / 64;
        double angle = f64_atan2(sine, sqrt_f32(1.0f - sine * sine));
        int steep = i & 64, negative = i & 128, back = !steep != !negative;
        double sign = back ? -1.0 : 1.0;
        double from = steep ? quarter : negative ? 2.0 * quarter : 0.0;
        row[0] = bits_of_f64(sign * f64_cos(angle));
        row[1] = bits_of_f64(-sign * f64_sin(angle));
        row[2] = bits_of_f64(from + sign * angle);
        row[3] = 0;
    }
}

/* Adds the series of amplitude cos(k x + phase) about x. */
static void add_wave(double series[7], double amplitude, int k, double x, double phase)
{
    double sine = f64_sin(k * x + phase), cosine = f64_cos(k * x + phase);
    for (int n = 0; n < 7; n++) {
        series[n] += amplitude * (n & 1 ? -sine : cosine) * (n & 2 ? -1.0 : 1.0);
        amplitude *= k / (n + 1.0);
    }
}

/* Statement 15 about each 64th: a Taylor series whose last term is spread over those before it, as
 * x^6 is within h^6/32 of x^4 3/2 h^2 - x^2 9/16 h^4 + h^6/32 where |x| <= h. */
static void fill_weights(u64 *row)
{
    const double h2 = 0x1p-14;
    for (int i = 0; i < WIDE_T_ROWS; i++, row += 6) {
        double x = i / 64.0, series[7] = { 1.0 };
        add_wave(series, -native_of_bits(CIEDE_T1), 1, x, -native_of_bits(CIEDE_T1_PHASE));
        add_wave(series, native_of_bits(CIEDE_T2), 2, x, 0.0);
        add_wave(series, native_of_bits(CIEDE_T3), 3, x, native_of_bits(CIEDE_T3_PHASE));
        add_wave(series, -native_of_bits(CIEDE_T4), 4, x, -native_of_bits(CIEDE_T4_PHASE));
        series[4] += 1.5 * h2 * series[6];
        series[2] -= 0.5625 * h2 * h2 * series[6];
        series[0] += h2 * h2 * h2 / 32.0 * series[6];
        for (int n = 0; n < 6; n++)
            row[n] = bits_of_native(series[n]);
    }
}

void evq_ciede_wide_table(u64 *table)
{
    fill_roots(table + WIDE_TABLE_GAMMA / 2, WIDE_GAMMA_FROM, WIDE_GAMMA_ROWS, f64_pow24);
    fill_roots(table + WIDE_TABLE_F / 2, WIDE_F_FROM, WIDE_F_ROWS, f64_cbrt);
    fill_angles(table + WIDE_TABLE_ANGLE / 2);
    fill_weights(table + WIDE_TABLE_T / 2);
}
