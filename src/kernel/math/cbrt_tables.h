/* Printed by tools/gen/math_tables.py; edit that instead. */
#ifndef EVQ_MATH_CBRT_TABLES_H
#define EVQ_MATH_CBRT_TABLES_H

#include "kernel/port/port.h"

// clang-format off
#define CBRT_B1 0x3fd5555555555555 /* 0x1.5555555555555p-2: binomial(1/3, 1) */
#define CBRT_B2 0xbfbc71c71c71c71c /* -0x1.c71c71c71c71cp-4: binomial(1/3, 2) */
#define CBRT_B3 0x3faf9add3c0ca458 /* 0x1.f9add3c0ca458p-5: binomial(1/3, 3) */
#define CBRT_B4 0xbfa511e8d2b3183b /* -0x1.511e8d2b3183bp-5: binomial(1/3, 4) */
#define CBRT_B5 0x3f9ee7113506ac12 /* 0x1.ee7113506ac12p-6: binomial(1/3, 5) */
#define CBRT_B6 0xbf98090d6221a247 /* -0x1.8090d6221a247p-6: binomial(1/3, 6) */
#define CBRT_B7 0x3f93750ad588f115 /* 0x1.3750ad588f115p-6: binomial(1/3, 7) */
#define CBRT_B8 0xbf9036de5c9cc8e7 /* -0x1.036de5c9cc8e7p-6: binomial(1/3, 8) */
#define CBRT_B9 0x3f8b9fd9a74400f2 /* 0x1.b9fd9a74400f2p-7: binomial(1/3, 9) */

