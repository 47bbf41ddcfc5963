/* The library against the oracles, bit for bit: sizes, depths, chroma formats, options, content. */
#include <stdio.h>

#include "expect.h"
#include "support.h"

static PatternKind synthetic_kind(int i)
{
    return PATTERN_FIRST_SYNTHETIC + i % (PATTERN_COUNT - PATTERN_FIRST_SYNTHETIC);
}

static const int depths[] = { 8, 10, 12, 16 };

/* ---- float_vif ---- */

enum { VIF_SIZES = 55, VIF_LEAST = 16 };

/* Width and height each take all values 16 .. 70, in 120 pairs of mixed parity. */
static void test_vif_sizes(void **state)
{
    (void)state;
    for (int i = 0; i < 120; i++) {
        const int width = VIF_LEAST + i * 7 % VIF_SIZES;
        const int height = VIF_LEAST + (i * 13 + i / VIF_SIZES * 8) % VIF_SIZES;
        PicturePair pair;
        assert_int_equal(pattern_make(&pair, synthetic_kind(i), width, height, depths[i / 3 % 4],
                                      (PictureChroma)(i % 4), (uint32_t)i),
                         0);
        assert_int_equal(check_pair("float_vif=debug=true", &pair), 1);
        picture_pair_free(&pair);
    }
}

static const char *const vif_options[] = {
    "vif_enhn_gain_limit=1",
    "vif_enhn_gain_limit=1.2",
    "vif_kernelscale=0.5",
    "vif_kernelscale=0.444444",
    "vif_kernelscale=0.666667",
    "vif_kernelscale=0.711111",
    "vif_kernelscale=1.0009",
    "vif_kernelscale=1.06667",
    "vif_kernelscale=1.16667",
    "vif_kernelscale=1.25",
    "vif_kernelscale=1.33333",
    "vif_kernelscale=1.41667",
    "vif_kernelscale=1.5",
    "vif_kernelscale=1.66667",
    "vif_kernelscale=1.6666",
    "vif_kernelscale=2",
    "vif_kernelscale=2.4",
    "vif_kernelscale=3",
    "vif_kernelscale=3.711340206",
    "vif_prescale=0.7",
    "vif_prescale=1.37",
    "vif_prescale=2",
    "vif_prescale=1.001",
    "vif_prescale=0.6:vif_prescale_method=bilinear",
    "vif_prescale=1.8:vif_prescale_method=bilinear",
    "vif_prescale=0.55:vif_prescale_method=bicubic",
    "vif_prescale=2.3:vif_prescale_method=bicubic",
    "vif_prescale=0.8:vif_prescale_method=lanczos4",
    "vif_prescale=1.45:vif_prescale_method=lanczos4",
    "vif_scale1_min_val=0.9",
    "vif_scale2_min_val=0.95",
    "vif_scale3_min_val=0.99",
    "vif_sigma_nsq=0",
    "vif_sigma_nsq=0.5",
    "vif_sigma_nsq=1.123456789",
    "vif_sigma_nsq=3.3",
    "vif_sigma_nsq=5",
    "vif_skip_scale0=true",
    "vif_skip_scale0=true:vif_kernelscale=1.5:vif_sigma_nsq=0",
    "vif_enhn_gain_limit=1:vif_kernelscale=0.5:vif_prescale=1.37:vif_prescale_method=lanczos4:"
    "vif_scale1_min_val=0.1:vif_scale2_min_val=0.2:vif_scale3_min_val=0.3:"
    "vif_sigma_nsq=1.123456789:vif_skip_scale0=true",
};

enum { VIF_OPTIONS = sizeof(vif_options) / sizeof(vif_options[0]) };

/* Each option on three sizes: a large one that always fits, and two that may be refused. */
static void test_vif_options(void **state)
{
    (void)state;
    for (int i = 0; i < VIF_OPTIONS * 3; i++) {
        const int option = i / 3;
        const int large = i % 3 == 0;
        const int width = large ? 60 + option % 11 : VIF_LEAST + i * 11 % VIF_SIZES;
        const int height = large ? 57 + option % 13 : VIF_LEAST + i * 17 % VIF_SIZES;
        char text[400];
        PicturePair pair;
        snprintf(text, sizeof(text), "float_vif=debug=true:%s", vif_options[option]);
        assert_int_equal(pattern_make(&pair, synthetic_kind(i / 2), width, height,
                                      depths[(option + i) % 4], PICTURE_400, (uint32_t)i),
                         0);
        const int scored = check_pair(text, &pair);
        assert_true(scored || !large);
        picture_pair_free(&pair);
    }
}

