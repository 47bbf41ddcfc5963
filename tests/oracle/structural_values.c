#include "structural_values.h"

#include <string.h>

const StructuralCase structural_cases[] = {
    { PICTURES_R8_D8,
      64,
      48,
      "float_ssim=enable_lcs=true",
      1,
      { "float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s" },
      { { "0.99740892648696899", "0.9999992847442627", "0.99998480081558228",
          "0.99742484092712402" } } },
    { PICTURES_R8_D8,
      64,
      48,
      "float_ssim=enable_lcs=true:scale=2",
      1,
      { "float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s" },
      { { "0.99991703033447266", "0.99999994039535522", "0.99999964237213135",
          "0.99991744756698608" } } },
    { PICTURES_R8_D8,
      64,
      48,
      "float_ssim=enable_db=true",
      1,
      { "float_ssim" },
      { { "25.865202651883131" } } },
    { PICTURES_R10_D10,
      401,
      391,
      "float_ssim=enable_lcs=true",
      1,
      { "float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s" },
      { { "0.99916815757751465", "0.99999988079071045", "0.99990510940551758",
          "0.99926310777664185" } } },
    { PICTURES_R10_D10,
      401,
      391,
      "float_ssim=enable_lcs=true:scale=1",
      1,
      { "float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s" },
      { { "0.99893748760223389", "0.99996942281723022", "0.99986410140991211",
          "0.99910372495651245" } } },
    { PICTURES_R8_D8,
      99,
      87,
      "float_ssim=enable_lcs=true:scale=3",
      1,
      { "float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s" },
      { { "0.99993318319320679", "1", "0.99999749660491943", "0.99993568658828735" } } },
    { PICTURES_W8_Q8,
      200,
      184,
      "float_ssim=enable_lcs=true",
      1,
      { "float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s" },
      { { "0.89048987627029419", "0.99886035919189453", "0.94616478681564331",
          "0.94217056035995483" } } },
    { PICTURES_W8_NEGATIVE,
      200,
      184,
      "float_ssim=enable_lcs=true",
      1,
      { "float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s" },
      { { "-0.94633233547210693", "0.96182668209075928", "1", "-0.98191714286804199" } } },
    { PICTURES_FLAT,
      96,
      64,
      "float_ssim=enable_lcs=true",
      1,
      { "float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s" },
      { { "0.99915742874145508", "0.9999997615814209", "0.99985826015472412",
          "0.99929916858673096" } } },
    { PICTURES_235_16,
      16,
      12,
      "float_ssim=enable_lcs=true",
      1,
      { "float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s" },
      { { "0.13564319908618927", "0.13564319908618927", "1", "1" } } },
    { PICTURES_R8_R8,
      64,
      48,
      "float_ssim=enable_lcs=true:enable_db=true",
      1,
      { "float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s" },
      { { "inf", "1", "1", "1" } } },
    { PICTURES_R8_R8,
      64,
      48,
      "float_ssim=enable_lcs=true:enable_db=true:clip_db=true",
      1,
      { "float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s" },
      { { "87", "1", "1", "1" } } },
    { PICTURES_R8_D8,
      11,
      11,
      "float_ssim=enable_lcs=true",
      1,
      { "float_ssim", "float_ssim_l", "float_ssim_c", "float_ssim_s" },
      { { "0.99193108081817627", "0.99999868869781494", "0.99997431039810181",
          "0.99195784330368042" } } },
    { PICTURES_W8_Q8,
      200,
      184,
      "float_ms_ssim=enable_lcs=true",
      1,
      { "float_ms_ssim", "float_ms_ssim_l_scale0", "float_ms_ssim_l_scale1",
        "float_ms_ssim_l_scale2", "float_ms_ssim_l_scale3", "float_ms_ssim_l_scale4",
        "float_ms_ssim_c_scale0", "float_ms_ssim_c_scale1", "float_ms_ssim_c_scale2",
        "float_ms_ssim_c_scale3", "float_ms_ssim_c_scale4", "float_ms_ssim_s_scale0",
        "float_ms_ssim_s_scale1", "float_ms_ssim_s_scale2", "float_ms_ssim_s_scale3",
        "float_ms_ssim_s_scale4" },
      { { "0.9351814208441025", "0.99886035919189453", "0.99993598461151123", "0.99999523162841797",
          "0.9999956488609314", "0.99999570846557617", "0.94616478681564331", "0.9111253023147583",
          "0.95736533403396606", "0.99868828058242798", "0.99998098611831665",
          "0.94217056035995483", "0.95819121599197388", "0.97160738706588745",
          "0.99564933776855469", "0.99981695413589478" } } },
    { PICTURES_W8_Q8,
      200,
      184,
      "float_ms_ssim=enable_lcs=true:filter=separable",
      1,
      { "float_ms_ssim_filter_separable", "float_ms_ssim_l_scale0_filter_separable",
        "float_ms_ssim_l_scale1_filter_separable", "float_ms_ssim_l_scale2_filter_separable",
        "float_ms_ssim_l_scale3_filter_separable", "float_ms_ssim_l_scale4_filter_separable",
        "float_ms_ssim_c_scale0_filter_separable", "float_ms_ssim_c_scale1_filter_separable",
        "float_ms_ssim_c_scale2_filter_separable", "float_ms_ssim_c_scale3_filter_separable",
        "float_ms_ssim_c_scale4_filter_separable", "float_ms_ssim_s_scale0_filter_separable",
        "float_ms_ssim_s_scale1_filter_separable", "float_ms_ssim_s_scale2_filter_separable",
        "float_ms_ssim_s_scale3_filter_separable", "float_ms_ssim_s_scale4_filter_separable" },
      { { "0.93518193559529039", "0.99886035919189453", "0.99993598461151123",
          "0.99999523162841797", "0.9999956488609314", "0.99999570846557617", "0.94616478681564331",
          "0.91112524271011353", "0.95736545324325562", "0.9986882209777832", "0.9999808669090271",
          "0.94217056035995483", "0.95819121599197388", "0.97160756587982178",
          "0.99564832448959351", "0.99982255697250366" } } },
    { PICTURES_R10_D10,
      193,
      181,
      "float_ms_ssim=enable_lcs=true",
      1,
      { "float_ms_ssim", "float_ms_ssim_l_scale0", "float_ms_ssim_l_scale1",
        "float_ms_ssim_l_scale2", "float_ms_ssim_l_scale3", "float_ms_ssim_l_scale4",
        "float_ms_ssim_c_scale0", "float_ms_ssim_c_scale1", "float_ms_ssim_c_scale2",
        "float_ms_ssim_c_scale3", "float_ms_ssim_c_scale4", "float_ms_ssim_s_scale0",
        "float_ms_ssim_s_scale1", "float_ms_ssim_s_scale2", "float_ms_ssim_s_scale3",
        "float_ms_ssim_s_scale4" },
      { { "0.99954922127862955", "0.99996381998062134", "0.99999988079071045", "1", "1", "1",
          "0.99977052211761475", "0.99994760751724243", "0.99999552965164185", "0.9999997615814209",
          "0.99999970197677612", "0.99853962659835815", "0.99932605028152466",
          "0.99944949150085449", "0.99999439716339111", "1.0000029802322388" } } },
    { PICTURES_R10_D10,
      193,
      181,
      "float_ms_ssim=enable_lcs=true:filter=separable",
      1,
      { "float_ms_ssim_filter_separable", "float_ms_ssim_l_scale0_filter_separable",
        "float_ms_ssim_l_scale1_filter_separable", "float_ms_ssim_l_scale2_filter_separable",
        "float_ms_ssim_l_scale3_filter_separable", "float_ms_ssim_l_scale4_filter_separable",
        "float_ms_ssim_c_scale0_filter_separable", "float_ms_ssim_c_scale1_filter_separable",
        "float_ms_ssim_c_scale2_filter_separable", "float_ms_ssim_c_scale3_filter_separable",
        "float_ms_ssim_c_scale4_filter_separable", "float_ms_ssim_s_scale0_filter_separable",
        "float_ms_ssim_s_scale1_filter_separable", "float_ms_ssim_s_scale2_filter_separable",
        "float_ms_ssim_s_scale3_filter_separable", "float_ms_ssim_s_scale4_filter_separable" },
      { { "0.99954736878063455", "0.99996381998062134", "0.99999988079071045", "1", "1", "1",
          "0.99977052211761475", "0.99994760751724243", "0.99999552965164185", "0.9999997615814209",
          "0.9999997615814209", "0.99853962659835815", "0.99932599067687988", "0.99944943189620972",
          "0.99999541044235229", "0.99998748302459717" } } },
    { PICTURES_W8_Q8,
      200,
      184,
      "float_ms_ssim=enable_db=true",
      1,
      { "float_ms_ssim" },
      { { "11.883004930741951" } } },
    { PICTURES_W8_Q8,
      200,
      184,
      "float_ms_ssim=enable_db=true:filter=separable",
      1,
      { "float_ms_ssim_filter_separable" },
      { { "11.883039420002753" } } },
    { PICTURES_R10_D10,
      193,
      181,
      "float_ms_ssim=enable_db=true:clip_db=true",
      1,
      { "float_ms_ssim" },
      { { "33.460365926470146" } } },
    { PICTURES_R10_D10,
      193,
      181,
      "float_ms_ssim=enable_db=true:clip_db=true:filter=separable",
      1,
      { "float_ms_ssim_filter_separable" },
      { { "33.442554947238641" } } },
    { PICTURES_R8_D8,
      176,
      176,
      "float_ms_ssim",
      1,
      { "float_ms_ssim" },
      { { "0.99991091221736306" } } },
    { PICTURES_R8_D8,
      176,
      176,
      "float_ms_ssim=filter=separable",
      1,
      { "float_ms_ssim_filter_separable" },
      { { "0.99991354930852749" } } },
    { PICTURES_W8_NEGATIVE,
      200,
      184,
      "float_ms_ssim=enable_lcs=true",
      1,
      { "float_ms_ssim", "float_ms_ssim_l_scale0", "float_ms_ssim_l_scale1",
        "float_ms_ssim_l_scale2", "float_ms_ssim_l_scale3", "float_ms_ssim_l_scale4",
        "float_ms_ssim_c_scale0", "float_ms_ssim_c_scale1", "float_ms_ssim_c_scale2",
        "float_ms_ssim_c_scale3", "float_ms_ssim_c_scale4", "float_ms_ssim_s_scale0",
        "float_ms_ssim_s_scale1", "float_ms_ssim_s_scale2", "float_ms_ssim_s_scale3",
        "float_ms_ssim_s_scale4" },
      { { "nan", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "-0.98191714286804199",
          NULL, NULL, NULL, NULL } } },
    { PICTURES_W8_NEGATIVE,
      200,
      184,
      "float_ms_ssim=enable_db=true:clip_db=true",
      1,
      { "float_ms_ssim" },
      { { "97" } } },
    { PICTURES_W8_NEGATIVE,
      200,
      184,
      "float_ms_ssim=filter=separable",
      1,
      { "float_ms_ssim_filter_separable" },
      { { "nan" } } },
    { PICTURES_R8T,
      64,
      48,
      "float_motion",
      4,
      { "motion2", "motion", "motion3" },
      { { "0", "0", "23.665323257446289" },
        { "23.204452514648438", "23.665323257446289", "23.204452514648438" },
        { "23.204452514648438", "23.204452514648438", "23.204452514648438" },
        { "24.447614669799805", "24.447614669799805", "24.447614669799805" } } },
    { PICTURES_R8T,
      64,
      48,
      "float_motion=motion_filter_size=3:motion_fps_weight=0.5:motion_blend_factor=0.25:motion_"
      "blend_offset=3",
      4,
      { "motion2_mbf_0.25_mbo_3_mfs_3_mfw_0.5", "motion_mbf_0.25_mbo_3_mfs_3_mfw_0.5",
        "motion3_mbf_0.25_mbo_3_mfs_3_mfw_0.5" },
      { { "0", "0", "5.7633917331695557" },
        { "13.861279487609863", "14.053566932678223", "5.7153198719024658" },
        { "13.861279487609863", "13.861279487609863", "5.7153198719024658" },
        { "14.517643928527832", "14.517643928527832", "5.879410982131958" } } },
    { PICTURES_R10T,
      33,
      17,
      "float_motion",
      4,
      { "motion2", "motion", "motion3" },
      { { "0", "0", "30.819950103759766" },
        { "30.819950103759766", "30.819950103759766", "30.819950103759766" },
        { "32.230064392089844", "32.506065368652344", "32.230064392089844" },
        { "32.230064392089844", "32.230064392089844", "32.230064392089844" } } },
    { PICTURES_R10T,
      33,
      17,
      "float_motion=motion_add_scale1=true",
      4,
      { "motion2_mdc", "motion_mdc", "motion3_mdc" },
      { { "0", "0", NULL },
        { "61.010696411132812", "61.010696411132812", NULL },
        { "63.626152038574219", "64.3243408203125", NULL },
        { "63.626152038574219", "63.626152038574219", NULL } } },
};