/* Row i, 32 an octave from 1 on, centre c: 1/c; its cube root and the rest. */
TABLE u64 cbrt_table[96][3] = {
    { 0x3fef81f81f81f820, 0x3ff01539221d4c97, 0x3c76ea1c3189cbd5 },
    { 0x3fee9131abf0b767, 0x3ff03f06771a2e33, 0x3c95b5d69f8d8678 },
    { 0x3fedae6076b981db, 0x3ff06800e629d672, 0xbc9b57a0dc284d7b },
    { 0x3fecd85689039b0b, 0x3ff090328731deb2, 0x3c9c65ef220a4107 },
    { 0x3fec0e070381c0e0, 0x3ff0b7a4b1bd64ac, 0x3c63aeabfe0a511f },
    { 0x3feb4e81b4e81b4f, 0x3ff0de601024fb88, 0xbc9318c213b8d77d },
    { 0x3fea98ef606a63be, 0x3ff1046cb0597001, 0xbc9cfc086f7acab6 },
    { 0x3fe9ec8e951033d9, 0x3ff129d212a9ba9c, 0xbc9b7ce7c64f1837 },
    { 0x3fe948b0fcd6e9e0, 0x3ff14e9736cdaf39, 0xbc8d2cc905775f6b },
    { 0x3fe8acb90f6bf3aa, 0x3ff172c2a772f508, 0xbc70af9734347334 },
    { 0x3fe8181818181818, 0x3ff1965a848001d3, 0x3c71c6a574a52f6a },
    { 0x3fe78a4c8178a4c8, 0x3ff1b9648c38c55d, 0x3c953d24556529bf },
    { 0x3fe702e05c0b8170, 0x3ff1dbe6236a0c45, 0x3c93b597f55fb372 },
    { 0x3fe6816816816817, 0x3ff1fde45cbb1f9f, 0x3c73647bfa4c9d42 },
    { 0x3fe6058160581606, 0x3ff21f63ff409043, 0xbc84ddea841ddf27 },
    { 0x3fe58ed2308158ed, 0x3ff240698c6746e5, 0x3c9879ba4bf3b3d7 },
    { 0x3fe51d07eae2f815, 0x3ff260f9454bb99b, 0x3c9fab0c13f469e1 },
    { 0x3fe4afd6a052bf5b, 0x3ff281172f8e7074, 0xbc9e7765bc31332b },
    { 0x3fe446f86562d9fb, 0x3ff2a0c719b4b6d1, 0xbc8bdf74a96025fe },
    { 0x3fe3e22cbce4a902, 0x3ff2c00c9f2263ed, 0xbc9ec0be268941a5 },
    { 0x3fe3813813813814, 0x3ff2deeb2bb7fb79, 0xbc71fda797fd0b9e },
    { 0x3fe323e34a2b10bf, 0x3ff2fd65ff1efbbc, 0x3c8dc858047b4423 },
    { 0x3fe2c9fb4d812ca0, 0x3ff31b802fccf6a2, 0x3c8f845dd2cd4eb9 },
    { 0x3fe27350b8812735, 0x3ff3393cadc50709, 0xbc63cfbcdf50ced1 },
    { 0x3fe21fb78121fb78, 0x3ff3569e451e4c2b, 0xbc98da5a3fcb94a6 },
    { 0x3fe1cf06ada2811d, 0x3ff373a7a0554cdf, 0xbc8b7ba51285638f },
    { 0x3fe1811811811812, 0x3ff3905b4a6d76ce, 0x3c59d178b333da67 },
    { 0x3fe135c81135c811, 0x3ff3acbbb0e756b7, 0xbc848f24b8533a30 },
    { 0x3fe0ecf56be69c90, 0x3ff3c8cb258fa341, 0xbc97ce1133275884 },
    { 0x3fe0a6810a6810a7, 0x3ff3e48be02ac0cf, 0xbc912a2bf5c727bc },
    { 0x3fe0624dd2f1a9fc, 0x3ff4000000000000, 0x0000000000000000 },
    { 0x3fe0204081020408, 0x3ff41b298d47800e, 0x3c637d0b6125acfa },
    { 0x3fdf81f81f81f820, 0x3ff443604b34d9b2, 0x3c89f0c106cb298f },
    { 0x3fde9131abf0b767, 0x3ff4780b20906571, 0x3c953eb53c1a2de6 },
    { 0x3fddae6076b981db, 0x3ff4abac3ee06707, 0xbc659c57dace5dd3 },
    { 0x3fdcd85689039b0b, 0x3ff4de505da66b8d, 0x3c841d4a5631d8c4 },
    { 0x3fdc0e070381c0e0, 0x3ff51003420a5c07, 0x3c96476e0428a804 },
    { 0x3fdb4e81b4e81b4f, 0x3ff540cfd6fd11c2, 0xbc9cb47fc857b767 },
    { 0x3fda98ef606a63be, 0x3ff570c04260716c, 0xbc909fac7abf42bb },
    { 0x3fd9ec8e951033d9, 0x3ff59fddf7a45f38, 0x3c8368cd990a4ff9 },
    { 0x3fd948b0fcd6e9e0, 0x3ff5ce31c83539df, 0x3c8b72061473c912 },
    { 0x3fd8acb90f6bf3aa, 0x3ff5fbc3f20966a5, 0xbc800b384333f516 },
    { 0x3fd8181818181818, 0x3ff6289c2c8f1b70, 0x3c7e723a3f44c016 },
    { 0x3fd78a4c8178a4c8, 0x3ff654c1b4316dd0, 0xbc71086dbdba4f51 },
    { 0x3fd702e05c0b8170, 0x3ff6803b54a34e44, 0x3c734bb0e5240d9e },
    { 0x3fd6816816816817, 0x3ff6ab0f72182659, 0x3c8f4b60121364b3 },
    { 0x3fd6058160581606, 0x3ff6d544118c08bc, 0x3c9d4732b2e13040 },
    { 0x3fd58ed2308158ed, 0x3ff6fedee0388d4a, 0x3c87e167027d5b46 },
    { 0x3fd51d07eae2f815, 0x3ff727e53a4f645f, 0xbc9412cd86966696 },
    { 0x3fd4afd6a052bf5b, 0x3ff7505c31104115, 0xbc9d40c01ab5a82d },
    { 0x3fd446f86562d9fb, 0x3ff77848904cd54a, 0xbc994f556fcb9b21 },
    { 0x3fd3e22cbce4a902, 0x3ff79faee36b2535, 0xbc9e733ba230995a },
    { 0x3fd3813813813814, 0x3ff7c69379f4605c, 0xbc9b21f839ec740d },
    { 0x3fd323e34a2b10bf, 0x3ff7ecfa6bbca392, 0xbc898336096f65f3 },
    { 0x3fd2c9fb4d812ca0, 0x3ff812e79cae7eba, 0xbc46d6767b751fa2 },
    { 0x3fd27350b8812735, 0x3ff8385ec043c71d, 0x3c9922bca9b108a6 },
    { 0x3fd21fb78121fb78, 0x3ff85d635cb41b9e, 0xbc80ee10fd1775ac },
    { 0x3fd1cf06ada2811d, 0x3ff881f8cde083dc, 0xbc998e5c84b79dc7 },
    { 0x3fd1811811811812, 0x3ff8a6224802b8a8, 0x3c37db966dd9173d },
    { 0x3fd135c81135c811, 0x3ff8c9e2da25e5e4, 0x3c8e06feb5bc22a1 },
    { 0x3fd0ecf56be69c90, 0x3ff8ed3d706e1010, 0x3c9a2f2df528019e },
    { 0x3fd0a6810a6810a7, 0x3ff91034d632b6e0, 0xbc97c0e5bd959c3c },
    { 0x3fd0624dd2f1a9fc, 0x3ff932cbb7f0cf2e, 0xbc9954caba6c9349 },
    { 0x3fd0204081020408, 0x3ff95504a517bf3b, 0xbc9efaaa86a017be },
    { 0x3fcf81f81f81f820, 0x3ff987af34f8bb19, 0x3c62c209ad9ac3c1 },
    { 0x3fce9131abf0b767, 0x3ff9ca0a8337b317, 0x3c7ac22867b35389 },
    { 0x3fcdae6076b981db, 0x3ffa0b1709cc13d5, 0x3c975edd2191af37 },
    { 0x3fccd85689039b0b, 0x3ffa4ae4ce6419ed, 0x3c7c5abc3ce9e443 },
    { 0x3fcc0e070381c0e0, 0x3ffa8982a5567032, 0xbc9e0e88eca95824 },
    { 0x3fcb4e81b4e81b4f, 0x3ffac6fe500ab570, 0x3c91570be124804a },
    { 0x3fca98ef606a63be, 0x3ffb036497a15a17, 0x3c9c7447b5a0c02c },
    { 0x3fc9ec8e951033d9, 0x3ffb3ec164671755, 0x3c91d8deebd4bd1d },
    { 0x3fc948b0fcd6e9e0, 0x3ffb791fd288c46f, 0x3c9da54fcd722bf0 },
    { 0x3fc8acb90f6bf3aa, 0x3ffbb28a44693be4, 0x3c2caacb3ec1e5e6 },
    { 0x3fc8181818181818, 0x3ffbeb0a72eb6e31, 0x3c80110185272e71 },
    { 0x3fc78a4c8178a4c8, 0x3ffc22a97bf5f698, 0xbc75a16dd1d702c8 },
    { 0x3fc702e05c0b8170, 0x3ffc596fef6af983, 0x3c8c68df597f2445 },
    { 0x3fc6816816816817, 0x3ffc8f65dac655a3, 0x3c8c5fa8107ab175 },
    { 0x3fc6058160581606, 0x3ffcc492d38ce8da, 0xbc78f9697e901bbe },
    { 0x3fc58ed2308158ed, 0x3ffcf8fe00b19368, 0xbc973e52ca577742 },
    { 0x3fc51d07eae2f815, 0x3ffd2cae230f870a, 0xbc79626c0cb9ca84 },
    { 0x3fc4afd6a052bf5b, 0x3ffd5fa99d152090, 0xbc7f28279293756b },
    { 0x3fc446f86562d9fb, 0x3ffd91f679b6e505, 0x3c6512f185f061b6 },
    { 0x3fc3e22cbce4a902, 0x3ffdc39a72bf2303, 0xbc91db18aa02c02f },
    { 0x3fc3813813813814, 0x3ffdf49af68c1570, 0x3c9d9090a1dd0ce8 },
    { 0x3fc323e34a2b10bf, 0x3ffe24fd2d4c23b9, 0xbc8bd57c7a2d4669 },
    { 0x3fc2c9fb4d812ca0, 0x3ffe54c5fdc5ec73, 0x3c8531b4ecd41d26 },
    { 0x3fc27350b8812735, 0x3ffe83fa11b81dbc, 0xbc8e07da62f69082 },
    { 0x3fc21fb78121fb78, 0x3ffeb29dd9dbaf25, 0x3c86d1685cde5084 },
    { 0x3fc1cf06ada2811d, 0x3ffee0b59191d375, 0xbc93d26f08000e36 },
    { 0x3fc1811811811812, 0x3fff0e454245e4c0, 0xbc977f6dd64465ec },
    { 0x3fc135c81135c811, 0x3fff3b50c68a9dd3, 0x3c9a5e11a10300b8 },
    { 0x3fc0ecf56be69c90, 0x3fff67dbccf922dd, 0xbc7d8252fb1a6b68 },
    { 0x3fc0a6810a6810a7, 0x3fff93e9dad7a4a6, 0x3c93cf857a14a3c8 },
    { 0x3fc0624dd2f1a9fc, 0x3fffbf7e4e8cc9cc, 0xbc9728e3fffa7acb },
    { 0x3fc0204081020408, 0x3fffea9c61e47cd3, 0x3c9f1c28650186e4 },
};
// clang-format on

#endif