/* All content kinds where the statistic has its special cases. */
static void test_vif_without_noise_floor(void **state)
{
    (void)state;
    static const char *const texts[] = { "float_vif=debug=true:vif_sigma_nsq=0", "float_vif" };
    for (int kind = 0; kind < PATTERN_COUNT; kind++) {
        PicturePair pair;
        assert_int_equal(pattern_make(&pair, (PatternKind)kind, 43, 38, 8, PICTURE_420, 5), 0);
        for (size_t t = 0; t < sizeof(texts) / sizeof(texts[0]); t++)
            assert_int_equal(check_pair(texts[t], &pair), 1);
        picture_pair_free(&pair);
    }
}

/* ---- psnr, float_psnr ---- */

static const char *const psnr_texts[] = {
    "psnr",
    "psnr=enable_mse=true:enable_apsnr=true",
    "psnr=enable_chroma=false:enable_apsnr=true",
    "psnr=enable_mse=true:reduced_hbd_peak=true:enable_apsnr=true",
    "psnr=min_sse=0.5:enable_apsnr=true",
    "psnr=min_sse=123456.789:enable_mse=true",
    "psnr=min_sse=1e-20:reduced_hbd_peak=true",
};

/* Width and height each take all values 1 .. 70, in every chroma format. */
static void test_psnr_sizes(void **state)
{
    (void)state;
    enum { SIZES = 70, TEXTS = sizeof(psnr_texts) / sizeof(psnr_texts[0]) };
    for (int i = 0; i < SIZES * 4; i++) {
        const int width = 1 + i * 3 % SIZES;
        const int height = 1 + (i * 11 + i / SIZES * 5) % SIZES;
        PicturePair pair;
        assert_int_equal(pattern_make(&pair, synthetic_kind(i), width, height, depths[i / 2 % 4],
                                      (PictureChroma)(i / SIZES), (uint32_t)i),
                         0);
        assert_int_equal(check_pair(psnr_texts[i % TEXTS], &pair), 1);
        assert_int_equal(check_pair("float_psnr", &pair), 1);
        picture_pair_free(&pair);
    }
}

static void test_psnr_smallest(void **state)
{
    (void)state;
    for (int i = 0; i < 4 * 4 * 9; i++) {
        PicturePair pair;
        assert_int_equal(pattern_make(&pair, synthetic_kind(i), 1 + i % 3, 1 + i / 3 % 3,
                                      depths[i / 9 % 4], (PictureChroma)(i / 36), (uint32_t)i),
                         0);
        assert_int_equal(check_pair("psnr=enable_mse=true:enable_apsnr=true", &pair), 1);
        assert_int_equal(check_pair("float_psnr", &pair), 1);
        picture_pair_free(&pair);
    }
}

/* The sums leave 32 bits on the way: differences of 65535 in rows that no vector width divides. */
static void test_psnr_largest_differences(void **state)
{
    (void)state;
    static const PatternKind kinds[] = { PATTERN_FLAT, PATTERN_CHECKERBOARD };
    for (int i = 0; i < 8; i++) {
        PicturePair pair;
        assert_int_equal(pattern_make(&pair, kinds[i % 2], 301 + 31 * (i / 2), 97, 16 - i / 4 * 4,
                                      PICTURE_444, 0),
                         0);
        assert_int_equal(check_pair("psnr=enable_mse=true:enable_apsnr=true", &pair), 1);
        assert_int_equal(check_pair("float_psnr", &pair), 1);
        picture_pair_free(&pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vif_sizes),
        cmocka_unit_test(test_vif_options),
        cmocka_unit_test(test_vif_without_noise_floor),
        cmocka_unit_test(test_psnr_sizes),
        cmocka_unit_test(test_psnr_smallest),
        cmocka_unit_test(test_psnr_largest_differences),
    };
    return cmocka_run_group_tests_name("golden-oracle", tests, NULL, NULL);
}
