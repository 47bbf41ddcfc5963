/* Metric texts: output names, refused texts, refused formats. */
#include <stdio.h>
#include <string.h>

#include "expect.h"
#include "support.h"

static const EvqFormat large = { .width = 64, .height = 64, .depth = 8, .chroma = EVQ_CHROMA_420 };

static EvqSession *open_with(const char *text)
{
    const EvqConfig config = evq_config_default();
    EvqSession *session;
    EvqError error;
    assert_int_equal(evq_session_open(&session, &config, &large, &error), EVQ_OK);
    if (evq_session_add_metric(session, text, &error))
        fail_msg("%s: %s", text, error.message);
    return session;
}

/* ---- names ---- */

static void check_names(const char *text, const char *const *names)
{
    EvqSession *session = open_with(text);
    size_t count = 0;
    for (; names[count]; count++) {
        assert_true(count < evq_session_output_count(session));
        assert_string_equal(evq_session_output_name(session, count), names[count]);
    }
    assert_int_equal(evq_session_output_count(session), count);
    evq_session_close(&session);
}

static void test_names(void **state)
{
    (void)state;
    static const char *const vif[] = { "vif_scale0", "vif_scale1", "vif_scale2", "vif_scale3",
                                       NULL };
    static const char *const vif_debug[] = {
        "vif_scale0",
        "vif_scale1",
        "vif_scale2",
        "vif_scale3",
        "vif",
        "vif_num",
        "vif_den",
        "vif_num_scale0",
        "vif_den_scale0",
        "vif_num_scale1",
        "vif_den_scale1",
        "vif_num_scale2",
        "vif_den_scale2",
        "vif_num_scale3",
        "vif_den_scale3",
        NULL,
    };
    static const char *const psnr[] = { "psnr_y", "psnr_cb", "psnr_cr", NULL };
    static const char *const psnr_mse[] = { "psnr_y",  "mse_y",  "psnr_cb", "mse_cb",
                                            "psnr_cr", "mse_cr", NULL };
    static const char *const luma[] = { "psnr_y", NULL };
    static const char *const float_psnr[] = { "float_psnr", NULL };
    check_names("float_vif", vif);
    check_names("float_vif=debug=false", vif);
    check_names("float_vif=debug=true", vif_debug);
    check_names("psnr", psnr);
    check_names("psnr=enable_apsnr=true", psnr);
    check_names("psnr=enable_mse=true", psnr_mse);
    check_names("psnr=reduced_hbd_peak=true:min_sse=3", psnr);
    check_names("psnr=enable_chroma=false", luma);
    check_names("float_psnr", float_psnr);
}

