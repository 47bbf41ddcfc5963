/* The filter of profile exact, docs/spec/ssimulacra2.md section 4. */
#ifndef EVQ_SSIMULACRA2_FILTER_H
#define EVQ_SSIMULACRA2_FILTER_H

/* Taps 1 .. 4 beside the middle one; each pair is a sample before and one after. */
#define SSIMULACRA2_FILTER(constant, middle, pair)                                                 \
    ((((constant(0x3e877c6b) * middle + constant(0x3e5a09f4) * pair(1)) +                          \
       constant(0x3ddfeb39) * pair(2)) +                                                           \
      constant(0x3d138064) * pair(3)) +                                                            \
     constant(0x3c1a3eb8) * pair(4))

#endif
