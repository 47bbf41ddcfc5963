/* Written by tests/check/selftest_values.c. */
#include "core/selftest.h"

/* clang-format off */
const EvqKnownAnswer evq_known_answers[] = {
    { "float_vif=debug=true", 0, 30,
      (const uint64_t[]){
          0x3fea11ac2b341b4a, 0x3fefb488f2085b66, 0x3fefde5f6386c62a, 0x3fefecd020554cde,
          0x3feb2e96dd668d16, 0x40e3e3a7c1400000, 0x40e76a26d7800000, 0x40dea8f9c0000000,
          0x40e2d15920000000, 0x40bd86e4a0000000, 0x40bdcd2c60000000, 0x409730be00000000,
          0x4097493660000000, 0x4072642ea0000000, 0x40726f3c40000000, 0x3fea29aa159b520c,
          0x3fefc1b272c70522, 0x3fefe3bcd327d0e9, 0x3fefe8f1e4ff9dc9, 0x3feb438486b0496a,
          0x40e40480a3800000, 0x40e77ebb3fc00000, 0x40dee44540000000, 0x40e2e45aa0000000,
          0x40bd9e1c80000000, 0x40bdd837c0000000, 0x40972f35a0000000, 0x409743c1c0000000,
          0x4072906340000000, 0x40729dcce0000000,
      } },
    { "float_vif=debug=true", 1, 30,
      (const uint64_t[]){
          0x3f43f1584bb1ddfe, 0x3f883f0a6a97baf3, 0x3f8d5105b257189c, 0x3f9fe2961534f498,
          0x3f6288d5ff499388, 0x4056ed967c000000, 0x40e3caf268e00000, 0x4035523d20000000,
          0x40e11b2020000000, 0x404a9d3f20000000, 0x40b1900860000000, 0x4028211ec0000000,
          0x408a568c20000000, 0x4014643cc0000000, 0x4064770c60000000, 0x3f427c7d06cc5a35,
          0x3f86e7019e093dec, 0x3f9d12bf8754d542, 0x3fbbbb89f066f02d, 0x3f667c3eb8249ebc,
          0x405bd010b0000000, 0x40e3ca75d9000000, 0x4033ccce00000000, 0x40e1231580000000,
          0x4048c7f4c0000000, 0x40b1500000000000, 0x4037b6c440000000, 0x408a19e720000000,
          0x40322cc700000000, 0x4064f8bc80000000,
      } },
    { "float_vif=debug=true", 2, 30,
      (const uint64_t[]){
          0x3f3871cb4aa0c334, 0x3f8681c6668c2132, 0x3f9d1c341e693377, 0x3f9a05db2e32db4f,
          0x3f62367f2218e32d, 0x4042bbe538000000, 0x40d07530d3800000, 0x4015c68620000000,
          0x40cc818a20000000, 0x40341e3680000000, 0x409c9a7da0000000, 0x4023dc4400000000,
          0x4075d4fde0000000, 0x3fff9d0680000000, 0x40536ff200000000, 0x3f293a4df684b48b,
          0x3f7e73284cda1216, 0x3f919205ab672991, 0x3f98ecbbf9192e13, 0x3f58f414dc57fb15,
          0x4039faef26000000, 0x40d0a88a22400000, 0x4006848300000000, 0x40cc8ff660000000,
          0x402d5636c0000000, 0x409ed48ce0000000, 0x401a0d9240000000, 0x4077b97620000000,
          0x3fffbded60000000, 0x4054604bc0000000,
      } },
    { "float_vif=debug=true", 3, 30,
      (const uint64_t[]){
          0x3fea26cd9a074e03, 0x3fef83a53307da0f, 0x3fefa6b2ffededb8, 0x3fefd16c7021ac44,
          0x3feade396b6e1e07, 0x41174a014b600000, 0x411bbcc73ae00000, 0x4113a6cd60000000,
          0x41180bde80000000, 0x40e92c2580000000, 0x40e98f7a00000000, 0x40baef7480000000,
          0x40bb3b7360000000, 0x4091f16960000000, 0x40920bad60000000, 0x3fea2a57805831b7,
          0x3fef887a4cc67f4a, 0x3fefad239450389f, 0x3fefd547168b4829, 0x3feae327aa8ef19e,
          0x411755cd01200000, 0x411bc5bafd200000, 0x4113aacc00000000, 0x41180d80a0000000,
          0x40e957f340000000, 0x40e9b80300000000, 0x40bb659860000000, 0x40bbad4300000000,
          0x40926c37a0000000, 0x409284f120000000,
      } },
    { "psnr", 0, 6,
      (const uint64_t[]){
          0x4043f3436a382e53, 0x4043d13565007b4c, 0x4043e56546254bd8, 0x40440046be3d99f1,
          0x4043fb34a58ba3bf, 0x40440b73c9061dcc,
      } },
    { "psnr", 1, 6,
      (const uint64_t[]){
          0x401ef34f3cd26078, 0x401ee547e35a7972, 0x401edc4f5e4103d4, 0x401f3c762a73e962,
          0x401f8b85a549ef06, 0x401f38160da1b96b,
      } },
    { "psnr", 2, 6,
      (const uint64_t[]){
          0x40100308fc3dc279, 0x4010f6b5e0e7fcae, 0x400f41da666ca4e8, 0x400daf46fd4d7696,
          0x400fd0ff96f587da, 0x400faa98a19f0a64,
      } },
    { "psnr", 3, 6,
      (const uint64_t[]){
          0x4043f8acebc86c66, 0x4043ef208918e880, 0x4043f3a0bf1c2bd5, 0x4043fa05b21de5ea,
          0x4043f6de924f9766, 0x4043fb5ae96ea137,
      } },
    { "float_psnr", 0, 2,
      (const uint64_t[]){
          0x4043f3436a382e53, 0x40440046be3d99f1,
      } },
    { "float_psnr", 1, 2,
      (const uint64_t[]){
          0x401ef34f3cd26078, 0x401f3c762a73e962,
      } },
    { "float_psnr", 2, 2,
      (const uint64_t[]){
          0x40100308fc5249f2, 0x400daf46fd76e35e,
      } },
    { "float_psnr", 3, 2,
      (const uint64_t[]){
          0x4043f8acebc86c66, 0x4043fa05b21de5ea,
      } },
    { "float_ssim", 0, 2,
      (const uint64_t[]){
          0x3feff2b600000000, 0x3feff26fe0000000,
      } },
    { "float_ssim", 1, 2,
      (const uint64_t[]){
          0x3f85837340000000, 0xbf3ddb19a0000000,
      } },
    { "float_ssim", 2, 2,
      (const uint64_t[]){
          0xbf8ad3a600000000, 0xbf84ae4000000000,
      } },
    { "float_ssim", 3, 2,
      (const uint64_t[]){
          0x3feff99540000000, 0x3feff98e60000000,
      } },
    { "float_ms_ssim", 3, 2,
      (const uint64_t[]){
          0x3feffbd671bffac4, 0x3feffbcf0f2880a6,
      } },
    { "float_motion=debug=true", 0, 6,
      (const uint64_t[]){
          0x0000000000000000, 0x0000000000000000, 0x4057412460000000, 0x4057412460000000,
          0x4057412460000000, 0x4057412460000000,
      } },
    { "float_motion=debug=true", 1, 6,
      (const uint64_t[]){
          0x0000000000000000, 0x0000000000000000, 0x40391fae80000000, 0x40391fae80000000,
          0x40391fae80000000, 0x40391fae80000000,
      } },
    { "float_motion=debug=true", 2, 6,
      (const uint64_t[]){
          0x0000000000000000, 0x0000000000000000, 0x40434abc80000000, 0x40434abc80000000,
          0x40434abc80000000, 0x40434abc80000000,
      } },
    { "float_motion=debug=true", 3, 6,
      (const uint64_t[]){
          0x0000000000000000, 0x0000000000000000, 0x4050224c80000000, 0x4050224c80000000,
          0x4050224c80000000, 0x4050224c80000000,
      } },
    { "ciede", 0, 2,
      (const uint64_t[]){
          0x404515695c299e8a, 0x404554b8b8dd0432,
      } },
    { "ciede", 1, 2,
      (const uint64_t[]){
          0x402659877a91cb64, 0x402668cb95e175fc,
      } },
    { "ciede", 2, 2,
      (const uint64_t[]){
          0x40227095d33c37f8, 0x40216263db1dcd00,
      } },
    { "ciede", 3, 2,
      (const uint64_t[]){
          0x40453dbeb3652892, 0x404547888982649d,
      } },
    { "ssimulacra2", 0, 2,
      (const uint64_t[]){
          0x4052fda0cdfd26a6, 0x40532ef9408793c6,
      } },
    { "ssimulacra2", 1, 2,
      (const uint64_t[]){
          0xc086f8126d11cd6e, 0xc083dfeb33e67f34,
      } },
    { "ssimulacra2", 2, 2,
      (const uint64_t[]){
          0xc0777c197d15a33a, 0xc078eba7b35d0548,
      } },
    { "ssimulacra2", 3, 2,
      (const uint64_t[]){
          0x405630559f283c71, 0x40563a72370aa5d0,
      } },
};

const size_t evq_known_answer_count =
    sizeof evq_known_answers / sizeof *evq_known_answers;