static void test_suffixes(void **state)
{
    (void)state;
    static const struct {
        const char *options, *suffix;
    } cases[] = {
        { "vif_enhn_gain_limit=1", "_egl_1" },
        { "vif_enhn_gain_limit=100", "" },
        { "vif_enhn_gain_limit=1.1234567", "_egl_1.12346" },
        { "vif_kernelscale=0.5", "_ks_0.5" },
        { "vif_kernelscale=3.711340206", "_ks_3.71134" },
        { "vif_prescale=1.37", "_ps_1.37" },
        { "vif_prescale=1.00", "" },
        { "vif_prescale_method=nearest", "" },
        { "vif_prescale_method=bilinear", "_pm_bilinear" },
        { "vif_prescale_method=bicubic", "_pm_bicubic" },
        { "vif_prescale_method=lanczos4", "_pm_lanczos4" },
        { "vif_scale1_min_val=0.1", "_s1miv_0.1" },
        { "vif_scale2_min_val=0.25", "_s2miv_0.25" },
        { "vif_scale3_min_val=1", "_s3miv_1" },
        { "vif_sigma_nsq=0", "_snsq_0" },
        { "vif_sigma_nsq=1.123456789", "_snsq_1.12346" },
        { "vif_sigma_nsq=2.0", "" },
        { "vif_sigma_nsq=0.00001", "_snsq_1e-05" },
        { "vif_skip_scale0=true", "_ssclz" },
        { "vif_skip_scale0=false", "" },
        { "vif_skip_scale0=true:vif_sigma_nsq=1.123456789:vif_scale3_min_val=0.3:"
          "vif_scale2_min_val=0.2:vif_scale1_min_val=0.1:vif_prescale_method=lanczos4:"
          "vif_prescale=1.37:vif_kernelscale=0.5:vif_enhn_gain_limit=1",
          "_egl_1_ks_0.5_ps_1.37_pm_lanczos4_s1miv_0.1_s2miv_0.2_s3miv_0.3_snsq_1.12346_ssclz" },
    };
    static const char *const base[] = {
        "vif_scale0", "vif_scale1", "vif_scale2",     "vif_scale3",    "vif",
        "vif_num",    "vif_den",    "vif_num_scale0", "vif_den_scale0"
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[400];
        snprintf(text, sizeof(text), "float_vif=debug=true:%s", cases[i].options);
        EvqSession *session = open_with(text);
        assert_int_equal(evq_session_output_count(session), 15);
        for (size_t k = 0; k < sizeof(base) / sizeof(base[0]); k++) {
            char name[256];
            snprintf(name, sizeof(name), "%s%s", base[k], cases[i].suffix);
            assert_string_equal(evq_session_output_name(session, k), name);
        }
        evq_session_close(&session);
    }
}

static void test_second_registration(void **state)
{
    (void)state;
    EvqSession *session = open_with("float_vif");
    EvqError error;
    assert_int_equal(evq_session_add_metric(session, "float_vif=vif_sigma_nsq=2", &error), 1);
    assert_int_equal(evq_session_output_count(session), 4);
    assert_int_equal(evq_session_add_metric(session, "float_vif=vif_sigma_nsq=1", &error), 0);
    assert_int_equal(evq_session_output_count(session), 8);
    assert_string_equal(evq_session_output_name(session, 4), "vif_scale0_snsq_1");
    evq_session_close(&session);
}

/* ---- refusals ---- */

static void expect_refused(const EvqFormat *format, const char *text, EvqStatus status,
                           const char *named)
{
    EvqError error;
    const int result = try_metric(format, text, &error);
    if (result != (int)status)
        fail_msg("%s at %dx%d, %d bits: status %d, expected %d", text, format->width,
                 format->height, format->depth, result, (int)status);
    assert_int_equal(error.status, status);
    if (!error.message[0] || strchr(error.message, '\n'))
        fail_msg("%s: no line for a person: \"%s\"", text, error.message);
    if (named && !strstr(error.message, named))
        fail_msg("%s: \"%s\" does not name %s", text, error.message, named);
}