const size_t structural_case_count = sizeof(structural_cases) / sizeof(structural_cases[0]);

typedef struct SamplePair {
    int ref, dis;
} SamplePair;

static int r8(int x, int y, int t)
{
    return (7 * x + 13 * y + x * y / 5 + 19 * t) % 256;
}

static int r10(int x, int y, int t)
{
    return (28 * x + 52 * y + x * y / 3 + 90 * t) % 1024;
}

static int w8(int x, int y)
{
    return (x * x / 7 + y * y / 11 + x * y / 5) % 256;
}

static int clamp(int v, int most)
{
    return v < 0 ? 0 : v > most ? most : v;
}

static SamplePair sample(StructuralPictures pictures, int x, int y, int t)
{
    const int flat = x < 40 ? 235 : 235 - (x - 40) / 2;
    switch (pictures) {
    case PICTURES_R8_D8:
        return (SamplePair){ r8(x, y, 0), clamp(r8(x, y, 0) + (3 * x + 5 * y) % 11 - 5, 255) };
    case PICTURES_R8_R8:
        return (SamplePair){ r8(x, y, 0), r8(x, y, 0) };
    case PICTURES_R10_D10:
        return (SamplePair){ r10(x, y, 0), clamp(r10(x, y, 0) + (5 * x + 3 * y) % 41 - 20, 1023) };
    case PICTURES_W8_Q8:
        return (SamplePair){ w8(x, y), (3 * w8(x, y) + w8(x + 2, y + 1)) / 4 };
    case PICTURES_W8_NEGATIVE:
        return (SamplePair){ w8(x, y), 255 - w8(x, y) };
    case PICTURES_FLAT:
        return (SamplePair){ flat, clamp(flat + (x * y % 17 == 0), 255) };
    case PICTURES_235_16:
        return (SamplePair){ 235, 16 };
    case PICTURES_R8T:
        return (SamplePair){ r8(x, y, t), r8(x, y, t) };
    default:
        return (SamplePair){ r10(x, y, t), r10(x, y, t) };
    }
}

int structural_pictures(const StructuralCase *c, size_t frame, PicturePair *pair)
{
    const int ten_bits = c->pictures == PICTURES_R10_D10 || c->pictures == PICTURES_R10T;
    memset(pair, 0, sizeof(*pair));
    if (picture_alloc(&pair->ref, c->width, c->height, ten_bits ? 10 : 8, PICTURE_444) ||
        picture_alloc(&pair->dis, c->width, c->height, ten_bits ? 10 : 8, PICTURE_444)) {
        picture_pair_free(pair);
        return -1;
    }
    for (int y = 0; y < c->height; y++) {
        for (int x = 0; x < c->width; x++) {
            const SamplePair s = sample(c->pictures, x, y, (int)frame);
            pair->ref.plane[0][y * c->width + x] = (uint16_t)s.ref;
            pair->dis.plane[0][y * c->width + x] = (uint16_t)s.dis;
        }
    }
    return 0;
}
