/* Tables of docs/spec/ssimulacra2.md. */
#ifndef EVQ_TESTS_SSIMULACRA2_VALUES_H
#define EVQ_TESTS_SSIMULACRA2_VALUES_H

#include <stdint.h>

extern const uint32_t ssimulacra2_eotf8[256][2];
extern const double ssimulacra2_weight[108];

#endif