static void test_refused_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text, *named;
    } cases[] = {
        { "", NULL },
        { "no_such_metric", "no_such_metric" },
        { "float_vi", "float_vi" },
        { "float_vif2", "float_vif2" },
        { "FLOAT_VIF", "FLOAT_VIF" },
        { "float_vif=no_such_option=1", "no_such_option" },
        { "float_vif=egl=1", "egl" }, /* the key of the suffix is no option */
        { "float_vif=debug", "debug" },
        { "float_vif=debug=1", "debug" },
        { "float_vif=debug=TRUE", "debug" },
        { "float_vif=debug=truely", "debug" },
        { "float_vif=debug=", "debug" },
        { "float_vif=vif_skip_scale0=yes", "vif_skip_scale0" },
        { "float_vif=vif_enhn_gain_limit=0.99", "vif_enhn_gain_limit" },
        { "float_vif=vif_enhn_gain_limit=100.1", "vif_enhn_gain_limit" },
        { "float_vif=vif_kernelscale=0.09", "vif_kernelscale" },
        { "float_vif=vif_kernelscale=4.01", "vif_kernelscale" },
        { "float_vif=vif_kernelscale=1.3", "vif_kernelscale" }, /* not in the list */
        { "float_vif=vif_kernelscale=4", "vif_kernelscale" },
        { "float_vif=vif_prescale=0.09", "vif_prescale" },
        { "float_vif=vif_prescale=4.01", "vif_prescale" },
        { "float_vif=vif_prescale_method=cubic", "vif_prescale_method" },
        { "float_vif=vif_prescale_method=", "vif_prescale_method" },
        { "float_vif=vif_scale1_min_val=1.01", "vif_scale1_min_val" },
        { "float_vif=vif_scale2_min_val=-0.01", "vif_scale2_min_val" },
        { "float_vif=vif_scale3_min_val=2", "vif_scale3_min_val" },
        { "float_vif=vif_sigma_nsq=5.01", "vif_sigma_nsq" },
        { "float_vif=vif_sigma_nsq=-1", "vif_sigma_nsq" },
        { "float_vif=vif_sigma_nsq=2x", "vif_sigma_nsq" },
        { "float_vif=vif_sigma_nsq=2 ", "vif_sigma_nsq" },
        { "float_vif=vif_sigma_nsq=1,5", "vif_sigma_nsq" },
        { "float_vif=vif_sigma_nsq=", "vif_sigma_nsq" },
        { "float_vif=vif_sigma_nsq=nan", "vif_sigma_nsq" },
        { "float_vif=vif_sigma_nsq=NaN", "vif_sigma_nsq" },
        { "float_vif=vif_sigma_nsq=-nan", "vif_sigma_nsq" },
        { "float_vif=vif_sigma_nsq=inf", "vif_sigma_nsq" },
        { "float_vif=vif_sigma_nsq=true", "vif_sigma_nsq" },
        { "float_psnr=enable_mse=true", "enable_mse" },
        { "psnr=debug=true", "debug" },
        { "psnr=psnr_max=60", "psnr_max" },
        { "psnr=enable_chroma=0", "enable_chroma" },
        { "psnr=enable_mse=tru", "enable_mse" },
        { "psnr=enable_apsnr=", "enable_apsnr" },
        { "psnr=reduced_hbd_peak=on", "reduced_hbd_peak" },
        { "psnr=min_sse=-0.5", "min_sse" },
        { "psnr=min_sse=nan", "min_sse" },
        { "psnr=min_sse=inf", "min_sse" },
        { "psnr=min_sse=1e3z", "min_sse" },
        { "psnr=enable_mse=true:min_sse", "min_sse" },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        expect_refused(&large, cases[i].text, EVQ_E_USAGE, cases[i].named);
}

static void test_range_ends(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "float_vif=vif_enhn_gain_limit=1",  "float_vif=vif_enhn_gain_limit=100",
        "float_vif=vif_prescale=4",         "float_vif=vif_scale1_min_val=0",
        "float_vif=vif_scale1_min_val=1",   "float_vif=vif_sigma_nsq=0",
        "float_vif=vif_sigma_nsq=5",        "psnr=min_sse=0",
        "float_vif=vif_kernelscale=0.4441",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        EvqSession *session = open_with(texts[i]);
        evq_session_close(&session);
    }
}

static void test_depths(void **state)
{
    (void)state;
    static const char *const texts[] = { "float_vif", "float_psnr", "psnr" };
    for (int depth = 8; depth <= 16; depth++) {
        EvqFormat format = large;
        format.depth = depth;
        const int known = depth == 8 || depth == 10 || depth == 12 || depth == 16;
        char named[16];
        snprintf(named, sizeof(named), "%d", depth);
        for (size_t t = 0; t < 3; t++) {
            EvqError error;
            if (known)
                assert_int_equal(try_metric(&format, texts[t], &error), EVQ_OK);
            else
                expect_refused(&format, texts[t], EVQ_E_INPUT, named);
        }
    }
}

static void check_least_side(const char *options, int side)
{
    char text[128], named[16];
    EvqError error;
    EvqFormat format = large;
    snprintf(text, sizeof(text), "float_vif=%s", options);
    snprintf(named, sizeof(named), "%d", side);
    format.width = format.height = side;
    if (try_metric(&format, text, &error))
        fail_msg("%s at %dx%d: %s", text, side, side, error.message);
    format.width = side - 1;
    expect_refused(&format, text, EVQ_E_INPUT, named);
    format.width = 1000;
    format.height = side - 1;
    expect_refused(&format, text, EVQ_E_INPUT, named);
    format.height = 1;
    expect_refused(&format, text, EVQ_E_INPUT, named);
}

static void test_least_sides(void **state)
{
    (void)state;
    static const char *const scales[] = {
        "1",       "0.5",      "0.444444", "0.666667", "0.711111", "0.74074",     "1.5",  "1.33333",
        "1.16667", "1.25",     "1.41667",  "1.6666",   "1.66667",  "1.4746",      "1.54", "1.6",
        "1.06667", "1.111111", "2",        "2.4",      "3",        "3.711340206",
    };
    for (size_t i = 0; i < sizeof(scales) / sizeof(scales[0]); i++) {
        char options[64];
        const int side = oracle_vif_min_side(oracle_number(scales[i]));
        snprintf(options, sizeof(options), "vif_kernelscale=%s", scales[i]);
        check_least_side(options, side);
        snprintf(options, sizeof(options), "vif_kernelscale=%s:vif_skip_scale0=true", scales[i]);
        check_least_side(options, side);
    }
}

/* The limit holds for the prescaled picture; rounding is to nearest. */
static void test_least_prescaled_sides(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        int side, result;
    } cases[] = {
        { "vif_prescale=0.5", 31, EVQ_OK }, /* 15.5 rounds to 16 */
        { "vif_prescale=0.5", 30, EVQ_E_INPUT },
        { "vif_prescale=2", 8, EVQ_OK },
        { "vif_prescale=2", 7, EVQ_E_INPUT },
        { "vif_prescale=4", 4, EVQ_OK },
        { "vif_prescale=4:vif_prescale_method=bilinear", 4, EVQ_OK },
        { "vif_prescale=4:vif_prescale_method=bicubic", 4, EVQ_OK },
        { "vif_prescale=4:vif_prescale_method=lanczos4", 6, EVQ_OK },
        /* Nine taps would reach beyond one reflection of the source. */
        { "vif_prescale=4:vif_prescale_method=lanczos4", 5, EVQ_E_INPUT },
        { "vif_prescale=4:vif_prescale_method=lanczos4", 4, EVQ_E_INPUT },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[128];
        EvqError error;
        EvqFormat format = large;
        format.width = format.height = cases[i].side;
        snprintf(text, sizeof(text), "float_vif=%s", cases[i].options);
        const int result = try_metric(&format, text, &error);
        if (result != cases[i].result)
            fail_msg("%s at side %d: status %d, expected %d", text, cases[i].side, result,
                     cases[i].result);
    }
}

/* A refused metric leaves the session usable. */
static void test_session_after_refusal(void **state)
{
    (void)state;
    EvqSession *session = open_with("psnr");
    EvqError error;
    assert_int_equal(evq_session_add_metric(session, "psnr=min_sse=x", &error), EVQ_E_USAGE);
    assert_int_equal(evq_session_add_metric(session, "nothing", NULL), EVQ_E_USAGE);
    assert_int_equal(evq_session_output_count(session), 3);
    assert_int_equal(evq_session_add_metric(session, "float_psnr", &error), EVQ_OK);
    assert_int_equal(evq_session_output_count(session), 4);
    evq_session_close(&session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_suffixes),
        cmocka_unit_test(test_second_registration),
        cmocka_unit_test(test_refused_texts),
        cmocka_unit_test(test_range_ends),
        cmocka_unit_test(test_depths),
        cmocka_unit_test(test_least_sides),
        cmocka_unit_test(test_least_prescaled_sides),
        cmocka_unit_test(test_session_after_refusal),
    };
    return cmocka_run_group_tests_name("golden-options", tests, NULL, NULL);
}
